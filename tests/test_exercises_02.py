"""Answers to the exercises of lesson 2, read by test_exercises.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from sympy import Poly, Rational, Symbol, binomial, sqrt

from lcr_teach import Die, Face, Roll
from lcr_teach.exercises import checking
from lcr_teach.exercises.functions import Function

quarter, sixth, third, half = (Rational(1, k) for k in (4, 6, 3, 2))
TEN = {"L": Rational(1, 5), "C": Rational(1, 10), "R": Rational(1, 10), ".": Rational(3, 5)}

LawOfOne = Mapping[int, Any]

# Right solutions of 02.4 and ways to get it wrong.


def all_ways(law: LawOfOne, dice: int) -> dict[int, Any]:
    sums: dict[int, Any] = Counter()
    for way in product(law, repeat=dice):
        sums[sum(way)] += sympy.prod(law[number] for number in way)
    return sums


def by_polynomial(law: LawOfOne, dice: int) -> dict[int, Any]:
    x = Symbol("x")
    power = Poly(sum(p * x**number for number, p in law.items()), x) ** dice
    return {degrees[0]: p for degrees, p in power.terms()}


def in_fractions(law: LawOfOne, dice: int) -> dict[int, Fraction]:
    return {total: Fraction(int(p.p), int(p.q)) for total, p in all_ways(law, dice).items()}


def all_alike(law: LawOfOne, dice: int) -> dict[int, Any]:
    sums = all_ways(law, dice)
    return dict.fromkeys(sums, Rational(1, len(sums)))


def overwriting(law: LawOfOne, dice: int) -> dict[int, Any]:
    return {sum(w): sympy.prod(law[number] for number in w) for w in product(law, repeat=dice)}


def binomially(law: LawOfOne, dice: int) -> dict[int, Any]:
    p = law.get(1, 0)
    return {k: binomial(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(dice + 1)}


def multiplied(law: LawOfOne, dice: int) -> dict[int, Any]:
    return {dice * number: p for number, p in law.items()}


def two_dice(law: LawOfOne, dice: int) -> dict[int, Any]:
    return all_ways(law, 2)


def in_floats(law: LawOfOne, dice: int) -> dict[int, float]:
    return {total: float(p) for total, p in all_ways(law, dice).items()}


def numbers_alike(law: LawOfOne, dice: int) -> dict[int, Any]:
    return all_ways(dict.fromkeys(law, Rational(1, len(law))), dice)


def one_more(law: LawOfOne, dice: int) -> dict[int, Any]:
    return all_ways(law, dice + 1)


RIGHT: dict[str, list[object]] = {
    "02.1": [
        TEN,
        {face: Fraction(k, 10) for face, k in zip("LCR.", (2, 1, 1, 6), strict=True)},
        dict(zip(Face, TEN.values(), strict=True)),
    ],
    "02.2": [
        Rational(1, 12),
        Fraction(6, 72),
        Die.standard().law(3)[Roll(1, 1, 0, 1)],
        sympy.factorial(3) * sixth * sixth * half,
    ],
    "02.3": [[1, 2 * third], (3 * third, 3 * third * (1 - third)), sympy.Matrix([1, 2 * third])],
    "02.4": [all_ways, by_polynomial, in_fractions],
    "02.5": [
        ["independent", "dependent", "independent", "dependent"],
        ("Independent", "Dependent", "independent ", "dependent"),
    ],
}

WRONG: list[tuple[str, object, str]] = [
    ("02.1", dict.fromkeys("LCR.", quarter), "equally likely"),
    ("02.1", dict(zip("LCR.", (sixth, sixth, sixth, half), strict=True)), "standard die"),
    ("02.1", {"L": half, "C": quarter, "R": quarter}, "sides that are blank"),
    ("02.1", {**TEN, "L": Rational(1, 10), ".": Rational(7, 10)}, "One side too few means L"),
    ("02.1", {face: float(p) for face, p in TEN.items()}, "size of each is right, but the exact"),
    ("02.1", {face: 100 * p for face, p in TEN.items()}, "percentages"),
    ("02.1", dict(zip("LCR.", (2, 1, 1, 6), strict=True)), "numbers of sides"),
    ("02.1", {number: Rational(1, 10) for number in range(1, 11)}, "law of the number"),
    ("02.1", {("blank" if f == "." else f): p for f, p in TEN.items()}, "a dot"),
    ("02.1", {(" " if f == "." else f): p for f, p in TEN.items()}, "a dot"),
    ("02.1", {**TEN, ".": ...}, "1 of the 4 probabilities is still missing"),
    ("02.1", list(TEN.values()), "A dict is asked for"),
    ("02.1", {**TEN, ".": half}, "do not sum to 1"),
    ("02.2", Rational(1, 72), "chance of one order"),
    ("02.2", Rational(1, 20), "all combinations for equally likely"),
    ("02.2", Rational(1, 24), "more than three orders"),
    ("02.2", Rational(6, 64), "four faces for equally likely"),
    ("02.2", 1 / 12, "The size is right, but the exact"),
    ("02.2", Rational(11, 12), "opposite"),
    ("02.2", Rational(6, 216), "more than two orders"),
    ("02.2", Rational(1, 216), "one way to fall"),
    ("02.2", Rational(5, 6), "added the three chances"),
    ("02.2", 18, "number of all ways"),
    ("02.2", Rational(1 / 12), "The size is right, but the exact"),
    ("02.2", Fraction(1 / 12), "The size is right, but the exact"),
    ("02.3", [1, Rational(5, 3)], "square of the mean"),
    ("02.3", [1, Rational(5, 6)], "only for independent numbers"),
    ("02.3", [1, sqrt(2 * third)], "standard deviation"),
    ("02.3", [third, 2 * third**2], "one die"),
    ("02.3", [Rational(3, 2), Rational(3, 4)], "chips in the centre as well"),
    ("02.3", [half, Rational(5, 12)], "left neighbour alone"),
    ("02.3", [1, 2 * third**2], "variance for one die"),
    ("02.3", [1, 2], "add up as they are"),
    ("02.3", [2 * third, 1], "not in the right order"),
    ("02.4", all_alike, "two standard dice give away: These sums are not all equally likely"),
    ("02.4", overwriting, "two standard dice give away: "),
    ("02.4", binomially, "two ordinary dice: The sum 0 cannot happen"),
    ("02.4", multiplied, "two standard dice give away: "),
    ("02.4", two_dice, "one ordinary die: This is the law of one die more"),
    ("02.4", in_floats, "size of each is right, but the exact"),
    ("02.4", numbers_alike, "ten sides give away: You took the numbers"),
    ("02.4", one_more, "law of one die more"),
    ("02.4", lambda law, dice: law, "law of one die less"),
    ("02.4", lambda law: law, "called as `law_of_sum(law, dice)`"),
    ("02.5", ["independent"] * 4, "can look at both of them"),
    ("02.5", ["dependent"] * 4, "different dice"),
    ("02.5", ["independent", "dependent", "dependent", "dependent"], "3 of the 4 are right"),
    ("02.5", ["independent", "dependent", "independent", ...], "words is still missing"),
    ("02.5", [True, False, True, False], 'One of "independent", "dependent" is asked for'),
]

NEVER_SAID: dict[str, list[str]] = {
    "02.1": ["1/5", "2/10", "1/10", "3/5", "6/10"],
    "02.2": ["1/12", "6/72", "0.083", "6 orders"],
    "02.3": ["2/3", "0.66", "5/3", "EX = 1"],
    "02.4": ["1/36", "1/4", "Poly"],
    "02.5": ["third is independent", "pair 3", "Pair 3"],
}


def test_no_two_dice_have_the_same_law_of_the_sum() -> None:
    judge: Any = checking.known_exercises()["02.4"].judge
    assert isinstance(judge, Function)
    found: list[Any] = [all_ways(*case.arguments()) for case in judge.cases]  # type: ignore[arg-type]
    assert len({frozenset(law.items()) for law in found}) == len(found) >= 4
