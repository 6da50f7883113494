"""Lifting against plain elimination in fractions, with both of its engines."""

from fractions import Fraction

import plain
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rules

from lcr_teach import Die, Rules, State
from lcr_teach.markov import lifting
from lcr_teach.markov.lifting import System, lift, prime_for, root_of_unity
from lcr_teach.markov.lifting_fast import FastLifter, fits
from lcr_teach.markov.lifting_plain import PlainLifter
from lcr_teach.rotation import Rotation

LIFTERS = [FastLifter, PlainLifter]


@st.composite
def systems(draw):
    """Small systems in levels, of any form that the lifting promises to solve."""
    seats = draw(st.integers(1, 5))
    columns = draw(st.integers(1, 3))
    factor = draw(st.integers(2, 60))
    levels, first = [], 0
    for _ in range(draw(st.integers(1, 3))):
        levels.append(range(first, first + draw(st.integers(1, 4))))
        first = levels[-1].stop
    rows, constants = [], []
    for level in levels:
        for _ in level:
            # Weights of an equation sum to less than the factor, as in a chain that ends.
            left, row = factor - 1, {}
            for j in range(level.stop):
                row[j] = draw(st.integers(0, min(left, 3)))
                left -= row[j]
            rows.append({j: w for j, w in row.items() if w})
            constants.append(
                [[draw(st.integers(-9, 9)) for _ in range(seats)] for _ in range(columns)]
            )
    follow = {1: (0, draw(st.integers(-2, 2)))} if columns > 1 and draw(st.booleans()) else {}
    return System(seats, factor, rows, levels, constants, follow)


def eliminated(system):
    """The whole system written out, unknown × seat, solved column by column."""
    unknowns = [(i, k) for i in range(len(system.rows)) for k in range(system.seats)]
    place = {u: p for p, u in enumerate(unknowns)}
    matrix = [[Fraction(0)] * len(unknowns) for _ in unknowns]
    for (i, k), p in place.items():
        matrix[p][p] += system.factor
        for j, weight in system.rows[i].items():
            matrix[p][place[j, (k - 1) % system.seats]] -= weight
    solved = []
    for column in range(system.columns):
        known = [[Fraction(system.constants[i][column][k])] for i, k in unknowns]
        if column in system.follow:
            earlier, multiple = system.follow[column]
            for row, x in zip(known, solved[earlier], strict=True):
                row[0] += multiple * system.factor * x
        solved.append([x for (x,) in plain.solve(matrix, known)])
    return [
        [[solved[c][place[i, k]] for k in range(system.seats)] for c in range(system.columns)]
        for i in range(len(system.rows))
    ]


@pytest.mark.parametrize("lifter", LIFTERS)
@given(system=systems())
@settings(max_examples=40, deadline=None)
def test_any_system_against_plain_elimination(lifter, system):
    wanted = range(len(system.rows))
    assert fits(system)
    assert lift(system, wanted, lifter(system)) == eliminated(system)


@pytest.mark.parametrize("lifter", LIFTERS)
@given(system=systems().filter(lambda system: system.seats > 1), data=st.data())
@settings(max_examples=20, deadline=None)
def test_known_totals_change_nothing(lifter, system, data):
    # What is known is that every row sums to `total`; so give the constants that say so.
    total = data.draw(st.integers(-3, 3))
    constants = []
    for row in system.rows:
        start = [data.draw(st.integers(-5, 5)) for _ in range(system.seats - 1)]
        whole = total * (system.factor - sum(row.values()))
        constants.append([[*start, whole - sum(start)]])
    answers = []
    for totals in (None, [total]):
        equations = System(
            system.seats, system.factor, system.rows, system.levels, constants, totals=totals
        )
        answers.append(lift(equations, range(len(system.rows)), lifter(equations)))
    assert answers[0] == answers[1]
    assert all(sum(row[0]) == total for row in answers[0])


@pytest.mark.parametrize("lifter", LIFTERS)
def test_a_wrong_solution_is_caught_by_the_second_prime(lifter, monkeypatch):
    system = System(1, 6, [{0: 2}], [range(1)], [[[3]]])
    assert lift(system, [0], lifter(system)) == [[[Fraction(3, 4)]]]
    monkeypatch.setattr(lifting, "_lifted", lambda *_: [Fraction(3, 5)])
    with pytest.raises(ArithmeticError, match="does not satisfy the equations"):
        lift(system, [0], lifter(system))


def test_digits_that_are_no_solution_are_not_read_for_ever():
    class Broken(PlainLifter):
        def digits(self, wanted):
            value = 1
            while True:  # digits without any pattern
                value = value * 3**150 % self.prime
                yield [value]

    system = System(1, 6, [{0: 2}], [range(1)], [[[3]]])
    with pytest.raises(ArithmeticError, match="no fraction of possible size"):
        lift(system, [0], Broken(system))


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 7, 12])
def test_roots_of_unity(seats):
    prime = prime_for(seats, 2**30)
    assert sympy.isprime(prime)
    assert (prime - 1) % seats == 0
    root = root_of_unity(seats, prime)
    assert len({pow(root, k, prime) for k in range(seats)}) == seats
    assert pow(root, seats, prime) == 1


@given(table=rules(most_chips=4), start=st.integers(0, 3))
@settings(max_examples=25, deadline=None)
def test_lifted_answers_are_those_of_elimination(table, start):
    """From any position that somebody still rolls in, whoever that is."""
    chain, lifted = table.chain(), Rotation(table)
    state = chain.transient_states[start % len(chain.transient_states)]
    assert tuple(lifted.win_probabilities(state).values()) == chain.win_probabilities(state)
    assert lifted.expected_turns(state)["turns"] == chain.expected_turns(state)
    assert lifted.expected_rolls(state)["rolls"] == chain.expected_rolls(state)
    assert lifted.variance_turns(state)["variance"] == chain.variance_turns(state)
    ends = {end: p for end, p in lifted.ends(state).items() if p}
    assert ends == {end: p for end, p in chain.absorption_probabilities(state).items() if p}
    held = lifted.held_at_the_end(state)
    assert sum(held.values()) == 1
    for chips, p in held.items():
        assert p == sum(q for end, q in ends.items() if end.in_play == chips)


def test_no_law_is_made_of_more_dice_than_there_are_chips(monkeypatch):
    """A high limit of dice changes nothing, and so must not cost anything."""
    asked = []
    law = Die.law
    monkeypatch.setattr(Die, "law", lambda die, dice: asked.append(dice) or law(die, dice))
    high = Rotation(Rules(2, 2, max_dice=20)).win_probabilities(State((2, 2), 0))
    assert max(asked) == 4
    assert high == Rotation(Rules(2, 2, max_dice=4)).win_probabilities(State((2, 2), 0))


def test_a_table_larger_than_elimination_reaches():
    """Four players with three chips: the known size of the fractions and their values."""
    chain = Rules(4, 3).chain()
    win = chain.win_probabilities()
    assert sum(win) == 1
    shares = [round(float(p), 10) for p in win]
    assert shares == [0.2392578464, 0.2431803658, 0.2553450721, 0.2622167158]
    mean = chain.expected_turns()
    assert round(float(mean), 10) == 33.9328465982
    assert 10**1978 <= mean.q < 10**1979
    assert all(10**5977 < p.q < 10**5980 for p in win)
    assert "0.262217" in repr(win)  # too long to be written out, so it is shortened


def test_other_positions_of_a_large_table():
    chain = Rules(4, 3).chain()
    state = State((0, 0, 1, 1), 2)
    small = Rules(4, [0, 0, 1, 1]).chain()
    assert chain.win_probabilities(state) == small.win_probabilities(State((0, 0, 1, 1), 2))
    assert chain.expected_turns(State((0, 2, 0, 0), None)) == 0
