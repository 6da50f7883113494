"""Whole courses: every step is one of the rules, and they are the games that are counted."""

from itertools import pairwise

import numpy as np
import pytest
import sympy

from lcr_teach.rules import Die, Rules, State
from lcr_teach.sampling import paths as module
from lcr_teach.sampling import sample_paths, simulate

RULES = Rules(4, (2, 0, 3, 1), passing="right")


@pytest.fixture(scope="module")
def paths():
    return sample_paths(RULES, 300, seed=4)


def test_every_course_follows_the_rules(paths):
    for game in range(paths.games):
        course = paths.path(game)
        assert course[0] == RULES.start
        assert course[-1].winner == paths.winners[game]
        for before, after in pairwise(course):
            assert after in RULES.transitions(before)
        rolled = [RULES.dice(state) > 0 for state in course[:-1]]
        assert (len(rolled), sum(rolled)) == (paths.turns[game], paths.rolls[game])


def test_a_game_that_is_over_stays_as_it_is(paths):
    assert paths.chips.shape == (300, paths.turns.max() + 1, 4)
    for game in range(paths.games):
        last = paths.turns[game]
        assert not paths.ended[game, :last].any()
        assert paths.ended[game, last:].all()
        assert (paths.chips[game, last:] == paths.chips[game, last]).all()
        assert (paths.chips[game, last - 1] > 0).sum() > 1
    assert (paths.centre + paths.chips.sum(axis=2) == RULES.total_chips).all()
    assert paths.rollers.tolist()[:5] == [0, 1, 2, 3, 0]


def test_they_are_the_games_that_are_played_one_by_one(monkeypatch):
    monkeypatch.setattr("lcr_teach.sampling.work.BLOCK", 100)
    monkeypatch.setattr(module, "BLOCK", 100)
    sample = sample_paths(Rules(7, 3), 250, seed=3).sample()
    assert sample.games == 250
    assert sample == simulate(Rules(7, 3), 250, seed=3)


def test_a_seed_is_drawn_and_kept():
    first = sample_paths(Rules(), 50)
    assert (first.chips == sample_paths(Rules(), 50, first.seed).chips).all()
    assert sample_paths(Rules(), 50).seed != first.seed
    assert repr(first) == f"<Paths: {Rules()}, 50 games, seed {first.seed}>"


def test_more_chips_than_a_byte_holds():
    paths = sample_paths(Rules(2, (300, 1)), 20, seed=1)
    assert paths.chips.dtype == np.uint16
    assert (paths.chips[:, 0] == [300, 1]).all()


p = sympy.Symbol("p", positive=True)


class Other(Rules):
    pass


@pytest.mark.parametrize(
    ("rules", "games", "error", "sentence"),
    [
        (3, 10, TypeError, "rules must be Rules, not 3."),
        (Rules(), 0, ValueError, "games must be at least 1, not 0."),
        (
            Rules(2, 1, Die(p, p, p, 1 - 3 * p)),
            10,
            ValueError,
            r"a die with symbols \(p\) cannot be rolled: give them values.",
        ),
        (Other(), 10, TypeError, "paths follow the rules of the game, not .* subclass of Rules."),
        (Rules(3, 1, Die.from_faces("LR")), 10, ValueError, "a game may go on for ever with .*"),
        (Rules(), 10**12, ValueError, "the paths of 1000000000000 games do not fit in memory: .*"),
        (Rules(20, 3), 10**6, ValueError, "the paths of 1000000 games do not fit in memory: .*"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(rules, games, error, sentence):
    with pytest.raises(error, match=f"^{sentence}$"):
        sample_paths(rules, games, seed=1)


@pytest.mark.parametrize("game", [-1, 300])
def test_a_course_that_is_not_there(paths, game):
    with pytest.raises(ValueError, match=r"^game must be from 0 to 299, not "):
        paths.path(game)


def test_courses_are_positions(paths):
    assert all(isinstance(state, State) for state in paths.path(0))
