"""The exercises of lesson 8: answers for test_exercises.py, and what is tested of them alone."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import stats
from sympy import Float, Rational, exp

from lcr_teach import Rules, compare
from lcr_teach.exercises.checking import known_exercises
from lcr_teach.exercises.sampled import Sampled

by_the_kit = compare(Rules(3, 3), [14, 20, 26], against="equal seats")


def alarms(looks: list[int], seed: int = 3) -> float:
    """Played, where the judge computes."""
    wins = np.cumsum(np.random.default_rng(seed).binomial(1, 0.5, size=(20_000, 100)), axis=1)
    at = np.array(looks)
    return float((np.abs(2 * wins[:, at - 1] - at) >= 2 * np.sqrt(at)).any(axis=1).mean())


TEN_LOOKS = list(range(10, 101, 10))


# Right solutions of 08.4 and ways to get it wrong.


def of_wins(games: int, won: list[int], chance: Any) -> Any:
    return sum(math.comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in won)


def plain(games: int, gap: Any, chance: Any) -> Any:
    return of_wins(games, [k for k in range(games + 1) if abs(2 * k - games) >= 2 * gap], chance)


def with_scipy(games: int, gap: Any, chance: Any) -> Any:
    low, high = math.floor(games / 2 - float(gap)), math.ceil(games / 2 + float(gap))
    law = stats.binom(games, float(chance))
    return law.cdf(low) + law.sf(high - 1)


def more_than_the_gap(games: int, gap: Any, chance: Any) -> Any:
    return of_wins(games, [k for k in range(games + 1) if abs(2 * k - games) > 2 * gap], chance)


def one_side(games: int, gap: Any, chance: Any) -> Any:
    return of_wins(games, [k for k in range(games + 1) if games - 2 * k >= 2 * gap], chance)


def nothing_said(games: int, gap: Any, chance: Any) -> Any:
    return 1 - plain(games, gap, chance)


def equal_chances(games: int, gap: Any, chance: Any) -> Any:
    return plain(games, gap, Rational(1, 2))


def whole_halves(games: int, gap: Any, chance: Any) -> Any:
    return of_wins(games, [k for k in range(games + 1) if abs(k - games // 2) >= gap], chance)


def up_to_games_alone(games: int, gap: Any, chance: Any) -> Any:
    return of_wins(games, [k for k in range(games) if abs(2 * k - games) >= 2 * gap], chance)


def without_binomials(games: int, gap: Any, chance: Any) -> Any:
    far = [k for k in range(games + 1) if abs(2 * k - games) >= 2 * gap]
    return sum(chance**k * (1 - chance) ** (games - k) for k in far)


RIGHT: dict[str, list[object]] = {
    "08.1": ["B", "b", " B "],
    "08.2": [Rational(18, 5), Fraction(18, 5), 3.6, by_the_kit.chi_square],
    "08.3": [
        exp(Rational(-9, 5)),
        math.exp(-1.8),
        0.165,
        by_the_kit.p_value,
        stats.chi2.sf(3.6, 2),
        Float("0.1653"),
    ],
    "08.4": [plain, with_scipy],
    "08.5": [alarms(TEN_LOOKS), alarms(TEN_LOOKS, seed=4), Fraction(3276, 20_000), 0.1638],
}

WRONG: list[tuple[str, object, str]] = [
    ("08.1", "A", "as if the hypothesis were true"),
    ("08.1", "C", "A turned round"),
    ("08.1", "D", "no proof"),
    ("08.1", "E", "is asked for, in quotes"),
    ("08.1", 0.085, "is asked for, in quotes"),
    ("08.2", 72, "divided by the expected"),
    ("08.2", Rational(3, 5), "to be squared"),
    ("08.2", 0, "cancel"),
    ("08.2", Rational(36, 14) + Rational(36, 26), "games that were won"),
    ("08.2", 0.06, "took shares"),
    ("08.2", 1.2, "mean over the seats"),
    ("08.2", by_the_kit.p_value, "not the value"),
    ("08.3", exp(Rational(-9, 5)) / 2, "density"),
    ("08.3", stats.chi2.sf(3.6, 3), "as many degrees of freedom as seats"),
    ("08.3", stats.chi2.sf(3.6, 1), "for two seats"),
    ("08.3", 1 - math.exp(-1.8), "area below"),
    ("08.3", 16.53, "percentage"),
    ("08.3", 0.17, "not the value"),
    ("08.3", 3.6, "between 0 and 1"),
    ("08.4", more_than_the_gap, "the chance 1/2: You left out"),
    ("08.4", one_side, "one side only"),
    ("08.4", nothing_said, "says nothing"),
    ("08.4", equal_chances, "the chance 1/3: That is with equal chances"),
    ("08.4", whole_halves, "9 games, a gap of 5/2"),
    ("08.4", up_to_games_alone, "not the value"),
    ("08.4", without_binomials, "not the value"),
    (
        "08.4",
        lambda games, gap, chance: Rational(7, 64),
        "the chance 1/3: That is with equal chances",
    ),
    ("08.4", lambda games, gap, chance: 101, "between 0 and 1"),
    ("08.4", lambda games, gap: 1, "called as `power(games, gap, chance)`"),
    ("08.4", Rational(7, 64), "without brackets"),
    ("08.5", alarms([100]), "one look, at the end"),
    ("08.5", 0.05, "one look, at the end"),
    ("08.5", 0.5, "added the chances"),
    ("08.5", 1 - 0.95**10, "independent"),
    ("08.5", 1 - alarms(TEN_LOOKS), "without an alarm"),
    ("08.5", 0.0437, "share of all looks"),
    ("08.5", 0.2, "not the value"),
    ("08.5", 3276, "between 0 and 1"),
]

NEVER_SAID: dict[str, list[str]] = {
    "08.1": ["B is", '"B" is right'],
    "08.2": ["18/5", "3.6"],
    "08.3": ["0.165", "exp(", "16.5", "e^"],
    "08.4": ["7/64", "0.109", "1985/6561"],
    "08.5": ["0.16", "16 %", "one of six"],
}


def test_only_every_ten_thousandth_right_sample_of_08_5_is_refused() -> None:
    judge = known_exercises()["08.5"].judge
    assert isinstance(judge, Sampled)
    alarm = float(judge.right())
    error = math.sqrt(alarm * (1 - alarm) / 20_000)
    assert 3.8 * error < judge.tolerance < 6 * error
    assert alarm == pytest.approx(alarms(TEN_LOOKS), abs=4 * error)
