"""The exercises of lesson 4, many turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

import sympy

from lcr_teach.chain import GameChain
from lcr_teach.exercises.choices import Choices
from lcr_teach.exercises.exercise import Exercise
from lcr_teach.exercises.functions import Case, Function
from lcr_teach.exercises.judges import Mistake, Number
from lcr_teach.exercises.laws import Law
from lcr_teach.markov import AbsorbingChain
from lcr_teach.rules import Die, Rules, State

__all__ = ["EXERCISES"]


@cache
def _small() -> GameChain:
    """Two players with one chip each."""
    return Rules(players=2, chips=1).chain()


@cache
def _three() -> GameChain:
    """Three players with one chip each."""
    return Rules(players=3, chips=1).chain()


def _going_on(law: Mapping[State, sympy.Expr]) -> sympy.Expr:
    return sum(p for state, p in law.items() if not state.is_over)


def _still_on(turns: int) -> sympy.Expr:
    return _going_on(_small().distribution(turns))


_DIE = Die.standard()
_LAST_CHIP = (
    "Not only one kind of face ends this game: who has given the only chip away, to the "
    "neighbour or into the centre, has lost."
)

_recall = Exercise(
    "04.1",
    Number(
        lambda: _still_on(5),
        [
            Mistake("You are one turn short.", lambda: _still_on(4)),
            Mistake("You are one turn too far.", lambda: _still_on(6)),
            Mistake("That is so after the first turn. Four more follow.", lambda: _still_on(1)),
            Mistake(
                "You divided by the number of turns. With every turn the chance is multiplied "
                "once more.",
                lambda: _still_on(1) / 5,
            ),
            Mistake(
                "You multiplied the chance that a turn ends the game by the number of turns, and "
                "that can grow as large as you like.",
                lambda: 5 * (1 - _still_on(1)),
            ),
            Mistake("Five turns in all, not five for each player.", lambda: _still_on(10)),
            Mistake(_LAST_CHIP, lambda: (1 - _DIE.centre) ** 5),
            Mistake(_LAST_CHIP, lambda: (1 - _DIE.left - _DIE.right) ** 5),
            Mistake(
                "A blank is more likely: count the blank sides of the die.",
                lambda: sympy.Rational(1, 6) ** 5,
            ),
        ],
        kind="probability",
    ),
    (
        "The game goes on after a turn only if the die showed a blank. What must the first five "
        "dice have shown?",
        "Five times in a row the same thing must happen, each time with the chance of a blank, "
        "and the dice do not remember.",
    ),
)


def _mirrored(law: Mapping[State, sympy.Expr]) -> dict[State, sympy.Expr]:
    """The law with the two seats exchanged in all finished games."""
    return {State(s.chips[::-1], None) if s.is_over else s: p for s, p in law.items()}


def _unfinished(law: Mapping[State, sympy.Expr]) -> dict[State, sympy.Expr]:
    return {state: p for state, p in law.items() if state not in _small().transitions(_OPEN)}


_OPEN = State((1, 1), 0)
_PASSED = State((1, 1), 1)

_by_hand = Exercise(
    "04.2",
    Law(
        lambda: _small().distribution(2),
        [
            Mistake("That is the law after one turn.", lambda: _small().distribution(1)),
            Mistake("That is the law after three turns.", lambda: _small().distribution(3)),
            Mistake(
                "That is the second turn alone, as if it always came to it. Multiply by the "
                "chance that the game goes on after the first.",
                lambda: _small().transitions(_PASSED),
            ),
            Mistake(
                "Chips alone are no position. Write each one as `State(chips, roller=...)`.",
                lambda: {state.chips: p for state, p in _small().distribution(2).items()},
            ),
            Mistake(
                "You forgot the games that ended in the first turn. They stay as they are.",
                lambda: _unfinished(_small().distribution(2)),
            ),
            Mistake(
                "You exchanged the two winners. Who gives the only chip away has lost.",
                lambda: _mirrored(_small().distribution(2)),
            ),
        ],
        outcome="position",
    ),
    (
        "Write down the law after one turn. Then go on from each of its positions by one turn "
        "more. What happens to a finished game?",
        "For every end position add up, over all positions in the middle, the chance to be in the "
        "middle position after one turn times the chance to go on from it to the end position.",
    ),
)


def _chips(turns: int) -> sympy.Expr:
    return sum(p * state.in_play for state, p in _three().distribution(turns).items())


def _chips_going_on(turns: int) -> sympy.Expr:
    law = _three().distribution(turns)
    return sum(p * state.in_play for state, p in law.items() if not state.is_over)


def _in_a_column(turns: int) -> sympy.Expr:
    """What comes out with the column of the start instead of its row."""
    column: dict[State, sympy.Expr] = {_three().start: sympy.Integer(1)}
    for _ in range(turns):
        column = {
            state: sum(p * column.get(to, 0) for to, p in _three().transitions(state).items())
            for state in _three().states
        }
    return sum(p * state.in_play for state, p in column.items())


def _mean_position() -> sympy.Expr:
    states = _three().states
    return sympy.Rational(sum(state.in_play for state in states), len(states))


_power = Exercise(
    "04.3",
    Number(
        lambda: _chips(6),
        [
            Mistake(
                "You took a column of the power. A row belongs to where the game begins.",
                lambda: _in_a_column(6),
            ),
            Mistake(
                "`P * 6` is six times the matrix. The power is `P ** 6`.",
                lambda: 6 * _chips(1),
            ),
            Mistake(
                "You took the mean of all positions alike. Weigh each with its chance.",
                _mean_position,
            ),
            Mistake("That is so after 5 turns.", lambda: _chips(5)),
            Mistake("That is so after 7 turns.", lambda: _chips(7)),
            Mistake(
                "That is the expected number of chips in the centre.",
                lambda: _three().rules.total_chips - _chips(6),
            ),
            Mistake(
                "You left out the games that are over. The winner's chips are in play too.",
                lambda: _chips_going_on(6),
            ),
            Mistake(
                "You took only the games that still go on, and their mean.",
                lambda: _chips_going_on(6) / _going_on(_three().distribution(6)),
            ),
        ],
    ),
    (
        "Row i of P⁶ is the law after six turns of a game that begins in position i. Which row "
        "do you need?",
        "Take the row of `three.start` from `P ** 6`. Its entries belong to the positions of "
        "`three.states`, in the same order. Multiply each by the `in_play` of its position and "
        "add up.",
    ),
)

_TABLES: dict[str, tuple[Rules, int]] = {
    "two players with 1 chip each, 1 turn": (Rules(players=2, chips=1), 1),
    "two players with 1 chip each, 3 turns": (Rules(players=2, chips=1), 3),
    "two players with 1 chip each, no turn at all": (Rules(players=2, chips=1), 0),
    "three players with 1 chip each, 4 turns": (Rules(players=3, chips=1), 4),
    "three players with 2, 0 and 1 chips and a die with the faces L, L, C and one blank, 5 turns": (
        Rules(players=3, chips=(2, 0, 1), die=Die.from_faces("LLC.")),
        5,
    ),
}


def _arguments(rules: Rules, turns: int) -> tuple[object, ...]:
    chain = rules.chain()
    return {state: dict(chain.transitions(state)) for state in chain.states}, chain.start, turns


def _law_after(rules: Rules, turns: int) -> Mapping[State, sympy.Expr]:
    return rules.chain().distribution(turns)


def _overwritten(rules: Rules, turns: int) -> Mapping[State, sympy.Expr]:
    """What comes out where a second way to a position replaces the first."""
    chain = rules.chain()
    chances: dict[State, sympy.Expr] = {chain.start: sympy.Integer(1)}
    for _ in range(turns):
        chances = {
            after: chance * p
            for state, chance in chances.items()
            for after, p in chain.transitions(state).items()
        }
    return chances


def _table_case(words: str, rules: Rules, turns: int) -> Case:
    right = partial(_law_after, rules, turns)
    usual = [
        Mistake("This is the law after one turn more.", partial(_law_after, rules, turns + 1)),
        Mistake(
            "Two ways lead to the same position, and the second took the place of the first. "
            "Their chances add up.",
            partial(_overwritten, rules, turns),
        ),
    ]
    if turns:
        usual.append(
            Mistake("This is the law after one turn less.", partial(_law_after, rules, turns - 1))
        )
    return Case(words, partial(_arguments, rules, turns), Law(right, usual, outcome="position"))


_code = Exercise(
    "04.4",
    Function(
        "distribution(law, start, turns)",
        [_table_case(words, rules, turns) for words, (rules, turns) in _TABLES.items()],
    ),
    (
        "Before the first turn the law is `{start: 1}`. Write down what one turn does to a law, "
        "then do it as often as there are turns.",
        "In one turn: begin with an empty dict `new`. For every position and its chance, and for "
        "every arrow that leaves it, do `new[after] = new.get(after, 0) + chance * p`. A finished "
        "game has an arrow to itself, so nothing special is to be done.",
    ),
)

#: From here on the sequences have settled, if they ever do: the chance that a game of
#: this table goes on so long is less than one in ten thousand.
_LATE = 60
_ALIKE = 1e-3
_KINDS = (
    "settles, whatever the start",
    "settles, depending on the start",
    "never settles",
)

_Quantity = Callable[[Mapping[State, sympy.Expr]], sympy.Expr]


def _chance_over(law: Mapping[State, sympy.Expr]) -> sympy.Expr:
    return 1 - _going_on(law)


def _player_1_to_roll(law: Mapping[State, sympy.Expr]) -> sympy.Expr:
    return sum(p for state, p in law.items() if state.roller == 0) / _going_on(law)


def _player_1_has_won(law: Mapping[State, sympy.Expr]) -> sympy.Expr:
    return sum(p for state, p in law.items() if state.winner == 0)


def _in_play(law: Mapping[State, sympy.Expr]) -> sympy.Expr:
    return sum(p * state.in_play for state, p in law.items())


_QUANTITIES: tuple[_Quantity, ...] = (
    _chance_over,
    _player_1_to_roll,
    _player_1_has_won,
    _in_play,
)


@cache
def _late_laws() -> list[list[Mapping[State, sympy.Expr]]]:
    """Laws after many turns, three turns in a row, from two starts."""
    law = {state: _three().transitions(state) for state in _three().states}
    starts = (_three().start, State((0, 1, 1), 1))
    chains = [AbsorbingChain(law, start) for start in starts]
    return [[chain.distribution(_LATE + more) for more in range(3)] for chain in chains]


def _kind(quantity: _Quantity) -> str:
    rows = [[float(quantity(law)) for law in laws] for laws in _late_laws()]
    if any(max(row) - min(row) > _ALIKE for row in rows):
        return _KINDS[2]
    return _KINDS[max(map(max, rows)) - min(map(min, rows)) > _ALIKE]


_explore = Exercise(
    "04.5",
    Choices(
        _KINDS,
        lambda: [_kind(quantity) for quantity in _QUANTITIES],
        [
            Mistake(
                "Not everything settles to something steady. Print each of them for some turns "
                "in a row, and from two starts.",
                lambda: [_KINDS[0]] * len(_QUANTITIES),
            ),
            Mistake(
                "Something does settle: look at 30 turns and more.",
                lambda: [_KINDS[2]] * len(_QUANTITIES),
            ),
        ],
    ),
    (
        "Print the number after 30, 31, 32 and 33 turns. Does it stay, or does it come round "
        "again? Then do the same from the other start.",
        "For the second: after the first turn Player 2 is about to roll in every game that still "
        "goes on. And after the second, the third, the fourth turn? For the others: do the two "
        "starts come to the same number?",
    ),
)

EXERCISES = (_recall, _by_hand, _power, _code, _explore)
