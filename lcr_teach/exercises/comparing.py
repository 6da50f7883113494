"""Comparing what a student handed in with the right value: the steps that all judges share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import sympy

from lcr_teach.exercises.answers import Read, UnreadableError, read_number, same
from lcr_teach.exercises.running import TooLong, time_limit

__all__ = ["EXACT", "ROUNDING", "carefully", "impossible", "looks_like", "read_for"]

T = TypeVar("T")

#: How near a float must come to be taken for a number that was rounded by the student.
ROUNDING = sympy.Rational(1, 1000)
_LONGEST_COMPARISON = 10.0  # seconds

#: Why a float is refused, as the end of a sentence.
EXACT = (
    "the exact number is asked for. In Python `a / b` is a rounded float: "
    "write `Rational(a, b)` instead."
)


def carefully(
    step: Callable[[], T],
    otherwise: str = "This answer could not be compared: simplify it to a number.",
) -> T:
    """Do one step with a student's answer, which may be an object of any strange kind."""
    try:
        with time_limit(_LONGEST_COMPARISON):
            return step()
    except UnreadableError:
        raise
    except (Exception, TooLong):
        raise UnreadableError(otherwise) from None


def read_for(answer: object, right: sympy.Expr) -> Read:
    """Read a number; a symbol that the right value does not have is refused."""
    read = read_number(answer)
    known = {symbol.name for symbol in right.free_symbols}
    foreign = sorted(s.name for s in read.value.free_symbols if s.name not in known)
    if foreign:
        raise UnreadableError(
            f"The symbol {foreign[0]} still stands in it: solve for it or put in its value, then "
            "hand in the number."
        )
    return read


def looks_like(read: Read, value: sympy.Expr, within: sympy.Rational = ROUNDING) -> bool:
    """Whether this is the value, or a float that comes as near to it as rounding does."""
    if not read.rounded:
        return same(read.value, value)
    return bool(abs(read.value - value) <= within)


def impossible(probability: sympy.Expr) -> bool:
    """Whether a number is certain to lie outside 0 and 1."""
    return probability.is_negative is True or (probability - 1).is_positive is True
