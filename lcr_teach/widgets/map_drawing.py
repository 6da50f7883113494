"""The graph of a small table: states in layers by chips in play, arrows between them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

import sympy

from lcr_teach.palette import MOVE
from lcr_teach.results import decimal
from lcr_teach.rules import State
from lcr_teach.widgets.drawing import (
    FAINT,
    MARK,
    PAPER,
    TEXT,
    Point,
    box,
    line,
    num,
    picture,
    text,
    wide_as,
)

if TYPE_CHECKING:
    from lcr_teach.chain import GameChain

__all__ = ["chain_map", "chance_text", "held", "places"]

_HALF, _HIGH = 41.0, 21.0  # half the width and height of a state
_END_HALF = 70.0  # half the width of a finished one
_ROW, _GAP = 60.0, 18.0  # from row to row; what is added between layers
_LEFT, _ENDS = 116.0, 856.0  # where the states begin; the middle of the finished ones
_WIDTH = 960.0


def held(state: State) -> str:
    """The chips of all seats, as in ``(1, 0, 2)``."""
    return f"({', '.join(map(str, state.chips))})"


def chance_text(chance: sympy.Expr, longest: int = 6) -> str:
    """A chance as a fraction where that is short, else its decimals.

    Examples
    --------
    >>> chance_text(sympy.Rational(1, 36)), chance_text(sympy.Rational(1001, 3000))
    ('1/36', '0.3337')
    >>> chance_text(sympy.Rational(1, 10**6))
    '<0.0001'
    """
    written = str(chance)
    if len(written) <= longest:
        return written
    rounded = decimal(chance, 4)
    return "<0.0001" if rounded == "0.0000" else rounded


def places(chain: GameChain) -> dict[State, Point]:
    """Where each state stands: a layer for each number of chips, most at the top.

    In a layer there is a row for each player who rolls next; the finished states stand on
    the right, in the row of the winner.
    """
    found, y = {}, 62.0
    for chips in sorted({state.in_play for state in chain.states}, reverse=True):
        layer = [state for state in chain.states if state.in_play == chips]
        columns = sorted({state.chips for state in layer if not state.is_over}, reverse=True)
        step = (_ENDS - _END_HALF - 20 - _LEFT) / max(len(columns), 1)
        step = min(step, 190.0)
        for state in layer:
            if state.winner is None:
                assert state.roller is not None
                x = _LEFT + step * (columns.index(state.chips) + 0.5)
                found[state] = (x, y + _ROW * state.roller)
            else:
                found[state] = (_ENDS, y + _ROW * state.winner)
        y += _ROW * chain.rules.players + _GAP
    return found


def chain_map(
    chain: GameChain,
    chosen: State,
    label: str,
    law: Mapping[State, sympy.Expr] | None = None,
    path: Sequence[State] = (),
) -> str:
    """The whole graph as a drawing, each state of which can be chosen.

    Parameters
    ----------
    chain : GameChain
        The chain; its states are chosen by their place in ``chain.states``.
    chosen : State
        The state whose arrows are shown with their probabilities.
    label : str
        What the drawing shows, in words.
    law : mapping, optional
        The probability of each state, shown by fill and number.
    path : sequence of State
        The way of one game so far; a chip with its last turn lies on the last state.
    """
    at = places(chain)
    parts = _layers(chain, at)
    arrows = {state: chain.transitions(state) for state in chain.states}
    for state, after in arrows.items():
        parts += [_arrow(at, state, to, FAINT, 1, 0.28) for to in after if state != chosen]
    walked = dict.fromkeys(pairwise(path))
    parts += [_arrow(at, a, b, TEXT, 2.2, 0.75, "7 4") for a, b in walked]
    parts += [_arrow(at, chosen, to, MARK, 3, 1) for to in arrows[chosen]]
    for number, state in enumerate(chain.states):
        chance = None if law is None else law.get(state, sympy.Integer(0))
        parts.append(_state(number, state, at[state], state == chosen, chance))
    parts += [_badge(at[to], to, chance_text(p)) for to, p in arrows[chosen].items()]
    if path:
        parts.append(_token(at[path[-1]], path[-1], len(path) - 1))
    high = max(y for _, y in at.values()) + 46
    return picture(_WIDTH, high, label, parts, 1040, role="group")


def _layers(chain: GameChain, at: Mapping[State, Point]) -> list[str]:
    parts = []
    layers = sorted({state.in_play for state in at}, reverse=True)
    for place, chips in enumerate(layers):
        rows: dict[float, State] = {}
        for state in chain.states:
            if state.in_play == chips:
                y = at[state][1]
                if y not in rows or not state.is_over:
                    rows[y] = state
        top = min(rows)
        if place:
            y = top - 38
            parts.append(line(_LEFT + 14, y, _WIDTH - 8, y, FAINT, 1, "2 5"))
        words = "1 chip in play" if chips == 1 else f"{chips} chips in play"
        parts.append(text(8, top - 38, words, 14, TEXT, "start", bold=True))
        for y, state in rows.items():
            if state.roller is not None:
                parts.append(text(8, y, f"Player {state.roller + 1} to roll", 13, FAINT, "start"))
    parts.append(text(_ENDS, 12, "game over", 14, TEXT, bold=True))
    return parts


def _half(state: State) -> float:
    return _END_HALF if state.is_over else _HALF


def _state(number: int, state: State, at: Point, chosen: bool, chance: sympy.Expr | None) -> str:
    """One state: a box in play, a hexagon with a double edge once the game is over."""
    x, y = at
    half = _half(state)
    name = str(state) if chance is None else f"{state}, probability {chance_text(chance)}"
    edge = f"stroke:{MARK if chosen else TEXT};stroke-width:{3.5 if chosen else 1.4}"
    if state.is_over:
        outline = _hexagon(x, y, half, _HIGH, f"fill:{PAPER};{edge}")
        inner = _hexagon(x, y, half - 6, _HIGH - 3.5, f"fill:none;stroke:{TEXT};stroke-width:1")
    else:
        outline = box(x - half, y - _HIGH, 2 * half, 2 * _HIGH, f"fill:{PAPER};{edge}")
        inner = ""
    full = ""
    if chance is not None and chance != 0:
        # The bar is as long, compared with the inside, as the probability is with 1.
        inside = half - (14 if state.is_over else 2)
        long = max(2 * inside * float(chance), 1)
        full = box(x - inside, y - _HIGH + 4, long, 2 * _HIGH - 8, "fill:#56B4E9;fill-opacity:0.5")
    winner = "" if state.winner is None else f"Player {state.winner + 1} wins"
    if chance is None:
        lines = [winner, held(state)] if winner else [held(state)]
    else:
        said = chance_text(chance)
        lines = [winner, f"{held(state)}  {said}"] if winner else [held(state), said]
    sizes = {1: [(0.0, 15.0, True)], 2: [(-8.0, 13.5, True), (8.5, 13.5, False)]}[len(lines)]
    if winner:
        small = chance is not None and len(state.chips) > 2
        sizes = [(-8.0, 13.0, False), (8.0, 11.8 if small else 13.0, True)]
    drawn = "".join(
        text(x, y + down, words, size, TEXT, bold=bold)
        for words, (down, size, bold) in zip(lines, sizes, strict=True)
    )
    return (
        f'<g data-choose="{number}" aria-label="{escape(name)}" '
        f'aria-pressed="{str(chosen).lower()}">{outline}{full}{inner}{drawn}</g>'
    )


def _hexagon(x: float, y: float, half: float, high: float, style: str) -> str:
    corners = [(-half, 0), (-half + 12, -high), (half - 12, -high), (half, 0)]
    corners += [(half - 12, high), (-half + 12, high)]
    points = " ".join(f"{num(x + a)},{num(y + b)}" for a, b in corners)
    return f'<polygon points="{points}" style="{style}"/>'


def _arrow(
    at: Mapping[State, Point],
    state: State,
    to: State,
    colour: str,
    thick: float,
    strength: float,
    dash: str = "",
) -> str:
    """A bent arrow between two states, or the loop of a finished one to itself."""
    (x, y), (to_x, to_y) = at[state], at[to]
    if state == to:
        right = x + _half(state)
        way = f"M{num(right - 6)} {num(y - 10)}C{num(right + 38)} {num(y - 26)} "
        way += f"{num(right + 38)} {num(y + 26)} {num(right - 2)} {num(y + 9)}"
        end, angle = (right - 2, y + 9), math.atan2(-17, -40)
    else:
        far = math.hypot(to_x - x, to_y - y)
        bend = min(0.16 * far, 46)
        # Always bent to the same side of the way, so that there and back lie apart.
        over = ((x + to_x) / 2 - bend * (to_y - y) / far, (y + to_y) / 2 + bend * (to_x - x) / far)
        end = _edge(over, (to_x, to_y), _half(to))
        angle = math.atan2(to_y - over[1], to_x - over[0])
        stop = (end[0] - 2 * thick * math.cos(angle), end[1] - 2 * thick * math.sin(angle))
        way = f"M{num(x)} {num(y)}Q{num(over[0])} {num(over[1])} {num(stop[0])} {num(stop[1])}"
    long, wide = 5 + 2.6 * thick, 2.2 + 1.3 * thick
    corners = " ".join(
        f"{num(end[0] + a * math.cos(angle) - b * math.sin(angle))},"
        f"{num(end[1] + a * math.sin(angle) + b * math.cos(angle))}"
        for a, b in [(0.0, 0.0), (-long, -wide), (-long, wide)]
    )
    dashed = f";stroke-dasharray:{dash}" if dash else ""
    return (
        f'<g style="opacity:{strength:g}"><path d="{way}" style="fill:none;stroke:{colour};'
        f'stroke-width:{thick:g}{dashed}"/><polygon points="{corners}" style="fill:{colour}"/></g>'
    )


def _edge(start: Point, end: Point, half: float) -> Point:
    """Where a line to the middle of a state meets its edge."""
    across, down = start[0] - end[0], start[1] - end[1]
    scale = min(half / abs(across) if across else math.inf, _HIGH / abs(down) if down else math.inf)
    scale = min(scale, 1.0)
    return end[0] + across * scale, end[1] + down * scale


def _badge(at: Point, state: State, words: str) -> str:
    """The probability of an arrow, on the upper left corner of the state it leads to."""
    x, y = at[0] - _half(state) + 2, at[1] - _HIGH - 7
    half = max(wide_as(words, 14.5) / 2 + 5, 13)
    style = f"fill:{PAPER};stroke:{MARK};stroke-width:2"
    plate = (
        f'<rect x="{num(x - half)}" y="{num(y - 10.5)}" width="{num(2 * half)}" height="21" '
        f'rx="10.5" style="{style}"/>'
    )
    return plate + text(x, y, words, 14.5, TEXT, bold=True)


def _token(at: Point, state: State, turn: int) -> str:
    """A chip with the number of the turn, on the upper right corner of the state."""
    x, y = at[0] + _half(state) - 4, at[1] - _HIGH
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="13" style="fill:{MOVE};stroke:#4a3a10;'
        f'stroke-width:2"/>' + text(x, y, str(turn), 14.5, "#222", bold=True)
    )
