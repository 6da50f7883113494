from fractions import Fraction
from math import comb

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from strategies import dice

from lcr_teach import Die, Face, Roll

sixth = sympy.Rational(1, 6)


def test_the_standard_die():
    die = Die.standard()
    assert (die.left, die.centre, die.right, die.blank) == (sixth, sixth, sixth, 3 * sixth)
    assert die == Die(Fraction(1, 6), sixth, sixth, Fraction(1, 2))
    assert hash(die) == hash(Die(sixth, sixth, sixth, 3 * sixth))
    assert die != Die(sixth, sixth, 2 * sixth, 2 * sixth)


def test_three_ways_to_the_same_die():
    agreed = Die.ordinary({1: "L", 2: "C", 3: Face.RIGHT}, sides=6)
    assert agreed == Die.from_faces("LCR...") == Die.standard()
    assert agreed.faces == (Face.LEFT, Face.CENTRE, Face.RIGHT, *[Face.BLANK] * 3)


@pytest.mark.parametrize(
    ("probabilities", "error", "sentence"),
    [
        ((sixth, sixth, sixth, 2 * sixth), ValueError, "must sum to 1, but .* sum to 5/6"),
        ((-sixth, sixth, sixth, 5 * sixth), ValueError, "left must not be negative: -1/6"),
        ((1 / 6, sixth, sixth, 3 * sixth), TypeError, r"left .* write Rational\(1, 6\)"),
        (("1/6", sixth, sixth, 3 * sixth), TypeError, "left must be a number"),
        ((sympy.I, 0, 0, 1 - sympy.I), ValueError, "left must not be negative"),
    ],
)
def test_impossible_dice_are_refused(probabilities, error, sentence):
    with pytest.raises(error, match=sentence):
        Die(*probabilities)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Die.from_faces(""), "at least one face"),
        (lambda: Die.from_faces("LCX"), "must be L, C, R or .*'X'"),
        (lambda: Die.ordinary({7: "L"}), "from 1 to 6, not 7"),
        (lambda: Die.ordinary({1: "Q"}), "must be L, C, R or"),
        (lambda: Die.ordinary({1: "L"}, sides=0), "sides must be at least 1"),
        (lambda: Die.standard().law(-1), "dice must be at least 0"),
    ],
)
def test_impossible_faces_are_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


def test_symbols_must_sum_to_one_too():
    p = sympy.Symbol("p", positive=True)
    assert Die(p, p, p, 1 - 3 * p).free_symbols == {p}
    with pytest.raises(ValueError, match="must sum to 1"):
        Die(p, p, p, 1 - 2 * p)


def test_two_dice_by_hand():
    law = Die.standard().law(2)
    assert law[Roll(left=2)] == sixth**2
    assert law[Roll(left=1, right=1)] == 2 * sixth**2
    assert law[Roll(blank=2)] == sympy.Rational(1, 4)
    assert len(law) == 10


@given(dice(), st.integers(0, 4))
def test_the_law_of_a_roll(die, number):
    law = die.law(number)
    assert sum(law.values()) == 1
    assert all(roll.dice == number and p > 0 for roll, p in law.items())
    # One kind of face alone is binomial.
    for k in range(number + 1):
        mass = sum(p for roll, p in law.items() if roll.left == k)
        assert mass == comb(number, k) * die.left**k * (1 - die.left) ** (number - k)


def test_the_law_cannot_be_spoiled_from_outside():
    die = Die.standard()
    die.law(1).clear()
    assert len(die.law(1)) == 4


def test_reading_fallen_dice():
    die = Die.standard()
    assert die.read("L.C") == (Face.LEFT, Face.BLANK, Face.CENTRE)
    assert die.read("l, r") == (Face.LEFT, Face.RIGHT)
    assert die.read("") == ()
    assert die.read("1 2 6") == die.read("126") == (Face.LEFT, Face.CENTRE, Face.BLANK)
    long = Die.ordinary({1: "L", 11: "R"}, sides=12)
    assert long.read("11 1") == (Face.RIGHT, Face.LEFT)


@pytest.mark.parametrize("text", ["X", "LX", "7", "0", "1L", "²"])
def test_what_is_no_face_is_refused(text):
    with pytest.raises(ValueError, match=r"must be L, C, R|has sides 1 to 6"):
        Die.standard().read(text)


def test_a_die_without_numbers_reads_letters_only():
    with pytest.raises(ValueError, match="no numbered sides"):
        Die(sixth, sixth, sixth, 3 * sixth).read("1")


def test_rolls_count_chips():
    roll = Roll.of([Face.LEFT, Face.BLANK, Face.LEFT])
    assert roll == Roll(left=2, blank=1)
    assert (roll.dice, roll.given) == (3, 2)
