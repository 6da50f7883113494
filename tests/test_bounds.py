"""Certified bounds: they enclose the exact numbers, and they are as narrow as promised."""

import math
import pickle
import tracemalloc
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import accumulate

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import dice, rules

from lcr_teach import Bounds, Die, Rules, State, bounds, simulate
from lcr_teach.bounds.enclosure import Enclosure, EnclosureLaw, Enclosures
from lcr_teach.bounds.positions import Positions
from lcr_teach.bounds.result import _ONE, _mass
from lcr_teach.bounds.tail import tail_by_chips, tail_by_survival
from lcr_teach.bounds.walk import Walk, size

R = sympy.Rational
half = R(1, 2)

TABLES = {
    "2x1": Rules(2, 1),
    "2x3": Rules(2, 3),
    "3x1": Rules(3, 1),
    "3x2": Rules(3, 2),
    "3x3": Rules(3, 3),
    "4x2": Rules(4, 2),
    "5x1": Rules(5, 1),
    "uneven": Rules(3, (1, 2, 3)),
    "empty seat": Rules(4, (0, 2, 0, 3)),
    "lopsided": Rules(3, 2, die=Die.from_faces("LLLCR.")),
    "one way": Rules(4, 1, die=Die.from_faces("LLC.")),
    "no blank": Rules(3, 2, die=Die.from_faces("LLCR")),
    "all to the centre": Rules(3, 2, die=Die.from_faces("C")),
    "rare": Rules(2, 2, die=Die(half, R(1, 10**90), R(1, 4), R(1, 4) - R(1, 10**90))),
    "passing right": Rules(3, (2, 1, 3), die=Die.from_faces("LLLCR."), passing="right"),
    "two dice": Rules(3, 3, max_dice=2),
    "one die": Rules(4, (2, 1, 1, 2), max_dice=1),
    "five dice": Rules(3, (5, 1, 1), max_dice=5),
    "without centre": Rules(3, 2, die=Die(half, 0, R(1, 4), R(1, 4))),
    "two without centre": Rules(2, 3, die=Die(R(1, 4), 0, R(1, 4), half)),
    "four without centre": Rules(4, 1, die=Die(half, 0, 0, half)),
}
LEVELS = (R(1, 10), R(11, 20), R(9, 10), R(99, 100))


@cache
def chain(name):
    return TABLES[name].chain()


@cache
def exact_law(name, upto=60):
    return chain(name).turns_pmf(upto)


def fraction(number):
    return Fraction(int(number.p), int(number.q))


# They enclose the truth


@pytest.mark.parametrize("tolerance", [0.9, 1e-2, 1e-7, 1e-12])
@pytest.mark.parametrize("name", TABLES)
def test_every_number_encloses_the_exact_one(name, tolerance):
    found, exact = bounds(TABLES[name], tolerance), chain(name)
    assert len(found.win) == TABLES[name].players
    for pair, p in zip(found.win, exact.win_probabilities(), strict=True):
        assert pair.encloses(p)
        assert pair.width <= tolerance
    assert found.turns.encloses(exact.expected_turns())
    assert found.variance.encloses(exact.variance_turns())
    assert found.rolls.encloses(exact.expected_rolls())
    centre = exact.centre_distribution()
    assert list(found.centre) == list(range(TABLES[name].total_chips))
    assert set(centre) <= set(found.centre)
    for chips, pair in found.centre.items():
        assert pair.encloses(centre.get(chips, sympy.Integer(0)))
    law = exact_law(name)
    for pair, p in zip(found.turns_pmf(60), law, strict=True):
        assert pair.encloses(p)
    for pair, p in zip(found.turns_cdf(60), accumulate(law), strict=True):
        assert pair.encloses(p)


@pytest.mark.parametrize("name", TABLES)
def test_quantiles_are_the_exact_ones(name):
    found = bounds(TABLES[name])
    for q in (0, *LEVELS):
        assert found.turns_quantile(q) == chain(name).turns_quantile(q)


@settings(deadline=None, max_examples=60)
@given(rules(), st.sampled_from([0.5, 1e-3, 1e-6, 1e-11]))
def test_random_tables_are_enclosed(table, tolerance):
    found, exact = bounds(table, tolerance), table.chain()
    assert all(map(Enclosure.encloses, found.win, exact.win_probabilities()))
    assert max(pair.width for pair in found.win) <= tolerance
    assert found.turns.encloses(exact.expected_turns())
    assert found.variance.encloses(exact.variance_turns())
    assert found.rolls.encloses(exact.expected_rolls())
    assert all(map(Enclosure.encloses, found.turns_pmf(12), exact.turns_pmf(12)))
    for chips, p in exact.centre_distribution().items():
        assert found.centre[chips].encloses(p)


@pytest.mark.parametrize("name", ["3x3", "4x2", "rare", "two without centre"])
def test_moments_are_narrow_as_well(name):
    wide, narrow = bounds(TABLES[name], 1e-3), bounds(TABLES[name], 1e-9)
    n = TABLES[name].players
    if name != "rare":  # there nothing is known of how long a game that is left can last
        assert wide.variance.width <= 1e-3 * n**2
        assert narrow.variance.width <= 1e-9 * n**2
        assert narrow.turns.width <= 1e-9 * n
        assert narrow.rolls.width <= 1e-9 * n
    for pair, p in zip(narrow.turns_pmf(60), exact_law(name), strict=True):
        assert pair.width <= 1e-9
        assert pair.encloses(p)


def test_a_smaller_tolerance_takes_longer_and_leaves_less_room():
    before = bounds(Rules(4, 3), 0.1)
    for exponent in range(2, 12):
        after = bounds(Rules(4, 3), 10.0**-exponent)
        assert after.steps > before.steps
        assert after.undecided < before.undecided
        numbers = [(*found.win, found.turns, found.variance) for found in (before, after)]
        for wide, narrow in zip(*numbers, strict=True):
            assert narrow.width < wide.width
            # Both hold the truth, so they have it in common.
            assert max(wide.lower, narrow.lower) <= min(wide.upper, narrow.upper)
        before = after


def test_four_by_three_as_solved_elsewhere():
    found = bounds(Rules(4, 3))
    shown = [f"{pair.lower:.10f}" for pair in found.win]
    assert shown == ["0.2392578464", "0.2431803658", "0.2553450721", "0.2622167158"]
    assert all(str(pair).startswith(text[:11]) for pair, text in zip(found.win, shown, strict=True))
    assert str(found.turns).startswith("33.932846598")


def test_four_by_three_against_very_many_games():
    table, games = Rules(4, 3), 10**12
    found, sample = bounds(table), simulate(table, games, seed=1)
    for pair, (share, error) in zip(found.win, sample.win_shares(), strict=True):
        assert abs(pair.lower - share) < 5 * error
    for pair, (mean, error) in (
        (found.turns, sample.mean_turns()),
        (found.rolls, sample.mean_rolls()),
    ):
        assert abs(pair.lower - mean) < 5 * error
    for turns in (10, 30, 60):
        share = sample.turns[turns] / games
        assert abs(found.turns_pmf()[turns].lower - share) < 5 * math.sqrt(share / games)


def play_six_by_three(games):
    """Winners and lengths of games that are played one die at a time, with no table at all."""
    generator = np.random.default_rng(1)
    chips = np.full((games, 6), 3)
    winners, lengths = np.zeros(6), []
    turn = 0
    while len(chips):
        seat = turn % 6
        dice = np.minimum(chips[:, seat], 3)
        for die in range(3):
            face = np.where(die < dice, generator.integers(0, 6, len(chips)), 5)
            chips[:, seat] -= face < 3
            chips[:, (seat + 1) % 6] += face == 0
            chips[:, (seat - 1) % 6] += face == 1
        turn += 1
        over = (chips > 0).sum(axis=1) == 1
        winners += np.bincount(chips[over].argmax(axis=1), minlength=6)
        lengths += [turn] * int(over.sum())
        chips = chips[~over]
    return winners, np.array(lengths)


def test_a_table_beyond_the_exact_chain_against_games_that_were_played():
    games = 100_000
    winners, lengths = play_six_by_three(games)
    found = bounds(Rules(6, 3), 1e-9)
    for pair, won in zip(found.win, winners, strict=True):
        p = pair.lower
        assert abs(won / games - p) < 5 * math.sqrt(p * (1 - p) / games)
    spread = math.sqrt(found.variance.lower)
    assert abs(lengths.mean() - found.turns.lower) < 5 * spread / math.sqrt(games)
    assert lengths.std() == pytest.approx(spread, rel=0.02)
    for turns in (30, 60, 100):
        p = found.turns_cdf()[turns].lower
        assert abs((lengths <= turns).mean() - p) < 5 * math.sqrt(p * (1 - p) / games)


def test_six_by_three_sums_to_one():
    found = bounds(Rules(6, 3), 1e-9)
    for pairs in (found.win, tuple(found.centre.values())):
        assert sum(Fraction(pair.lower) for pair in pairs) <= 1
        assert sum(Fraction(pair.upper) for pair in pairs) >= 1
        assert max(pair.width for pair in pairs) <= 1e-9
    last = found.turns_cdf()[-1]
    assert last.lower <= 1 - found.undecided < last.upper <= 1
    best = max(range(6), key=lambda seat: found.win[seat].lower)
    others = [pair.upper for seat, pair in enumerate(found.win) if seat != best]
    assert best == 4
    assert found.win[best].lower > max(others)


def test_what_was_not_stepped_through_may_end_at_any_turn():
    found = bounds(Rules(2, 2), 0.1)
    upto = found.steps + 3
    assert len(found.turns_pmf()) == len(found.turns_cdf()) == found.steps + 1
    pmf, cdf = found.turns_pmf(upto), found.turns_cdf(upto)
    assert pmf[-1] == (0.0, found.undecided)
    assert cdf[-1].lower == cdf[found.steps].lower
    assert cdf[-1].upper == 1.0
    for pair, p in zip(pmf, Rules(2, 2).chain().turns_pmf(upto), strict=True):
        assert pair.encloses(p)


def test_a_quantile_that_is_not_decided_is_refused_with_what_is_known():
    # Exactly half of the games end at the first turn, and rounding cannot see that.
    with pytest.raises(ValueError, match=r"quantile of 1/2, it is from 1 to 2 turns: ask"):
        bounds(Rules(2, (1, 1), die=Die.from_faces("LCR...")), 0.5).turns_quantile(half)
    found = bounds(Rules(3, 1), 0.1)
    with pytest.raises(ValueError, match=rf"at least {found.steps + 1} turns: ask"):
        found.turns_quantile(1 - R(1, 10**9))
    for q, error in (
        (0.5, TypeError),
        (1, ValueError),
        (-1, ValueError),
        (sympy.pi / 4, TypeError),
    ):
        with pytest.raises(error, match=r"^q must be "):
            found.turns_quantile(q)


# The parts


@pytest.mark.parametrize(("players", "total"), [(2, 7), (3, 6), (4, 6), (5, 5), (6, 4), (7, 3)])
def test_positions_are_numbered_one_by_one(players, total):
    positions = Positions(players, total)
    listed = [seats for seats in np.ndindex(*[total + 1] * players) if sum(seats) <= total]
    columns = [np.array(column) for column in zip(*listed, strict=True)]
    numbers = positions.number(columns)
    assert sorted(numbers) == list(range(math.comb(total + players, players)))
    turned = positions.before_rotation()
    assert (turned[numbers] == positions.number([columns[-1], *columns[:-1]])).all()
    winning = positions.winning()
    assert winning.shape == (players, total + 1)
    for seats, number in zip(listed, numbers, strict=True):
        if sum(chips > 0 for chips in seats) == 1:
            winner = max(range(players), key=lambda seat: seats[seat])
            assert winning[winner, seats[winner]] == number
    for block in positions.blocks:
        for chips in range(total + 1):
            upper = positions.part(block, chips)
            inside = [
                number
                for seats, number in zip(listed, numbers, strict=True)
                if sum(seats) <= chips and sum(seats[2:-1]) == block.middle
            ]
            if players > 3 or block.middle == 0:
                expected = inside if players > 3 else numbers[np.sum(listed, axis=1) <= chips]
                assert sorted(expected) == list(range(upper.start, upper.stop))


@settings(deadline=None, max_examples=30)
@given(st.data())
def test_a_turn_is_the_turn_of_the_rules(data):
    table = Rules(
        data.draw(st.integers(2, 5)),
        2,
        die=data.draw(dice()),
        max_dice=data.draw(st.integers(1, 4)),
        passing=data.draw(st.sampled_from(["left", "right"])),
    )
    chips = data.draw(
        st.lists(st.integers(0, 4), min_size=table.players, max_size=table.players).filter(
            lambda held: sum(c > 0 for c in held) > 1 and sum(held) <= table.total_chips
        )
    )
    walk = Walk(table)
    expected = np.zeros(walk.positions.count)
    for after, p in table.transitions(State(tuple(chips), 0)).items():
        seats = [np.array([c]) for c in (*after.chips[1:], after.chips[0])]
        expected[walk.positions.number(seats)] += float(p)
    masses = walk.start(tuple(chips))
    before = masses.copy()
    walk.turn(masses, sum(chips))
    # What lies above is not looked at and may hold anything.
    levels = walk.by_level(np.abs(masses - expected), sum(chips))
    assert levels.sum() < 1e-12
    assert masses.sum() == pytest.approx(1)
    values = np.random.default_rng(1).random(walk.positions.count)
    assert walk.turn_back(values) @ before == pytest.approx(values @ expected)


def test_levels_are_summed_by_who_is_to_roll():
    walk = Walk(Rules(5, 2))
    values = np.random.default_rng(2).random(walk.positions.count)
    expected = np.zeros((11, 2))
    for seats in np.ndindex(*[11] * 5):
        if sum(seats) <= 10:
            number = walk.positions.number([np.array([c]) for c in seats])
            expected[sum(seats), int(seats[0] > 0)] += values[number][0]
    assert walk.by_level(values, 10) == pytest.approx(expected)
    assert walk.by_level(values, 6) == pytest.approx(expected[:7])


@pytest.mark.parametrize("name", ["3x2", "uneven", "two dice", "lopsided", "passing right"])
def test_rounding_stays_within_its_bound(name):
    table, exact = TABLES[name], chain(name)
    walk = Walk(table)
    masses = walk.start(table.chips)
    for turn in range(1, 13):
        walk.turn(masses, table.total_chips)
        walk.take_finished(masses, table.total_chips)
        for state, p in exact.distribution(turn).items():
            if not state.is_over:
                seats = [state.chips[(turn + k) % table.players] for k in range(table.players)]
                number = walk.positions.number([np.array([c]) for c in seats])
                low, high = _mass(float(masses[number][0]), turn * (walk.most_sources + 1))
                assert low <= fraction(p) * _ONE <= high


@pytest.mark.parametrize("name", ["2x3", "3x3", "4x2", "two dice", "one way"])
def test_as_many_roundings_are_counted_as_there_are_operations(name):
    """One of the probability, one of the product, and one less than there are products."""
    table = TABLES[name]
    sources = {}
    for seats in np.ndindex(*[table.total_chips + 1] * table.players):
        if sum(seats) <= table.total_chips and sum(c > 0 for c in seats) > 1:
            for after in table.transitions(State(tuple(map(int, seats)), 0)):
                sources.setdefault(after, set()).add(seats)
    most = max(map(len, sources.values()))
    assert Walk(table).most_sources >= most
    assert bounds(table)._record.turn_roundings == Walk(table).most_sources + 1
    if name == "3x3":
        assert most == math.comb(6, 3)  # ways to send up to three chips to three places


@given(st.floats(0, 1), st.integers(0, 10**6))
def test_bounds_on_a_rounded_mass_are_those_of_the_derivation(computed, roundings):
    low, high = _mass(computed, roundings)
    x, ku = Fraction(computed), Fraction(roundings, 2**53)
    assert Fraction(low, _ONE) == x * (1 - ku)
    assert x / (1 - ku) <= Fraction(high, _ONE) <= x * (1 + ku + 3 * ku**2)


@pytest.mark.parametrize("name", ["2x3", "3x2", "one way", "one die", "five dice", "lopsided"])
def test_no_game_lasts_longer_than_the_tail_allows(name):
    exact, tail = chain(name), tail_by_chips(TABLES[name])
    assert list(tail.mean) == sorted(tail.mean)
    for state in exact.transient_states:
        mean = exact.expected_turns(state)
        assert fraction(mean) <= tail.mean[state.in_play]
        square = exact.variance_turns(state) + mean**2
        assert fraction(square) <= tail.square[state.in_play]
    # Of some use, too.
    assert tail.mean[-1] < 40 * fraction(exact.expected_turns())


@pytest.mark.parametrize("name", [name for name in TABLES if "without" in name])
def test_no_game_without_centre_lasts_longer_than_the_tail_allows(name):
    exact = chain(name)
    tail = tail_by_survival(TABLES[name], Walk(TABLES[name]), 10**4, lambda done, text: None)
    for state in exact.transient_states:
        mean = exact.expected_turns(state)
        assert fraction(mean) <= tail.mean[state.in_play]
        assert fraction(exact.variance_turns(state) + mean**2) <= tail.square[state.in_play]
    assert tail.mean[-1] < 10 * fraction(exact.expected_turns())


def test_what_is_given_up_ends_one_turn_and_one_roll_later_at_the_earliest():
    # The game ends each turn with probability 1/2 and has dice fall each turn.
    found = bounds(Rules(2, 1), 0.9)
    left = R(1, 2**found.steps)
    assert found.undecided == pytest.approx(float(left), rel=1e-12)
    for pair in (found.turns, found.rolls):
        assert pair.lower == pytest.approx(float(2 - left), rel=1e-12)


# Pairs of floats


@given(st.fractions(), st.fractions())
def test_ends_are_rounded_outward_to_the_next_float(one, other):
    low, high = sorted((one, other))
    pair = Enclosure.outward(low, high)
    assert Fraction(pair.lower) <= low <= high <= Fraction(pair.upper)
    assert Fraction(math.nextafter(pair.lower, math.inf)) > low
    assert Fraction(math.nextafter(pair.upper, -math.inf)) < high


def test_numbers_beyond_the_floats_are_enclosed_too():
    huge = Fraction(10**400)
    pair = Enclosure.outward(huge, huge)
    assert pair.lower < math.inf == pair.upper
    assert pair.encloses(sympy.Integer(10) ** 400)
    assert Enclosure.outward(-huge, -huge).lower == -math.inf


@given(st.fractions(-1000, 1000), st.floats(1e-12, 1))
def test_shown_digits_are_those_of_every_number_in_between(middle, width):
    pair = Enclosure.outward(middle, middle + Fraction(width))
    shown = str(pair)
    if " to " not in shown and "e" not in shown:
        digits = len(shown.partition(".")[2])
        for number in (middle, middle + Fraction(width) / 3):
            assert abs(Fraction(shown) - number) <= Fraction(1, 2 * 10**digits)


@pytest.mark.parametrize(
    ("pair", "shown"),
    [
        ((0.1234561, 0.1234564), "0.123456"),
        ((0.1234561, 0.1234569), "0.12346"),
        ((1.9999999, 2.0000001), "2.000000"),
        ((735.56351, 735.56352), "735.5635"),
        ((1.23456e-7, 1.23458e-7), "1.2346e-07"),
        ((0.0, 3e-13), "0 to 3e-13"),
        ((0.24, 0.26), "0.24 to 0.26"),
        ((0.5, 0.5), "0.5"),
        ((0.0, 0.0), "0"),
        ((66.0, math.inf), "66 to inf"),
    ],
)
def test_what_a_pair_shows(pair, shown):
    assert str(Enclosure(*pair)) == shown


def test_encloses_is_exact_and_takes_no_float():
    pair = Enclosure(0.1, 0.2)
    tenth = Fraction(0.1)
    assert pair.encloses(tenth)
    assert not pair.encloses(tenth - Fraction(1, 10**40))
    assert pair.encloses(Fraction(0.2))
    assert not pair.encloses(Fraction(0.2) + Fraction(1, 10**40))
    with pytest.raises(TypeError, match="is a float"):
        pair.encloses(0.15)
    with pytest.raises(TypeError, match="must be a fraction"):
        pair.encloses(sympy.sqrt(2) / 10)


# What is refused


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (
            Rules(2, 1, die=Die(sympy.Symbol("p"), half - sympy.Symbol("p"), 0, half)),
            r"symbols \(p\) has no bounds",
        ),
        (Rules(2, 1, die=Die(sympy.sqrt(2) / 2, 1 - sympy.sqrt(2) / 2, 0, 0)), "must be fractions"),
        (Rules(2, 5, die=Die(1, 0, 0, 0)), "go on for ever"),
        (Rules(3, 2, die=Die(0, 0, 0, 1)), "go on for ever"),
        (Rules(2, 1, die=Die(half, R(1, 10**400), 0, half - R(1, 10**400))), "than 1e-300"),
    ],
    ids=["symbols", "root", "to and fro", "blank", "too rare"],
)
def test_tables_that_are_refused(table, sentence):
    with pytest.raises(ValueError, match=sentence) as error:
        bounds(table)
    assert str(error.value).count(". ") == 0
    assert str(error.value).endswith(".")


def test_rules_of_ones_own_are_refused():
    class Mine(Rules):
        pass

    with pytest.raises(TypeError, match="Rules itself, not Mine"):
        bounds(Mine(2, 1))
    with pytest.raises(TypeError, match="must be Rules, not 3"):
        bounds(3)


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({"tolerance": 0}, ValueError, "tolerance must be more"),
        ({"tolerance": 1}, ValueError, "less than 1, not 1"),
        ({"tolerance": 1e-16}, ValueError, "tolerance must be more"),
        ({"tolerance": math.nan}, ValueError, "not nan"),
        ({"tolerance": "small"}, TypeError, "tolerance must be a number, not 'small'"),
        ({"tolerance": True}, TypeError, "tolerance must be a number, not True"),
        ({"memory": 0}, ValueError, "memory must be a positive number"),
        ({"memory": math.inf}, ValueError, "memory must be a positive number"),
        ({"memory": "8 GB"}, TypeError, "memory must be a number"),
        ({"progress": 5}, TypeError, "progress must be a function"),
    ],
    ids=str,
)
def test_options_that_are_refused(options, error, sentence):
    with pytest.raises(error, match=sentence):
        bounds(Rules(2, 1), **options)


def test_a_tolerance_finer_than_rounding_is_refused_and_the_named_one_works():
    with pytest.raises(ValueError, match=r"1e-15 cannot be proved .* surely can\.$") as error:
        bounds(Rules(3, 3), 1e-15)
    with pytest.raises(ValueError, match="surely can") as later:
        bounds(Rules(3, 3), 2e-14)
    assert str(error.value).partition(";")[2] == str(later.value).partition(";")[2]
    named = float(str(error.value).partition("; tolerance=")[2].split()[0])
    assert max(pair.width for pair in bounds(Rules(3, 3), named).win) <= named


def test_a_tolerance_that_is_too_fine_is_refused_as_soon_as_that_is_known():
    told = []
    with pytest.raises(ValueError, match="cannot be proved"):
        bounds(Rules(3, 3), 1e-15, lambda done, text: told.append(text))
    assert len(told) == 1  # before any turn
    with pytest.raises(ValueError, match="cannot be proved"):
        bounds(Rules(3, 3), 2e-14, lambda done, text: told.append(text))
    assert 3 < len(told) < bounds(Rules(3, 3), 1e-3).steps


def test_what_is_left_over_by_rounding_is_checked_at_the_end(monkeypatch):
    stepping = import_module("lcr_teach.bounds.stepping")
    real = stepping.Record

    def rough(tail, turn_roundings, *more):
        return real(tail, 10**9 * turn_roundings, *more)

    monkeypatch.setattr(stepping, "Record", rough)
    with pytest.raises(ValueError, match="cannot be proved"):
        bounds(Rules(2, 1))


def test_a_game_that_lasts_too_long_is_given_up(monkeypatch):
    stepping = import_module("lcr_teach.bounds.stepping")
    monkeypatch.setattr(stepping, "MOST_TURNS", 20)
    with pytest.raises(ValueError, match=r"after 20 turns 0\.4. of the games are still undecided"):
        bounds(Rules(3, 3))
    with pytest.raises(ValueError, match="longer than 20 turns, too long for bounds"):
        bounds(TABLES["without centre"])


def test_a_table_that_is_too_large_is_refused_before_anything_is_built():
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=r"847,660,528 positions, which take 25 GB") as error:
            bounds(Rules(10, 3))
        with pytest.raises(ValueError, match=r"134,596 positions.* than the 0\.005 GB allowed"):
            bounds(Rules(6, 3), memory=0.005)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 5e6
    assert "simulate" in str(error.value)


@pytest.mark.parametrize("table", [Rules(2, 40), Rules(3, 12), Rules(4, 6), Rules(6, 3)], ids=str)
def test_memory_is_known_beforehand(table):
    need = size(table)
    walk = Walk(table)
    assert need.positions == walk.positions.count
    assert need.entries == walk._matrix.nnz
    tracemalloc.start()
    try:
        bounds(table, 1e-6)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < need.memory < 5 * peak


def test_without_a_limit_of_ones_own_there_is_that_of_the_machine(monkeypatch):
    module = import_module("lcr_teach.bounds")
    pages = {"SC_PHYS_PAGES": 1000, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr(module.os, "sysconf", pages.__getitem__)
    with pytest.raises(ValueError, match=r"more than the 0\.0031 GB allowed"):
        bounds(Rules(6, 3))

    def unknown(name):
        raise ValueError(name)

    monkeypatch.setattr(module.os, "sysconf", unknown)
    with pytest.raises(ValueError, match="more than the 8 GB allowed"):
        bounds(Rules(10, 3))


# What a user sees


@pytest.mark.parametrize("name", ["3x3", "4x2", "without centre"])
def test_progress_only_grows_and_says_where_the_game_is(name):
    told = []
    found = bounds(TABLES[name], progress=lambda done, text: told.append((done, text)))
    shares = [done for done, _ in told]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert max(shares[:-1]) < 1
    assert told[0][1] == f"listing {size(TABLES[name]).positions:,} positions"
    turns = [text for _, text in told if text.startswith("turn ")]
    assert len(turns) == found.steps
    assert turns[0] == f"turn 0: up to {TABLES[name].total_chips} chips in play, " + (
        "1 of the games undecided"
    )
    assert told[-1][1] == f"done after {found.steps} turns"


def test_progress_never_falls_where_games_count_more_as_they_grow_old():
    table = Rules(4, (1, 0, 0, 1), die=Die(0, R(5, 9), 0, R(4, 9)))
    shares = []
    bounds(table, 0.1, lambda done, text: shares.append(done))
    assert shares == sorted(shares)


def test_progress_is_spread_over_the_turns():
    shares = []
    bounds(Rules(4, 3), progress=lambda done, text: shares.append(done))
    for least in (0.2, 0.4, 0.6, 0.8):
        assert any(least <= done < least + 0.2 for done in shares)


def test_what_progress_raises_ends_the_work():
    class StopError(Exception):
        pass

    calls = []

    def stop(done, text):
        calls.append(text)
        if len(calls) == 5:
            raise StopError

    with pytest.raises(StopError):
        bounds(Rules(4, 3), progress=stop)
    assert len(calls) == 5


def test_the_result_shows_proved_digits_only():
    found = bounds(Rules(3, 3), 1e-4)
    lines = repr(found).splitlines()
    assert lines[0] == "Rules(players=3, chips=3), proved to a width of 0.0001"
    names = ["Player 1 wins", "Player 2 wins", "Player 3 wins"]
    names += ["mean length in turns", "variance of the turns", "mean length in rolls"]
    exact = [*chain("3x3").win_probabilities()]
    exact += [chain("3x3").expected_turns(), chain("3x3").variance_turns()]
    exact += [chain("3x3").expected_rolls()]
    for line, name, number in zip(lines[1:], names, exact, strict=True):
        assert line.startswith(name)
        shown = line.removeprefix(name).strip()
        assert shown == f"{float(number):.{len(shown.partition('.')[2])}f}"
        assert len(shown) > 4
    page = found._repr_html_()
    assert all(f"<th scope='row'>{name}</th>" in page for name in names)
    assert f"after {found.steps} turns" in page
    assert page.count("<div") == page.count("</div>") == 1


def test_rows_and_laws_show_themselves():
    found = bounds(Rules(3, 1), 1e-6)
    assert isinstance(found, Bounds)
    assert isinstance(found.win, Enclosures)
    assert isinstance(found.centre, EnclosureLaw)
    assert repr(found.win) == "(" + ", ".join(map(str, found.win)) + ")"
    assert repr(Enclosures([Enclosure(0.5, 0.5)], ["only"])) == "(0.5,)"
    assert repr(found.centre).startswith("{0: 0.")
    page = found.win._repr_html_()
    assert "<th scope='row'>Player 3</th>" in page
    assert str(found.win[2]) in page
    assert "chips in the centre" in found.centre._repr_html_()
    long = found.turns_pmf(50)._repr_html_()
    assert long.count("<tr>") == 32
    assert "… and 21 more" in long


def test_results_can_be_kept():
    found = bounds(Rules(3, 1))
    _ = found.win, found.turns
    again = pickle.loads(pickle.dumps(found))
    assert (again.win, again.turns, again.variance) == (found.win, found.turns, found.variance)
    assert again.win._repr_html_() == found.win._repr_html_()
