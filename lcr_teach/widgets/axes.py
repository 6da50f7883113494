"""Axes of drawings: numbers along a line, evenly or by powers of ten, and their marks."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from lcr_teach.widgets.drawing import FAINT, LINE, line, text

__all__ = ["LogScale", "Scale", "axis", "log_ticks", "percent", "power", "ticks"]


class Scale(NamedTuple):
    """Numbers along a line of a drawing.

    Examples
    --------
    >>> Scale(0, 10, 100, 300).at(5)
    200.0
    """

    low: float
    high: float
    start: float
    stop: float

    def at(self, value: float) -> float:
        """Where on the line a number stands."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.stop - self.start)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between two ends, at most so many.

    Examples
    --------
    >>> ticks(0, 1), ticks(0, 37, most=5)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.0, 10.0, 20.0, 30.0])
    """
    least = (high - low) / max(most - 1, 1)
    power = 10.0 ** math.floor(math.log10(least))
    step = next(power * by for by in (1, 2, 5, 10) if power * by >= least * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(k * step, 10) for k in range(first, last + 1)]


def percent(value: float) -> str:
    """A probability as people read it off an axis.

    Examples
    --------
    >>> percent(0.25), percent(0.001)
    ('25 %', '0.1 %')
    """
    return f"{100 * value:.6g} %"


def power(value: float) -> str:
    """A number at an axis; very large and very small powers of ten are written as such.

    Examples
    --------
    >>> power(0.01), power(1e-6), power(1e6), power(2.5)
    ('0.01', '10⁻⁶', '10⁶', '2.5')
    """
    ten = math.log10(abs(value)) if value else 0.0
    if (ten >= 5 or ten <= -3) and round(ten, 9).is_integer():
        return "10" + f"{round(ten)}".translate(_RAISED)
    return f"{value:,.6g}".replace(",", "\N{NO-BREAK SPACE}")


_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


class LogScale(NamedTuple):
    """Positive numbers along a line of a drawing, each power of ten as far from the next.

    Numbers below the low end stand at that end.

    Examples
    --------
    >>> LogScale(1, 100, 0, 300).at(10)
    150.0
    """

    low: float
    high: float
    start: float
    stop: float

    def at(self, value: float) -> float:
        """Where on the line a number stands."""
        part = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        return self.start + part * (self.stop - self.start)


def log_ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Powers of ten between two ends, at most so many.

    Examples
    --------
    >>> log_ticks(1, 1000), log_ticks(1e-6, 1, most=4)
    ([1.0, 10.0, 100.0, 1000.0], [1e-06, 0.0001, 0.01, 1.0])
    """
    first = math.ceil(math.log10(low) - 1e-9)
    last = math.floor(math.log10(high) + 1e-9)
    step = max(1, math.ceil((last - first) / max(most - 1, 1)))
    return [float(f"1e{power}") for power in range(first, last + 1, step)]


def axis(
    scale: Scale | LogScale,
    across: float,
    marks: Iterable[tuple[float, str]],
    upright: bool = False,
    grid: float = 0,
) -> str:
    """A line of numbers with marks and their names.

    Parameters
    ----------
    scale : Scale or LogScale
        The numbers along it, in x or, for an upright axis, in y.
    across : float
        Where it stands in the other direction.
    marks : iterable of (float, str)
        The numbers that are marked, and what is written there.
    upright : bool
        Whether it runs upwards, with the names on its left.
    grid : float
        How far faint lines reach from the marks into the drawing.
    """
    drawn = []
    for value, name in marks:
        at = scale.at(value)
        if upright:
            drawn.append(line(across - 6, at, across + grid, at, LINE))
            drawn.append(text(across - 12, at, name, 17, FAINT, "end"))
        else:
            drawn.append(line(at, across + 6, at, across - grid, LINE))
            drawn.append(text(at, across + 20, name, 17, FAINT))
    ends = (across, scale.start, across, scale.stop)
    drawn.append(line(*(ends if upright else (ends[1], across, ends[3], across)), FAINT, 1.5))
    return "".join(drawn)
