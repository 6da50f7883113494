"""Many games at once, by counting games per position instead of playing each of them.

Games that stand in the same position are alike, so nobody needs to know which game is
which: it is enough to know how many games stand where. At every turn the games of one
position are shared among the positions that can follow, by one draw from the multinomial
law of the roll. The counts have exactly the law that they would have if every game had
been played by itself, and a thousand million games cost hardly more than a thousand.
"""

from __future__ import annotations

import math
import secrets
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from lcr_teach.exact import exact_integer
from lcr_teach.rules import Roll, Rules, State

__all__ = ["Estimate", "Sample", "simulate"]

_Ints: TypeAlias = npt.NDArray[np.int64]

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


class Estimate(NamedTuple):
    """A number found by sampling, with its error.

    Examples
    --------
    >>> value, error = Estimate(18.86, 0.0123)
    >>> print(Estimate(18.8634, 0.0123))
    18.863 ± 0.012
    """

    value: float
    standard_error: float

    def __str__(self) -> str:
        if not 0 < self.standard_error < math.inf:
            return f"{self.value:.6g} ± {self.standard_error:.2g}"
        digits = max(0, 1 - math.floor(math.log10(self.standard_error)))
        return f"{self.value:.{digits}f} ± {self.standard_error:.{digits}f}"


@dataclass(frozen=True, eq=False, repr=False)
class Sample:
    """What became of many games; made by :func:`simulate`.

    Attributes
    ----------
    rules : Rules
        The table.
    games : int
        How many games were played.
    seed : int
        The seed with which :func:`simulate` gives the same sample again.
    """

    rules: Rules
    games: int
    seed: int
    # One row for each combination that occurred: winner, turns, rolls, centre, games.
    _rows: _Ints

    @cached_property
    def joint(self) -> dict[tuple[int, int, int, int], int]:
        """Games for each ``(winner, turns, rolls, centre)`` that occurred, in order.

        The winner is a seat, numbered from 0; turns include missed ones, rolls do not;
        the centre is counted in chips.
        """
        return {tuple(key): games for *key, games in self._rows.tolist()}

    @cached_property
    def wins(self) -> tuple[int, ...]:
        """Games won by each seat."""
        won = self._margin(0)
        return tuple(won.get(seat, 0) for seat in range(self.rules.players))

    @cached_property
    def turns(self) -> dict[int, int]:
        """Games for each length in turns, missed turns included."""
        return self._margin(1)

    @cached_property
    def rolls(self) -> dict[int, int]:
        """Games for each length in rolls: turns in which dice fell."""
        return self._margin(2)

    @cached_property
    def centre(self) -> dict[int, int]:
        """Games for each number of chips in the centre at the end."""
        return self._margin(3)

    def win_shares(self) -> tuple[Estimate, ...]:
        """Share of the games that each seat won, with its standard error."""
        shares = [won / self.games for won in self.wins]
        return tuple(Estimate(s, math.sqrt(s * (1 - s) / self.games)) for s in shares)

    def mean_turns(self) -> Estimate:
        """Mean length in turns, with its standard error."""
        return _mean(self.turns)

    def mean_rolls(self) -> Estimate:
        """Mean length in rolls, with its standard error."""
        return _mean(self.rolls)

    def mean_centre(self) -> Estimate:
        """Mean number of chips in the centre at the end, with its standard error."""
        return _mean(self.centre)

    def _margin(self, column: int) -> dict[int, int]:
        values, places = np.unique(self._rows[:, column], return_inverse=True)
        games = np.zeros(len(values), np.int64)
        np.add.at(games, places, self._rows[:, 4])
        return dict(zip(values.tolist(), games.tolist(), strict=True))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Sample)
            and self.rules == other.rules
            and np.array_equal(self._rows, other._rows)
        )

    def __hash__(self) -> int:
        return hash((self.rules, self.games, self.wins))

    def __repr__(self) -> str:
        return f"<Sample: {self.rules}, {self.games:,} games, seed {self.seed}, wins {self.wins}>"

    def __str__(self) -> str:
        lines = [f"{self.games:,} games, {self.rules}, seed {self.seed}"]
        width = max(len(f"{won:,}") for won in self.wins)
        for seat, (won, share) in enumerate(zip(self.wins, self.win_shares(), strict=True)):
            lines.append(f"Player {seat + 1} won {won:{width},}   {share}")
        lines += [f"{name} {mean}" for name, mean in self._means()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [
            (f"Player {seat + 1}", f"{won:,}", str(share))
            for seat, (won, share) in enumerate(zip(self.wins, self.win_shares(), strict=True))
        ]
        body = "".join(
            f"<tr><th scope='row'>{name}</th><td>{won}</td><td>{share}</td></tr>"
            for name, won, share in rows
        )
        means = "<br>".join(f"{name} {mean}" for name, mean in self._means())
        return (
            "<div style='font-size: 1.25em'><table>"
            f"<caption>{self.games:,} games, {escape(repr(self.rules))}, seed {self.seed}</caption>"
            "<thead><tr><td></td><th scope='col'>games won</th>"
            "<th scope='col'>share ± standard error</th></tr></thead>"
            f"<tbody>{body}</tbody></table><p>{means}</p></div>"
        )

    def _means(self) -> list[tuple[str, Estimate]]:
        return [
            ("mean length in turns:", self.mean_turns()),
            ("mean length in rolls:", self.mean_rolls()),
            ("mean chips in the centre:", self.mean_centre()),
        ]


def simulate(rules: Rules, games: int, seed: int | None = None) -> Sample:
    """Play many games and count how they end.

    Parameters
    ----------
    rules : Rules
        The table; its die must not contain symbols.
    games : int
        How many games, from 1 to 10**15.
    seed : int, optional
        Start of the random numbers, 0 or more. The same seed gives the same sample;
        without one, a seed is drawn and kept in :attr:`Sample.seed`.

    Returns
    -------
    Sample
        Winners, lengths and chips in the centre, counted in games.

    Raises
    ------
    TypeError, ValueError
        In one sentence, for a number of games that cannot be, a die with symbols, a
        table with too many positions, or one where a game may go on for ever.

    Notes
    -----
    If n games stand in one position, the numbers of them that see each roll have the
    multinomial law with n trials and the probabilities of the rolls [1]_. The games are
    independent, so are the positions given their counts, and one draw for each position
    is all that a turn needs. The work grows with the number of positions that are
    occupied, not with the number of games.

    References
    ----------
    .. [1] W. Feller, *An Introduction to Probability Theory and Its Applications*,
       volume 1, third edition, Wiley 1968, section VI.9.

    Examples
    --------
    >>> sample = simulate(Rules(players=3), games=10**12, seed=1)
    >>> sum(sample.wins) == 10**12
    True
    >>> simulate(Rules(players=3), games=0)
    Traceback (most recent call last):
        ...
    ValueError: games must be from 1 to 1000000000000000, not 0.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be Rules, not {rules!r}.")
    games = exact_integer(games, "games", least=1, most=MOST_GAMES)
    seed = secrets.randbits(32) if seed is None else exact_integer(seed, "seed", least=0)
    table = _table(rules)
    generator = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    return Sample(rules, games, seed, _play(table, games, generator))


@dataclass(frozen=True)
class _Group:
    """All positions in which the same number of dice falls, so with the same law."""

    dice: int
    probabilities: npt.NDArray[np.float64]
    #: Which position follows: a row for each position of the group, a column a roll.
    after: _Ints


@dataclass(frozen=True)
class _Table:
    """The positions that can be reached, numbered, and what follows from each."""

    groups: tuple[_Group, ...]
    #: For each position: its group, -1 if the game is over, and its row in the group.
    group: _Ints
    row: _Ints
    #: For each position: who has won, -1 if nobody has, and the chips in the centre.
    winner: _Ints
    centre: _Ints


# Large tables take 100 MB, so only a few are kept.
@lru_cache(maxsize=8)
def _table(rules: Rules) -> _Table:
    """Find all positions by following every roll from the start."""
    if rules.die.free_symbols:
        names = ", ".join(sorted(map(str, rules.die.free_symbols)))
        raise ValueError(f"a die with symbols ({names}) cannot be rolled: give them values.")
    most_dice = min(rules.max_dice, rules.total_chips)
    if rules.positions_at_most * math.comb(most_dice + 3, 3) > _MOST_SUCCESSORS:
        raise ValueError(
            f"a table with up to {rules.positions_at_most} positions and {most_dice} dice a roll "
            "is too large to count games per position."
        )
    rolls: dict[int, list[Roll]] = {}
    numbers = {rules.start: 0}
    states = [rules.start]
    members: dict[int, list[int]] = {}
    after: dict[int, list[list[int]]] = {}
    for number, state in enumerate(states):  # `states` grows while it is read
        if state.is_over:
            continue
        dice = rules.dice(state)
        if dice not in rolls:
            rolls[dice] = _rarest_first(rules, dice)
            members[dice], after[dice] = [], []
        following = []
        for roll in rolls[dice]:
            state_after = rules.after(state, roll)
            if state_after not in numbers:
                numbers[state_after] = len(states)
                states.append(state_after)
            following.append(numbers[state_after])
        members[dice].append(number)
        after[dice].append(following)

    group = np.full(len(states), -1, np.int64)
    row = np.zeros(len(states), np.int64)
    groups: list[_Group] = []
    for dice in sorted(rolls):
        law = rules.die.law(dice)
        group[members[dice]] = len(groups)
        row[members[dice]] = np.arange(len(members[dice]))
        probabilities = np.array([float(law[roll]) for roll in rolls[dice]])
        groups.append(_Group(dice, probabilities, np.array(after[dice], np.int64)))
    winners = [-1 if state.winner is None else state.winner for state in states]
    table = _Table(
        groups=tuple(groups),
        group=group,
        row=row,
        winner=np.array(winners, np.int64),
        centre=rules.total_chips - np.array([state.in_play for state in states], np.int64),
    )
    _refuse_if_endless(table, states)
    return table


def _rarest_first(rules: Rules, dice: int) -> list[Roll]:
    """Order the rolls as numpy is to share games out among them.

    A multinomial draw is a row of binomial draws in which the last roll gets what is
    left. The likeliest roll comes last: so no binomial draw has a probability near 1,
    and what rounding leaves of the floats disappears in the largest number.
    """
    law = rules.die.law(dice)
    return sorted(law, key=lambda roll: float(law[roll]))


def _refuse_if_endless(table: _Table, states: list[State]) -> None:
    ends = table.group < 0
    while True:
        more = ends.copy()
        for number, group in enumerate(table.groups):
            more[table.group == number] |= ends[group.after].any(axis=1)
        if np.array_equal(more, ends):
            break
        ends = more
    if not ends.all():
        stuck = states[int(np.argmin(ends))]
        raise ValueError(f"a game can go on for ever with these rules: from {stuck} it never ends.")


def _play(table: _Table, games: int, generator: np.random.Generator) -> _Ints:
    """Move all games on, turn by turn, until the last one is over."""
    # Games are counted in cells: where they stand and how many rolls they have seen.
    position = np.zeros(1, np.int64)
    rolls = np.zeros(1, np.int64)
    count = np.array([games], np.int64)
    ended = []
    for turn in range(1, _MOST_TURNS + 1):
        position, rolls, count = _turn(table, position, rolls, count, generator)
        winner = table.winner[position]
        over = winner >= 0
        if over.any():
            ends = position[over]
            turns = np.full(len(ends), turn)
            ended.append(
                np.stack([winner[over], turns, rolls[over], table.centre[ends], count[over]], 1)
            )
            position, rolls, count = position[~over], rolls[~over], count[~over]
        if not len(position):
            return _collect(ended)
    raise ValueError(f"{count.sum()} of {games} games are not over after {_MOST_TURNS} turns.")


def _turn(
    table: _Table, position: _Ints, rolls: _Ints, count: _Ints, generator: np.random.Generator
) -> tuple[_Ints, _Ints, _Ints]:
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
    games: _Ints, probabilities: npt.NDArray[np.float64], generator: np.random.Generator
) -> _Ints:
    """How many of the games see each roll: a row for each number of games, a column a roll."""
    if len(probabilities) == 1:
        return games[:, np.newaxis]
    return generator.multinomial(games, probabilities)


def _collect(ended: list[_Ints]) -> _Ints:
    """Add up the games that ended alike, in order of winner, turns, rolls and centre."""
    rows = np.concatenate(ended)
    keys, places = np.unique(rows[:, :4], axis=0, return_inverse=True)
    games = np.zeros(len(keys), np.int64)
    np.add.at(games, places.ravel(), rows[:, 4])
    return np.column_stack([keys, games])


def _mean(games: dict[int, int]) -> Estimate:
    """Mean and standard error of values that are given with their numbers of games."""
    number = sum(games.values())
    total = sum(value * count for value, count in games.items())
    # In whole numbers up to here and through the next line, so nothing cancels.
    spread = number * sum(value**2 * count for value, count in games.items()) - total**2
    if number == 1:
        return Estimate(float(total), math.nan)
    return Estimate(total / number, math.sqrt(spread / (number**2 * (number - 1))))
