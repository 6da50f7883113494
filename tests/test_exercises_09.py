"""Answers to the exercises of lesson 9, read by test_exercises.py."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
import sympy
from sympy import Matrix, Rational, Symbol

from lcr_teach import Die, Rules, State
from lcr_teach.exercises import check, checking, lesson_09
from lcr_teach.exercises.functions import Function

half = Rational(1, 2)
sixth = Rational(1, 6)
three = Rules(players=3, chips=1).chain()
STANDARD, LOADED = Die.standard(), Die.from_faces("LCCCR.")


def chance(die: Die, face: str) -> Any:
    return {"L": die.left, "C": die.centre, "R": die.right, ".": die.blank}[face]


def joint(prior: Sequence[Any], dice: Sequence[Die], faces: str) -> list[Any]:
    return [
        share * sympy.prod(chance(die, face) for face in faces)
        for share, die in zip(prior, dice, strict=True)
    ]


def at_once(prior: Sequence[Any], dice: Sequence[Die], faces: str) -> list[Any]:
    weights = joint(prior, dice, faces)
    return [weight / sum(weights) for weight in weights]


def face_by_face(prior: Sequence[Any], dice: Sequence[Die], faces: str) -> tuple[Any, ...]:
    for face in faces:
        prior = at_once(prior, dice, face)
    return tuple(prior)


def in_fractions(prior: Sequence[Any], dice: Sequence[Die], faces: str) -> list[Fraction]:
    return [Fraction(int(q.p), int(q.q)) for q in at_once(prior, dice, faces)]


def changing_its_arguments(prior: Any, dice: Any, faces: str) -> Matrix:
    answer = Matrix(at_once(prior, dice, faces))
    prior.clear()
    dice.clear()
    return answer


def without_prior(prior: Sequence[Any], dice: Sequence[Die], faces: str) -> list[Any]:
    return at_once([1] * len(dice), dice, faces)


def the_last_face(prior: Sequence[Any], dice: Sequence[Die], faces: str) -> list[Any]:
    return at_once(prior, dice, faces[-1:])


def left_for_right(prior: Sequence[Any], dice: Sequence[Die], faces: str) -> list[Any]:
    swapped = faces.replace("L", "x").replace("R", "L").replace("x", "R")
    return at_once(prior, dice, swapped)


def in_floats(prior: Sequence[Any], dice: Sequence[Die], faces: str) -> list[float]:
    return [float(share) for share in at_once(prior, dice, faces)]


def of_the_last_die(prior: Sequence[Any], dice: Sequence[Die], faces: str) -> Any:
    return at_once(prior, dice, faces)[-1]


def bars(seat: int = 0, roller: int = 1) -> list[Any]:
    deals = [(0, 2, 1), (0, 1, 1), (0, 1, 2), (1, 1, 1)]
    return [
        Rules(3, chips).chain().win_probabilities(State(chips, roller))[seat] for chips in deals
    ]


before = three.win_probabilities()[0]
faces_in_all_games = [sixth, sixth, sixth, half]
in_the_film = [p * bar / before for p, bar in zip(faces_in_all_games, bars(), strict=True)]

RIGHT: dict[str, list[object]] = {
    "09.1": [Rational(1, 3), Fraction(2, 6), sixth / half, 1 - Rational(2, 3)],
    "09.2": [
        Rational(9, 20),
        Fraction(9, 20),
        (half**2 / 12) / (half**2 / 12 + sixth**2 * Rational(11, 12)),
    ],
    "09.3": [bars(), tuple(bars()), Matrix(bars())],
    "09.4": [at_once, face_by_face, in_fractions, changing_its_arguments],
    "09.5": [
        in_the_film,
        tuple(in_the_film),
        [
            three.given_winner(0).transitions(three.start)[State(chips, 1)]
            for chips in [(0, 2, 1), (0, 1, 1), (0, 1, 2), (1, 1, 1)]
        ],
    ],
}

WRONG: list[tuple[str, object, str]] = [
    ("09.1", sixth, "before you saw anything"),
    ("09.1", half, "anywhere at all"),
    ("09.1", Rational(1, 12), "something must be divided"),
    ("09.1", Rational(1, 4), "a blank were still possible"),
    ("09.1", Rational(2, 3), "the opposite"),
    ("09.1", 1 / 3, "The size is right, but the exact number"),
    ("09.1", Rational(100, 3), "percentage"),
    ("09.2", Rational(9, 10), "Most dice in the bag are standard"),
    ("09.2", 0.9, "Most dice in the bag are standard"),
    ("09.2", Rational(1, 4), "the other way round"),
    ("09.2", Rational(1, 48), "Divide it by the chance to roll two C"),
    ("09.2", Rational(1, 12), "before the die was rolled"),
    ("09.2", Rational(3, 14), "you saw two"),
    ("09.2", Rational(9, 11), "the odds"),
    ("09.2", Rational(11, 20), "the opposite"),
    ("09.2", 45, "percentage"),
    ("09.3", [0, 0, 0, bars()[3]], "stays in the game"),
    ("09.3", [bars()[i] for i in (2, 1, 0, 3)], "Left and right are exchanged"),
    ("09.3", [bars()[i] for i in (1, 0, 2, 3)], "not in the right order"),
    ("09.3", bars(roller=0), "it is Player 2's turn"),
    ("09.3", bars(seat=1), "Player 1 has seat 0"),
    ("09.3", faces_in_all_games, "to the bar"),
    ("09.3", [float(bar) for bar in bars()], "size of each is right, but the exact"),
    ("09.3", [bars(), *bars()[1:]], "Number 1 of 4: One number is asked for"),
    ("09.3", bars()[:3], "4 numbers are asked for, and these are 3"),
    ("09.3", [*bars()[:3], ...], "1 of the 4 numbers is still missing"),
    ("09.4", without_prior, "the bag of 09.2 after four rolls: That is right only if all dice"),
    ("09.4", joint, "do not sum to 1"),
    ("09.4", the_last_face, "the bag of 09.2 after four rolls"),
    ("09.4", left_for_right, "three dice after a blank"),
    ("09.4", in_floats, "The size of each is right, but the exact"),
    ("09.4", of_the_last_die, "hand in a list"),
    ("09.4", lambda prior, dice, faces: [Rational(1, 4), Rational(3, 4)], "the bag of 09.2"),
    ("09.4", lambda prior, dice: prior, "called as `posterior(prior, dice, faces)`"),
    ("09.4", at_once([half, half], [STANDARD, LOADED], "C"), "without brackets"),
    ("09.5", faces_in_all_games, "only those that Player 1 wins"),
    ("09.5", [share * before for share in in_the_film], "Divide them by the chance"),
    ("09.5", [bar / sum(bars()) for bar in bars()], "Half of the faces are blanks"),
    ("09.5", bars(), "as in 09.3"),
    (
        "09.5",
        list(three.given_winner(1).transitions(three.start).values()),
        "Player 1 has seat 0",
    ),
    ("09.5", [float(share) for share in in_the_film], "size of each is right, but the exact"),
    ("09.5", [1, 0, 0, 0], "not the values"),
]

NEVER_SAID: dict[str, list[str]] = {
    "09.1": ["1/3", "0.33", ".333"],
    "09.2": ["9/20", "0.45", "45"],
    "09.3": ["134077327", "17/111", "0.15", "0, 2, 1"],
    "09.4": ["1/4", "3/4", "sum(w"],
    "09.5": ["783833299", "0.70", "70"],
}


def test_the_win_bar_is_a_martingale() -> None:
    assert sum(p * bar for p, bar in zip(faces_in_all_games, bars(), strict=True)) == before


def test_the_film_shows_one_of_the_faces() -> None:
    assert sympy.simplify(sum(in_the_film)) == 1


def test_no_constant_fits_two_bags() -> None:
    judge = checking.known_exercises()["09.4"].judge
    assert isinstance(judge, Function)
    bags: list[Any] = [case.arguments() for case in judge.cases]
    answers = {tuple(at_once(*bag)) for bag in bags}
    assert len(answers) == len(bags) >= 4


@pytest.mark.parametrize("evidence", lesson_09._CASES.values())
def test_one_rule_of_bayes_for_all(evidence: Any) -> None:
    assert evidence.posterior() == at_once(*evidence.arguments())


def test_a_formula_is_no_answer() -> None:
    assert "symbol w" in check("09.1", Symbol("w")).remark
