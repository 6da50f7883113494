"""Many games at once, by counting games per position instead of playing each of them.

Games that stand in the same position are alike, so nobody needs to know which game is
which: it is enough to know how many games stand where. At every turn the games of one
position are shared among the positions that can follow, by one draw from the multinomial
law of the roll. The counts have exactly the law that they would have if every game had
been played by itself, and a thousand million games cost hardly more than a thousand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache, partial

import numpy as np
import numpy.typing as npt

from lcr_teach.rules import Roll, Rules
from lcr_teach.sampling.positions import Positions, find_positions
from lcr_teach.sampling.sample import Ints, collect
from lcr_teach.sampling.work import Watch

__all__ = ["MOST_GAMES", "can_count", "count_games", "successors_at_most"]

#: Counts pass through numpy's binomial draws as floats, and a float holds every whole
#: number up to 2**53, about 9 * 10**15.
MOST_GAMES = 10**15

#: Positions times rolls of the table of successors; 8 bytes each.
_MOST_SUCCESSORS = 20_000_000

#: Positions times different numbers of rolls, in the counts of one turn; 8 bytes each.
_MOST_CELLS = 100_000_000

#: A game of any table worth playing is long over by then.
_MOST_TURNS = 100_000

#: Positions that are shared out at once, so that the draws of large tables fit in memory.
_CHUNK = 1 << 16

#: Games that are played on to their ends when a run is stopped.
_KEPT = 10_000


def successors_at_most(rules: Rules) -> int:
    """An upper bound on the size of the table of successors: positions times rolls."""
    most_dice = min(rules.max_dice, rules.total_chips)
    return rules.positions_at_most * math.comb(most_dice + 3, 3)


def can_count(rules: Rules) -> bool:
    """Whether the table is small enough to list its positions."""
    return successors_at_most(rules) <= _MOST_SUCCESSORS


def count_games(rules: Rules, games: int, seed: int, watch: Watch) -> Ints:
    """Play all games at once, counted per position.

    A run that is stopped has finished the short games only. So it takes a random choice
    of all games, finished or not, and plays those on to their ends.

    Returns
    -------
    numpy array
        Rows of winner, turns, rolls, centre, games, in order.
    """
    generator = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    return _play(_table(rules), games, generator, watch)


@dataclass(frozen=True)
class _Group:
    """All positions in which the same number of dice falls, so with the same law."""

    dice: int
    probabilities: npt.NDArray[np.float64]
    #: Which position follows: a row for each position of the group, a column a roll.
    after: Ints


@dataclass(frozen=True)
class _Table:
    """The positions that can be reached, numbered, and what follows from each."""

    groups: tuple[_Group, ...]
    #: For each position: its group, -1 if the game is over, and its row in the group.
    group: Ints
    row: Ints
    #: For each position: who has won, -1 if nobody has, and the chips in the centre.
    winner: Ints
    centre: Ints


# Large tables take 100 MB, so only a few are kept.
@lru_cache(maxsize=8)
def _table(rules: Rules) -> _Table:
    """Number the positions, and sort them by the dice that fall."""
    if not can_count(rules):
        most_dice = min(rules.max_dice, rules.total_chips)
        raise ValueError(
            f"a table with up to {rules.positions_at_most} positions and {most_dice} dice a roll "
            "is too large to count games per position."
        )
    rolls = cache(partial(_rarest_first, rules))
    positions = find_positions(rules, rolls)
    group = np.full(len(positions.dice), -1)
    row = np.zeros(len(positions.dice), np.int64)
    groups: list[_Group] = []
    for dice, after in sorted(positions.after.items()):
        law = rules.die.law(dice)
        here = positions.dice == dice
        group[here] = len(groups)
        row[here] = np.arange(len(after))
        groups.append(_Group(dice, np.array([float(law[roll]) for roll in rolls(dice)]), after))
    table = _Table(
        groups=tuple(groups),
        group=group,
        row=row,
        winner=positions.winners,
        centre=rules.total_chips - positions.chips.sum(axis=1),
    )
    _refuse_if_endless(table, positions)
    return table


def _rarest_first(rules: Rules, dice: int) -> list[Roll]:
    """Order the rolls as numpy is to share games out among them.

    A multinomial draw is a row of binomial draws in which the last roll gets what is
    left. The likeliest roll comes last: so no binomial draw has a probability near 1,
    and what rounding leaves of the floats disappears in the largest number.
    """
    law = rules.die.law(dice)
    return sorted(law, key=lambda roll: float(law[roll]))


def _refuse_if_endless(table: _Table, positions: Positions) -> None:
    ends = table.group < 0
    while True:
        more = ends.copy()
        for number, group in enumerate(table.groups):
            more[table.group == number] |= ends[group.after].any(axis=1)
        if np.array_equal(more, ends):
            break
        ends = more
    if not ends.all():
        stuck = positions.state(int(np.argmin(ends)))
        raise ValueError(f"a game can go on for ever with these rules: from {stuck} it never ends.")


def _play(table: _Table, games: int, generator: np.random.Generator, watch: Watch) -> Ints:
    """Move all games on, turn by turn, until the last one is over."""
    # Games are counted in cells: where they stand and how many rolls they have seen.
    position = np.zeros(1, np.int64)
    rolls = np.zeros(1, np.int64)
    count = np.array([games], np.int64)
    ended = [np.empty((0, 5), np.int64)]
    done, stopped = 0, False
    for turn in range(1, _MOST_TURNS + 1):
        if not stopped and watch.stopped():
            stopped = True
            ended, position, rolls, count = _choose(ended, position, rolls, count, generator)
        position, rolls, count = _turn(table, position, rolls, count, generator)
        winner = table.winner[position]
        over = winner >= 0
        if over.any():
            ends = position[over]
            turns = np.full(len(ends), turn)
            ended.append(
                np.stack([winner[over], turns, rolls[over], table.centre[ends], count[over]], 1)
            )
            done += int(count[over].sum())
            position, rolls, count = position[~over], rolls[~over], count[~over]
        if not stopped:
            watch.report(done)
        if not len(position):
            return collect(ended)
    raise ValueError(f"{count.sum()} of {games} games are not over after {_MOST_TURNS} turns.")


def _choose(
    ended: list[Ints], position: Ints, rolls: Ints, count: Ints, generator: np.random.Generator
) -> tuple[list[Ints], Ints, Ints, Ints]:
    """Keep a random choice of all games, each choice as likely as any other."""
    rows = np.concatenate(ended)
    games = np.concatenate([rows[:, 4], count])
    reached = np.cumsum(games)
    if reached[-1] <= _KEPT:
        return ended, position, rolls, count
    chosen = generator.choice(int(reached[-1]), _KEPT, replace=False, shuffle=False)
    kept = np.bincount(np.searchsorted(reached, chosen, side="right"), minlength=len(games))
    rows[:, 4] = kept[: len(rows)]
    count = kept[len(rows) :]
    still = count > 0
    return [rows[rows[:, 4] > 0]], position[still], rolls[still], count[still]


def _turn(
    table: _Table, position: Ints, rolls: Ints, count: Ints, generator: np.random.Generator
) -> tuple[Ints, Ints, Ints]:
    """Share the games of every cell among the cells that follow."""
    fewest = rolls.min()
    width = int(rolls.max() - fewest) + 2
    if len(table.group) * width > _MOST_CELLS:
        raise ValueError("the games of this table spread too far to be counted in memory.")
    counted = np.zeros(len(table.group) * width, np.int64)
    for number, group in enumerate(table.groups):
        (cells,) = np.nonzero(table.group[position] == number)
        for first in range(0, len(cells), _CHUNK):
            here = cells[first : first + _CHUNK]
            after = group.after[table.row[position[here]]]
            rolls_after = rolls[here] - fewest + (group.dice > 0)
            np.add.at(
                counted,
                after * width + rolls_after[:, np.newaxis],
                _share(count[here], group.probabilities, generator),
            )
    (occupied,) = np.nonzero(counted)
    position_after, rolls_after = np.divmod(occupied, width)
    return position_after, rolls_after + fewest, counted[occupied]


def _share(
    games: Ints, probabilities: npt.NDArray[np.float64], generator: np.random.Generator
) -> Ints:
    """How many of the games see each roll: a row for each number of games, a column a roll."""
    if len(probabilities) == 1:
        return games[:, np.newaxis]
    return generator.multinomial(games, probabilities)
