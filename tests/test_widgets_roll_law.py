import re

import numpy as np
import pytest
from controls import click, control, shown

from lcr_teach.die import Die, Roll
from lcr_teach.goodness import chi_square, wilson
from lcr_teach.widgets import RollLaw
from lcr_teach.widgets.words import spaced, verdict


@pytest.fixture
def law():
    return RollLaw(dice=2, rolls=1000, seed=1)


def drawn(dice, rolls, seed):
    chances = [float(p) for p in Die.standard().law(dice).values()]
    counts = np.random.default_rng(seed).multinomial(rolls, chances)
    return dict(zip(Die.standard().law(dice), counts.tolist(), strict=True))


@pytest.mark.parametrize(("dice", "outcomes"), [(1, 4), (2, 10), (3, 20)])
def test_the_law_is_that_of_the_die(dice, outcomes):
    widget = RollLaw(dice)
    assert widget.law == Die.standard().law(dice)
    assert len(widget.law) == outcomes
    assert sum(widget.law.values()) == 1
    assert widget.counts == drawn(dice, 1000, 1)


def test_it_starts_with_three_dice():
    widget = RollLaw()
    assert (widget.dice, widget.rolls, widget.seed) == (3, 1000, 1)
    assert widget._repr_mimebundle_()["text/plain"] == "RollLaw: 3 dice, 1000 rolls, seed 1"
    assert "<svg" in widget._repr_mimebundle_()["text/html"]
    assert widget._still() == RollLaw()._still()


def test_everything_can_be_set(law):
    law.rolls = 10**6
    assert law.counts == drawn(2, 10**6, 1)
    law.seed = 5
    assert law.counts == drawn(2, 10**6, 5)
    law.dice = 1
    assert law.counts == drawn(1, 10**6, 5)
    law.new_sample()
    assert law.counts == drawn(1, 10**6, 6)
    law.rolls = 77
    assert (law.total, shown(law, "lcr-rolls")) == (77, 77)


def test_rolls_are_added_to_those_that_are_there(law):
    click(law, "lcr-add")
    one, two = drawn(2, 1000, 1), drawn(2, 1000, 2)
    assert law.counts == {roll: one[roll] + two[roll] for roll in one}
    assert repr(law) == "RollLaw: 2 dice, 2000 rolls, seeds 1, 2"
    assert "2\N{NO-BREAK SPACE}000 rolls, seeds 1, 2" in shown(law, "lcr-law")
    for _ in range(4):
        law.add_sample()
    assert repr(law).endswith("6000 rolls, seeds 1, … 6")
    law.seed = 1
    assert law.counts == one


def test_more_rolls_than_can_be_added(law, monkeypatch):
    monkeypatch.setattr("lcr_teach.widgets.roll_law._MOST_ADDED", 1500)
    before = law.counts
    with pytest.raises(ValueError, match="at most 1\N{NO-BREAK SPACE}500 rolls in all"):
        law.add_sample()
    assert "at most" in law.message
    assert law.counts == before
    click(law, "lcr-new")
    assert law.message == ""


def test_the_numbers_shown_are_the_librarys(law):
    control(law, "lcr-dice").value = 3
    control(law, "lcr-rolls").value = 5000
    counts, exact = drawn(3, 5000, 1), Die.standard().law(3)
    label = re.search('aria-label="([^"]*)"', shown(law, "lcr-law")).group(1)
    assert f"1 left, 2 kept: exact 1/8, sampled {counts[Roll(1, 0, 0, 2)] / 5000:.4f}." in label
    assert shown(law, "lcr-law-numbers") == ""
    click(law, "lcr-law-numbers-show")
    rows = shown(law, "lcr-law-numbers").split("<tr>")[2:]
    assert len(rows) == 20
    for text, (roll, p) in zip(rows, exact.items(), strict=True):
        cells = [re.sub("<[^>]*>", "", cell) for cell in re.split("</t[hd]>", text)[:-1]]
        faces = "L" * roll.left + "C" * roll.centre + "R" * roll.right + "." * roll.blank
        low, high = wilson(counts[roll], 5000, 0.95)
        assert cells == [
            faces, *map(str, roll), f"{p} = {float(p):.4f}", f"{counts[roll] / 5000:.4f}",
            f"{low:.4f} to {high:.4f}", spaced(counts[roll]),
        ]  # fmt: skip
    fit = chi_square(list(counts.values()), [float(5000 * p) for p in exact.values()])
    assert verdict(fit.p_value) in shown(law, "lcr-status")
    assert f"chi-square {fit.statistic:.3g} with 19 degrees" in shown(law, "lcr-status")
    assert 'aria-live="polite"' in shown(law, "lcr-status")


def test_rare_outcomes_are_joined_and_few_rolls_not_judged(law):
    law.dice = 3
    assert "(rare outcomes joined)" in shown(law, "lcr-status")
    law.rolls = 10
    assert "Too few rolls to be judged" in shown(law, "lcr-status")
    assert "p-value" not in shown(law, "lcr-status")


def test_all_of_the_most_likely_outcomes_are_named(law):
    assert "10 outcomes; most likely: 2 kept: 1/4 = 0.2500." in shown(law, "lcr-status")
    law.dice = 3
    several = "1 left, 2 kept; 1 centre, 2 kept; 1 right, 2 kept; 3 kept: 1/8 = 0.1250 each."
    assert several in shown(law, "lcr-status")


def test_the_controls_do_what_code_does(law):
    control(law, "lcr-seed").value = 9
    assert law.seed == 9
    click(law, "lcr-new")
    assert (law.seed, shown(law, "lcr-seed")) == (10, 10)
    law.dice = 1
    assert shown(law, "lcr-dice") == 1


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("dice", 0, "dice must be from 1 to 3, not 0"),
        ("dice", 4, "dice must be from 1 to 3, not 4"),
        ("rolls", 9, "rolls must be from 10 to"),
        ("rolls", 10**6 + 1, "rolls must be from 10 to"),
        ("rolls", 20.0, "rolls must be a whole number"),
        ("seed", -1, "seed must be from 0"),
    ],
)
def test_impossible_input_is_answered_in_words_and_the_last_state_stays(law, name, value, why):
    before = (repr(law), law.counts, shown(law, "lcr-law"))
    with pytest.raises((TypeError, ValueError), match=why):
        setattr(law, name, value)
    assert why in law.message.lower()
    assert 'role="alert"' in shown(law, "lcr-message")
    assert (repr(law), law.counts, shown(law, "lcr-law")) == before
    with pytest.raises((TypeError, ValueError), match=why):
        RollLaw(**{name: value})
    law.rolls = 20
    assert law.message == ""


def test_bad_input_in_the_view(law):
    control(law, "lcr-seed").value = -4
    assert law.message.startswith("Seed must be from 0")
    assert law.seed == 1
    click(law, "lcr-new")
    assert (law.message, shown(law, "lcr-seed")) == ("", 2)


def test_two_copies_do_not_disturb_each_other(law):
    other = RollLaw(2)
    other.dice = 1
    other.rolls = 50
    assert (law.dice, law.rolls, law.total) == (2, 1000, 1000)
