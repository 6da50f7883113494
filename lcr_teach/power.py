"""How many games it takes to find out: the power of chi-square against a wrong hypothesis."""

from __future__ import annotations

import math
from numbers import Real

import sympy

from lcr_teach.chain import GameChain
from lcr_teach.compare.cells import Hypothesis, exact_law, read_hypothesis, rules_of
from lcr_teach.exact import exact_integer
from lcr_teach.rules import Rules

__all__ = ["games_needed", "power_at"]


def power_at(
    rules_or_chain: Rules | GameChain,
    games: int,
    alpha: float = 0.05,
    against: Hypothesis = "equal seats",
) -> float:
    """The probability that chi-square finds a hypothesis on the winners to be wrong.

    The seats win by the exact law pᵢ of the table, the hypothesis says qᵢ. Pearson's statistic
    for so many games has nearly the noncentral chi-square law, with one degree of freedom less
    than seats and noncentrality ``games · w²``, where ``w² = Σ (pᵢ - qᵢ)² / qᵢ`` [1]_ [2]_. The
    power is what this law has above the value that the central one exceeds with probability
    alpha. If the hypothesis is the true law, that is alpha itself. The nearer the two laws are,
    the better; for 3 players with 3 chips, simulated tests differed by some 0.01 at most.

    Parameters
    ----------
    rules_or_chain : Rules or GameChain
        The table; a chain that is already solved is not solved again.
    games : int
        How many games are played, at least 1. As with chi-square itself, the answer is only
        rough where a seat expects fewer than 5 wins.
    alpha : float
        The probability of rejecting a hypothesis that is true; between 0 and 1.
    against : "equal seats" or sequence
        The hypothesis: exact probabilities, one a seat.

    Returns
    -------
    float
        A probability.

    Raises
    ------
    TypeError, ValueError
        In one sentence, for a number that cannot be, or a hypothesis that gives a seat no chance
        which has one: there is no need for a test then, one win of that seat refutes it.

    References
    ----------
    .. [1] P. B. Patnaik, The non-central χ²- and F-distributions and their applications,
       *Biometrika* 36 (1949), 202-232.
    .. [2] J. Cohen, *Statistical Power Analysis for the Behavioral Sciences*, 2nd edition
       (1988), chapter 7.

    Examples
    --------
    With one chip each, the first of two players wins one game of three:

    >>> rules = Rules(players=2, chips=1)
    >>> [round(power_at(rules, games), 2) for games in (20, 50, 100)]
    [0.32, 0.65, 0.92]
    """
    games = exact_integer(games, "games", least=1)
    alpha = _between(alpha, "alpha")
    freedom, effect = _effect(rules_or_chain, against)
    # scipy is imported where it is used, so that the kit starts without it.
    from scipy import stats

    limit = float(stats.chi2.isf(alpha, freedom))
    return float(stats.ncx2.sf(limit, freedom, games * float(effect)))


def games_needed(
    rules_or_chain: Rules | GameChain,
    power: float = 0.8,
    alpha: float = 0.05,
    against: Hypothesis = "equal seats",
) -> int:
    """The fewest games with which chi-square finds out a wrong hypothesis often enough.

    The least number of games at which :func:`power_at` is at least `power`, from the same
    law, turned round: the noncentrality that has this power, over the w² of a single game.

    Parameters
    ----------
    rules_or_chain : Rules or GameChain
        The table; a chain that is already solved is not solved again.
    power : float
        The probability of rejecting the hypothesis that is wanted; more than alpha and
        less than 1.
    alpha : float
        The probability of rejecting a hypothesis that is true; between 0 and 1.
    against : "equal seats" or sequence
        The hypothesis: exact probabilities, one a seat.

    Returns
    -------
    int
        How many games.

    Raises
    ------
    TypeError, ValueError
        As :func:`power_at`; and if the hypothesis is the true law, which no number of games
        finds to be wrong.

    Examples
    --------
    How many games show that the seats are not equal? The fewer chips, the sooner:

    >>> games_needed(Rules(players=2, chips=1)), games_needed(Rules(players=2, chips=3))
    (71, 142)
    """
    alpha = _between(alpha, "alpha")
    power = _between(power, "power")
    if power <= alpha:
        raise ValueError(f"power must be more than alpha, {alpha:g}, not {power:g}.")
    freedom, effect = _effect(rules_or_chain, against)
    if effect == 0:
        raise ValueError("against must differ from the true law: no test can tell them apart.")
    from scipy import special, stats

    # The noncentrality at which the law has only 1 - power below the limit of the test.
    limit = float(stats.chi2.isf(alpha, freedom))
    noncentrality = float(special.chndtrinc(limit, freedom, 1 - power))
    return max(1, math.ceil(noncentrality / float(effect)))


def _effect(table: Rules | GameChain, against: Hypothesis) -> tuple[int, sympy.Expr]:
    """Degrees of freedom, and the exact w² of one game."""
    assumed = read_hypothesis(against, rules_of(table), "winner")
    law = exact_law(table, "winner")
    possible = [seat for seat, q in assumed.items() if q != 0]
    for seat in law.keys() - possible:
        if law[seat] != 0:
            raise ValueError(
                f"against must give every seat a chance that has one: "
                f"a single win of Player {seat + 1} refutes it."
            )
    terms = ((law[seat] - assumed[seat]) ** 2 / assumed[seat] for seat in possible)
    return len(possible) - 1, sympy.simplify(sympy.Add(*terms))


def _between(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (Real, sympy.Number)):
        raise TypeError(f"{name} must be a number, not {value!r}.")
    number = float(value)
    if not 0 < number < 1:
        raise ValueError(f"{name} must be between 0 and 1, not {value!r}.")
    return number
