"""The exercises of lesson 10, house rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import cache, partial

import sympy

from lcr_teach.chain import GameChain
from lcr_teach.exercises.examples import Example
from lcr_teach.exercises.exercise import Exercise
from lcr_teach.exercises.formulas import Formula
from lcr_teach.exercises.functions import Case, Function
from lcr_teach.exercises.judges import Mistake, Numbers
from lcr_teach.results import decimal
from lcr_teach.rules import Die, Rules

__all__ = ["EXERCISES"]

_P = sympy.Symbol("p")
#: L, C and R with chance p each.
_DIE = Die(left=_P, centre=_P, right=_P, blank=1 - 3 * _P)
_STANDARD = Die.standard().centre


@cache
def _first_seat() -> sympy.Expr:
    """Chance of Player 1 at two players with one chip each."""
    return sympy.cancel(Rules(players=2, chips=1, die=_DIE).chain().win_probabilities()[0])


_recall = Exercise(
    "10.1",
    Formula(
        _first_seat,
        [
            Mistake(
                "That is the chance that the chip stays in the first turn. Nobody has won then.",
                lambda: _DIE.blank,
            ),
            Mistake(
                "That is the chance of winning in the second turn; the game may go on longer.",
                lambda: _DIE.blank * (1 - _DIE.blank),
            ),
            Mistake(
                "You took the chance that the chip goes away for the chance of a blank.",
                lambda: (1 - _DIE.blank) / (2 - _DIE.blank),
            ),
            Mistake(
                "You took p for the chance of a blank. It is the chance of each other face.",
                lambda: _P / (1 + _P),
            ),
            Mistake(
                "The sign is wrong: after a blank it is the other player who has the chance w.",
                lambda: _DIE.blank / (1 - _DIE.blank),
            ),
        ],
        "probability",
        _STANDARD,
    ),
    (
        "As in lesson 5: Player 1 can win only if the first roll is a blank, and then the other "
        "player is about to roll. What is the chance of a blank here?",
        "Call w the chance of the player who is about to roll and b the chance of a blank. Then "
        "w = b · (1 − w). Solve for w and put in b, which depends on p. With p = 1/6 you must "
        "get back what you know of the standard die.",
    ),
)


def _slope() -> sympy.Expr:
    return _first_seat().diff(_P)


_by_hand = Exercise(
    "10.2",
    Formula(
        _slope,
        [
            Mistake("That is the chance itself, not its derivative.", _first_seat),
            Mistake(
                "The sign is wrong: does a larger p help Player 1, who rolls first?",
                lambda: -_slope(),
            ),
            Mistake(
                "That is the derivative with respect to the chance of a blank. When p rises, that "
                "chance falls, and three times as fast.",
                lambda: -_slope() / 3,
            ),
            Mistake("A factor is missing: the inside has a derivative too.", lambda: _slope() / 3),
            Mistake(
                "In the rule for a quotient the two products are subtracted, not added.",
                lambda: (_DIE.blank * (2 - 3 * _P)).diff(_P) / (2 - 3 * _P) ** 2,
            ),
            Mistake(
                "You took the derivatives of the upper and the lower part apart: a quotient has a "
                "rule of its own.",
                lambda: sympy.Integer(1),
            ),
        ],
        "number",
        _STANDARD,
    ),
    (
        "The chance is a quotient u / v of two straight lines in p. Its derivative is "
        "(u′ v − u v′) / v².",
        "Take u = 1 − 3p and v = 2 − 3p. Both lines fall with the same slope, so in "
        "u′ v − u v′ the terms with p cancel. Say beforehand which sign the result must have.",
    ),
)

_THIN = sympy.Rational(1, 60)


@cache
def _formulas() -> tuple[sympy.Expr, sympy.Expr, sympy.Expr]:
    """At three players with one chip each: chances of Players 1 and 3, average turns."""
    chain = Rules(players=3, chips=1, die=_DIE).chain()
    chances = chain.win_probabilities()
    return chances[0], chances[2], chain.expected_turns()


@cache
def _slopes(at: sympy.Rational, *which: int) -> tuple[sympy.Expr, ...]:
    return tuple(sympy.cancel(_formulas()[i].diff(_P).subs(_P, at)) for i in which)


_slopes_by_sympy = Exercise(
    "10.3",
    Numbers(
        lambda: _slopes(_THIN, 0, 2),
        [
            Mistake(
                "These are the chance and the turns themselves, not how fast they change.",
                lambda: tuple(sympy.cancel(_formulas()[i].subs(_P, _THIN)) for i in (0, 2)),
            ),
            Mistake(
                "These are the slopes at the standard die, p = 1/6.",
                lambda: _slopes(_STANDARD, 0, 2),
            ),
            Mistake(
                "The first number belongs to Player 3; Player 1 has seat 0.",
                lambda: _slopes(_THIN, 1, 2),
            ),
            Mistake(
                "The signs are wrong: what does a larger p do to the length of the game?",
                lambda: tuple(-slope for slope in _slopes(_THIN, 0, 2)),
            ),
            Mistake(
                "You put in the number first, and a number does not change with p.",
                lambda: (0, 0),
            ),
        ],
    ),
    (
        "`diff(formula, p)` is the derivative, and `.subs(p, Rational(1, 60))` puts in a number. "
        "First differentiate, then put in.",
        "Hand in a list of two: the derivative of `table.win_probabilities()[0]` and that of "
        "`table.expected_turns()`, both with p = 1/60. No `evalf`, no points in the numbers.",
    ),
)


def _deals(players: int, total: int) -> Iterable[tuple[int, ...]]:
    """All ways to give out the chips so that at least two players hold some."""
    for chips in itertools.product(range(total + 1), repeat=players):
        if sum(chips) == total and max(chips) < total:
            yield chips


def _gap(chain: GameChain) -> sympy.Expr:
    """How far the best seat is ahead of the worst."""
    chances = chain.win_probabilities()
    return max(chances) - min(chances)


def _gap_of(chips: tuple[int, ...]) -> sympy.Expr:
    return _gap(Rules(len(chips), chips).chain())


@cache
def _fairest(players: int, total: int) -> tuple[int, ...]:
    return min(_deals(players, total), key=_gap_of)


@cache
def _least_fair(players: int, total: int) -> tuple[int, ...]:
    return max(_deals(players, total), key=_gap_of)


def _case(players: int, total: int) -> Case:
    mistakes = [Mistake("That is the least fair start.", partial(_least_fair, players, total))]
    if players == 2 and total % players == 0:  # two players with equal chips are never equal
        word = "Equal chips look fair, but the seats are not equal."
        mistakes.append(Mistake(word, lambda: (total // players,) * players))
    right = partial(_fairest, players, total)
    return Case(
        f"{players} players and {total} chips", lambda: (players, total), Numbers(right, mistakes)
    )


_code = Exercise(
    "10.4",
    Function("fairest_start(players, total)", [_case(2, 3), _case(2, 4), _case(3, 3), _case(3, 4)]),
    (
        "Go through all of `deals(players, total)`, and keep the one whose gap between the best "
        "and the worst chance is the smallest.",
        "For one deal: `chances = Rules(players, chips).chain().win_probabilities()`, and the gap "
        "is `max(chances) - min(chances)`. With a function `gap(chips)` of your own, "
        "`min(..., key=gap)` finds the deal.",
    ),
)

_MOST_CHIPS = 12
_MOST_GAP = sympy.Rational(1, 50)
_MOST_TURNS = sympy.Integer(25)


def _fault(table: object) -> str:
    """What a table of the student's own design lacks."""
    if not isinstance(table, Rules):
        return "A table is asked for: hand in `Rules(...)`."
    if table.players != 3:
        return f"The table must have 3 players, and yours has {table.players}."
    if 0 in table.chips:
        return "Every player must begin with at least one chip."
    if table.total_chips > _MOST_CHIPS:
        return f"There are {_MOST_CHIPS} chips, and your table takes {table.total_chips}."
    if table.max_dice != Rules().max_dice:
        return "Change only the chips and the die, not how many dice fall."
    if table.die.free_symbols:
        return "Your die contains a symbol: give its faces numbers."
    try:
        chain = table.chain()
    except ValueError:
        return "With this die a game may never end."
    return _missed(_gap(chain), chain.expected_turns())


def _missed(gap: sympy.Expr, turns: sympy.Expr) -> str:
    missed = ["not fair enough"] if gap > _MOST_GAP else []
    if turns > _MOST_TURNS:
        missed.append("too long")
    if not missed:
        return ""
    return (
        f"At your table the best seat is {decimal(gap, 4)} ahead of the worst, and a game takes "
        f"{decimal(turns, 2)} turns: {' and '.join(missed)}."
    )


_design = Exercise(
    "10.5",
    Example(_fault, "hand in `Rules(...)` whose die has simple fractions."),
    (
        "Change one thing at a time and look at both numbers. More blanks: what do they do to the "
        "gap, and what to the length? One chip less for a seat that is too good?",
        "More blanks make the seats more equal and the game longer; fewer chips make it shorter. "
        "So take away a chip or more from the best seats first, then add blanks until the gap "
        "is small enough. `Die.from_faces` takes as many faces as you like.",
    ),
)

EXERCISES = (_recall, _by_hand, _slopes_by_sympy, _code, _design)
