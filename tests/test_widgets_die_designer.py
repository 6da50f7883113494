"""A die of one's own: it stays a law, and what is shown is what the chain says."""

import asyncio
import re
from fractions import Fraction

import pytest
import sympy
from controls import click, control, shown
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational

from lcr_teach import Die, Rules
from lcr_teach.widgets import DieDesigner
from lcr_teach.widgets import die_designer as module

NAMES = ["left", "centre", "right", "blank"]


@pytest.fixture
def designer():
    return DieDesigner(players=2, chips=1)


def law(die):
    return [die.left, die.centre, die.right, die.blank]


@given(
    moves=st.lists(
        st.tuples(st.sampled_from(NAMES), st.fractions(0, 1, max_denominator=12)),
        min_size=1,
        max_size=5,
    )
)
@settings(deadline=None, max_examples=30)
def test_the_four_probabilities_stay_a_law(moves):
    designer = DieDesigner(players=2, chips=1)
    for name, value in moves:
        before = designer.die
        try:
            designer.set_probability(name, value)
        except ValueError:
            # Only blanks are refused, and then nothing has changed.
            assert designer.die == before
            continue
        assert sum(law(designer.die)) == 1
        assert all(p.is_Rational and p >= 0 for p in law(designer.die))
        assert getattr(designer.die, name) == Rational(value.numerator, value.denominator)
    assert designer.chances == tuple(designer.rules.chain().win_probabilities())


def test_the_others_keep_their_proportion(designer):
    designer.die = Die.from_faces("LLC...")
    designer.set_probability("blank", Rational(1, 4))
    assert law(designer.die) == [Rational(1, 2), Rational(1, 4), 0, Rational(1, 4)]
    designer.set_probability("left", 1)
    designer.set_probability("left", "1/2")
    assert law(designer.die) == [Rational(1, 2)] + [Rational(1, 6)] * 3


@pytest.mark.parametrize(("players", "chips"), [(2, 1), (2, 2), (3, 1)])
def test_the_formulas_give_the_chances(players, chips):
    designer = DieDesigner(players, chips)
    b = sympy.Symbol("b", positive=True)
    for blank in (Rational(1, 5), Rational(1, 2)):
        designer.set_probability("blank", blank)
        found = [formula.subs(b, blank) for formula in designer.formulas]
        assert found == list(Rules(players, chips, designer.die).chain().win_probabilities())
        assert sum(designer.slopes) == 0
    step = Rational(1, 10**6)
    rise = designer.formulas[0].subs(b, Rational(1, 2) + step) - designer.chances[0]
    assert float(rise / step) == pytest.approx(float(designer.slopes[0]), abs=1e-5)


def test_the_page_shows_them(designer):
    designer.set_probability("blank", "3/4")
    label = re.search('aria-label="([^"]*)"', shown(designer, "lcr-curves")).group(1)
    assert "At blank 3/4: Player 1: 0.4286. Player 2: 0.5714." in label
    assert "3/7 = 0.4286" in shown(designer, "lcr-values")
    assert "b/(b + 1)" in shown(designer, "lcr-values")
    assert "14.29 points apart; a game takes 4.00 turns" in shown(designer, "lcr-status")
    assert control(designer, "lcr-blank").value == Fraction(3, 4)
    assert control(designer, "lcr-left").value == Fraction(1, 12)
    assert repr(designer) == (
        "DieDesigner: 2 players, 1 chip each, Die(left=1/12, centre=1/12, right=1/12, blank=3/4)"
    )


def test_sliders_and_faces(designer):
    control(designer, "lcr-centre").value = Fraction(1, 2)
    assert designer.die.centre == Rational(1, 2)
    assert designer.die.blank == Rational(3, 10)
    # A value between the stops has a stop of its own.
    assert control(designer, "lcr-blank").value == Fraction(3, 10)
    control(designer, "lcr-faces").value = "LCR."
    assert designer.die == Die.from_faces("LCR.")
    control(designer, "lcr-table-choice").value = 2
    assert (designer.rules.players, designer.rules.chips) == (3, (1, 1, 1))


def test_the_fairest_start_is_the_fairest_of_all(designer):
    click(designer, "lcr-find")
    gaps = {}
    for chips in [(1, 1), (1, 2), (2, 1), (2, 2)]:
        p = Rules(2, chips).chain().win_probabilities()
        gaps[chips] = max(p) - min(p)
    assert designer.fairest.gap == min(gaps.values())
    assert gaps[designer.fairest.chips] == designer.fairest.gap
    assert "Fairest start found: 2, 1 chips" in shown(designer, "lcr-status")
    designer.set_probability("blank", "1/3")
    assert designer.fairest is None


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        (lambda d: d.set_probability("blank", 1), ValueError, "a die of blanks only .*"),
        (lambda d: d.set_probability("blank", 2), ValueError, "blank must be .* 0 to 1, not 2."),
        (lambda d: d.set_probability("left", 0.5), ValueError, "left must be a fraction .* 0.5."),
        (lambda d: d.set_probability("left", "x"), ValueError, "left must be a fraction .* 'x'."),
        (lambda d: d.set_probability("top", 0), ValueError, "name must be one of .*, not 'top'."),
        (lambda d: d.set_faces("LXR"), ValueError, "a face must be L, C, R or .*"),
        (lambda d: d.set_table(4, 1), ValueError, "players must be from 2 to 3, not 4."),
        (lambda d: d.set_table(3, 2), ValueError, "chips must be from 1 to 1, not 2."),
        (lambda d: setattr(d, "die", "LCR"), TypeError, "die must be a Die, not 'LCR'."),
        (
            lambda d: setattr(d, "die", Die(0, sympy.sqrt(2) / 2, 0, 1 - sympy.sqrt(2) / 2)),
            ValueError,
            "the probabilities of the die must be fractions, not .*",
        ),
    ],
)
def test_what_cannot_be_is_said_and_nothing_changes(designer, change, error, sentence):
    with pytest.raises(error, match=f"^{sentence}$"):
        change(designer)
    assert designer.message
    assert designer.die == Die.standard()
    assert (designer.rules.players, designer.rules.chips) == (2, (1, 1))


def test_a_slider_at_blanks_only_goes_back(designer):
    control(designer, "lcr-blank").value = Fraction(1)
    assert "blanks only" in shown(designer, "lcr-message")
    assert control(designer, "lcr-blank").value == Fraction(1, 2)


def test_formulas_come_beside_the_page(designer, monkeypatch):
    # A test before this one may have asked for the same, by chance.
    monkeypatch.setattr(module, "_KNOWN", {})

    async def move():
        control(designer, "lcr-left").value = Fraction(5, 12)
        assert "Looking for the formulas" in shown(designer, "lcr-status")
        assert designer.die.left == Rational(5, 12)
        await designer._work.wait()

    asyncio.run(move())
    assert "points apart" in shown(designer, "lcr-status")
    assert f"{float(designer.chances[0]):.4f}" in shown(designer, "lcr-values")


def test_a_search_that_is_stopped_says_so_and_one_that_came_to_its_end_does_not(designer):
    async def stop_the_start():
        click(designer, "lcr-find")
        designer._work.stop()
        await designer._work.wait()

    asyncio.run(stop_the_start())
    assert "no start was found" in shown(designer, "lcr-message")

    async def stop_too_late():
        control(designer, "lcr-right").value = Fraction(7, 12)
        while not designer._is_known():
            await asyncio.sleep(0.01)
        designer._work.stop()
        await designer._work.wait()

    asyncio.run(stop_too_late())
    assert shown(designer, "lcr-message") == ""
    assert "points apart" in shown(designer, "lcr-status")


def test_formulas_that_were_not_found_are_not_waited_for(designer, monkeypatch):
    monkeypatch.setattr(module, "_KNOWN", {})
    monkeypatch.setattr(module, "_formulas", lambda *question: (_ for _ in ()).throw(ValueError))
    monkeypatch.setattr(designer._work, "compute", lambda *args: designer._worked())
    control(designer, "lcr-centre").value = Fraction(7, 12)
    assert "were not found" in shown(designer, "lcr-status")


def test_two_of_them_do_not_disturb_each_other(designer):
    other = DieDesigner(players=2, chips=1)
    designer.set_faces("LCR.")
    assert other.die == Die.standard()


def test_a_long_formula_opens_on_request():
    designer = DieDesigner(players=3, chips=1)
    numbers = shown(designer, "lcr-values")
    assert numbers.count("<summary>long, open it</summary>") == 3
    written = str(designer.formulas[0]).replace("**", "^").replace("*", "·")
    assert f"<div class='lcr-formula'>{written}</div>" in numbers
    assert "<details>" not in shown(DieDesigner(players=2, chips=1), "lcr-values")
