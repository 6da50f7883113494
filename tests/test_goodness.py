"""Intervals, tests and distances, held against brute force and against other libraries.

Where random numbers are used their seed is fixed, so a test passes or fails for good; the
probability of a false alarm stands beside it.
"""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from lcr_teach import goodness
from lcr_teach.goodness import (
    LEAST_EXPECTED,
    chi_square,
    g_test,
    largest_gap,
    multinomial_test,
    pool,
    total_variation,
    wilson,
)

#: Counts of two to five cells, and weights of the cells, from which probabilities are made.
CELLS = st.integers(2, 5).flatmap(
    lambda k: st.tuples(
        st.lists(st.integers(0, 60), min_size=k, max_size=k).filter(any),
        st.lists(st.integers(1, 9), min_size=k, max_size=k),
    )
)


def law_of(weights):
    return [Fraction(w, sum(weights)) for w in weights]


@given(trials=st.integers(1, 10**6), data=st.data(), level=st.sampled_from([0.5, 0.95, 0.9999]))
@settings(deadline=None)
def test_wilson_solves_the_equation_that_defines_it(trials, data, level):
    count = data.draw(st.integers(0, trials))
    share, width = count / trials, stats.norm.isf((1 - level) / 2)
    for p in wilson(count, trials, level):
        assert (share - p) ** 2 == pytest.approx(width**2 * p * (1 - p) / trials, abs=1e-12)
    other = stats.binomtest(count, trials).proportion_ci(level, "wilson")
    assert wilson(count, trials, level) == pytest.approx(other, abs=1e-12)


@given(st.lists(st.floats(0, 12), min_size=1, max_size=20))
def test_pooled_groups_are_neighbours_and_no_larger_than_they_must_be(expected):
    groups = pool(expected)
    assert [i for group in groups for i in group] == list(range(len(expected)))
    full = [sum(expected[i] for i in group) >= LEAST_EXPECTED for group in groups]
    assert all(full) or len(groups) == 1
    for group in groups[:-1]:
        assert sum(expected[i] for i in group[:-1]) < LEAST_EXPECTED
    # The last group has what is left over, which by itself would not have been enough.
    last = [expected[i] for i in groups[-1]]
    first_full = next((n for n in range(len(last)) if sum(last[: n + 1]) >= 5), len(last))
    assert sum(last[first_full + 1 :]) < LEAST_EXPECTED


@pytest.mark.parametrize(
    ("expected", "groups"),
    [
        ([5, 5], [[0], [1]]),
        ([4, 1, 5], [[0, 1], [2]]),
        ([1, 1], [[0, 1]]),
        ([6, 1, 1], [[0, 1, 2]]),
        ([0, 9, 2, 4, 1], [[0, 1], [2, 3, 4]]),
    ],
)
def test_the_pooling_rule(expected, groups):
    assert pool(expected) == groups


@given(CELLS)
@settings(deadline=None)
def test_chi_square_and_g_are_what_their_formulas_say(cells):
    counts, weights = cells
    trials, law = sum(counts), law_of(weights)
    expected = [float(trials * p) for p in law]
    pearson = sum((n - trials * p) ** 2 / (trials * p) for n, p in zip(counts, law, strict=True))
    g = 2 * sum(n * math.log(n / e) for n, e in zip(counts, expected, strict=True) if n)
    for test, statistic in ((chi_square, float(pearson)), (g_test, g)):
        result = test(counts, expected)
        assert result.statistic == pytest.approx(statistic, rel=1e-9, abs=1e-9)
        p_value = stats.chi2.sf(result.statistic, len(counts) - 1)
        assert result.p_value == pytest.approx(p_value, abs=1e-12)
        assert result.error == 0


@pytest.mark.parametrize("test", [chi_square, g_test])
def test_what_cannot_happen_counts_only_if_it_did(test):
    assert test([40, 0, 60], [50, 0, 50]) == test([40, 60], [50, 50])
    assert test([40, 1, 59], [50, 0, 50]) == (math.inf, 0, 0)
    assert test([7, 0], [7, 0]) == (0, 1, 0)


def outcomes(trials, cells):
    """All counts of so many cells with that sum: bars between stars."""
    for bars in combinations(range(trials + cells - 1), cells - 1):
        edges = (-1, *bars, trials + cells - 1)
        yield tuple(b - a - 1 for a, b in pairwise(edges))


def probability(counts, law):
    ways = math.factorial(sum(counts)) // math.prod(map(math.factorial, counts))
    return ways * math.prod(p**n for n, p in zip(counts, law, strict=True))


@given(
    st.integers(2, 4).flatmap(
        lambda k: st.tuples(
            st.lists(st.integers(0, 4), min_size=k, max_size=k).filter(any),
            st.lists(st.integers(1, 6), min_size=k, max_size=k),
        )
    )
)
@settings(deadline=None, max_examples=60)
def test_the_exact_test_against_fractions(cells):
    counts, weights = cells
    law = law_of(weights)
    seen = probability(counts, law)
    every = [probability(other, law) for other in outcomes(sum(counts), len(counts))]
    assert sum(every) == 1
    result = multinomial_test(counts, [float(p) for p in law])
    assert result.statistic == pytest.approx(float(seen), rel=1e-9)
    assert result.p_value == pytest.approx(float(sum(p for p in every if p <= seen)), rel=1e-9)
    assert result.error == 0


def test_the_exact_test_by_playing_every_sequence():
    # Five games of three seats: 243 sequences of winners, each with its own probability.
    law, counts = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)], (1, 1, 3)
    chances = Counter()
    for winners in product(range(3), repeat=5):
        chances[tuple(map(winners.count, range(3)))] += math.prod(law[seat] for seat in winners)
    p_value = sum(p for p in chances.values() if p <= chances[counts])
    assert multinomial_test(counts, [1 / 2, 1 / 3, 1 / 6]).p_value == pytest.approx(float(p_value))


def test_two_cells_are_the_binomial_test_however_many_trials():
    for counts in ([3, 9], [499_000, 501_000], [10**9, 10**9 + 10**5]):
        p_value = stats.binomtest(counts[0], sum(counts), 0.5).pvalue
        assert multinomial_test(counts, [0.5, 0.5]).p_value == p_value
        # And the sum over all outcomes, where it is short enough, gives the same.
        assert multinomial_test([*counts, 0], [0.5, 0.5, 0]).p_value == p_value
    assert goodness._summed(math.log(stats.binom.pmf(3, 12, 0.3)) + 1e-9, 12, [0.3, 0.7]) == (
        pytest.approx(stats.binomtest(3, 12, 0.3).pvalue)
    )


@pytest.mark.parametrize("counts", [[3, 4, 9], [0, 1, 15], [6, 5, 5], [16, 0, 0]])
def test_the_drawn_p_value_lies_near_the_summed_one(counts, monkeypatch):
    law = [0.3, 0.3, 0.4]
    summed = multinomial_test(counts, law)
    monkeypatch.setattr(goodness, "_MOST_OUTCOMES", 0)
    drawn = multinomial_test(counts, law)
    assert drawn == multinomial_test(counts, law)  # the seed is fixed
    p = drawn.p_value
    assert drawn.error == pytest.approx(math.sqrt(p * (1 - p) / 10**5))
    # Five standard errors: a false alarm once in a million. The one more that is counted
    # adds 1/100 001.
    assert abs(p - summed.p_value) < 5 * math.sqrt(summed.p_value / 10**5) + 1e-5
    assert p >= 1 / 100_001  # never 0: the observed counts are possible


def test_the_drawing_is_taken_where_the_sum_is_long():
    law = [1 / 20] * 20
    assert multinomial_test([5] * 20, law).error == 0  # nothing is likelier: all are counted
    assert 0 < multinomial_test([10, 0] + [5] * 18, law).error < 0.002


def test_thin_last_cells_do_no_harm():
    tail = 1e-25
    test = multinomial_test([10, 8, 7, 0], [0.5, 0.3, 0.2 - tail, tail])
    assert test.p_value == pytest.approx(multinomial_test([10, 8, 7], [0.5, 0.3, 0.2]).p_value)


def test_exact_tests_of_what_cannot_happen_and_of_what_must():
    assert multinomial_test([3, 1], [1, 0]) == (0, 0, 0)
    assert multinomial_test([3, 0], [1, 0]) == (1, 1, 0)


@given(CELLS)
@settings(deadline=None)
def test_total_variation_is_the_largest_difference_of_any_event(cells):
    counts, weights = cells
    trials, law = sum(counts), law_of(weights)
    events = [event for k in range(len(law) + 1) for event in combinations(range(len(law)), k)]
    largest = max(abs(sum(Fraction(counts[i], trials) - law[i] for i in event)) for event in events)
    distance = total_variation(counts, [float(p) for p in law])
    assert distance == pytest.approx(float(largest), abs=1e-12)
    assert 0 <= distance <= 1


def test_how_large_total_variation_is_on_average():
    law, trials = np.array([0.1, 0.2, 0.3, 0.4]), 1000
    samples = np.random.default_rng(5).multinomial(trials, law, 4000)
    distances = [total_variation(counts, law) for counts in samples.tolist()]
    about = sum(math.sqrt(p * (1 - p) / (2 * math.pi * trials)) for p in law)
    # Four standard errors, a false alarm once in 16 000; one percent for the normal law.
    room = 4 * np.std(distances) / math.sqrt(4000) + 0.01 * about
    assert abs(np.mean(distances) - about) < room


@given(CELLS)
@settings(deadline=None)
def test_the_largest_gap_is_that_of_the_distribution_functions(cells):
    counts, weights = cells
    trials, law = sum(counts), law_of(weights)
    gap = max(
        abs(Fraction(sum(counts[: k + 1]), trials) - sum(law[: k + 1])) for k in range(len(law))
    )
    result = largest_gap(counts, [float(p) for p in law])
    assert result.statistic == pytest.approx(float(gap), abs=1e-12)
    assume(gap > 1e-9)
    assert result.p_value == pytest.approx(stats.kstwo.sf(float(gap), trials), rel=1e-6)


def test_many_cells_come_near_the_test_for_a_continuous_law():
    cells = 10_000
    values = np.random.default_rng(6).random(300)
    counts = np.bincount((values * cells).astype(int), minlength=cells).tolist()
    test, other = largest_gap(counts, [1 / cells] * cells), stats.kstest(values, "uniform")
    # A cell is 1/10 000 wide, and so much may the gap differ.
    assert test.statistic == pytest.approx(other.statistic, abs=1 / cells)
    assert test.p_value == pytest.approx(other.pvalue, abs=0.01)


@pytest.mark.parametrize("law", [[0.5, 0.5], [0.1, 0.2, 0.3, 0.4], [0.05] * 20])
def test_the_p_value_of_the_gap_is_an_upper_bound(law):
    samples = np.random.default_rng(7).multinomial(200, law, 2000).tolist()
    p_values = np.array([largest_gap(counts, law).p_value for counts in samples])
    for level in (0.01, 0.05, 0.2, 0.5):
        # Three standard errors above: a false alarm once in 700 where the bound is sharp.
        assert np.mean(p_values <= level) <= level + 3 * math.sqrt(level * (1 - level) / 2000)
