"""Power: the approximation against simulated tests, and the fewest games that reach it."""

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from lcr_teach import Die, Rules, compare, games_needed, power_at

SMALL = Rules(2, 1).chain()  # the first player wins 1/3
CHAIN = Rules(3, 3).chain()
SKEW = [Fraction(3, 10), Fraction(3, 10), Fraction(4, 10)]


@pytest.mark.parametrize("against", ["equal seats", SKEW], ids=["equal seats", "other chances"])
@pytest.mark.parametrize("games", [300, 1500])
@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_power_against_simulated_tests(against, games, alpha):
    law = [float(p) for p in CHAIN.win_probabilities()]
    assumed = [1 / 3] * 3 if against == "equal seats" else [float(q) for q in against]
    tests = 40_000
    wins = np.random.default_rng(11).multinomial(games, np.array(law) / sum(law), tests)
    expected = games * np.array(assumed)
    p_values = stats.chi2.sf(((wins - expected) ** 2 / expected).sum(axis=1), 2)
    share = np.mean(p_values <= alpha)
    # The standard error is at most 0.0025. Four of them are a false alarm once in 16 000, and
    # the noncentral law, which is that of small differences, may be off by as much again.
    assert abs(power_at(CHAIN, games, alpha, against) - share) < 0.02


def test_power_against_the_binomial_law():
    games = games_needed(SMALL)
    refuted = [
        won
        for won in range(games + 1)
        if compare(SMALL, [won, games - won], against="equal seats").p_value <= 0.05
    ]
    power = sum(stats.binom.pmf(won, games, 1 / 3) for won in refuted)
    # The limit of the test falls between two numbers of wins, so the true power jumps over 0.8.
    edge = max(won for won in refuted if won < games / 2)
    assert power - stats.binom.pmf(edge, games, 1 / 3) < 0.8 < power


@given(power=st.floats(0.1, 0.999), alpha=st.floats(0.0001, 0.09))
@settings(deadline=None)
def test_games_needed_are_the_fewest(power, alpha):
    for against in ("equal seats", SKEW):
        games = games_needed(CHAIN, power, alpha, against)
        assert power_at(CHAIN, games, alpha, against) >= power - 1e-9
        assert games == 1 or power_at(CHAIN, games - 1, alpha, against) < power


def test_tables_with_three_chips():
    # w² = Σ n (p - 1/n)², and 7.849 and 9.635 are the noncentralities of the textbook's tables
    # for 1 and 2 degrees of freedom, level 0.05 and power 0.8.
    for players, noncentrality in ((2, 7.849), (3, 9.635)):
        chain = Rules(players, 3).chain()
        effect = sum(players * (float(p) - 1 / players) ** 2 for p in chain.win_probabilities())
        games = games_needed(chain)
        assert games == pytest.approx(noncentrality / effect, rel=0.001, abs=1)
        assert games == games_needed(Rules(players, 3))


def test_a_true_hypothesis_is_rejected_with_probability_alpha():
    law = CHAIN.win_probabilities()
    for games, alpha in ((10, 0.05), (10**6, 0.01)):
        assert power_at(CHAIN, games, alpha, law) == pytest.approx(alpha)
    with pytest.raises(ValueError, match=r"^against must differ from the true law: no test .*\.$"):
        games_needed(CHAIN, against=law)


def test_more_games_more_power():
    powers = [power_at(CHAIN, 10**k) for k in range(1, 7)]
    assert powers == sorted(powers)
    assert 0.05 < powers[0] < 0.06
    assert powers[-1] == pytest.approx(1)


def test_a_seat_that_cannot_win():
    # The chip of Player 1 stays, or goes to the centre or to Player 3, as likely; Player 2
    # never holds one. So Player 1 wins if Player 3 loses the only chip first.
    rules = Rules(3, (1, 0, 1), Die(0, Fraction(1, 2), 0, Fraction(1, 2)))
    law = rules.chain().win_probabilities()
    assert law[1] == 0
    # A hypothesis that knows this has two cells, and one degree of freedom.
    half = Fraction(1, 2)
    effect = sum(2 * float(p - half) ** 2 for p in (law[0], law[2]))
    power = stats.ncx2.sf(stats.chi2.isf(0.05, 1), 1, 50 * effect)
    assert power_at(rules, 50, against=[half, 0, half]) == pytest.approx(power)
    assert games_needed(rules) < games_needed(rules, against=[half, 0, half])
    with pytest.raises(ValueError, match=r".*: a single win of Player 3 refutes it\.$"):
        power_at(rules, 50, against=[1, 0, 0])


def test_roots_stay_exact_until_the_end():
    root = sympy.sqrt(2) / 4
    rules = Rules(2, 1, Die(root, Fraction(1, 4), 0, Fraction(3, 4) - root))
    with pytest.raises(ValueError, match=r"^against must differ from the true law.*"):
        games_needed(rules, against=[sympy.nsimplify(p) for p in rules.chain().win_probabilities()])


p = sympy.Symbol("p", positive=True)


@pytest.mark.parametrize(
    ("ask", "error", "sentence"),
    [
        (lambda: power_at(SMALL, 0), ValueError, "games must be at least 1, not 0."),
        (lambda: power_at(SMALL, 9, 5), ValueError, "alpha must be between 0 and 1, not 5."),
        (lambda: power_at(SMALL, 9, "a"), TypeError, "alpha must be a number, not 'a'."),
        (lambda: games_needed(SMALL, 1), ValueError, "power must be between 0 and 1, not 1."),
        (lambda: games_needed(SMALL, True), TypeError, "power must be a number, not True."),
        (lambda: games_needed(SMALL, math.nan), ValueError, "power must be between .*, not nan."),
        (
            lambda: games_needed(SMALL, 0.05),
            ValueError,
            "power must be more than alpha, 0.05, not 0.05.",
        ),
        (
            lambda: games_needed(SMALL, against=[1, 2]),
            ValueError,
            "a probability of against must be from 0 to 1, not 2.",
        ),
        (
            lambda: games_needed(Rules(2, 1, Die(p, p, p, 1 - 3 * p))),
            ValueError,
            r"games cannot be compared with a formula in symbols \(p\): give them values.",
        ),
        (lambda: games_needed("2 x 1"), TypeError, "games are compared with Rules or .*"),
    ],
)
def test_what_has_no_power_is_refused_in_one_sentence(ask, error, sentence):
    with pytest.raises(error, match=f"^{sentence}$"):
        ask()
