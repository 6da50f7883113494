"""The law of a number, or of what happens: exact outlines, and what was sampled over them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from lcr_teach.palette import SEATS
from lcr_teach.widgets.axes import LogScale, Scale, axis, log_ticks, percent, power, ticks
from lcr_teach.widgets.drawing import (
    FAINT,
    PAPER,
    TEXT,
    WIDE,
    Point,
    box,
    haloed,
    line,
    mark,
    num,
    picture,
    polyline,
    text,
    wide_as,
)

__all__ = ["law_plot"]

_LEFT, _RIGHT = 84.0, WIDE - 20
_HIGH = 450.0
_TOP, _FOOT = 116.0, 376.0
#: Rows of names above the law.
_ROWS = 3
#: More values than this are too narrow for boxes: the law becomes a staircase, and what was
#: sampled becomes discs.
_MOST_BOXES = 40
#: Patterns of the lines that mark numbers, so that no colour has to tell them apart.
_DASHES = ("", "9 5", "2 5", "14 4 3 4")


def law_plot(
    law: Mapping[int, float] | Mapping[str, float],
    label: str,
    *,
    sampled: Mapping[int, float] | Mapping[str, float] | None = None,
    intervals: Mapping[int, tuple[float, float]] | Mapping[str, tuple[float, float]] | None = None,
    marks: Mapping[str, float] | None = None,
    across: str = "",
    title: str = "",
    colour: str = SEATS[0],
    log: bool = False,
    ends: tuple[int, int] | None = None,
    law_name: str = "exact",
) -> str:
    """Draw a discrete law as outlined bars, with sampled shares over it.

    Parameters
    ----------
    law : mapping of int or str to float
        Exact probability of each value. Whole numbers stand along an axis, words side by
        side in their order.
    label : str
        What the drawing shows, with its numbers, for those who do not see it.
    sampled : mapping, optional
        Share of each value in a sample; filled bars, or discs where there are many values.
    intervals : mapping, optional
        Ends of an interval for sampled shares.
    marks : mapping of str to float, optional
        Numbers that are pointed at, such as the mean: by what is written there. For laws of
        whole numbers only.
    across, title : str
        What the axis counts, and what stands above.
    colour : str
        Of what was sampled.
    log : bool
        Whether probabilities stand by powers of ten, which shows the tail: a straight
        line is a geometric one.
    ends : (int, int), optional
        First and last whole number that are drawn; all if not given.
    law_name : str
        What the key calls the outlined bars.

    Returns
    -------
    str
        SVG text.

    Raises
    ------
    ValueError
        If there is nothing to draw.

    Examples
    --------
    >>> law_plot({1: 0.5, 2: 0.25}, "Half, a quarter.")[:26]
    '<svg xmlns="http://www.w3.'
    """
    named = {value: share for value, share in law.items() if share > 0}
    if not named:
        raise ValueError("a law must have at least one value with a positive probability.")
    drawn = _Law(law, sampled or {}, intervals or {}, colour, log, ends, _TOP if marks else 54)
    parts = [
        *drawn.axes(across),
        *drawn.exact(),
        *drawn.sampled(),
        *drawn.marks(marks or {}),
        text(4, 18, title, 20, TEXT, "start", bold=True),
        *drawn.key(sampled is not None, law_name),
    ]
    return picture(WIDE, _HIGH if across else _HIGH - 26, label, parts, 900)


class _Law:
    """Where everything stands."""

    def __init__(
        self,
        law: Mapping[int, float] | Mapping[str, float],
        sampled: Mapping[int, float] | Mapping[str, float],
        intervals: Mapping[int, tuple[float, float]] | Mapping[str, tuple[float, float]],
        colour: str,
        log: bool,
        ends: tuple[int, int] | None,
        top: float,
    ) -> None:
        values = [*law, *(value for value in sampled if value not in law)]
        self.words = [value for value in values if isinstance(value, str)]
        whole = [value for value in values if isinstance(value, int)]
        first, last = ends or (min(whole), max(whole)) if whole else (0, len(self.words) - 1)
        place = {word: at for at, word in enumerate(self.words)} if self.words else {}

        def placed(shares: Mapping[int, float] | Mapping[str, float]) -> dict[int, float]:
            at = {place.get(str(value), value): share for value, share in shares.items()}
            return {int(v): share for v, share in at.items() if first <= int(v) <= last}

        self.law, self.shares = placed(law), placed(sampled)
        self.intervals = {
            int(place.get(str(value), value)): pair for value, pair in intervals.items()
        }
        self.colour, self.log, self.first, self.last = colour, log, first, last
        self.x = Scale(first - 0.5, last + 0.5, _LEFT, _RIGHT)
        self.room = (_RIGHT - _LEFT) / (last - first + 1)
        self.boxes = last - first < _MOST_BOXES
        tops = [high for value, (_, high) in self.intervals.items() if first <= value <= last]
        greatest = max([*self.law.values(), *self.shares.values(), *tops])
        self.y: Scale | LogScale
        if log:
            least = min(share for share in self.law.values() if share > 0)
            low = 10.0 ** math.floor(math.log10(max(least, 1e-15)))
            high = 10.0 ** math.ceil(math.log10(greatest))
            self.y = LogScale(low, max(high, 10 * low), _FOOT, top)
        else:
            self.y = Scale(0, 1.04 * greatest, _FOOT, top)

    def axes(self, across: str) -> list[str]:
        steps = log_ticks(self.y.low, self.y.high) if self.log else ticks(0, self.y.high)
        up = [(value, power(value) if self.log else percent(value)) for value in steps]
        parts = [axis(self.y, _LEFT, up, upright=True, grid=_RIGHT - _LEFT)]
        if self.words:
            size = min(20.0, 1.2 * self.room / max(map(len, self.words)))
            parts += [
                text(self.x.at(at), _FOOT + 20, word, size, bold=True)
                for at, word in enumerate(self.words)
            ]
            parts.append(line(_LEFT, _FOOT, _RIGHT, _FOOT, FAINT, 1.5))
        else:
            span = self.last - self.first
            some = (
                ticks(self.first, self.last, 11) if span > 10 else range(self.first, self.last + 1)
            )
            marks = [(float(value), f"{value:g}") for value in some if float(value).is_integer()]
            parts.append(axis(self.x, _FOOT, marks))
        if across:
            parts.append(text((_LEFT + _RIGHT) / 2, _FOOT + 52, across, 18))
        return parts

    def exact(self) -> list[str]:
        style = f"fill:{PAPER};fill-opacity:0.6;stroke:{TEXT};stroke-width:2.5"
        if self.boxes:
            wide = min(84.0, 0.8 * self.room)
            return [
                box(self.x.at(v) - wide / 2, self.y.at(p), wide, _FOOT - self.y.at(p), style)
                for v, p in self.law.items()
            ]
        points: list[Point] = [(self.x.at(self.first - 0.5), _FOOT)]
        for value in range(self.first, self.last + 1):
            height = self.y.at(self.law.get(value, 0.0))
            points += [(self.x.at(value - 0.5), height), (self.x.at(value + 0.5), height)]
        points.append((self.x.at(self.last + 0.5), _FOOT))
        return [polyline(points, f"fill:none;stroke:{TEXT};stroke-width:2")]

    def sampled(self) -> list[str]:
        parts = []
        for value, share in self.shares.items():
            x, y = self.x.at(value), self.y.at(share)
            if self.boxes:
                wide = min(48.0, 0.46 * self.room)
                parts.append(box(x - wide / 2, y, wide, _FOOT - y, f"fill:{self.colour}"))
            elif share > 0:
                radius = max(2.6, min(5.0, 0.5 * self.room))
                parts.append(
                    f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" '
                    f'style="fill:{self.colour};stroke:{PAPER};stroke-width:0.8"/>'
                )
            if value in self.intervals:
                low, high = (self.y.at(end) for end in self.intervals[value])
                cap = min(8.0, 0.3 * self.room)
                way = f"M{num(x - cap)} {num(low)}h{num(2 * cap)}m{num(-cap)} 0V{num(high)}"
                way += f"m{num(-cap)} 0h{num(2 * cap)}"
                parts += [
                    f'<path d="{way}" style="fill:none;stroke:{edge}"/>'
                    for edge in (f"{PAPER};stroke-width:6", f"{TEXT};stroke-width:2.5")
                ]
        return parts

    def marks(self, marks: Mapping[str, float]) -> list[str]:
        parts: list[str] = []
        names = []
        free = [-math.inf] * _ROWS
        inside = {n: v for n, v in marks.items() if self.first - 0.5 <= v <= self.last + 0.5}
        for place, (name, value) in enumerate(sorted(inside.items(), key=lambda each: each[1])):
            x, wide = self.x.at(value), wide_as(name, 17)
            start = min(max(x - wide / 2, _LEFT), WIDE - wide)
            # Names that would run into each other stand on different lines.
            row = next((row for row in range(_ROWS) if start > free[row] + 8), _ROWS - 1)
            free[row] = start + wide
            y = _TOP - 14 - 21 * row
            parts.append(line(x, _FOOT, x, y + 11, PAPER, 5))
            parts.append(line(x, _FOOT, x, y + 11, TEXT, 2.5, _DASHES[place % len(_DASHES)]))
            names.append(haloed(start, y, name, 17, "start"))
        return parts + names

    def key(self, sampled: bool, name: str) -> list[str]:
        more = max(0.0, wide_as(name, 18) - wide_as("exact", 18))
        x = WIDE - (204 if sampled else 82) - more
        parts = [
            box(x, 8, 20, 20, f"fill:{PAPER};stroke:{TEXT};stroke-width:2.5"),
            text(x + 28, 18, name, 18, anchor="start"),
        ]
        x += more
        if not sampled:
            return parts
        shape = (
            box(x + 98, 7, 20, 22, f"fill:{self.colour}")
            if self.boxes
            else mark(x + 110, 18, 0, self.colour)
        )
        return [*parts, shape, text(x + 128, 18, "sampled", 18, anchor="start")]
