"""Lengths, chips in the centre, and hypotheses: what the cells are, and what is said of them."""

import math
from fractions import Fraction

import pytest
import sympy
from scipy import stats

from lcr_teach import Die, Rules, compare, goodness, simulate

SMALL = Rules(2, 1)
CHAIN = Rules(3, 1).chain()
SAMPLE = simulate(CHAIN.rules, 2000, seed=1)
half, quarter = sympy.Rational(1, 2), sympy.Rational(1, 4)


@pytest.mark.parametrize("what", ["turns", "rolls"])
def test_a_length_has_its_own_cell_as_long_as_games_go(what):
    comparison = compare(CHAIN, SAMPLE, what)
    *names, last = comparison.cells
    lengths = [int(name) for name in names]
    assert last == f"more than {lengths[-1]}"
    law = getattr(CHAIN, f"{what}_pmf")(lengths[-1])
    assert comparison.exact[:-1] == tuple(law[n] for n in lengths)
    assert sum(comparison.exact) == 1
    counts = getattr(SAMPLE, what)
    assert comparison.observed[:-1] == tuple(counts.get(n, 0) for n in lengths)
    assert comparison.games == 2000
    # In 20 such samples one game at most is longer; with one cell less it would be more.
    assert 20 * 2000 * comparison.exact[-1] <= 1 < 20 * 2000 * sum(comparison.exact[-2:])


def test_the_centre_has_a_cell_for_every_number_of_chips():
    comparison = compare(CHAIN, SAMPLE, "centre")
    assert comparison.cells == ("0", "1", "2")
    assert comparison.exact == tuple(CHAIN.centre_distribution().values())
    assert comparison.observed == tuple(SAMPLE.centre[chips] for chips in range(3))
    assert comparison == compare(CHAIN.rules, SAMPLE.centre, "centre")


def test_thin_cells_are_joined_and_the_rest_stays():
    comparison = compare(CHAIN, SAMPLE, "turns")
    pooled = comparison.pooled
    assert all(expected >= goodness.LEAST_EXPECTED for expected in pooled.expected)
    assert pooled.games == comparison.games
    assert sum(pooled.exact) == 1
    assert pooled.pooled == pooled
    assert pooled.cells[0] == comparison.cells[0]
    assert pooled.cells[-1].endswith(" or more")
    assert comparison.joined[-1] == pooled.cells[-1]
    assert comparison.degrees_of_freedom == len(pooled.cells) - 1
    expected = [float(2000 * p) for p in pooled.exact]
    test = stats.chisquare(pooled.observed, expected)
    assert comparison.chi_square == pytest.approx(test.statistic)
    assert comparison.p_value == pytest.approx(test.pvalue)
    g = stats.power_divergence(pooled.observed, expected, lambda_="log-likelihood")
    assert comparison.g_test[:2] == pytest.approx((g.statistic, g.pvalue))


def test_joined_cells_in_the_middle_are_named_from_first_to_last():
    law = {1: half, 2: Fraction(1, 100), 3: Fraction(1, 100), 4: Fraction(48, 100)}
    comparison = compare(SMALL, {1: 130, 2: 3, 4: 117}, "turns", against=law)
    assert comparison.pooled.cells == ("1", "2 to 3", "4")
    assert comparison.pooled.observed == (130, 3, 117)
    assert comparison.joined == ("2 to 3",)


def test_seats_are_never_joined():
    comparison = compare(CHAIN, [1, 2, 3])
    assert comparison.pooled == comparison
    assert comparison.joined == ()


def test_a_length_that_cannot_happen_contradicts_the_rules():
    # One turn can end no game of three players with a chip each.
    comparison = compare(CHAIN, {1: 1, **SAMPLE.turns}, "turns")
    assert comparison.cells[0] == "1"
    assert comparison.exact[0] == 0
    assert comparison.chi_square == math.inf
    assert (comparison.p_value, comparison.exact_test.p_value) == (0, 0)
    assert comparison.degrees_of_freedom == compare(CHAIN, SAMPLE, "turns").degrees_of_freedom


def test_distances():
    comparison = compare(SMALL, {2: 3, 5: 1}, "turns", against={2: half, 3: quarter, 5: quarter})
    assert comparison.cells == ("2", "3", "5")
    assert comparison.total_variation == 0.25  # 3/4 of the games, and a probability of 1/2
    assert comparison.largest_gap.statistic == 0.25
    with pytest.raises(ValueError, match=r"^winners have no distribution function: .*\.$"):
        _ = compare(SMALL, [1, 2]).largest_gap


def test_small_numbers_get_the_exact_test():
    comparison = compare(CHAIN, [2, 1, 7])
    assert comparison.warning is not None
    law = [float(p) for p in CHAIN.win_probabilities()]
    assert comparison.test == goodness.multinomial_test([2, 1, 7], law)
    assert comparison.p_value == comparison.exact_test.p_value != comparison.chi_square_test.p_value
    assert f"exact multinomial test, p = {comparison.p_value:.2f}" in repr(comparison)
    many = compare(CHAIN, [200, 200, 200])
    assert many.warning is None
    assert many.test == many.chi_square_test


def test_few_lengths_get_the_exact_test():
    few = compare(CHAIN, {4: 3, 6: 4, 9: 2}, "turns")
    assert few.warning == (
        "Chi-square is not to be trusted here: with 9 games, 1 cell expects at least 5 of them, "
        "and it takes at least 3 such cells."
    )
    assert few.test == few.exact_test
    one = compare(CHAIN, {4: 1}, "turns")
    assert one.test == one.exact_test
    assert "with 1 game, 0 cells expect at least 5 of them" in repr(one)
    enough = compare(CHAIN, {2: 10, 4: 10, 7: 10}, "turns")
    assert enough.degrees_of_freedom >= 2
    assert enough.warning is None


def test_simultaneous_intervals_are_wider():
    comparison = compare(CHAIN, [30, 30, 40])
    each = 0.95 ** (1 / 3)
    assert comparison.intervals(simultaneous=True) == comparison.intervals(each)
    assert comparison.intervals(0.95, simultaneous=True)[0][0] < comparison.intervals()[0][0]


def test_a_wrong_hypothesis():
    wins = [91720, 98359, 109921]
    rules = Rules(3, 3)
    equal = compare(rules, wins, against="equal seats")
    assert equal.exact == (sympy.Rational(1, 3),) * 3
    assert equal.assumed
    assert equal == compare(rules, wins, against=[Fraction(1, 3)] * 3)
    assert equal.chi_square == pytest.approx(stats.chisquare(wins).statistic)
    assert "assumed" in repr(equal)
    assert "exact" not in repr(equal)
    assert "assumed" in equal._repr_html_()
    assert not compare(rules, wins).assumed


def test_a_hypothesis_needs_no_chain():
    p = sympy.Symbol("p", positive=True)
    symbols = Rules(2, 1, Die(p, p, p, 1 - 3 * p))
    assert compare(symbols, [30, 70], against="equal seats").chi_square == pytest.approx(16)
    large = Rules(40, 3)  # far too many positions to be solved
    assert compare(large, [10] * 40, against="equal seats").p_value == 1


def test_roots_leave_no_crumbs():
    # The sum is 1, but sympy does not see it at once.
    root = sympy.sqrt(2)
    law = {0: 1 / (1 + root), 1: root / (1 + root)}
    comparison = compare(SMALL, {0: 30, 1: 70}, "centre", against=law)
    assert comparison.cells == ("0", "1")
    table = Rules(2, 1, Die(sympy.sqrt(2) / 4, quarter, 0, 3 * quarter - sympy.sqrt(2) / 4))
    assert compare(table, {0: 60, 1: 40}, "centre").cells == ("0", "1")


def test_a_table_of_lengths_in_the_terminal():
    assert repr(compare(CHAIN, {2: 6, 3: 5, 4: 8, 6: 9, 9: 7, 20: 5}, "turns")) == (
        """\
40 games, Rules(players=3, chips=1): length in turns
             exact  games  share  standard error      z    95% interval
2             7/54      6  0.150           0.053  +0.38  0.071 to 0.291
3           71/486      5  0.125           0.056  -0.38  0.055 to 0.261
4 to 5       0.215      8  0.200           0.065  -0.23  0.105 to 0.348
6 to 7       0.173      9  0.225           0.060  +0.86  0.123 to 0.375
8 to 10      0.164      7  0.175           0.059  +0.19  0.087 to 0.319
11 or more   0.172      5  0.125           0.060  -0.79  0.055 to 0.261
pooled, to expect at least 5 games together: 4 to 5; 6 to 7; 8 to 10; 11 or more
total variation 0.482, largest gap of the distribution functions 0.111
chi-square 1.453 with 5 degrees of freedom, p = 0.92: in 92 of 100 such samples chance alone \
makes a difference at least as large."""
    )


def test_a_long_table_says_what_it_leaves_out():
    sample = simulate(Rules(3, 3), 10**5, seed=1)
    comparison = compare(Rules(3, 3), sample, "turns")
    left = len(comparison.pooled.cells) - 30
    assert left > 0
    assert f"… {left} more" in repr(comparison)
    assert f"… {left} more" in comparison._repr_html_()
    assert comparison._repr_html_().count("<tr>") == 32  # the head, 30 rows, and what is left out


@pytest.mark.parametrize(
    ("games", "what", "against", "error", "sentence"),
    [
        (
            [1, 2],
            "length",
            None,
            ValueError,
            "what must be one of winner, turns, rolls, centre, not 'length'.",
        ),
        ([1, 2], ["turns"], None, ValueError, r"what must be one of .*, not \['turns'\]."),
        ([1, 2], "turns", None, TypeError, r"games must be a Sample or {turns: games}, not .*"),
        ({2: 0}, "turns", None, ValueError, "counts must hold at least one game, but .*"),
        ({}, "turns", None, ValueError, "counts must hold at least one game, but .*"),
        ({-2: 1}, "turns", None, ValueError, "a value of turns must be at least 0, not -2."),
        ({2: -1}, "rolls", None, ValueError, "the games with 2 rolls must be at least 0, not -1."),
        (
            [1, 2],
            "winner",
            "equal",
            ValueError,
            "against must be 'equal seats' or probabilities, not 'equal'.",
        ),
        (
            {2: 1},
            "turns",
            "equal seats",
            ValueError,
            "against must be probabilities, not 'equal seats'.",
        ),
        ([1, 2], "winner", {0: 1}, TypeError, r"against must be one probability a seat, not .*"),
        ([1, 2], "winner", 1, TypeError, "against must be one probability a seat, not 1."),
        (
            [1, 2],
            "winner",
            [1],
            ValueError,
            "against must be one probability for each of 2 players, not 1.",
        ),
        (
            {2: 1},
            "turns",
            [1],
            TypeError,
            r"against must be {value: probability} for turns, not \[1\].",
        ),
        (
            [1, 2],
            "winner",
            [0.5, 0.5],
            TypeError,
            r"a probability of against must be exact, but 0.5 is a float: .*",
        ),
        (
            [1, 2],
            "winner",
            [2, -1],
            ValueError,
            "a probability of against must be from 0 to 1, not 2.",
        ),
        (
            [1, 2],
            "winner",
            [half, quarter],
            ValueError,
            "the probabilities of against must sum to 1, but they sum to 3/4.",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_sentence(games, what, against, error, sentence):
    with pytest.raises(error, match=f"^{sentence}$"):
        compare(SMALL, games, what, against)
