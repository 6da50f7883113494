"""Answers to the exercises of lesson 11, read by test_exercises.py."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from sympy import Integer, Matrix, Rational, binomial, fraction

from lcr_teach import Rules, bounds
from lcr_teach.exercises import checking, lesson_11
from lcr_teach.exercises.functions import Function

Pairs = Sequence[tuple[float, float]]

chances = [Rules(players, chips=2).chain().win_probabilities()[0] for players in (2, 3, 4)]
digits = [len(str(fraction(chance)[1])) for chance in chances]
deals = math.comb(8 + 4, 4)


def may_be_best(pairs: Pairs) -> list[int]:
    largest = max(lower for lower, _ in pairs)
    return [seat for seat, (_, upper) in enumerate(pairs) if upper >= largest]


def against_each_other(pairs: Pairs) -> tuple[Any, ...]:
    return tuple(
        Integer(seat)
        for seat, (_, upper) in enumerate(pairs)
        if all(upper >= lower for lower, _ in pairs)
    )


def with_numpy(pairs: Pairs) -> Any:
    lower, upper = np.array(pairs).T
    return np.flatnonzero(upper >= lower.max())


def emptying_the_list(pairs: Any) -> list[int]:
    found = may_be_best(pairs)
    pairs.clear()
    return found


def the_largest_lower(pairs: Pairs) -> list[int]:
    lower = [low for low, _ in pairs]
    return [lower.index(max(lower))]


def every_seat(pairs: Pairs) -> list[int]:
    return list(range(len(pairs)))


def without_ties(pairs: Pairs) -> list[int]:
    largest = max(lower for lower, _ in pairs)
    return [seat for seat, (lower, up) in enumerate(pairs) if up > largest or lower == largest]


def with_the_middles(pairs: Pairs) -> list[int]:
    middle = [lower + upper for lower, upper in pairs]
    return [middle.index(max(middle))]


def from_one(pairs: Pairs) -> list[int]:
    return [seat + 1 for seat in may_be_best(pairs)]


def a_set(pairs: Pairs) -> set[int]:
    return set(may_be_best(pairs))


def best_players() -> list[int]:
    found = []
    for players in range(2, 7):
        (seat,) = may_be_best(bounds(Rules(players)).win)
        found.append(seat + 1)
    return found


best = best_players()

RIGHT: dict[str, list[object]] = {
    "11.1": [15, Integer(15), binomial(6, 4), Fraction(15), math.comb(6, 2), np.int64(15), 15.0],
    "11.2": [1848, 4 * (binomial(12, 4) - 33), np.int64(1848)],
    "11.3": [digits, tuple(digits), Matrix(digits), np.array(digits)],
    "11.4": [may_be_best, against_each_other, with_numpy, emptying_the_list],
    "11.5": [best, tuple(best), Matrix([best]), np.array(best)],
}

WRONG: list[tuple[str, object, str]] = [
    ("11.1", 3**4, "chips that can be told apart"),
    ("11.1", 5**3, "together they must hold four"),
    ("11.1", math.comb(7, 3), "at most four chips"),
    ("11.1", math.comb(3, 2), "somebody holds none"),
    ("11.1", math.comb(6, 3), "one bar too many"),
    ("11.1", 12, "one player holds all"),
    ("11.1", 16, "not the value"),
    ("11.2", deals - 33, "who rolls next is part of a position"),
    ("11.2", 4 * deals, "at least two players must hold chips"),
    ("11.2", 4 * (deals - 1), "still counts finished games"),
    ("11.2", 4 * (deals - 32), "still counts the empty table"),
    ("11.2", 4 * (math.comb(11, 3) - 4), "without a chip in the centre"),
    ("11.2", 4 * (deals - 5), "there may be 1 to 8 chips left"),
    ("11.2", deals, "chips only, and finished games"),
    ("11.2", 4 * (deals - 9), "any of the four"),
    ("11.2", 1847, "not the value"),
    ("11.3", [len(str(chance)) for chance in chances], "the whole fraction"),
    ("11.3", [len(str(fraction(chance)[0])) for chance in chances], "the numerators"),
    ("11.3", [fraction(chance)[1] for chance in chances], "count their digits"),
    ("11.3", [length - 1 for length in digits], "one digit short"),
    ("11.3", digits[::-1], "not in the right order"),
    ("11.3", [digits[0], digits[1], 417], "2 of the 3 numbers are right"),
    ("11.3", digits[-1], "hand in a list"),
    ("11.4", the_largest_lower, "a sample of 100 games"),
    ("11.4", with_the_middles, "a sample of 100 games"),
    ("11.4", every_seat, "the proved bounds of three players"),
    ("11.4", without_ties, "the pairs (0.1, 0.3), (0.3, 0.5)"),
    ("11.4", from_one, "Seats are counted from 0"),
    ("11.4", a_set, "A set has no order"),
    ("11.4", lambda pairs: [2], "a sample of 100 games"),
    ("11.4", lambda pairs: max(may_be_best(pairs)), "hand in a list"),
    ("11.4", lambda lower, upper: [2], "called as `may_be_best(pairs)`"),
    ("11.4", [2], "without brackets"),
    ("11.5", [2, 3, 4, 5, 6], "only at small tables"),
    ("11.5", [1, 1, 1, 1, 2], "the worst seats"),
    ("11.5", [player - 1 for player in best], "hand in the numbers of the players"),
    ("11.5", [2, 3, 4, 5, 5], "a sample of usual size"),
    ("11.5", best[:3], "5 numbers are asked for, and these are 3"),
    ("11.5", [2, 3, 4, 4, 4], "4 of the 5 numbers are right"),
    ("11.5", dict(zip(range(2, 7), best, strict=True)), "a dict"),
]

NEVER_SAID: dict[str, list[str]] = {
    "11.1": ["15"],
    "11.2": ["1848", "462", "495", "33"],
    "11.3": ["102", "1186"],
    "11.4": [">=", "0, 1, 3"],
    "11.5": ["4, 4, 5", "the last but one"],
}


def test_no_constant_fits_two_cases() -> None:
    judge = checking.known_exercises()["11.4"].judge
    assert isinstance(judge, Function)
    cases: list[Any] = [case.arguments() for case in judge.cases]
    found = [tuple(may_be_best(pairs)) for (pairs,) in cases]
    assert len(set(found)) == len(found) >= 4


def test_the_best_seats_are_proved() -> None:
    for players, player in zip(lesson_11._SIZES, lesson_11._seats(max), strict=True):
        assert may_be_best(lesson_11._proved(players)) == [player - 1]


def test_the_worst_seats_are_proved() -> None:
    for players, player in zip(lesson_11._SIZES, lesson_11._seats(min), strict=True):
        opposite = [(-upper, -lower) for lower, upper in lesson_11._proved(players)]
        assert may_be_best(opposite) == [player - 1]


def test_a_sample_does_not_decide_between_the_best_seats_of_five() -> None:
    assert may_be_best(lesson_11._sampled(5, 100_000)) == [3, 4]


def test_all_positions_that_are_counted_can_be_reached() -> None:
    for players, chips in [(2, 3), (3, 2), (4, 2)]:
        held = players * chips
        count = math.comb(held + players, players) - 1 - players * held
        assert len(Rules(players, chips).chain().transient_states) == players * count


def test_a_denominator_is_counted_as_it_is_written() -> None:
    assert digits == [len(str(Fraction(str(chance)).denominator)) for chance in chances]
    assert chances[0] != Rational(1, 2)
