"""Drawings as SVG text: the picture as a whole, and words, lines, boxes, marks in it.

Plain functions that return strings; a widget puts them into an HTML view. Lengths are in
the units of the drawing, which is scaled to the width of the page. Texts and lines take
their colour from JupyterLab's theme, so that they are read on a light and on a dark page.
No drawing carries an id: two copies of it on one page cannot get into each other's way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from lcr_teach.palette import SEATS

__all__ = ["FAINT", "LINE", "MARK", "PAPER", "TEXT", "WIDE", "Point", "box", "haloed", "line"]
__all__ += ["mark", "num", "picture", "polyline", "text", "wide_as"]

TEXT = "var(--jp-ui-font-color1, #222)"
FAINT = "var(--jp-ui-font-color2, #555)"
PAPER = "var(--jp-layout-color1, #fff)"
LINE = "var(--jp-border-color1, #bbb)"
#: What is pointed at, and says so in words as well.
MARK = SEATS[5]
#: Width of every chart in its own units, which are about those of the page.
WIDE = 860.0

Point = tuple[float, float]


def picture(
    width: float,
    height: float,
    label: str,
    parts: Iterable[str],
    most: int,
    top: float = 0,
    role: str = "img",
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
    role : str
        What it is to those who hear the page: ``"img"``, or ``"group"`` where parts of it can
        be chosen.
    """
    box = f"0 {num(top)} {num(width)} {num(height - top)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
        f'role="{role}" aria-label="{escape(label)}" style="max-width:min(100%, {most}px, 115vh);'
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


def haloed(x: float, y: float, words: str, size: float, anchor: str) -> str:
    """Bold words with an edge of paper, readable where lines pass behind them."""
    edge = f"stroke:{PAPER};stroke-width:5;paint-order:stroke"
    return f'<g style="{edge}">{text(x, y, words, size, TEXT, anchor, bold=True)}</g>'


def line(
    x: float, y: float, to_x: float, to_y: float, colour: str, thick: float = 1, dash: str = ""
) -> str:
    """A straight line; `dash` is its pattern of strokes and gaps."""
    dashed = f";stroke-dasharray:{dash}" if dash else ""
    return (
        f'<path d="M{num(x)} {num(y)}L{num(to_x)} {num(to_y)}" '
        f'style="stroke:{colour};stroke-width:{num(thick)}{dashed}"/>'
    )


def box(x: float, y: float, wide: float, high: float, style: str) -> str:
    """A rectangle, styled."""
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{num(max(high, 0))}" '
        f'style="{style}"/>'
    )


def polyline(points: Sequence[Point], style: str) -> str:
    """A line through points, styled."""
    if not points:
        return ""
    way = "L".join(f"{num(x)} {num(y)}" for x, y in points)
    return f'<path d="M{way}" style="{style}"/>'


#: Outlines of the marks by which curves are told apart where colours are not, about (0, 0).
_MARKS = (
    "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z",
    "M-5.5 -5.5h11v11h-11z",
    "M0 -7.5L7 5H-7z",
    "M0 -8L8 0L0 8L-8 0z",
    "M0 7.5L7 -5H-7z",
    "M-2 -7h4v5h5v4h-5v5h-4v-5h-5v-4h5z",
)
_CROSS = "M-6.5 -6.5L6.5 6.5M-6.5 6.5L6.5 -6.5"


def mark(x: float, y: float, kind: int | str, colour: str, size: float = 1) -> str:
    """A small mark: disc, square, triangle, diamond, … by number, or ``"cross"``."""
    at = f'transform="translate({num(x)} {num(y)}) scale({size:g})"'
    if kind == "cross":
        edge = f"fill:none;stroke:{PAPER};stroke-width:7.5;stroke-linecap:round"
        style = f"fill:none;stroke:{colour};stroke-width:3.5;stroke-linecap:round"
        return (
            f'<g {at}><path d="{_CROSS}" style="{edge}"/><path d="{_CROSS}" style="{style}"/></g>'
        )
    outline = _MARKS[int(kind) % len(_MARKS)]
    return f'<path d="{outline}" {at} style="fill:{colour};stroke:{PAPER};stroke-width:1.5"/>'


def wide_as(words: str, size: float) -> float:
    """About how wide words are; letters differ, so it is a little more than most need."""
    return 0.58 * size * len(words)


def num(number: float) -> str:
    """A coordinate as text, as short as it can be written."""
    return f"{round(number, 1) + 0.0:g}"
