"""Stepping the law of the game forward until what is undecided no longer matters."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from lcr_teach.bounds.tail import Tail, tail_by_chips, tail_by_survival
from lcr_teach.bounds.walk import Floats, Walk
from lcr_teach.rules import Rules

__all__ = ["Lost", "Record", "record_of"]

#: A game of any table worth playing is long over by then.
MOST_TURNS = 100_000

#: How much more a lost game may count for its length than for its winner.
_MOST_WEIGHT = 1e9

_ROUNDING = 2.0**-53


@dataclass(frozen=True)
class Lost:
    """Games that were given up undecided.

    Attributes
    ----------
    turn : int
        After how many turns.
    chips : int
        With how many chips in play.
    mass : float
        Their probability, as computed.
    """

    turn: int
    chips: int
    mass: float


@dataclass(frozen=True)
class Record:
    """What stepping has counted; all masses as they were computed.

    Attributes
    ----------
    tail : Tail
        Bounds on the turns that are left.
    turn_roundings : int
        Roundings that a mass suffers in one turn, at most.
    sum_roundings : int
        Roundings that a number of this record suffers beyond those of its turns, at most.
    products : int
        Products that are formed in one turn, at most.
    by_seat : list of list of float
        For each number of turns, the mass that ended then: one number a seat that has won.
    by_chips : list of list of float
        The same mass by the chips in play at the end.
    rolling : list of float
        For each number of turns, the mass that goes on and has dice fall next.
    lost : list of Lost
        What was given up.
    """

    tail: Tail
    turn_roundings: int
    sum_roundings: int
    products: int
    by_seat: list[list[float]] = field(default_factory=list)
    by_chips: list[list[float]] = field(default_factory=list)
    rolling: list[float] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)


def record_of(rules: Rules, tolerance: float, report: Callable[[float, str], None]) -> Record:
    """Step until the undecided games fit into half of the tolerance.

    Parameters
    ----------
    rules : Rules
        The table.
    tolerance : float
        The width that the enclosures of the winning probabilities may have.
    report : callable
        Takes the share of the work that is done, 0 to 1, and a text.

    Raises
    ------
    ValueError
        If rounding does not leave room enough, or the game lasts too long.
    """
    players, total = rules.players, rules.total_chips
    walk = Walk(rules)
    # Each turn one rounding of the probability, one of the product and the additions.
    turn_roundings = walk.most_sources + 1
    if rules.die.centre == 0:
        tail = tail_by_survival(rules, walk, MOST_TURNS, report)
    else:
        tail = tail_by_chips(rules)
    record = Record(tail, turn_roundings, walk.sum_roundings + total + players, walk.products)
    # Some seat wins with probability 1/n at least, and not before so many turns.
    if 2 * _fewest_turns(rules) * turn_roundings * _ROUNDING / players > tolerance:
        raise ValueError(too_narrow(tolerance, record))
    record.by_seat.append([0.0] * players)
    record.by_chips.append([0.0] * (total + 1))

    weights = _Weights(rules, tail)
    each_level, at_end = tolerance / 4 / total, tolerance / 4
    masses = walk.start(rules.chips)
    chips = total
    rounded = np.zeros(players)
    for turn in range(MOST_TURNS):
        levels = walk.by_level(masses, chips)
        weighed = levels.sum(axis=1) * weights(turn, chips)
        # Chips only ever leave, so each level is given up once at most.
        while chips > 1 and weighed[chips] <= each_level:
            _give_up(record, turn, chips, levels)
            chips -= 1
        levels, weighed = levels[: chips + 1], weighed[: chips + 1]
        if weighed.sum() <= at_end:
            for level in range(chips + 1):
                _give_up(record, turn, level, levels)
            return record
        report(
            _done(players, total, weighed, each_level, at_end),
            f"turn {turn}: up to {chips} chips in play, {levels.sum():.2g} of the games undecided",
        )
        record.rolling.append(float(levels[:, 1].sum()))
        walk.turn(masses, chips)
        finished = walk.take_finished(masses, chips)
        # The seat whose turn it is now stands first.
        by_seat = np.roll(finished.sum(axis=1), turn + 1)
        record.by_seat.append(by_seat.tolist())
        record.by_chips.append(finished.sum(axis=0).tolist())
        rounded += by_seat * ((turn + 1) * turn_roundings * 2 * _ROUNDING)
        if rounded.max() > 0.9 * tolerance:
            raise ValueError(too_narrow(tolerance, record))
    raise ValueError(
        f"after {MOST_TURNS} turns {levels.sum():.2g} of the games are still undecided, "
        "which is too many for bounds: use simulate instead."
    )


def too_narrow(tolerance: float, record: Record) -> str:
    """Why a tolerance cannot be reached, and which one surely can."""
    sentence = (
        f"tolerance={tolerance:.2g} cannot be proved for this table, because rounding "
        "of floats alone may make a larger difference"
    )
    # An enclosure is as wide as twice the roundings, and rounding may take 0.9 of the room.
    surely = 8 * record.turn_roundings * _capped(record.tail.mean[-1]) * _ROUNDING
    return f"{sentence}; tolerance={surely:.1e} surely can." if surely < 0.01 else f"{sentence}."


def _fewest_turns(rules: Rules) -> int:
    """No game is over sooner: all seats but the winner's must roll their chips away."""
    turns = [-(-chips // rules.max_dice) for chips in rules.chips]
    return sum(turns) - max(turns)


def _give_up(record: Record, turn: int, chips: int, levels: Floats) -> None:
    mass = float(levels[chips].sum())
    if mass:
        record.lost.append(Lost(turn, chips, mass))


class _Weights:
    """How much a game counts that is given up, for each number of chips in play.

    1 for its winner, and for its length a bound on the mean square of all its turns over the
    square of one round, if that is more: so mean and variance become narrow as well.
    """

    def __init__(self, rules: Rules, tail: Tail) -> None:
        self._round = rules.players**2
        self._mean = np.array([_capped(x) for x in tail.mean])
        self._square = np.array([_capped(x) for x in tail.square])

    def __call__(self, turn: int, chips: int) -> Floats:
        length: Floats = turn**2 + 2 * turn * self._mean[: chips + 1] + self._square[: chips + 1]
        return np.clip(length / self._round, 1.0, _MOST_WEIGHT)


def _capped(number: Fraction) -> float:
    """About the number, or a very large one where it is larger."""
    return float(number) if number < 10**100 else 1e100


def _done(players: int, total: int, weighed: Floats, each_level: float, at_end: float) -> float:
    """The share of the work that is done: nearly all of it lies where many chips are in play."""
    chips = len(weighed) - 1

    def positions(most: int) -> int:
        return math.comb(most + players, players)

    level = positions(chips) - positions(chips - 1)
    ahead = positions(chips) - level * _way(float(weighed[-1]), each_level)
    return 0.9 * (1 - ahead / positions(total)) + 0.1 * _way(float(weighed.sum()), at_end)


def _way(mass: float, goal: float) -> float:
    """How far a mass has come on its way from 1 to the goal, in powers of ten."""
    return min(max(math.log(max(mass, 1e-300)) / math.log(goal), 0.0), 1.0)
