"""One turn of the game for all rotated positions at once, forward and backward."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse

from lcr_teach.bounds.positions import Block, Ints, Positions
from lcr_teach.rules import Rules

__all__ = ["Floats", "Size", "Walk", "size"]

Floats: TypeAlias = npt.NDArray[np.float64]

#: Less would come near the end of the floats, where their relative accuracy is lost.
_LEAST_PROBABILITY = Fraction(1, 2**1000)


class Size(NamedTuple):
    """How large the work on a table is, known before any of it is done.

    Attributes
    ----------
    positions : int
        Rotated positions.
    entries : int
        Entries of the matrix of a turn.
    memory : int
        Bytes that are in use at most, the libraries themselves left out.
    """

    positions: int
    entries: int
    memory: int


def size(rules: Rules) -> Size:
    """Count positions, entries and bytes by formula.

    Notes
    -----
    Stars and bars: n seats hold at most T chips in ``binomial(T + n, n)`` ways. Of the
    holdings of the q inner seats (2 where there are two players, else 3),
    ``binomial(T - b + q - 1, q - 1)`` have b chips at the player who rolls min(b, most)
    dice, and each holding is followed by as many others as there are ways to put that many
    dice into q + 1 places: a seat or the centre.
    """
    total, players = rules.total_chips, rules.players
    inner = min(players, 3)
    middle = players - inner
    entries = sum(
        math.comb(total - b + inner - 1, inner - 1)
        * math.comb(min(b, rules.max_dice) + inner, inner)
        for b in range(total + 1)
    )
    positions = math.comb(total + players, players)
    largest = max(
        math.comb(total - s + inner, inner) * math.comb(s + max(middle - 1, 0), s)
        for s in range(total + 1 if middle else 1)
    )
    listed = sum(seats * math.comb(total + seats, seats) for seats in range(2, middle + 1))
    # The masses before and after a turn and the rotation; what the work on one block takes
    # for a while; the lists of holdings; the matrix and the triples that it is made of.
    memory = 24 * positions + 56 * largest + 16 * listed + 64 * entries + 2**20
    return Size(positions, entries, memory)


class Walk:
    """The law of the next rotated position, for numbers in float64.

    Parameters
    ----------
    rules : Rules
        The table; its die must be of fractions.

    Attributes
    ----------
    positions : Positions
        The numbers of the positions.
    most_sources, most_targets : int
        How many positions lead to one, and how many one leads to, at most.
    products : int
        Products that a turn of all positions takes.
    """

    def __init__(self, rules: Rules) -> None:
        self.positions = Positions(rules.players, rules.total_chips)
        self._matrix = _matrix(rules, self.positions)
        self.most_sources = int(np.bincount(self._matrix.indices).max())
        self.most_targets = int(np.diff(self._matrix.indptr).max())
        self._parts: dict[int, Any] = {}
        total = rules.total_chips
        self.products = sum(
            int(self._part(block, total).nnz) * block.columns for block in self.positions.blocks
        )
        self._before = self.positions.before_rotation()
        self._winning = self.positions.winning()
        inner = self.positions.inner
        # Twice the sum, and one more where the player in turn holds chips.
        self._key = 2 * inner.sum(axis=1) + (inner[:, 0] > 0)
        self._turned = np.empty(self.positions.count)

    def start(self, chips: tuple[int, ...]) -> Floats:
        """All mass on one position, seat 0 to roll."""
        masses = np.zeros(self.positions.count)
        masses[self.positions.number([np.array([c]) for c in chips])] = 1.0
        return masses

    def turn(self, masses: Floats, chips: int) -> None:
        """Let the dice fall and pass them on: the masses after one turn, in place.

        Parameters
        ----------
        masses : array
            Probabilities of the positions.
        chips : int
            Only positions with at most so many chips in play are looked at.
        """
        blocks = self._blocks(chips)
        for block in blocks:
            part = self.positions.part(block, chips)
            before = masses[part].reshape(-1, block.columns)
            self._turned[part] = (self._part(block, chips) @ before).ravel()
        for block in blocks:
            part = self.positions.part(block, chips)
            # The numbers are in range; "clip" only saves numpy a copy.
            np.take(self._turned, self._before[part], out=masses[part], mode="clip")

    def turn_back(self, values: Floats) -> Floats:
        """The mean of a value after one turn, for each position before it."""
        self._turned[self._before] = values
        means = np.empty_like(values)
        total = self.positions.total
        for block in self.positions.blocks:
            part = self.positions.part(block, total)
            after = self._turned[part].reshape(-1, block.columns)
            means[part] = (self._part(block, total).T @ after).ravel()
        return means

    def take_finished(self, masses: Floats, chips: int) -> Floats:
        """Take out what is over: a row for each seat that has won, a column a chip in play."""
        places = self._winning[:, 1 : chips + 1]
        finished = np.zeros((self.positions.players, chips + 1))
        finished[:, 1:] = masses[places]
        masses[places] = 0.0
        return finished

    def by_level(self, masses: Floats, chips: int) -> Floats:
        """The masses summed: a row for each number of chips in play, and two columns.

        Column 1 is where the player in turn holds chips, column 0 where not.
        """
        sums = np.zeros(2 * (chips + 1))
        for block in self._blocks(chips):
            held = masses[self.positions.part(block, chips)].reshape(-1, block.columns)
            rows = _row_sums(held)
            sums[2 * block.middle :] += np.bincount(
                self._key[: len(rows)], rows, minlength=len(sums) - 2 * block.middle
            )
        return sums.reshape(-1, 2)

    @property
    def sum_roundings(self) -> int:
        """How often a number of :meth:`by_level` has been rounded at most, while it was summed.

        Twice for each halving of the columns, then once for each row and each block.
        """
        blocks = self.positions.blocks
        halvings = max(block.columns for block in blocks).bit_length()
        return 2 * halvings + int(np.bincount(self._key).max()) + len(blocks)

    def _blocks(self, chips: int) -> list[Block]:
        return self.positions.blocks[: chips + 1]

    def _part(self, block: Block, chips: int) -> Any:
        """The matrix of a turn for the upper part of a block."""
        # Chips only ever leave, so what the upper part leads to lies in the upper part.
        height = self.positions.height(block, chips)
        if height not in self._parts:
            end = int(self._matrix.indptr[height])
            part = sparse.csc_array((height, height))
            # Given to the constructor, these views of the whole would be copied.
            part.data = self._matrix.data[:end]
            part.indices = self._matrix.indices[:end]
            part.indptr = self._matrix.indptr[: height + 1]
            self._parts[height] = part
        return self._parts[height]


def _row_sums(held: Floats) -> Floats:
    """Sum each row by adding its halves, so that each number is rounded few times only."""
    while held.shape[1] > 1:
        half = held.shape[1] // 2
        halves = held[:, :half] + held[:, half : 2 * half]
        if held.shape[1] % 2:
            halves[:, 0] += held[:, -1]
        held = halves
    return held[:, 0]


def _matrix(rules: Rules, positions: Positions) -> Any:
    """The law of the inner seats: columns are holdings before the roll, rows after it."""
    inner = positions.inner
    most_dice = min(rules.max_dice, rules.total_chips)
    dice = np.minimum(inner[:, 0], most_dice)
    rows: list[Ints] = []
    columns: list[Ints] = []
    entries: list[Floats] = []
    for number in range(most_dice + 1):
        (before,) = np.nonzero(dice == number)
        for change, probability in _changes(rules, positions.inner_seats, number).items():
            rows.append(positions.inner_number(list((inner[before] + change).T)))
            columns.append(before)
            # True division of Python integers is correctly rounded.
            entries.append(np.full(len(before), probability.numerator / probability.denominator))
    triples = (np.concatenate(entries), (np.concatenate(rows), np.concatenate(columns)))
    del rows, columns, entries
    return sparse.coo_array(triples, shape=(len(inner), len(inner))).tocsc()


def _changes(rules: Rules, seats: tuple[int, ...], dice: int) -> dict[tuple[int, ...], Fraction]:
    """What a roll changes on the inner seats, and with which probability, exactly."""
    law: dict[tuple[int, ...], Fraction] = {}
    for roll, p in rules.die.law(dice).items():
        change = [0] * len(seats)
        change[0] -= roll.given
        # Both neighbours are the same where there are two players.
        change[seats.index(rules.left_of(0))] += roll.left
        change[seats.index(rules.right_of(0))] += roll.right
        key = tuple(change)
        law[key] = law.get(key, Fraction(0)) + Fraction(int(p.p), int(p.q))
    for p in law.values():
        if p < _LEAST_PROBABILITY:
            raise ValueError(
                f"{dice} dice of {rules.die} fall in a way that is less likely than 1e-300, "
                "which floats cannot follow: use rules.chain() instead."
            )
    return law
