"""Judges of numbers: one number, or several in a fixed order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import sympy

from lcr_teach.exercises.answers import Read, UnreadableError, entries, is_missing
from lcr_teach.exercises.comparing import (
    EXACT,
    ROUNDING,
    as_rounded,
    carefully,
    impossible,
    looks_like,
    read_for,
    still_missing,
    too_few_decimals,
)
from lcr_teach.exercises.exercise import Finding
from lcr_teach.exercises.verdict import Outcome

__all__ = ["Mistake", "Number", "Numbers"]

#: What the numbers of an exercise are; a probability cannot lie outside 0 and 1.
Kind: TypeAlias = Literal["probability", "number"]

_PERCENTAGE = "That is a percentage: a probability lies between 0 and 1."
_TOO_FEW_DECIMALS = "That is rounded too far: give more decimals."
_NOT_THAT = "This is not the value asked for."


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that many give, and the word that helps them on.

    Attributes
    ----------
    word : str
        One sentence; it must not contain the right answer.
    value : callable
        Computes the wrong answer, as a number or several.
    """

    word: str
    value: Callable[[], Any]


@dataclass(frozen=True)
class Number:
    """Judge of one number.

    Attributes
    ----------
    right : callable
        Computes the right value; called at each check, nothing is stored.
    mistakes : sequence of Mistake
        Wrong answers to be recognised.
    kind : {"probability", "number"}
        What the number is.
    tolerance : Fraction-like, optional
        How far off the number may be, whether it is a float or a fraction. Without it the
        exact number is asked for and every float is refused, but for a whole one that is a
        count.

    Examples
    --------
    >>> third = Number(lambda: sympy.Rational(1, 3), kind="probability")
    >>> third(sympy.Rational(2, 6)).outcome
    <Outcome.RIGHT: 'Right'>
    >>> third(33).remark
    'A probability lies between 0 and 1.'
    """

    right: Callable[[], Any]
    mistakes: Sequence[Mistake] = ()
    kind: Kind = "number"
    tolerance: sympy.Rational | None = None

    def __call__(self, answer: object) -> Finding:
        """Look at an answer."""
        if is_missing(answer):
            return Finding(Outcome.NOT_ANSWERED)
        right = sympy.sympify(self.right())
        try:
            read = carefully(lambda: read_for(answer, right, self.kind == "number"))
            return carefully(lambda: self._compare(read, right))
        except UnreadableError as trouble:
            return Finding(Outcome.NOT_YET, str(trouble), (type(answer), str(trouble)))

    def _compare(self, read: Read, right: sympy.Expr) -> Finding:
        seen = (read.value, read.rounded)
        if self.tolerance is not None:
            read = as_rounded(read)
            if abs(read.value - right) <= self.tolerance:
                return Finding(Outcome.RIGHT, seen=seen)
        elif looks_like(read, right):
            if not read.rounded:
                return Finding(Outcome.RIGHT, seen=seen)
            return Finding(Outcome.NOT_YET, f"The size is right, but {EXACT}", seen)
        return Finding(Outcome.NOT_YET, self._remark(read, right), seen)

    def _remark(self, read: Read, right: sympy.Expr) -> str:
        if self.kind == "probability" and looks_like(
            Read(read.value / 100, read.rounded), right, max(self.tolerance or ROUNDING, ROUNDING)
        ):
            return _PERCENTAGE
        for mistake in self.mistakes:
            if looks_like(read, sympy.sympify(mistake.value()), self.tolerance or ROUNDING):
                return mistake.word
        if self.kind == "probability":
            if impossible(read.value):
                return "A probability lies between 0 and 1."
            if looks_like(Read(1 - read.value, read.rounded), right):
                return "That is the probability of the opposite."
        if self.tolerance is not None and too_few_decimals(read, right, self.tolerance):
            return _TOO_FEW_DECIMALS
        if read.rounded and self.tolerance is None:
            return f"This is not the value; besides, {EXACT}"
        return _NOT_THAT


@dataclass(frozen=True)
class Numbers:
    """Judge of several numbers: a row of them, or a matrix.

    Attributes
    ----------
    right : callable
        Computes the right values: a tuple or list of them, or a sympy matrix.
    mistakes : sequence of Mistake
        Wrong answers to be recognised, of the same shape.
    kind : {"probability", "number"}
        What each number is. Probabilities in a row sum to 1.
    tolerance : Fraction-like, optional
        How far off each number may be, whether it is a float or a fraction. Without it exact
        numbers are asked for and every float is refused, but for a whole one that is a count.

    Examples
    --------
    >>> seats = Numbers(lambda: (sympy.Rational(1, 3), sympy.Rational(2, 3)), kind="probability")
    >>> seats([sympy.Rational(2, 3), sympy.Rational(1, 3)]).remark
    'These are the right numbers, but not in the right order.'
    """

    right: Callable[[], Any]
    mistakes: Sequence[Mistake] = ()
    kind: Kind = "number"
    tolerance: sympy.Rational | None = None

    def __call__(self, answer: object) -> Finding:
        """Look at an answer."""
        if is_missing(answer):
            return Finding(Outcome.NOT_ANSWERED)
        right, shape = _values(self.right())
        try:
            reads = carefully(lambda: self._read(answer, right, shape))
            return carefully(lambda: self._compare(reads, right, shape))
        except UnreadableError as trouble:
            return Finding(Outcome.NOT_YET, str(trouble), (type(answer), str(trouble)))

    def _read(self, answer: object, right: list[sympy.Expr], shape: tuple[int, ...]) -> list[Read]:
        found = entries(answer, shape)
        missing = sum(map(is_missing, found))
        if missing == len(found):
            raise UnreadableError("No number stands there yet.")
        if missing:
            raise UnreadableError(still_missing(missing, len(found), "numbers"))
        reads = []
        for place, (entry, r) in enumerate(zip(found, right, strict=True), start=1):
            try:
                reads.append(read_for(entry, r, self.kind == "number"))
            except UnreadableError as trouble:
                raise UnreadableError(f"Number {place} of {len(found)}: {trouble}") from None
        return reads

    def _compare(
        self, reads: list[Read], right: list[sympy.Expr], shape: tuple[int, ...]
    ) -> Finding:
        seen = tuple((read.value, read.rounded) for read in reads)
        if self.tolerance is not None:
            reads = [as_rounded(read) for read in reads]
        within = self.tolerance or ROUNDING
        fits = [looks_like(read, r, within) for read, r in zip(reads, right, strict=True)]
        rounded = self.tolerance is None and any(read.rounded for read in reads)
        if all(fits) and not rounded:
            return Finding(Outcome.RIGHT, seen=seen)
        if all(fits):
            remark = f"The size of each is right, but {EXACT}"
        else:
            remark = self._remark(reads, right, shape, sum(fits))
            if rounded:
                remark += f" Besides, {EXACT}"
        return Finding(Outcome.NOT_YET, remark, seen)

    def _remark(
        self, reads: list[Read], right: list[sympy.Expr], shape: tuple[int, ...], fits: int
    ) -> str:
        hundredths = [Read(read.value / 100, read.rounded) for read in reads]
        if self.kind == "probability" and _all_look_like(hundredths, right):
            return "These are percentages: a probability lies between 0 and 1."
        for mistake in self.mistakes:
            if _all_look_like(reads, _values(mistake.value())[0], self.tolerance or ROUNDING):
                return mistake.word
        values = [read.value for read in reads]
        if len(shape) == 2 and self.kind == "probability":
            return _about_rows(reads, right, shape[1])
        if Counter(values) == Counter(right):
            return "These are the right numbers, but not in the right order."
        if self.kind == "probability":
            if any(map(impossible, values)):
                return "A probability lies between 0 and 1."
            if len(shape) == 1 and abs(sum(values) - 1) > ROUNDING:
                return "These probabilities do not sum to 1."
        if self.tolerance is not None and all(
            looks_like(read, r, self.tolerance) or too_few_decimals(read, r, self.tolerance)
            for read, r in zip(reads, right, strict=True)
        ):
            return _TOO_FEW_DECIMALS
        if fits:
            return f"{fits} of the {len(right)} numbers {'is' if fits == 1 else 'are'} right."
        return "These are not the values asked for."


def _about_rows(reads: list[Read], right: list[sympy.Expr], columns: int) -> str:
    """What to say of a matrix of probabilities: where to look."""
    rows = [
        (number, reads[at : at + columns], right[at : at + columns])
        for number, at in enumerate(range(0, len(right), columns), start=1)
    ]
    if any(impossible(read.value) for read in reads):
        return "A probability lies between 0 and 1."
    for number, row, known in rows:
        if sum(known) == 1 and abs(sum(read.value for read in row) - 1) > ROUNDING:
            return f"Row {number} does not sum to 1."
    wrong = [number for number, row, known in rows if not _all_look_like(row, known)]
    if len(wrong) == 1:
        return f"Only row {wrong[0]} is not right yet."
    return f"Rows {', '.join(map(str, wrong[:-1]))} and {wrong[-1]} are not right yet."


def _values(found: Any) -> tuple[list[sympy.Expr], tuple[int, ...]]:
    if isinstance(found, sympy.MatrixBase):
        return list(found.flat()), found.shape
    values = [sympy.sympify(value) for value in found]
    return values, (len(values),)


def _all_look_like(
    reads: Iterable[Read], values: Iterable[sympy.Expr], within: sympy.Rational = ROUNDING
) -> bool:
    return all(looks_like(read, value, within) for read, value in zip(reads, values, strict=True))
