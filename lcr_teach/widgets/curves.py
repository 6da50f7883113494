"""Curves over an axis of numbers, and many intervals beside the number they should hold."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from lcr_teach.palette import SEATS
from lcr_teach.widgets.axes import LogScale, Scale, axis, log_ticks, percent, power, ticks
from lcr_teach.widgets.drawing import (
    MARK,
    TEXT,
    WIDE,
    Point,
    haloed,
    line,
    mark,
    picture,
    polyline,
    text,
    wide_as,
)

__all__ = ["Curve", "curve_plot", "interval_plot"]

_LEFT, _RIGHT = 92.0, WIDE - 30
_TOP, _FOOT = 76.0, 376.0
#: Patterns and marks go round at different speeds, so that twelve curves differ.
_DASHES = ("", "12 6", "3 6", "16 5 3 5")
#: So many marks on a curve.
_MARKED = 7

#: An entry of the key: name, colour, and the place of its curve, or None for a level line.
_Key = tuple[str, str, int | None]


class Curve(NamedTuple):
    """A curve of a plot; its dashes and marks follow from its place among the curves.

    Attributes
    ----------
    name : str
        What the key says.
    points : sequence of (float, float)
        From left to right.
    colour : str, optional
        That of its seat, for a seat's curve; by its place if empty.
    ribbon : sequence of (x, low, high)
        A band that is drawn faintly behind the curve, such as two standard errors.
    """

    name: str
    points: Sequence[Point]
    colour: str = ""
    ribbon: Sequence[tuple[float, float, float]] = ()


def curve_plot(
    curves: Sequence[Curve],
    label: str,
    *,
    across: str = "",
    title: str = "",
    x: tuple[float, float] | None = None,
    y: tuple[float, float] | None = None,
    log_x: bool = False,
    log_y: bool = False,
    as_percent: bool = True,
    levels: Mapping[str, float] | None = None,
    levels_in_key: bool = False,
    here: float | None = None,
) -> str:
    """Draw curves, told apart by dashes and marks and not by colour alone.

    Parameters
    ----------
    curves : sequence of Curve
        At most 12.
    label : str
        What the drawing shows, with its numbers, for those who do not see it.
    across, title : str
        What the lower axis counts, and what stands above.
    x, y : (float, float), optional
        Ends of the axes; as far as the curves and their ribbons go if not given.
    log_x, log_y : bool
        Whether an axis goes by powers of ten.
    as_percent : bool
        Whether the numbers at the upright axis are probabilities, written in percent.
    levels : mapping of str to float, optional
        Named level lines, such as the truth that is aimed at. The name stands at the line or,
        where a curve runs there, in the key.
    levels_in_key : bool
        Whether all their names stand in the key, as for a curve that comes close to its level.
    here : float, optional
        Where an upright line stands: the place that is looked at now.

    Returns
    -------
    str
        SVG text.

    Raises
    ------
    ValueError
        If no curve has a point.

    Examples
    --------
    >>> rising = Curve("rising", [(0, 0.1), (1, 0.9)])
    >>> curve_plot([rising], "From 10 % to 90 %.").count("<path") > 2
    True
    """
    points = [point for curve in curves for point in curve.points]
    if not points:
        raise ValueError("a plot must have at least one curve with a point.")
    levels = levels or {}
    heights = [height for _, height in points] + list(levels.values())
    heights += [end for curve in curves for _, *band in curve.ribbon for end in band]
    x = x or (min(at for at, _ in points), max(at for at, _ in points))
    y = y or _with_room(heights, log_y, as_percent)
    across_scale = _scale(x, log_x, _LEFT, _RIGHT)
    up = _scale(y, log_y, _FOOT, _TOP)
    steps = log_ticks(*y) if log_y else ticks(*y)
    written = percent if as_percent and not log_y else power
    names = [(step, written(step)) for step in steps]
    below = log_ticks(*x, most=9) if log_x else ticks(*x, most=9)
    parts = [
        axis(up, _LEFT, names, upright=True, grid=_RIGHT - _LEFT),
        axis(across_scale, _FOOT, [(step, power(step)) for step in below]),
        text((_LEFT + _RIGHT) / 2, _FOOT + 52, across, 18),
    ]

    def at(point: Point) -> Point:
        # What lies beyond the ends of an axis stands at its end.
        high = min(max(point[1], min(y)), max(y))
        return across_scale.at(point[0]), up.at(high)

    for place, curve in enumerate(curves):
        if curve.ribbon:
            edge = [at((a, low)) for a, low, _ in curve.ribbon]
            edge += [at((a, high)) for a, _, high in reversed(curve.ribbon)]
            colour = _colour(curve, place)
            parts.append(
                polyline(edge, f"fill:{colour};fill-opacity:0.25;stroke:{colour};stroke-width:1")
            )
    keys: list[_Key] = []
    courses = [[at(point) for point in curve.points] for curve in curves]
    for name, height in levels.items():
        y_at = up.at(height)
        parts.append(line(_LEFT, y_at, _RIGHT, y_at, TEXT, 2.5))
        start = _RIGHT - 4 - wide_as(name, 18)
        runs_there = (_runs_through(course, start, y_at - 28, y_at - 2) for course in courses)
        if levels_in_key or any(runs_there):
            keys.append((name, TEXT, None))
        else:
            parts.append(haloed(_RIGHT - 4, y_at - 14, name, 18, "end"))
    if here is not None:
        parts.append(
            line(across_scale.at(here), _FOOT, across_scale.at(here), _TOP, TEXT, 2, "4 4")
        )
    for place, (curve, shown) in enumerate(zip(curves, courses, strict=True)):
        parts.append(polyline(shown, f"fill:none;{_stroke(_colour(curve, place), place)}"))
        # Marks of two curves do not stand at the same places, or one would cover the other.
        every = max(1, math.ceil(len(shown) / _MARKED))
        chosen = shown[(place * every // 3) % every :: every]
        parts += [mark(a, b, place, _colour(curve, place)) for a, b in chosen]
    keys += [(curve.name, _colour(curve, place), place) for place, curve in enumerate(curves)]
    rows = _key_rows(keys, wide_as(title, 20))
    # Two rows of the key fit above the curves; more of them push the top of the picture up.
    top = -28.0 * max(0, len(rows) - 2)
    parts.append(text(4, top + 18, title, 20, TEXT, "start", bold=True))
    for number, row in enumerate(rows):
        parts += _key_row(row, top + 18 + 28 * number)
    return picture(WIDE, _FOOT + (74 if across else 40), label, parts, 900, top)


def interval_plot(
    intervals: Sequence[tuple[float, float]],
    truth: float,
    label: str,
    *,
    title: str = "",
    truth_name: str = "exact",
    y: tuple[float, float] | None = None,
) -> str:
    """Draw many intervals side by side; those that miss the truth are crossed.

    Parameters
    ----------
    intervals : sequence of (low, high)
        At most some 200; probabilities.
    truth : float
        The number that each of them should hold.
    label : str
        What the drawing shows, with its numbers, for those who do not see it.
    title, truth_name : str
        What stands above, and at the line of the truth.
    y : (float, float), optional
        Ends of the upright axis; as far as the intervals go if not given.

    Returns
    -------
    str
        SVG text.

    Raises
    ------
    ValueError
        If there are no intervals.

    Examples
    --------
    >>> "misses: 1" in interval_plot([(0.1, 0.3), (0.4, 0.5)], 0.2, "One of two holds 20 %.")
    True
    """
    if not intervals:
        raise ValueError("there must be at least one interval.")
    y = y or _with_room([truth, *(end for pair in intervals for end in pair)], False, True)
    up = Scale(*y, _FOOT, _TOP)
    across = Scale(0, len(intervals), _LEFT, _RIGHT)
    steps = [(step, percent(step)) for step in ticks(*y)]
    parts = [axis(up, _LEFT, steps, upright=True, grid=_RIGHT - _LEFT)]
    level = up.at(truth)
    parts.append(line(_LEFT, level, _RIGHT, level, TEXT, 2.5))
    size = min(1.0, max(0.5, 5 / len(intervals) ** 0.5))
    missing = 0
    for place, (low, high) in enumerate(intervals):
        x = across.at(place + 0.5)
        ends = (up.at(low), up.at(high))
        middle = sum(ends) / 2
        if low <= truth <= high:
            parts.append(line(x, ends[0], x, ends[1], SEATS[0], 2.5))
            parts.append(mark(x, middle, 0, SEATS[0], 0.55 * size))
        else:
            missing += 1
            parts.append(line(x, ends[0], x, ends[1], MARK, 5))
            parts.append(mark(x, middle, "cross", MARK, max(size, 0.9)))
    parts.append(haloed(_RIGHT, _FOOT + 20, f"{truth_name} {100 * truth:.4g} %", 18, "end"))
    parts.append(text(4, 18, title, 20, TEXT, "start", bold=True))
    holds, misses = f"holds it: {len(intervals) - missing}", f"misses: {missing}"
    start = WIDE - 84 - wide_as(holds + misses, 18)
    parts += [
        mark(start, 18, 0, SEATS[0]),
        text(start + 14, 18, holds, 18, anchor="start"),
        mark(start + 44 + wide_as(holds, 18), 18, "cross", MARK),
        text(start + 60 + wide_as(holds, 18), 18, misses, 18, anchor="start"),
    ]
    return picture(WIDE, _FOOT + 40, label, parts, 900)


def _scale(ends: tuple[float, float], log: bool, start: float, stop: float) -> Scale | LogScale:
    return LogScale(*ends, start, stop) if log else Scale(*ends, start, stop)


def _with_room(heights: Sequence[float], log: bool, probabilities: bool) -> tuple[float, float]:
    """Ends of an axis that hold all numbers and a little more, but no chance above 1."""
    if log:
        low = min(height for height in heights if height > 0)
        high = 10.0 ** math.ceil(math.log10(max(heights)) - 1e-9)
        return min(10.0 ** math.floor(math.log10(low)), high / 10), high
    low, high = min(heights), max(heights)
    room = 0.06 * (high - low) or 0.1 * abs(high) or 1.0
    if not probabilities:
        return low - room, high + room
    return max(low - room, 0.0), min(high + room, 1.0)


def _colour(curve: Curve, place: int) -> str:
    return curve.colour or SEATS[place % len(SEATS)]


def _stroke(colour: str, place: int) -> str:
    dash = _DASHES[place % len(_DASHES)]
    return f"stroke:{colour};stroke-width:3.5" + (f";stroke-dasharray:{dash}" if dash else "")


def _runs_through(course: Sequence[Point], start: float, top: float, foot: float) -> bool:
    """Whether a curve comes between two heights, right of `start`."""
    for (x, y), (x_next, y_next) in pairwise(course):
        if x_next < start or x_next == x:
            continue
        entering = y + (y_next - y) * max(0.0, start - x) / (x_next - x)
        if min(entering, y_next) <= foot and max(entering, y_next) >= top:
            return True
    return False


def _key_rows(keys: Sequence[_Key], title: float) -> list[list[_Key]]:
    """The entries of a key in rows, the first of which leaves room for the title."""
    rows: list[list[_Key]] = [[]]
    free = WIDE - 20 - title
    for key in keys:
        if rows[-1] and _key_width(key[0]) > free:
            rows.append([])
            free = WIDE
        rows[-1].append(key)
        free -= _key_width(key[0])
    return rows


def _key_row(keys: Sequence[_Key], y: float) -> list[str]:
    """One row of the key, flush right."""
    parts = []
    x = WIDE - sum(_key_width(name) for name, _, _ in keys)
    for name, colour, place in keys:
        if place is None:
            parts.append(line(x, y, x + 44, y, colour, 2.5))
        else:
            parts.append(polyline([(x, y), (x + 44, y)], f"fill:none;{_stroke(colour, place)}"))
            parts.append(mark(x + 22, y, place, colour))
        parts.append(text(x + 52, y, name, 18, anchor="start"))
        x += _key_width(name)
    return parts


def _key_width(name: str) -> float:
    return 74 + wide_as(name, 18)
