"""Pairs of floats that enclose an exact number, and how they show themselves."""

from __future__ import annotations

import html
import math
import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import sympy

from lcr_teach.exact import exact

__all__ = ["Enclosure", "EnclosureLaw", "Enclosures"]

_ROWS = 30  # rows of a table that are shown
_DIGITS = 16  # a float has no more


class Enclosure(NamedTuple):
    """A number known to lie between two floats, both ends included.

    In a terminal or a notebook it shows the decimals to which both ends round alike. The
    number in between rounds to the same decimals, so each digit shown is proved.

    Examples
    --------
    >>> third = Enclosure(0.33333331, 0.33333335)
    >>> print(third)
    0.3333333
    >>> third.encloses(sympy.Rational(1, 3)), third.encloses(sympy.Rational(1, 2))
    (True, False)
    >>> print(Enclosure(1.0, 3.0))
    1 to 3
    """

    lower: float
    upper: float

    @classmethod
    def outward(cls, lower: Fraction, upper: Fraction) -> Enclosure:
        """Round the ends to floats so that nothing in between is lost.

        Parameters
        ----------
        lower, upper : fractions.Fraction
            The ends.

        Returns
        -------
        Enclosure
            It holds both ends and all between them.
        """
        return cls(_down(lower), -_down(-upper))

    @property
    def width(self) -> float:
        """How far the ends are apart."""
        return self.upper - self.lower

    def encloses(self, value: Any) -> bool:
        """Whether an exact number lies between the ends; compared without rounding.

        Parameters
        ----------
        value : int, fractions.Fraction or sympy.Rational
            The number.

        Returns
        -------
        bool
            True also where it is one of the ends.

        Raises
        ------
        TypeError
            If `value` is no fraction.
        """
        number = exact(value, "value")
        if not number.is_Rational:
            raise TypeError(f"value must be a fraction, not {number}.")
        above = self.upper == math.inf or number <= sympy.Rational(*self.upper.as_integer_ratio())
        return bool(above and sympy.Rational(*self.lower.as_integer_ratio()) <= number)

    def __str__(self) -> str:
        if self.lower == self.upper:
            return f"{self.lower:.{_DIGITS}g}"
        style = "f" if abs(self.upper) >= 1e-3 else "e"
        for digits in range(_DIGITS, -1, -1):
            shown = f"{self.lower:.{digits}{style}}"
            # A zero without decimals would be proved, but of no use.
            if shown == f"{self.upper:.{digits}{style}}" and float(shown):
                return shown
        return f"{self.lower:.6g} to {self.upper:.6g}"


def _down(number: Fraction) -> float:
    """The largest float that is not above the number."""
    try:
        near = float(number)
    except OverflowError:
        return sys.float_info.max if number > 0 else -math.inf
    return math.nextafter(near, -math.inf) if Fraction(near) > number else near


class Enclosures(tuple[Enclosure, ...]):
    """A row of enclosures: a tuple that knows what its places mean.

    Parameters
    ----------
    pairs : iterable of Enclosure
        The enclosures.
    names : iterable
        What each place is called, for the table.
    heads : tuple of two str
        Heads of the table's columns.

    Examples
    --------
    >>> Enclosures([Enclosure(0.24, 0.26), Enclosure(0.749, 0.751)], ["Player 1", "Player 2"])
    (0.24 to 0.26, 0.75)
    """

    _names: tuple[str, ...]
    _heads: tuple[str, str]

    def __new__(
        cls,
        pairs: Iterable[Enclosure],
        names: Iterable[object],
        heads: tuple[str, str] = ("", "probability"),
    ) -> Enclosures:
        """Keep the pairs as a tuple, and the names beside them."""
        made = super().__new__(cls, pairs)
        made._names = tuple(map(str, names))
        made._heads = heads
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self), self._names, self._heads

    def __repr__(self) -> str:
        return "(" + ", ".join(map(str, self)) + ("," if len(self) == 1 else "") + ")"

    def _repr_html_(self) -> str:
        return table(self._heads, zip(self._names, self, strict=True), len(self))


class EnclosureLaw(dict[int, Enclosure]):
    """A probability law in enclosures: a dict from outcomes to pairs.

    Parameters
    ----------
    law : mapping
        Enclosures of the probabilities.
    outcome : str
        What the outcomes are, for the head of the table.

    Examples
    --------
    >>> EnclosureLaw({0: Enclosure(0.2499, 0.2501)}, outcome="chips")
    {0: 0.250}
    """

    def __init__(self, law: Mapping[int, Enclosure], outcome: str) -> None:
        super().__init__(law)
        self._outcome = outcome

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{key}: {pair}" for key, pair in self.items()) + "}"

    def _repr_html_(self) -> str:
        return table((self._outcome, "probability"), self.items(), len(self))


def table(
    heads: tuple[str, str], rows: Iterable[tuple[object, Enclosure]], count: int, title: str = ""
) -> str:
    """HTML of a table of enclosures; it says how many rows it leaves out."""
    lines = ["<table>"]
    if title:
        lines.append(f"<caption>{html.escape(title)}</caption>")
    first, second = map(html.escape, heads)
    lines.append(
        f"<thead><tr><th scope='col'>{first}</th><th scope='col'>{second}</th></tr></thead><tbody>"
    )
    for shown, (name, pair) in enumerate(rows):
        if shown == _ROWS:
            lines.append(f"<tr><td colspan='2'>… and {count - _ROWS} more</td></tr>")
            break
        lines.append(
            f"<tr><th scope='row'>{html.escape(str(name))}</th>"
            f"<td style='font-variant-numeric: tabular-nums'>{pair}</td></tr>"
        )
    lines.append("</tbody></table>")
    return "".join(lines)
