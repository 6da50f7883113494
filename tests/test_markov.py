"""Chains that are no game."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lcr_teach import AbsorbingChain

half = sympy.Rational(1, 2)


def ruin(top, up):
    """The gambler's ruin: one up or one down until nothing or everything is held."""
    rows = {0: {0: 1}}
    for held in range(1, top):
        rows[held] = {held - 1: 1 - up, held + 1: up}
    rows[top] = {top: 1}
    return rows


@given(
    st.integers(2, 12),
    st.fractions(min_value=Fraction(1, 20), max_value=Fraction(19, 20), max_denominator=20),
    st.data(),
)
@settings(max_examples=50, deadline=None)
def test_gamblers_ruin(top, up, data):
    """Closed forms: W. Feller, An Introduction to Probability Theory, vol. 1, ch. XIV."""
    start = data.draw(st.integers(1, top - 1))
    chain = AbsorbingChain(ruin(top, up), start=start)
    win = chain.absorption_probabilities()[top]
    if up == Fraction(1, 2):
        assert win == sympy.Rational(start, top)
        assert chain.expected_turns() == start * (top - start)
    else:
        r = sympy.Rational((1 - up).numerator, (1 - up).denominator) / sympy.Rational(
            up.numerator, up.denominator
        )
        assert win == (1 - r**start) / (1 - r**top)
        drift = 1 - 2 * sympy.Rational(up.numerator, up.denominator)
        assert chain.expected_turns() == (start - top * win) / drift


def test_states_keep_their_order():
    chain = AbsorbingChain({2: {1: 1}, 1: {2: half, 3: half}, 3: {3: 1}})
    assert chain.states == (2, 1, 3)
    assert chain.transient_states == (2, 1)
    assert chain.start == 2
    assert chain.transition_matrix() == sympy.Matrix([[0, 1, 0], [half, 0, half], [0, 0, 1]])


def test_classes_come_from_the_start():
    chain = AbsorbingChain(
        {"end": {"end": 1}, "a": {"b": 1}, "b": {"a": half, "c": half}, "c": {"end": 1}}, start="a"
    )
    assert chain.classes == (("a", "b"), ("c",), ("end",))


def test_a_matrix_has_states_from_zero():
    chain = AbsorbingChain(sympy.Matrix([[0, 1], [0, 1]]))
    assert chain.states == (0, 1)
    assert chain.expected_turns() == 1
    assert AbsorbingChain([[1]]).expected_turns() == 0


@pytest.mark.parametrize(
    ("transitions", "error", "sentence"),
    [
        ([[0, 1, 0], [1, 0, 0], [0, 0, 1]], ValueError, "not absorbing: from state 0 no"),
        ({"a": {"a": half, "b": half}, "b": {"a": 1}}, ValueError, "not absorbing: from state 'a'"),
        ([[half, half - Fraction(1, 10**5)], [0, 1]], ValueError, "row of state 0 must sum to 1"),
        ([[0, 1], [0, half]], ValueError, "row of state 1 must sum to 1, but it sums to 1/2"),
        ([[0.5, 0.5], [0, 1]], TypeError, r"from 0 to 0 .* write Rational\(1, 2\)"),
        ([[-1, 2], [0, 1]], ValueError, "must not be negative: -1"),
        ([[0, 1]], ValueError, "must be square"),
        ([[0, 1], [1]], ValueError, "must be square"),
        ({"a": {"b": 1}}, ValueError, "'b' follows state 'a' but has no row"),
        ({}, ValueError, "at least one state"),
        ({"a": 1}, TypeError, "row of state 'a' must be a mapping"),
        (3, TypeError, "must be a mapping or a matrix"),
    ],
)
def test_what_is_no_absorbing_chain_is_refused(transitions, error, sentence):
    with pytest.raises(error, match=sentence):
        AbsorbingChain(transitions)


def test_an_unknown_start_is_refused():
    with pytest.raises(ValueError, match="state 7 is none of the 2 states"):
        AbsorbingChain([[0, 1], [0, 1]], start=7)


def test_tiny_probabilities_stay_exact():
    tiny = sympy.Rational(1, 10**130)
    chain = AbsorbingChain({0: {0: 1 - 2 * tiny, 1: tiny, 2: tiny}, 1: {1: 1}, 2: {2: 1}})
    assert chain.absorption_probabilities() == {1: half, 2: half}
    assert chain.expected_turns() == 10**130 / sympy.Integer(2)
    assert all(p >= 0 for p in chain.distribution(3).values())


def test_starting_at_the_end():
    chain = AbsorbingChain(ruin(4, half), start=4)
    assert chain.absorption_probabilities() == {0: 0, 4: 1}
    assert (chain.expected_turns(), chain.variance_turns()) == (0, 0)
    assert chain.turns_pmf(2) == (1, 0, 0)
    assert chain.expected_visits() == {}


@given(st.integers(2, 6), st.data())
@settings(max_examples=40, deadline=None)
def test_any_chain_against_its_matrices(size, data):
    """Class by class or the whole matrix at once: the same numbers."""
    weights = [[data.draw(st.integers(0, 3)) for _ in range(size)] for _ in range(size - 1)]
    assume(all(any(row) for row in weights))
    rows = [[sympy.Rational(w, sum(row)) for w in row] for row in weights]
    rows.append([0] * (size - 1) + [1])
    P = sympy.Matrix(rows)
    # Whoever is to end must have a path of at most `size` steps to the end.
    if not all((P**size)[i, -1] for i in range(size)):
        assume(not any(rows[i][i] == 1 for i in range(size - 1)))  # other ends are fine too
        with pytest.raises(ValueError, match="not absorbing"):
            AbsorbingChain(rows)
        return
    chain = AbsorbingChain(rows)
    Q, R, transient, _absorbing = chain.canonical_form()
    N = (sympy.eye(len(transient)) - sympy.Matrix(Q)).inv()
    assert chain.fundamental_matrix() == N
    for k, state in enumerate(transient):
        assert list(chain.absorption_probabilities(state).values()) == list((N * R)[k, :])
        assert chain.expected_turns(state) == sum(N[k, :])
        visits = chain.expected_visits(state)
        assert [visits.get(other, 0) for other in transient] == list(N[k, :])
