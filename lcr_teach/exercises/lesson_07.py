"""The exercises of lesson 7, simulate."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import sympy

from lcr_teach.chain import GameChain
from lcr_teach.compare import compare
from lcr_teach.exercises.exercise import Exercise
from lcr_teach.exercises.judges import Mistake, Number, Numbers
from lcr_teach.exercises.random_turns import RandomTurn
from lcr_teach.exercises.sampled import Sampled
from lcr_teach.rules import Die, Rules

__all__ = ["EXERCISES"]

#: Games of the first class; the second class wants an error that is so many times smaller.
_FIRST_GAMES, _SMALLER = 200, 10

#: Games of a class at the usual table, and how many of them Player 3 won.
_GAMES, _WON = 100, 36

#: How far the share of 07.3 may lie off, as two standard errors.
_WANTED = sympy.Rational(1, 100)

#: Games of each of the small classes.
_FEW = 10


@cache
def _usual() -> GameChain:
    """Three players with three chips each."""
    return Rules(players=3, chips=3).chain()


def _small_chance() -> sympy.Expr:
    """Chance of Player 1 at two players with one chip each."""
    return Rules(players=2, chips=1).chain().win_probabilities()[0]


def _true_chance() -> sympy.Expr:
    """The same with a die of four faces, only one of them blank."""
    rules = Rules(players=2, chips=1, die=Die.from_faces("LCR."))
    return rules.chain().win_probabilities()[0]


def _games_for_error(error: sympy.Expr, p: sympy.Expr) -> sympy.Expr:
    """The games after which a share has this standard error."""
    return p * (1 - p) / error**2


def _error(games: int, p: sympy.Expr) -> sympy.Expr:
    return sympy.sqrt(p * (1 - p) / games)


def _more_games() -> sympy.Expr:
    p = _small_chance()
    return _games_for_error(_error(_FIRST_GAMES, p) / _SMALLER, p)


def _root_of_games(up: int) -> sympy.Expr:
    """The wrong root, as whole games."""
    return sympy.floor(_FIRST_GAMES * sympy.sqrt(_SMALLER)) + up


_recall = Exercise(
    "07.1",
    Number(
        _more_games,
        [
            Mistake(
                "Ten times as many games divide the error by the square root of ten only.",
                lambda: _FIRST_GAMES * _SMALLER,
            ),
            Mistake(
                "With fewer games the error grows.",
                lambda: sympy.Rational(_FIRST_GAMES, _SMALLER),
            ),
            Mistake(
                "That is how many games have to be added; all games of the class are asked for.",
                lambda: _more_games() - _FIRST_GAMES,
            ),
            Mistake(
                "The root stands on the wrong side: the error goes down with the square root of "
                "the games, so the games go up faster than the error goes down.",
                lambda: _FIRST_GAMES * sympy.sqrt(_SMALLER),
            ),
            *(
                Mistake(
                    "You multiplied by the root of ten. Games stand under the root: what must be "
                    "done to them?",
                    partial(_root_of_games, up),
                )
                for up in (0, 1)
            ),
        ],
        tolerance=sympy.Rational(1, 1000),
    ),
    (
        "The number of games stands under a square root. What must be done to what is under a "
        "root, so that the root becomes ten times as large?",
        "Write the standard error as sqrt(p (1 − p) / n), once for each class, and divide one by "
        "the other: only the root of the ratio of the games is left.",
    ),
)


def _interval(errors: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    """So many times `sqrt(p (1 - p))` to both sides of the share."""
    share = sympy.Rational(_WON, _GAMES)
    half = errors * sympy.sqrt(share * (1 - share))
    return share - half, share + half


def _two_errors() -> tuple[sympy.Expr, sympy.Expr]:
    return _interval(2 / sympy.sqrt(_GAMES))


def _middle_and_way(errors: int) -> tuple[sympy.Expr, sympy.Expr]:
    share = sympy.Rational(_WON, _GAMES)
    return share, errors * _error(_GAMES, share)


_by_hand = Exercise(
    "07.2",
    Numbers(
        _two_errors,
        [
            Mistake(
                "Those are games, or per cent: a share lies between 0 and 1.",
                lambda: [_GAMES * end for end in _two_errors()],
            ),
            Mistake("Hand in the lower end first.", lambda: _two_errors()[::-1]),
            Mistake(
                "That is one standard error to each side: go two.",
                lambda: _interval(1 / sympy.sqrt(_GAMES)),
            ),
            Mistake(
                "That is the spread of one game. The share of n games spreads less: divide by the "
                "root of n.",
                lambda: _interval(sympy.Integer(2)),
            ),
            Mistake(
                "You divided by n; the standard error is the spread of one game over the *root* "
                "of n.",
                lambda: _interval(sympy.Rational(2, _GAMES)),
            ),
            Mistake(
                "You left out the root: that is the variance of the share, twice to each side.",
                lambda: _interval(
                    2 * sympy.sqrt(sympy.Rational(_WON * (_GAMES - _WON), _GAMES**2)) / _GAMES
                ),
            ),
            *(
                Mistake(
                    "You handed in the middle and how far it is to the ends: go that far down and "
                    "up, and hand in the two ends.",
                    partial(_middle_and_way, errors),
                )
                for errors in (1, 2)
            ),
            Mistake(
                "That is Wilson's interval, which the kit computes: here take share ± 2 standard "
                "errors.",
                lambda: compare(
                    _usual(), [_GAMES - _WON - 30, 30, _WON], against="equal seats"
                ).intervals()[2],
            ),
        ],
        tolerance=sympy.Rational(1, 400),
    ),
    (
        "The standard error of a share s of n games is sqrt(s (1 − s) / n). First find the share; "
        "the root comes out even.",
        "Multiply share and rest of the games, divide by the number of games, take the root. "
        "Then go this far twice, down and up from the share.",
    ),
)


def _games_wanted(p: sympy.Expr, errors: int = 2) -> sympy.Expr:
    return _games_for_error(_WANTED / errors, p)


def _last_chance() -> sympy.Expr:
    return _usual().win_probabilities()[2]


_how_many = Exercise(
    "07.3",
    Number(
        lambda: sympy.ceiling(_games_wanted(_last_chance())),
        [
            Mistake(
                "Games are whole: take the next whole number that is enough.",
                lambda: _games_wanted(_last_chance()),
            ),
            Mistake(
                "Games are whole: take the next whole number that is enough.",
                lambda: sympy.Rational(round(10 * _games_wanted(_last_chance())), 10),
            ),
            Mistake(
                "Games are whole: take the next whole number that is enough.",
                lambda: sympy.Rational(round(100 * _games_wanted(_last_chance())), 100),
            ),
            Mistake(
                "That is one game too few: with it the error is still a little too large.",
                lambda: sympy.floor(_games_wanted(_last_chance())),
            ),
            Mistake(
                "That makes one standard error as small as asked; two of them are to be.",
                lambda: sympy.ceiling(_games_wanted(_last_chance(), errors=1)),
            ),
            Mistake(
                "That would be enough whatever the chance is. Here the chance is known, and it is "
                "not 1/2.",
                lambda: sympy.ceiling(_games_wanted(sympy.Rational(1, 2))),
            ),
            Mistake(
                "That would be so if all seats were equal; take the exact chance of Player 3.",
                lambda: sympy.ceiling(_games_wanted(sympy.Rational(1, 3))),
            ),
            Mistake(
                "That is for Player 1; Player 3 is asked for.",
                lambda: sympy.ceiling(_games_wanted(_usual().win_probabilities()[0])),
            ),
            Mistake(
                "That is for Player 2; Player 3 is asked for, whose chance is `[2]`.",
                lambda: sympy.ceiling(_games_wanted(_usual().win_probabilities()[1])),
            ),
        ],
        tolerance=sympy.Rational(1, 1000),
    ),
    (
        "Set up the equation first: two standard errors, 2 · sqrt(p (1 − p) / n), are to be as "
        "large as asked. What is unknown in it?",
        "Square both sides and solve for n, or let `solve` do it, with p the third of "
        "`win_probabilities()`. Then round up: `ceiling`.",
    ),
)


_turn = Exercise(
    "07.4",
    RandomTurn(
        {
            "two players with 1 chip each, all games at the start": (Rules(2, 1), 400, 0),
            "two players with 1 chip each, after 2 turns": (Rules(2, 1), 400, 2),
            "three players with 1 chip each, after 4 turns": (Rules(3, 1), 400, 4),
            "two players with 1 chip each and a die with the faces L, L, R and one blank, after 3 "
            "turns": (Rules(2, 1, die=Die.from_faces("LLR.")), 400, 3),
            "three players with 2 chips each, after 1 turn": (Rules(3, 2), 400, 1),
        }
    ),
    (
        "For each position, `rng.multinomial(games, chances)` says how many of its games go to "
        "each of the next positions. The chances are the values of its row.",
        "Begin with an empty dictionary. For each position go through the next positions and the "
        "numbers drawn, side by side, and *add* each number to what is already there: "
        "`after.get(state, 0) + number`.",
    ),
)


def _coverage(
    half: Callable[[sympy.Rational], sympy.Expr] = lambda s: 4 * s * (1 - s) / _FEW,
) -> sympy.Rational:
    """Chance that the true one lies within the interval; `half` is its half width, squared."""
    p = _true_chance()
    return sum(
        sympy.binomial(_FEW, won) * p**won * (1 - p) ** (_FEW - won)
        for won in range(_FEW + 1)
        if (sympy.Rational(won, _FEW) - p) ** 2 <= half(sympy.Rational(won, _FEW))
    )


_classes = Exercise(
    "07.5",
    Sampled(
        _coverage,
        sympy.Rational(1, 100),
        [
            Mistake(
                "That is what the recipe promises for many games. Count how it does with as few "
                "as these.",
                lambda: sympy.Rational(19, 20),
            ),
            Mistake(
                "That is the share of the classes that miss the truth.",
                lambda: 1 - _coverage(),
            ),
            Mistake(
                "That is with the true chance in the standard error, which no class knows: each "
                "has its own share alone.",
                lambda: _coverage(lambda s: 4 * _true_chance() * (1 - _true_chance()) / _FEW),
            ),
            Mistake(
                "That is with one standard error to each side: go two.",
                lambda: _coverage(lambda s: s * (1 - s) / _FEW),
            ),
            Mistake(
                "You left out the root in the standard error.",
                lambda: _coverage(lambda s: (2 * s * (1 - s) / _FEW) ** 2),
            ),
            Mistake(
                "That is the chance of Player 1. Ask of each class whether its interval holds it.",
                _true_chance,
            ),
        ],
        kind="probability",
    ),
    (
        "Each class has a share and a standard error of its own. The interval of a class is right "
        "if the true chance lies between its ends.",
        "With numpy: `share = won / 10`, then `error = (share * (1 - share) / 10) ** 0.5`, and "
        "`abs(share - 0.2) <= 2 * error` says of each class whether it is right. Take the mean "
        "of that.",
    ),
)

EXERCISES = (_recall, _by_hand, _how_many, _turn, _classes)
