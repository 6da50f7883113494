"""The exercises of lesson 6, how long."""

from __future__ import annotations

from functools import cache, partial

import sympy

from lcr_teach.chain import GameChain
from lcr_teach.exercises.exercise import Exercise
from lcr_teach.exercises.functions import Case, Function
from lcr_teach.exercises.judges import Mistake, Number, Numbers
from lcr_teach.exercises.searches import TableWith
from lcr_teach.game import Game
from lcr_teach.rules import Die, Rules

__all__ = ["EXERCISES"]

#: The exercise asks for the games that are longer than this, in turns.
_LONG = 20


@cache
def _record() -> Game:
    """The game whose turns and rolls are counted; the notebook shows it."""
    game = Game(Rules(players=3, chips=2), seed=13)
    game.play()
    return game


@cache
def _four_faces() -> GameChain:
    """Two players with one chip each and a die of four faces, only one of them blank."""
    return Rules(players=2, chips=1, die=Die.from_faces("LCR.")).chain()


@cache
def _small() -> GameChain:
    """The same two players with the standard die."""
    return Rules(players=2, chips=1).chain()


@cache
def _three() -> GameChain:
    """Three players with one chip each."""
    return Rules(players=3, chips=1).chain()


def _moments(chain: GameChain) -> tuple[sympy.Expr, sympy.Expr]:
    return chain.expected_turns(), chain.variance_turns()


def _longer(turns: int) -> sympy.Expr:
    """Chance that the game of three lasts longer than so many turns."""
    return 1 - sum(_three().turns_pmf(turns))


_recall = Exercise(
    "06.1",
    Numbers(
        lambda: (_record().turns, _record().rolls),
        [
            Mistake(
                "You are one turn too far: from the first position to the last there is one turn "
                "less than there are positions.",
                lambda: (_record().turns + 1, _record().rolls),
            ),
            Mistake(
                "The first line is the position at the beginning: nothing has been played yet.",
                lambda: (_record().turns + 1, _record().rolls + 1),
            ),
            Mistake(
                "Your second number counts the turns in which nobody rolled; the others are rolls.",
                lambda: (_record().turns, _record().turns - _record().rolls),
            ),
            Mistake(
                "Your second number counts dice. However many dice fall together, that is one "
                "roll.",
                lambda: (_record().turns, sum(len(turn.faces) for turn in _record().history)),
            ),
            Mistake(
                "In a missed turn no dice fall, so it is no roll.",
                lambda: (_record().turns, _record().turns),
            ),
            Mistake(
                "A missed turn is a turn too, though no dice fall.",
                lambda: (_record().rolls, _record().rolls),
            ),
        ],
    ),
    (
        "The first line of the record is the position at the beginning; each other line is one "
        "turn. In which turns does nothing fall on the table?",
        "Count all lines after the first for the turns. For the rolls, leave out the lines in "
        "which a player misses the turn.",
    ),
)

_by_hand = Exercise(
    "06.2",
    Numbers(
        lambda: _moments(_four_faces()),
        [
            Mistake(
                "Your second number is the mean of T²; the variance is what is left of it when "
                "the square of the mean is taken away.",
                lambda: (
                    _four_faces().expected_turns(),
                    _four_faces().variance_turns() + _four_faces().expected_turns() ** 2,
                ),
            ),
            Mistake(
                "For the variance take away the square of the mean, not the mean itself.",
                lambda: (
                    _four_faces().expected_turns(),
                    _four_faces().variance_turns()
                    + _four_faces().expected_turns() ** 2
                    - _four_faces().expected_turns(),
                ),
            ),
            Mistake(
                "Your second number is the standard deviation: the variance is its square.",
                lambda: (
                    _four_faces().expected_turns(),
                    sympy.sqrt(_four_faces().variance_turns()),
                ),
            ),
            Mistake(
                "Your mean is one turn short: the last turn counts.",
                lambda: (_four_faces().expected_turns() - 1, _four_faces().variance_turns()),
            ),
            Mistake(
                "That would be so with the standard die; here only one face of four is blank.",
                lambda: _moments(_small()),
            ),
            Mistake(
                "That is the wait for the first blank. The game waits for the first roll that is "
                "none.",
                lambda: (1 / _blank(), (1 - _blank()) / _blank() ** 2),
            ),
        ],
    ),
    (
        "Whoever rolls, the game goes on with the chance of a blank and is over otherwise. So "
        "both positions have the same mean m, and m = 1 + b · m with b the chance of a blank.",
        "For the mean s of T² write T = 1 + T′, where T′ is what is left after the first turn: "
        "s = 1 + 2 · b · m + b · s. Solve for s; the variance is s − m².",
    ),
)


def _blank() -> sympy.Expr:
    return _four_faces().rules.die.blank


_tail = Exercise(
    "06.3",
    Number(
        lambda: _longer(_LONG),
        [
            Mistake(
                f"You are one turn short: a game of exactly {_LONG} turns is not longer than "
                f"{_LONG}.",
                lambda: _longer(_LONG - 1),
            ),
            Mistake(
                f"You are one turn too far: a game of {_LONG + 1} turns counts too.",
                lambda: _longer(_LONG + 1),
            ),
            Mistake(
                f"That is the chance of exactly {_LONG} turns.",
                lambda: _three().turns_pmf(_LONG)[_LONG],
            ),
            Mistake(
                "That is the chance of one position after so many turns: add all positions in "
                "which somebody still rolls.",
                lambda: max(
                    p for state, p in _three().distribution(_LONG).items() if not state.is_over
                ),
            ),
        ],
        kind="probability",
        tolerance=sympy.Rational(1, 20_000),
    ),
    (
        f"A game that is longer than {_LONG} turns still stands in a position of Q after turn "
        f"{_LONG}. Which row of the power of Q says where it may stand?",
        f"Take `Q ** {_LONG}` and add all entries of the row of the start: "
        "`transient_states.index(three.start)` says which row that is.",
    ),
)


_WITHIN = {
    "two players with 1 chip each and half of the games": (
        Rules(players=2, chips=1),
        sympy.Rational(1, 2),
    ),
    "two players with 1 chip each and three quarters of the games": (
        Rules(players=2, chips=1),
        sympy.Rational(3, 4),
    ),
    "three players with 1 chip each and half of the games": (
        Rules(players=3, chips=1),
        sympy.Rational(1, 2),
    ),
    "two players with 2 chips and 1 chip and 90 % of the games": (
        Rules(players=2, chips=(2, 1)),
        sympy.Rational(9, 10),
    ),
    "three players with 1 chip each, a die with the faces L, L, R and one blank, and 90 % of the "
    "games": (
        Rules(players=3, chips=1, die=Die.from_faces("LLR.")),
        sympy.Rational(9, 10),
    ),
    "three players with 1 chip each and all games but one of a million": (
        Rules(players=3, chips=1),
        1 - sympy.Rational(1, 10**6),
    ),
}


def _arguments(rules: Rules, share: sympy.Rational) -> tuple[object, ...]:
    """The chain as plain dictionaries: a student's function gets nothing that can solve it."""
    chain = rules.chain()
    return {state: dict(chain.transitions(state)) for state in chain.states}, chain.start, share


def _quantile(rules: Rules, share: sympy.Rational, off: int = 0) -> int:
    return rules.chain().turns_quantile(share) + off


def _quantile_judge(rules: Rules, share: sympy.Rational) -> Number:
    return Number(
        partial(_quantile, rules, share),
        [
            Mistake(
                "This is one turn short: so many games are not over by then.",
                partial(_quantile, rules, share, -1),
            ),
            Mistake(
                "This is one turn too far: so many games are over before. If a share is reached "
                "exactly, that will do.",
                partial(_quantile, rules, share, 1),
            ),
        ],
    )


_code = Exercise(
    "06.4",
    Function(
        "turns_within(law, start, share)",
        [
            Case(words, partial(_arguments, rules, share), _quantile_judge(rules, share))
            for words, (rules, share) in _WITHIN.items()
        ],
    ),
    (
        "Keep a dictionary {position: chance} and let it go one turn further at a time. At the "
        "beginning it is {start: 1}. What share of the games is over at each step?",
        "For one turn: go through the dictionary, and for each position through its row; add "
        "chance · p to what the next position has already. Count turns until the chances of the "
        "positions with `is_over` add up to at least the share.",
    ),
)


def _mostly_shorter(rules: Rules) -> tuple[bool, str]:
    """Whether at least two thirds of all games are shorter than the mean."""
    chain = rules.chain()
    mean = chain.expected_turns()
    shorter = sum(chain.turns_pmf(int(sympy.ceiling(mean)) - 1))
    seen = f"At your table {100 * float(shorter):.1f} % of the games are shorter than the mean"
    return bool(shorter >= sympy.Rational(2, 3)), f"{seen}, which is {float(mean):.2f} turns."


_usual = Exercise(
    "06.5",
    TableWith(_mostly_shorter),
    (
        "A few very long games pull the mean up; the usual game does not notice them. The players "
        "need not hold the same number of chips, and some may hold none.",
        "Look for a table at which the very first rolls decide: often the game is over at once, "
        "but if it is not, it lasts long. Who should hold a single chip then, and who should "
        "hold many, or sit far away?",
    ),
)

EXERCISES = (_recall, _by_hand, _tail, _code, _usual)
