"""The table as a picture: players in a circle, chips, centre, dice; and the lists below it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from lcr_teach.game import Game, Turn
from lcr_teach.palette import FELT, MOVE, ink, seat_colour
from lcr_teach.rules import Rules, State
from lcr_teach.widgets.controls import number_table, seat_key
from lcr_teach.widgets.drawing import (
    FAINT,
    LINE,
    PAPER,
    TEXT,
    Point,
    num,
    picture,
    text,
    wide_as,
)
from lcr_teach.widgets.pieces import arrow, chip_stack, die
from lcr_teach.widgets.words import chips, counted, seat_name, turn_sentence, turn_to_come

__all__ = ["table", "table_in_words", "tally", "turn_list"]

# Chips lie on one ellipse round the middle, the players' cards on a wider one.

_WIDE, _HIGH = 932.0, 552.0
_MIDDLE = (_WIDE / 2, _HIGH / 2)
_CHIPS = (216.0, 138.0)
_CARDS = (372.0, 243.0)


def table(game: Game, label: str | None = None, names: Sequence[str] = ()) -> str:
    """The table as it stands: players, chips, centre, the last dice and what they moved.

    Player 1 sits in front; the left neighbour of each player is drawn where that player
    has the left hand.

    Parameters
    ----------
    game : Game
        A game of at most 12 players.
    label : str, optional
        Words for those who do not see it; :func:`table_in_words` if not given.
    names : sequence of str
        Names of the players; numbers if there are none.
    """
    rules, state = game.rules, game.state
    turn = game.history[-1] if game.history else None
    scale = _scale(rules)
    # An odd number of players leaves the place above the table free.
    top = min(_place(rules, seat, 1, _CARDS)[1] for seat in range(rules.players)) - 33
    top = min(top, _MIDDLE[1] - 217 - 4)
    parts = [
        _cloth(),
        *_order_of_play(rules),
        _pot(game.centre),
        text(4, top + 14, counted(game.turns, "turn", "turns"), 20, FAINT, "start"),
        text(_WIDE - 4, top + 14, f"seed {game.seed}", 20, FAINT, "end"),
    ]
    for seat, held in enumerate(state.chips):
        parts.append(chip_stack(*_place(rules, seat), held, scale))
    if turn is not None:
        parts += _fallen(rules, turn, names)
        parts += _moves(rules, turn)
    parts += [_card(game, seat, names) for seat in range(rules.players)]
    return picture(_WIDE, _HIGH, label or table_in_words(game, names), parts, 920, top)


def table_in_words(game: Game, names: Sequence[str] = ()) -> str:
    """What the picture of the table shows, its numbers included.

    Examples
    --------
    >>> table_in_words(Game(Rules(players=2, chips=1), seed=1))
    'Table with 2 players. Player 1: one chip. Player 2: one chip. Centre: no chips. \
Player 1 rolls next, with one die.'
    """
    held = [
        f"{seat_name(seat, names)}: {_hand(number)}."
        for seat, number in enumerate(game.state.chips)
    ]
    last = [turn_sentence(game.rules, game.history[-1], names)] if game.history else []
    said = [f"Table with {len(held)} players.", *held, f"Centre: {chips(game.centre)}.", *last]
    return " ".join([*said, turn_to_come(game, names)])


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
        f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{wide}" ry="{high}" style="fill:{colour}"/>'
        for wide, high, colour in layers
    )


def _order_of_play(rules: Rules) -> list[str]:
    """Marks on the wooden edge that point to the player whose turn comes next."""
    drawn = []
    for seat in range(rules.players):
        (x, y), (on, down) = (_place(rules, seat + at, 1, (287, 204)) for at in (0.5, 0.51))
        angle = math.degrees(math.atan2(down - y, on - x))
        drawn.append(
            f'<path d="M-6 -6L5 0L-6 6" transform="translate({num(x)} {num(y)}) '
            f'rotate({num(angle)})" style="fill:none;stroke:#E8CFA9;stroke-width:3.5;'
            f'stroke-linecap:round;stroke-linejoin:round"/>'
        )
    return drawn


def _pot(number: int) -> str:
    x, y = _MIDDLE
    return (
        f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="74" ry="51" style="fill:#16463A;stroke:#fff;'
        f'stroke-opacity:0.4;stroke-width:1.5"/>'
        + chip_stack(x, y - 13, number)
        + text(x, y + 34, "centre", 17, "#fff")
    )


def _fallen(rules: Rules, turn: Turn, names: Sequence[str]) -> list[str]:
    """The dice of a turn, beyond the centre as seen by the player who rolled."""
    number = len(turn.faces)
    beyond = -1 if math.sin(_angle(rules, turn.roller)) > -0.01 else 1
    if turn.is_missed:
        said = f"{seat_name(turn.roller, names)} misses the turn"
        return [text(_MIDDLE[0], _MIDDLE[1] + beyond * 72, said, 18, "#fff")]
    size = min(44.0, 156 / number)
    return [
        die(
            _MIDDLE[0] + (place - (number - 1) / 2) * 1.16 * size,
            _MIDDLE[1] + beyond * 77,
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
            start = _place(rules, seat + by * _clear(turn.after, rules, seat))
            end = _place(rules, seat + by * (1 - _clear(turn.after, rules, seat + by)))
            over = _place(rules, seat + by / 2)
        else:
            # There is no room between two stacks, so it hops over on the inside.
            start, end = (_place(rules, seat + by * at, 0.78) for at in (0.12, 0.94))
            over = _place(rules, seat + by / 2, 0.55)
        drawn.append(arrow(start, over, end, number))
    if roll.centre:
        start, end = _place(rules, seat, 0.74), _place(rules, seat, 1, (78, 55))
        half = _place(rules, seat, 0.57)
        drawn.append(arrow(start, half, end, roll.centre))
    return drawn


def _clear(state: State, rules: Rules, seat: int) -> float:
    """How far from a seat, in seats, its stacks end."""
    angle = _angle(rules, seat)
    speed = math.hypot(_CHIPS[0] * math.sin(angle), _CHIPS[1] * math.cos(angle))
    wide = 56 if state.chips[seat % rules.players] <= 5 else 78
    return wide / speed * rules.players / (2 * math.pi)


def _card(game: Game, seat: int, names: Sequence[str]) -> str:
    """The card with a player's name, and what to know of that player now."""
    state = game.state
    x, y = _place(game.rules, seat, 1, _CARDS)
    wide, high = 180.0, 58.0
    fill, words, line, thick = PAPER, TEXT, LINE, 1.5
    said = "" if state.chips[seat] or state.is_over else "no chips, still in"
    if seat == state.winner:
        fill, words, line, thick, said = MOVE, "#222", "#7A5433", 4, "★ wins"
    elif seat == state.roller:
        fill, words, line, thick = "var(--jp-ui-font-color0, #000)", PAPER, MOVE, 4
        said = "► rolls next" if state.chips[seat] else "► misses a turn"
    left = x - wide / 2
    name = seat_name(seat, names)
    size = min(20.5, 20.5 * (wide - 55) / wide_as(name, 20.5))
    return (
        f'<rect x="{num(left)}" y="{num(y - high / 2)}" width="{num(wide)}" '
        f'height="{num(high)}" rx="12" style="fill:{fill};stroke:{line};stroke-width:{thick}"/>'
        f'<circle cx="{num(left + 25)}" cy="{num(y)}" r="17.5" '
        f'style="fill:{seat_colour(seat)};stroke:{PAPER};stroke-width:1"/>'
        + text(left + 25, y, str(seat + 1), 20, ink(seat_colour(seat)), bold=True)
        + text(left + 49, y - 10 if said else y, name, size, words, "start", bold=True)
        + (text(left + 49, y + 13, said, 15.5, words, "start") if said else "")
    )


def turn_list(turns: Sequence[str], number: int) -> str:
    """The last turns as HTML, the newest first.

    Parameters
    ----------
    turns : sequence of str
        One sentence a turn, the newest last.
    number : int
        The number of the newest turn.
    """
    lines = [
        f"<div>{number - back}. {escape(said)}</div>" for back, said in enumerate(reversed(turns))
    ]
    said = "".join(lines) or '<div class="lcr-note">The turns will be listed here.</div>'
    return f'<div class="lcr-turns" tabindex="0" role="log" aria-label="Turns">{said}</div>'


def tally(
    rules: Rules, winners: Sequence[int], turns: Sequence[int], names: Sequence[str] = ()
) -> str:
    """Who won the games played so far, and how long they were, as HTML.

    Parameters
    ----------
    rules : Rules
        The table.
    winners, turns : sequence of int
        The winning seat of each game, and its length in turns.
    names : sequence of str
        Names of the players; numbers if there are none.
    """
    if not winners:
        return ""
    rows = [
        (seat_key(seat) + escape(seat_name(seat, names)), str(winners.count(seat)))
        for seat in range(rules.players)
    ]
    return (
        f"<b>{counted(len(winners), 'game', 'games')} finished at this table</b>, "
        f"on average {sum(turns) / len(turns):.1f} turns long"
        + number_table(("player", "games won"), rows, safe=True)
    )
