"""Whole courses of many games, as arrays: for pictures and for questions about the way."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from lcr_teach.exact import exact_integer
from lcr_teach.rules import Rules, State
from lcr_teach.sampling.games import BLOCK, Plan, generator_of, plan, sure_to_end, turns
from lcr_teach.sampling.sample import Ints, Sample, collect
from lcr_teach.sampling.simulation import refuse_symbols

__all__ = ["Paths", "sample_paths"]

#: Bytes of all chips; while they are put together they are there twice.
_MOST_BYTES = 800_000_000


@dataclass(frozen=True, eq=False, repr=False)
class Paths:
    """The courses of many games; made by :func:`sample_paths`.

    Attributes
    ----------
    rules : Rules
        The table.
    seed : int
        The seed with which :func:`sample_paths` gives the same games again.
    chips : numpy array
        ``chips[game, turn, seat]``: chips after that many turns, so ``chips[:, 0]`` is the
        start. A game that is over stays as it is, up to the end of the longest one.
    rollers : numpy array
        ``rollers[turn]``: the seat that rolls when so many turns are over.
    turns, rolls : numpy array
        Length of each game, in turns and in rolls: turns in which dice fell.
    """

    rules: Rules
    seed: int
    chips: npt.NDArray[Any]
    rollers: Ints
    turns: Ints
    rolls: Ints

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.turns)

    @property
    def winners(self) -> Ints:
        """The seat that won each game."""
        winners: Ints = self.chips[:, -1].argmax(axis=1)
        return winners

    @property
    def centre(self) -> Ints:
        """Chips in the centre: ``centre[game, turn]``."""
        held: Ints = self.chips.sum(axis=2, dtype=np.int64)
        return self.rules.total_chips - held

    @property
    def ended(self) -> npt.NDArray[np.bool_]:
        """Whether the game is over: ``ended[game, turn]``, after that many turns."""
        return np.arange(self.chips.shape[1]) >= self.turns[:, np.newaxis]

    def path(self, game: int) -> tuple[State, ...]:
        """All positions of one game, from the start to the end.

        Parameters
        ----------
        game : int
            The number of the game, from 0.

        Returns
        -------
        tuple of State
            One more than the game has turns.

        Raises
        ------
        TypeError, ValueError
            If there is no such game.

        Examples
        --------
        >>> for state in sample_paths(Rules(2, 1), games=3, seed=1).path(2):
        ...     print(state)
        (1, 1) Player 1 to roll
        (1, 1) Player 2 to roll
        (1, 1) Player 1 to roll
        (0, 1) Player 2 has won
        """
        game = exact_integer(game, "game", least=0, most=self.games - 1)
        course = self.chips[game, : self.turns[game] + 1].tolist()
        return tuple(State(c, r) for c, r in zip(course, self.rollers.tolist(), strict=False))

    def sample(self) -> Sample:
        """The same games, counted by how they end.

        Returns
        -------
        Sample
            Of as many games, with the same seed.
        """
        rows = np.column_stack(
            [self.winners, self.turns, self.rolls, self.centre[:, -1], np.ones_like(self.turns)]
        )
        return Sample(self.rules, self.games, (self.seed,), collect([rows]))

    def __repr__(self) -> str:
        return f"<Paths: {self.rules}, {self.games:,} games, seed {self.seed}>"


def sample_paths(rules: Rules, games: int, seed: int | None = None) -> Paths:
    """Play many games and keep every position of each.

    Parameters
    ----------
    rules : Rules
        The table; its die must not contain symbols.
    games : int
        How many games, at least 1. A game takes as many bytes as the longest game has
        positions, times the seats (with 256 chips or more, twice that): at 3 x 3 about 300
        bytes, at 12 x 3 about 6000. All games together must fit in 800 million bytes.
    seed : int, optional
        Start of the random numbers, 0 or more; without one, a seed is drawn and kept in
        :attr:`Paths.seed`.

    Returns
    -------
    Paths

    Raises
    ------
    TypeError, ValueError
        In one sentence, for a number of games that cannot be or does not fit, a die with
        symbols, or rules by which a game may go on for ever.

    Notes
    -----
    These are the very games that :func:`simulate` plays one by one with the same seed.

    Examples
    --------
    How often does the winner come back from nothing?

    >>> paths = sample_paths(Rules(players=3), games=10_000, seed=1)
    >>> chips_of_winner = paths.chips[np.arange(paths.games), :, paths.winners]
    >>> bool(0.2 < (chips_of_winner == 0).any(axis=1).mean() < 0.8)
    True
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be Rules, not {rules!r}.")
    games = exact_integer(games, "games", least=1)
    seed = secrets.randbits(32) if seed is None else exact_integer(seed, "seed", least=0)
    refuse_symbols(rules)
    if type(rules) is not Rules:
        raise TypeError("paths follow the rules of the game, not those of a subclass of Rules.")
    if not sure_to_end(rules):
        raise ValueError(
            "a game may go on for ever with a die that cannot send a chip to the "
            "centre, nor both keep one and pass one on."
        )
    numbers = plan(rules)
    parts: list[_Part] = []
    for block in range(-(-games // BLOCK)):
        size = min(BLOCK, games - block * BLOCK)
        parts.append(_play(numbers, size, games, seed, block))
    longest = max(len(part.layers) for part in parts)
    _refuse_if_large(games, longest, parts[0].layers[0])
    # Turn by turn in memory, so that a turn of all games is written in one go.
    chips = np.empty((longest, rules.players, games), parts[0].layers[0].dtype)
    first = 0
    for part in parts:
        last = first + len(part.turns)
        for turn in range(longest):
            chips[turn, :, first:last] = part.layers[min(turn, len(part.layers) - 1)]
        part.layers.clear()
        first = last
    return Paths(
        rules,
        seed,
        chips.transpose(2, 0, 1),
        np.arange(longest) % rules.players,
        np.concatenate([part.turns for part in parts]),
        np.concatenate([part.rolls for part in parts]),
    )


@dataclass(frozen=True)
class _Part:
    """The games of one block: after each turn, chips by seat and game."""

    layers: list[npt.NDArray[Any]]
    turns: Ints
    rolls: Ints


def _play(numbers: Plan, games: int, games_in_all: int, seed: int, block: int) -> _Part:
    lengths, rolls = np.zeros(games, np.int64), np.zeros(games, np.int64)
    layers: list[npt.NDArray[Any]] = []
    for turn in turns(numbers, games, generator_of(seed, block)):
        if not layers:
            start = np.array(numbers.chips, turn.chips.dtype)
            layers.append(np.repeat(start[:, np.newaxis], games, axis=1))
        if len(turn.games) == games:
            layer = turn.chips.copy()
        else:
            layer = layers[-1].copy()
            layer[:, turn.games] = turn.chips
        layers.append(layer)
        ended = turn.games[turn.over]
        lengths[ended] = turn.number
        rolls[ended] = turn.rolls[turn.over]
        # All blocks get about as long as this one, so there is no need to play them first.
        _refuse_if_large(games_in_all, len(layers), layer)
    return _Part(layers, lengths, rolls)


def _refuse_if_large(games: int, positions: int, layer: npt.NDArray[Any]) -> None:
    each = positions * layer.shape[0] * layer.itemsize
    if games * each > _MOST_BYTES:
        raise ValueError(
            f"the paths of {games} games do not fit in memory: each takes {each} bytes or more, "
            f"and together they may take {_MOST_BYTES}; simulate only counts how games end."
        )
