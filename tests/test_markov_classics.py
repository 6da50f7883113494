"""A chain from another game, with numbers that others have published."""

import pytest
import sympy

from lcr_teach import AbsorbingChain

#: The board of Chutes and Ladders as Milton Bradley prints it: from the foot to the top.
LADDERS = {1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44, 51: 67, 71: 91, 80: 100}
CHUTES = {16: 6, 47: 26, 49: 11, 56: 53, 62: 19, 64: 60, 87: 24, 93: 73, 95: 75, 98: 78}


def chutes_and_ladders():
    """From beside the board, square 0; who would spin past square 100 stays."""
    moved = LADDERS | CHUTES
    rows = {}
    for square in range(101):
        if square in moved:
            continue
        row = rows[square] = {}
        for spin in range(1, 7):
            after = square + spin if square + spin <= 100 else square
            after = moved.get(after, after)
            row[after] = row.get(after, 0) + sympy.Rational(1, 6)
    rows[100] = {100: 1}
    return AbsorbingChain(rows)


@pytest.fixture(scope="module")
def chain():
    return chutes_and_ladders()


def test_the_mean_is_the_published_one(chain):
    """S. C. Althoen, L. King, K. Schilling, The Mathematical Gazette 77 (1993) 71."""
    assert len(chain.states) == 82
    assert f"{chain.expected_turns().n(20):.6f}" == "39.225122"
    assert chain.expected_turns() == sympy.Rational(
        225837582538403273407117496273279920181931269186581786048583,
        5757472998140039232950575874628786131130999406013041613400,
    )
    assert chain.absorption_probabilities() == {100: 1}


def test_the_shortest_game(chain):
    pmf = chain.turns_pmf(7)
    assert pmf[:7] == (0,) * 7
    assert f"{pmf[7].n(20):.8f}" == "0.00151106"
    # Of 6^7 ways to spin seven times, so many lead straight to the end.
    assert pmf[7] == sympy.Rational(423, 6**7)


def test_two_ways_to_the_same_answers(chain):
    visits = chain.expected_visits()
    assert sum(visits.values()) == chain.expected_turns()
    assert all(v > 0 for v in visits.values())
    # One step further: the mean is one turn and the average of the means after it.
    for square in (0, 50, 99):
        after = chain.transitions(square)
        average = sum(p * chain.expected_turns(s) for s, p in after.items())
        assert chain.expected_turns(square) == 1 + average
    assert chain.expected_turns(100) == 0
    # The law that is stepped forward, against the moments that are solved for.
    median = chain.turns_quantile(sympy.Rational(1, 2))
    upto = chain.turns_pmf(median)
    assert sum(upto[:-1]) < sympy.Rational(1, 2) <= sum(upto)
    assert chain.distribution(median)[100] == sum(upto)


def test_no_probability_is_negative(chain):
    for turns in (0, 1, 7, 60):
        law = chain.distribution(turns)
        assert sum(law.values()) == 1
        assert all(p > 0 for p in law.values())
    assert chain.variance_turns() > 0
