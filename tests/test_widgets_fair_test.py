"""The test of equal seats, by many classes: right alarms, right power, and peeking spoils it."""

import re

import numpy as np
import pytest
from controls import click, control, shown
from scipy import stats

from lcr_teach import Rules
from lcr_teach.power import games_needed, power_at
from lcr_teach.widgets import FairTest
from lcr_teach.widgets.fair_test import _classes


@pytest.fixture
def fair():
    return FairTest(players=3, chips=3, games=1000, seed=1)


def test_the_power_is_that_of_the_library(fair):
    chain = Rules(3, 3).chain()
    assert fair.power == power_at(chain, 1000)
    assert fair.games_needed == games_needed(chain)
    assert f"With 1 000 games: {100 * fair.power:.1f} %." in shown(fair, "lcr-power").replace(
        "\N{NO-BREAK SPACE}", " "
    ).replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_without_peeking_false_alarms_keep_the_level_and_the_rest_is_the_power():
    for seed in range(1, 6):
        fair = FairTest(games=2000, seed=seed)
        # Ten comparisons at 4 standard errors: a false alarm in one of some 1600 runs.
        assert abs(fair.equal.alarms - 0.05) < 4 * (0.05 * 0.95 / 2000) ** 0.5
        assert abs(fair.real.alarms - fair.power) < 4 * (0.25 / 2000) ** 0.5 + 0.01


def test_p_values_are_uniform_where_seats_are_equal_and_not_at_the_real_table(fair):
    counts = np.array(fair.equal.p_values) * 2000
    # p below 0.001 for this seed would be the one in a thousand.
    assert stats.chisquare(counts).pvalue > 0.001
    assert sum(fair.equal.p_values) == pytest.approx(1)
    assert fair.real.p_values[0] > 0.5


def test_peeking_makes_more_false_alarms(fair):
    once = fair.equal
    control(fair, "lcr-peek").value = True
    assert fair.peeking
    assert fair.equal.alarms > 3 * once.alarms
    # 20 looks at equal distances: about one class in four.
    assert 0.2 < fair.equal.alarms < 0.3
    assert "With 20 looks" in shown(fair, "lcr-status")


def test_a_class_that_peeks_plays_the_same_games_and_stops_at_the_first_alarm():
    law = (1 / 3,) * 3
    looks = _classes(law, 1000, 5, 0, 20)
    rng = np.random.default_rng([5, 0])
    counts = rng.multinomial(50, law, size=(20, 2000)).cumsum(axis=0)
    ends = np.arange(50, 1001, 50)[:, np.newaxis]
    p = stats.chi2.sf(((counts - ends[..., np.newaxis] / 3) ** 2).sum(axis=2) * 3 / ends, 2)
    alarm = (p <= 0.05).any(axis=0)
    assert looks.alarms == alarm.mean()
    first = (p <= 0.05).argmax(axis=0)
    last = np.where(alarm, p[first, np.arange(2000)], p[-1])
    assert looks.p_values[0] == pytest.approx((last < 0.1).mean())


def test_the_page_shows_the_numbers(fair):
    status = shown(fair, "lcr-status")
    assert f"{100 * fair.equal.alarms:.1f} ± {100 * fair.equal.error:.1f} %" in status
    assert f"{100 * fair.real.alarms:.1f} ±" in status
    label = re.search('aria-label="([^"]*)"', shown(fair, "lcr-p-values")).group(1)
    assert f"0.0–0.1: {100 * fair.equal.p_values[0]:.1f} %." in label
    assert "equal seats" in label
    assert ">equal seats, one look</text>" in shown(fair, "lcr-p-values")
    assert ">exact</text>" not in shown(fair, "lcr-p-values")
    control(fair, "lcr-shown").value = True
    label = re.search('aria-label="([^"]*)"', shown(fair, "lcr-p-values")).group(1)
    assert f"0.0–0.1: {100 * fair.real.p_values[0]:.1f} %." in label
    click(fair, "lcr-fair-numbers-show")
    assert f"{100 * fair.real.p_values[9]:.1f} %" in shown(fair, "lcr-fair-numbers")
    assert repr(fair) == "FairTest: Rules(players=3, chips=3), 1000 games, seed 1"


def test_the_same_seed_gives_the_same_classes_and_another_one_others(fair):
    assert FairTest(seed=1).equal == fair.equal
    click(fair, "lcr-new")
    assert fair.seed == 2
    assert fair.equal == FairTest(seed=2).equal != FairTest(seed=1).equal


def test_everything_can_be_set(fair):
    control(fair, "lcr-games").value = 200
    assert fair.games == 200
    control(fair, "lcr-players").value = 2
    assert fair.rules == Rules(2, 3)
    assert fair.power == power_at(Rules(2, 3), 200)
    control(fair, "lcr-chips").value = 1
    assert fair.rules == Rules(2, 1)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda f: setattr(f, "games", 10), "games must be from 20 to 20000, not 10."),
        (lambda f: setattr(f, "seed", -1), "seed must be from 0 to .*, not -1."),
        (lambda f: f.set_table(1, 3), "players must be at least 2, not 1."),
        (lambda f: f.set_table(9, 9), "9 players with 81 chips in all have too many .*"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_changes(fair, change, sentence):
    before = fair.equal
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        change(fair)
    assert fair.message
    assert (fair.rules, fair.games, fair.seed, fair.equal) == (Rules(3, 3), 1000, 1, before)


def test_a_field_with_nonsense_goes_back(fair):
    control(fair, "lcr-players").value = 0
    assert control(fair, "lcr-players").value == 3
    assert "must be" in shown(fair, "lcr-message")


def test_two_of_them_do_not_disturb_each_other(fair):
    other = FairTest(players=2, chips=1, games=50)
    fair.peeking = True
    assert not other.peeking
