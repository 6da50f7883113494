"""The one function that a student's notebook calls."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import re
from collections.abc import Hashable
from functools import cache

import lcr_teach.exercises
from lcr_teach.exercises.exercise import Exercise
from lcr_teach.exercises.verdict import Outcome, Verdict

__all__ = ["check", "known_exercises"]

#: From how many different wrong answers on the second hint is given.
_TRIES_TO_SECOND_HINT = 2

#: The different wrong answers so far in this kernel, for each exercise.
_wrong_answers: dict[str, set[Hashable]] = {}


def check(name: str, answer: object) -> Verdict:
    """Say whether the answer to an exercise is right.

    Parameters
    ----------
    name : str
        The exercise, as in ``"05.1"``.
    answer : object
        The student's answer. Whatever it is, it is looked at and nothing is raised.

    Returns
    -------
    Verdict
        *Right*, *Not yet* with a hint, or *Not answered yet*; never the right answer.

    Raises
    ------
    ValueError
        If there is no exercise of that name.

    Examples
    --------
    >>> check("05.1", ...)
    05.1: Not answered yet. Put your answer where the three dots ... are, run that cell, \
then run this one again.
    """
    exercise = _find(name)
    finding = exercise.judge(answer)
    if finding.outcome is not Outcome.NOT_YET:
        return Verdict(exercise.name, finding.outcome, finding.remark)
    wrong = _wrong_answers.setdefault(exercise.name, set())
    wrong.add(finding.seen)
    hint = exercise.hints[len(wrong) >= _TRIES_TO_SECOND_HINT]
    return Verdict(exercise.name, finding.outcome, finding.remark, hint)


@cache
def known_exercises() -> dict[str, Exercise]:
    """All exercises of all lessons by their names, read from the files ``lesson_NN.py``."""
    found: dict[str, Exercise] = {}
    for module in pkgutil.iter_modules(lcr_teach.exercises.__path__):
        if re.fullmatch(r"lesson_\d\d", module.name):
            lesson = importlib.import_module(f"lcr_teach.exercises.{module.name}")
            for exercise in lesson.EXERCISES:
                assert exercise.name not in found, f"two exercises are called {exercise.name}"
                found[exercise.name] = exercise
    return found


def _find(name: object) -> Exercise:
    known = known_exercises()
    if isinstance(name, str) and name in known:
        return known[name]
    near = difflib.get_close_matches(str(name), known, n=8, cutoff=0.5) or list(known)[:8]
    written = '"' + '", "'.join(sorted(near)) + '"'
    raise ValueError(f"there is no exercise {name!r}: the names near it are {written}.")
