"""Exact numbers: what a user may write where the kit promises exactness.

Every exact path of the kit begins here. An integer, a fraction or a sympy
expression comes in and a sympy expression goes on; a float is refused, because
``0.1`` is not one tenth and nobody can say afterwards which of the two was meant.
"""

from __future__ import annotations

import math
import numbers
from fractions import Fraction
from typing import Any, TypeAlias

import sympy

__all__ = ["Exact", "exact", "exact_integer"]

#: What :func:`exact` takes.
Exact: TypeAlias = int | Fraction | sympy.Expr


def exact(value: Any, name: str) -> sympy.Expr:
    """Turn what the user wrote into an exact sympy expression.

    Parameters
    ----------
    value : int, fractions.Fraction or sympy.Expr
        The number or expression, free of floats.
    name : str
        What the number is, for the sentence of the error.

    Returns
    -------
    sympy.Expr

    Raises
    ------
    TypeError
        If `value` is a float, contains one, or is no number at all.
    ValueError
        If `value` is infinite or undefined.

    Examples
    --------
    >>> from fractions import Fraction
    >>> exact(Fraction(1, 6), "left")
    1/6
    >>> exact(0.5, "left")
    Traceback (most recent call last):
        ...
    TypeError: left must be exact, but 0.5 is a float: write Rational(1, 2) instead.
    """
    if isinstance(value, (bool, str)):
        raise TypeError(f"{name} must be a number, not {value!r}.")
    if isinstance(value, numbers.Rational):
        # Through int: numpy's integers are Rational too and sympy must not see them.
        return sympy.Rational(int(value.numerator), int(value.denominator))
    if isinstance(value, numbers.Real):
        if not math.isfinite(value):
            raise ValueError(f"{name} must be finite, not {value!r}.")
        hint = Fraction(float(value)).limit_denominator(1000)
        raise TypeError(
            f"{name} must be exact, but {value!r} is a float: "
            f"write Rational({hint.numerator}, {hint.denominator}) instead."
        )
    if not isinstance(value, sympy.Expr):
        raise TypeError(
            f"{name} must be an integer, a fraction or a sympy expression, not {value!r}."
        )
    if value.has(sympy.Float):
        raise TypeError(
            f"{name} must be exact, but {value} contains a float: write Rational(1, 2) for 0.5."
        )
    if value.is_finite is False or value is sympy.nan:
        raise ValueError(f"{name} must be finite, not {value}.")
    return value


def exact_integer(value: Any, name: str, least: int, most: int | None = None) -> int:
    """Turn what the user wrote into an ``int`` between `least` and `most`.

    Parameters
    ----------
    value : int
        The number; numpy and sympy integers are taken too.
    name : str
        What the number is, for the sentence of the error.
    least, most : int
        The allowed range, both ends included; without `most` there is no upper end.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If `value` is not an integer.
    ValueError
        If it is out of range.

    Examples
    --------
    >>> exact_integer(1, "players", least=2)
    Traceback (most recent call last):
        ...
    ValueError: players must be at least 2, not 1.
    """
    whole = isinstance(value, (numbers.Integral, sympy.Integer)) and not isinstance(value, bool)
    if not whole:
        raise TypeError(f"{name} must be a whole number, not {value!r}.")
    number = int(value)
    if most is None:
        if number < least:
            raise ValueError(f"{name} must be at least {least}, not {number}.")
    elif not least <= number <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {number}.")
    return number
