"""Exact answers that were computed independently of this kit, compared as fractions."""

import json
from pathlib import Path

import pytest
import sympy

from lcr_teach import Die, Rules

CASES = json.loads((Path(__file__).parent / "reference" / "exact_values.json").read_text())
FACES = ("left", "centre", "right", "blank")


def test_there_is_something_to_compare():
    assert len(CASES) == 12
    assert {len(case["chips"]) for case in CASES} == {2, 3, 4}


@pytest.mark.parametrize(
    "case", CASES, ids=lambda c: f"{c['chips']}-{c['die']['left']}-{c['max_dice']}"
)
def test_reference(case):
    die = Die(*(sympy.Rational(case["die"][face]) for face in FACES))
    rules = Rules(len(case["chips"]), case["chips"], die=die, max_dice=case["max_dice"])
    chain = rules.chain()
    win = chain.win_probabilities()
    assert win == tuple(map(sympy.Rational, case["win"]))
    assert all(type(p).__module__.startswith("sympy") for p in win)
    assert chain.expected_rolls() == sympy.Rational(case["expected_rolls"])
    assert chain.expected_turns() == sympy.Rational(case["expected_turns"])
    # The same from the other end: expected visits instead of first-step equations.
    ends = chain.absorption_probabilities()
    for seat, p in enumerate(win):
        assert sum(mass for end, mass in ends.items() if end.winner == seat) == p
    assert sum(chain.expected_visits().values()) == chain.expected_turns()


def test_two_players_with_three_chips():
    assert Rules(players=2, chips=3).chain().win_probabilities() == (
        sympy.Rational(13643876866237, 35709951762855),
        sympy.Rational(22066074896618, 35709951762855),
    )
