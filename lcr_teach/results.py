"""How exact results show themselves: laws and rows of numbers.

An exact probability can have thousands of digits. The results here are an ordinary
dict and an ordinary tuple of sympy numbers, so nothing is lost; only what they show in
a notebook or a terminal is shortened, with the decimal value beside it.
"""

from __future__ import annotations

import html
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeVar

import sympy

__all__ = ["Law", "Numbers", "decimal", "number_text"]

Outcome = TypeVar("Outcome", bound=Hashable)

_LONGEST = 40  # characters of a number that is shown whole
_ROWS = 30  # rows of a table that are shown


def decimal(number: sympy.Expr, digits: int = 6) -> str:
    """Decimal value of an exact number, rounded correctly, for people to read.

    Parameters
    ----------
    number : sympy.Expr
        The number; one that is no fraction goes by way of a float.
    digits : int
        How many decimals.

    Returns
    -------
    str
        As many decimals, zeros at the end included.

    Examples
    --------
    >>> decimal(sympy.Rational(1, 3))
    '0.333333'
    """
    if number.is_Rational:
        scaled = sympy.floor(abs(number) * 10**digits + sympy.Rational(1, 2))
        sign = "-" if number < 0 and scaled else ""
        whole, part = divmod(int(scaled), 10**digits)
        return f"{sign}{whole}.{part:0{digits}d}" if digits else f"{sign}{whole}"
    return f"{float(number):.{digits}f}"


def number_text(number: sympy.Expr) -> str:
    """An exact number as text: whole where it is short, else its ends and its value.

    Parameters
    ----------
    number : sympy.Expr
        The number.

    Returns
    -------
    str
        One line.

    Examples
    --------
    >>> number_text(sympy.Rational(1, 3))
    '1/3'
    >>> number_text(sympy.Rational(10**60 + 1, 3 * 10**60))
    '1000…0001/3000…0000 (0.333333)'
    """
    if not _is_long(number):
        return str(number)
    return f"{_shortened(number)} ({decimal(number)})"


def _is_long(number: sympy.Expr) -> bool:
    # Python refuses to write out whole numbers of more than 4300 digits, so do not try.
    return number.is_Rational and _digits(number.p) + _digits(number.q) > _LONGEST


def _shortened(number: sympy.Rational) -> str:
    return _ends(number.p) + ("" if number.q == 1 else f"/{_ends(number.q)}")


def _ends(whole: int) -> str:
    count = _digits(whole)
    if count <= 12:
        return str(whole)
    sign = "-" if whole < 0 else ""
    return f"{sign}{abs(whole) // 10 ** (count - 4)}…{abs(whole) % 10**4:04d}"


def _digits(whole: int) -> int:
    """How many decimal digits a whole number has, without writing it out."""
    size = abs(whole)
    # log10(2) from below and the one or two powers of ten that may still be missing.
    count = max(1, (size.bit_length() - 1) * 30102 // 100_000)
    while 10**count <= size:
        count += 1
    return count


def table(
    heads: tuple[str, str], rows: Iterable[tuple[object, sympy.Expr]], count: int, title: str = ""
) -> str:
    """HTML of a table of exact numbers; it says how many rows it leaves out."""
    lines = ["<table>"]
    if title:
        lines.append(f"<caption>{html.escape(title)}</caption>")
    lines.append(
        f"<thead><tr><th>{html.escape(heads[0])}</th><th>{html.escape(heads[1])}</th>"
        "<th>decimal</th></tr></thead><tbody>"
    )
    for shown, (name, number) in enumerate(rows):
        if shown == _ROWS:
            lines.append(f'<tr><td colspan="3">… and {count - _ROWS} more</td></tr>')
            break
        value = "" if number.free_symbols else decimal(number)
        lines.append(
            f"<tr><td>{html.escape(str(name))}</td><td>{_number_html(number)}</td>"
            f'<td style="font-variant-numeric: tabular-nums">{value}</td></tr>'
        )
    lines.append("</tbody></table>")
    return "".join(lines)


def _number_html(number: sympy.Expr) -> str:
    return html.escape(_shortened(number) if _is_long(number) else str(number))


class Law(dict[Outcome, sympy.Expr]):
    """An exact probability law: a dict from outcomes to sympy probabilities.

    Parameters
    ----------
    law : mapping
        Probabilities of the outcomes.
    outcome : str
        What the outcomes are, for the head of the table.

    Examples
    --------
    >>> Law({"heads": sympy.Rational(1, 2), "tails": sympy.Rational(1, 2)}, outcome="side")
    {'heads': 1/2, 'tails': 1/2}
    """

    def __init__(self, law: Mapping[Outcome, sympy.Expr], outcome: str = "outcome") -> None:
        super().__init__(law)
        self._outcome = outcome

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{k!r}: {number_text(v)}" for k, v in self.items()) + "}"

    def _repr_html_(self) -> str:
        return table((self._outcome, "probability"), self.items(), len(self))


class Numbers(tuple[sympy.Expr, ...]):
    """A row of exact numbers: a tuple that knows what its places mean.

    Parameters
    ----------
    numbers : iterable of sympy.Expr
        The numbers.
    names : iterable of str, optional
        What each place is called, for the table; counted from 0 if not given. (sympy makes
        such a tuple anew from its numbers alone, for instance in ``lambdify``.)
    heads : tuple of two str
        Heads of the table's columns.

    Examples
    --------
    >>> Numbers([sympy.Rational(1, 3), sympy.Rational(2, 3)], ["Player 1", "Player 2"])
    (1/3, 2/3)
    """

    _names: tuple[str, ...]
    _heads: tuple[str, str]

    def __new__(
        cls,
        numbers: Iterable[sympy.Expr],
        names: Iterable[object] | None = None,
        heads: tuple[str, str] = ("", "probability"),
    ) -> Numbers:
        """Keep the numbers as a tuple, and the names beside them."""
        made = super().__new__(cls, numbers)
        made._names = tuple(map(str, range(len(made)) if names is None else names))
        made._heads = heads
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self), self._names, self._heads

    def __repr__(self) -> str:
        return "(" + ", ".join(map(number_text, self)) + ("," if len(self) == 1 else "") + ")"

    def _repr_html_(self) -> str:
        return table(self._heads, zip(self._names, self, strict=True), len(self))
