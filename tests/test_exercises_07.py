"""The exercises of lesson 7: answers for test_exercises.py, and what is tested of them alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from sympy import Float, Matrix, Rational, sympify

from lcr_teach import Rules, State, compare
from lcr_teach.exercises.checking import known_exercises
from lcr_teach.exercises.random_turns import RandomTurn
from lcr_teach.exercises.sampled import Sampled
from lcr_teach.exercises.verdict import Outcome

Counts = Mapping[State, int]
Law = Mapping[State, Mapping[State, float]]

usual = Rules(3, 3).chain()
p3 = usual.win_probabilities()[2]
fifth = Fraction(1, 5)


def covers(won: int) -> bool:
    share = Fraction(won, 10)
    return (share - fifth) ** 2 <= 4 * share * (1 - share) / 10


coverage = sum(comb(10, k) * fifth**k * (1 - fifth) ** (10 - k) for k in range(11) if covers(k))


def sampled_coverage(errors: float = 2) -> float:
    share = np.random.default_rng(11).binomial(10, 0.2, size=20_000) / 10
    right = np.abs(share - 0.2) <= errors * np.sqrt(share * (1 - share) / 10)
    return float(right.mean())


# Right solutions of 07.4 and ways to get it wrong.


def seeded(turn: Callable[..., Any]) -> Callable[..., Any]:
    """The function that is handed in: it makes its generator from the seed."""

    def play_turn(counts: Counts, law: Law, seed: int) -> Any:
        return turn(counts, law, np.random.default_rng(seed))

    return play_turn


def plain(counts: Counts, law: Law, rng: np.random.Generator) -> dict[State, Any]:
    after: dict[State, Any] = {}
    for state, games in counts.items():
        drawn = rng.multinomial(games, list(law[state].values()))
        for next_state, number in zip(law[state], drawn, strict=True):
            after[next_state] = after.get(next_state, 0) + number
    return after


def game_by_game(counts: Counts, law: Law, rng: np.random.Generator) -> Counter[State]:
    after: Counter[State] = Counter()
    for state, games in counts.items():
        nexts = list(law[state])
        after.update(nexts[i] for i in rng.choice(len(nexts), games, p=list(law[state].values())))
    return after


def emptying_what_it_got(counts: Any, law: Any, rng: np.random.Generator) -> dict[State, Any]:
    after = plain(counts, law, rng)
    counts.clear()
    law.clear()
    return after


def all_together(counts: Counts, law: Law, rng: np.random.Generator) -> Counter[State]:
    after: Counter[State] = Counter()
    for state, games in counts.items():
        nexts = list(law[state])
        after[nexts[rng.choice(len(nexts), p=list(law[state].values()))]] += games
    return after


def overwriting(counts: Counts, law: Law, rng: np.random.Generator) -> dict[State, Any]:
    return {
        next_state: number
        for state, games in counts.items()
        for next_state, number in zip(
            law[state], rng.multinomial(games, list(law[state].values())), strict=True
        )
    }


def expected_numbers(counts: Counts, law: Law, rng: np.random.Generator) -> dict[State, Any]:
    after: dict[State, Any] = {}
    for state, games in counts.items():
        for next_state, p in law[state].items():
            after[next_state] = after.get(next_state, 0) + games * p
    return after


def with_a_generator_of_its_own(counts: Counts, law: Law, rng: object) -> dict[State, Any]:
    return plain(counts, law, np.random.default_rng())


def with_a_seed_of_its_own(counts: Counts, law: Law, rng: object) -> dict[State, Any]:
    return plain(counts, law, np.random.default_rng(1))


def with_a_new_generator_for_each_position(counts: Counts, law: Law, seed: int) -> Any:
    after: Counter[State] = Counter()
    for state, games in counts.items():
        after.update(plain({state: games}, law, np.random.default_rng(seed)))
    return after


def all_next_positions_alike(counts: Counts, law: Law, rng: np.random.Generator) -> Any:
    alike = {state: dict.fromkeys(row, 1 / len(row)) for state, row in law.items()}
    return plain(counts, alike, rng)


def a_quarter_by_chance(counts: Counts, law: Law, rng: np.random.Generator) -> dict[State, int]:
    """Most games as expected, the others drawn: the mean is right, the spread is not."""
    after: Counter[State] = Counter()
    for state, games in counts.items():
        fixed = {t: int(games * p * 3 / 4) for t, p in law[state].items()}
        after.update(fixed)
        after.update(plain({state: games - sum(fixed.values())}, law, rng))
    return dict(after)


def with_blocks(counts: Counts, law: Law, rng: np.random.Generator) -> dict[State, int]:
    """Games in threes roll together."""
    after: Counter[State] = Counter()
    for state, games in counts.items():
        threes = plain({state: games // 3}, law, rng)
        after.update({t: 3 * n for t, n in threes.items()})
        after.update(plain({state: games % 3}, law, rng))
    return dict(after)


def losing_the_finished(counts: Counts, law: Law, rng: np.random.Generator) -> dict[State, Any]:
    return plain({s: n for s, n in counts.items() if not s.is_over}, law, rng)


RIGHT: dict[str, list[object]] = {
    "07.1": [20_000, 200 * 10**2, Rational(20_000), 20_000.0],
    "07.2": [
        (0.264, 0.456),
        [Rational(264, 1000), Fraction(456, 1000)],
        (0.36 - 2 * sqrt(0.36 * 0.64 / 100), 0.36 + 2 * sqrt(0.36 * 0.64 / 100)),
        np.array([0.36 - 1.96 * 0.048, 0.36 + 1.96 * 0.048]),
        Matrix([0.264, 0.456]),
        (Rational("0.265"), Rational("0.455")),
    ],
    "07.3": [9273, np.int64(9273), 9273.0, Rational(9273)],
    "07.4": [seeded(plain), seeded(game_by_game), seeded(emptying_what_it_got)],
    "07.5": [
        coverage,
        sympify(coverage),
        float(coverage),
        sampled_coverage(),
        Fraction(17_700, 20_000),
        Rational(17_811, 20_000),
        np.float64(0.886),
        Float("0.88"),
    ],
}

WRONG: list[tuple[str, object, str]] = [
    ("07.1", 2000, "square root of ten only"),
    ("07.1", 20, "the error grows"),
    ("07.1", 19_800, "have to be added"),
    ("07.1", 200 * sqrt(10), "wrong side"),
    ("07.1", 632, "the root of ten"),
    ("07.1", 633, "the root of ten"),
    ("07.1", 200_000, "not the value"),
    ("07.2", (0.312, 0.408), "one standard error"),
    ("07.2", (26.4, 45.6), "lies between 0 and 1"),
    ("07.2", (-0.6, 1.32), "spread of one game"),
    ("07.2", (0.3504, 0.3696), "divided by n"),
    ("07.2", compare(usual, [34, 30, 36]).intervals()[2], "Wilson"),
    ("07.2", (0.456, 0.264), "lower end first"),
    ("07.2", (0.264, 0.44), "1 of the 2 numbers is right"),
    ("07.2", 0.264, "hand in a list"),
    ("07.2", (0.36, 0.096), "the middle and how far"),
    ("07.2", (0.36, 0.048), "the middle and how far"),
    ("07.2", (0.26, 0.46), "rounded too far"),
    ("07.2", (Rational("0.26"), Rational("0.456")), "rounded too far"),
    ("07.2", (0.3, 0.5), "rounded too far"),
    ("07.3", 9272, "one game too few"),
    ("07.3", 4 * p3 * (1 - p3) * 10_000, "Games are whole"),
    ("07.3", float(4 * p3 * (1 - p3) * 10_000), "Games are whole"),
    ("07.3", 2319, "one standard error"),
    ("07.3", 10_000, "whatever the chance is"),
    ("07.3", 8889, "all seats were equal"),
    ("07.3", 8508, "Player 1"),
    ("07.3", 8817, "Player 2"),
    ("07.3", 9272.5, "Games are whole"),
    ("07.3", 9272.49, "Games are whole"),
    ("07.4", seeded(all_together), "all games at the start: the counts vary far too much"),
    ("07.4", seeded(overwriting), "after 2 turns: there were 402 games"),
    ("07.4", seeded(expected_numbers), "whole games are asked for"),
    ("07.4", seeded(with_a_generator_of_its_own), "the same seed gives other counts"),
    ("07.4", seeded(with_a_seed_of_its_own), "drawn by chance, with `default_rng(seed)`"),
    ("07.4", seeded(all_next_positions_alike), "in the long run too many games come to (0, 1)"),
    ("07.4", seeded(a_quarter_by_chance), "vary too little"),
    ("07.4", seeded(with_blocks), "vary too much"),
    ("07.4", with_a_new_generator_for_each_position, "make `rng` once"),
    ("07.4", seeded(losing_the_finished), "there were 402 games"),
    ("07.4", lambda counts, law, seed: counts, "cannot be reached in one turn"),
    ("07.4", lambda counts, law, seed: {"start": 400}, "is no position"),
    ("07.4", lambda counts, law, seed: [400], "a dictionary"),
    ("07.4", lambda counts, law, seed: {State((0, 2), None): 400.0}, "whole games"),
    ("07.4", lambda counts, law, seed: print(counts), "prints something"),
    ("07.4", lambda counts, seed: {}, "called as `play_turn(counts, law, seed)`"),
    ("07.4", {}, "without brackets"),
    ("07.5", 0.95, "for many games"),
    ("07.5", 0.9545, "for many games"),
    ("07.5", 1 - sampled_coverage(), "miss the truth"),
    ("07.5", 0.967, "no class knows"),
    ("07.5", sampled_coverage(errors=1), "one standard error"),
    ("07.5", 0.93, "not the value"),
    ("07.5", 0.9, "rounded too far"),
    ("07.5", 88, "percentage"),
    ("07.5", 100 * sampled_coverage(), "percentage"),
    ("07.5", 0.3, "left out the root"),
    ("07.5", 0.2, "chance of Player 1"),
    ("07.5", 17_725, "between 0 and 1"),
    ("07.5", [True, False], "these are several"),
    ("07.5", np.array([True, False]), "these are several"),
]

NEVER_SAID: dict[str, list[str]] = {
    "07.1": ["20000", "20 000", "20,000", "hundred"],
    "07.2": ["0.264", "0.456", "0.048"],
    "07.3": ["9273", "9 273", "9,273"],
    "07.4": ["list(row.values())"],
    "07.5": ["0.88", "0.89", "88", "89"],
}


def test_only_every_ten_thousandth_right_sample_of_07_5_is_refused() -> None:
    judge = known_exercises()["07.5"].judge
    assert isinstance(judge, Sampled)
    error = sqrt(coverage * (1 - coverage) / 20_000)
    assert 4 * error < judge.tolerance < 6 * error


class TestSampled:
    judge = Sampled(lambda: Rational(1, 3), Rational(1, 100))

    @pytest.mark.parametrize("form", [float, Fraction, lambda x: Rational(x), lambda x: Float(x)])
    def test_how_it_is_written_does_not_matter(self, form: Callable[[float], object]) -> None:
        assert self.judge(form(0.342)).outcome is Outcome.RIGHT
        assert self.judge(form(0.344)).outcome is Outcome.NOT_YET

    def test_what_is_no_number(self) -> None:
        assert self.judge(...).outcome is Outcome.NOT_ANSWERED
        assert "without quotes" in self.judge("0.33").remark


class TestRandomTurn:
    def test_right_functions_pass_whatever_their_draws_are(self) -> None:
        """The same function, with its random numbers used in other ways."""
        judge = known_exercises()["07.4"].judge
        assert isinstance(judge, RandomTurn)
        for used in range(1, 6):

            def shifted(counts: Counts, law: Law, rng: Any, used: int = used) -> dict[State, Any]:
                rng.random(used)
                return plain(counts, law, rng)

            assert judge(seeded(shifted)).outcome is Outcome.RIGHT
