import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from strategies import rules

from lcr_teach import Die, Roll, Rules, State


def test_a_position():
    state = State([3, 0, 2], roller=1)
    assert state == State((3, 0, 2), 1)
    assert state.in_play == 5
    assert not state.is_over
    assert state.winner is None
    assert str(state) == "(3, 0, 2) Player 2 to roll"


def test_a_finished_game_is_one_position_whoever_ended_it():
    assert State((0, 4, 0), 0) == State((0, 4, 0), 2) == State((0, 4, 0), None)
    assert State((0, 4, 0), 0).is_over
    assert State((0, 4, 0), 0).winner == 1
    assert State((0, 4, 0), 0).roller is None


@pytest.mark.parametrize(
    ("chips", "roller", "error", "sentence"),
    [
        ((3,), 0, ValueError, "at least 2 seats"),
        ((0, 0), 0, ValueError, "a player who holds chips"),
        ((1, -1), 0, ValueError, "must be at least 0, not -1"),
        ((1, 1), 2, ValueError, "roller must be from 0 to 1, not 2"),
        ((1, 1), None, TypeError, "roller must be a whole number"),
        ((1, 1.0), 0, TypeError, "chips of a seat must be a whole number"),
        (3, 0, TypeError, "chips must be one number a seat"),
    ],
)
def test_impossible_positions_are_refused(chips, roller, error, sentence):
    with pytest.raises(error, match=sentence):
        State(chips, roller)


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"players": 1}, ValueError, "players must be at least 2, not 1"),
        ({"players": 2.0}, TypeError, "players must be a whole number"),
        ({"chips": 0}, ValueError, "chips must be at least 1"),
        ({"chips": -1}, ValueError, "chips must be at least 1, not -1"),
        ({"chips": "333"}, TypeError, "chips .*must be a whole number"),
        ({"chips": 1.5}, TypeError, "chips must be a whole number"),
        ({"chips": [1, 2]}, ValueError, "one number for each of 3 players, not 2"),
        ({"chips": [1, -1, 2]}, ValueError, "must be at least 0"),
        ({"chips": [5, 0, 0]}, ValueError, "held by at least 2 players"),
        ({"max_dice": 0}, ValueError, "max_dice must be at least 1"),
        ({"die": "LCR"}, TypeError, "die must be a Die"),
        ({"passing": "up"}, ValueError, "passing must be 'left' or 'right'"),
    ],
)
def test_impossible_tables_are_refused(arguments, error, sentence):
    with pytest.raises(error, match=sentence):
        Rules(**arguments)


def test_the_dice_limit_is_three_whatever_the_start():
    table = Rules(players=3, chips=5)
    assert table.dice(State((5, 0, 2), 0)) == 3
    assert table.dice(State((5, 0, 2), 1)) == 0
    assert table.dice(State((5, 0, 2), 2)) == 2
    assert table.dice(State((5, 0, 0), None)) == 0


def test_the_left_neighbour_plays_next():
    table = Rules(players=3)
    assert [table.left_of(s) for s in range(3)] == [1, 2, 0]
    assert [table.right_of(s) for s in range(3)] == [2, 0, 1]
    turned = Rules(players=3, passing="right")
    assert [turned.right_of(s) for s in range(3)] == [1, 2, 0]
    assert [turned.left_of(s) for s in range(3)] == [2, 0, 1]
    assert table.start.roller == turned.start.roller == 0


def test_one_turn_by_hand():
    table = Rules(players=3)
    after = table.after(State((3, 3, 3), 0), Roll(left=1, centre=1, right=1))
    assert after == State((0, 4, 4), 1)
    # With two players both neighbours are the same.
    assert Rules(2, 2).after(State((2, 2), 0), Roll(left=1, right=1)) == State((0, 4), None)
    # A player without chips misses the turn and can come back.
    missed = table.after(State((0, 4, 4), 0), Roll())
    assert missed == State((0, 4, 4), 1)
    assert table.after(missed, Roll(right=1, blank=2)) == State((1, 3, 4), 2)


def test_turns_that_cannot_be_are_refused():
    table = Rules(players=3)
    with pytest.raises(ValueError, match="Player 1 rolls 3 dice, not 2"):
        table.after(table.start, Roll(left=2))
    with pytest.raises(ValueError, match="the game is over"):
        table.after(State((0, 4, 0), None), Roll())


def test_the_smallest_table_by_hand():
    third = sympy.Rational(1, 3)
    assert Rules(2, 1).transitions(State((1, 1), 0)) == {
        State((0, 2), None): third,
        State((0, 1), None): third / 2,
        State((1, 1), 1): third * 3 / 2,
    }


@given(rules(), st.data())
def test_any_turn_of_any_table(table, data):
    state = table.start
    for _ in range(data.draw(st.integers(0, 6))):
        law = table.transitions(state)
        assert sum(law.values()) == 1
        for after in law:
            assert after.in_play <= state.in_play
            moved = sum(abs(a - b) for a, b in zip(after.chips, state.chips, strict=True))
            assert moved <= 2 * table.dice(state)
        if state.is_over:
            assert law == {state: 1}
            return
        state = data.draw(st.sampled_from(list(law)))
        assert state.is_over or state.roller is not None


def test_rules_are_values():
    assert Rules(3, 3) == Rules(3, (3, 3, 3), die=Die.from_faces("LCR..."))
    assert hash(Rules(3, 3)) == hash(Rules(3, [3, 3, 3]))
    assert Rules(3, 3) != Rules(3, 3, max_dice=2)
    assert repr(Rules(2, [1, 2], max_dice=2)) == "Rules(players=2, chips=(1, 2), max_dice=2)"
    assert Rules(2, 1).positions_at_most == 10
