"""The judges of words, of laws and of examples that the student found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Integer, Rational, Symbol, Tuple

from lcr_teach import Die, Face, Roll, Rules, State
from lcr_teach.exercises.choices import Choice, Choices
from lcr_teach.exercises.comparing import read_for
from lcr_teach.exercises.examples import Example
from lcr_teach.exercises.judges import Mistake
from lcr_teach.exercises.laws import Law
from lcr_teach.exercises.verdict import Outcome

half, third = Rational(1, 2), Rational(1, 3)

CLOCK = Choice(
    ["turns", "rolls", "both alike"],
    lambda: "turns",
    [Mistake("A missed turn counts.", lambda: "rolls")],
)
TRUTHS = Choices(
    ["yes", "no"],
    lambda: ["yes", "no", "no"],
    [Mistake("The first is not all.", lambda: ("yes",) * 3)],
)
RANK = Choices(
    ["Player 1", "Player 2", "Player 3"], lambda: [f"Player {k}" for k in (2, 3, 1)], ranking=True
)
COIN = Law(
    lambda: {"L": third, ".": 1 - third},
    [Mistake("The blank has more faces.", lambda: {"L": half, ".": half})],
    outcome="face",
)
COUNTS = Law(lambda: {0: third, 1: third, Rational(3, 2): third})
PLACES = Law(lambda: Rules(2, 1).transitions(State((1, 1), 0)), outcome="position")
ROLLS = Law(lambda: Die.standard().law(2), outcome="roll")


class TestChoice:
    @pytest.mark.parametrize("word", ["turns", "Turns", " TURNS\n", np.str_("turns")])
    def test_right(self, word: str) -> None:
        assert CLOCK(word).outcome is Outcome.RIGHT

    @pytest.mark.parametrize("word", ["both alike", "Both  alike"])
    def test_another_option(self, word: str) -> None:
        assert CLOCK(word).remark == "It is another one."
        assert CLOCK(word).seen == "both alike"

    def test_a_mistake(self) -> None:
        assert CLOCK("rolls").remark == "A missed turn counts."

    @pytest.mark.parametrize("answer", ["turn", "", 1, ["turns"], True, Symbol("turns"), object()])
    def test_what_is_no_option_is_told_the_options(self, answer: object) -> None:
        finding = CLOCK(answer)
        assert finding.outcome is Outcome.NOT_YET
        assert finding.remark == 'One of "turns", "rolls", "both alike" is asked for, in quotes.'

    def test_a_wrong_right_word_is_a_fault_of_the_kit(self) -> None:
        with pytest.raises(Exception, match="is asked for"):
            Choice(["yes", "no"], lambda: "perhaps")("yes")


class TestChoices:
    @pytest.mark.parametrize(
        "answer", [["yes", "no", "no"], ("Yes", "NO", "no"), np.array(["yes", "no", "no"])]
    )
    def test_right(self, answer: object) -> None:
        assert TRUTHS(answer).outcome is Outcome.RIGHT

    @pytest.mark.parametrize(
        ("answer", "word"),
        [
            (["yes", "yes", "yes"], "The first is not all."),
            (["yes", "yes", "no"], "2 of the 3 are right."),
            (["no", "yes", "no"], "1 of the 3 is right."),
            (["no", "yes", "yes"], "0 of the 3 are right."),
            (["yes", "no"], "3 words are asked for, and these are 2."),
            (["yes", ..., "no"], "1 of the 3 words is still missing."),
            (["yes", "no", "maybe"], 'One of "yes", "no" is asked for, in quotes.'),
            ("yes", "3 words are asked for: hand in a list of them."),
            ({"yes", "no"}, "3 words are asked for: hand in a list of them."),
        ],
    )
    def test_wrong(self, answer: object, word: str) -> None:
        finding = TRUTHS(answer)
        assert finding.outcome is Outcome.NOT_YET
        assert finding.remark == word

    @pytest.mark.parametrize("answer", [..., None, [..., ..., ...]])
    def test_missing(self, answer: object) -> None:
        for judge in (CLOCK, TRUTHS, RANK, COIN):
            assert judge(answer).outcome is Outcome.NOT_ANSWERED

    def test_a_ranking(self) -> None:
        assert RANK(["Player 2", "player 3", "Player 1"]).outcome is Outcome.RIGHT
        assert "from the wrong end" in RANK(["Player 1", "Player 3", "Player 2"]).remark
        assert RANK(["Player 2", "Player 1", "Player 3"]).remark == "1 of the 3 stands in place."
        assert "Player 2 stands twice" in RANK(["Player 2", "Player 2", "Player 1"]).remark


class TestLaw:
    @pytest.mark.parametrize(
        ("judge", "answer"),
        [
            (COIN, {"L": third, ".": Fraction(2, 3)}),
            (COIN, {"l": third, ". ": Fraction(2, 3), "C": 0}),
            (COIN, {Face.LEFT: third, Face.BLANK: 2 * third}),
            (COIN, Counter({"L": third, ".": 2 * third})),
            (COUNTS, {0: third, 1: third, 1.5: third}),
            (COUNTS, {Integer(0): third, np.int64(1): third, Fraction(3, 2): third}),
            (PLACES, Rules(2, 1).chain().transitions(State((1, 1), 0))),
            (
                PLACES,
                {State((0, 2), 1): third, State([0, 1], 0): third / 2, State((1, 1), 1): half},
            ),
            (ROLLS, Die.standard().law(2)),
            (ROLLS, {Tuple(*roll): p for roll, p in Die.standard().law(2).items()}),
        ],
    )
    def test_right(self, judge: Law, answer: Mapping[Any, Any]) -> None:
        assert judge(answer).outcome is Outcome.RIGHT

    @pytest.mark.parametrize(
        ("answer", "word"),
        [
            ({"L": half, ".": half}, "The blank has more faces."),
            ({"L": 0.5, ".": 0.5}, "The blank has more faces. Besides, the exact number"),
            ({"L": third, ".": 0.66666}, "The size of each is right, but the exact number"),
            ({"L": third * 100, ".": 200 * third}, "These are percentages"),
            ({"L": -third, ".": 4 * third}, "A probability lies between 0 and 1."),
            ({"L": third, "C": 2 * third}, 'The face "c" cannot happen, or is written otherwise'),
            ({"L": third}, "1 face is missing."),
            ({"L": third, ".": third}, "These probabilities do not sum to 1."),
            ({"L": third, "l": third}, "The face l stands there twice."),
            ({"L": third, ".": ...}, "1 of the 2 probabilities is still missing."),
            ({"L": 2 * third, ".": third}, "These are not the probabilities asked for."),
            ({"L": third, ".": Symbol("p")}, "The symbol p still stands in it"),
            ({"L": "1/3", ".": "2/3"}, "without quotes"),
            ({}, "The dict is empty."),
            ([third, 2 * third], "A dict is asked for: `{face: probability, …}`."),
            ("L", "A dict is asked for"),
        ],
    )
    def test_wrong(self, answer: object, word: str) -> None:
        finding = COIN(answer)
        assert finding.outcome is Outcome.NOT_YET
        assert finding.remark.startswith(word) or word in finding.remark
        hash(finding.seen)

    def test_some_are_right(self) -> None:
        answer = {0: third, 1: half, 1.5: half - third}
        assert COUNTS(answer).remark == "1 of the 3 probabilities is right."

    def test_a_position_that_cannot_follow(self) -> None:
        answer = {State((1, 1), 0): half, State((0, 2), 1): half}
        assert PLACES(answer).remark == "The position (1, 1) Player 1 to roll cannot happen."

    def test_a_dict_to_be_filled_in_is_no_answer_yet(self) -> None:
        assert COIN({"L": ..., ".": ...}).outcome is Outcome.NOT_ANSWERED

    def test_the_same_law_written_anew_is_the_same_try(self) -> None:
        one = COIN({"L": half, ".": half})
        other = COIN({".": Fraction(1, 2), Face.LEFT: Rational(2, 4), "C": 0})
        assert one.seen == other.seen

    def test_nothing_crashes_it(self) -> None:
        class Rude(dict[str, object]):
            def values(self) -> Any:
                raise RuntimeError

        assert "could not be read" in COIN(Rude(L=1)).remark

    def test_a_fault_of_the_kit_is_not_blamed_on_the_student(self) -> None:
        with pytest.raises(ZeroDivisionError):
            Law(lambda: {1: 1 // 0})({1: 1})

    @settings(deadline=None)
    @given(st.lists(st.integers(0, 5), min_size=2, max_size=4), st.integers(0, 3))
    def test_a_law_is_right_only_if_equal(self, weights: list[int], moved: int) -> None:
        total = sum(weights) + 1
        law = {k: Rational(w, total) for k, w in enumerate([*weights, 1])}
        judge = Law(lambda: law)
        assert judge(dict(reversed(law.items()))).outcome is Outcome.RIGHT
        place = moved % len(weights)
        other = {**law, place: law[place] + Rational(1, 7)}
        assert judge(other).outcome is Outcome.NOT_YET


class TestExample:
    judge = Example(lambda n: "" if n % 2 == 0 else "This is odd.", "hand in a whole number.")

    def test_any_right_one_will_do(self) -> None:
        assert self.judge(4).outcome is self.judge(Integer(6)).outcome is Outcome.RIGHT

    def test_what_is_wrong_is_said(self) -> None:
        assert self.judge(3).remark == "This is odd."
        assert self.judge("abc").remark == "This could not be read: hand in a whole number."
        assert self.judge([]).outcome is Outcome.NOT_YET
        assert self.judge(...).outcome is Outcome.NOT_ANSWERED


def test_a_roll_is_an_outcome_like_any_other() -> None:
    assert Law(lambda: {Roll(1): 1})({(1, 0, 0, 0): 1}).outcome is Outcome.RIGHT


def test_an_exact_power_of_two_is_not_taken_for_a_float():
    right = Rational(1, 2**50)
    assert not read_for(right, right).rounded
    assert not read_for(Fraction(1, 2**50), right).rounded
    assert read_for(Rational(1 / 3), Rational(1, 3)).rounded
    assert read_for(Fraction(1 / 3), Rational(1, 3)).rounded
