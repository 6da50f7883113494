"""A comparison and its figures: z, intervals, tests and distances."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import sympy

from lcr_teach import goodness
from lcr_teach.chain import GameChain
from lcr_teach.compare.cells import (
    Hypothesis,
    What,
    exact_law,
    in_cells,
    read_counts,
    read_hypothesis,
    read_what,
    rules_of,
)
from lcr_teach.compare.table import as_html, as_text, games_text
from lcr_teach.goodness import LEAST_EXPECTED, FitTest
from lcr_teach.rules import Rules
from lcr_teach.tally import Tally

if TYPE_CHECKING:
    from lcr_teach.sampling import Sample

__all__ = ["Comparison", "compare"]

#: Chi-square needs so many cells to see more than one thing.
_FEWEST_GROUPS = 3


@dataclass(frozen=True, repr=False)
class Comparison:
    """Exact probabilities beside what came out of games; made by :func:`compare`.

    A cell is one outcome: a seat that wins, or a length, or a number of chips. All that
    has one value a cell is a tuple in the order of :attr:`cells`.

    Attributes
    ----------
    rules : Rules
        The table.
    exact : tuple of sympy.Expr
        The probability of each cell: the exact one, or that of the hypothesis.
    observed : tuple of int
        The games of each cell.
    what : {"winner", "turns", "rolls", "centre"}
        What the cells are.
    cells : tuple of str
        What each cell is called.
    assumed : bool
        Whether `exact` is a hypothesis and not the law of the game.
    """

    rules: Rules
    exact: tuple[sympy.Expr, ...]
    observed: tuple[int, ...]
    what: What = "winner"
    cells: tuple[str, ...] = ()
    assumed: bool = False

    def __post_init__(self) -> None:
        if not self.cells:
            names = tuple(f"Player {seat + 1}" for seat in range(len(self.exact)))
            object.__setattr__(self, "cells", names)

    @property
    def games(self) -> int:
        """How many games there were."""
        return sum(self.observed)

    @cached_property
    def expected(self) -> tuple[float, ...]:
        """The games that each cell would get on average: games times probability."""
        return tuple(float(self.games * p) for p in self.exact)

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of the games in each cell."""
        return tuple(count / self.games for count in self.observed)

    @cached_property
    def standard_errors(self) -> tuple[float, ...]:
        """How far each share typically lies from the exact probability.

        The standard deviation of the share of N games, ``sqrt(p (1 - p) / N)``, where p
        is the exact probability and not the share: it holds before any game is played.
        """
        return tuple(math.sqrt(float(p * (1 - p) / self.games)) for p in self.exact)

    @property
    def z(self) -> tuple[float, ...]:
        """The distance of each share from the exact probability, in standard errors.

        A seat that wins always or never has no error: 0 if the games agree, infinite if not.
        """
        return tuple(
            _in_errors(share - float(p), error)
            for share, p, error in zip(self.shares, self.exact, self.standard_errors, strict=True)
        )

    def intervals(
        self, level: float = 0.95, simultaneous: bool = False
    ) -> list[tuple[float, float]]:
        """Confidence interval of each cell's probability, from the games alone.

        Wilson's interval [1]_: all probabilities whose z is small enough that the share
        would be no surprise.

        Parameters
        ----------
        level : float
            How many of such intervals contain the truth in the long run; between 0 and 1.
        simultaneous : bool
            Whether the level is that of all k intervals together. Each of them then has
            the level ``level ** (1 / k)`` of Šidák [2]_.

        Returns
        -------
        list of (low, high)
            One a cell; probabilities.

        Raises
        ------
        ValueError
            If the level is not between 0 and 1.

        References
        ----------
        .. [1] E. B. Wilson, Probable inference, the law of succession, and statistical
           inference, *Journal of the American Statistical Association* 22 (1927), 209-212.
        .. [2] Z. Šidák, Rectangular confidence regions for the means of multivariate normal
           distributions, *Journal of the American Statistical Association* 62 (1967),
           626-633; for shares it holds as far as they are nearly normal.
        """
        if not 0 < level < 1:
            raise ValueError(f"level must be between 0 and 1, not {level!r}.")
        each = level ** (1 / len(self.cells)) if simultaneous else level
        return [goodness.wilson(count, self.games, each) for count in self.observed]

    @cached_property
    def pooled(self) -> Comparison:
        """The same comparison with thin neighbouring cells joined, as chi-square needs it.

        From the first cell on, neighbours are joined until together they expect 5 games;
        what is left over at the end joins the last group (:func:`lcr_teach.goodness.pool`).
        Seats are never joined. A cell that cannot happen stays by itself.
        """
        groups = self._groups
        return Comparison(
            self.rules,
            tuple(sympy.Add(*(self.exact[i] for i in group)) for group in groups),
            tuple(sum(self.observed[i] for i in group) for group in groups),
            self.what,
            tuple(_span([self.cells[i] for i in group]) for group in groups),
            self.assumed,
        )

    @property
    def joined(self) -> tuple[str, ...]:
        """What those of the pooled cells are called that were joined of several."""
        named = zip(self.pooled.cells, self._groups, strict=True)
        return tuple(name for name, group in named if len(group) > 1)

    @cached_property
    def _groups(self) -> list[list[int]]:
        if self.what == "winner":
            return [[i] for i in range(len(self.cells))]
        possible = [i for i, e in enumerate(self.expected) if e > 0]
        groups = [
            [possible[k] for k in group]
            for group in goodness.pool([self.expected[i] for i in possible])
        ]
        impossible = [[i] for i, e in enumerate(self.expected) if e == 0]
        return sorted(groups + impossible)

    @cached_property
    def chi_square_test(self) -> FitTest:
        """Pearson's chi-square test of the pooled cells (:func:`lcr_teach.goodness.chi_square`)."""
        return goodness.chi_square(self.pooled.observed, self.pooled.expected)

    @cached_property
    def g_test(self) -> FitTest:
        """The likelihood ratio test of the pooled cells (:func:`lcr_teach.goodness.g_test`)."""
        return goodness.g_test(self.pooled.observed, self.pooled.expected)

    @cached_property
    def exact_test(self) -> FitTest:
        """The exact test of the cells as they are (:func:`lcr_teach.goodness.multinomial_test`)."""
        return goodness.multinomial_test(self.observed, [float(p) for p in self.exact])

    @property
    def test(self) -> FitTest:
        """The test to be trusted: chi-square, or the exact test where cells are too thin.

        The exact test is taken where some seat expects fewer than 5 wins, and for lengths
        and chips where pooling leaves fewer than three cells.
        """
        return self.chi_square_test if self.warning is None else self.exact_test

    @property
    def chi_square(self) -> float:
        """Pearson's chi-square: squared differences in games, each over its expected count.

        Cells that cannot happen have no part in it, unless one of them did: then the
        games contradict the rules, and chi-square is infinite.
        """
        return self.chi_square_test.statistic

    @property
    def degrees_of_freedom(self) -> int:
        """Pooled cells that can happen, less one, because their shares sum to 1."""
        return sum(expected > 0 for expected in self.pooled.expected) - 1

    @property
    def p_value(self) -> float:
        """How often games would differ at least as much by chance alone, by :attr:`test`."""
        return self.test.p_value

    @property
    def total_variation(self) -> float:
        """Half the sum of all differences between share and probability.

        See :func:`lcr_teach.goodness.total_variation`; of the cells as they are.
        """
        return goodness.total_variation(self.observed, [float(p) for p in self.exact])

    @property
    def largest_gap(self) -> FitTest:
        """Largest gap of the distribution functions, with an upper bound of its p-value.

        See :func:`lcr_teach.goodness.largest_gap`.

        Raises
        ------
        ValueError
            For winners, because seats stand in a circle and have no first.
        """
        if self.what == "winner":
            raise ValueError("winners have no distribution function: seats are in no order.")
        return goodness.largest_gap(self.observed, [float(p) for p in self.exact])

    @property
    def warning(self) -> str | None:
        """One sentence if there are too few games for chi-square to be trusted, else ``None``."""
        possible = [(e, i) for i, e in enumerate(self.expected) if e > 0]
        if self.what != "winner":
            groups = self.degrees_of_freedom + 1
            if groups >= _FEWEST_GROUPS or groups == len(possible):
                return None
            full = sum(expected >= LEAST_EXPECTED for expected in self.pooled.expected)
            return (
                f"Chi-square is not to be trusted here: with {games_text(self.games)}, {full} "
                f"{'cell expects' if full == 1 else 'cells expect'} at least {LEAST_EXPECTED} of "
                f"them, and it takes at least {_FEWEST_GROUPS} such cells."
            )
        least, seat = min(possible)
        if least >= LEAST_EXPECTED or len(possible) == 1:
            return None
        return (
            f"Chi-square is not to be trusted here: {self.cells[seat]} wins {least:.2g} of "
            f"{games_text(self.games)} on average, and it takes at least {LEAST_EXPECTED}."
        )

    def __repr__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)


def compare(
    rules_or_chain: Rules | GameChain,
    sample: Sample | Tally | Sequence[int] | Mapping[int, int],
    what: What = "winner",
    against: Hypothesis | None = None,
) -> Comparison:
    """Put what came out of games beside its exact law, or beside a guess.

    Parameters
    ----------
    rules_or_chain : Rules or GameChain
        The table; a chain that is already solved is not solved again.
    sample : Sample, Tally, sequence or mapping
        Games of the same rules, or their counts: for winners the games that each seat
        won, one whole number a seat; else ``{value: games}``.
    what : {"winner", "turns", "rolls", "centre"}
        What is compared: who wins, the length in turns (missed ones included) or in rolls,
        or the chips in the centre at the end. A length has its own cell as long as the
        law lets expect that, in 20 such samples, one game at most is longer than all of
        them; longer games share a last cell.
    against : "equal seats", sequence or mapping, optional
        Exact probabilities to hold against the games instead of the true law, right or
        wrong: for winners one a seat, or ``"equal seats"``; else ``{value: probability}``.
        Their sum must be 1.

    Returns
    -------
    Comparison

    Raises
    ------
    TypeError, ValueError
        In one sentence, for counts that cannot be, or games of other rules.

    Examples
    --------
    >>> comparison = compare(Rules(players=2, chips=1), [30, 70])
    >>> comparison.exact
    (1/3, 2/3)
    >>> round(comparison.p_value, 2)
    0.48
    >>> comparison
    100 games, Rules(players=2, chips=1)
              exact  games won  share  standard error      z    95% interval
    Player 1    1/3         30  0.300           0.047  -0.71  0.219 to 0.396
    Player 2    2/3         70  0.700           0.047  +0.71  0.604 to 0.781
    chi-square 0.5 with 1 degree of freedom, p = 0.48: in 48 of 100 such samples chance
    alone makes a difference at least as large.
    >>> f"{compare(Rules(players=2, chips=1), [30, 70], against='equal seats').p_value:.1g}"
    '6e-05'
    """
    what = read_what(what)
    rules = rules_of(rules_or_chain)
    counts = read_counts(sample, rules, what)
    if against is None:
        law = exact_law(rules_or_chain, what, sum(counts.values()))
    else:
        law = read_hypothesis(against, rules, what)
    exact, observed, names = in_cells(what, law, counts)
    return Comparison(rules, exact, observed, what, names, assumed=against is not None)


def _span(names: Sequence[str]) -> str:
    """The name of cells that are joined: lengths or chips that follow one another."""
    first, last = names[0], names[-1]
    if len(names) == 1:
        return first
    return f"{first} or more" if last.startswith("more than") else f"{first} to {last}"


def _in_errors(difference: float, error: float) -> float:
    if error > 0:
        return difference / error
    return math.copysign(math.inf, difference) if difference else 0.0
