"""A table seen from the player who is about to roll.

Who rolls next is all that distinguishes the seats of the rules. So the positions that
differ by a rotation of the table have the same future, with the seats moved on. Here a
position is the chips of all seats counted from the one that rolls; there are n times
fewer of them than positions, and after each turn everything moves on by one seat. That
is the form of equations that :mod:`lcr_teach.markov.lifting` solves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import sympy

from lcr_teach.markov.lifting import Lifter, System, lift
from lcr_teach.markov.symbolic import solve_symbolic
from lcr_teach.rules import Roll, Rules, State
from lcr_teach.weights import Answer, Weight, Weights

__all__ = ["Rotation"]

#: A position: the chips of each seat, the seat that rolls first.
Seen = tuple[int, ...]
#: ``[column][seat]``
Values = list[list[int]]


class Rotation:
    """The equations of a table over its rotated positions, without fractions.

    Parameters
    ----------
    rules : Rules
        The table; its die has fractions or rational functions as probabilities
        (:func:`~lcr_teach.weights.has_weights` must say yes).
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._weights = Weights(rules.die, min(rules.max_dice, rules.total_chips))
        self._factor = self._weights.factor
        self._left = rules.left_of(0)
        self._right = rules.right_of(0)
        self._number: dict[Seen, int] = {}
        self._rows: list[dict[int, Weight]] = []
        self._ends: list[dict[Seen, Weight]] = []
        self._levels: list[range] = []
        self._explore(self._weights.law)

    def _explore(self, weights: Mapping[int, Sequence[tuple[Roll, Weight]]]) -> None:
        found: dict[Seen, dict[Seen, Weight]] = {}
        waiting = [self._rules.chips]
        while waiting:
            seen = waiting.pop()
            if seen in found or _is_over(seen):
                continue
            after: dict[Seen, Weight] = {}
            for (left, centre, right, _), weight in weights[min(seen[0], self._rules.max_dice)]:
                chips = list(seen)
                chips[0] -= left + centre + right
                chips[self._left] += left
                chips[self._right] += right
                moved = (*chips[1:], chips[0])
                after[moved] = after.get(moved, 0) + weight
            found[seen] = after
            waiting += after
        # Chips in play never become more: a level needs itself and those below it.
        ordered = sorted(found, key=lambda seen: (sum(seen), seen))
        self._number = {seen: i for i, seen in enumerate(ordered)}
        first = 0
        for i, seen in enumerate(ordered):
            after = found[seen]
            number = self._number
            self._rows.append({number[s]: w for s, w in after.items() if s in number})
            self._ends.append({s: w for s, w in after.items() if s not in number})
            if i + 1 == len(ordered) or sum(ordered[i + 1]) > sum(seen):
                self._levels.append(range(first, i + 1))
                first = i + 1

    # Each answer is a first-step equation: what a finished position is worth, and what is
    # gained at every turn before.

    def win_probabilities(self, state: State) -> dict[int, Answer]:
        """Each seat's chance of winning from a position."""
        seats = range(self._rules.players)

        def won(seen: Seen) -> Values:
            return [[int(seen[seat] > 0) for seat in seats]]

        chances = self._solved(state, len(seats), won, [0], totals=[1])[0]
        return {seat: chances[(seat - (state.roller or 0)) % len(seats)] for seat in seats}

    def ends(self, state: State) -> dict[State, Answer]:
        """The probability of each finished position."""
        seats, held = range(self._rules.players), self._held
        law = {}

        def reached(seen: Seen) -> Values:
            return [[int(seen[seat] == chips) for seat in seats] for chips in held]

        solution = self._solved(state, len(seats), reached, [0] * len(held))
        for chips, chances in zip(held, solution, strict=True):
            for seat, p in enumerate(chances):
                final = [0] * len(seats)
                final[(seat + (state.roller or 0)) % len(seats)] = chips
                law[State(tuple(final), None)] = p
        return law

    def held_at_the_end(self, state: State) -> dict[int, Answer]:
        """The law of the chips that the winner holds when the game ends."""
        held = self._held
        solution = self._solved(
            state, 1, lambda seen: [[int(sum(seen) == chips)] for chips in held], [0] * len(held)
        )
        return {chips: p for chips, (p,) in zip(held, solution, strict=True)}

    def expected_turns(self, state: State) -> dict[str, Answer]:
        """Expected number of turns from a position."""
        return {"turns": self._solved(state, 1, _nothing, [1])[0][0]}

    def expected_rolls(self, state: State) -> dict[str, Answer]:
        """Expected number of turns in which dice fall."""
        return {"rolls": self._solved(state, 1, _nothing, [1], missed_counts=False)[0][0]}

    def variance_turns(self, state: State) -> dict[str, Answer]:
        """Variance of the number of turns.

        The second moment s obeys (I − Q) s = 2 t − 1 with t the expected turns.
        """
        (mean,), (second,) = self._solved(
            state, 1, lambda _: [[0], [0]], [1, -1], follow={1: (0, 2)}
        )
        return {"turns": mean, "variance": second - mean**2}

    def expression(self, answer: Answer) -> sympy.Expr:
        """An answer as the user reads it."""
        return self._weights.expression(answer)

    @property
    def _held(self) -> list[int]:
        """All numbers of chips with which a game can end."""
        return sorted({sum(seen) for ends in self._ends for seen in ends})

    def _solved(
        self,
        state: State,
        seats: int,
        worth: Callable[[Seen], Values],
        gains: Sequence[int],
        missed_counts: bool = True,
        follow: Mapping[int, tuple[int, int]] | None = None,
        totals: Sequence[int] | None = None,
    ) -> list[list[Answer]]:
        """Solution ``[column][seat]`` at one position, seats counted from the roller."""
        first = state.roller or 0
        seen = (*state.chips[first:], *state.chips[:first])
        if state.is_over:
            return [[Fraction(v) for v in row] for row in worth(seen)]
        constants = []
        for position, ends in zip(self._number, self._ends, strict=True):
            counts = missed_counts or position[0] > 0
            rows = [[self._factor * int(gain * counts)] * seats for gain in gains]
            for end, weight in ends.items():
                # An end is seen from the next seat, the equation from this one.
                for row, values in zip(rows, worth(end), strict=True):
                    for k in range(seats):
                        row[k] += weight * values[k - 1]
            constants.append(rows)
        system = System(
            seats, self._factor, self._rows, self._levels, constants, follow or {}, totals
        )
        number = self._number[seen]
        if isinstance(self._factor, int):
            return lift(system, [number], _lifter(system))[0]
        return solve_symbolic(system, number)


def _nothing(seen: Seen) -> Values:
    return [[0]]


def _is_over(seen: Seen) -> bool:
    return sum(map(bool, seen)) == 1


def _lifter(system: System) -> Lifter:
    # Floats that are exact are quickest, but the kit also runs where there are none.
    try:
        from lcr_teach.markov.lifting_fast import FastLifter, fits
    except ImportError:
        pass
    else:
        if fits(system):
            return FastLifter(system)
    from lcr_teach.markov.lifting_plain import PlainLifter

    return PlainLifter(system)
