"""Bars with intervals, piled dots, and counts that lie one under the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lcr_teach.palette import SEATS, ink
from lcr_teach.widgets.axes import Scale, axis, percent, ticks
from lcr_teach.widgets.drawing import (
    MARK,
    PAPER,
    TEXT,
    WIDE,
    box,
    line,
    num,
    picture,
    text,
    wide_as,
)

__all__ = ["Bar", "bars", "dots", "lanes", "stacked"]


class Bar(NamedTuple):
    """What is drawn for one name: an outline, a filled bar beside it, an interval on that.

    Attributes
    ----------
    name : str
        Written under the bars.
    colour : str
        Of the filled bar.
    exact, sampled : float
        Height of the outlined and of the filled bar.
    interval : (float, float)
        Ends of the interval on the filled bar.
    """

    name: str
    colour: str
    exact: float
    sampled: float
    interval: tuple[float, float]


def bars(
    shown: Sequence[Bar], label: str, title: str, level: tuple[float, str] | None = None
) -> str:
    """Probabilities as bars: exact ones as outlines, sampled ones filled, with intervals.

    Parameters
    ----------
    shown : sequence of Bar
        One for each name.
    label, title : str
        What the drawing shows, with its numbers, and what stands above it.
    level : (float, str), optional
        A probability that all might have, drawn as a dashed line, and its name.
    """
    wide, high, left, top, foot = WIDE, 400.0, 74.0, 62.0, 362.0
    greatest = max(max(bar.exact, *bar.interval) for bar in shown)
    if level is not None:
        greatest = max(greatest, level[0])
    scale = Scale(0, min(1.0, 1.04 * greatest), foot, top)
    marks = [(value, percent(value)) for value in ticks(0, scale.high)]
    room = (wide - left - 10) / len(shown)
    each = min(84.0, 0.36 * room)
    outline = f"fill:{PAPER};stroke:{TEXT};stroke-width:3"
    interval = f"fill:none;stroke:{TEXT};stroke-width:3"
    parts = [axis(scale, left, marks, upright=True, grid=wide - left - 4)]
    whiskers: list[str] = []
    for place, bar in enumerate(shown):
        middle = left + (place + 0.5) * room
        exact_at, sampled_at = scale.at(bar.exact), scale.at(bar.sampled)
        low, top_end = (scale.at(end) for end in bar.interval)
        x, cap = middle + 4 + each / 2, each / 7
        parts += [
            box(middle - 4 - each, exact_at, each, foot - exact_at, outline),
            box(middle + 4, sampled_at, each, foot - sampled_at, f"fill:{bar.colour}"),
            text(middle, foot + 22, bar.name, min(20, 1.5 * room / len(bar.name)), bold=True),
        ]
        # A light edge keeps the interval readable where it lies on the bar.
        whiskers += [
            f'<path d="M{num(x - cap)} {num(low)}h{num(2 * cap)}m{num(-cap)} 0V{num(top_end)}'
            f'm{num(-cap)} 0h{num(2 * cap)}" style="{style}"/>'
            for style in (f"fill:none;stroke:{PAPER};stroke-width:7", interval)
        ]
    parts.append(line(left, foot, wide - 4, foot, TEXT, 1.5))
    if level is not None:
        at = scale.at(level[0])
        parts.append(line(left, at, wide - 4, at, PAPER, 6))
        parts.append(line(left, at, wide - 4, at, TEXT, 2.5, "10 6"))
    parts += whiskers
    # With a level the key is too long to stand beside the title.
    upper = 0 if level is None else -30
    parts.append(text(4, 18 + upper, title, 20, TEXT, "start", bold=True))
    key = wide - 402
    if level is not None:
        said = wide_as(level[1], 18)
        parts.append(line(key - said - 66, 18, key - said - 30, 18, TEXT, 2.5, "10 6"))
        parts.append(text(key - said - 22, 18, level[1], 18, anchor="start"))
    parts += [
        box(key, 8, 22, 20, outline),
        text(key + 30, 18, "exact", 18, anchor="start"),
        box(key + 98, 7, 24, 22, f"fill:{shown[0].colour}"),
        text(key + 130, 18, "sampled", 18, anchor="start"),
        f'<path d="M{num(key + 226)} 7h14m-7 0v22m-7 0h14" style="{interval}"/>',
        text(key + 250, 18, "95 % interval", 18, anchor="start"),
    ]
    return picture(wide, high, label, parts, 900, upper)


def dots(
    values: Sequence[float], ends: tuple[float, float], label: str, answer: float | None = None
) -> str:
    """Numbers as dots over an axis, near ones piled up, and one that is pointed at."""
    low, high = ends
    if answer is not None:
        low, high = min(low, answer), max(high, answer)
    wide, left = WIDE, 30.0
    scale = Scale(low, high, left, wide - left)
    radius = 9.0
    piles: dict[int, list[float]] = {}
    for value in values:
        piles.setdefault(round((scale.at(value) - left) / (2 * radius)), []).append(value)
    tallest = max((len(pile) for pile in piles.values()), default=0)
    # A high pile is pressed together, so that a whole class fits into the picture.
    step = min(2 * radius + 1, 190 / max(tallest, 1))
    foot = 48 + max(60.0, step * tallest)
    parts = [axis(scale, foot, [(mark, f"{mark:g}") for mark in ticks(low, high, 9)])]
    if answer is not None:
        x = scale.at(answer)
        anchor = "start" if x < wide / 4 else "end" if x > 3 * wide / 4 else "middle"
        parts.append(line(x, foot, x, 34, MARK, 5))
        parts.append(text(x, 16, f"answer {answer:g}", 20, TEXT, anchor, bold=True))
    for pile in piles.values():
        for level, value in enumerate(pile):
            parts.append(
                f'<circle cx="{num(scale.at(value))}" cy="{num(foot - radius - 2 - level * step)}" '
                f'r="{num(radius)}" style="fill:{SEATS[0]};stroke:{PAPER};stroke-width:1.5"/>'
            )
    return picture(wide, foot + 36, label, parts, 900)


def lanes(counts: Mapping[str, int], label: str, right: str | None = None) -> str:
    """Counts as bars that lie one under the other, each under its name; one is starred."""
    wide, lane = WIDE, 62.0
    most = max([*counts.values(), 4])
    parts = []
    for place, (name, count) in enumerate(counts.items()):
        y = place * lane
        said = f"★ {name}" if name == right else name
        parts.append(text(2, y + 15, said, 19, TEXT, "start", bold=name == right))
        long = max(3, (wide - 60) * count / most)
        edge = f";stroke:{TEXT};stroke-width:3" if name == right else ""
        parts.append(box(2, y + 29, long, 22, f"fill:{SEATS[0]}{edge}"))
        parts.append(text(long + 14, y + 40, str(count), 20, TEXT, "start", bold=True))
    return picture(wide, lane * len(counts), label, parts, 900)


def stacked(shares: Sequence[float], keys: Sequence[tuple[str, str]], label: str) -> str:
    """Shares of a whole, side by side in one bar: each with its key and its percentage.

    Parameters
    ----------
    shares : sequence of float
        With sum 1.
    keys : sequence of (str, str)
        What is written on each share, and its colour.
    label : str
        What the drawing shows, with its numbers, for those who do not see it.
    """
    parts = []
    x = 2.0
    for share, (key, colour) in zip(shares, keys, strict=True):
        wide = share * (WIDE - 4)
        parts.append(box(x, 4, wide, 56, f"fill:{colour};stroke:{PAPER};stroke-width:2"))
        written, size = f"{100 * share:.1f} %", 24
        if wide_as(written, size) > wide - 6:
            written, size = f"{100 * share:.0f}", 20
        # A share that is too narrow for its number has it in the table below.
        if wide_as(written, size) < wide - 4:
            middle = x + wide / 2
            parts.append(text(middle, 20, key, 17, ink(colour)))
            parts.append(text(middle, 42, written, size, ink(colour), bold=True))
        x += wide
    return picture(WIDE, 64, label, parts, 900)
