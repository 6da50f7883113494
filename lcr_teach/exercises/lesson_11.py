"""The exercises of lesson 11, big tables."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TypeAlias

import sympy

from lcr_teach.bounds import bounds
from lcr_teach.exercises.exercise import Exercise
from lcr_teach.exercises.functions import Case, Function
from lcr_teach.exercises.judges import Mistake, Number, Numbers
from lcr_teach.rules import Rules, State

__all__ = ["EXERCISES"]

#: A lower and an upper bound of a chance.
Pair: TypeAlias = tuple[float, float]


def _deals(players: int, most: int) -> list[tuple[int, ...]]:
    """All ways in which the players can hold at most so many chips each."""
    return list(itertools.product(range(most + 1), repeat=players))


def _ways(is_meant: Callable[[tuple[int, ...]], bool]) -> int:
    """Deals of up to four chips to three players that are meant."""
    return sum(map(is_meant, _deals(players=3, most=4)))


_recall = Exercise(
    "11.1",
    Number(
        lambda: _ways(lambda chips: sum(chips) == 4),
        [
            Mistake(
                "That counts chips that can be told apart. Only how many each player holds "
                "matters.",
                lambda: 3**4,
            ),
            Mistake(
                "You let each player hold 0 to 4 chips, whatever the others hold: together they "
                "must hold four.",
                lambda: _ways(lambda chips: True),
            ),
            Mistake(
                "That counts the ways in which they hold at most four chips; here no chip lies in "
                "the centre.",
                lambda: _ways(lambda chips: sum(chips) <= 4),
            ),
            Mistake(
                "That leaves out the ways in which somebody holds none.",
                lambda: _ways(lambda chips: sum(chips) == 4 and min(chips) > 0),
            ),
            Mistake(
                "You counted one bar too many: two bars part the chips of three players.",
                lambda: sympy.binomial(4 + 2, 2 + 1),
            ),
            Mistake(
                "That leaves out the ways in which one player holds all.",
                lambda: _ways(lambda chips: sum(chips) == 4 and max(chips) < 4),
            ),
        ],
    ),
    (
        "Draw the chips as stars in a row, and bars between the chips of one player and the "
        "next. How many bars do three players need?",
        "Every row of the stars and bars is one way. So choose the places of the bars among all "
        "places of the row: `binomial(places, bars)`.",
    ),
)


@cache
def _positions() -> list[State]:
    """Positions of four players with two chips each, in which somebody still rolls."""
    return list(Rules(players=4, chips=2).chain().transient_states)


def _count_at_most(players: int, chips: int) -> int:
    """Ways in which the players hold at most so many chips together."""
    return int(sympy.binomial(chips + players, players))


_by_hand = Exercise(
    "11.2",
    Number(
        lambda: len(_positions()),
        [
            Mistake(
                "You counted the chips only: who rolls next is part of a position.",
                lambda: len({state.chips for state in _positions()}),
            ),
            Mistake(
                "That counts finished games, and an empty table, as well: at least two players "
                "must hold chips.",
                lambda: 4 * _count_at_most(4, 8),
            ),
            Mistake(
                "You counted the chips only, and finished games and an empty table as well.",
                lambda: _count_at_most(4, 8),
            ),
            Mistake(
                "That leaves the empty table out, but it still counts finished games.",
                lambda: 4 * (_count_at_most(4, 8) - 1),
            ),
            Mistake(
                "That still counts the empty table, on which nobody holds a chip.",
                lambda: len(_positions()) + 4,
            ),
            Mistake(
                "That counts only positions without a chip in the centre.",
                lambda: sum(state.in_play == 8 for state in _positions()),
            ),
            Mistake(
                "That is one way only for a player to hold all: there may be 1 to 8 chips left.",
                lambda: 4 * (_count_at_most(4, 8) - 1 - 4),
            ),
            Mistake(
                "You let one player alone hold 1 to 8 chips, but that may be any of the four.",
                lambda: 4 * (_count_at_most(4, 8) - 1 - 8),
            ),
        ],
    ),
    (
        "Think of the centre as one more place where chips lie: that is stars and bars with five "
        "places. Then take away what is no position in play.",
        "Eight stars and four bars. Take away the one way in which nobody holds a chip, and the "
        "ways in which one player holds all that are left: which player, and how many? Then "
        "each of the four players may be next to roll.",
    ),
)


@cache
def _chance(players: int) -> sympy.Rational:
    """Player 1's exact chance of winning with two chips each."""
    return Rules(players=players, chips=2).chain().win_probabilities()[0]


def _lengths(text: Callable[[sympy.Rational], str]) -> tuple[int, ...]:
    return tuple(len(text(_chance(players))) for players in (2, 3, 4))


_long_fractions = Exercise(
    "11.3",
    Numbers(
        lambda: _lengths(lambda chance: str(chance.q)),
        [
            Mistake(
                "That is the length of the whole fraction, with the stroke; asked is the "
                "denominator alone.",
                lambda: _lengths(str),
            ),
            Mistake("These are the lengths of the numerators.", lambda: _lengths(_numerator)),
            Mistake(
                "These are the denominators themselves: count their digits.",
                lambda: tuple(_chance(players).q for players in (2, 3, 4)),
            ),
            Mistake(
                "Each is one digit short: a logarithm must be rounded up.",
                lambda: tuple(length - 1 for length in _lengths(lambda chance: str(chance.q))),
            ),
        ],
    ),
    (
        "`fraction(chance)` gives the numerator and the denominator, and `str(number)` is the "
        "text of a number.",
        "`len(str(fraction(chance)[1]))` is the number of digits of a denominator. Do this for "
        "`Rules(players, chips=2).chain().win_probabilities()[0]` with 2, 3 and 4 players.",
    ),
)


def _numerator(chance: sympy.Rational) -> str:
    return str(chance.p)


@cache
def _proved(players: int) -> tuple[Pair, ...]:
    """Proved bounds of the chances with three chips each."""
    return tuple((pair.lower, pair.upper) for pair in bounds(Rules(players, chips=3)).win)


@cache
def _sampled(players: int, games: int) -> tuple[Pair, ...]:
    """Shares in a sample, two standard errors to either side."""
    from lcr_teach.sampling import simulate

    shares = simulate(Rules(players, chips=3), games, seed=1).win_shares()
    return tuple((share - 2 * error, share + 2 * error) for share, error in shares)


def _may_be_best(pairs: Sequence[Pair]) -> list[int]:
    surely = max(lower for lower, _ in pairs)
    return [seat for seat, (_, upper) in enumerate(pairs) if upper >= surely]


_PAIRS: dict[str, Callable[[], Sequence[Pair]]] = {
    "the proved bounds of three players with 3 chips": partial(_proved, 3),
    "a sample of 100 games of three players with 3 chips": partial(_sampled, 3, 100),
    "a sample of 100,000 games of five players with 3 chips": partial(_sampled, 5, 100_000),
    "the proved bounds of five players with 3 chips": partial(_proved, 5),
    "the pairs (0.1, 0.3), (0.3, 0.5), (0.2, 0.29), (0.0, 0.4)": lambda: (
        (0.1, 0.3),
        (0.3, 0.5),
        (0.2, 0.29),
        (0.0, 0.4),
    ),
}


def _pairs_case(words: str, pairs: Callable[[], Sequence[Pair]]) -> Case:
    return Case(
        words,
        lambda: (list(pairs()),),
        Numbers(
            lambda: _may_be_best(pairs()),
            [
                Mistake(
                    "Seats are counted from 0.",
                    lambda: [seat + 1 for seat in _may_be_best(pairs())],
                )
            ],
        ),
    )


_code = Exercise(
    "11.4",
    Function("may_be_best(pairs)", [_pairs_case(words, pairs) for words, pairs in _PAIRS.items()]),
    (
        "When is it certain that a seat is not the best one? Compare one end of its pair with one "
        "end of another pair.",
        "A seat is out if its upper bound is below the lower bound of some other seat, so below "
        "the largest of all lower bounds. All others may be the best, in the order of the "
        "seats; if two bounds are equal, the seats may be equal.",
    ),
)

_SIZES = range(2, 7)


@cache
def _seats(of: Callable[[list[float]], float]) -> tuple[int, ...]:
    """The player at each size whose chance of winning is the largest or the smallest."""
    found = []
    for players in _SIZES:
        lower = [low for low, _ in _proved(players)]
        found.append(lower.index(of(lower)) + 1)
    return tuple(found)


_best_seats = Exercise(
    "11.5",
    Numbers(
        lambda: _seats(max),
        [
            Mistake(
                "The last seat is the best one only at small tables.",
                lambda: tuple(_SIZES),
            ),
            Mistake("These are the worst seats.", lambda: _seats(min)),
            Mistake(
                "These are seats counted from 0, as in code: hand in the numbers of the players.",
                lambda: tuple(player - 1 for player in _seats(max)),
            ),
            Mistake(
                "At one size two seats lie closer together than a sample of usual size can show. "
                "Which of your numbers came from `simulate`?",
                lambda: tuple(5 if n == 5 else p for n, p in zip(_SIZES, _seats(max), strict=True)),
            ),
        ],
    ),
    (
        "`bounds(Rules(players)).win` gives a pair for each seat. Are the pairs narrow enough to "
        "say which seat is the best?",
        "Do it for each size in a loop: the best seat is the one with the largest lower bound, "
        "and its player has a number one higher than in code. Your function of 11.4 says whether "
        "only one seat may be the best.",
    ),
)

EXERCISES = (_recall, _by_hand, _long_fractions, _code, _best_seats)
