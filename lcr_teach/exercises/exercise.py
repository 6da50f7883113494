"""What one exercise is."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeAlias

from lcr_teach.exercises.verdict import Outcome

__all__ = ["Exercise", "Finding", "Judge"]


@dataclass(frozen=True)
class Finding:
    """What a judge sees in one answer.

    Attributes
    ----------
    outcome : Outcome
        Right, not yet, or not answered yet.
    remark : str
        A sentence about this very answer, never the right one; may be empty.
    seen : hashable
        The answer as it was understood. Two answers that read the same are the same
        try, so ``1/2`` written in another way does not bring the next hint.
    """

    outcome: Outcome
    remark: str = ""
    seen: Hashable = ""


#: Looks at an answer and says how it fares. The judges are in ``judges.py``,
#: ``functions.py`` and ``tables.py``.
Judge: TypeAlias = Callable[[object], Finding]


@dataclass(frozen=True)
class Exercise:
    """One exercise, as ``lesson_NN.py`` lists it.

    Attributes
    ----------
    name : str
        Lesson and number, as in ``"05.1"``.
    judge : Judge
        Says whether an answer is right.
    hints : tuple of two str
        The first for the first wrong answer, the second, which tells more, from the
        second wrong answer on. Neither contains the right one.
    """

    name: str
    judge: Judge
    hints: tuple[str, str]
