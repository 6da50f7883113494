"""What became of many games: counts, shares and means, with their errors."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from lcr_teach.rules import Rules
from lcr_teach.sampling import saving

__all__ = ["Estimate", "Ints", "Sample", "collect"]

Ints: TypeAlias = npt.NDArray[np.int64]


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
    seeds : tuple of int
        The seeds of its random numbers: one for each call of :func:`simulate`.
    complete : bool
        Whether all games were played that were asked for; ``False`` after a stop.
    """

    rules: Rules
    games: int
    seeds: tuple[int, ...]
    # One row for each combination that occurred: winner, turns, rolls, centre, games.
    _rows: Ints
    complete: bool = True

    @property
    def seed(self) -> int:
        """The seed with which :func:`simulate` gives the same sample again.

        Raises
        ------
        ValueError
            If the sample is a sum, which has more than one.
        """
        if len(self.seeds) > 1:
            raise ValueError(f"this sample is a sum with {len(self.seeds)} seeds: ask for seeds.")
        return self.seeds[0]

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

    def rows(self) -> list[dict[str, int]]:
        """One row for each way to end that occurred, as ``pandas.DataFrame`` takes them.

        Returns
        -------
        list of dict
            The keys are winner (a seat, from 0), turns, rolls, centre (chips) and games (how many
            ended so).

        Examples
        --------
        >>> from lcr_teach import simulate
        >>> simulate(Rules(players=2, chips=1), games=1000, seed=1).rows()[0]
        {'winner': 0, 'turns': 2, 'rolls': 2, 'centre': 0, 'games': 179}
        """
        return [dict(zip(saving.COLUMNS, row, strict=True)) for row in self._rows.tolist()]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the sample to a JSON file, with rules, seeds and the version of the kit.

        Parameters
        ----------
        path : str or path-like
            The file. One that is there is overwritten.

        Raises
        ------
        TypeError, ValueError
            If the rules are those of a subclass or the die has no fractions.
        """
        saving.write(path, self.rules, self.seeds, self.complete, self._rows.tolist())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Sample:
        """Read a sample that was saved.

        Parameters
        ----------
        path : str or path-like
            A file that :meth:`save` wrote.

        Returns
        -------
        Sample
            Equal to the one that was saved.

        Raises
        ------
        ValueError
            In one sentence, if the file is no saved sample or is damaged.
        """
        rules, seeds, complete, rows = saving.read(path)
        counts = np.array(rows, np.int64)
        return cls(rules, sum(row[4] for row in rows), seeds, counts, complete)

    def __add__(self, other: object) -> Sample:
        """The games of two samples together.

        Raises
        ------
        ValueError
            If the tables differ, or a seed is in both: the same random numbers again are no
            new games.
        """
        if not isinstance(other, Sample):
            return NotImplemented
        if self.rules != other.rules:
            raise ValueError(
                f"games of different tables cannot be added: {self.rules} and {other.rules}."
            )
        for seed in self.seeds:
            if seed in other.seeds:
                raise ValueError(f"both samples have seed {seed}: that is no new chance.")
        return Sample(
            self.rules,
            self.games + other.games,
            self.seeds + other.seeds,
            collect([self._rows, other._rows]),
            self.complete and other.complete,
        )

    def win_shares(self) -> tuple[Estimate, ...]:
        """Share of the games that each seat won, with its standard error.

        Returns
        -------
        tuple of Estimate
            One for each seat, from 0 to 1.
        """
        shares = [won / self.games for won in self.wins]
        return tuple(Estimate(s, math.sqrt(s * (1 - s) / self.games)) for s in shares)

    def mean_turns(self) -> Estimate:
        """Mean length in turns, with its standard error.

        Returns
        -------
        Estimate
            In turns.
        """
        return _mean(self.turns)

    def mean_rolls(self) -> Estimate:
        """Mean length in rolls, with its standard error.

        Returns
        -------
        Estimate
            In rolls.
        """
        return _mean(self.rolls)

    def mean_centre(self) -> Estimate:
        """Mean number of chips in the centre at the end, with its standard error.

        Returns
        -------
        Estimate
            In chips.
        """
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
        return f"<Sample: {self.rules}, {self.games:,} games, {self._origin}, wins {self.wins}>"

    def __str__(self) -> str:
        lines = [f"{self.games:,} games, {self.rules}, {self._origin}"]
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
            f"<caption>{self.games:,} games, {escape(repr(self.rules))}, {self._origin}</caption>"
            "<thead><tr><td></td><th scope='col'>games won</th>"
            "<th scope='col'>share ± standard error</th></tr></thead>"
            f"<tbody>{body}</tbody></table><p>{means}</p></div>"
        )

    @property
    def _origin(self) -> str:
        seeds = ", ".join(map(str, self.seeds))
        stopped = "" if self.complete else ", stopped early"
        return f"seed{'s' if len(self.seeds) > 1 else ''} {seeds}{stopped}"

    def _means(self) -> list[tuple[str, Estimate]]:
        return [
            ("mean length in turns:", self.mean_turns()),
            ("mean length in rolls:", self.mean_rolls()),
            ("mean chips in the centre:", self.mean_centre()),
        ]


def _mean(games: dict[int, int]) -> Estimate:
    """Mean and standard error of values that are given with their numbers of games."""
    number = sum(games.values())
    total = sum(value * count for value, count in games.items())
    # In whole numbers up to here and through the next line, so nothing cancels.
    spread = number * sum(value**2 * count for value, count in games.items()) - total**2
    if number == 1:
        return Estimate(float(total), math.nan)
    return Estimate(total / number, math.sqrt(spread / (number**2 * (number - 1))))


def collect(rows: list[Ints]) -> Ints:
    """Add up the games that ended alike.

    Parameters
    ----------
    rows : list of numpy array
        Rows of winner, turns, rolls, centre, games; at least one row in all.

    Returns
    -------
    numpy array
        The same with a row for each combination, in order.
    """
    together = np.concatenate(rows)
    shape = tuple(together[:, :4].max(axis=0) + 1)
    keys, places = np.unique(
        np.ravel_multi_index(tuple(together[:, :4].T), shape), return_inverse=True
    )
    games = np.zeros(len(keys), np.int64)
    np.add.at(games, places, together[:, 4])
    return np.column_stack([*np.unravel_index(keys, shape), games])
