"""The exercises of lesson 6: answers for test_exercises.py, and what is tested of them alone."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import accumulate
from typing import Any

import pytest
import sympy
from sympy import Matrix, Rational, Tuple, sqrt

from lcr_teach import AbsorbingChain, Die, Rules, State
from lcr_teach.exercises import searches
from lcr_teach.exercises.checking import known_exercises
from lcr_teach.exercises.functions import Function
from lcr_teach.exercises.searches import TableWith
from lcr_teach.exercises.verdict import Outcome

Law = Mapping[State, Mapping[State, Any]]

three = Rules(players=3, chips=1).chain()


def longer_than(turns: int) -> sympy.Expr:
    """By powers of Q, another way than the judge's."""
    row = three.transient_states.index(three.start)
    return sum((three.canonical_form().Q ** turns).row(row))


# Right solutions of 06.4 and ways to get it wrong.


def one_turn(chances: Mapping[State, Any], law: Law) -> dict[State, Any]:
    later: dict[State, Any] = {}
    for state, chance in chances.items():
        for after, p in law[state].items():
            later[after] = later.get(after, 0) + chance * p
    return later


def one_turn_overwriting(chances: Mapping[State, Any], law: Law) -> dict[State, Any]:
    return {after: c * p for state, c in chances.items() for after, p in law[state].items()}


def plain(
    law: Law,
    start: State,
    share: Any,
    step: Callable[..., dict[State, Any]] = one_turn,
    enough: Callable[[Any, Any], bool] = operator.ge,
) -> int:
    chances: dict[State, Any] = {start: 1}
    for turns in range(200):
        if enough(sum(chance for state, chance in chances.items() if state.is_over), share):
            return turns
        chances = step(chances, law)
    return 200


def by_the_kit(law: Law, start: State, share: Any) -> int:
    return AbsorbingChain(law, start).turns_quantile(share)


def by_the_law(law: Law, start: State, share: Any) -> sympy.Integer:
    reached = accumulate(AbsorbingChain(law, start).turns_pmf(100))
    return sympy.Integer(len([p for p in reached if p < share]))


def as_a_whole_float(law: Law, start: State, share: Any) -> float:
    return float(by_the_kit(law, start, share))


def one_short(law: Law, start: State, share: Any) -> int:
    return by_the_kit(law, start, share) - 1


def more_than_the_share(law: Law, start: State, share: Any) -> int:
    return plain(law, start, share, enough=operator.gt)


def overwriting(law: Law, start: State, share: Any) -> int:
    return plain(law, start, share, step=one_turn_overwriting)


def in_rolls(law: Law, start: State, share: Any) -> int:
    chances: dict[tuple[State, int], Any] = {(start, 0): 1}
    over = [0] * 100
    for _ in range(100):
        later: dict[tuple[State, int], Any] = {}
        for (state, rolls), chance in chances.items():
            if state.roller is None:
                over[rolls] += chance
                continue
            fell = state.chips[state.roller] > 0
            for after, p in law[state].items():
                later[after, rolls + fell] = later.get((after, rolls + fell), 0) + chance * p
        chances = later
    return next(rolls for rolls, p in enumerate(accumulate(over)) if p >= share)


def always_the_median(law: Law, start: State, share: Any) -> int:
    return by_the_kit(law, start, Rational(1, 2))


def the_mean(law: Law, start: State, share: Any) -> Any:
    return AbsorbingChain(law, start).expected_turns()


def failing(law: Law, start: State, share: Any) -> int:
    raise ValueError("no share.")


RIGHT: dict[str, list[object]] = {
    "06.1": [(9, 7), [9, 7], Tuple(9, 7), Matrix([9, 7]), (9.0, 7.0)],
    "06.2": [
        (Rational(4, 3), Rational(4, 9)),
        [Fraction(4, 3), Fraction(4, 9)],
        Matrix([[1 / (1 - Rational(1, 4)), Rational(20, 9) - Rational(16, 9)]]),
    ],
    "06.3": [
        longer_than(20),
        1 - sum(three.turns_pmf(20)),
        sum(p for state, p in three.distribution(20).items() if not state.is_over),
        0.0150,
        0.015022,
        Rational("0.0150"),
    ],
    "06.4": [plain, by_the_kit, by_the_law, as_a_whole_float],
    "06.5": [
        Rules(players=2, chips=(1, 12)),
        Rules(players=4, chips=(1, 0, 0, 1)),
        Rules(players=2, chips=(1, 12), passing="right"),
    ],
}

WRONG: list[tuple[str, object, str]] = [
    ("06.1", (10, 7), "one turn too far"),
    ("06.1", (10, 8), "position at the beginning"),
    ("06.1", (9, 2), "in which nobody rolled"),
    ("06.1", (9, ...), "1 of the 2 numbers is still missing"),
    ("06.1", (9, 13), "counts dice"),
    ("06.1", (9, 9), "no dice fall"),
    ("06.1", (7, 7), "is a turn too"),
    ("06.1", (7, 9), "not in the right order"),
    ("06.1", (9, 8), "1 of the 2 numbers is right"),
    ("06.1", 9, "hand in a list"),
    ("06.2", (Rational(4, 3), Rational(20, 9)), "mean of T²"),
    ("06.2", (Rational(4, 3), Rational(2, 3)), "standard deviation"),
    ("06.2", (Rational(4, 3), sqrt(Rational(4, 9))), "standard deviation"),
    ("06.2", (Rational(1, 3), Rational(4, 9)), "one turn short"),
    ("06.2", (Rational(4, 3), Rational(20, 9) - Rational(4, 3)), "square of the mean"),
    ("06.2", ([Rational(4, 3)], Rational(4, 9)), "a list with one entry"),
    ("06.2", (2, 2), "standard die"),
    ("06.2", (4, 12), "first blank"),
    ("06.2", (4 / 3, 4 / 9), "size of each is right, but the exact"),
    ("06.2", (Rational(4, 3), Rational(1, 3)), "1 of the 2 numbers is right"),
    ("06.2", Rational(4, 3), "hand in a list"),
    ("06.3", longer_than(19), "exactly 20 turns is not longer"),
    ("06.3", 0.0193, "exactly 20 turns is not longer"),
    ("06.3", longer_than(21), "one turn too far"),
    ("06.3", 0.0043, "chance of exactly 20 turns"),
    ("06.3", 1 - longer_than(20), "opposite"),
    ("06.3", 0.985, "opposite"),
    ("06.3", 1.5, "percentage"),
    ("06.3", 0, "not the value"),
    ("06.3", 0.01, "not the value"),
    ("06.3", 0.02, "rounded too far"),
    ("06.3", Rational("0.0193"), "exactly 20 turns is not longer"),
    ("06.4", one_short, "half of the games: This is one turn short"),
    ("06.4", more_than_the_share, "half of the games: This is one turn too far"),
    (
        "06.4",
        in_rolls,
        "three players with 1 chip each and half of the games: This is one turn short",
    ),
    ("06.4", always_the_median, "three quarters of the games: This is one turn short"),
    ("06.4", the_mean, "half of the games: This is one turn too far"),
    ("06.4", overwriting, "three players with 1 chip each"),
    ("06.4", lambda law, start, share: 1.5, "exact"),
    ("06.4", lambda law, start: 2, "called as `turns_within(law, start, share)`"),
    ("06.4", 6, "without brackets"),
    ("06.4", failing, "raised ValueError: no share. It is called"),
    ("06.5", Rules(), "53.0 % of the games are shorter than the mean, which is 18.86 turns"),
    ("06.5", Rules(players=2, chips=1), "50.0 % of the games"),
    ("06.5", Rules(players=2, chips=(1, 9)), "64.4 % of the games"),
    ("06.5", Rules(players=2, chips=1, die=Die.from_faces("LCR.....")), "The die"),
    ("06.5", Rules(players=2, chips=(1, 12), max_dice=1), "limit of three dice"),
    ("06.5", Rules(players=9), "too large"),
    ("06.5", (1, 12), "A table is asked for"),
]

NEVER_SAID: dict[str, list[str]] = {
    "06.1": ["(9, 7)", "nine", "seven"],
    "06.2": ["4/3", "4/9", "1.33", "0.44"],
    "06.3": ["0.015", ".0150", "1.5"],
    "06.4": ["turns_quantile", "while"],
    "06.5": ["(1, 12)", "(1, 0, 0, 1)"],
}


def test_the_shares_and_tables_of_06_4_lead_to_different_numbers() -> None:
    judge = known_exercises()["06.4"].judge
    assert isinstance(judge, Function)
    cases: list[Any] = [case.arguments() for case in judge.cases]
    found = [by_the_kit(*arguments) for arguments in cases]
    assert len(set(found)) >= 4
    # In one of them the share is reached exactly: "at least" is no "more than".
    assert [more_than_the_share(*arguments) for arguments in cases] != found


class TestTableWith:
    def test_the_limit_of_06_5_is_between_two_tables(self) -> None:
        judge = known_exercises()["06.5"].judge
        assert isinstance(judge, TableWith)
        for chips, right in (((1, 11), True), ((1, 9), False)):
            rules = Rules(players=2, chips=chips)
            below = sum(rules.chain().turns_pmf(int(rules.chain().expected_turns())))
            assert (below >= Rational(2, 3)) == right
            assert (judge(rules).outcome is Outcome.RIGHT) == right

    def test_a_table_that_takes_too_long(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(searches, "_LONGEST_LOOK", 0.05)

        def look(rules: Rules) -> tuple[bool, str]:
            while True:
                pass

        finding = TableWith(look)(Rules(2, 1))
        assert finding.outcome is Outcome.NOT_YET
        assert "takes too long" in finding.remark

    def test_a_fault_of_the_kit_is_not_blamed_on_the_student(self) -> None:
        with pytest.raises(ZeroDivisionError):
            TableWith(lambda rules: (1 // 0 > 0, ""))(Rules(2, 1))
