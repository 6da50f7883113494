"""Drawings as SVG text: dice, chips, arrows, axes, bars with intervals, dots.

Plain functions that return strings; a widget puts them into an HTML view. Lengths are in
the units of the drawing, which is scaled to the width of the page. Texts and lines take
their colour from JupyterLab's theme, so that they are read on a light and on a dark page.
No drawing carries an id: two copies of it on one page cannot get into each other's way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from lcr_teach.palette import CHIP, MOVE, SEATS
from lcr_teach.rules import Face

__all__ = ["Bar", "Point", "Scale", "arrow", "axis", "bars", "chip", "chip_stack", "die"]
__all__ += ["dots", "lanes", "num", "picture", "text", "ticks"]

TEXT = "var(--jp-ui-font-color1, #222)"
FAINT = "var(--jp-ui-font-color2, #555)"
PAPER = "var(--jp-layout-color1, #fff)"
LINE = "var(--jp-border-color1, #bbb)"
#: What is pointed at, and says so in words as well.
MARK = SEATS[5]

Point = tuple[float, float]


def picture(
    width: float, height: float, label: str, parts: Iterable[str], most: int, top: float = 0
) -> str:
    """A whole drawing, with the words that stand for it where it cannot be seen.

    Parameters
    ----------
    width, height : float
        Where the drawing ends on the right and at the foot, in its own units.
    label : str
        What the drawing shows, its numbers included.
    parts : iterable of str
        SVG elements.
    most : int
        Largest width in CSS pixels; a low window makes it smaller, to show all of it.
    top : float
        Where the drawing begins; what lies above is cut off.
    """
    box = f"0 {num(top)} {num(width)} {num(height - top)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
        f'role="img" aria-label="{escape(label)}" style="max-width:min(100%, {most}px, 115vh);'
        f'font-family:var(--jp-ui-font-family, sans-serif)">{"".join(parts)}</svg>'
    )


def text(
    x: float,
    y: float,
    words: str,
    size: float = 16,
    colour: str = TEXT,
    anchor: str = "middle",
    bold: bool = False,
) -> str:
    """Words whose middle line stands at height `y`."""
    weight = ";font-weight:700" if bold else ""
    return (
        f'<text x="{num(x)}" y="{num(y + 0.35 * size)}" text-anchor="{anchor}" '
        f'style="font-size:{num(size)}px;fill:{colour}{weight}">{escape(words)}</text>'
    )


def die(x: float, y: float, face: Face, size: float = 44, turned: float = 0) -> str:
    """A die that lies with one face up: L, C, R or a dot.

    Parameters
    ----------
    x, y : float
        Its middle.
    face : Face
        The face that is up.
    size : float
        Length of an edge.
    turned : float
        How it lies, in degrees.
    """
    half = size / 2
    square = f'width="{num(size)}" height="{num(size)}" rx="{num(size / 5)}"'
    if face is Face.BLANK:
        up = f'<circle r="{num(size / 8)}" style="fill:#222"/>'
    else:
        up = text(0, 0, face.value, 0.66 * size, "#222", bold=True)
    return (
        f'<g transform="translate({num(x)} {num(y)}) rotate({num(turned)})">'
        f'<g class="lcr-drop"><rect x="{num(-half + 2)}" y="{num(-half + 4)}" {square} '
        f'style="fill:#000;fill-opacity:0.3"/><rect x="{num(-half)}" y="{num(-half)}" {square} '
        f'style="fill:#FDFDFA;stroke:#8a8a82;stroke-width:1.5"/>'
        f"{up}</g></g>"
    )


def chip(x: float, y: float, number: int, radius: float = 15) -> str:
    """A chip seen from above, with a number on it."""
    ring = 0.82 * radius
    dash = 2 * math.pi * ring / 12
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" '
        f'style="fill:{MOVE};stroke:#4a3a10;stroke-width:1.2"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(ring)}" style="fill:none;stroke:#fff;'
        f'stroke-width:{num(0.3 * radius)};stroke-dasharray:{num(dash)}"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(0.68 * radius)}" style="fill:{MOVE}"/>'
        + text(x, y, str(number), 1.1 * radius, "#222", bold=True)
    )


def chip_stack(x: float, y: float, number: int, scale: float = 1) -> str:
    """Chips in stacks around a middle, with their number beside.

    Up to five chips make one stack and up to fifteen three of them; more chips lie
    closer, so that a stack never grows higher than its place. No chips leave an empty
    outline.
    """
    radius, flat = 18 * scale, 8 * scale
    columns = 1 if number <= 5 else 2 if number <= 10 else 3
    tallest = max(5, math.ceil(number / columns))
    step = min(7.0, 36 / tallest) * scale
    beside = text(0, 0, str(number), 27 * scale, "#fff", "start", bold=True)
    width = radius * (2 if columns == 1 else 4)
    # The number takes part of the width, and the whole is what stands in the middle.
    whole = width + (6 + 16 * len(str(number))) * scale
    start = -whole / 2
    if number == 0:
        drawn = (
            f'<ellipse cx="{num(start + radius)}" rx="{num(radius)}" ry="{num(flat)}" '
            f'style="fill:none;stroke:#fff;stroke-opacity:0.75;stroke-width:2;'
            f'stroke-dasharray:5 4"/>'
        )
    else:
        # The front stack is drawn last; it covers a little of those behind it.
        places = {1: [(1.0, 0.0)], 2: [(1.0, 0.0), (3.0, 0.0)]}.get(
            columns, [(1.0, -0.5), (3.0, -0.5), (2.0, 0.9)]
        )
        held = [number // columns + (place < number % columns) for place in range(columns)]
        drawn = ""
        for (right, down), height in zip(places, held, strict=True):
            foot = down * flat + step * (min(tallest, max(held)) - 1) / 2
            drawn += "".join(
                _lying_chip(start + right * radius, foot - level * step, radius, flat, step, level)
                for level in range(height)
            )
    number_at = f'<g transform="translate({num(start + width + 6 * scale)} 0)">{beside}</g>'
    return f'<g transform="translate({num(x)} {num(y)})">{drawn}{number_at}</g>'


def _lying_chip(x: float, y: float, radius: float, flat: float, step: float, level: int) -> str:
    edge = (
        f"M{num(x - radius)} {num(y)}v{num(step)}"
        f"a{num(radius)} {num(flat)} 0 0 0 {num(2 * radius)} 0v{num(-step)}z"
    )
    # Marks on the edge, as poker chips have them, shifted from chip to chip.
    shift = (0.1, -0.12)[level % 2] * radius
    marks = "".join(
        f"M{num(x + shift + at * radius)} {num(y + 0.96 * flat * math.sqrt(1 - at * at))}"
        f"v{num(step)}"
        for at in (-0.55, 0.0, 0.55)
    )
    line = "stroke:#4a3a1c;stroke-width:1.1"
    return (
        f'<path d="{edge}" style="fill:#C9A24B;{line}"/>'
        f'<path d="{marks}" style="fill:none;stroke:#FFF8E6;stroke-width:{num(radius / 3.4)}"/>'
        f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(radius)}" ry="{num(flat)}" '
        f'style="fill:{CHIP};{line}"/>'
        f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(0.62 * radius)}" '
        f'ry="{num(0.6 * flat)}" style="fill:none;stroke:#C9A24B;stroke-width:1.2"/>'
    )


def arrow(start: Point, over: Point, end: Point, number: int) -> str:
    """A bent arrow along which chips move, their number half way.

    Parameters
    ----------
    start, over, end : (float, float)
        The arrow runs from the first point to the last and passes the one between.
    number : int
        How many chips.
    """
    control = tuple(2 * o - (s + e) / 2 for s, o, e in zip(start, over, end, strict=True))
    angle = math.atan2(end[1] - control[1], end[0] - control[0])
    head = [(0.0, 0.0), (-17.0, -9.0), (-17.0, 9.0)]
    corners = " ".join(
        f"{num(end[0] + a * math.cos(angle) - b * math.sin(angle))},"
        f"{num(end[1] + a * math.sin(angle) + b * math.cos(angle))}"
        for a, b in head
    )
    stop = (end[0] - 12 * math.cos(angle), end[1] - 12 * math.sin(angle))
    return (
        f'<g class="lcr-fade"><path d="M{num(start[0])} {num(start[1])}Q{num(control[0])} '
        f'{num(control[1])} {num(stop[0])} {num(stop[1])}" style="fill:none;stroke:{MOVE};'
        f'stroke-width:4.5;stroke-linecap:round"/>'
        f'<polygon points="{corners}" style="fill:{MOVE}"/>{chip(*over, number)}</g>'
    )


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


def axis(
    scale: Scale,
    across: float,
    marks: Iterable[tuple[float, str]],
    upright: bool = False,
    grid: float = 0,
) -> str:
    """A line of numbers with marks and their names.

    Parameters
    ----------
    scale : Scale
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
            drawn.append(_line(across - 6, at, across + grid, at, LINE))
            drawn.append(text(across - 12, at, name, 17, FAINT, "end"))
        else:
            drawn.append(_line(at, across + 6, at, across - grid, LINE))
            drawn.append(text(at, across + 20, name, 17, FAINT))
    ends = (across, scale.start, across, scale.stop)
    drawn.append(_line(*(ends if upright else (ends[1], across, ends[3], across)), FAINT, 1.5))
    return "".join(drawn)


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


def bars(shown: Sequence[Bar], label: str, title: str) -> str:
    """Probabilities as bars: exact ones as outlines, sampled ones filled, with intervals."""
    wide, high, left, top, foot = 860.0, 400.0, 74.0, 62.0, 362.0
    greatest = max(max(bar.exact, *bar.interval) for bar in shown)
    scale = Scale(0, min(1.0, 1.04 * greatest), foot, top)
    marks = [(value, f"{100 * value:g} %") for value in ticks(0, scale.high)]
    room = (wide - left - 10) / len(shown)
    each = min(84.0, 0.36 * room)
    outline = f"fill:{PAPER};stroke:{TEXT};stroke-width:3"
    interval = f"fill:none;stroke:{TEXT};stroke-width:3"
    parts = [axis(scale, left, marks, upright=True, grid=wide - left - 4)]
    for place, bar in enumerate(shown):
        middle = left + (place + 0.5) * room
        exact_at, sampled_at = scale.at(bar.exact), scale.at(bar.sampled)
        low, top_end = (scale.at(end) for end in bar.interval)
        x, cap = middle + 4 + each / 2, each / 7
        parts += [
            _box(middle - 4 - each, exact_at, each, foot - exact_at, outline),
            _box(middle + 4, sampled_at, each, foot - sampled_at, f"fill:{bar.colour}"),
            # A light edge keeps the interval readable where it lies on the bar.
            *(
                f'<path d="M{num(x - cap)} {num(low)}h{num(2 * cap)}m{num(-cap)} 0V{num(top_end)}'
                f'm{num(-cap)} 0h{num(2 * cap)}" style="{style}"/>'
                for style in (f"fill:none;stroke:{PAPER};stroke-width:7", interval)
            ),
            text(middle, foot + 22, bar.name, min(20, 1.5 * room / len(bar.name)), bold=True),
        ]
    parts.append(_line(left, foot, wide - 4, foot, TEXT, 1.5))
    parts.append(text(4, 18, title, 20, TEXT, "start", bold=True))
    key = wide - 402
    parts += [
        _box(key, 8, 22, 20, outline),
        text(key + 30, 18, "exact", 18, anchor="start"),
        _box(key + 98, 7, 24, 22, f"fill:{shown[0].colour}"),
        text(key + 130, 18, "sampled", 18, anchor="start"),
        f'<path d="M{num(key + 226)} 7h14m-7 0v22m-7 0h14" style="{interval}"/>',
        text(key + 250, 18, "95 % interval", 18, anchor="start"),
    ]
    return picture(wide, high, label, parts, 900)


def dots(
    values: Sequence[float], ends: tuple[float, float], label: str, answer: float | None = None
) -> str:
    """Numbers as dots over an axis, near ones piled up, and one that is pointed at."""
    low, high = ends
    if answer is not None:
        low, high = min(low, answer), max(high, answer)
    wide, left = 860.0, 30.0
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
        parts.append(_line(x, foot, x, 34, MARK, 5))
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
    wide, lane = 860.0, 62.0
    most = max([*counts.values(), 4])
    parts = []
    for place, (name, count) in enumerate(counts.items()):
        y = place * lane
        said = f"★ {name}" if name == right else name
        parts.append(text(2, y + 15, said, 19, TEXT, "start", bold=name == right))
        long = max(3, (wide - 60) * count / most)
        edge = f";stroke:{TEXT};stroke-width:3" if name == right else ""
        parts.append(_box(2, y + 29, long, 22, f"fill:{SEATS[0]}{edge}"))
        parts.append(text(long + 14, y + 40, str(count), 20, TEXT, "start", bold=True))
    return picture(wide, lane * len(counts), label, parts, 900)


def _line(x: float, y: float, to_x: float, to_y: float, colour: str, thick: float = 1) -> str:
    return (
        f'<path d="M{num(x)} {num(y)}L{num(to_x)} {num(to_y)}" '
        f'style="stroke:{colour};stroke-width:{num(thick)}"/>'
    )


def _box(x: float, y: float, wide: float, high: float, style: str) -> str:
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{num(max(high, 0))}" '
        f'style="{style}"/>'
    )


def num(number: float) -> str:
    """A coordinate as text, as short as it can be written."""
    return f"{round(number, 1) + 0.0:g}"
