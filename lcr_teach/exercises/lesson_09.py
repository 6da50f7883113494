"""The exercises of lesson 9, knowing more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import sympy

from lcr_teach.chain import GameChain
from lcr_teach.exercises.exercise import Exercise
from lcr_teach.exercises.functions import Case, Function
from lcr_teach.exercises.judges import Mistake, Number, Numbers
from lcr_teach.rules import Die, Face, Roll, Rules, State

__all__ = ["EXERCISES"]

_DIE = Die.standard()
_LOADED = Die.from_faces("LCCCR.")


def _chance(die: Die, faces: str) -> sympy.Expr:
    """Chance that a die shows these faces in this order."""
    by_letter = {"L": die.left, "C": die.centre, "R": die.right, ".": die.blank}
    return sympy.prod(by_letter[face] for face in faces)


@dataclass(frozen=True)
class _Evidence:
    """Some dice, one of which was drawn, and the faces that it showed."""

    prior: Sequence[sympy.Expr]
    dice: Sequence[Die]
    faces: str

    def arguments(self) -> tuple[object, ...]:
        return list(self.prior), list(self.dice), self.faces

    def joint(self) -> list[sympy.Expr]:
        """Chances to draw each die and to see these faces."""
        return [p * _chance(die, self.faces) for p, die in zip(self.prior, self.dice, strict=True)]

    def posterior(self) -> list[sympy.Expr]:
        """Chances of each die, given the faces."""
        joint = self.joint()
        return [p / sum(joint) for p in joint]

    def without_base_rate(self) -> list[sympy.Expr]:
        """The same as if all dice were equally likely at first."""
        same = [sympy.Rational(1, len(self.dice))] * len(self.dice)
        return _Evidence(same, self.dice, self.faces).posterior()


_BAG = _Evidence((sympy.Rational(11, 12), sympy.Rational(1, 12)), (_DIE, _LOADED), "CC")

_recall = Exercise(
    "09.1",
    Number(
        lambda: _DIE.centre / (1 - _DIE.blank),
        [
            Mistake(
                "That is the chance before you saw anything. You saw that the face was no blank.",
                lambda: _DIE.centre,
            ),
            Mistake(
                "That is the chance that the chip goes anywhere at all; you know that it went.",
                lambda: 1 - _DIE.blank,
            ),
            Mistake(
                "You multiplied the two chances. A chip that goes to the centre goes away in any "
                "case, and then something must be divided.",
                lambda: _DIE.centre * (1 - _DIE.blank),
            ),
            Mistake(
                "That would be so if a blank were still possible and all four kinds were equally "
                "likely.",
                lambda: sympy.Rational(1, len(Face)),
            ),
        ],
        kind="probability",
    ),
    (
        "What you saw rules some faces out. Which are left? Are they equally likely?",
        "P(A given B) is P(A and B) divided by P(B). Here B is 'no blank', and A is 'a C'. "
        "Whenever A happens, B happens too.",
    ),
)

_by_hand = Exercise(
    "09.2",
    Number(
        lambda: _BAG.posterior()[1],
        [
            Mistake(
                "That would be right if the loaded die had been as likely to be drawn as a "
                "standard one. Most dice in the bag are standard.",
                lambda: _BAG.without_base_rate()[1],
            ),
            Mistake(
                "That is the chance of two C if the die is loaded. You are asked the other way "
                "round: that it is loaded if you see two C.",
                lambda: _chance(_LOADED, _BAG.faces),
            ),
            Mistake(
                "That is the chance to draw the loaded die and roll two C. Divide it by the "
                "chance to roll two C with any die.",
                lambda: _BAG.joint()[1],
            ),
            Mistake(
                "That is the chance before the die was rolled.",
                lambda: _BAG.prior[1],
            ),
            Mistake(
                "That is the chance after one C; you saw two.",
                lambda: _Evidence(_BAG.prior, _BAG.dice, "C").posterior()[1],
            ),
            Mistake(
                "These are the odds, loaded to standard. A probability divides by the sum of both.",
                lambda: _BAG.posterior()[1] / _BAG.posterior()[0],
            ),
        ],
        kind="probability",
    ),
    (
        "There are two ways to see two C: with the loaded die and with a standard one. How "
        "likely is each of the two ways from the beginning?",
        "Multiply the share of each kind of die in the bag by its chance of two C in a row. "
        "What share of the sum of these two products belongs to the loaded die?",
    ),
)


@cache
def _three() -> GameChain:
    """Three players with one chip each."""
    return Rules(players=3, chips=1).chain()


_FACES = {
    "L": Roll(left=1),
    "C": Roll(centre=1),
    "R": Roll(right=1),
    ".": Roll(blank=1),
}


def _after(face: str) -> State:
    chain = _three()
    return chain.rules.after(chain.start, _FACES[face])


def _bars(seat: int = 0, faces: str = "LCR.") -> tuple[sympy.Expr, ...]:
    """A seat's chance of winning after each face of Player 1's roll."""
    return tuple(_three().win_probabilities(_after(face))[seat] for face in faces)


def _bars_without_passing_on() -> tuple[sympy.Expr, ...]:
    positions = [State(_after(face).chips, roller=0) for face in _FACES]
    return tuple(Rules(3, s.chips).chain().win_probabilities(s)[0] for s in positions)


_win_bar = Exercise(
    "09.3",
    Numbers(
        _bars,
        [
            Mistake(
                "A player without chips misses turns and stays in the game: a neighbour's chip "
                "can still come.",
                lambda: (0, 0, 0, _bars()[-1]),
            ),
            Mistake(
                "Left and right are exchanged: the left neighbour is the next to roll, Player 2.",
                lambda: _bars(faces="RCL."),
            ),
            Mistake(
                "After Player 1's roll it is Player 2's turn, also after a blank.",
                _bars_without_passing_on,
            ),
            Mistake("That is the bar of Player 2: Player 1 has seat 0.", lambda: _bars(1)),
            Mistake(
                "These are the chances of the four faces. Asked is what each of them does to the "
                "bar.",
                lambda: tuple(_chance(_DIE, face) for face in _FACES),
            ),
        ],
    ),
    (
        "Write down for each face where the chips lie afterwards and who rolls next. Then ask "
        "`three` for that position.",
        "Player 1 gives the chip to Player 2 (L), to the centre (C) or to Player 3 (R), or keeps "
        "it. Player 2 rolls next each time. `three.win_probabilities(State(..., roller=1))[0]` "
        "is the bar of Player 1.",
    ),
)

_CASES = {
    "two dice, as likely as each other, after one C": _Evidence(
        (sympy.Rational(1, 2), sympy.Rational(1, 2)), (_DIE, _LOADED), "C"
    ),
    "the bag of 09.2 after four rolls": _Evidence(_BAG.prior, _BAG.dice, "C.CC"),
    "three dice before any roll": _Evidence(
        (sympy.Rational(1, 2), sympy.Rational(1, 3), sympy.Rational(1, 6)),
        (_DIE, _LOADED, Die.from_faces("LCR.")),
        "",
    ),
    "three dice after a blank, of which one has none": _Evidence(
        (sympy.Rational(1, 2), sympy.Rational(1, 3), sympy.Rational(1, 6)),
        (_DIE, Die.from_faces("LCR"), Die.from_faces("LLC.")),
        "L.",
    ),
}

_code = Exercise(
    "09.4",
    Function(
        "posterior(prior, dice, faces)",
        [
            Case(
                words,
                case.arguments,
                Numbers(
                    case.posterior,
                    [
                        Mistake(
                            "That is right only if all dice are equally likely at first: use "
                            "`prior`.",
                            case.without_base_rate,
                        )
                    ],
                    "probability",
                ),
            )
            for words, case in _CASES.items()
        ],
    ),
    (
        "Each die has a weight. At first it is its prior chance. What does a face that you see do "
        "to it? What must all weights together be at the end?",
        "For every face, multiply the weight of each die by `chance(die, face)`. When all faces "
        "are done, divide each weight by the sum of all weights.",
    ),
)


def _given(seat: int) -> tuple[sympy.Expr, ...]:
    """Chances of Player 1's first face in the games that a seat wins."""
    row = _three().given_winner(seat).transitions(_three().start)
    return tuple(row[_after(face)] for face in _FACES)


def _weighted() -> tuple[sympy.Expr, ...]:
    """Chances that a face falls first and Player 1 wins."""
    return tuple(_chance(_DIE, face) * bar for face, bar in zip(_FACES, _bars(), strict=True))


_films = Exercise(
    "09.5",
    Numbers(
        lambda: _given(0),
        [
            Mistake(
                "These are the chances in all games. The film shows only those that Player 1 "
                "wins, and not every face is equally good for that.",
                lambda: tuple(_chance(_DIE, face) for face in _FACES),
            ),
            Mistake(
                "These are the chances that the face falls and Player 1 wins. Divide them by the "
                "chance that Player 1 wins.",
                _weighted,
            ),
            Mistake(
                "You weighted all faces alike. Half of the faces are blanks.",
                lambda: tuple(bar / sum(_bars()) for bar in _bars()),
            ),
            Mistake("These are the chances of Player 1 to win after each face, as in 09.3.", _bars),
            Mistake(
                "That is the film of the games that Player 2 wins: Player 1 has seat 0.",
                lambda: _given(1),
            ),
        ],
        kind="probability",
    ),
    (
        "It is Bayes again. The faces stand for the dice of the bag, the chances of the faces for "
        "their shares, and 'Player 1 wins' for what you saw.",
        "Multiply the chance of each face by the bar after it, from 09.3, and divide by the bar "
        "before the roll, so that the four numbers sum to 1. This is what the row "
        "`three.given_winner(0).transitions(three.start)` holds.",
    ),
)

EXERCISES = (_recall, _by_hand, _win_bar, _code, _films)
