"""Dice, chips and arrows, as SVG text."""

from __future__ import annotations

import math

from lcr_teach.palette import CHIP, MOVE
from lcr_teach.rules import Face
from lcr_teach.widgets.drawing import Point, num, text

__all__ = ["arrow", "chip", "chip_stack", "die"]


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
