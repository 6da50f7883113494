"""The law of the length in rolls, against the plain game and against its own mean."""

from fractions import Fraction
from itertools import accumulate

import plain
import pytest
import sympy
from hypothesis import given, settings
from strategies import rules

from lcr_teach import Die, Rules, simulate
from lcr_teach.goodness import chi_square, pool


def plain_rolls(table, upto):
    """P(rolls = 0 … upto): turn by turn, and every dice that fall are counted."""
    rows = plain.plain_chain(table)
    waiting = {(table.chips, 0): Fraction(1)}
    law = []
    for _ in range(upto + 1):
        over, before, after = Fraction(0), dict(waiting), {}
        while before:
            position, p = before.popitem()
            chips, roller = position
            if sum(c > 0 for c in chips) == 1:
                over += p
            elif chips[roller] == 0:
                (follows,) = rows[position]
                before[follows] = before.get(follows, 0) + p
            else:
                for follows, q in rows[position].items():
                    after[follows] = after.get(follows, 0) + p * q
        law.append(over)
        waiting = after
    return law


@given(rules())
@settings(deadline=None, max_examples=30)
def test_the_law_of_rolls_against_the_plain_game(table):
    law = table.chain().rolls_pmf(6)
    assert law == tuple(sympy.Rational(p.numerator, p.denominator) for p in plain_rolls(table, 6))


@pytest.mark.parametrize(
    "table",
    [
        Rules(2, 2),
        Rules(3, 2),
        Rules(4, (0, 2, 1, 0)),
        Rules(3, 1, Die(sympy.Rational(1, 2), sympy.Rational(1, 6), 0, sympy.Rational(1, 3))),
    ],
    ids=str,
)
def test_its_mean_is_the_expected_number_of_rolls(table):
    chain = table.chain()
    far = chain.rolls_quantile(1 - sympy.Rational(1, 10**9))
    law = chain.rolls_pmf(far)
    # What lies beyond has a probability of 1e-9, and not much more than 1e-7 of the mean.
    assert 1 - sympy.Rational(1, 10**9) <= sum(law) < 1
    mean = sum(rolls * p for rolls, p in enumerate(law))
    assert float(chain.expected_rolls() - mean) == pytest.approx(0, abs=1e-6)
    assert mean < chain.expected_rolls()


def test_two_players_who_never_miss_a_turn_have_one_clock():
    # With one chip each, who has none has lost.
    chain = Rules(2, 1).chain()
    assert chain.rolls_pmf(9) == chain.turns_pmf(9)
    other = Rules(3, 1).chain()
    assert other.rolls_pmf(9) != other.turns_pmf(9)


def test_quantiles_are_where_the_law_reaches_them():
    chain = Rules(3, 2).chain()
    reached = list(accumulate(chain.rolls_pmf(40)))
    for q in (0, Fraction(1, 2), Fraction(9, 10), reached[7]):
        rolls = chain.rolls_quantile(q)
        assert reached[rolls] >= q
        assert rolls == 0 or reached[rolls - 1] < q


def test_it_is_the_law_of_the_samples():
    chain = Rules(3, 3).chain()
    sample = simulate(chain.rules, 10**6, seed=4)
    law = [float(p) for p in chain.rolls_pmf(60)]
    law.append(1 - sum(law))
    counts = [sample.rolls.get(rolls, 0) for rolls in range(61)]
    counts.append(10**6 - sum(counts))
    groups = pool([10**6 * p for p in law])
    test = chi_square(
        [sum(counts[i] for i in group) for group in groups],
        [10**6 * sum(law[i] for i in group) for group in groups],
    )
    assert test.p_value > 0.001  # the probability of a false alarm; the seed is fixed


@pytest.mark.parametrize("table", [Rules(3, 1), Rules(3, [2, 0, 1]), Rules(4, 1)])
def test_the_variance_of_rolls_is_that_of_their_law(table):
    chain = table.chain()
    law = [float(p) for p in chain.rolls_pmf(200)]
    mean = sum(k * p for k, p in enumerate(law))
    variance = sum((k - mean) ** 2 * p for k, p in enumerate(law))
    assert float(chain.variance_rolls()) == pytest.approx(variance)
    assert chain.variance_rolls() != chain.variance_turns()
