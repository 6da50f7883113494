"""Exact beside sampled: the figures are right, and nothing crashes at the edges."""

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import stats

from lcr_teach.compare import Comparison, compare
from lcr_teach.markov import AbsorbingChain
from lcr_teach.rules import Die, Rules
from lcr_teach.sampling import simulate

SMALL = Rules(2, 1)  # the first player wins 1/3


@pytest.mark.parametrize(
    ("rules", "wins", "p_value"),
    [
        (Rules(3, 3), [91720, 98359, 109921], 0.28),
        (Rules(2, 3), [76233, 123767], 0.40),
        pytest.param(Rules(4, 3), [95913, 97396, 101796, 104895], 0.62, marks=pytest.mark.slow),
    ],
    ids=["3 players", "2 players", "4 players"],
)
def test_published_counts(rules, wins, p_value):
    comparison = compare(rules.chain(), wins)
    assert round(comparison.p_value, 2) == p_value
    # So many games leave no doubt that the seats are not equal.
    assert compare(rules, wins, against="equal seats").p_value < 1e-9
    assert round(comparison.g_test.p_value, 2) == p_value
    assert comparison.warning is None
    assert max(map(abs, comparison.z)) < 2


def test_the_exact_probabilities_stay_exact():
    comparison = compare(SMALL, [3, 7])
    assert comparison.exact == (sympy.Rational(1, 3), sympy.Rational(2, 3))
    assert all(p.is_Rational for p in comparison.exact)


@given(wins=st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)).filter(any))
@example(wins=(0, 1))
@settings(deadline=None)
def test_the_figures_are_those_of_the_textbook(wins):
    comparison = compare(SMALL, wins)
    games = sum(wins)
    assert comparison.games == games
    assert comparison.observed == wins
    assert comparison.shares == (wins[0] / games, wins[1] / games)
    assert comparison.expected == pytest.approx((games / 3, 2 * games / 3))
    assert comparison.standard_errors == pytest.approx([math.sqrt(2 / 9 / games)] * 2)
    error = math.sqrt(games * 2 / 9)  # of the count
    assert comparison.z[0] == pytest.approx((wins[0] - games / 3) / error, rel=1e-9, abs=1e-6)
    assert comparison.z[1] == pytest.approx(-comparison.z[0], rel=1e-9, abs=1e-6)
    statistic, p_value = stats.chisquare(wins, [games / 3, games * 2 / 3])
    assert comparison.chi_square == pytest.approx(statistic, rel=1e-9, abs=1e-9)
    assert comparison.degrees_of_freedom == 1
    # With very few games p_value is that of the exact test.
    assert comparison.chi_square_test.p_value == pytest.approx(p_value, rel=1e-6)


@given(
    wins=st.tuples(st.integers(0, 2000), st.integers(0, 2000)).filter(any),
    level=st.sampled_from([0.5, 0.9, 0.95, 0.999]),
)
@settings(deadline=None)
def test_the_intervals_are_those_of_wilson(wins, level):
    for won, (low, high), share in zip(
        wins, compare(SMALL, wins).intervals(level), compare(SMALL, wins).shares, strict=True
    ):
        test = stats.binomtest(won, sum(wins))
        assert (low, high) == pytest.approx(test.proportion_ci(level, "wilson"), abs=1e-12)
        assert 0 <= low <= share <= high <= 1


def test_intervals_end_where_chances_end():
    (low, _), (_, high) = compare(SMALL, [0, 7]).intervals()
    assert (low, high) == (0, 1)


def test_the_interval_is_95_percent_where_nothing_else_is_said():
    comparison = compare(SMALL, [30, 70])
    assert comparison.intervals() == comparison.intervals(level=0.95)
    assert comparison.intervals(0.99)[0][0] < comparison.intervals()[0][0]


@pytest.mark.parametrize("level", [0, 1, -0.5, 95])
def test_a_level_that_is_no_probability_is_refused(level):
    with pytest.raises(ValueError, match=f"^level must be between 0 and 1, not {level}.$"):
        compare(SMALL, [1, 2]).intervals(level)


def test_samples_chains_and_counts_give_the_same():
    sample = simulate(SMALL, 1000, seed=1)
    given_sample = compare(SMALL, sample)
    assert given_sample == compare(SMALL.chain(), sample)
    assert given_sample == compare(SMALL, sample.wins)
    assert given_sample == compare(SMALL, np.array(sample.wins))
    assert given_sample == compare(SMALL, [sympy.Integer(won) for won in sample.wins])
    assert [type(won) for won in compare(SMALL, np.array(sample.wins)).observed] == [int, int]


def test_too_few_games_are_said():
    comparison = compare(SMALL, [4, 10])
    assert comparison.warning == (
        "Chi-square is not to be trusted here: Player 1 wins 4.7 of 14 games on average, "
        "and it takes at least 5."
    )
    assert comparison.warning in repr(comparison)
    assert comparison.warning in comparison._repr_html_()
    assert compare(SMALL, [5, 10]).warning is None  # exactly 5 are expected


# The chip of Player 1 goes to the left, then that of Player 2, who missed a turn before:
# Player 3 always wins.
CERTAIN = Rules(3, (1, 0, 1), Die(1, 0, 0, 0))


def test_certain_and_impossible_winners():
    comparison = compare(CERTAIN, [0, 0, 8])
    assert comparison.exact == (0, 0, 1)
    assert comparison.standard_errors == (0, 0, 0)
    assert comparison.z == (0, 0, 0)
    assert (comparison.chi_square, comparison.degrees_of_freedom) == (0, 0)
    assert comparison.p_value == 1
    assert comparison.warning is None
    assert "in nearly all such samples" in repr(comparison)


def test_an_impossible_winner_who_won():
    comparison = compare(CERTAIN, [1, 0, 8])
    assert comparison.z == (math.inf, 0, -math.inf)
    assert comparison.chi_square == math.inf
    assert comparison.p_value == 0
    assert "chance alone practically never makes such a difference" in repr(comparison)
    assert "inf" in comparison._repr_html_()


def test_a_seat_that_never_wins_beside_seats_that_may():
    half = sympy.Rational(1, 2)
    zero = sympy.Integer(0)
    comparison = Comparison(Rules(3, 1), (half, zero, half), (40, 0, 60))
    assert comparison.degrees_of_freedom == 1
    assert comparison.p_value == pytest.approx(stats.chisquare([40, 60]).pvalue)
    assert comparison.z[1] == 0
    impossible = Comparison(Rules(3, 1), (half, zero, half), (40, 1, 60))
    assert (impossible.z[1], impossible.p_value) == (math.inf, 0)


def test_a_table_in_the_terminal():
    assert repr(compare(Rules(3, 3).chain(), [91720, 98359, 109921])) == (
        """\
300,000 games, Rules(players=3, chips=3)
            exact  games won    share  standard error      z        95% interval
Player 1  0.30684     91,720  0.30573         0.00084  -1.32  0.30409 to 0.30738
Player 2  0.32802     98,359  0.32786         0.00086  -0.18  0.32619 to 0.32955
Player 3  0.36514    109,921  0.36640         0.00088  +1.44  0.36468 to 0.36813
chi-square 2.541 with 2 degrees of freedom, p = 0.28: in 28 of 100 such samples chance alone \
makes a difference at least as large."""
    )


def test_a_table_in_the_notebook():
    shown = compare(SMALL, [30, 70])._repr_html_()
    assert shown.count("<tr>") == 3
    for text in ("Player 1", "1/3", "0.300", "0.047", "-0.71", "0.219 to 0.396", "p = 0.48"):
        assert text in shown
    assert "1 degree of freedom" in shown


@pytest.mark.parametrize(
    ("wins", "words"),
    [
        ([40, 60], "p = 0.16: in 16 of 100 such samples"),
        ([47, 53], "p = 0.0037: in about 1 of 300 such samples"),
        ([100, 0], "p < 0.000000001: chance alone practically never"),
    ],
)
def test_the_p_value_in_words(wins, words):
    assert words in repr(compare(SMALL, wins))


p = sympy.Symbol("p", positive=True)


@pytest.mark.parametrize(
    ("table", "games", "error", "sentence"),
    [
        (SMALL, [1, 2, 3], ValueError, "counts must be one number for each of 2 players, not 3."),
        (SMALL, [0, 0], ValueError, "counts must hold at least one game, but all of them are 0."),
        (SMALL, [1, -1], ValueError, "games won by Player 2 must be at least 0, not -1."),
        (SMALL, [1.0, 2], TypeError, "games won by Player 1 must be a whole number, not 1.0."),
        (SMALL, "12", TypeError, "games must be a Sample or one whole number a seat, not '12'."),
        (SMALL, 12, TypeError, "games must be a Sample or one whole number a seat, not 12."),
        (SMALL, {0: 1, 1: 2}, TypeError, r"games must be a Sample or .*, not \{0: 1, 1: 2\}."),
        (SMALL, {1, 2}, TypeError, r"games must be a Sample or .*, not \{1, 2\}."),
        (
            SMALL,
            simulate(Rules(2, 2), 10, seed=1),
            ValueError,
            r"the sample must be of the same rules, Rules\(players=2, chips=1\), "
            r"not of Rules\(players=2, chips=2\).",
        ),
        (
            Rules(2, 1, Die(p, p, p, 1 - 3 * p)),
            [1, 2],
            ValueError,
            r"games cannot be compared with a formula in symbols \(p\): give them values.",
        ),
        ("3 x 3", [1, 2], TypeError, "games are compared with Rules or .*, not with '3 x 3'."),
        (
            AbsorbingChain([[0, 1], [0, 1]]),
            [1, 2],
            TypeError,
            "games are compared with Rules or their chain, not with .*",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_sentence(table, games, error, sentence):
    with pytest.raises(error, match=f"^{sentence}$"):
        compare(table, games)


def test_a_probability_that_is_no_fraction():
    root = sympy.sqrt(2) / 4
    comparison = compare(Rules(2, 1, Die(root, Fraction(1, 4), 0, Fraction(3, 4) - root)), [40, 60])
    # The first to roll no blank loses.
    blank = float(Fraction(3, 4) - root)
    first_wins = blank / (1 + blank)
    assert comparison.expected[0] == pytest.approx(100 * first_wins)
    assert f"Player 1  {first_wins:.3f}" in repr(comparison)
