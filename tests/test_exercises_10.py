"""Answers to the exercises of lesson 10, read by test_exercises.py."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import sympy
from sympy import Eq, Integer, Matrix, Rational, Symbol, diff

from lcr_teach import Die, Rules
from lcr_teach.exercises import check, checking, lesson_10
from lcr_teach.exercises.functions import Function

b, p, w = Symbol("b"), Symbol("p"), Symbol("w")
positive = Symbol("p", positive=True)
thin = Rational(1, 60)
die = Die(left=p, centre=p, right=p, blank=1 - 3 * p)

win = (1 - 3 * p) / (2 - 3 * p)
slope = -3 / (2 - 3 * p) ** 2

table = Rules(players=3, chips=1, die=die).chain()
chances, turns = table.win_probabilities(), table.expected_turns()


def slopes(*formulas: Any, at: Any = thin) -> list[Any]:
    return [diff(formula, p).subs(p, at) for formula in formulas]


def deals(players: int, total: int) -> list[tuple[int, ...]]:
    ways = itertools.product(range(total), repeat=players)
    return [chips for chips in ways if sum(chips) == total]


def gap(chips: tuple[int, ...]) -> Any:
    won = Rules(len(chips), chips).chain().win_probabilities()
    return max(won) - min(won)


def fairest(players: int, total: int) -> tuple[int, ...]:
    return min(deals(players, total), key=gap)


def in_a_loop(players: int, total: int) -> list[Any]:
    best, least = None, None
    for chips in deals(players, total):
        if least is None or gap(chips) < least:
            best, least = chips, gap(chips)
    assert best is not None
    return [Integer(held) for held in best]


def as_a_row(players: int, total: int) -> Matrix:
    return Matrix([fairest(players, total)])


def least_fair(players: int, total: int) -> tuple[int, ...]:
    return max(deals(players, total), key=gap)


def backwards(players: int, total: int) -> tuple[int, ...]:
    return fairest(players, total)[::-1]


def as_even_as_can_be(players: int, total: int) -> tuple[int, ...]:
    each, rest = divmod(total, players)
    return tuple(each + (seat < rest) for seat in range(players))


def its_gap(players: int, total: int) -> Any:
    return gap(fairest(players, total))


def as_rules(players: int, total: int) -> Rules:
    return Rules(players, fairest(players, total))


def made(chips: int | tuple[int, ...], faces: str = "LCR...") -> Rules:
    return Rules(players=3, chips=chips, die=Die.from_faces(faces))


RIGHT: dict[str, list[object]] = {
    "10.1": [
        win,
        1 - 1 / (2 - 3 * p),
        (3 * p - 1) / (3 * p - 2),
        (1 - 3 * positive) / (2 - 3 * positive),
        Rules(2, 1, die).chain().win_probabilities()[0],
        sympy.solve(Eq(w, (1 - 3 * p) * (1 - w)), w)[0],
    ],
    "10.2": [slope, -3 / (3 * p - 2) ** 2, diff(win, p), sympy.expand(diff(win, p))],
    "10.3": [
        slopes(chances[0], turns),
        tuple(slopes(sympy.factor(chances[0]), sympy.factor(turns))),
        Matrix(slopes(chances[0], turns)),
    ],
    "10.4": [fairest, in_a_loop, as_a_row],
    "10.5": [
        made((3, 2, 2), "LCR....."),
        made((3, 3, 2), "LCR....."),
        made((2, 2, 1), "LLCRR....."),
        Rules(3, (3, 2, 2), Die(*[Rational(1, 8)] * 3, Rational(5, 8)), passing="right"),
    ],
}

WRONG: list[tuple[str, object, str]] = [
    ("10.1", 1 - 3 * p, "Nobody has won then"),
    ("10.1", (1 - 3 * p) * 3 * p, "in the second turn"),
    ("10.1", 3 * p / (1 + 3 * p), "for the chance of a blank"),
    ("10.1", p / (1 + p), "You took p for the chance of a blank"),
    ("10.1", (1 - 3 * p) / (3 * p), "The sign is wrong"),
    ("10.1", 1 / (2 - 3 * p), "the opposite"),
    ("10.1", b / (1 + b), "asked for in p, and yours contains b"),
    ("10.1", Rational(1, 3), "A formula in p is asked for, and this is a number"),
    ("10.1", (1 - 3.0 * p) / (2 - 3 * p), "contains a float"),
    ("10.1", "(1 - 3*p) / (2 - 3*p)", "without quotes"),
    ("10.1", Eq(w, win), "the formula alone"),
    ("10.1", lambda p: (1 - 3 * p) / (2 - 3 * p), "call it with"),
    ("10.1", (2 - 3 * p) / (1 - 3 * p), "gives 3, and a probability lies between 0 and 1"),
    ("10.2", win, "the chance itself"),
    ("10.2", -slope, "does a larger p help Player 1"),
    ("10.2", -slope / 3, "with respect to the chance of a blank"),
    ("10.2", 1 / (1 + b) ** 2, "yours contains b"),
    ("10.2", slope / 3, "A factor is missing"),
    ("10.2", diff((1 - 3 * p) * (2 - 3 * p), p) / (2 - 3 * p) ** 2, "subtracted, not added"),
    ("10.2", Integer(1), "a quotient has a rule of its own"),
    ("10.2", slope.subs(p, Rational(1, 6)), "this is a number"),
    ("10.2", -3 / (2 - 3 * p), "gives -2, and that is not the value"),
    ("10.3", [chances[0].subs(p, thin), turns.subs(p, thin)], "not how fast they change"),
    ("10.3", slopes(chances[0], turns, at=Rational(1, 6)), "at the standard die"),
    ("10.3", slopes(chances[2], turns), "belongs to Player 3"),
    ("10.3", slopes(turns, chances[0]), "not in the right order"),
    ("10.3", [-x for x in slopes(chances[0], turns)], "The signs are wrong"),
    ("10.3", [float(x) for x in slopes(chances[0], turns)], "size of each is right, but the exact"),
    ("10.3", [0, 0], "put in the number first"),
    ("10.3", [diff(chances[0], p), diff(turns, p)], "symbol p still stands in it"),
    ("10.3", slopes(chances[0]), "2 numbers are asked for, and these are 1"),
    ("10.3", slopes(chances[0], table.expected_rolls()), "1 of the 2 numbers is right"),
    ("10.4", least_fair, "Tried on 2 players and 3 chips: That is the least fair start"),
    ("10.4", as_even_as_can_be, "Tried on 2 players and 4 chips: Equal chips look fair"),
    ("10.4", backwards, "Tried on 2 players and 3 chips: That is the least fair start"),
    ("10.4", lambda players, total: (2, 1), "Tried on 2 players and 4 chips"),
    ("10.4", its_gap, "hand in a list"),
    ("10.4", as_rules, "hand in a list"),
    ("10.4", fairest(2, 4), "without brackets"),
    ("10.4", lambda players: (1,) * players, "called as `fairest_start(players, total)`"),
    ("10.4", lambda players, total: print(total), "prints something but returns nothing"),
    ("10.5", made(3), "0.0583 ahead of the worst, and a game takes 18.86 turns: not fair enough."),
    ("10.5", made(3, "LCR........."), "turns: too long."),
    ("10.5", made(3, "LCR......"), "turns: not fair enough and too long."),
    ("10.5", made((4, 4, 3)), "not fair enough"),
    ("10.5", made((5, 4, 4)), "There are 12 chips, and your table takes 13"),
    ("10.5", made((0, 2, 2)), "at least one chip"),
    ("10.5", Rules(2, 1), "must have 3 players"),
    ("10.5", Rules(3, 1, die), "contains a symbol"),
    ("10.5", Rules(3, 3, max_dice=1), "not how many dice fall"),
    ("10.5", made(3, "..."), "may never end"),
    ("10.5", Die.from_faces("LCR....."), "A table is asked for"),
    ("10.5", (3, 2, 2), "A table is asked for"),
]

NEVER_SAID: dict[str, list[str]] = {
    "10.1": ["(1 - 3", "(1 − 3p) /", "2 − 3p", "2 - 3*p", "1/3"],
    "10.2": ["-3/", "−3 /", "4/3", "1.33"],
    "10.3": ["135012467", "5014", "-0.25", "0.2525"],
    "10.4": ["(3, 1)", "(2, 1, 1)", "3 and 1", "2 and 1"],
    "10.5": ["3, 2, 2", "LCR.....", "3, 3, 2"],
}


def test_no_constant_fits_two_tables() -> None:
    judge = checking.known_exercises()["10.4"].judge
    assert isinstance(judge, Function)
    tables: list[Any] = [case.arguments() for case in judge.cases]
    assert len({fairest(*table) for table in tables}) == len(tables) >= 4
    for table in tables:  # a second deal just as fair would be wrongly refused
        first, second = sorted(map(gap, deals(*table)))[:2]
        assert first < second


def test_the_slopes_are_those_of_small_steps() -> None:
    step = Rational(1, 10**6)
    formulas: tuple[Callable[[Any], Any], ...] = tuple(
        (lambda at, f=formula: f.subs(p, at)) for formula in (chances[0], turns)
    )
    steps = [float((f(thin + step) - f(thin - step)) / (2 * step)) for f in formulas]
    for exact, estimate in zip(slopes(chances[0], turns), steps, strict=True):
        assert abs(float(exact) / estimate - 1) < 1e-5


def test_the_limits_of_a_house_rule_are_allowed() -> None:
    most = lesson_10._MOST_GAP, lesson_10._MOST_TURNS
    assert lesson_10._missed(*most) == ""
    assert "not fair enough" in lesson_10._missed(most[0] + Rational(1, 10**9), most[1])
    assert "too long" in lesson_10._missed(most[0], most[1] + Rational(1, 10**9))


def test_a_wrong_formula_in_another_form_is_no_new_try(monkeypatch: Any) -> None:
    monkeypatch.setattr(checking, "_wrong_answers", {})
    hints = checking.known_exercises()["10.1"].hints
    assert check("10.1", 1 - 3 * p).hint == hints[0]
    assert check("10.1", 1 - p - p - p).hint == hints[0]
    assert check("10.1", (1 - 9 * p**2) / (1 + 3 * p)).hint == hints[0]
    assert check("10.1", 1 - p).hint == hints[1]
