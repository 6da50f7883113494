"""Answers to the exercises of lesson 4, read by test_exercises.py."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy
from sympy import Rational

from lcr_teach import AbsorbingChain, Rules, State
from lcr_teach.exercises import checking
from lcr_teach.exercises.functions import Function

half, third, sixth = (Rational(1, k) for k in (2, 3, 6))
two = Rules(players=2, chips=1).chain()
three = Rules(players=3, chips=1).chain()
AFTER_TWO = {
    State((0, 2), None): third,
    State((0, 1), None): sixth,
    State((2, 0), None): third / 2,
    State((1, 0), None): sixth / 2,
    State((1, 1), 0): half**2,
}
MIRRORED = {
    State((2, 0), None): third,
    State((1, 0), None): sixth,
    State((0, 2), None): third / 2,
    State((0, 1), None): sixth / 2,
    State((1, 1), 0): half**2,
}


def chips(turns: int, of: Any = lambda state: True) -> Any:
    law = three.distribution(turns)
    return sum(p * state.in_play for state, p in law.items() if of(state))


def going_on(state: State) -> bool:
    return not state.is_over


# Right solutions of 04.4 and ways to get it wrong.

Arrows = Mapping[State, Mapping[State, Any]]


def by_steps(law: Arrows, start: State, turns: int) -> dict[State, Any]:
    chances: dict[State, Any] = {start: 1}
    for _ in range(turns):
        new: dict[State, Any] = defaultdict(int)
        for state, chance in chances.items():
            for after, p in law[state].items():
                new[after] += chance * p
        chances = new
    return chances


def by_the_kit(law: Arrows, start: State, turns: int) -> dict[State, Any]:
    return AbsorbingChain(law, start).distribution(turns)


def backwards(law: Arrows, start: State, turns: int) -> dict[State, Any]:
    """From the first turn and what follows it."""
    if turns == 0:
        return {start: Fraction(1)}
    found: dict[State, Any] = dict.fromkeys(law, 0)
    for after, p in law[start].items():
        for end, q in backwards(law, after, turns - 1).items():
            found[end] += Fraction(int(p.p), int(p.q)) * q
    return found


def overwriting(law: Arrows, start: State, turns: int) -> dict[State, Any]:
    chances: dict[State, Any] = {start: 1}
    for _ in range(turns):
        chances = {b: chance * p for a, chance in chances.items() for b, p in law[a].items()}
    return chances


def losing_the_finished(law: Arrows, start: State, turns: int) -> dict[State, Any]:
    found = {a: {b: p for b, p in row.items() if a != b} for a, row in law.items()}
    return by_steps(found, start, turns)


def always_one(law: Arrows, start: State, turns: int) -> dict[State, Any]:
    return dict(law[start])


BY_COLUMN = sum(
    p * s.in_play
    for p, s in zip((three.transition_matrix() ** 6).col(0), three.states, strict=True)
)

RIGHT: dict[str, list[object]] = {
    "04.1": [Rational(1, 32), Fraction(1, 32), half**5],
    "04.2": [
        AFTER_TWO,
        two.distribution(2),
        {state: Fraction(int(p.p), int(p.q)) for state, p in AFTER_TWO.items()},
        {**AFTER_TWO, State((1, 1), 1): 0},
    ],
    "04.3": [
        chips(6),
        Rational(32259955, 15116544),
        sum(
            p * s.in_play
            for p, s in zip((three.transition_matrix() ** 6).row(0), three.states, strict=True)
        ),
    ],
    "04.4": [by_steps, by_the_kit, backwards],
    "04.5": [
        [
            "settles, whatever the start",
            "never settles",
            "settles, depending on the start",
            "settles, depending on the start",
        ],
        (
            "Settles, whatever the start",
            "Never settles",
            "settles,  depending on the start",
            "settles depending on the start",
        ),
    ],
}

WRONG: list[tuple[str, object, str]] = [
    ("04.1", half**4, "one turn short"),
    ("04.1", half**6, "one turn too far"),
    ("04.1", half, "Four more follow"),
    ("04.1", half / 5, "divided by the number of turns"),
    ("04.1", 5 * half, "as large as you like"),
    ("04.1", 1 - half**5, "opposite"),
    ("04.1", 1 / 32, "The size is right, but the exact"),
    ("04.1", half**10, "not five for each player"),
    ("04.1", Rational(5, 6) ** 5, "Not only one kind of face"),
    ("04.1", Rational(2, 3) ** 5, "Not only one kind of face"),
    ("04.1", Rational(1, 6) ** 5, "A blank is more likely"),
    ("04.1", 3.125, "percentage"),
    ("04.2", two.distribution(1), "after one turn"),
    ("04.2", two.distribution(3), "after three turns"),
    ("04.2", two.transitions(State((1, 1), 1)), "second turn alone"),
    ("04.2", {s: p for s, p in AFTER_TWO.items() if s.chips[0]}, "ended in the first turn"),
    ("04.2", MIRRORED, "exchanged the two winners"),
    (
        "04.2",
        {**AFTER_TWO, State((1, 1), 0): 0, State((1, 1), 1): half**2},
        "The position (1, 1) Player 2 to roll cannot happen",
    ),
    ("04.2", {s: float(p) for s, p in AFTER_TWO.items()}, "size of each is right, but the exact"),
    ("04.2", {s.chips: p for s, p in AFTER_TWO.items()}, "Chips alone are no position"),
    ("04.2", list(AFTER_TWO.values()), "A dict is asked for"),
    (
        "04.2",
        {s.chips if s.is_over else s: p for s, p in AFTER_TWO.items()},
        "The position (0, 2) cannot happen, or is written otherwise here.",
    ),
    ("04.3", chips(5), "after 5 turns"),
    ("04.3", chips(7), "after 7 turns"),
    ("04.3", BY_COLUMN, "took a column"),
    ("04.3", 6 * chips(1), "six times the matrix"),
    ("04.3", Rational(sum(s.in_play for s in three.states), len(three.states)), "Weigh each"),
    ("04.3", 3 - chips(6), "in the centre"),
    ("04.3", chips(6, going_on), "games that are over"),
    (
        "04.3",
        chips(6, going_on) / sum(p for s, p in three.distribution(6).items() if going_on(s)),
        "only the games that still go on",
    ),
    ("04.3", float(chips(6)), "The size is right, but the exact"),
    ("04.4", overwriting, "took the place of the first"),
    ("04.4", losing_the_finished, "3 turns: "),
    ("04.4", always_one, "3 turns: "),
    ("04.4", lambda law, start, turns: by_steps(law, start, turns + 1), "one turn more"),
    (
        "04.4",
        lambda law, start, turns: by_steps(law, start, max(turns - 1, 0)),
        "1 turn: This is the law after one turn less",
    ),
    ("04.4", lambda law, start: {}, "called as `distribution(law, start, turns)`"),
    ("04.4", lambda law, start, turns: list(law), "A dict is asked for"),
    ("04.5", ["settles, whatever the start"] * 4, "Not everything settles"),
    ("04.5", ["never settles"] * 4, "Something does settle"),
    (
        "04.5",
        ["settles, whatever the start", *["settles, depending on the start"] * 3],
        "3 of the 4",
    ),
    ("04.5", ["yes", "no", "yes", "yes"], "is asked for, in quotes"),
]

NEVER_SAID: dict[str, list[str]] = {
    "04.1": ["1/32", "0.031", "32"],
    "04.2": ["1/3", "1/6", "1/12", "1/4"],
    "04.3": ["32259955", "2.13"],
    "04.4": ["1/3", "5/12", "defaultdict"],
    "04.5": ["second never settles", "third depends"],
}


def test_no_two_tables_have_the_same_law() -> None:
    judge: Any = checking.known_exercises()["04.4"].judge
    assert isinstance(judge, Function)
    laws: list[Any] = [by_the_kit(*case.arguments()) for case in judge.cases]  # type: ignore[arg-type]
    assert len({frozenset((s, p) for s, p in law.items() if p) for law in laws}) == len(laws) >= 4


def test_after_many_turns_hardly_a_game_goes_on() -> None:
    """What 04.5 takes for settled has settled."""
    law = three.distribution(60)
    assert sum(p for state, p in law.items() if going_on(state)) < sympy.Rational(1, 10**4)
