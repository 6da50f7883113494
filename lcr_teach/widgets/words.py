"""What the widgets say: the same words for the same thing everywhere."""

from __future__ import annotations

from collections.abc import Sequence

from lcr_teach.game import Game, Turn
from lcr_teach.rules import Rules

__all__ = [
    "checked_names",
    "chips",
    "counted",
    "seat_name",
    "spaced",
    "turn_sentence",
    "turn_to_come",
    "verdict",
]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
#: Longer names do not fit on a player's card.
_LONGEST = 16


def seat_name(seat: int, names: Sequence[str] = ()) -> str:
    """What people call a seat, which code counts from 0; by its own name where it has one.

    Examples
    --------
    >>> seat_name(1), seat_name(1, ["North", "South"])
    ('Player 2', 'South')
    """
    return names[seat] if seat < len(names) else f"Player {seat + 1}"


def checked_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Names of all players, or none.

    Raises
    ------
    TypeError, ValueError
        If they are not one for each player, all different, of 1 to 16 letters.

    Examples
    --------
    >>> checked_names(["North", " South"], 2)
    ('North', 'South')
    """
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise TypeError(f"names must be one word for each player, not {names!r}.")
    called = tuple(name.strip() for name in names)
    if not called:
        return ()
    if len(called) != players or len(set(called)) != players:
        raise ValueError(
            f"names must be {players} different ones, one for each player, not {len(called)}: "
            f"{', '.join(called)}."
        )
    for name in called:
        if not 0 < len(name) <= _LONGEST:
            raise ValueError(f"a name must have 1 to {_LONGEST} letters, not {name!r}.")
    return called


def spaced(number: int) -> str:
    """A whole number with its digits in threes.

    Examples
    --------
    >>> spaced(1000000).replace(chr(0xA0), "_")
    '1_000_000'
    """
    return f"{number:,}".replace(",", "\N{NO-BREAK SPACE}")


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun.

    Examples
    --------
    >>> counted(1, "die", "dice"), counted(3, "die", "dice")
    ('1 die', '3 dice')
    """
    return f"{spaced(number)} {one if number == 1 else many}"


def chips(number: int) -> str:
    """So many chips, in words where the number is small.

    Examples
    --------
    >>> chips(0), chips(1), chips(12)
    ('no chips', 'one chip', '12 chips')
    """
    return f"{_word(number)} {'chip' if number == 1 else 'chips'}"


def turn_sentence(rules: Rules, turn: Turn, names: Sequence[str] = ()) -> str:
    """One turn as a sentence.

    Examples
    --------
    >>> game = Game(Rules(players=3))
    >>> turn_sentence(game.rules, game.enter("LC."))
    'Player 1 rolled L C . : one chip to Player 2, one into the centre.'
    """
    name = seat_name(turn.roller, names)
    if turn.is_missed:
        return f"{name} has no chips and misses the turn."
    shown = " ".join(face.value for face in turn.faces)
    roll = turn.roll
    left, right = rules.left_of(turn.roller), rules.right_of(turn.roller)
    given = {left: roll.left}
    given[right] = given.get(right, 0) + roll.right
    parts = [(number, f"to {seat_name(seat, names)}") for seat, number in given.items()]
    parts = [part for part in [*parts, (roll.centre, "into the centre")] if part[0]]
    if not parts:
        return f"{name} rolled {shown} : no chip moves."
    (number, where), *rest = parts
    moves = [f"{chips(number)} {where}", *(f"{_word(n)} {where}" for n, where in rest)]
    return f"{name} rolled {shown} : {', '.join(moves)}."


def turn_to_come(game: Game, names: Sequence[str] = ()) -> str:
    """Who is next, or who has won, as a sentence."""
    state = game.state
    if state.winner is not None:
        clocks = f"{counted(game.turns, 'turn', 'turns')}, {counted(game.rolls, 'roll', 'rolls')}"
        winner = seat_name(state.winner, names)
        return f"{winner} wins, with {chips(game.centre)} from the centre ({clocks})."
    assert state.roller is not None
    name = seat_name(state.roller, names)
    dice = game.rules.dice(state)
    if not dice:
        return f"{name} is next, has no chips and will miss the turn."
    return f"{name} rolls next, with {_word(dice)} {'die' if dice == 1 else 'dice'}."


def verdict(
    p_value: float, supposed: str = "the exact law is right", *, again: str = "draw again"
) -> str:
    """What a p-value says about a sample, for people who meet it for the first time.

    Parameters
    ----------
    p_value : float
        The p-value of the sample.
    supposed : str
        The hypothesis under which it was computed.
    again : str
        What to do where the p-value leaves it open.

    Examples
    --------
    >>> verdict(0.28)
    'If the exact law is right, about 28 of 100 samples differ from it by this much or more: \
chance explains it.'
    """
    if p_value >= 0.995:
        often = "almost every sample differs"
    elif p_value >= 0.015:
        often = f"about {round(100 * p_value)} of 100 samples differ"
    elif p_value >= 0.001:
        often = f"about {round(1000 * p_value)} of 1000 samples differ"
    else:
        often = "fewer than 1 of 1000 samples differ"
    if p_value >= 0.05:
        judgement = "chance explains it"
    elif p_value >= 0.001:
        judgement = f"that is rare, so {again} and see whether it stays"
    else:
        judgement = "chance hardly explains it"
    return f"If {supposed}, {often} from it by this much or more: {judgement}."


def _word(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else spaced(number)
