"""Many games played one by one, but all of them at the same time.

Every game has its own chips, and one turn of all games is a few operations on whole
arrays. The work grows with the number of games and hardly with the table, so this is the
way for large tables, whose positions nobody could list.

The games are played in blocks of a fixed size, and each block has random numbers of its
own. So it does not matter who plays which block, or in which order: the same seed gives
the same games on one processor and on a hundred.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from lcr_teach.rules import Rules
from lcr_teach.sampling.sample import Ints, collect

__all__ = ["BLOCK", "MOST_PLAYED", "Plan", "plan", "play_block", "sure_to_end", "turns"]

#: Games of one block. Part of what a seed means: another size would give other games.
BLOCK = 1 << 16

#: More games take days.
MOST_PLAYED = 10**10

#: A game of any table worth playing is long over by then.
_MOST_TURNS = 100_000

#: Ways in which the dice of one turn can fall that are listed; 4 bytes each and each
#: number of dice.
_MOST_FALLS = 1 << 16

#: Chips, in the smallest whole numbers that hold all chips of the table.
_Chips: TypeAlias = npt.NDArray[Any]


@dataclass(frozen=True)
class Plan:
    """What a block of games needs to know of the rules: nothing but numbers.

    Attributes
    ----------
    chips : tuple of int
        Chips of each seat at the start.
    max_dice : int
        Most dice that fall in one turn.
    step : int
        From a seat to its left neighbour: 1 or -1.
    falls : numpy array or None
        For each number of dice, a row: what the dice do in each of the equally likely ways
        to fall, as four bytes: chips to the left, into the centre, to the right, and 0.
        ``None`` where the ways are too many.
    probabilities : tuple of float
        Of left, centre, right and blank.
    """

    chips: tuple[int, ...]
    max_dice: int
    step: int
    falls: npt.NDArray[np.uint32] | None
    probabilities: tuple[float, ...]


class Turn(NamedTuple):
    """One turn of all games that are kept; the arrays change with the next turn."""

    #: The number of the turn, from 1, and who rolled.
    number: int
    roller: int
    #: Which games of the block these are.
    games: Ints
    #: A row for each seat, a column for each game: chips after the turn.
    chips: _Chips
    #: Rolls of each game so far.
    rolls: npt.NDArray[np.int32]
    #: The games that are over since this turn.
    over: npt.NDArray[np.bool_]


def plan(rules: Rules) -> Plan:
    """Turn the rules into numbers."""
    most = min(rules.max_dice, rules.total_chips)
    die = rules.die
    given = [die.left, die.centre, die.right, die.blank]
    falls = None
    if all(p.is_Rational for p in given):
        sides = math.lcm(*(int(p.q) for p in given))
        if sides > 1 and most * math.log(sides) <= math.log(_MOST_FALLS) + 1e-9:
            falls = _falls(most, [int(p * sides) for p in given])
    return Plan(
        chips=rules.chips,
        max_dice=most,
        step=1 if rules.passing == "left" else -1,
        falls=falls,
        probabilities=tuple(float(p) for p in given),
    )


def _falls(most: int, sides: list[int]) -> npt.NDArray[np.uint32]:
    """List what up to `most` dice do that have so many sides of each kind.

    All dice of the turn fall in any case, and only as many of them count as the player
    has: so every number of dice goes with the same random number.
    """
    shape = (most + 1, sum(sides) ** most, 4)
    done = np.zeros(shape, np.uint8)
    number = np.arange(shape[1])
    for die in range(most):
        side = number // sum(sides) ** die % sum(sides)
        for face, end in enumerate(np.cumsum(sides)[:3]):
            done[die + 1 :, :, face] += (side < end) & (side >= end - sides[face])
    return done.view(np.uint32)[:, :, 0]


def sure_to_end(rules: Rules) -> bool:
    """Whether it is plain that every game ends some day.

    It is if a chip can go into the centre, since from everywhere the chips can get fewer
    until one player is left; and if a chip can move and can stay, since from everywhere
    one player can keep all chips while the others pass theirs on to that player. The
    answer no means only that one has to look.
    """
    die = rules.die
    return bool(die.centre > 0 or (die.blank > 0 and die.left + die.right > 0))


def turns(plan: Plan, games: int, generator: np.random.Generator) -> Iterator[Turn]:
    """Play `games` games turn by turn until the last one is over."""
    players, total = len(plan.chips), sum(plan.chips)
    size = np.min_scalar_type(total)
    chips = np.empty((players, games), size)
    chips[:] = np.array(plan.chips, size)[:, np.newaxis]
    number = np.arange(games)
    rolls = np.zeros(games, np.int32)
    holders = np.full(games, sum(c > 0 for c in plan.chips), np.int32)
    going = np.ones(games, np.bool_)
    for turn in range(1, _MOST_TURNS + 1):
        roller = (turn - 1) % players
        left, right = (roller + plan.step) % players, (roller - plan.step) % players
        touched = {roller, left, right}
        dice = np.minimum(chips[roller], size.type(plan.max_dice))
        dice *= going
        to_left, to_centre, to_right = _fall(plan, dice, generator)
        for seat in touched:
            holders -= chips[seat] > 0
        chips[roller] -= to_left
        chips[roller] -= to_centre
        chips[roller] -= to_right
        chips[left] += to_left
        chips[right] += to_right
        for seat in touched:
            holders += chips[seat] > 0
        rolls += dice > 0
        over = going & (holders == 1)
        yield Turn(turn, roller, number, chips, rolls, over)
        going ^= over
        left_over = int(np.count_nonzero(going))
        if not left_over:
            return
        # Games that are over stand still until enough of them have come together.
        if left_over <= 0.9 * len(going):
            number, rolls, holders = number[going], rolls[going], holders[going]
            chips = chips[:, going]
            going = np.ones(left_over, np.bool_)
    raise ValueError(f"{left_over} of {games} games are not over after {_MOST_TURNS} turns.")


def _fall(
    plan: Plan, dice: _Chips, generator: np.random.Generator
) -> tuple[_Chips, _Chips, _Chips]:
    """Let the dice of all games fall: chips to the left, into the centre, to the right."""
    if plan.falls is None:
        drawn = generator.multinomial(dice, plan.probabilities).astype(dice.dtype)
    else:
        ways = plan.falls.shape[1]
        way = generator.integers(ways, size=len(dice), dtype=np.min_scalar_type(ways - 1))
        place = dice.astype(np.intp)
        place *= ways
        place += way
        drawn = plan.falls.ravel().take(place).view(np.uint8).reshape(-1, 4)
    return drawn[:, 0], drawn[:, 1], drawn[:, 2]


def generator_of(seed: int, block: int) -> np.random.Generator:
    """The random numbers of one block: the child of that number of the seed's sequence."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(block,))))


def play_block(plan: Plan, games: int, seed: int, block: int) -> Ints:
    """Play the games of one block to their ends, and count how they end.

    Returns
    -------
    numpy array
        Rows of winner, turns, rolls, centre, games, in order.
    """
    total = sum(plan.chips)
    ended = []
    for turn in turns(plan, games, generator_of(seed, block)):
        (over,) = np.nonzero(turn.over)
        if len(over):
            chips = turn.chips[:, over]
            ended.append(
                np.column_stack(
                    [
                        chips.argmax(axis=0),
                        np.full(len(over), turn.number),
                        turn.rolls[over],
                        total - chips.sum(axis=0, dtype=np.int64),
                        np.ones(len(over), np.int64),
                    ]
                )
            )
    return collect(ended)
