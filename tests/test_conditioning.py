import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rules

from lcr_teach import AbsorbingChain, Die, Game, Rules, State, simulate

quarter = sympy.Rational(1, 4)


def test_the_smallest_table_by_hand():
    """Seat 0 can only win at even turns: 2, 4, 6, … with chances 3/4, 3/16, 3/64, …."""
    given_first = Rules(2, 1).chain().given_winner(0)
    assert given_first.turns_pmf(4) == (0, 0, 3 * quarter, 0, 3 * quarter**2)
    assert State((0, 2), None) not in given_first.states


@given(rules(most_players=3, most_chips=4), st.data())
@settings(max_examples=20, deadline=None)
def test_any_table_given_its_winner(table, data):
    chain = table.chain()
    win = chain.win_probabilities()
    seat = data.draw(st.sampled_from([s for s, p in enumerate(win) if p]))
    given_seat = chain.given_winner(seat)
    assert isinstance(given_seat, AbsorbingChain)
    assert given_seat.start == chain.start
    assert list(given_seat.states) == [s for s in chain.states if s in given_seat.states]
    ends = chain.absorption_probabilities()
    assert given_seat.absorption_probabilities() == {
        end: p / win[seat] for end, p in ends.items() if end.winner == seat
    }
    # The law of total expectation, and of total probability turn by turn.
    possible = [s for s, p in enumerate(win) if p]
    conditioned = [chain.given_winner(s) for s in possible]
    assert chain.expected_turns() == sum(
        win[s] * c.expected_turns() for s, c in zip(possible, conditioned, strict=True)
    )
    for turns in range(4):
        law = chain.distribution(turns)
        for state, p in law.items():
            assert p == sum(
                win[s] * c.distribution(turns).get(state, 0)
                for s, c in zip(possible, conditioned, strict=True)
            )


def test_sampled_games_agree_with_the_conditioned_chain():
    table = Rules(3, 2)
    chain, sample = table.chain(), simulate(table, 10**6, seed=3)
    for seat in range(3):
        given_seat = chain.given_winner(seat)
        games = sample.wins[seat]
        turns = {}
        for (winner, length, _, _), count in sample.joint.items():
            if winner == seat:
                turns[length] = turns.get(length, 0) + count
        mean = sum(t * c for t, c in turns.items()) / games
        error = (float(given_seat.variance_turns()) / games) ** 0.5
        assert abs(mean - float(given_seat.expected_turns())) < 5 * error


def test_played_games_agree_with_the_conditioned_chain():
    table = Rules(3, 1)
    law = table.chain().given_winner(2).turns_pmf(3)
    won = [g for g in (Game(table, seed) for seed in range(3000)) if g.play().winner == 2]
    for turns, p in enumerate(map(float, law)):
        share = sum(game.turns == turns for game in won) / len(won)
        assert abs(share - p) <= 5 * (p * (1 - p) / len(won)) ** 0.5


def test_symbols_are_conditioned_too():
    p = sympy.Symbol("p", positive=True)
    formula = Rules(2, 1, die=Die(p, p, p, 1 - 3 * p)).chain().given_winner(0)
    number = Rules(2, 1).chain().given_winner(0)
    turns = formula.expected_turns().subs(p, sympy.Rational(1, 6))
    assert turns == number.expected_turns()


def test_positions_by_chance():
    chain = Rules(3, 2).chain()
    found = chain.positions_where(0, at_least=quarter)
    chances = list(found.values())
    assert chances == sorted(chances, reverse=True)
    for state in chain.transient_states:
        chance = chain.win_probabilities(state)[0]
        assert (state in found) == (chance >= quarter)
        assert found.get(state, chance) == chance
    between = chain.positions_where(0, at_least=quarter, at_most=sympy.Rational(1, 3))
    assert between == {s: p for s, p in found.items() if p <= sympy.Rational(1, 3)}


def test_comebacks_from_empty_hands():
    chain = Rules(3, 3).chain()
    empty = chain.positions_where(0, at_least=quarter, holding=0)
    assert empty
    assert all(state.chips[0] == 0 for state in empty)
    assert "Player" in empty._repr_html_()


@pytest.mark.parametrize(
    ("ask", "error", "sentence"),
    [
        (lambda c: c.given_winner(2), ValueError, "seat must be from 0 to 1, not 2"),
        (lambda c: c.given_winner("0"), TypeError, "seat must be a whole number"),
        (lambda c: c.positions_where(-1), ValueError, "seat must be from 0 to 1"),
        (lambda c: c.positions_where(0, 0.5), TypeError, r"at_least .* write Rational\(1, 2\)"),
        (lambda c: c.positions_where(0, at_most=2), ValueError, "at_most must be from 0 to 1"),
        (lambda c: c.positions_where(0, sympy.sqrt(2) / 2), TypeError, "at_least must be a frac"),
        (lambda c: c.positions_where(0, holding=-1), ValueError, "holding must be at least 0"),
    ],
)
def test_impossible_questions_are_refused(ask, error, sentence):
    with pytest.raises(error, match=sentence):
        ask(Rules(2, 1).chain())


def test_who_cannot_win_and_what_is_too_large():
    # All chips go to the left, so the second player has them after one turn.
    one_way = Rules(2, 1, die=Die(1, 0, 0, 0)).chain()
    with pytest.raises(ValueError, match=r"Player 1 .seat 0. cannot win"):
        one_way.given_winner(0)
    large = Rules(4, 3).chain()
    for ask in (large.given_winner, large.positions_where):
        with pytest.raises(ValueError, match="too large for an exact answer: 7132 states"):
            ask(0)
    p = sympy.Symbol("p", positive=True)
    formula = Rules(3, 3, die=Die(p, p, p, 1 - 3 * p)).chain()
    with pytest.raises(ValueError, match="chances with symbols have no order: give the die"):
        formula.positions_where(0)
    with pytest.raises(
        ValueError, match="3 players with 9 chips are too many for this answer in p"
    ):
        formula.given_winner(0)
    root = sympy.sqrt(2) / 8
    with pytest.raises(ValueError, match="have no order here"):
        Rules(2, 1, die=Die(root, root, root, 1 - 3 * root)).chain().positions_where(0)
