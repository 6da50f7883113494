"""The exercises of lesson 3, states and arrows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import pairwise
from typing import Any

import sympy

from lcr_teach.chain import GameChain
from lcr_teach.exercises.examples import Example
from lcr_teach.exercises.exercise import Exercise
from lcr_teach.exercises.functions import Case, Function
from lcr_teach.exercises.judges import Mistake, Number, Numbers
from lcr_teach.game import Game
from lcr_teach.rules import Die, Roll, Rules, State

__all__ = ["EXERCISES"]


def _after(faces: str) -> tuple[int, ...]:
    """The chips after a roll of Player 1 from (2, 0, 1), and the player who rolls next."""
    rules = Rules(players=3)
    after = rules.after(State((2, 0, 1), 0), Roll.of(rules.die.read(faces)))
    assert after.roller is not None
    return (*after.chips, after.roller + 1)


def _next_player(player: int) -> tuple[int, ...]:
    return (*_after("R.")[:3], player)


_recall = Exercise(
    "03.1",
    Numbers(
        lambda: _after("R."),
        [
            Mistake(
                "You gave the chip to the left neighbour. The dice pass to the left, so Player 2 "
                "sits on the left of Player 1.",
                lambda: _after("L."),
            ),
            Mistake(
                "The chips are right. But a player without chips is not skipped: the turn comes, "
                "and no dice fall in it.",
                lambda: _next_player(3),
            ),
            Mistake(
                "The chips are right. But nobody rolls twice, and the players are counted from 1.",
                lambda: _next_player(1),
            ),
            Mistake(
                "The chips are right. The players are counted from 1: there is no Player 0.",
                lambda: _next_player(0),
            ),
            Mistake(
                "Two chips moved. But a blank moves none.",
                lambda: (0, 0, _after("R.")[2] + 1, _after("R.")[3]),
            ),
            Mistake("The chip does not go into the centre: no C fell.", lambda: _after("C.")),
            Mistake("Two blanks would leave the chips so.", lambda: _after("..")),
            Mistake(
                "A player who gives a chip away has one less.",
                lambda: (_after("R.")[0] + 1, *_after("R.")[1:]),
            ),
        ],
    ),
    (
        "One die moves one chip. Where does the R send it, and what does the blank do?",
        "The three sit in a circle, and the dice go round to the left: from Player 1 to Player 2 "
        "to Player 3. So who sits on the right of Player 1, and to whom do the dice go?",
    ),
)

_FOUR = (State((1, 1), 0), State((1, 1), 1), State((2, 0), None), State((0, 2), None))


@cache
def _no_centre() -> sympy.Matrix:
    """Two players with one chip each, and a die that has no C."""
    chain = Rules(players=2, chips=1, die=Die.from_faces("LLR...")).chain()
    return _matrix(chain, _FOUR)


def _matrix(chain: GameChain, order: Sequence[State]) -> sympy.Matrix:
    rows = [chain.transitions(state) for state in order]
    return sympy.Matrix([[row.get(state, 0) for state in order] for row in rows])


def _columns_exchanged(first: int, second: int, rows: int = 2) -> sympy.Matrix:
    """The matrix with two columns exchanged in its first rows."""
    wrong = _no_centre().copy()
    for row in range(rows):
        wrong[row, first], wrong[row, second] = wrong[row, second], wrong[row, first]
    return wrong


def _without_loops() -> sympy.Matrix:
    wrong = _no_centre().copy()
    wrong[2, 2] = wrong[3, 3] = 0
    return wrong


_SAME_NEIGHBOUR = (
    "You let L and R end in different positions. At a table of two the left neighbour is the "
    "right neighbour as well."
)


def _split(left: int, right: int) -> sympy.Matrix:
    """The matrix of somebody who gives the two winners so many sides of the die."""
    wrong = _no_centre().copy()
    wrong[0, 3] = wrong[1, 2] = sympy.Rational(left, 6)
    wrong[0, 2] = wrong[1, 3] = sympy.Rational(right, 6)
    return wrong


_graph = Exercise(
    "03.2",
    Numbers(
        _no_centre,
        [
            Mistake(
                "You exchanged rows and columns. The row says where an arrow begins, the column "
                "where it ends.",
                lambda: _no_centre().T,
            ),
            Mistake(
                "A finished game stays as it is: its circle has an arrow to itself.",
                _without_loops,
            ),
            Mistake(
                "You exchanged the two winners. Who gives the only chip away has none left.",
                lambda: _columns_exchanged(2, 3),
            ),
            Mistake(
                "After a blank the chips are as before, but it is the other player who rolls.",
                lambda: _columns_exchanged(0, 1),
            ),
            Mistake(_SAME_NEIGHBOUR, lambda: _split(2, 1)),
            Mistake(_SAME_NEIGHBOUR, lambda: _split(1, 2)),
        ],
        kind="probability",
    ),
    (
        "Player 1 rolls one die. Which faces leave the chip where it is, and who rolls then? "
        "Where does it lie after an L, and where after an R?",
        "Row 1 is about the position in which Player 1 rolls. With two players L and R are the "
        "same, so only two arrows leave it. Row 2 is its mirror image. From a finished game one "
        "arrow leads back to itself.",
    ),
)

_START = State((1, 1, 1), 0)
_MEET = State((0, 1, 1), 2)
_PATHS = (
    (_START, State((0, 1, 1), 1), _MEET),
    (_START, State((0, 2, 1), 1), _MEET),
)


@cache
def _three() -> GameChain:
    return Rules(players=3, chips=1).chain()


def _along(chain: GameChain, path: Sequence[State]) -> sympy.Expr:
    steps = pairwise(path)
    return sympy.prod(chain.transitions(a).get(b, sympy.Integer(0)) for a, b in steps)


def _path(number: int) -> sympy.Expr:
    return _along(_three(), _PATHS[number])


def _end() -> sympy.Expr:
    """The chance that the game ends in the turn after the place where the paths meet."""
    return sum(p for after, p in _three().transitions(_MEET).items() if after.is_over)


def _first_step(number: int) -> sympy.Expr:
    return _along(_three(), _PATHS[number][:2])


def _last_step(number: int) -> sympy.Expr:
    return _along(_three(), _PATHS[number][1:])


_paths = Exercise(
    "03.3",
    Numbers(
        lambda: (_path(0), _path(1), _end(), _end()),
        [
            Mistake(
                "Path B: Player 2 has two dice, and these can show C and blank in two orders.",
                lambda: (_path(0), _path(1) / 2, _end(), _end()),
            ),
            Mistake(
                "The last two are the chances to take the path and then to end. Given that the "
                "path has been taken, they still have to be divided by the chance of the path.",
                lambda: (_path(0), _path(1), _path(0) * _end(), _path(1) * _end()),
            ),
            Mistake(
                "The first two are the chances of the first step alone. A path has two.",
                lambda: (_first_step(0), _first_step(1), _end(), _end()),
            ),
            Mistake(
                "For the first two you added the chances of the steps. Both must happen: multiply.",
                lambda: (
                    _first_step(0) + _last_step(0),
                    _first_step(1) + _last_step(1),
                    _end(),
                    _end(),
                ),
            ),
            Mistake(
                "The last two count one face alone. In the third position more than one face of "
                "Player 3 ends the game.",
                lambda: (_path(0), _path(1), _end() / 2, _end() / 2),
            ),
            Mistake(
                "The last two are the chances that the game goes on.",
                lambda: (_path(0), _path(1), 1 - _end(), 1 - _end()),
            ),
            Mistake(
                "The last two weigh the paths against each other. Asked for is what happens "
                "after a path, given that it has been taken.",
                lambda: (
                    _path(0),
                    _path(1),
                    _path(0) / (_path(0) + _path(1)),
                    _path(1) / (_path(0) + _path(1)),
                ),
            ),
        ],
    ),
    (
        "A path's chance is the product of the chances of its arrows. `three.transitions(state)` "
        "gives the arrows that leave a position.",
        "Given that the game stands in the third position: which arrows leave it, and which of "
        "them lead to a finished game? Does anything in your calculation depend on the path?",
    ),
)


def _walk(rules: Rules, seed: int) -> list[State]:
    """The positions of one game."""
    game = Game(rules, seed=seed)
    game.play()
    return [rules.start, *(turn.after for turn in game.history)]


_SMALL, _LARGER = Rules(players=2, chips=1), Rules(players=3, chips=2)
_LOPSIDED = Rules(players=3, chips=(2, 1, 1), die=Die.from_faces("LLCR."))

_ROUTES = {
    "a game of two players with 1 chip each": (_SMALL, _walk(_SMALL, 9)),
    "two players with 1 chip each, and a path that is impossible": (
        _SMALL,
        [State((1, 1), 0), State((1, 1), 1), State((0, 2), None)],
    ),
    "a path of one position, without any turn": (_SMALL, [_SMALL.start]),
    "a game of three players with 2 chips each, with missed turns": (_LARGER, _walk(_LARGER, 13)),
    "three players with 2, 1 and 1 chips and a die with the faces L, L, C, R and one blank": (
        _LOPSIDED,
        _walk(_LOPSIDED, 19),
    ),
}


def _route(rules: Rules, path: Sequence[State]) -> tuple[object, ...]:
    chain = rules.chain()
    return {state: dict(chain.transitions(state)) for state in chain.states}, list(path)


def _route_chance(rules: Rules, path: Sequence[State]) -> sympy.Expr:
    return _along(rules.chain(), path)


def _sum_of_steps(rules: Rules, path: Sequence[State]) -> sympy.Expr:
    chain, steps = rules.chain(), pairwise(path)
    return sum((chain.transitions(a).get(b, 0) for a, b in steps), sympy.Integer(0))


def _known_steps(rules: Rules, path: Sequence[State]) -> sympy.Expr:
    """The product over those steps that are possible."""
    chain = rules.chain()
    return sympy.prod(chain.transitions(a).get(b, sympy.Integer(1)) for a, b in pairwise(path))


def _one_step(rules: Rules, path: Sequence[State], number: int) -> sympy.Expr:
    return _route_chance(rules, list(pairwise(path))[number])


def _route_mistakes(rules: Rules, path: Sequence[State]) -> list[Mistake]:
    if len(path) == 1:
        word = "This path asks for no turn at all. What must happen so that the game takes it?"
        return [Mistake(word, lambda: sympy.Integer(0))]
    if _route_chance(rules, path) == 0:
        word = "One step of this path has no arrow, and your function passed over it."
        return [Mistake(word, partial(_known_steps, rules, path))]
    one = "That is the chance of one step alone. All steps must happen: multiply."
    return [
        Mistake(
            "You added the chances of the steps. All of them must happen, one after the other: "
            "multiply.",
            partial(_sum_of_steps, rules, path),
        ),
        Mistake(
            "This path is possible. A product that begins with 0 stays 0.",
            lambda: sympy.Integer(0),
        ),
        Mistake(one, partial(_one_step, rules, path, 0)),
        Mistake(one, partial(_one_step, rules, path, -1)),
    ]


def _route_case(words: str, rules: Rules, path: Sequence[State]) -> Case:
    right = partial(_route_chance, rules, path)
    judge = Number(right, _route_mistakes(rules, path), kind="probability")
    return Case(words, partial(_route, rules, path), judge)


_code = Exercise(
    "03.4",
    Function(
        "path_probability(law, path)",
        [_route_case(words, rules, path) for words, (rules, path) in _ROUTES.items()],
    ),
    (
        "Go along the path: from each position to the one after it. `zip(path, path[1:])` gives "
        "these pairs. Multiply the chances of the steps.",
        "Start with 1 and multiply it by `law[now].get(after, 0)` for each step; `get` gives 0 "
        "where there is no such arrow. A path without any step then has the chance with which you "
        "started.",
    ),
)


def _chips_next(state: State) -> dict[int, sympy.Expr]:
    """The law of the chips in play after one turn."""
    law: dict[int, sympy.Expr] = {}
    for after, p in _three().transitions(state).items():
        law[after.in_play] = law.get(after.in_play, sympy.Integer(0)) + p
    return law


def _no_witness(pair: Sequence[Any]) -> str:
    """Why two positions do not show that the number of chips is too little to know."""
    one, other = pair
    if not (isinstance(one, State) and isinstance(other, State)):
        return "Two positions are asked for: hand in `[State(...), State(...)]`."
    for state in (one, other):
        if state not in _three().states:
            return f"This position does not come up at this table: {state}."
        if state.is_over:
            return f"In one of them the game has ended: {state}."
    if one == other:
        return "These are one and the same position."
    if one.in_play != other.in_play:
        return f"In one there are {one.in_play} chips in play, in the other {other.in_play}."
    if one.roller != other.roller:
        return "Another player rolls: let the same player roll in both."
    if _chips_next(one) == _chips_next(other):
        return "From both positions the number of chips goes on with the same chances."
    return ""


_explore = Exercise(
    "03.5",
    Example(_no_witness, "hand in two positions, `[State((...), roller=...), State(...)]`."),
    (
        "Whether chips leave the game depends on the dice that fall in this turn. What decides "
        "how many dice fall?",
        "Take two positions with equally many chips in which the player who rolls holds a "
        "different number of them. `chips_next(state)` shows the chances for both.",
    ),
)

EXERCISES = (_recall, _graph, _paths, _code, _explore)
