"""The rotated positions of a table, numbered without ever being listed one by one.

A rotated position is the chips as the player sees them who is about to roll: first the own
ones, then those of the player who comes next, and so on round the circle. Where everybody
follows the same rules, nobody needs to know who that player is. n seats that hold at most T
chips together have ``binomial(T + n, n)`` rotated positions (stars and bars).

A turn touches three seats only: the player who rolls and the two neighbours, who are called
the inner seats. The others, the middle seats, keep what they have. So the positions are laid
out in blocks, one for each sum of the chips on the middle seats; a block is a matrix with one
row for each holding of the inner seats, those with fewer chips first, and one column for each
holding of the middle seats. A turn is then one small sparse matrix times each block, and what
has at most L chips in play is the upper part of every block.

Holdings with the same sum are numbered by the combinatorial number system (D. E. Knuth, *The
Art of Computer Programming*, volume 4A, section 7.2.1.3), the last seat counting most: with
partial sums R1, R2, … a holding has the number ``Σ binomial(Ri + i - 1, i - 1) -
binomial(Ri-1 + i - 1, i - 1)`` over i ≥ 2, because ``binomial(R + i - 1, i - 1)`` holdings of i
seats have the sum R.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Block", "Ints", "Positions"]

Ints: TypeAlias = npt.NDArray[np.int64]


class Block(NamedTuple):
    """The positions in which the middle seats hold the same sum.

    Attributes
    ----------
    middle : int
        Chips on the middle seats.
    first : int
        Number of its first position.
    columns : int
        Holdings of the middle seats.
    """

    middle: int
    first: int
    columns: int


class Positions:
    """All rotated positions of a table.

    Parameters
    ----------
    players : int
        Number of seats, 2 or more.
    total : int
        Most chips in play.
    """

    def __init__(self, players: int, total: int) -> None:
        self.players = players
        self.total = total
        #: The seats that a turn touches, counted from the player who rolls.
        self.inner_seats = (0, 1) if players == 2 else (0, 1, players - 1)
        self._middle_seats = range(2, players - 1)
        # ways[r, j]: holdings of j + 1 seats with sum r, or of j seats with sum at most r.
        self._ways: Ints = np.array(
            [[math.comb(r + j, j) for j in range(players + 1)] for r in range(total + 1)], np.int64
        )
        seats = len(self.inner_seats)
        #: rows[s]: holdings of the inner seats with a sum of less than s.
        self.rows: Ints = np.concatenate([[0], self._ways[:, seats]])
        #: The holdings of the inner seats, a row for each.
        self.inner: Ints = np.concatenate([self._holdings(s, seats, {}) for s in range(total + 1)])
        self.blocks = list(self._blocks())
        self._first: Ints = np.array([block.first for block in self.blocks])
        self._columns: Ints = np.array([block.columns for block in self.blocks])

    def _blocks(self) -> Iterator[Block]:
        middle = len(self._middle_seats)
        first = 0
        for s in range(self.total + 1 if middle else 1):
            columns = int(self._ways[s, middle - 1]) if middle else 1
            yield Block(s, first, columns)
            first += columns * int(self.rows[self.total - s + 1])
        assert first == math.comb(self.total + self.players, self.players)
        #: How many positions there are.
        self.count = first

    def part(self, block: Block, chips: int) -> slice:
        """The numbers of a block's positions with at most so many chips in play."""
        return slice(block.first, block.first + self.height(block, chips) * block.columns)

    def height(self, block: Block, chips: int) -> int:
        """The rows of a block that have at most so many chips in play."""
        return int(self.rows[max(chips - block.middle + 1, 0)])

    def number(self, seats: Sequence[Ints]) -> Ints:
        """The numbers of positions.

        Parameters
        ----------
        seats : sequence of arrays
            Chips of each seat, counted from the player who rolls; the arrays are
            broadcast against each other.
        """
        row = self.inner_number([seats[seat] for seat in self.inner_seats])
        if not self._middle_seats:
            return row
        column, middle = self._rank([seats[seat] for seat in self._middle_seats])
        return self._first[middle] + row * self._columns[middle] + column

    def inner_number(self, parts: Sequence[Ints]) -> Ints:
        """The rows of holdings of the inner seats."""
        rank, total = self._rank(parts)
        return self.rows[total] + rank

    def _rank(self, parts: Sequence[Ints]) -> tuple[Ints, Ints]:
        """The number of a holding among all with the same sum, and the sum."""
        total = parts[0]
        rank: Ints = np.zeros(1, np.int64)
        for seats, part in enumerate(parts[1:], start=1):
            before, total = total, total + part
            rank = rank + (self._ways[total, seats] - self._ways[before, seats])
        return rank, total

    def before_rotation(self) -> Ints:
        """For each position, the number that it had before the dice were passed on.

        The player who has rolled becomes the last seat. So a position comes from that in
        which the last seat stands first and all others one place behind.
        """
        numbers = np.empty(self.count, np.int64)
        listed: dict[tuple[int, int], Ints] = {}
        for block in self.blocks:
            part = self.part(block, self.total)
            height = self.height(block, self.total)
            middle = self._holdings(block.middle, len(self._middle_seats), listed)
            inner = self.inner[:height, :, np.newaxis]
            last = [] if self.players == 2 else [inner[:, 2]]
            seats = [inner[:, 0], inner[:, 1], *middle.T[:, np.newaxis], *last]
            shape = (height, block.columns)
            numbers[part].reshape(shape)[:] = self.number([seats[-1], *seats[:-1]])
        return numbers

    def winning(self) -> Ints:
        """The positions in which the game is over: a row for each seat, a column a chip."""
        chips = np.arange(self.total + 1)
        nothing = np.zeros_like(chips)
        return np.array(
            [
                self.number([chips if seat == winner else nothing for seat in range(self.players)])
                for winner in range(self.players)
            ]
        )

    def _holdings(self, total: int, seats: int, listed: dict[tuple[int, int], Ints]) -> Ints:
        """All holdings with a sum, in the order of their numbers, a row for each."""
        if seats < 2:
            return np.full((1, seats), total, np.int64)
        key = (total, seats)
        if key not in listed:
            parts = []
            for last in range(total + 1):
                others = self._holdings(total - last, seats - 1, listed)
                parts.append(np.column_stack([others, np.full(len(others), last)]))
            listed[key] = np.concatenate(parts)
        return listed[key]
