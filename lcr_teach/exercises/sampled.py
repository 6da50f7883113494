"""Judge of a number that the student found by sampling, so with an error of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy

from lcr_teach.exercises.answers import UnreadableError, is_missing, read_number
from lcr_teach.exercises.comparing import carefully
from lcr_teach.exercises.exercise import Finding
from lcr_teach.exercises.judges import Kind, Mistake, Number
from lcr_teach.exercises.verdict import Outcome

__all__ = ["Sampled"]


@dataclass(frozen=True)
class Sampled:
    """Judge of a number that may come from a sample: a share of tries, or a mean.

    It need not be exact, however it is written: hits over tries are a fraction that
    depends on the sample as much as a float does.

    Attributes
    ----------
    right : callable
        Computes the exact value.
    tolerance : Fraction-like
        How far off an answer may be: about four standard errors of the sample that the
        exercise asks for, so that one right answer of 10 000 is refused by chance.
    mistakes : sequence of Mistake
        Wrong answers to be recognised within the same tolerance.
    kind : {"probability", "number"}
        What the number is.

    Examples
    --------
    >>> third = Sampled(lambda: sympy.Rational(1, 3), sympy.Rational(1, 100))
    >>> third(sympy.Rational(3371, 10000)).outcome
    <Outcome.RIGHT: 'Right'>
    >>> third(0.36).outcome
    <Outcome.NOT_YET: 'Not yet'>
    """

    right: Callable[[], Any]
    tolerance: sympy.Rational
    mistakes: Sequence[Mistake] = ()
    kind: Kind = "number"

    def __call__(self, answer: object) -> Finding:
        """Look at an answer."""
        if is_missing(answer):
            return Finding(Outcome.NOT_ANSWERED)
        judge = Number(self.right, self.mistakes, self.kind, self.tolerance)
        try:
            value = carefully(lambda: read_number(answer).value.evalf(30))
        except UnreadableError as trouble:
            return Finding(Outcome.NOT_YET, str(trouble), (type(answer), str(trouble)))
        return judge(value)
