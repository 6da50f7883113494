"""Answers to the exercises of lesson 3, read by test_exercises.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations, pairwise
from typing import Any

import sympy
from sympy import Matrix, Rational

from lcr_teach import Rules, State
from lcr_teach.exercises import check, checking
from lcr_teach.exercises.functions import Function

half, third, sixth = (Rational(1, k) for k in (2, 3, 6))
GRAPH = Matrix([[0, half, 0, half], [half, 0, half, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
SWAPPED = Matrix([[0, half, half, 0], [half, 0, 0, half], [0, 0, 1, 0], [0, 0, 0, 1]])
STAYING = Matrix([[half, 0, 0, half], [0, half, half, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
ENDLESS = Matrix([[0, half, 0, half], [half, 0, half, 0], [0, 0, 0, 0], [0, 0, 0, 0]])


def split(left: Any, right: Any) -> Matrix:
    rows = [[0, half, right, left], [half, 0, left, right], [0, 0, 1, 0], [0, 0, 0, 1]]
    return Matrix(rows)


A, B = Rational(1, 12), Rational(1, 36)

Arrows = Mapping[State, Mapping[State, Any]]

# Right solutions of 03.4 and ways to get it wrong.


def by_a_loop(law: Arrows, path: Sequence[State]) -> Any:
    chance = 1
    for i in range(len(path) - 1):
        if path[i + 1] not in law[path[i]]:
            return 0
        chance = chance * law[path[i]][path[i + 1]]
    return chance


def by_folding(law: Arrows, path: Sequence[State]) -> Any:
    steps = list(pairwise(path))
    return reduce(lambda chance, ab: chance * law[ab[0]].get(ab[1], 0), steps, sympy.Integer(1))


def as_a_fraction(law: Arrows, path: Sequence[State]) -> Fraction:
    chance = sympy.sympify(by_a_loop(law, path))
    return Fraction(int(chance.p), int(chance.q))


def added(law: Arrows, path: Sequence[State]) -> Any:
    steps = pairwise(path)
    return sum(law[a].get(b, 0) for a, b in steps)


def trusting_the_path(law: Arrows, path: Sequence[State]) -> Any:
    return sympy.prod(law[a][b] for a, b in pairwise(path))


def nothing_without_a_step(law: Arrows, path: Sequence[State]) -> Any:
    return by_a_loop(law, path) if len(path) > 1 else 0


def first_step_only(law: Arrows, path: Sequence[State]) -> Any:
    return by_a_loop(law, path[:2])


def last_step_only(law: Arrows, path: Sequence[State]) -> Any:
    return by_a_loop(law, path[-2:])


def from_nought(law: Arrows, path: Sequence[State]) -> Any:
    return 0 * by_a_loop(law, path)


def passing_over(law: Arrows, path: Sequence[State]) -> Any:
    return sympy.prod(law[a].get(b, 1) for a, b in pairwise(path))


def in_floats(law: Arrows, path: Sequence[State]) -> float:
    return float(by_a_loop(law, path))


RIGHT: dict[str, list[object]] = {
    "03.1": [[1, 0, 2, 2], (1, 0, 2, 2), Matrix([1, 0, 2, 2])],
    "03.2": [GRAPH, GRAPH.tolist(), sympy.ImmutableMatrix(GRAPH)],
    "03.3": [[A, B, third, third], (Fraction(1, 12), Fraction(1, 36), Fraction(1, 3), third)],
    "03.4": [by_a_loop, by_folding, as_a_fraction],
    "03.5": [
        [State((0, 2, 1), roller=1), State((0, 1, 2), roller=1)],
        (State((1, 1, 1), roller=1), State((0, 2, 1), roller=1)),
        [State((0, 1, 1), roller=2), State((1, 1, 0), roller=2)],
    ],
}

WRONG: list[tuple[str, object, str]] = [
    ("03.1", [1, 1, 1, 2], "to the left neighbour"),
    ("03.1", [1, 0, 2, 3], "not skipped"),
    ("03.1", [1, 0, 2, 1], "nobody rolls twice"),
    ("03.1", [1, 0, 2, 1], "counted from 1"),
    ("03.1", [1, 0, 2, 0], "no Player 0"),
    ("03.1", [0, 0, 3, 2], "a blank moves none"),
    ("03.1", [1, 0, 1, 2], "no C fell"),
    ("03.1", [2, 0, 1, 2], "Two blanks"),
    ("03.1", [2, 0, 2, 2], "has one less"),
    ("03.1", [1, 0, 2], "4 numbers are asked for"),
    ("03.1", State((1, 0, 2), roller=1), "hand in a list"),
    ("03.2", GRAPH.T, "rows and columns"),
    ("03.2", ENDLESS, "arrow to itself"),
    ("03.2", SWAPPED, "exchanged the two winners"),
    ("03.2", STAYING, "the other player who rolls"),
    ("03.2", split(third, sixth), "L and R end in different"),
    ("03.2", split(sixth, third), "L and R end in different"),
    ("03.2", 2 * GRAPH - sympy.diag(0, 0, 1, 1), "Row 1 does not sum to 1"),
    ("03.2", [*GRAPH.tolist()[:3], [0, 0, half, half]], "Only row 4 is not right yet"),
    (
        "03.2",
        [*GRAPH.evalf().tolist()[:3], [0, 0, 0.3, 0.7]],
        "Only row 4 is not right yet. Besides",
    ),
    ("03.2", sympy.diag(half * sympy.ones(2), 1, 1), "Rows 1 and 2 are not right yet."),
    ("03.2", 100 * GRAPH, "percentages"),
    ("03.2", GRAPH.evalf(), "size of each is right, but the exact"),
    ("03.2", GRAPH[:2, :], "4 rows and 4 columns"),
    ("03.3", [A, B / 2, third, third], "in two orders"),
    ("03.3", [A, B, A / 3, B / 3], "divided by the chance of the path"),
    ("03.3", [A, B, 2 * third, 2 * third], "goes on"),
    ("03.3", [A, B, 3 * half / 2, half / 2], "weigh the paths"),
    ("03.3", [sixth, sixth, third, third], "first step alone"),
    ("03.3", [2 * third, third, third, third], "added the chances"),
    ("03.3", [A, B, sixth, sixth], "one face alone"),
    ("03.3", [A, B, third], "4 numbers are asked for"),
    ("03.3", [A, B, sixth, third], "3 of the 4 numbers are right"),
    ("03.4", added, "multiply"),
    ("03.4", trusting_the_path, "a path that is impossible: your function raised KeyError"),
    ("03.4", nothing_without_a_step, "without any turn: This path asks for no turn"),
    ("03.4", first_step_only, "a game of two players with 1 chip each: That is the chance of one"),
    ("03.4", last_step_only, "a game of two players with 1 chip each: That is the chance of one"),
    ("03.4", from_nought, "begins with 0 stays 0"),
    ("03.4", passing_over, "impossible: One step of this path has no arrow"),
    ("03.4", in_floats, "The size is right, but the exact"),
    ("03.4", lambda law, path: quarter_of_anything(), "impossible: "),
    ("03.4", lambda path: 1, "called as `path_probability(law, path)`"),
    ("03.5", [State((1, 1, 1), 0), State((1, 1, 1), 0)], "one and the same"),
    ("03.5", [State((1, 1, 1), 1), State((0, 1, 1), 1)], "3 chips in play, in the other 2"),
    ("03.5", [State((0, 1, 1), 1), State((0, 1, 1), 2)], "Another player rolls"),
    ("03.5", [State((0, 1, 2), 1), State((1, 1, 1), 1)], "with the same chances"),
    (
        "03.5",
        [State((3, 0, 0), 0), State((1, 1, 1), 0)],
        "the game has ended: (3, 0, 0) Player 1 has won.",
    ),
    (
        "03.5",
        [State((3, 3, 3), 0), State((1, 1, 1), 0)],
        "does not come up at this table: (3, 3, 3) Player 1 to roll.",
    ),
    ("03.5", [(0, 2, 1), (0, 1, 2)], "Two positions are asked for"),
    ("03.5", State((0, 2, 1), 1), "could not be read: hand in two positions"),
]

NEVER_SAID: dict[str, list[str]] = {
    "03.1": ["1, 0, 2", "(1, 0", "Player 2 rolls next"],
    "03.2": ["1/2", "0.5", "half"],
    "03.3": ["1/12", "1/36", "1/3"],
    "03.4": ["1/6", "chance *="],
    "03.5": ["0, 2, 1), roller=1", "State((0", "two dice"],
}


def quarter_of_anything() -> Any:
    """What a constant gives that passes the first game of 03.4."""
    judge: Any = checking.known_exercises()["03.4"].judge
    return by_a_loop(*judge.cases[0].arguments())


def test_the_paths_are_of_every_kind() -> None:
    judge: Any = checking.known_exercises()["03.4"].judge
    assert isinstance(judge, Function)
    routes: list[Any] = [case.arguments() for case in judge.cases]
    chances = [by_a_loop(law, path) for law, path in routes]
    assert len(set(chances)) == len(chances)
    assert {0, 1} < set(chances)
    steps = [(a, law) for law, path in routes for a in path[:-1]]
    assert any(state.chips[state.roller] == 0 for state, _ in steps)


def test_every_witness_of_03_5_is_accepted_and_nothing_else() -> None:
    chain = Rules(players=3, chips=1).chain()

    def chips(state: State) -> dict[int, Any]:
        law: dict[int, Any] = {}
        for after, p in chain.transitions(state).items():
            law[after.in_play] = law.get(after.in_play, 0) + p
        return law

    known = (1, 1, 1), 0
    for one, other in combinations([State(*known), *chain.transient_states[1:]], 2):
        witness = (one.in_play, one.roller) == (other.in_play, other.roller)
        assert check("03.5", [one, other]).is_right == (witness and chips(one) != chips(other))
