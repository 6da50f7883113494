"""The positions of a table, numbered in the order in which they are found."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lcr_teach.rules import Roll, Rules, State
from lcr_teach.sampling.sample import Ints

__all__ = ["Positions", "find_positions"]


@dataclass(frozen=True)
class Positions:
    """All positions that can be reached, and what follows from each.

    They stand in the order in which they are found by following every roll of the first
    position, then every roll of the second, and so on. The order is part of what a seed
    means: in another one the same random numbers would give other games.
    """

    #: Chips: a row a position, a column a seat.
    chips: Ints
    #: For each position: who rolls, and how many dice; -1 if the game is over.
    rollers: Ints
    dice: Ints
    #: For each number of dice that falls somewhere: the numbers of the positions that
    #: follow, with a row for each position with so many dice, and a column a roll.
    after: dict[int, Ints]

    def state(self, number: int) -> State:
        """One position, as the rules know it."""
        return State(tuple(self.chips[number].tolist()), int(self.rollers[number]))

    @property
    def winners(self) -> Ints:
        """The seat that has won, -1 while the game goes on."""
        return np.where(self.dice < 0, self.chips.argmax(axis=1), -1)


def find_positions(rules: Rules, rolls: Callable[[int], Sequence[Roll]]) -> Positions:
    """Find all positions by following every roll from the start.

    Parameters
    ----------
    rules : Rules
        The table; it must have few enough positions to list them.
    rolls : function
        The rolls of so many dice, in the order in which they are followed.
    """
    # A subclass may change what follows from a roll, so it is asked for each roll by itself.
    return _find_together(rules, rolls) if type(rules) is Rules else _find_each(rules, rolls)


def _find_each(rules: Rules, rolls: Callable[[int], Sequence[Roll]]) -> Positions:
    """Ask the rules about every position and every roll."""
    numbers = {rules.start: 0}
    states = [rules.start]
    dice: list[int] = []
    after: dict[int, list[list[int]]] = {}
    for state in states:  # `states` grows while it is read
        dice.append(-1 if state.is_over else rules.dice(state))
        if state.is_over:
            continue
        following = []
        for roll in rolls(dice[-1]):
            state_after = rules.after(state, roll)
            if state_after not in numbers:
                numbers[state_after] = len(states)
                states.append(state_after)
            following.append(numbers[state_after])
        after.setdefault(dice[-1], []).append(following)
    return Positions(
        chips=np.array([state.chips for state in states]),
        rollers=np.array([-1 if state.roller is None else state.roller for state in states]),
        dice=np.array(dice),
        after={fallen: np.array(rows) for fallen, rows in after.items()},
    )


def _find_together(rules: Rules, rolls: Callable[[int], Sequence[Roll]]) -> Positions:
    """Follow all rolls of all positions that are found after the same number of turns."""
    players = rules.players
    most = min(rules.max_dice, rules.total_chips)
    changes, rolled = _changes(rules, [rolls(dice) for dice in range(most + 1)])
    ranks = _ranks(rules)
    # For each key of a position its number, once it is found.
    numbers = np.full(math.comb(rules.total_chips + players, players) * (players + 1), -1)
    chips = np.array([rules.chips])
    numbers[_keys(chips.T, 0, ranks)] = 0
    found, roller = 1, 0
    levels: list[tuple[Ints, Ints, Ints]] = []
    after: dict[int, list[Ints]] = {}
    while len(chips):
        over = np.count_nonzero(chips, axis=1) == 1
        dice = np.where(over, -1, np.minimum(chips[:, roller], most))
        levels.append((chips, np.where(over, -1, roller), dice))
        turned = np.roll(changes, roller, axis=2)
        roller = rules.after_seat(roller)
        held = (chips[:, seat, np.newaxis] + turned[dice, :, seat] for seat in range(players))
        keys = _keys(held, roller, ranks)
        places = np.flatnonzero(rolled[dice])
        places = places[numbers[keys.flat[places]] < 0]
        new, first = np.unique(keys.flat[places], return_index=True)
        order = np.argsort(first)
        numbers[new[order]] = found + np.arange(len(new))
        found += len(new)
        for fallen in np.unique(dice[~over]).tolist():
            following = numbers[keys[dice == fallen, : len(rolls(fallen))]]
            after.setdefault(fallen, []).append(following)
        position, roll = np.divmod(places[first[order]], keys.shape[1])
        chips = chips[position] + turned[dice[position], roll]
    return Positions(
        chips=np.concatenate([level[0] for level in levels]),
        rollers=np.concatenate([level[1] for level in levels]),
        dice=np.concatenate([level[2] for level in levels]),
        after={fallen: np.concatenate(parts) for fallen, parts in after.items()},
    )


def _changes(rules: Rules, rolls: Sequence[Sequence[Roll]]) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """What each roll does to the chips when seat 0 rolls, and where there is a roll.

    The first has the axes dice, roll and seat. One row more than there are numbers of dice,
    the one with index -1, is for a game that is over: there is no roll.
    """
    shape = (len(rolls) + 1, max(map(len, rolls)))
    changes = np.zeros((*shape, rules.players), np.int64)
    rolled = np.zeros(shape, np.bool_)
    for dice, listed in enumerate(rolls):
        rolled[dice, : len(listed)] = True
        for number, roll in enumerate(listed):
            changes[dice, number, 0] -= roll.given
            changes[dice, number, rules.left_of(0)] += roll.left
            changes[dice, number, rules.right_of(0)] += roll.right
    return changes, rolled


def _ranks(rules: Rules) -> Ints:
    """What each seat adds to a position's place in the list of all ways to hold chips.

    If the first i + 1 seats hold s chips together, seat i adds the number of ways to choose
    i + 1 of s + i things (the combinatorial number system). A row a seat, a column for each s.
    """
    seats, held = range(rules.players), range(rules.total_chips + 1)
    return np.array([[math.comb(s + i, i + 1) for s in held] for i in seats])


def _keys(chips: Iterable[Ints], roller: int, ranks: Ints) -> Ints:
    """A number of its own for each position; nobody rolls in a finished game."""
    players = len(ranks)
    together = rank = holders = np.zeros(1, np.int64)
    for held, adds in zip(chips, ranks, strict=True):
        together = together + held
        rank = rank + adds[together]
        holders = holders + (held > 0)
    return rank * (players + 1) + np.where(holders == 1, players, roller)
