"""Comparing what a student handed in with the right value: the steps that all judges share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import sympy

from lcr_teach.exercises.answers import Read, UnreadableError, read_number, same
from lcr_teach.exercises.running import TooLong, time_limit

__all__ = [
    "EXACT",
    "ROUNDING",
    "as_rounded",
    "carefully",
    "impossible",
    "looks_like",
    "read_for",
    "still_missing",
    "too_few_decimals",
]

T = TypeVar("T")

#: How near a float must come to be taken for a number that was rounded by the student.
ROUNDING = sympy.Rational(1, 1000)
_LONGEST_COMPARISON = 10.0  # seconds

#: `Rational(1 / 3)` has the denominator of the float, a power of two at least as large as this.
_DENOMINATOR_OF_A_FLOAT = 2**30

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


def read_for(answer: object, right: sympy.Expr, count: bool = False) -> Read:
    """Read a number; a symbol that the right value does not have is refused.

    A whole float is exact if a whole `count` is asked for: it may come from ``np.ceil``. A
    fraction that was made of a float, as ``Rational(1 / 3)``, is not exact.
    """
    read = read_number(answer)
    known = {symbol.name for symbol in right.free_symbols}
    foreign = sorted(s.name for s in read.value.free_symbols if s.name not in known)
    if foreign:
        raise UnreadableError(
            f"The symbol {foreign[0]} still stands in it: solve for it or put in its value, then "
            "hand in the number."
        )
    if count and read.rounded and right.is_Integer and read.value.is_Integer:
        return Read(read.value)
    if _was_a_float(read.value) and not same(read.value, right):
        return Read(read.value, rounded=True)
    return read


def _was_a_float(value: sympy.Expr) -> bool:
    if not value.is_Rational:
        return False
    q = int(value.q)
    return q >= _DENOMINATOR_OF_A_FLOAT and q & (q - 1) == 0


def as_rounded(read: Read) -> Read:
    """The same number as a float, where a rounded one is as good as an exact one."""
    if read.rounded or read.value.is_Rational:
        return Read(read.value, rounded=True)
    value = read.value.evalf(30)
    return Read(sympy.Rational(value), rounded=True) if value.is_Float else read


def too_few_decimals(read: Read, value: sympy.Expr, within: sympy.Rational) -> bool:
    """Whether this is the value, rounded to fewer decimals than the tolerance asks for."""
    if not read.value.is_Rational or read.value == 0:
        return False
    for digits in range(1, 5):
        shown = read.value * 10**digits
        if abs(shown - round(shown)) < ROUNDING**3:
            half = sympy.Rational(1, 2 * 10**digits)
            return bool(within < half and abs(read.value - value) <= half)
    return False


def looks_like(read: Read, value: sympy.Expr, within: sympy.Rational = ROUNDING) -> bool:
    """Whether this is the value, or a float that comes as near to it as rounding does."""
    if not read.rounded:
        return same(read.value, value)
    return bool(abs(read.value - value) <= within)


def impossible(probability: sympy.Expr) -> bool:
    """Whether a number is certain to lie outside 0 and 1."""
    return probability.is_negative is True or (probability - 1).is_positive is True


def still_missing(missing: int, of: int, what: str) -> str:
    """Say how many of several things stand as dots still."""
    return f"{missing} of the {of} {what} {'is' if missing == 1 else 'are'} still missing."
