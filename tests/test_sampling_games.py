"""Games played one by one, all at the same time: large tables, blocks, and which way is taken."""

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from lcr_teach.bounds import bounds
from lcr_teach.rules import Die, Rules
from lcr_teach.sampling import games as playing
from lcr_teach.sampling import simulate, simulation
from lcr_teach.sampling.games import plan, play_block, turns


@st.composite
def any_rules(draw):
    players = draw(st.integers(2, 7))
    chips = draw(st.lists(st.integers(0, 4), min_size=players, max_size=players))
    if sum(c > 0 for c in chips) < 2:
        chips[0] = chips[1] = 1
    weights = draw(st.tuples(st.integers(0, 5), st.integers(1, 5), *[st.integers(0, 5)] * 2))
    return Rules(
        players,
        chips,
        Die(*(Fraction(w, sum(weights)) for w in weights)),
        max_dice=draw(st.integers(1, 4)),
        passing=draw(st.sampled_from(["left", "right"])),
    )


@given(rules=any_rules(), games=st.integers(1, 300), seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=50)
def test_every_turn_follows_the_rules(rules, games, seed):
    """Whatever the dice do, the chips after a turn are ones that the rules allow."""
    allowed = {
        dice: set(map(tuple, rules.die.law(dice))) for dice in range(min(rules.max_dice, 30) + 1)
    }
    before = np.tile(np.array(rules.chips), (games, 1))
    playing_still = np.ones(games, bool)
    for turn in turns(plan(rules), games, np.random.default_rng(seed)):
        assert turn.roller == (turn.number - 1) % rules.players
        going = playing_still[turn.games]
        after = turn.chips.T.astype(int)
        old = before[turn.games]
        assert (after[~going] == old[~going]).all()  # a game that is over stands still
        for was, now in {
            (tuple(a), tuple(b)) for a, b in zip(old[going], after[going], strict=True)
        }:
            dice = min(was[turn.roller], rules.max_dice)
            following = set()
            for left, centre, right, _ in allowed[dice]:
                chips = list(was)
                chips[turn.roller] -= left + centre + right
                chips[rules.left_of(turn.roller)] += left
                chips[rules.right_of(turn.roller)] += right
                following.add(tuple(chips))
            assert now in following
        assert (turn.over == (going & ((after > 0).sum(axis=1) == 1))).all()
        before[turn.games] = after
        playing_still[turn.games[turn.over]] = False
    assert not playing_still.any()


@pytest.mark.parametrize(
    "rules", [Rules(7, 3), Rules(8, 3), Rules(12, 3), Rules(20, 3), Rules(200, 2)], ids=str
)
def test_large_tables_are_played(rules):
    sample = simulate(rules, 300, seed=1)
    assert sum(sample.wins) == sample.games == 300
    assert sample == simulate(rules, 300, seed=1)
    assert sample != simulate(rules, 300, seed=2)
    for _, turns_, rolls, centre in sample.joint:
        assert 1 <= rolls <= turns_
        assert 0 <= centre < rules.total_chips


def test_winners_of_a_large_table_lie_in_the_certified_bounds():
    """Every seat within 4.5 standard errors: a false alarm of 4 in 100 000 for six seats."""
    rules, games = Rules(6, 2), 200_000
    sample = simulate(rules, games, seed=1)
    for won, pair in zip(sample.wins, bounds(rules, 1e-6).win, strict=True):
        p = float(pair.lower)
        assert abs(won - games * p) < 4.5 * math.sqrt(games * p * (1 - p))


def test_a_small_sample_of_a_large_table_is_what_it_was():
    sample = simulate(Rules(12, 3), 5, seed=1)
    assert sample.joint == {
        (2, 178, 124, 35): 1,
        (2, 189, 129, 35): 1,
        (5, 181, 124, 35): 1,
        (8, 175, 120, 35): 1,
        (10, 224, 124, 35): 1,
    }


def test_a_block_has_random_numbers_of_its_own():
    first, second, other = (
        play_block(plan(Rules()), 500, seed, block) for seed, block in ((1, 0), (1, 1), (2, 0))
    )
    assert not np.array_equal(first, second)
    assert not np.array_equal(first, other)
    assert np.array_equal(first, play_block(plan(Rules()), 500, 1, 0))


def test_more_games_than_a_block_are_all_played(monkeypatch):
    monkeypatch.setattr("lcr_teach.sampling.work.BLOCK", 100)
    sample = simulate(Rules(7, 3), 250, seed=3)
    parts = [play_block(plan(Rules(7, 3)), n, 3, block) for block, n in enumerate([100, 100, 50])]
    assert sum(sample.wins) == 250
    for *key, games in np.concatenate(parts).tolist():
        assert sample.joint[tuple(key)] >= games


def test_totals_are_added_up_on_the_way(monkeypatch):
    monkeypatch.setattr("lcr_teach.sampling.work.BLOCK", 100)
    usual = simulate(Rules(7, 3), 1000, seed=3)
    monkeypatch.setattr("lcr_teach.sampling.work._MOST_ROWS", 10)
    assert simulate(Rules(7, 3), 1000, seed=3) == usual


@pytest.mark.parametrize(
    ("rules", "games", "counted"),
    [
        (Rules(3, 3), 1, True),
        (Rules(4, 2), 1, True),
        (Rules(4, 3), 1000, False),
        (Rules(4, 3), 10**9, True),
        (Rules(6, 3), 10**6, False),
        (Rules(6, 3), 10**10, True),
        (Rules(7, 3), 10**10, False),
        (Rules(12, 3), 10**4, False),
        # Whether this ends has to be found out by looking at the positions.
        (Rules(4, 3, Die.from_faces("LR")), 1000, True),
    ],
    ids=str,
)
def test_the_cheaper_way_is_taken(rules, games, counted):
    assert simulation._better_counted(rules, games) is counted


def test_a_subclass_with_rules_of_its_own_is_counted_or_refused():
    class Backwards(Rules):
        def after(self, state, roll):
            return super().after(state, roll)

    assert simulation._better_counted(Backwards(4, 3), 10)
    with pytest.raises(ValueError, match=r"^a table with up to .* is too large to count .*\.$"):
        simulate(Backwards(8, 3), 10)


def test_games_that_last_too_long_are_given_up(monkeypatch):
    monkeypatch.setattr(playing, "_MOST_TURNS", 30)
    with pytest.raises(ValueError, match=r"^\d+ of 1000 games are not over after 30 turns\.$"):
        simulate(Rules(7, 3), 1000, seed=1)


def test_many_chips_and_dice_need_larger_numbers():
    rules = Rules(3, (400, 1, 200), max_dice=300)
    assert plan(rules).falls is None
    sample = simulate(rules, 200, seed=1)
    assert sum(sample.wins) == 200
    assert max(sample.centre) < 601


def test_an_irrational_die_is_rolled():
    root = 1 / sympy.sqrt(2)
    sample = simulate(Rules(7, 3, Die(root / 2, root / 2, 0, 1 - root)), 100, seed=1)
    assert sum(sample.wins) == 100


@pytest.mark.parametrize(
    ("die", "sure"),
    [
        (Die.standard(), True),
        (Die.from_faces("C"), True),
        (Die.from_faces("L."), True),
        (Die.from_faces("LR"), False),
        (Die.from_faces("."), False),
    ],
    ids=str,
)
def test_where_a_game_is_sure_to_end(die, sure):
    assert playing.sure_to_end(Rules(3, 1, die)) is sure
    if sure:
        simulate(Rules(3, 1, die), 10, seed=1)  # counting has looked, and refuses nothing
