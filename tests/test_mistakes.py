"""Mistakes found in published programs of the game.

Each is written here as a variant of the rules, gives the wrong number that was
published, and the kit's rules give the right one.
"""

import pytest
import sympy

from lcr_teach import AbsorbingChain, Die, Game, Roll, Rules, State

RIGHT = (0.3068, 0.3280, 0.3651)


def rounded(numbers, digits=4):
    return tuple(round(float(x), digits) for x in numbers)


def win(rules):
    return rounded(rules.chain().win_probabilities())


def test_the_right_numbers():
    assert win(Rules(3, 3)) == RIGHT
    assert win(Rules(2, 3))[0] == 0.3821


def test_one_die_a_chip_without_limit():
    assert win(Rules(3, 3, max_dice=9)) == (0.3228, 0.3318, 0.3454)


class OutWithoutChips(Rules):
    """A player without chips is out: turns and chips skip the empty seat."""

    def after(self, state, roll):
        def next_holder(seat, held, step):
            seat = (seat + step) % self.players
            while not held[seat]:
                seat = (seat + step) % self.players
            return seat

        chips = list(state.chips)
        chips[state.roller] -= roll.given
        chips[next_holder(state.roller, state.chips, 1)] += roll.left
        chips[next_holder(state.roller, state.chips, -1)] += roll.right
        return State(tuple(chips), next_holder(state.roller, chips, 1))


def test_a_player_without_chips_is_out():
    assert win(OutWithoutChips(3, 3)) == (0.2563, 0.3204, 0.4233)


def once_a_round(rules, empty_table_ends):
    """Positions as plain tuples, since a finished game plays on here until the round ends."""
    start = (rules.chips, 0)
    rows = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position in rows:
            continue
        chips, roller = position
        holders = sum(c > 0 for c in chips)
        if roller == 0 and (holders == 1 or (holders == 0 and empty_table_ends)):
            rows[position] = {position: 1}
            continue
        row = rows[position] = {}
        for roll, p in rules.die.law(min(chips[roller], 3)).items():
            held = list(chips)
            held[roller] -= roll.given
            held[rules.left_of(roller)] += roll.left
            held[rules.right_of(roller)] += roll.right
            after = (tuple(held), rules.after_seat(roller))
            row[after] = row.get(after, 0) + p
        waiting += row
    return AbsorbingChain(rows, start=start)


def test_winner_looked_for_only_once_a_round():
    # The last chip can go into the centre before anybody looks: that game never ends.
    with pytest.raises(ValueError, match=r"not absorbing: from state \(\(0, 0, 0\)"):
        once_a_round(Rules(3, 1), empty_table_ends=False)
    # And where it ends, another seat may have won meanwhile.
    ends = once_a_round(Rules(3, 1), empty_table_ends=True).absorption_probabilities()
    chances = [
        sum(p for (chips, _), p in ends.items() if any(chips) and chips.index(max(chips)) == seat)
        for seat in range(3)
    ]
    assert sum(chances) < 1
    assert rounded(chances) != win(Rules(3, 1))


class LimitIsTheStart(Rules):
    """Nobody rolls more dice than the chips a player starts with."""

    def dice(self, state):
        return 0 if state.is_over else min(state.chips[state.roller], max(self.chips))


def test_the_limit_of_three_dice_taken_as_the_starting_chips():
    assert win(LimitIsTheStart(3, 3)) == win(Rules(3, 3))
    assert win(LimitIsTheStart(2, 4)) != win(Rules(2, 4))


def test_the_second_outcome_overwrites_the_first():
    # With two players left and right lead to the same position. Written one over the other:
    die = Die.standard()
    target = {}
    for roll, p in die.law(1).items():
        target[Rules(2, 1).after(State((1, 1), 0), roll)] = p
    assert sum(target.values()) == sympy.Rational(5, 6)
    with pytest.raises(ValueError, match="must sum to 1, but it sums to 5/6"):
        AbsorbingChain({State((1, 1), 0): target} | {s: {s: 1} for s in target})
    # Where the program gives what is missing to the centre, the number published comes out.
    repaired = Die(die.left, 1 - die.left - die.blank, 0, die.blank)
    assert win(Rules(2, 3, die=repaired))[0] == 0.3893


class NeighbourModuloOneLess(Rules):
    """Across the end of the circle, the neighbour is computed modulo n - 1."""

    def right_of(self, seat):
        return seat + 1 if seat + 1 < self.players else (seat + 1) % (self.players - 1)


def test_the_neighbour_across_the_end_of_the_circle():
    wrong = win(NeighbourModuloOneLess(3, 3, passing="right"))
    assert tuple(round(p, 3) for p in wrong) == (0.129, 0.548, 0.323)
    assert win(Rules(3, 3, passing="right")) == RIGHT


class LeftForRight(Rules):
    """Left and right exchanged."""

    def after(self, state, roll):
        return super().after(state, Roll(roll.right, roll.centre, roll.left, roll.blank))


def test_left_and_right_exchanged():
    assert win(LeftForRight(3, 3)) == win(Rules(3, 3))
    lopsided = Die.from_faces("LLC...")
    assert win(LeftForRight(3, 2, die=lopsided)) != win(Rules(3, 2, die=lopsided))


def test_missed_turns_counted_or_not():
    chain = Rules(3, 3).chain()
    assert rounded((chain.expected_turns(), chain.expected_rolls()), 3) == (18.863, 17.516)
    game = Game(Rules(3, 3), seed=2)
    game.play()
    assert game.turns > game.rolls


def test_a_random_seat_starts():
    # The average over the three possible first seats: everybody wins one game in three.
    chain = Rules(3, 2).chain()
    first = chain.win_probabilities()
    rotated = [[first[(seat - start) % 3] for seat in range(3)] for start in range(3)]
    assert [sum(column) / 3 for column in zip(*rotated, strict=True)] == [sympy.Rational(1, 3)] * 3


def test_the_last_winner_starts():
    # The winner's seat moves on by a random number of seats each time: a walk round the
    # circle, whose long-run law is uniform. So here too the effect of the seat disappears.
    first = Rules(3, 2).chain().win_probabilities()
    P = sympy.Matrix(3, 3, lambda i, j: first[(j - i) % 3])
    third = sympy.Rational(1, 3)
    uniform = sympy.Matrix([[third, third, third]])
    assert uniform * P == uniform
    assert (P - sympy.eye(3)).rank() == 2


def test_rows_that_do_not_quite_sum_to_one():
    half = sympy.Rational(1, 2)
    almost = {"on": {"on": half, "end": half - sympy.Rational(1, 10**5)}, "end": {"end": 1}}
    with pytest.raises(ValueError, match="'on' must sum to 1, but it sums to 99999/100000"):
        AbsorbingChain(almost)
