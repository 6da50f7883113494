"""The exercises of lesson 8, is it fair."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import cache, partial

import sympy

from lcr_teach.exercises.choices import Choice
from lcr_teach.exercises.exercise import Exercise
from lcr_teach.exercises.functions import Case, Function
from lcr_teach.exercises.judges import Mistake, Number
from lcr_teach.exercises.sampled import Sampled
from lcr_teach.rules import Die, Rules

__all__ = ["EXERCISES"]

#: Games that each seat won in the class's games.
_COUNTS = (14, 20, 26)

#: Numbers of games after which the impatient class looks at its p-value.
_LOOKS = range(10, 101, 10)

_recall = Exercise(
    "08.1",
    Choice(
        ["A", "B", "C", "D"],
        lambda: "B",
        [
            Mistake(
                "p is computed as if the hypothesis were true, so it cannot be the chance that it "
                "is true.",
                lambda: "A",
            ),
            Mistake(
                "That is A turned round: p says nothing about how sure one may be of either.",
                lambda: "C",
            ),
            Mistake(
                "A large p is no proof: how many games were there, and what would so few games "
                "have shown if the seats were a little unequal?",
                lambda: "D",
            ),
        ],
    ),
    (
        "What is assumed when p is computed? And what is then counted: this very result, or more?",
        "Imagine very many classes at a table where the hypothesis is true. p is a share of these "
        "classes. Which sentence speaks of them?",
    ),
)


def _expected() -> sympy.Rational:
    """Games that each seat wins on average if all are equal."""
    return sympy.Rational(sum(_COUNTS), len(_COUNTS))


def _statistic() -> sympy.Rational:
    return sum((won - _expected()) ** 2 / _expected() for won in _COUNTS)


_by_hand = Exercise(
    "08.2",
    Number(
        _statistic,
        [
            Mistake(
                "The squares still have to be divided by the expected games.",
                lambda: sum((won - _expected()) ** 2 for won in _COUNTS),
            ),
            Mistake(
                "The differences have to be squared.",
                lambda: sum(abs(won - _expected()) / _expected() for won in _COUNTS),
            ),
            Mistake(
                "Without squares the differences always cancel.",
                lambda: sympy.Integer(0),
            ),
            Mistake(
                "You divided by the games that were won; divide by the expected ones.",
                lambda: sum((won - _expected()) ** 2 / won for won in _COUNTS),
            ),
            Mistake(
                "You took shares; chi-square takes numbers of games.",
                lambda: _statistic() / sum(_COUNTS),
            ),
            Mistake(
                "That is the mean over the seats; chi-square is the sum.",
                lambda: _statistic() / len(_COUNTS),
            ),
        ],
        tolerance=sympy.Rational(1, 10**6),
    ),
    (
        "How many games would each seat win on average if all were equal? Take the difference of "
        "each count from that.",
        "Square each difference, divide each square by the expected number of games, and add all "
        "of them.",
    ),
)

_x = sympy.Symbol("x", positive=True)


def _density(freedom: int) -> sympy.Expr:
    """The density of chi-square with so many degrees of freedom."""
    half = sympy.Rational(freedom, 2)
    return _x ** (half - 1) * sympy.exp(-_x / 2) / (2**half * sympy.gamma(half))


@cache
def _beyond(freedom: int) -> sympy.Expr:
    """Chance that chi-square is at least as large as in the class's games."""
    return sympy.simplify(sympy.integrate(_density(freedom), (_x, _statistic(), sympy.oo)))


_p_value = Exercise(
    "08.3",
    Number(
        lambda: _beyond(len(_COUNTS) - 1),
        [
            Mistake(
                "That is the density at this value; p is the area beyond it.",
                lambda: _density(len(_COUNTS) - 1).subs(_x, _statistic()),
            ),
            Mistake(
                "That is with as many degrees of freedom as seats; one is lost, because the "
                "counts sum to all games.",
                lambda: _beyond(len(_COUNTS)),
            ),
            Mistake(
                "That is with one degree of freedom, as for two seats.",
                lambda: _beyond(1),
            ),
            Mistake(
                "That is the area below the value; p is the area beyond it.",
                lambda: 1 - _beyond(len(_COUNTS) - 1),
            ),
        ],
        kind="probability",
        tolerance=sympy.Rational(1, 2000),
    ),
    (
        "p is the chance of a chi-square at least as large as the one observed: an area under the "
        "density. Where does it begin, and where does it end?",
        "`integrate(density, (x, a, oo))` is the area from a on. Take your answer of 08.2 for a, "
        "as an exact fraction.",
    ),
)

_TESTS = {
    "10 games, a gap of 3 and the chance 1/2": (10, sympy.Integer(3), Rules(2, 2), True),
    "10 games, a gap of 3 and the chance 1/3": (10, sympy.Integer(3), Rules(2, 1), False),
    "9 games, a gap of 5/2 and the chance 1/3": (9, sympy.Rational(5, 2), Rules(2, 1), False),
    "20 games, a gap of 5 and the chance 1/5": (
        20,
        sympy.Integer(5),
        Rules(2, 1, die=Die.from_faces("LCR.")),
        False,
    ),
    "100 games, a gap of 10 and the chance of Player 1 at two players with 2 chips each": (
        100,
        sympy.Integer(10),
        Rules(2, 2),
        False,
    ),
}


def _chance(rules: Rules, equal: bool) -> sympy.Expr:
    return sympy.Rational(1, 2) if equal else rules.chain().win_probabilities()[0]


def _of_wins(games: int, won: Collection[int], p: sympy.Expr) -> sympy.Expr:
    """Chance that Player 1 wins one of these numbers of games."""
    return sum(sympy.binomial(games, k) * p**k * (1 - p) ** (games - k) for k in won)


def _power(games: int, gap: sympy.Rational, rules: Rules, equal: bool) -> sympy.Expr:
    half = sympy.Rational(games, 2)
    far = [k for k in range(games + 1) if abs(k - half) >= gap]
    return _of_wins(games, far, _chance(rules, equal))


def _power_beyond(games: int, gap: sympy.Rational, rules: Rules, equal: bool) -> sympy.Expr:
    """The same without the numbers that are exactly so far away."""
    return _power(games, gap + sympy.Rational(1, 2), rules, equal)


def _power_below(games: int, gap: sympy.Rational, rules: Rules, equal: bool) -> sympy.Expr:
    """The same, looked at from one side only."""
    low = [k for k in range(games + 1) if sympy.Rational(games, 2) - k >= gap]
    return _of_wins(games, low, _chance(rules, equal))


def _power_judge(games: int, gap: sympy.Rational, rules: Rules, equal: bool) -> Number:
    asked = (games, gap, rules, equal)
    mistakes = [
        Mistake(
            "You left out the numbers of wins that are exactly `gap` away: they count.",
            partial(_power_beyond, *asked),
        ),
        Mistake(
            "You looked at one side only: Player 1 can win too few games or too many.",
            partial(_power_below, *asked),
        ),
        Mistake(
            "That is the chance that the test says nothing.",
            lambda: 1 - _power(*asked),
        ),
    ]
    if not equal:
        mistakes.append(
            Mistake(
                "That is with equal chances: take the chance that is handed over.",
                partial(_power, games, gap, rules, True),
            )
        )
    return Number(
        partial(_power, *asked), mistakes, "probability", tolerance=sympy.Rational(1, 10**6)
    )


def _arguments(games: int, gap: sympy.Rational, rules: Rules, equal: bool) -> tuple[object, ...]:
    return games, gap, _chance(rules, equal)


_code = Exercise(
    "08.4",
    Function(
        "power(games, gap, chance)",
        [
            Case(words, partial(_arguments, *asked), _power_judge(*asked))
            for words, asked in _TESTS.items()
        ],
    ),
    (
        "Player 1 wins k of n games with chance binomial(n, k) · p^k · (1 − p)^(n − k). For which "
        "k does the test speak up?",
        "Go through all k from 0 to `games`, both included, and add the chances of those with "
        "`abs(k - Rational(games, 2)) >= gap`.",
    ),
)


@cache
def _alarm(looks: Collection[int]) -> Fraction:
    """Chance that two equal seats ever lie two standard errors apart when somebody looks."""
    quiet = {0: Fraction(1)}
    alarm = Fraction(0)
    for games in range(1, max(looks) + 1):
        after: dict[int, Fraction] = {}
        for won, chance in quiet.items():
            for more in (0, 1):
                after[won + more] = after.get(won + more, Fraction(0)) + chance / 2
        quiet = after
        if games in looks:
            # |won - games / 2| >= 2 sqrt(games) / 2, without a root.
            far = [won for won in quiet if (2 * won - games) ** 2 >= 4 * games]
            alarm += sum(quiet.pop(won) for won in far)
    return alarm


_peeking = Exercise(
    "08.5",
    Sampled(
        lambda: _alarm(_LOOKS),
        sympy.Rational(1, 100),
        [
            Mistake(
                "That is how often it happens with one look, at the end. This class looks ten "
                "times.",
                lambda: _alarm((max(_LOOKS),)),
            ),
            Mistake(
                "You added the chances of ten looks; but one series can give several alarms.",
                lambda: sympy.Rational(1, 20) * len(_LOOKS),
            ),
            Mistake(
                "That would be so if the ten looks were independent; but each one counts the "
                "games of those before again.",
                lambda: 1 - sympy.Rational(19, 20) ** len(_LOOKS),
            ),
            Mistake(
                "That is the share of the series without an alarm.",
                lambda: 1 - _alarm(_LOOKS),
            ),
            Mistake(
                "That is the share of all looks with an alarm. A series counts once, however many "
                "of its looks give one.",
                lambda: sum(_alarm((games,)) for games in _LOOKS) / len(_LOOKS),
            ),
        ],
        kind="probability",
    ),
    (
        "For each series keep the wins of Player 1 after 10, 20, … games. `np.cumsum(wins, "
        "axis=1)` adds up along the series.",
        "Let `z` be a table with a row for each series and a column for each look. "
        "`(abs(z) >= 2).any(axis=1)` says of each series whether there was an alarm at any look; "
        "take the mean.",
    ),
)

EXERCISES = (_recall, _by_hand, _p_value, _code, _peeking)
