"""How a comparison shows itself: a table with a verdict, in a terminal and in a notebook."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

import sympy

from lcr_teach.goodness import LEAST_EXPECTED
from lcr_teach.results import decimal

if TYPE_CHECKING:
    from lcr_teach.compare.comparison import Comparison

__all__ = ["as_html", "as_text", "games_text"]

#: Rows of a table that are shown.
_ROWS = 30

_TITLES = {
    "winner": "",
    "turns": "length in turns",
    "rolls": "length in rolls",
    "centre": "chips in the centre at the end",
}


def as_text(comparison: Comparison) -> str:
    """The table for a terminal."""
    rows = [_headings(comparison), *_rows(comparison)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "  ".join(
            [row[0].ljust(widths[0])]
            + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        ).rstrip()
        for row in rows
    ]
    return "\n".join([_title(comparison), *lines, *_verdict(comparison)])


def as_html(comparison: Comparison) -> str:
    """The table for a notebook."""
    heads = "".join(f"<th scope='col'>{name}</th>" for name in _headings(comparison)[1:])
    body = "".join(
        f"<tr><th scope='row' style='white-space: nowrap'>{row[0]}</th>"
        + "".join(
            f"<td style='text-align: right; white-space: nowrap'>{cell}</td>" for cell in row[1:]
        )
        + "</tr>"
        for row in _rows(comparison)
    )
    verdict = "<br>".join(escape(line) for line in _verdict(comparison))
    return (
        "<div style='font-size: 1.25em'>"
        f"<table><caption>{escape(_title(comparison))}</caption>"
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table>"
        f"<p>{verdict}</p></div>"
    )


def games_text(count: int) -> str:
    """A number of games in words.

    Examples
    --------
    >>> games_text(1), games_text(2000)
    ('1 game', '2,000 games')
    """
    return f"{count:,} {'game' if count == 1 else 'games'}"


def _title(comparison: Comparison) -> str:
    what = _TITLES[comparison.what]
    return f"{games_text(comparison.games)}, {comparison.rules}" + (f": {what}" if what else "")


def _headings(comparison: Comparison) -> tuple[str, ...]:
    won = "games won" if comparison.what == "winner" else "games"
    law = "assumed" if comparison.assumed else "exact"
    return ("", law, won, "share", "standard error", "z", "95% interval")


def _rows(comparison: Comparison) -> list[tuple[str, ...]]:
    pooled = comparison.pooled
    # Two digits of the error and as many of all that it is compared with.
    errors = [error for error in pooled.standard_errors if error > 0]
    digits = max(3, 1 - math.floor(math.log10(min(errors)))) if errors else 3
    rows: list[tuple[str, ...]] = [
        (
            name,
            _short(p, digits),
            f"{count:,}",
            f"{share:.{digits}f}",
            f"{error:.{digits}f}",
            f"{z:+.2f}",
            f"{low:.{digits}f} to {high:.{digits}f}",
        )
        for name, p, count, share, error, z, (low, high) in zip(
            pooled.cells,
            pooled.exact,
            pooled.observed,
            pooled.shares,
            pooled.standard_errors,
            pooled.z,
            pooled.intervals(),
            strict=True,
        )
    ]
    if comparison.what == "winner" or len(rows) <= _ROWS:
        return rows
    return [*rows[:_ROWS], (f"… {len(rows) - _ROWS} more", *[""] * 6)]


def _verdict(comparison: Comparison) -> list[str]:
    freedom, test = comparison.degrees_of_freedom, comparison.test
    lines = []
    joined = comparison.joined
    if joined:
        lines.append(
            f"pooled, to expect at least {LEAST_EXPECTED} games together: " + "; ".join(joined)
        )
    if comparison.what != "winner":
        lines.append(
            f"total variation {comparison.total_variation:.3g}, largest gap of the distribution "
            f"functions {comparison.largest_gap.statistic:.3g}"
        )
    if comparison.warning is None:
        return [
            *lines,
            f"chi-square {comparison.chi_square:.4g} with {freedom} "
            f"{'degree' if freedom == 1 else 'degrees'} of freedom, {_in_words(test.p_value)}",
        ]
    error = f" (standard error of p: {test.error:.1g})" if test.error else ""
    return [
        *lines,
        f"exact multinomial test, {_in_words(test.p_value)}{error}",
        comparison.warning,
    ]


def _short(p: sympy.Expr, digits: int) -> str:
    shown = str(p)
    return shown if p.is_Rational and len(shown) <= 9 else decimal(p, digits)


def _in_words(p_value: float) -> str:
    if p_value < 1e-9:
        return "p < 0.000000001: chance alone practically never makes such a difference."
    if p_value >= 0.995:
        how_often = "nearly all"
    elif p_value >= 0.01:
        how_often = f"{round(100 * p_value)} of 100"
    else:
        how_often = f"about 1 of {float(f'{1 / p_value:.1g}'):,.0f}"
    shown = f"{p_value:.2f}" if p_value >= 0.1 else f"{p_value:.2g}"
    return (
        f"p = {shown}: in {how_often} such samples chance alone makes a difference "
        "at least as large."
    )
