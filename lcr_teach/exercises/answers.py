"""Reading what a student hands in: many ways to write a number, and what is none."""

from __future__ import annotations

import math
import numbers
from collections.abc import Mapping, Sequence
from collections.abc import Set as AnySet
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import sympy

__all__ = ["Read", "UnreadableError", "entries", "is_missing", "read_number", "same"]


class UnreadableError(Exception):
    """The answer is nothing that was asked for; the text is a sentence for the student."""


@dataclass(frozen=True)
class Read:
    """A number that a student handed in.

    Attributes
    ----------
    value : sympy.Expr
        The number; for a float the exact value of what the machine holds.
    rounded : bool
        Whether it was a float or contained one.
    """

    value: sympy.Expr
    rounded: bool = False


def is_missing(answer: Any) -> bool:
    """Whether nothing was handed in yet: ``...``, ``None``, or a list of nothing else.

    Examples
    --------
    >>> is_missing([..., ...]), is_missing([1, ...]), is_missing([])
    (True, False, False)
    """
    if answer is None or answer is ...:
        return True
    if type(answer) in (tuple, list):
        return bool(answer) and all(is_missing(part) for part in answer)
    return False


def read_number(answer: object) -> Read:
    """Read one number, exact or not.

    Parameters
    ----------
    answer : int, Fraction, float, Decimal, sympy.Expr or anything else
        The answer as it was handed in.

    Returns
    -------
    Read

    Raises
    ------
    UnreadableError
        If it is no number.

    Examples
    --------
    >>> from fractions import Fraction
    >>> read_number(Fraction(2, 4))
    Read(value=1/2, rounded=False)
    """
    if isinstance(answer, sympy.Basic):
        return _read_sympy(answer)
    if isinstance(answer, bool):
        raise UnreadableError("True and False are no numbers.")
    if isinstance(answer, numbers.Rational):
        return Read(sympy.Rational(int(answer.numerator), int(answer.denominator)))
    if isinstance(answer, numbers.Real | Decimal):
        if not math.isfinite(answer):
            raise UnreadableError("This number is infinite or undefined (nan).")
        return Read(sympy.Rational(*answer.as_integer_ratio()), rounded=True)  # type: ignore[union-attr]
    raise UnreadableError(_what_it_is(answer))


def _read_sympy(answer: Any) -> Read:
    if isinstance(answer, sympy.core.relational.Relational):
        raise UnreadableError("This is an equation: hand in its solution, a number.")
    if not isinstance(answer, sympy.Expr) or isinstance(answer, sympy.MatrixExpr):
        raise UnreadableError(_what_it_is(answer))
    if answer.has(sympy.Integral, sympy.Sum):
        answer = answer.doit()
    if answer.has(sympy.nan, sympy.oo, -sympy.oo, sympy.zoo):
        raise UnreadableError("This number is infinite or undefined (nan).")
    if answer.is_real is False:
        raise UnreadableError("This is no real number.")
    if not answer.has(sympy.Float):
        return Read(answer)
    if answer.free_symbols:
        raise UnreadableError("This formula contains a float: write its numbers as fractions.")
    value = answer.evalf(30)
    if not value.is_Float:
        raise UnreadableError("This is no real number.")
    return Read(sympy.Rational(value), rounded=True)


def _what_it_is(answer: object) -> str:
    if isinstance(answer, str):
        return "This is a text: write the number without quotes."
    if isinstance(answer, sympy.MatrixBase):
        return "One number is asked for, and this is a matrix: take the entry you mean."
    if isinstance(answer, Mapping):
        return "One number is asked for, and this is a dict: take the value you mean out of it."
    if isinstance(answer, list | tuple) and not answer:
        return "This list is empty."
    if isinstance(answer, list | tuple) and len(answer) == 1:
        return "This is a list with one entry: take the entry out, with `[0]`."
    if isinstance(answer, Sequence | AnySet | sympy.Set | sympy.Tuple) or _is_array(answer):
        return "One number is asked for, and these are several: take the one you mean."
    if callable(answer):
        return "A number is asked for, and this is a function: call it and hand in what it returns."
    return f"A number is asked for, and this is of type {type(answer).__name__}."


def _is_array(answer: object) -> bool:
    return hasattr(answer, "tolist") and bool(getattr(answer, "shape", ()))


def entries(answer: object, shape: tuple[int, ...]) -> list[object]:
    """Take a list, tuple or matrix apart, row by row.

    Parameters
    ----------
    answer : sequence, sequence of rows, sympy matrix or numpy array
        The answer as it was handed in.
    shape : tuple of int
        How many numbers are asked for, or how many rows and columns.

    Returns
    -------
    list
        The entries, not yet read as numbers.

    Raises
    ------
    UnreadableError
        If there is another number of them.

    Examples
    --------
    >>> entries(sympy.Matrix([[1, 2], [3, 4]]), (2, 2))
    [1, 2, 3, 4]
    """
    if hasattr(answer, "tolist") and not isinstance(answer, sympy.Basic | str):
        answer = answer.tolist()
    if len(shape) == 1:
        return _row(_flat(answer), shape[0])
    rows, columns = shape
    matrix = (
        f"A matrix with {rows} rows and {columns} columns is asked for: hand in a list of its "
        "rows or a `Matrix`."
    )
    found = _parts(answer, matrix)
    if len(found) != rows or not all(_is_row(row, columns) for row in found):
        raise UnreadableError(matrix)
    return [entry for row in found for entry in _parts(row)]


def _is_row(found: object, columns: int) -> bool:
    try:
        return len(_parts(found)) == columns
    except UnreadableError:
        return False


def _parts(
    answer: object,
    otherwise: str = "Several numbers are asked for: hand in a list or a tuple of them.",
) -> list[object]:
    if isinstance(answer, Mapping):
        raise UnreadableError("This is a dict: hand in its values, in the order asked for.")
    if isinstance(answer, AnySet | sympy.Set):
        raise UnreadableError("A set has no order: hand in a list or a tuple.")
    if isinstance(answer, sympy.MatrixBase):
        return list(answer.tolist())
    if isinstance(answer, sympy.Tuple):
        return list(answer.args)
    if isinstance(answer, Sequence) and not isinstance(answer, str):
        return list(answer)
    if callable(answer) and not isinstance(answer, sympy.Basic):
        raise UnreadableError("This is a function: call it and hand in what it returns.")
    raise UnreadableError(otherwise)


def _flat(answer: object) -> list[object]:
    """The numbers of a list, also of a matrix with one row or one column."""
    found = _parts(answer)
    if len(found) == 1 and isinstance(found[0], list):
        return found[0]
    if found and all(isinstance(part, list) and len(part) == 1 for part in found):
        return [part[0] for part in found if isinstance(part, list)]
    return found


def _row(found: list[object], length: int) -> list[object]:
    if len(found) != length:
        raise UnreadableError(f"{length} numbers are asked for, and these are {len(found)}.")
    return found


def same(one: sympy.Expr, other: sympy.Expr) -> bool:
    """Whether two expressions are equal, also if sympy has to work for it.

    Symbols count as equal if their names are: a student's ``p`` need not carry the
    assumptions of ours.

    Examples
    --------
    >>> p = sympy.Symbol("p")
    >>> same((1 - p**2) / (1 - p), 1 + p), same(sympy.sqrt(4), sympy.Integer(2))
    (True, True)
    """
    ours = {symbol.name: symbol for symbol in other.free_symbols}
    difference = one.xreplace({s: ours.get(s.name, s) for s in one.free_symbols}) - other
    if difference.is_Rational:
        return bool(difference == 0)
    if not difference.free_symbols:
        size = abs(difference.evalf(30))
        if size.is_Float and size > sympy.Float("1e-15"):
            return False
    return bool(sympy.simplify(difference) == 0)
