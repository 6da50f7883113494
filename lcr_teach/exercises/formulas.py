"""Judge of a formula in symbols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy

from lcr_teach.exercises.answers import UnreadableError, is_missing, read_number, same
from lcr_teach.exercises.comparing import carefully
from lcr_teach.exercises.exercise import Finding
from lcr_teach.exercises.judges import Kind, Mistake
from lcr_teach.exercises.verdict import Outcome

__all__ = ["Formula"]

_HALF = sympy.Rational(1, 2)


@dataclass(frozen=True)
class Formula:
    """Judge of a formula, in whatever form it is written.

    Attributes
    ----------
    right : callable
        Computes the right formula. The student's symbols must have the names of its symbols.
    mistakes : sequence of Mistake
        Wrong formulas to be recognised.
    kind : {"probability", "number"}
        What the value of the formula is.
    example : sympy.Rational
        A number for every symbol: with it the student is shown that a formula cannot be.

    Examples
    --------
    >>> p = sympy.Symbol("p")
    >>> odds = Formula(lambda: (1 - p) / p, example=sympy.Rational(1, 6))
    >>> odds(1 / p - 1).outcome
    <Outcome.RIGHT: 'Right'>
    >>> odds(1 - 1 / p).remark
    'With p = 1/6 your formula gives -5, and that has the wrong sign.'
    """

    right: Callable[[], Any]
    mistakes: Sequence[Mistake] = ()
    kind: Kind = "number"
    example: sympy.Rational = _HALF

    def __call__(self, answer: object) -> Finding:
        """Look at an answer."""
        if is_missing(answer):
            return Finding(Outcome.NOT_ANSWERED)
        right = sympy.sympify(self.right())
        try:
            formula = carefully(lambda: _read(answer, right))
            return carefully(lambda: self._compare(formula, right))
        except UnreadableError as trouble:
            return Finding(Outcome.NOT_YET, str(trouble), (type(answer), str(trouble)))

    def _compare(self, formula: sympy.Expr, right: sympy.Expr) -> Finding:
        if same(formula, right):
            return Finding(Outcome.RIGHT, seen=formula)
        # Another way to write the same wrong formula is no new try.
        return Finding(Outcome.NOT_YET, self._remark(formula, right), sympy.cancel(formula))

    def _remark(self, formula: sympy.Expr, right: sympy.Expr) -> str:
        for mistake in self.mistakes:
            if same(formula, sympy.sympify(mistake.value())):
                return mistake.word
        if self.kind == "probability" and same(1 - formula, right):
            return "That is the probability of the opposite."
        if not formula.free_symbols:
            return f"A formula in {_names(right)} is asked for, and this is a number."
        there = f"With {' and '.join(f'{name} = {self.example}' for name in _symbols(right))}"
        value, true = self._value(formula), self._value(right)
        if not value.is_finite:
            return f"{there} your formula has no value."
        given = f"{there} your formula gives {value},"
        if self.kind == "probability" and (value.is_negative or (value - 1).is_positive):
            return f"{given} and a probability lies between 0 and 1."
        if (value * true).is_negative:
            return f"{given} and that has the wrong sign."
        if same(value, true):
            return f"{there} your formula gives the right value, but not with other numbers."
        return f"{given} and that is not the value."

    def _value(self, formula: sympy.Expr) -> sympy.Expr:
        return formula.subs(dict.fromkeys(formula.free_symbols, self.example))


def _read(answer: object, right: sympy.Expr) -> sympy.Expr:
    if isinstance(answer, str):
        raise UnreadableError("This is a text: write the formula without quotes.")
    if isinstance(answer, sympy.core.relational.Relational):
        raise UnreadableError("This is an equation: hand in the formula alone.")
    if callable(answer) and not isinstance(answer, sympy.Basic):
        raise UnreadableError(
            f"A formula in {_names(right)} is asked for, and this is a function: call it with "
            "symbols and hand in what it returns."
        )
    read = read_number(answer)
    if read.rounded:
        raise UnreadableError(f"A formula in {_names(right)} is asked for, and this is a float.")
    foreign = sorted({s.name for s in read.value.free_symbols} - set(_symbols(right)))
    if foreign:
        raise UnreadableError(
            f"The formula is asked for in {_names(right)}, and yours contains {foreign[0]}."
        )
    return read.value


def _symbols(formula: sympy.Expr) -> list[str]:
    return sorted(symbol.name for symbol in formula.free_symbols)


def _names(formula: sympy.Expr) -> str:
    return " and ".join(_symbols(formula))
