import asyncio
import math
import re

import pytest
import sympy
from controls import click, control, shown

from lcr_teach import Rules
from lcr_teach.compare import compare
from lcr_teach.results import decimal
from lcr_teach.sampling import simulate
from lcr_teach.widgets import Lengths
from lcr_teach.widgets.words import spaced, verdict


@pytest.fixture
def lengths():
    return Lengths(players=3, chips=1, games=1000, seed=1)


def label(widget):
    return re.search('aria-label="([^"]*)"', shown(widget, "lcr-law")).group(1)


def test_it_is_the_library_that_answers(lengths):
    rules = Rules(3, 1)
    chain, sample = rules.chain(), simulate(rules, 1000, seed=1)
    assert lengths.sample == sample
    assert lengths.comparison == compare(chain, sample, what="turns")
    known = lengths.exact
    assert (known.mean, known.variance) == (chain.expected_turns(), chain.variance_turns())
    levels = [sympy.Rational(k, 100) for k in (5, 50, 95)]
    assert known.quantiles == tuple(chain.turns_quantile(q) for q in levels)
    lengths.clock = "rolls"
    assert lengths.comparison == compare(chain, sample, what="rolls")
    known = lengths.exact
    assert (known.mean, known.variance) == (chain.expected_rolls(), chain.variance_rolls())
    assert known.quantiles == tuple(chain.rolls_quantile(q) for q in levels)
    assert repr(lengths) == "Lengths: 3 players, chips (1, 1, 1), 1000 games, seed 1, in rolls"


def test_it_starts_with_three_players():
    lengths = Lengths()
    assert (lengths.players, lengths.chips, lengths.games) == (3, (3, 3, 3), 1000)
    assert (lengths.seed, lengths.clock, lengths.axis) == (1, "turns", "even")
    assert "Exact mean 18.86 turns, spread (standard deviation) 8.13." in label(lengths)
    assert "by turn 18, 95\N{NO-BREAK SPACE}% by turn 34." in shown(lengths, "lcr-status")
    assert lengths._still() == Lengths()._still()
    assert lengths._repr_mimebundle_()["text/plain"] == repr(lengths)


@pytest.mark.parametrize("clock", ["turns", "rolls"])
def test_the_numbers_shown_are_the_librarys(clock):
    lengths = Lengths(3, 1, games=5000, clock=clock)
    c = compare(Rules(3, 1), simulate(Rules(3, 1), 5000, seed=1), what=clock)
    known = lengths.exact
    spread = math.sqrt(float(known.variance))
    said = shown(lengths, "lcr-status")
    mean = lengths.sample.mean_turns() if clock == "turns" else lengths.sample.mean_rolls()
    for words in (said, label(lengths)):
        assert f"Exact mean {decimal(known.mean, 2)} {clock}" in words
        assert f"(standard deviation) {spread:.2f}." in words
        assert f"Sampled mean {mean}." in words
    assert verdict(c.p_value) in said
    assert f"chi-square {c.chi_square:.3g} with {c.degrees_of_freedom} degrees" in said
    assert 'aria-live="polite"' in said
    for quantile, name in zip(known.quantiles, ("5 %", "half", "95 %"), strict=True):
        assert f">{name} by {quantile}<" in shown(lengths, "lcr-law")
    assert f">{clock} in a game<" in shown(lengths, "lcr-law")
    click(lengths, "lcr-law-numbers-show")
    rows = shown(lengths, "lcr-law-numbers").split("<tr>")[2:]
    assert len(rows) == len(c.cells)
    for cell, text in enumerate(rows):
        cells = [re.sub("<[^>]*>", "", each) for each in re.split("</t[hd]>", text)[:-1]]
        low, high = c.intervals()[cell]
        assert cells[0] == c.cells[cell]
        assert cells[1].endswith(f"{float(c.exact[cell]):.4f}")
        assert cells[2:] == [
            f"{c.shares[cell]:.4f}", f"{low:.4f} to {high:.4f}", spaced(c.observed[cell]),
        ]  # fmt: skip


def test_the_law_that_is_drawn_is_that_of_the_clock(monkeypatch):
    drawn = {}

    def law_plot(law, label, **more):
        drawn.update(more, law=law)
        return ""

    monkeypatch.setattr("lcr_teach.widgets.lengths.law_plot", law_plot)
    lengths = Lengths(3, 1, games=1000)
    chain = Rules(3, 1).chain()
    turns = chain.turns_pmf(60)
    assert all(p == float(turns[length]) for length, p in drawn["law"].items())
    counts = lengths.sample.turns
    assert drawn["sampled"] == {n: counts[n] / 1000 for n in counts if n in drawn["law"]}
    assert drawn["marks"][f"mean {decimal(chain.expected_turns(), 1)}"] == pytest.approx(
        float(chain.expected_turns())
    )
    first, last = drawn["ends"]
    assert sum(map(float, turns[first:last])) < 0.995 <= sum(map(float, turns[first : last + 1]))
    assert not drawn["log"]
    lengths.axis = "logarithmic"
    assert drawn["log"]
    assert drawn["ends"] == (first, max(drawn["law"]))
    lengths.clock = "rolls"
    rolls = chain.rolls_pmf(60)
    assert all(p == float(rolls[length]) for length, p in drawn["law"].items())
    assert sum(drawn["sampled"].values()) <= 1


def test_the_logarithmic_axis_shows_the_tail(lengths):
    assert "geometric" not in shown(lengths, "lcr-status")
    control(lengths, "lcr-axis").value = "logarithmic"
    assert lengths.axis == "logarithmic"
    assert "it is geometric" in shown(lengths, "lcr-status")
    assert ">10⁻⁴<" in shown(lengths, "lcr-law")
    lengths.axis = "even"
    assert shown(lengths, "lcr-axis") == "even"


def test_everything_can_be_set(lengths):
    lengths.games = 10**6
    lengths.seed = 5
    lengths.chips = [2, 1]
    lengths.new_sample()
    assert lengths.sample == simulate(Rules(2, [2, 1]), 10**6, seed=6)
    click(lengths, "lcr-add")
    assert lengths.sample.seeds == (6, 7)
    assert lengths.comparison.games == 2 * 10**6
    lengths.games = 10**12
    assert lengths.comparison.games == 10**12
    assert lengths.comparison.p_value > 1e-4


def test_the_controls_do_what_code_does(lengths):
    control(lengths, "lcr-clock").value = "rolls"
    assert lengths.clock == "rolls"
    control(lengths, "lcr-players").value = 2
    control(lengths, "lcr-chips").value = "2, 3"
    control(lengths, "lcr-games").value = 50
    assert (lengths.chips, lengths.games, lengths.clock) == ((2, 3), 50, "rolls")
    lengths.clock = "turns"
    assert shown(lengths, "lcr-clock") == "turns"


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("clock", "hours", "clock must be 'turns' or 'rolls', not 'hours'"),
        ("axis", "log", "axis must be 'even' or 'logarithmic', not 'log'"),
        ("players", 1, "players must be at least 2, not 1"),
        ("players", 9, "9 players with 9 chips in all have too many positions"),
        ("chips", [1, 0, 0], "chips must be held by at least 2 players"),
        ("games", 9, "games must be from 10"),
    ],
)
def test_impossible_input_is_answered_in_words_and_the_last_state_stays(lengths, name, value, why):
    before = (repr(lengths), lengths.comparison, shown(lengths, "lcr-law"))
    with pytest.raises(ValueError, match=why):
        setattr(lengths, name, value)
    assert why in lengths.message[:1].lower() + lengths.message[1:]
    assert 'role="alert"' in shown(lengths, "lcr-message")
    assert (repr(lengths), lengths.comparison, shown(lengths, "lcr-law")) == before
    lengths.clock = "rolls"
    assert lengths.message == ""


def test_ten_games_are_drawn_and_judged_with_care():
    lengths = Lengths(3, 3, games=10)
    assert "p-value" not in shown(lengths, "lcr-status")
    assert "<svg" in shown(lengths, "lcr-law")


def test_the_view_works_beside_the_page(lengths):
    async def scenario():
        control(lengths, "lcr-games").value = 2000
        assert lengths.sample.games == 1000
        await lengths._work.wait()
        await asyncio.sleep(0)

    asyncio.run(scenario())
    assert lengths.sample == simulate(Rules(3, 1), 2000, seed=1)
    assert lengths.comparison.games == 2000


def test_two_copies_do_not_disturb_each_other(lengths):
    other = Lengths(3, 1)
    other.clock = "rolls"
    other.games = 50
    assert (lengths.clock, lengths.games, lengths.comparison.what) == ("turns", 1000, "turns")
