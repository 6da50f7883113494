"""Intervals that contain the truth as often as they say, and p-values that are uniform.

Two thousand samples with fixed seeds, so each test passes or fails for good; the probability
of a false alarm stands beside it. 2 000 samples place a share of 95 % with a standard error of
half a percent.
"""

from functools import lru_cache

import numpy as np
import pytest
from scipy import stats

from lcr_teach import Rules, compare, power_at, simulate

SEEDS = 2000
#: Of the Kolmogorov-Smirnov test of uniform p-values: the probability of a false alarm.
FALSE_ALARM = 0.001

CHAIN = Rules(3, 3).chain()
SHORT = Rules(3, 1).chain()


@lru_cache
def samples(chain, games):
    return [simulate(chain.rules, games, seed) for seed in range(SEEDS)]


@lru_cache
def winners():
    return [compare(CHAIN, sample) for sample in samples(CHAIN, 1000)]


def is_uniform(p_values):
    return stats.kstest(p_values, "uniform").pvalue > FALSE_ALARM


@pytest.mark.slow
@pytest.mark.parametrize("seat", range(3))
def test_the_intervals_of_a_seat_contain_its_chance_95_times_of_100(seat):
    truth = float(CHAIN.win_probabilities()[seat])
    covered = 0
    for comparison in winners():
        low, high = comparison.intervals()[seat]
        covered += low <= truth <= high
    # Three standard errors: a false alarm once in 370.
    assert 0.935 < covered / SEEDS < 0.965


@pytest.mark.slow
def test_simultaneous_intervals_contain_all_chances_together():
    together = alone = 0
    for comparison in winners():
        for simultaneous in (True, False):
            hit = all(
                low <= p <= high
                for p, (low, high) in zip(
                    comparison.exact, comparison.intervals(0.95, simultaneous), strict=True
                )
            )
            together += hit and simultaneous
            alone += hit and not simultaneous
    assert 0.935 < together / SEEDS < 0.975  # Šidák's level is a lower bound
    assert alone / SEEDS < 0.93  # three chances to miss are more than one


@pytest.mark.slow
@pytest.mark.parametrize("test", ["chi_square_test", "g_test", "exact_test"])
def test_p_values_under_the_true_law_are_uniform(test):
    # The exact test sums half a million outcomes each time, so a hundred samples must do.
    chosen = winners()[:100] if test == "exact_test" else winners()
    assert is_uniform([getattr(comparison, test).p_value for comparison in chosen])


@pytest.mark.slow
@pytest.mark.parametrize("what", ["turns", "rolls", "centre"])
def test_p_values_of_lengths_and_chips_are_uniform(what):
    comparisons = [compare(SHORT, sample, what) for sample in samples(SHORT, 1000)[:400]]
    assert is_uniform([comparison.chi_square_test.p_value for comparison in comparisons])


@pytest.mark.slow
def test_p_values_against_a_wrong_hypothesis_are_small():
    p_values = [
        compare(CHAIN, sample, against="equal seats").p_value for sample in samples(CHAIN, 1000)
    ]
    # Four standard errors, a false alarm once in 16 000; and 0.01, see power_at.
    power = power_at(CHAIN, 1000)
    room = 4 * np.sqrt(power * (1 - power) / SEEDS) + 0.01
    assert np.mean(np.array(p_values) <= 0.05) == pytest.approx(power, abs=room)
    assert not is_uniform(p_values)


@pytest.mark.slow
def test_the_exact_test_of_few_games_is_never_too_bold():
    few = [compare(SHORT, simulate(SHORT.rules, 8, seed)) for seed in range(500)]
    p_values = np.array([comparison.p_value for comparison in few])
    assert all(comparison.test is comparison.exact_test for comparison in few)
    for level in (0.05, 0.2, 0.5):
        # Three standard errors above: a false alarm once in 700 at the very most.
        assert np.mean(p_values <= level) <= level + 3 * np.sqrt(level * (1 - level) / 500)
