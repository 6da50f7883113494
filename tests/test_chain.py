import pickle

import plain
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import dice, rules

from lcr_teach import AbsorbingChain, Die, Game, GameChain, Rules, State

third = sympy.Rational(1, 3)


def as_rationals(numbers):
    return tuple(sympy.Rational(x.numerator, x.denominator) for x in numbers)


@pytest.fixture(scope="module")
def smallest():
    return Rules(players=2, chips=1).chain()


def test_the_smallest_table_by_every_method(smallest):
    """First seat 1/3, by hand: w = 1/2 (1 - w)."""
    first = smallest.start
    assert smallest.win_probabilities() == (third, 2 * third)
    assert smallest.win_probabilities(State((1, 1), 1)) == (2 * third, third)

    ends = smallest.absorption_probabilities()
    assert sum(p for end, p in ends.items() if end.winner == 0) == third

    Q, R, transient, absorbing = smallest.canonical_form()
    N = smallest.fundamental_matrix()
    assert N == (sympy.eye(2) - Q).inv() == 2 * third * sympy.Matrix([[2, 1], [1, 2]])
    B = N * R
    row = transient.index(first)
    assert sum(B[row, k] for k, end in enumerate(absorbing) if end.winner == 0) == third

    visits = smallest.expected_visits()
    assert sum(p * third for state, p in visits.items() if state.roller == 1) * 3 / 2 == third

    late = smallest.distribution(40)
    assert abs(sum(p for s, p in late.items() if s.winner == 0) - third) < sympy.Rational(1, 10**9)

    pmf = smallest.turns_pmf(9)
    assert pmf[:4] == (0, *(sympy.Rational(1, 2**k) for k in (1, 2, 3)))
    assert sum(pmf[2::2]) == sum(sympy.Rational(1, 4**k) for k in range(1, 5))  # seat 0 wins

    given_symbol = sympy.Symbol("p", positive=True)
    formula = Rules(2, 1, die=Die(given_symbol, given_symbol, given_symbol, 1 - 3 * given_symbol))
    assert formula.chain().win_probabilities()[0].subs(given_symbol, third / 2) == third


def test_the_smallest_table_ends_soon(smallest):
    assert smallest.expected_turns() == smallest.expected_rolls() == 2
    assert smallest.variance_turns() == 2  # geometric with success 1/2
    assert smallest.turns_quantile(sympy.Rational(1, 2)) == 1
    assert smallest.turns_quantile(sympy.Rational(3, 4)) == 2
    assert smallest.turns_quantile(sympy.Rational(3, 4) + sympy.Rational(1, 10**9)) == 3
    assert smallest.turns_quantile(0) == 0
    assert smallest.centre_distribution() == {0: 2 * third, 1: third}
    assert smallest.transition_matrix().shape == (len(smallest.states),) * 2


def test_turns_and_rolls_are_two_clocks():
    chain = Rules(3, 3).chain()
    assert round(float(chain.expected_turns()), 3) == 18.863
    assert round(float(chain.expected_rolls()), 3) == 17.516


def test_laws_and_moments_agree_on_three_by_two():
    chain = Rules(3, 2).chain()
    pmf = chain.turns_pmf(250)
    tail = 1 - sum(pmf)
    assert 0 < tail < sympy.Rational(1, 10**9)
    mean = sum(t * p for t, p in enumerate(pmf))
    second = sum(t * t * p for t, p in enumerate(pmf))
    assert abs(mean - chain.expected_turns()) < sympy.Rational(1, 10**6)
    variance = chain.variance_turns()
    assert abs(second - mean**2 - variance) < sympy.Rational(1, 10**4)
    q = sympy.Rational(9, 10)
    turns = chain.turns_quantile(q)
    assert sum(pmf[:turns]) < q <= sum(pmf[: turns + 1])
    centre = chain.centre_distribution()
    assert sum(centre.values()) == 1
    assert set(centre) == set(range(6))


def test_distribution_steps_through_the_transition_matrix():
    chain = Rules(2, 2).chain()
    P = chain.transition_matrix()
    row = sympy.zeros(1, len(chain.states))
    row[0, chain.states.index(chain.start)] = 1
    for turns in range(5):
        law = chain.distribution(turns)
        assert [law.get(state, 0) for state in chain.states] == list(row)
        row = row * P


def test_matrices_are_the_first_step_equations():
    chain = Rules(3, 1).chain()
    Q, R, transient, absorbing = chain.canonical_form()
    N = chain.fundamental_matrix()
    assert (transient, absorbing) == (chain.transient_states, chain.absorbing_states)
    assert N * (sympy.eye(len(transient)) - Q) == sympy.eye(len(transient))
    ends = chain.absorption_probabilities()
    assert tuple(ends) == absorbing
    assert list(ends.values()) == list((N * R)[transient.index(chain.start), :])
    turns = N * sympy.ones(len(transient), 1)
    for k, state in enumerate(transient):
        assert chain.expected_turns(state) == turns[k]
    variance = (2 * N - sympy.eye(len(transient))) * turns - turns.applyfunc(lambda t: t**2)
    assert chain.variance_turns() == variance[transient.index(chain.start)]


def test_a_turned_table_and_an_exchanged_die_are_the_same():
    for die in (Die.standard(), Die.from_faces("LLLC..")):
        turned = Die(die.right, die.centre, die.left, die.blank)
        left = Rules(3, 2, die=die).chain().win_probabilities()
        right = Rules(3, 2, die=turned, passing="right").chain().win_probabilities()
        assert left == right
    # Left and right exchanged shows only with a lopsided die.
    lopsided = Die.from_faces("LLLC..")
    exchanged = Die.from_faces("RRRC..")
    win = [Rules(3, 2, die=d).chain().win_probabilities() for d in (lopsided, exchanged)]
    assert win[0] != win[1]


@given(rules(most_chips=4))
@settings(max_examples=20, deadline=None)
def test_any_table_ends_and_agrees_with_plain_elimination(table):
    chain = table.chain()
    for state in chain.states:
        assert sum(chain.transitions(state).values()) == 1
        assert chain.transitions(state) == table.transitions(state)
    assert sum(chain.absorption_probabilities().values()) == 1
    win = chain.win_probabilities()
    assert sum(win) == 1
    assert all(0 <= p <= 1 for p in win)
    expected_win, expected_turns, expected_rolls = plain.answers(table)
    assert win == as_rationals(expected_win)
    assert (chain.expected_turns(), chain.expected_rolls()) == as_rationals(
        (expected_turns, expected_rolls)
    )
    assert chain.variance_turns() >= 0


@given(dice(lossy=True), st.integers(2, 3), st.integers(1, 2), st.integers(0, 2))
@settings(max_examples=20, deadline=None)
def test_symmetry_of_the_table(die, players, chips, seat):
    """From a rotated position everybody's chance is rotated too."""
    chain = Rules(players, chips, die=die).chain()
    seat %= players
    for state in chain.transient_states:
        rotated = State(
            tuple(state.chips[(k - seat) % players] for k in range(players)),
            (state.roller + seat) % players,
        )
        if rotated in chain.transient_states:
            here, there = chain.win_probabilities(state), chain.win_probabilities(rotated)
            assert tuple(there[(k + seat) % players] for k in range(players)) == here


@given(rules(most_players=3, most_chips=4), st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_another_order_of_the_states(table, random):
    """The order in which positions are listed changes nothing but the order of the lists."""
    chain = table.chain()
    shuffled = list(chain.states)
    random.shuffle(shuffled)
    other = AbsorbingChain({s: chain.transitions(s) for s in shuffled}, start=chain.start)
    assert other.states == tuple(shuffled)
    assert other.absorption_probabilities() == chain.absorption_probabilities()
    assert other.expected_turns() == chain.expected_turns()
    assert other.variance_turns() == chain.variance_turns()
    assert other.turns_pmf(4) == chain.turns_pmf(4)


@given(rules(most_players=3, most_chips=4))
@settings(max_examples=20, deadline=None)
def test_another_seat_order(table):
    """An empty seat before the first roller: after its missed turn nothing has changed."""
    wider = Rules(
        table.players + 1,
        [0, *table.chips],
        die=table.die,
        max_dice=table.max_dice,
        passing=table.passing,
    ).chain()
    first = State((0, *table.chips), 1)
    assert wider.win_probabilities() == wider.win_probabilities(first)
    assert wider.expected_turns() == wider.expected_turns(first) + 1
    assert wider.expected_rolls() == wider.expected_rolls(first)


def test_sampled_games_agree_with_the_chain():
    chain = Rules(3, 1).chain()
    games = 4000
    wins = [0, 0, 0]
    for seed in range(games):
        wins[Game(chain.rules, seed).play().winner] += 1
    for won, p in zip(wins, map(float, chain.win_probabilities()), strict=True):
        assert abs(won / games - p) < 5 * (p * (1 - p) / games) ** 0.5


def test_symbols_agree_with_numbers():
    p, q = sympy.symbols("p q", positive=True)
    for players, chips, die in [
        (2, 2, Die(p, q, p, 1 - 2 * p - q)),
        (3, 1, Die(p, p, p, 1 - 3 * p)),
    ]:
        chain = Rules(players, chips, die=die).chain()
        win = chain.win_probabilities()
        assert sympy.simplify(sum(win)) == 1
        assert chain.free_symbols == die.free_symbols
        values = {p: sympy.Rational(1, 7), q: sympy.Rational(2, 9)}
        numbers = Die(*(x.subs(values) for x in (die.left, die.centre, die.right, die.blank)))
        known = Rules(players, chips, die=numbers).chain()
        assert tuple(x.subs(values) for x in win) == known.win_probabilities()
        assert chain.expected_turns().subs(values) == known.expected_turns()
        assert chain.turns_pmf(3)[-1].subs(values) == known.turns_pmf(3)[-1]
        with pytest.raises(ValueError, match="chain with symbols has no quantiles"):
            chain.turns_quantile(sympy.Rational(1, 2))


def test_a_die_with_roots_stays_exact():
    s = sympy.sqrt(2) / 8
    chain = Rules(2, 1, die=Die(s, s, s, 1 - 3 * s)).chain()
    assert sympy.simplify(chain.expected_turns() - 1 / (3 * s)) == 0
    assert chain.free_symbols == set()
    assert chain.turns_quantile(sympy.Rational(1, 2)) == 1  # 3 s is more than one half


def test_a_game_that_cannot_end_is_refused():
    with pytest.raises(ValueError, match=r"not absorbing: from state State\(chips=\(1, 1\)"):
        Rules(2, 1, die=Die(0, 0, 0, 1)).chain()
    # Everybody passes everything on, for ever.
    with pytest.raises(ValueError, match="not absorbing: from state"):
        Rules(3, 3, die=Die(1, 0, 0, 0)).chain()


def test_large_tables_are_refused_before_they_start():
    with pytest.raises(ValueError, match="up to 836022413604 positions; use bounds or simulate"):
        Rules(12, 3).chain()
    large = Rules(5, 3).chain()
    for ask in (large.win_probabilities, large.expected_turns, large.centre_distribution):
        with pytest.raises(ValueError, match=r"5 players with 15 chips are too many .* simulate"):
            ask()
    chain = Rules(4, 3).chain()
    with pytest.raises(ValueError, match="too large for an exact answer: 7132 states"):
        chain.expected_visits()
    with pytest.raises(ValueError, match=r"fundamental_matrix would have .*expected_visits"):
        chain.fundamental_matrix()
    with pytest.raises(ValueError, match=r"canonical_form would have .*expected_visits"):
        chain.canonical_form()


@pytest.mark.parametrize(
    ("ask", "error", "sentence"),
    [
        (lambda c: c.win_probabilities(State((3, 3), 0)), ValueError, "none of the .* states"),
        (lambda c: c.win_probabilities((1, 1)), ValueError, "none of the .* states"),
        (lambda c: c.transitions(State((1, 1, 1), 0)), ValueError, "none of the .* states"),
        (lambda c: c.expected_turns([]), ValueError, "none of the .* states"),
        (lambda c: c.turns_pmf(-1), ValueError, "upto must be at least 0"),
        (lambda c: c.turns_pmf(1.5), TypeError, "upto must be a whole number"),
        (lambda c: c.distribution(-1), ValueError, "turns must be at least 0"),
        (lambda c: c.turns_quantile(0.5), TypeError, r"q .* write Rational\(1, 2\)"),
        (lambda c: c.turns_quantile(1), ValueError, "less than 1, not 1"),
        (lambda c: c.turns_quantile(sympy.sqrt(2) / 2), TypeError, "must be a fraction"),
    ],
)
def test_impossible_questions_are_refused(smallest, ask, error, sentence):
    with pytest.raises(error, match=sentence):
        ask(smallest)


def test_a_chain_is_made_of_rules_only():
    with pytest.raises(TypeError, match="rules must be Rules"):
        GameChain(3)
    assert isinstance(Rules(2, 1).chain(), AbsorbingChain)


def test_results_show_themselves():
    win = Rules(3, 3).chain().win_probabilities()
    assert repr(win).startswith("(4215…0437/1373…8255 (0.306843), ")
    page = win._repr_html_()
    assert "Player 3" in page
    assert "0.365138" in page
    assert pickle.loads(pickle.dumps(win)) == win
    law = Rules(2, 1).chain().centre_distribution()
    assert repr(law) == "{0: 2/3, 1: 1/3}"
    assert "chips in the centre" in law._repr_html_()
