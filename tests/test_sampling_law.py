"""All ways to sample have one law: winner, turns, rolls, centre, and all four together.

The reference is the law that :func:`count_games` shows in 10**12 games; tests of their own
compare that with the exact chain. A way plays many small samples, and the p-values of
chi-square against the reference must look uniform. Seeds are fixed, so the tests pass or
fail for good; each would have raised a false alarm with probability 1 in 1000.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache, partial

import numpy as np
import pytest
from scipy import stats

from lcr_teach.game import Game
from lcr_teach.rules import Die, Rules
from lcr_teach.sampling import counting, sample_paths
from lcr_teach.sampling.games import plan, play_block
from lcr_teach.sampling.work import Watch

SEEDS = 40
#: Cells with a smaller expected count are taken together.
LEAST = 5

LOPSIDED = Die(Fraction(1, 2), Fraction(1, 12), Fraction(1, 6), Fraction(1, 4))
#: So many ways to fall that the dice are drawn by the multinomial law instead of from a list.
FINE = Die(Fraction(20, 101), Fraction(30, 101), Fraction(34, 101), Fraction(17, 101))

TABLES = {
    "3 x 3": Rules(),
    "3 x 1": Rules(3, 1),
    "2 x 2, lopsided die": Rules(2, 2, LOPSIDED),
    "3 x 2, lopsided die, to the right": Rules(3, 2, LOPSIDED, passing="right"),
    "two dice at most": Rules(3, 3, max_dice=2),
    "uneven chips": Rules(4, (0, 4, 1, 0)),
    "die without a centre": Rules(2, 2, Die.from_faces("LR..")),
    "fine die": Rules(3, 2, FINE),
}


def counted(rules, games, seed):
    rows = counting.count_games(rules, games, seed, Watch(games, None, None))
    return {tuple(key): number for *key, number in rows.tolist()}


@lru_cache
def law(rules):
    return {key: games / 10**12 for key, games in counted(rules, 10**12, 99).items()}


def one_by_one(rules, games, seed):
    played = Counter()
    for number in range(games):
        game = Game(rules, seed * 10**6 + number)
        played[game.play().winner, game.turns, game.rolls, game.centre] += 1
    return played


def together(rules, games, seed):
    rows = play_block(plan(rules), games, seed, block=0)
    return {tuple(key): number for *key, number in rows.tolist()}


def as_paths(rules, games, seed):
    # Blocks are the same games as `together` plays with the same seed, so take others.
    return sample_paths(rules, games, seed + 1000).sample().joint


def margin(counts, column):
    added = Counter()
    for key, number in counts.items():
        added[key[column]] += number
    return added


class Cells:
    """What is counted of a sample, with thin cells taken together, and its law."""

    def __init__(self, expected, games):
        self.keys = [key for key, p in expected.items() if games * p >= LEAST]
        mean = [games * expected[key] for key in self.keys]
        self.thin = games - sum(mean) >= LEAST
        self.mean = np.array([*mean, games - sum(mean)] if self.thin else mean)

    def chi_square(self, sample):
        """Statistic and degrees of freedom."""
        observed = [sample.get(key, 0) for key in self.keys]
        if self.thin:
            observed.append(sum(sample.values()) - sum(observed))
        mean = self.mean * (sum(observed) / self.mean.sum())
        return ((observed - mean) ** 2 / mean).sum(), len(mean) - 1


def questions(rules, games):
    """The joint counts and each margin that varies: how to take it, and its cells."""
    expected = law(rules)
    for taken, counts in [
        (lambda counts: counts, expected),
        *((partial(margin, column=column), margin(expected, column)) for column in range(4)),
    ]:
        cells = Cells(counts, games)
        if len(cells.mean) > 1:
            yield taken, cells


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("way", [together, as_paths, counted])
def test_the_p_values_of_many_games_are_uniform(way, rules):
    games = 20_000
    samples = [way(rules, games, seed) for seed in range(SEEDS)]
    for taken, cells in questions(rules, games):
        p_values = [stats.chi2.sf(*cells.chi_square(taken(sample))) for sample in samples]
        # Five tests share the false-alarm rate.
        assert stats.kstest(p_values, "uniform").pvalue > 0.001 / 5


@pytest.mark.parametrize("name", ["3 x 1", "2 x 2, lopsided die", "die without a centre"])
def test_single_games_have_the_law(name):
    """Few games a seed, so that p-values jump: here the statistics are added up instead."""
    rules, games = TABLES[name], 60
    samples = [one_by_one(rules, games, seed) for seed in range(SEEDS)]
    for taken, cells in questions(rules, games):
        found, freedom = np.sum([cells.chi_square(taken(sample)) for sample in samples], axis=0)
        assert stats.chi2.sf(found, freedom) > 0.001 / 5
