"""Drawings as SVG text: the table, dice, chips, axes, bars with intervals, dots.

Plain functions that return strings; a widget puts them into an HTML view. Lengths are in
the units of the drawing, which is scaled to the width of the page. Texts and lines take
their colour from JupyterLab's theme, so that they are read on a light and on a dark page.
No drawing carries an id: two copies of it on one page cannot get into each other's way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape

from lcr_teach.game import Game, Turn
from lcr_teach.palette import CHIP, FELT, MOVE, ink, seat_colour
from lcr_teach.rules import Face, Rules
from lcr_teach.widgets.words import chips, counted, seat_name, turn_sentence, turn_to_come

__all__ = ["Point", "arrow", "chip", "chip_stack", "die", "picture", "table", "text"]

TEXT = "var(--jp-ui-font-color1, #222)"
FAINT = "var(--jp-ui-font-color2, #555)"
PAPER = "var(--jp-layout-color1, #fff)"
LINE = "var(--jp-border-color1, #bbb)"

Point = tuple[float, float]


def picture(width: float, height: float, label: str, parts: Iterable[str], most: int) -> str:
    """A whole drawing, with the words that stand for it where it cannot be seen.

    Parameters
    ----------
    width, height : float
        Size in units of the drawing.
    label : str
        What the drawing shows, its numbers included.
    parts : iterable of str
        SVG elements.
    most : int
        Largest width on the page, in CSS pixels.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'role="img" aria-label="{escape(label)}" style="max-width:min(100%, {most}px);'
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
        f'<text x="{_n(x)}" y="{_n(y + 0.35 * size)}" text-anchor="{anchor}" '
        f'style="font-size:{_n(size)}px;fill:{colour}{weight}">{escape(words)}</text>'
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
    if face is Face.BLANK:
        up = f'<circle r="{_n(size / 8)}" style="fill:#222"/>'
    else:
        up = text(0, 0, face.value, 0.66 * size, "#222", bold=True)
    return (
        f'<g transform="translate({_n(x)} {_n(y)}) rotate({_n(turned)})"><g class="lcr-drop">'
        f'<rect x="{_n(-half + 2)}" y="{_n(-half + 4)}" width="{_n(size)}" height="{_n(size)}" '
        f'rx="{_n(size / 5)}" style="fill:#000;fill-opacity:0.3"/>'
        f'<rect x="{_n(-half)}" y="{_n(-half)}" width="{_n(size)}" height="{_n(size)}" '
        f'rx="{_n(size / 5)}" style="fill:#FDFDFA;stroke:#8a8a82;stroke-width:1.5"/>'
        f"{up}</g></g>"
    )


def chip(x: float, y: float, number: int, radius: float = 15) -> str:
    """A chip seen from above, with a number on it."""
    ring = 0.82 * radius
    dash = 2 * math.pi * ring / 12
    return (
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" '
        f'style="fill:{MOVE};stroke:#4a3a10;stroke-width:1.2"/>'
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(ring)}" style="fill:none;stroke:#fff;'
        f'stroke-width:{_n(0.3 * radius)};stroke-dasharray:{_n(dash)}"/>'
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(0.68 * radius)}" style="fill:{MOVE}"/>'
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
            f'<ellipse cx="{_n(start + radius)}" rx="{_n(radius)}" ry="{_n(flat)}" '
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
    number_at = f'<g transform="translate({_n(start + width + 6 * scale)} 0)">{beside}</g>'
    return f'<g transform="translate({_n(x)} {_n(y)})">{drawn}{number_at}</g>'


def _lying_chip(x: float, y: float, radius: float, flat: float, step: float, level: int) -> str:
    edge = (
        f"M{_n(x - radius)} {_n(y)}v{_n(step)}a{_n(radius)} {_n(flat)} 0 0 0 {_n(2 * radius)} 0"
        f"v{_n(-step)}z"
    )
    # Marks on the edge, as poker chips have them, shifted from chip to chip.
    shift = (0.1, -0.12)[level % 2] * radius
    marks = "".join(
        f"M{_n(x + shift + at * radius)} {_n(y + flat * math.sqrt(1 - at * at) * 0.96)}v{_n(step)}"
        for at in (-0.55, 0.0, 0.55)
    )
    line = "stroke:#4a3a1c;stroke-width:1.1"
    return (
        f'<path d="{edge}" style="fill:#C9A24B;{line}"/>'
        f'<path d="{marks}" style="fill:none;stroke:#FFF8E6;stroke-width:{_n(radius / 3.4)}"/>'
        f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{_n(radius)}" ry="{_n(flat)}" '
        f'style="fill:{CHIP};{line}"/>'
        f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{_n(0.62 * radius)}" ry="{_n(0.6 * flat)}" '
        f'style="fill:none;stroke:#C9A24B;stroke-width:1.2"/>'
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
        f"{_n(end[0] + a * math.cos(angle) - b * math.sin(angle))},"
        f"{_n(end[1] + a * math.sin(angle) + b * math.cos(angle))}"
        for a, b in head
    )
    stop = (end[0] - 12 * math.cos(angle), end[1] - 12 * math.sin(angle))
    return (
        f'<g class="lcr-fade"><path d="M{_n(start[0])} {_n(start[1])}Q{_n(control[0])} '
        f'{_n(control[1])} {_n(stop[0])} {_n(stop[1])}" style="fill:none;stroke:{MOVE};'
        f'stroke-width:4.5;stroke-linecap:round"/>'
        f'<polygon points="{corners}" style="fill:{MOVE}"/>{chip(*over, number)}</g>'
    )


# The table. Chips lie on one ellipse round the middle, the players' cards on a wider one.

_WIDE, _HIGH = 904.0, 552.0
_MIDDLE = (_WIDE / 2, _HIGH / 2)
_CHIPS = (224.0, 138.0)
_CARDS = (362.0, 243.0)


def table(game: Game, label: str | None = None) -> str:
    """The table as it stands: players, chips, centre, the last dice and what they moved.

    Player 1 sits in front; the left neighbour of each player is drawn where that player
    has the left hand.

    Parameters
    ----------
    game : Game
        A game of at most 12 players.
    label : str, optional
        Words for those who do not see it; :func:`table_in_words` if not given.
    """
    rules, state = game.rules, game.state
    turn = game.history[-1] if game.history else None
    scale = _scale(rules)
    parts = [_cloth(), _pot(game.centre)]
    parts.append(text(4, 14, counted(game.turns, "turn", "turns"), 20, FAINT, "start"))
    parts.append(text(_WIDE - 4, 14, f"seed {game.seed}", 20, FAINT, "end"))
    for seat, held in enumerate(state.chips):
        parts.append(chip_stack(*_place(rules, seat), held, scale))
    if turn is not None:
        parts += _fallen(rules, turn)
        parts += _moves(rules, turn)
    parts += [_card(game, seat) for seat in range(rules.players)]
    return picture(_WIDE, _HIGH, label or table_in_words(game), parts, 920)


def table_in_words(game: Game) -> str:
    """What the picture of the table shows, its numbers included.

    Examples
    --------
    >>> table_in_words(Game(Rules(players=2, chips=1), seed=1))
    'Table with 2 players. Player 1: one chip. Player 2: one chip. Centre: no chips. \
Player 1 rolls next, with one die.'
    """
    held = [f"{seat_name(seat)}: {_hand(number)}." for seat, number in enumerate(game.state.chips)]
    last = [turn_sentence(game.rules, game.history[-1])] if game.history else []
    said = [f"Table with {len(held)} players.", *held, f"Centre: {chips(game.centre)}.", *last]
    return " ".join([*said, turn_to_come(game)])


def _hand(number: int) -> str:
    return chips(number) if number else "no chips, still in"


def _scale(rules: Rules) -> float:
    return 1.25 if rules.players <= 6 else 1.0 if rules.players <= 9 else 0.88


def _angle(rules: Rules, seat: float) -> float:
    """Where a seat is, clockwise from the right, seen from above."""
    turn = 2 * math.pi * seat / rules.players
    return math.pi / 2 + (turn if rules.passing == "left" else -turn)


def _place(rules: Rules, seat: float, part: float = 1, ring: Point = _CHIPS) -> Point:
    """The place of a seat, or of a point between two seats, on part of the way outwards."""
    angle = _angle(rules, seat)
    return (
        _MIDDLE[0] + part * ring[0] * math.cos(angle),
        _MIDDLE[1] + part * ring[1] * math.sin(angle),
    )


def _cloth() -> str:
    x, y = _MIDDLE
    layers = [(300, 217, "#5A3B22"), (294, 211, "#7A5433"), (280, 197, "#16463A")]
    layers += [(277, 194, FELT)]
    return "".join(
        f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{wide}" ry="{high}" style="fill:{colour}"/>'
        for wide, high, colour in layers
    )


def _pot(number: int) -> str:
    x, y = _MIDDLE
    return (
        f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="72" ry="46" style="fill:#16463A;stroke:#fff;'
        f'stroke-opacity:0.4;stroke-width:1.5"/>'
        + chip_stack(x, y - 9, number)
        + text(x, y + 31, "centre", 17, "#fff")
    )


def _fallen(rules: Rules, turn: Turn) -> list[str]:
    """The dice of a turn, beyond the centre as seen by the player who rolled."""
    number = len(turn.faces)
    beyond = -1 if math.sin(_angle(rules, turn.roller)) > -0.01 else 1
    size = min(44.0, 156 / max(number, 1))
    return [
        die(
            _MIDDLE[0] + (place - (number - 1) / 2) * 1.16 * size,
            _MIDDLE[1] + beyond * 73,
            face,
            size,
            (-6, 4, 7, -4)[place % 4],
        )
        for place, face in enumerate(turn.faces)
    ]


def _moves(rules: Rules, turn: Turn) -> list[str]:
    """An arrow for each way on which chips left the player who rolled."""
    seat, roll = turn.roller, turn.roll
    drawn = []
    towards = 1 if rules.passing == "left" else -1
    for number, by in ((roll.left, towards), (roll.right, -towards)):
        if not number:
            continue
        if rules.players <= 6:
            # Along the edge of the table, from the rim of one stack to that of the next.
            start = _place(rules, seat + by * _clear(rules, seat))
            end = _place(rules, seat + by - by * _clear(rules, seat + by))
            over = _place(rules, seat + by / 2)
        else:
            # There is no room between two stacks, so it hops over on the inside.
            start, end = (_place(rules, seat + by * at, 0.76) for at in (0.15, 0.9))
            over = _place(rules, seat + by / 2, 0.6)
        drawn.append(arrow(start, over, end, number))
    if roll.centre:
        start, end = _place(rules, seat, 0.74), _place(rules, seat, 1, (76, 50))
        half = _place(rules, seat, 0.57)
        drawn.append(arrow(start, half, end, roll.centre))
    return drawn


def _clear(rules: Rules, seat: float) -> float:
    """How far from a seat, in seats, its stack ends."""
    angle = _angle(rules, seat)
    speed = math.hypot(_CHIPS[0] * math.sin(angle), _CHIPS[1] * math.cos(angle))
    return 56 / speed * rules.players / (2 * math.pi)


def _card(game: Game, seat: int) -> str:
    """The card with a player's name, and what to know of that player now."""
    state = game.state
    x, y = _place(game.rules, seat, 1, _CARDS)
    wide, high = 172.0, 58.0
    fill, words, line, thick = PAPER, TEXT, LINE, 1.5
    said = "" if state.chips[seat] or state.is_over else "no chips, still in"
    if seat == state.winner:
        fill, words, line, thick, said = MOVE, "#222", "#7A5433", 4, "★ wins"
    elif seat == state.roller:
        fill, words, line, thick = "var(--jp-ui-font-color0, #000)", PAPER, MOVE, 4
        said = "▶ rolls next" if state.chips[seat] else "▶ no chips: misses"
    left = x - wide / 2
    return (
        f'<rect x="{_n(left)}" y="{_n(y - high / 2)}" width="{_n(wide)}" '
        f'height="{_n(high)}" rx="12" style="fill:{fill};stroke:{line};stroke-width:{thick}"/>'
        f'<circle cx="{_n(left + 25)}" cy="{_n(y)}" r="17.5" '
        f'style="fill:{seat_colour(seat)};stroke:{PAPER};stroke-width:1"/>'
        + text(left + 25, y, str(seat + 1), 20, ink(seat_colour(seat)), bold=True)
        + text(left + 49, y - 10 if said else y, seat_name(seat), 20.5, words, "start", bold=True)
        + (text(left + 49, y + 13, said, 14.5, words, "start") if said else "")
    )


def _n(number: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{round(number, 1) + 0.0:g}"
