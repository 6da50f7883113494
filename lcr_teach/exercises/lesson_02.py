"""The exercises of lesson 2, one roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import product

import sympy

from lcr_teach.exercises.choices import Choices
from lcr_teach.exercises.exercise import Exercise
from lcr_teach.exercises.functions import Case, Function
from lcr_teach.exercises.judges import Mistake, Number, Numbers
from lcr_teach.exercises.laws import Law
from lcr_teach.rules import Die, Face, Roll

__all__ = ["EXERCISES"]

_standard = Die.standard()
_ten_sides = Die.ordinary({1: "L", 2: "L", 3: "C", 4: "R"}, sides=10)


def _named(blank: str) -> dict[str, sympy.Expr]:
    """The right law of 02.1 with another key for the blank."""
    return {blank if face == "." else face: p for face, p in _of_one(_ten_sides).items()}


def _not_the_dot(blank: str) -> Mistake:
    return Mistake('The blank has the key `"."`, a dot.', lambda: _named(blank))


def _of_one(die: Die) -> dict[str, sympy.Expr]:
    """The law of one die, by the letters of its faces."""
    return {
        face.value: p
        for face, p in zip(Face, (die.left, die.centre, die.right, die.blank), strict=True)
    }


_recall = Exercise(
    "02.1",
    Law(
        lambda: _of_one(_ten_sides),
        [
            Mistake(
                "Four results are possible, but nothing says that they are equally likely: count "
                "the sides that lead to each.",
                lambda: _of_one(Die.from_faces("LCR.")),
            ),
            Mistake("That is the standard die.", lambda: _of_one(_standard)),
            Mistake(
                "These are numbers of sides. Divide each by the number of all sides.",
                lambda: {face: 10 * p for face, p in _of_one(_ten_sides).items()},
            ),
            Mistake(
                "That is the law of the number on the die. Asked for is that of the face: several "
                "numbers mean the same face.",
                lambda: {number: sympy.Rational(1, 10) for number in range(1, 11)},
            ),
            *map(_not_the_dot, ("blank", " ", "")),
            Mistake(
                "You forgot the sides that are blank.", lambda: _of_one(Die.from_faces("LLCR"))
            ),
            Mistake(
                "One side too few means L.",
                lambda: _of_one(Die.ordinary({1: "L", 2: "C", 3: "R"}, sides=10)),
            ),
        ],
        outcome="face",
    ),
    (
        "All ten sides are equally likely. How many of them mean L, how many C, how many R?",
        "A probability is the number of sides that mean the face, divided by the number of all "
        "sides. What is left over is blank.",
    ),
)

_ONE_OF_EACH = Roll(left=1, centre=1, right=0, blank=1)


def _one_of_each(die: Die = _standard) -> sympy.Expr:
    return die.law(_ONE_OF_EACH.dice)[_ONE_OF_EACH]


def _orders() -> sympy.Integer:
    """In how many orders three different faces can fall."""
    return sympy.factorial(_ONE_OF_EACH.dice)


_by_hand = Exercise(
    "02.2",
    Number(
        _one_of_each,
        [
            Mistake(
                "That is the chance of one order: first L, then C, then the blank. The dice can "
                "also show them in another order.",
                lambda: _one_of_each() / _orders(),
            ),
            Mistake(
                "You took all combinations for equally likely. They are not: count the ways in "
                "which the dice can fall.",
                lambda: sympy.Rational(1, len(_standard.law(_ONE_OF_EACH.dice))),
            ),
            Mistake(
                "There are more than three orders: three dice, three different faces.",
                lambda: _one_of_each() / _orders() * 3,
            ),
            Mistake(
                "You took the four faces for equally likely. Half of the die is blank.",
                lambda: _one_of_each(Die.from_faces("LCR.")),
            ),
            Mistake(
                "Too few. Three sides of the die are blank, not one; and three different faces "
                "can fall in more than two orders.",
                lambda: _one_of_each() / _orders() * 2,
            ),
            Mistake(
                "You counted one way to fall. Three sides of the die are blank, and the faces can "
                "fall in more than one order.",
                lambda: sympy.Rational(1, 6**_ONE_OF_EACH.dice),
            ),
            Mistake(
                "You added the three chances. All three must happen: multiply.",
                lambda: _standard.left + _standard.centre + _standard.blank,
            ),
            Mistake(
                "That is in how many ways it can happen. Divide by the number of all ways.",
                lambda: _one_of_each() * 6**_ONE_OF_EACH.dice,
            ),
        ],
        kind="probability",
    ),
    (
        "Paint the dice red, green and blue. With what chance is red L, green C and blue blank? "
        "Which other ways give the same combination?",
        "Multiply the three probabilities of one order, then by the number of orders. To count "
        "the orders: which die is the L, and which of the others is the C?",
    ),
)


def _moment(worth: Callable[[Roll], int], power: int = 1, dice: int = 3) -> sympy.Expr:
    return sum(p * worth(roll) ** power for roll, p in _standard.law(dice).items())


def _variance(worth: Callable[[Roll], int], dice: int = 3) -> sympy.Expr:
    return _moment(worth, 2, dice) - _moment(worth, 1, dice) ** 2


def _to_neighbours(roll: Roll) -> int:
    return roll.left + roll.right


_mean = partial(_moment, _to_neighbours)
_spread = partial(_variance, _to_neighbours)

_moments = Exercise(
    "02.3",
    Numbers(
        lambda: (_mean(), _spread()),
        [
            Mistake(
                "The second number is the mean of the square. The square of the mean has still to "
                "be taken away.",
                lambda: (_mean(), _mean(2)),
            ),
            Mistake(
                "You added the variances of the chips to the left and to the right. That is sure "
                "to hold only for independent numbers: a die that shows L cannot show R as well.",
                lambda: (
                    _mean(),
                    _variance(lambda roll: roll.left) + _variance(lambda roll: roll.right),
                ),
            ),
            Mistake(
                "The second number is the standard deviation; the variance is its square.",
                lambda: (_mean(), sympy.sqrt(_spread())),
            ),
            Mistake(
                "The second number is the variance for one die. Three are rolled.",
                lambda: (_mean(), _spread(dice=1)),
            ),
            Mistake("That is so for one die.", lambda: (_mean(dice=1), _spread(dice=1))),
            Mistake(
                "You counted the chips in the centre as well. They go to no neighbour.",
                lambda: (
                    _moment(lambda roll: roll.given),
                    _variance(lambda roll: roll.given),
                ),
            ),
            Mistake(
                "You counted the left neighbour alone.",
                lambda: (_moment(lambda roll: roll.left), _variance(lambda roll: roll.left)),
            ),
            Mistake(
                "The variances of several dice add up as they are. Only a number that is itself "
                "multiplied by 3 has 9 times the variance.",
                lambda: (_mean(), 9 * _spread(dice=1)),
            ),
        ],
    ),
    (
        "For every roll of `law` you know the number X and its probability. The expectation is "
        "the sum of X times probability.",
        "Var X = E(X²) − (E X)². For E(X²) add up X² times probability, just as you added up X "
        "times probability before.",
    ),
)


def _sum_law(law: Mapping[int, sympy.Expr], dice: int) -> dict[int, sympy.Expr]:
    """Every way in which the dice can fall on its own."""
    found: dict[int, sympy.Expr] = {}
    for way in product(law, repeat=dice):
        p = sympy.prod(law[number] for number in way)
        found[sum(way)] = found.get(sum(way), sympy.Integer(0)) + p
    return found


def _all_alike(law: Mapping[int, sympy.Expr], dice: int) -> dict[int, sympy.Expr]:
    sums = list(_sum_law(law, dice))
    return dict.fromkeys(sums, sympy.Rational(1, len(sums)))


def _given(die: Die) -> dict[int, sympy.Expr]:
    """The law of the chips that one die gives away."""
    return {0: die.blank, 1: 1 - die.blank}


_SIX = {number: sympy.Rational(1, 6) for number in range(1, 7)}
_DICE: dict[str, tuple[dict[int, sympy.Expr], int]] = {
    "the chips that two standard dice give away": (_given(_standard), 2),
    "the numbers of two ordinary dice": (_SIX, 2),
    "the numbers of one ordinary die": (_SIX, 1),
    "the chips that three dice of ten sides give away": (_given(_ten_sides), 3),
    "four dice with the numbers 1, 2 and 5": (
        {1: sympy.Rational(1, 2), 2: sympy.Rational(1, 3), 5: sympy.Rational(1, 6)},
        4,
    ),
}


def _sum_case(words: str, law: dict[int, sympy.Expr], dice: int) -> Case:
    mistakes = [
        Mistake(
            "These sums are not all equally likely: some come about in more ways than others.",
            partial(_all_alike, law, dice),
        ),
        Mistake("This is the law of one die more.", partial(_sum_law, law, dice + 1)),
    ]
    even = dict.fromkeys(law, sympy.Rational(1, len(law)))
    if law != even:
        mistakes.append(
            Mistake(
                "You took the numbers of this die for equally likely. Use the chances in `law`.",
                partial(_sum_law, even, dice),
            )
        )
    if dice == 1:
        mistakes = mistakes[1:]
    else:
        mistakes.append(
            Mistake("This is the law of one die less.", partial(_sum_law, law, dice - 1))
        )
    return Case(
        words,
        lambda: (dict(law), dice),
        Law(partial(_sum_law, law, dice), mistakes, outcome="sum"),
    )


_code = Exercise(
    "02.4",
    Function(
        "law_of_sum(law, dice)",
        [_sum_case(words, law, dice) for words, (law, dice) in _DICE.items()],
    ),
    (
        "Begin with no die at all: the sum is 0 with probability 1. Then add one die after the "
        "other.",
        "One die more: for every sum s so far and every number x of the die, the chance of s "
        "times the chance of x belongs to the new sum s + x. Several pairs lead to the same new "
        "sum: add to what is there, as in `new[s + x] = new.get(s + x, 0) + ...`.",
    ),
)

_Faces = tuple[Face, Face]
_Event = Callable[[_Faces], bool]
_WORDS = ("independent", "dependent")


def _chance(event: _Event) -> sympy.Expr:
    """The chance of an event of two standard dice, a red one and a green one."""
    one = _of_one(_standard)
    return sum(
        one[red.value] * one[green.value]
        for red, green in product(Face, repeat=2)
        if event((red, green))
    )


def _in_words(one: _Event, other: _Event) -> str:
    both = _chance(lambda faces: one(faces) and other(faces))
    return _WORDS[both != _chance(one) * _chance(other)]


_PAIRS: tuple[tuple[_Event, _Event], ...] = (
    (lambda faces: faces[0] is Face.LEFT, lambda faces: faces[1] is Face.LEFT),
    (lambda faces: Face.LEFT in faces, lambda faces: Face.CENTRE in faces),
    (lambda faces: faces[0] is Face.BLANK, lambda faces: faces.count(Face.BLANK) == 1),
    (lambda faces: faces[0] is Face.LEFT, lambda faces: faces.count(Face.LEFT) == 1),
)

_explore = Exercise(
    "02.5",
    Choices(
        _WORDS,
        lambda: [_in_words(*pair) for pair in _PAIRS],
        [
            Mistake(
                "The dice do not know of each other, but an event can look at both of them. Do "
                "the multiplication for each pair.",
                lambda: [_WORDS[0]] * len(_PAIRS),
            ),
            Mistake(
                "Even two events about different dice? Do the multiplication for each pair.",
                lambda: [_WORDS[1]] * len(_PAIRS),
            ),
        ],
    ),
    (
        "Independent means: the chance that both happen is the product of the two chances. "
        "Compute all three for each pair; what seems to be so does not count.",
        "`chance(a)` adds up the chances of all ways in which the event a happens, and "
        "`chance(lambda red, green: a(red, green) and b(red, green))` is the chance of both. Is "
        "it `chance(a) * chance(b)`?",
    ),
)

EXERCISES = (_recall, _by_hand, _moments, _code, _explore)
