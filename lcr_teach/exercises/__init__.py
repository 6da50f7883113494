"""The exercises: what tells a student whether an answer is right.

Each lesson has a file ``lesson_NN.py`` with its exercises. The right values stand
nowhere: the library computes them when an answer is checked.
"""

from lcr_teach.exercises.checking import check

__all__ = ["check"]
