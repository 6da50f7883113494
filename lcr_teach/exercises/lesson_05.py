"""The exercises of lesson 5, who wins."""

from __future__ import annotations

from functools import cache, partial

import sympy

from lcr_teach.chain import GameChain
from lcr_teach.exercises.exercise import Exercise
from lcr_teach.exercises.functions import Case, Function
from lcr_teach.exercises.judges import Mistake, Number, Numbers
from lcr_teach.exercises.tables import SameChances
from lcr_teach.rules import Die, Rules

__all__ = ["EXERCISES"]


@cache
def _small() -> GameChain:
    """Two players with one chip each."""
    return Rules(players=2, chips=1).chain()


@cache
def _four_faces() -> GameChain:
    """The same with a die of four faces, only one of them blank."""
    return Rules(players=2, chips=1, die=Die.from_faces("LCR.")).chain()


@cache
def _three() -> GameChain:
    """Three players with one chip each."""
    return Rules(players=3, chips=1).chain()


def _seat(chain: GameChain, seat: int) -> sympy.Expr:
    return chain.win_probabilities()[seat]


def _stay(chain: GameChain) -> sympy.Expr:
    """Chance that the chip of a player with one chip stays."""
    return chain.rules.die.blank


def _inner(chain: GameChain) -> sympy.Matrix:
    """The matrix Q."""
    return chain.canonical_form().Q


def _identity(chain: GameChain) -> sympy.Matrix:
    return sympy.eye(len(chain.transient_states))


def _ending(chain: GameChain) -> sympy.Matrix:
    """Q with the chance that a game of two ends in a turn in place of a blank."""
    end = 1 - _stay(chain)
    return sympy.Matrix([[0, end], [end, 0]])


def _inverse(inner: sympy.Matrix) -> sympy.Matrix:
    return (sympy.eye(inner.rows) - inner).inv()


_recall = Exercise(
    "05.1",
    Number(
        lambda: _seat(_small(), 0),
        [
            Mistake("That is the chance of the other seat.", lambda: _seat(_small(), 1)),
            Mistake(
                "The two seats would be equal only if it did not matter who rolls first. "
                "What can a roll do to the player who rolls?",
                lambda: sympy.Rational(1, 2),
            ),
            Mistake(
                "That is the chance of winning in the second turn; the game may go on.",
                lambda: _stay(_small()) * (1 - _stay(_small())),
            ),
        ],
        kind="probability",
    ),
    (
        "Look at the first turn. With chance 1/2 the chip stays, and then the other player is "
        "about to roll at the same table.",
        "Call w the chance of the player who is about to roll. After a blank it is the other "
        "player who has this chance, so w = 1/2 · (1 − w). Solve for w.",
    ),
)

_by_hand = Exercise(
    "05.2",
    Number(
        lambda: _seat(_four_faces(), 0),
        [
            Mistake("That is the chance of the other seat.", lambda: _seat(_four_faces(), 1)),
            Mistake(
                "That would be so with the standard die; here only one face of four is blank. If "
                "you did count one face of four, look at the signs again.",
                lambda: _seat(_small(), 0),
            ),
            Mistake(
                "Your equation has the chance that the game ends in a turn where the chance of a "
                "blank should stand.",
                lambda: (1 - _stay(_four_faces())) / (2 - _stay(_four_faces())),
            ),
            Mistake(
                "That is the chance that the chip stays in the first turn. Nobody has won then: "
                "what must happen afterwards?",
                lambda: _stay(_four_faces()),
            ),
            Mistake(
                "That is the chance of winning in the second turn; the game may go on longer.",
                lambda: _stay(_four_faces()) * (1 - _stay(_four_faces())),
            ),
            Mistake(
                "Equal chances cannot be: whoever rolls first can lose at once.",
                lambda: sympy.Rational(1, 2),
            ),
        ],
        kind="probability",
    ),
    (
        "The equation of 05.1 stays, only the chance of a blank is another one.",
        "Call w the chance of the player who is about to roll, and b the chance of a blank. "
        "Then w = b · (1 − w). Put in b, then solve for w.",
    ),
)

_matrix = Exercise(
    "05.3",
    Numbers(
        lambda: _four_faces().fundamental_matrix(),
        [
            Mistake("That is Q itself; N is the inverse of I − Q.", lambda: _inner(_four_faces())),
            Mistake(
                "That is I − Q; N is its inverse.",
                lambda: _identity(_four_faces()) - _inner(_four_faces()),
            ),
            Mistake(
                "That is the inverse of I + Q: the sign is wrong.",
                lambda: (_identity(_four_faces()) + _inner(_four_faces())).inv(),
            ),
            Mistake(
                "You are one visit off on the diagonal: the turn in the starting position counts.",
                lambda: _four_faces().fundamental_matrix() - _identity(_four_faces()),
            ),
            Mistake(
                "The entries still have to be divided by the determinant of I − Q.",
                lambda: (_identity(_four_faces()) - _inner(_four_faces())).adjugate(),
            ),
            Mistake(
                "Your Q has the chance that the game ends in a turn. Q tells how it goes on: that "
                "is the chance of a blank.",
                lambda: _inverse(_ending(_four_faces())),
            ),
            Mistake(
                "In your Q the same player rolls again after a blank; but then it is the other "
                "player's turn.",
                lambda: _inverse(_stay(_four_faces()) * _identity(_four_faces())),
            ),
            Mistake(
                "That is N for the standard die; here only one face of four is blank.",
                lambda: _small().fundamental_matrix(),
            ),
        ],
    ),
    (
        "Q has one row for each position in which somebody still rolls. When one of the two "
        "rolls a blank, the other is about to roll. So where in Q does the chance of a blank "
        "stand?",
        "Q has 0 on the diagonal and the chance b of a blank beside it. To invert "
        "[[1, −b], [−b, 1]], change the signs of the two entries −b, then divide everything by "
        "1 − b².",
    ),
)

_turns = Exercise(
    "05.4",
    Number(
        lambda: _three().expected_turns(),
        [
            Mistake(
                "That counts rolls. A player without chips misses the turn, and N counts that "
                "turn too.",
                lambda: _three().expected_rolls(),
            ),
            Mistake(
                "You are one turn short: the turn that begins in the start counts.",
                lambda: _three().expected_turns() - 1,
            ),
            Mistake(
                "You are one turn too far: the position in which the game has ended does not "
                "count.",
                lambda: _three().expected_turns() + 1,
            ),
            Mistake(
                "That is the average for two players.",
                lambda: _small().expected_turns(),
            ),
            Mistake(
                "That adds a column of N. The row of the start is the one to add.",
                lambda: sum(_three().fundamental_matrix().col(0)),
            ),
            Mistake(
                "That is one entry of N, the turns that begin in the start alone; the turns that "
                "begin in other positions count too.",
                lambda: _three().fundamental_matrix()[0, 0],
            ),
            Mistake(
                "That adds all rows of N, but a game has one start: which row belongs to it?",
                lambda: sum(_three().fundamental_matrix()),
            ),
            Mistake(
                "That is the number of positions, not the number of turns.",
                lambda: len(_three().transient_states),
            ),
        ],
        tolerance=sympy.Rational(1, 200),
    ),
    (
        "An entry of N says how many turns, on average, begin in one position. Every turn of a "
        "game begins in some position.",
        "Add all entries of that row of N which belongs to the start. `transient_states` says "
        "which row that is; `sum(N.row(i))` adds the row i.",
    ),
)

_TABLES = {
    "two players with 1 chip each": Rules(players=2, chips=1),
    "two players with 1 chip each and a die with the faces L, C, R and one blank": Rules(
        players=2, chips=1, die=Die.from_faces("LCR.")
    ),
    "two players with 2 chips and 1 chip": Rules(players=2, chips=(2, 1)),
    "three players with 1 chip each": Rules(players=3, chips=1),
    "three players with 0, 1 and 1 chips, of whom Player 1 begins": Rules(
        players=3, chips=(0, 1, 1)
    ),
    "three players with 1 chip each and a die with the faces L, L, R and one blank": Rules(
        players=3, chips=1, die=Die.from_faces("LLR.")
    ),
}


def _arguments(rules: Rules) -> tuple[object, ...]:
    """The chain as plain dictionaries: a student's function gets nothing that can solve it."""
    chain = rules.chain()
    return {state: dict(chain.transitions(state)) for state in chain.states}, chain.start


def _chances(rules: Rules) -> tuple[sympy.Expr, ...]:
    return rules.chain().win_probabilities()


_code = Exercise(
    "05.5",
    Function(
        "winning_chances(law, start)",
        [
            Case(
                words,
                partial(_arguments, rules),
                Numbers(partial(_chances, rules), (), "probability"),
            )
            for words, rules in _TABLES.items()
        ],
    ),
    (
        "Every position gets one equation. In a finished game the unknown is 1 if the seat has "
        "won and 0 if not; in any other it is the sum over the row.",
        "For a position that is not over: `Eq(unknown[state], sum(p * unknown[after] for after, p "
        "in law[state].items()))`. Collect the equations of all positions, call `solve`, and "
        "look up `unknown[start]` in what it gives. Do this for each seat.",
    ),
)

_broken = Exercise(
    "05.6",
    SameChances(lambda: Rules(players=3, chips=3, max_dice=Rules(players=3, chips=3).total_chips)),
    (
        "`help(Rules)` lists what can be changed at a table. Which of these makes rolling more "
        "harmful, or less, for a player who holds many chips?",
        "In the first turn everybody holds three chips and nothing is different. Think of a "
        "player who has been given a fourth: how many dice does the rule let fall, and how many "
        "would a program let fall that forgot the rule?",
    ),
)

EXERCISES = (_recall, _by_hand, _matrix, _turns, _code, _broken)
