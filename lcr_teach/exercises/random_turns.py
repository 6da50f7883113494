"""Judge of a function that plays one turn of many games at once, by chance."""

from __future__ import annotations

import functools
import math
import numbers
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from lcr_teach.exercises.answers import UnreadableError
from lcr_teach.exercises.comparing import carefully
from lcr_teach.exercises.exercise import Finding
from lcr_teach.exercises.functions import Case, Function
from lcr_teach.exercises.verdict import Outcome
from lcr_teach.rules import Rules, State

__all__ = ["RandomTurn"]

#: How often the function is called for each table, each time with another seed.
_TRIES = 200

#: How far mean and variance over these tries may lie from the truth, in standard errors. A
#: right function fails by chance in about one of a million comparisons.
_FAR = 5.3

#: Games that roll together have a variance so many times too large, however likely the faces.
_TOGETHER = 10

#: Rarer positions are not judged by mean and variance: their counts are far from normal.
_LEAST_VARIANCE = 5


class _Situation(NamedTuple):
    """Games that stand in some positions, and where a turn can lead them."""

    counts: dict[State, int]
    law: dict[State, dict[State, float]]


@dataclass(frozen=True)
class RandomTurn:
    """Judge of a function ``play_turn(counts, law, seed)``.

    It gets the games that stand in each position and returns those after one turn. The seed
    is a whole number, which also a function in another process can be handed. It is
    called with 200 seeds for each table; the games that come to each position must have the
    mean and the variance of independent games, within 5.3 standard errors.
    All tries use fixed seeds, so a function that is right once is right always.

    Attributes
    ----------
    tables : mapping of str to (Rules, int, int)
        What the student is told about a table, the table, how many games are played
        there, and how many turns are already over.

    Examples
    --------
    >>> judge = RandomTurn({"two players with 1 chip each": (Rules(2, 1), 100, 0)})
    >>> judge(lambda counts, law, seed: counts).remark
    'Tried on two players with 1 chip each: (1, 1) Player 1 to roll cannot be reached in one turn.'
    """

    tables: Mapping[str, tuple[Rules, int, int]]

    def __call__(self, answer: object) -> Finding:
        """Try the function."""
        cases = []
        for words, (rules, games, turns) in self.tables.items():
            situation = _situation(rules, games, turns)
            arguments = functools.partial(tuple, (*situation, None))
            cases.append(Case(words, arguments, functools.partial(_look, situation)))
        function = Function("play_turn(counts, law, seed)", cases)
        return function(_many_times(answer) if callable(answer) else answer)


def _situation(rules: Rules, games: int, turns: int) -> _Situation:
    """Where the games stand after some turns: each position as often as is expected."""
    chain = rules.chain()
    law = {
        state: {after: float(p) for after, p in chain.transitions(state).items()}
        for state in chain.states
    }
    reached = chain.distribution(turns).items()
    return _Situation({state: math.ceil(games * float(p)) for state, p in reached}, law)


def _many_times(answer: Callable[..., object]) -> Callable[..., object]:
    """The function of the student, called with many seeds, the first one twice."""

    def drawn(counts: dict[State, int], law: dict[State, Any], _: object = None) -> list[object]:
        return [
            answer(dict(counts), {state: dict(row) for state, row in law.items()}, seed)
            for seed in (0, *range(_TRIES))
        ]

    # So that the call is refused if the student's function does not take three arguments.
    return functools.update_wrapper(drawn, answer, assigned=(), updated=())


def _look(situation: _Situation, draws: object) -> Finding:
    """Look at what the function returned for all seeds."""
    try:
        carefully(lambda: _refuse(situation, draws))
    except UnreadableError as trouble:
        return Finding(Outcome.NOT_YET, str(trouble), str(trouble))
    return Finding(Outcome.RIGHT)


def _refuse(situation: _Situation, draws: Any) -> None:
    moments = _moments(situation)
    read = [_read(draw, situation, moments) for draw in draws]
    if read[0] != read[1]:
        raise UnreadableError(
            "the same seed gives other counts: draw with `default_rng(seed)` alone."
        )
    varied = [state for state, (_, variance) in moments.items() if variance >= _LEAST_VARIANCE]
    if varied and all(counts == read[0] for counts in read):
        raise UnreadableError(
            "the counts are the same for every seed: the games have to be drawn by chance, with "
            "`default_rng(seed)`."
        )
    for state in varied:
        mean, variance = moments[state]
        drawn = [counts.get(state, 0) for counts in read[1:]]
        middle = sum(drawn) / _TRIES
        spread = sum((games - middle) ** 2 for games in drawn) / (variance * _TRIES)
        if spread > _TOGETHER:
            raise UnreadableError(
                "the counts vary far too much from seed to seed: each game rolls for itself."
            )
        if abs(middle - mean) > _FAR * math.sqrt(variance / _TRIES):
            many = "many" if middle > mean else "few"
            raise UnreadableError(f"in the long run too {many} games come to {state}.")
        # The variance of n normal numbers has the relative standard error sqrt(2 / n).
        if abs(spread - 1) > _FAR * math.sqrt(2 / _TRIES):
            much = "much" if spread > 1 else "little"
            varying = f"the counts vary too {much} from seed to seed"
            if spread > 1:
                varying += ": make `rng` once, so that each position has draws of its own"
            raise UnreadableError(f"{varying}.")


def _moments(situation: _Situation) -> dict[State, tuple[float, float]]:
    """Mean and variance of the games that come to each position."""
    found: dict[State, tuple[float, float]] = {}
    for state, games in situation.counts.items():
        for after, p in situation.law[state].items():
            mean, variance = found.get(after, (0.0, 0.0))
            found[after] = mean + games * p, variance + games * p * (1 - p)
    return found


def _read(draw: object, situation: _Situation, moments: Mapping[State, object]) -> dict[State, int]:
    if not isinstance(draw, Mapping):
        raise UnreadableError("a dictionary `{position: games}` is asked for.")
    for state, games in draw.items():
        if not isinstance(state, State) or state not in situation.law:
            raise UnreadableError("a key of the dictionary is no position of this table.")
        if not isinstance(games, numbers.Integral) or games < 0:
            raise UnreadableError("whole games are asked for, not shares or expected numbers.")
        if games and state not in moments:
            raise UnreadableError(f"{state} cannot be reached in one turn.")
    read = {state: int(games) for state, games in draw.items() if games}
    before, now = sum(situation.counts.values()), sum(read.values())
    if now != before:
        raise UnreadableError(f"there were {before} games before the turn and {now} after it.")
    return read
