"""Many games at once: every count adds up and has the law of games played one by one.

Statistical tests here have fixed seeds, so they pass or fail for good. The false-alarm
rates that they state say how likely it was that the seeds had to be chosen again.
"""

import math
from collections import Counter
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from lcr_teach.compare import compare
from lcr_teach.game import Game
from lcr_teach.rules import Die, Roll, Rules, State
from lcr_teach.sampling import Estimate, Sample, counting, simulate
from lcr_teach.sampling.positions import find_positions

LOPSIDED = Die(Fraction(1, 2), Fraction(1, 12), Fraction(1, 6), Fraction(1, 4))

TABLES = {
    "3 x 3": Rules(),
    "2 x 3": Rules(2, 3),
    "4 x 1": Rules(4, 1),
    "uneven chips": Rules(3, (0, 4, 1)),
    "lopsided die": Rules(3, 2, LOPSIDED),
    "lopsided die to the right": Rules(3, 2, LOPSIDED, passing="right"),
    "two dice at most": Rules(3, 3, max_dice=2),
    "die without a centre": Rules(2, 2, Die.from_faces("LR..")),
    "die without a blank": Rules(3, 2, Die.from_faces("LCR")),
}


@st.composite
def small_rules(draw):
    players = draw(st.integers(2, 4))
    chips = draw(st.lists(st.integers(0, 2), min_size=players, max_size=players))
    if sum(c > 0 for c in chips) < 2:
        chips[0] = chips[1] = 1
    weights = draw(st.tuples(*[st.integers(1, 5)] * 4))
    die = Die(*(Fraction(w, sum(weights)) for w in weights))
    return Rules(
        players,
        chips,
        die,
        max_dice=draw(st.integers(1, 3)),
        passing=draw(st.sampled_from(["left", "right"])),
    )


@given(
    games=st.lists(st.integers(0, 10**15), min_size=1, max_size=20),
    dice=st.integers(0, 3),
    seed=st.integers(0, 2**32),
)
@settings(deadline=None)
def test_sharing_keeps_every_game(games, dice, seed):
    law = Die.standard().law(dice)
    probabilities = np.array([float(p) for p in law.values()])
    shared = counting._share(np.array(games), probabilities, np.random.default_rng(seed))
    assert shared.dtype == np.int64
    assert (shared >= 0).all()
    assert shared.sum(axis=1).tolist() == games


@given(rules=small_rules(), games=st.integers(1, 10**6), seed=st.integers(0, 2**32))
@settings(deadline=None)
def test_every_game_ends_once_and_no_chip_is_lost(rules, games, seed):
    sample = simulate(rules, games, seed)
    assert sum(sample.wins) == sum(sample.joint.values()) == games
    assert min(sample.joint.values()) > 0
    for winner, turns, rolls, centre in sample.joint:
        assert 0 <= winner < rules.players
        assert 1 <= rolls <= turns
        # A chip that is not in the centre is held by the winner, who holds at least one.
        assert 1 <= rules.total_chips - centre <= rules.total_chips


@given(rules=small_rules(), seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=25)
def test_games_end_only_where_the_chain_ends(rules, seed):
    ends = {(s.winner, rules.total_chips - s.in_play) for s in rules.chain().absorbing_states}
    assert {(winner, centre) for winner, _, _, centre in simulate(rules, 1000, seed).joint} <= ends


def test_the_joint_counts_have_the_margins_that_are_shown():
    sample = simulate(Rules(3, 2), 100_000, seed=1)
    for column, margin in [
        (0, dict(enumerate(sample.wins))),
        (1, sample.turns),
        (2, sample.rolls),
        (3, sample.centre),
    ]:
        counted = Counter()
        for key, games in sample.joint.items():
            counted[key[column]] += games
        assert dict(counted) == margin
        assert list(margin) == sorted(margin)
    assert list(sample.joint) == sorted(sample.joint)


def test_what_leaves_the_sample_are_plain_numbers():
    sample = simulate(Rules(2, 1), 100, seed=1)
    values = [*sample.wins, *sample.turns.items(), *sample.joint.items(), sample.mean_turns()]
    for value in values:
        assert "np." not in repr(value)


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_the_counts_agree_with_the_exact_chain(rules):
    """Every number within 5 standard errors: a false alarm of 6 in 10 million a number."""
    chain, games = rules.chain(), 10**10
    sample = simulate(rules, games, seed=7)

    def agree(count, p):
        p = float(p)
        assert abs(count - games * p) <= 5 * math.sqrt(games * p * (1 - p))

    for won, p in zip(sample.wins, chain.win_probabilities(), strict=True):
        agree(won, p)
    for turns, p in enumerate(chain.turns_pmf(60)):
        if games * p >= 100 or p == 0:  # rarer counts are not near enough to normal
            agree(sample.turns.get(turns, 0), p)
    for centre, p in chain.centre_distribution().items():
        if games * p >= 100:
            agree(sample.centre[centre], p)
    for (mean, error), exact in [
        (sample.mean_turns(), chain.expected_turns()),
        (sample.mean_rolls(), chain.expected_rolls()),
    ]:
        assert abs(mean - float(exact)) <= 5 * error
    error = math.sqrt(float(chain.variance_turns()) / games)
    assert sample.mean_turns().standard_error == pytest.approx(error, rel=0.001)


def test_a_million_million_games_lie_within_five_standard_errors():
    rules = Rules()
    comparison = compare(rules, simulate(rules, 10**12, seed=1))
    assert comparison.games == 10**12
    assert max(map(abs, comparison.z)) < 5


def test_the_largest_draws_still_have_the_multinomial_law():
    """Pearson's statistic of each of 1000 draws of 10**15 rolls; false alarm 1 in 1000."""
    law = Die.standard().law(3)
    order = counting._rarest_first(Rules(), 3)
    expected = np.array([float(law[roll] * counting.MOST_GAMES) for roll in order])
    shared = counting._share(
        np.full(1000, counting.MOST_GAMES),
        expected / counting.MOST_GAMES,
        np.random.default_rng(5),
    )
    chi_square = ((shared - expected) ** 2 / expected).sum(axis=1)
    assert stats.kstest(chi_square, stats.chi2(len(order) - 1).cdf).pvalue > 0.001


@pytest.mark.parametrize(
    "rules", [Rules(3, 1), Rules(2, 2, LOPSIDED), Rules(3, (1, 0, 2), passing="right")], ids=str
)
def test_the_counts_have_the_law_of_games_played_one_by_one(rules):
    """Chi-square of the joint counts against 3000 single games; false alarm 1 in 1000."""
    single = Counter()
    for seed in range(3000):
        game = Game(rules, seed)
        single[game.play().winner, game.turns, game.rolls, game.centre] += 1
    sample = simulate(rules, 10**6, seed=3)
    # Cells that are too rare for chi-square are taken together.
    cells, rest = [], np.zeros(2)
    for key in sample.joint.keys() | single.keys():
        pair = np.array([single[key], sample.joint.get(key, 0)])
        if sample.joint.get(key, 0) >= 3000:
            cells.append(pair)
        else:
            rest += pair
    assert len(cells) > 10
    assert stats.chi2_contingency(np.array([*cells, rest])).pvalue > 0.001


@pytest.mark.slow
@pytest.mark.parametrize("rules", [Rules(3, 3), Rules(4, 2)], ids=str)
def test_the_p_values_of_many_seeds_are_uniform(rules):
    chain = rules.chain()
    p_values = [compare(chain, simulate(rules, 10_000, seed)).p_value for seed in range(500)]
    assert stats.kstest(p_values, "uniform").pvalue > 0.001


class TheSame(Rules):
    """Rules that may be others for all one knows, so every roll of every position is asked."""


@pytest.mark.parametrize(
    "rules",
    [
        *TABLES.values(),
        Rules(5, (0, 1, 0, 2, 2), LOPSIDED, passing="right"),
        Rules(2, (7, 4), max_dice=6),
        Rules(3, (9, 1, 1), max_dice=1),
    ],
    ids=str,
)
def test_positions_found_together_are_those_found_one_by_one(rules):
    """In the same order too, for a seed stands for other games in another order."""
    same = TheSame(rules.players, rules.chips, rules.die, rules.max_dice, rules.passing)
    order = partial(counting._rarest_first, rules)
    together, each = find_positions(rules, order), find_positions(same, order)
    for name in ("chips", "rollers", "dice", "winners"):
        found, expected = getattr(together, name), getattr(each, name)
        assert found.dtype == expected.dtype == np.int64
        assert found.tolist() == expected.tolist()
    assert {dice: rows.tolist() for dice, rows in together.after.items()} == {
        dice: rows.tolist() for dice, rows in each.after.items()
    }


@given(rules=small_rules())
@settings(deadline=None, max_examples=25)
def test_the_positions_and_what_follows_are_those_of_the_chain(rules):
    positions = find_positions(rules, lambda dice: list(rules.die.law(dice)))
    states = [positions.state(number) for number in range(len(positions.dice))]
    assert len(set(states)) == len(states)
    assert set(states) == set(rules.chain().states)
    for dice, rows in positions.after.items():
        here = [state for state, d in zip(states, positions.dice, strict=True) if d == dice]
        for state, following in zip(here, rows.tolist(), strict=True):
            assert rules.dice(state) == dice
            assert {states[number] for number in following} == set(rules.transitions(state))


class OneDieAChip(Rules):
    """The mistake of rolling one die a chip without the limit of three."""

    def dice(self, state):
        return 0 if state.roller is None else state.chips[state.roller]


class LeavesOutTheEmpty(Rules):
    """The mistake of treating players without chips as if they had left the table."""

    def after(self, state, roll):
        seated = [s for s, held in enumerate(state.chips) if held]
        place = seated.index(state.roller)
        chips = list(state.chips)
        chips[state.roller] -= roll.given
        chips[seated[(place + 1) % len(seated)]] += roll.left
        chips[seated[place - 1]] += roll.right
        roller = self.after_seat(state.roller)
        while not chips[roller]:
            roller = self.after_seat(roller)
        return State(tuple(chips), roller)


@pytest.mark.parametrize(
    ("variant", "published"),
    [(OneDieAChip, (0.3228, 0.3318, 0.3454)), (LeavesOutTheEmpty, (0.2563, 0.3204, 0.4233))],
)
def test_variants_of_the_rules_are_followed(variant, published):
    """The wrong numbers that these mistakes gave in print come out, to all four digits."""
    sample = simulate(variant(), 10**10, seed=1)
    for (share, error), printed in zip(sample.win_shares(), published, strict=True):
        assert abs(share - printed) < 0.00005 + 5 * error


def test_the_games_of_one_turn_may_have_different_rollers():
    sample = simulate(LeavesOutTheEmpty(), 10**6, seed=1)
    assert sample.turns == sample.rolls  # for nobody misses a turn there
    assert simulate(Rules(), 10**6, seed=1).turns != simulate(Rules(), 10**6, seed=1).rolls


def test_draws_in_chunks_lose_nothing(monkeypatch):
    monkeypatch.setattr(counting, "_CHUNK", 7)
    comparison = compare(Rules(3, 2), simulate(Rules(3, 2), 10**9, seed=1))
    assert comparison.games == 10**9
    assert max(map(abs, comparison.z)) < 5


def test_the_same_seed_gives_the_same_sample():
    first, again, other = (simulate(Rules(3, 2), 1000, seed) for seed in (1, 1, 2))
    assert first == again
    assert hash(first) == hash(again)
    assert first.joint == again.joint
    assert first != other
    assert first != simulate(Rules(3, 2, passing="right"), 1000, 1)
    # The same counts at another table are another sample.
    assert first != Sample(Rules(3, 2, passing="right"), 1000, (1,), first._rows)
    assert first != 1


def test_a_small_sample_is_what_it_was():
    assert simulate(Rules(3, 1), 20, seed=1).joint == {
        (0, 3, 3, 1): 2,
        (0, 3, 3, 2): 1,
        (0, 8, 7, 2): 1,
        (0, 9, 8, 0): 1,
        (0, 12, 10, 2): 1,
        (1, 3, 3, 0): 1,
        (1, 3, 3, 1): 2,
        (1, 4, 4, 1): 2,
        (1, 6, 6, 0): 1,
        (1, 10, 9, 2): 1,
        (1, 12, 12, 2): 1,
        (1, 19, 15, 1): 1,
        (2, 2, 2, 1): 3,
        (2, 4, 4, 1): 1,
        (2, 5, 5, 1): 1,
    }


def test_without_a_seed_one_is_drawn_and_kept():
    first, second = simulate(Rules(2, 1), 1000), simulate(Rules(2, 1), 1000)
    assert first.seed != second.seed
    assert simulate(Rules(2, 1), 1000, first.seed) == first


def test_numbers_of_numpy_are_taken():
    sample = simulate(Rules(2, 1), np.int64(10), seed=np.uint32(1))
    assert (type(sample.games), type(sample.seed)) == (int, int)


def test_the_means_come_with_their_errors():
    sample = simulate(Rules(3, 1), 5000, seed=2)
    for mean, margin in [
        (sample.mean_turns(), sample.turns),
        (sample.mean_rolls(), sample.rolls),
        (sample.mean_centre(), sample.centre),
    ]:
        values = np.repeat(list(margin), list(margin.values()))
        assert mean.value == pytest.approx(values.mean())
        assert mean.standard_error == pytest.approx(stats.sem(values))
    share, error = sample.win_shares()[0]
    assert share == sample.wins[0] / 5000
    assert error == pytest.approx(math.sqrt(share * (1 - share) / 5000))


def test_one_game_has_a_mean_but_no_error():
    sample = simulate(Rules(2, 1), 1, seed=1)
    mean, error = sample.mean_turns()
    assert {mean: 1} == sample.turns
    assert math.isnan(error)
    assert "nan" in str(sample)


@pytest.mark.parametrize(
    ("estimate", "shown"),
    [
        (Estimate(18.8634, 0.0123), "18.863 ± 0.012"),
        (Estimate(0.5, 2.5), "0.5 ± 2.5"),
        (Estimate(1234.5, 99.0), "1234 ± 99"),
        (Estimate(0.25, 0.0), "0.25 ± 0"),
        (Estimate(3.0, math.nan), "3 ± nan"),
        (Estimate(3.0, math.inf), "3 ± inf"),
    ],
)
def test_an_estimate_shows_as_many_digits_as_it_knows(estimate, shown):
    assert str(estimate) == shown


def test_a_sample_shows_itself():
    sample = simulate(Rules(2, 1), 1000, seed=1)
    assert repr(sample) == (
        f"<Sample: Rules(players=2, chips=1), 1,000 games, seed 1, wins {sample.wins}>"
    )
    for shown in (str(sample), sample._repr_html_()):
        assert "1,000 games" in shown
        assert "seed 1" in shown
        assert f"{sample.wins[1]}" in shown
        assert str(sample.mean_turns()) in shown
    assert sample._repr_html_().count("<th scope='row'>Player ") == 2


p = sympy.Symbol("p", positive=True)


@pytest.mark.parametrize(
    ("rules", "games", "seed", "error", "sentence"),
    [
        (Rules(), 0, 1, ValueError, "games must be from 1 to 1000000000000000, not 0."),
        (Rules(), -5, 1, ValueError, "games must be from 1 to 1000000000000000, not -5."),
        (Rules(), 10**15 + 1, 1, ValueError, "games must be from 1 to .*, not 1000000000000001."),
        (Rules(), 1e6, 1, TypeError, "games must be a whole number, not 1000000.0."),
        (Rules(), True, 1, TypeError, "games must be a whole number, not True."),
        (Rules(), 10, -1, ValueError, "seed must be at least 0, not -1."),
        (Rules(), 10, 0.5, TypeError, "seed must be a whole number, not 0.5."),
        (3, 10, 1, TypeError, "rules must be Rules, not 3."),
        (
            Rules(2, 1, Die(p, p, p, 1 - 3 * p)),
            10,
            1,
            ValueError,
            r"a die with symbols \(p\) cannot be rolled: give them values.",
        ),
        (
            Rules(8, 3, Die.from_faces("LR")),
            10,
            1,
            ValueError,
            "a table with up to 84146392 positions and 3 dice a roll is too large .*",
        ),
        (
            Rules(8, 3),
            10**10 + 1,
            1,
            ValueError,
            "this table is too large to count games per position, and .* at most 10000000000.",
        ),
        (
            Rules(3, 30, Die.from_faces("LR"), max_dice=90),
            10,
            1,
            ValueError,
            "a table with up to 389295 positions and 90 dice a roll is too large .*",
        ),
        (
            Rules(2, 1, Die(0, 0, 0, 1)),
            10,
            1,
            ValueError,
            r"a game can go on for ever with these rules: from \(1, 1\) Player 1 to roll .*",
        ),
        (
            # One chip each and only one die: round and round, one chip a turn.
            Rules(3, 1, Die(1, 0, 0, 0), max_dice=1),
            10,
            1,
            ValueError,
            r"a game can go on for ever with these rules: from \(1, 1, 1\) Player 1 to roll .*",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(rules, games, seed, error, sentence):
    with pytest.raises(error, match=f"^{sentence}$"):
        simulate(rules, games, seed)


class Trap(Rules):
    """Wherever two players hold two chips each, nothing moves any more."""

    def after(self, state, roll):
        stuck = sorted(state.chips) == [0, 2, 2]
        return super().after(state, Roll(blank=roll.dice) if stuck else roll)


def test_one_position_without_an_end_is_enough_to_refuse():
    with pytest.raises(ValueError, match=r"from \(.*2.*\) Player \d to roll it never ends.$"):
        simulate(Trap(3, (1, 1, 2)), 10, seed=1)


def test_a_game_with_one_possible_course_needs_no_chance():
    sample = simulate(Rules(3, (1, 0, 1), Die(1, 0, 0, 0)), 10**15, seed=1)
    assert sample.joint == {(2, 2, 2, 0): 10**15}


def test_a_missed_turn_is_a_turn_but_no_roll():
    # Player 2 misses the second turn; Player 3 then ends the game with a certain C.
    sample = simulate(Rules(3, (1, 0, 1), Die(0, 1, 0, 0)), 10, seed=1)
    assert sample.joint == {(2, 1, 1, 1): 10}
    sample = simulate(Rules(3, (2, 0, 1), Die(0, 1, 0, 0), max_dice=1), 10, seed=1)
    assert sample.joint == {(0, 3, 2, 2): 10}


def test_games_that_last_too_long_are_given_up(monkeypatch):
    monkeypatch.setattr(counting, "_MOST_TURNS", 3)
    with pytest.raises(ValueError, match=r"^\d+ of 1000 games are not over after 3 turns.$"):
        simulate(Rules(), 1000, seed=1)


def test_counts_that_would_fill_the_memory_are_refused(monkeypatch):
    monkeypatch.setattr(counting, "_MOST_CELLS", 2000)
    with pytest.raises(ValueError, match=r"spread too far to be counted in memory\.$"):
        simulate(Rules(), 10**6, seed=1)


def test_the_likeliest_roll_comes_last():
    order = counting._rarest_first(Rules(), 3)
    law = Die.standard().law(3)
    assert set(order) == set(law)
    assert law[order[-1]] == max(law.values())
