"""Exact beside sampled, and whether chance explains the difference.

The exact probabilities stay exact. Floats begin where statistics begin: with shares,
errors and p-values, which are rough numbers by nature.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import sympy

from lcr_teach.chain import GameChain
from lcr_teach.exact import exact_integer
from lcr_teach.results import decimal
from lcr_teach.rules import Rules

if TYPE_CHECKING:
    from lcr_teach.sampling import Sample

__all__ = ["Comparison", "compare"]

#: Below this expected count the chi-square law is too rough an approximation.
_LEAST_EXPECTED = 5


@dataclass(frozen=True, repr=False)
class Comparison:
    """Exact winning probabilities beside the winners of real games; made by :func:`compare`.

    Attributes
    ----------
    rules : Rules
        The table.
    exact : tuple of sympy.Expr
        The exact winning probability of each seat.
    observed : tuple of int
        The games that each seat won.
    """

    rules: Rules
    exact: tuple[sympy.Expr, ...]
    observed: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many games there were."""
        return sum(self.observed)

    @property
    def expected(self) -> tuple[float, ...]:
        """The games that each seat would win on average."""
        return tuple(float(self.games * p) for p in self.exact)

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of the games that each seat won."""
        return tuple(won / self.games for won in self.observed)

    @property
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

    def intervals(self, level: float = 0.95) -> list[tuple[float, float]]:
        """Confidence interval of each seat's winning probability, from the games alone.

        Wilson's interval [1]_: all probabilities whose z is small enough that the share
        would be no surprise.

        Parameters
        ----------
        level : float
            How many of such intervals contain the truth in the long run; between 0 and 1.

        Returns
        -------
        list of (low, high)
            One a seat; probabilities.

        Raises
        ------
        ValueError
            If the level is not between 0 and 1.

        References
        ----------
        .. [1] E. B. Wilson, Probable inference, the law of succession, and statistical
           inference, *Journal of the American Statistical Association* 22 (1927), 209-212.
        """
        if not 0 < level < 1:
            raise ValueError(f"level must be between 0 and 1, not {level!r}.")
        # scipy is imported where it is used, so that the kit starts without it.
        from scipy import stats

        width = float(stats.norm.isf((1 - level) / 2))
        return [_wilson(won, self.games, width) for won in self.observed]

    @property
    def chi_square(self) -> float:
        """Pearson's chi-square: squared differences in games, each over its expected count.

        Seats that can never win have no part in it, unless one of them did win: then the
        games contradict the rules, and chi-square is infinite.
        """
        total = 0.0
        for won, expected in zip(self.observed, self.expected, strict=True):
            if expected > 0:
                total += (won - expected) ** 2 / expected
            elif won > 0:
                return math.inf
        return total

    @property
    def degrees_of_freedom(self) -> int:
        """Seats that can win, less one, because their shares sum to 1."""
        return sum(expected > 0 for expected in self.expected) - 1

    @property
    def p_value(self) -> float:
        """How often the games of this table would differ at least as much by chance alone."""
        if self.degrees_of_freedom == 0:
            return 1.0 if self.chi_square == 0 else 0.0
        from scipy import stats

        return float(stats.chi2.sf(self.chi_square, self.degrees_of_freedom))

    @property
    def warning(self) -> str | None:
        """One sentence if there are too few games for chi-square to be trusted, else ``None``."""
        possible = [(expected, seat) for seat, expected in enumerate(self.expected) if expected > 0]
        least, seat = min(possible)
        if least >= _LEAST_EXPECTED or len(possible) == 1:
            return None
        return (
            f"Chi-square is not to be trusted here: Player {seat + 1} wins {least:.2g} of "
            f"{self.games:,} games on average, and it takes at least {_LEAST_EXPECTED}."
        )

    def __repr__(self) -> str:
        rows = [_HEADINGS, *self._rows()]
        widths = [max(len(row[i]) for row in rows) for i in range(len(_HEADINGS))]
        lines = [
            "  ".join(
                [row[0].ljust(widths[0])]
                + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
            )
            for row in rows
        ]
        return "\n".join([self._title(), *lines, *self._verdict()])

    def _repr_html_(self) -> str:
        heads = "".join(f"<th scope='col'>{name}</th>" for name in _HEADINGS[1:])
        body = "".join(
            f"<tr><th scope='row' style='white-space: nowrap'>{row[0]}</th>"
            + "".join(
                f"<td style='text-align: right; white-space: nowrap'>{cell}</td>"
                for cell in row[1:]
            )
            + "</tr>"
            for row in self._rows()
        )
        verdict = "<br>".join(escape(line) for line in self._verdict())
        return (
            "<div style='font-size: 1.25em'>"
            f"<table><caption>{escape(self._title())}</caption>"
            f"<thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table>"
            f"<p>{verdict}</p></div>"
        )

    def _title(self) -> str:
        return f"{self.games:,} games, {self.rules}"

    def _rows(self) -> list[tuple[str, ...]]:
        # Two digits of the error and as many of all that it is compared with.
        errors = [error for error in self.standard_errors if error > 0]
        digits = max(3, 1 - math.floor(math.log10(min(errors)))) if errors else 3
        return [
            (
                f"Player {seat + 1}",
                _short(p, digits),
                f"{won:,}",
                f"{share:.{digits}f}",
                f"{error:.{digits}f}",
                f"{z:+.2f}",
                f"{low:.{digits}f} to {high:.{digits}f}",
            )
            for seat, (p, won, share, error, z, (low, high)) in enumerate(
                zip(
                    self.exact,
                    self.observed,
                    self.shares,
                    self.standard_errors,
                    self.z,
                    self.intervals(),
                    strict=True,
                )
            )
        ]

    def _verdict(self) -> list[str]:
        freedom = self.degrees_of_freedom
        lines = [
            f"chi-square {self.chi_square:.4g} with {freedom} "
            f"{'degree' if freedom == 1 else 'degrees'} of freedom, {_in_words(self.p_value)}"
        ]
        return lines if self.warning is None else [*lines, self.warning]


_HEADINGS = ("", "exact", "games won", "share", "standard error", "z", "95% interval")


def compare(
    rules_or_chain: Rules | GameChain, sample_or_counts: Sample | Sequence[int]
) -> Comparison:
    """Put the winners of games beside the exact winning probabilities.

    Parameters
    ----------
    rules_or_chain : Rules or GameChain
        The table; a chain that is already solved is not solved again.
    sample_or_counts : Sample or sequence of int
        A sample of games of the same rules, or the games that each seat won in games
        that were really played, one whole number a seat.

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
    """
    from lcr_teach.sampling import Sample

    rules = rules_or_chain if isinstance(rules_or_chain, Rules) else _rules_of(rules_or_chain)
    if isinstance(sample_or_counts, Sample):
        if sample_or_counts.rules != rules:
            raise ValueError(
                f"the sample must be of the same rules, {rules}, not of {sample_or_counts.rules}."
            )
        observed = sample_or_counts.wins
    else:
        observed = _counts(sample_or_counts, rules.players)
    if rules.die.free_symbols:
        names = ", ".join(sorted(map(str, rules.die.free_symbols)))
        raise ValueError(
            f"games cannot be compared with a formula in symbols ({names}): give them values."
        )
    chain = rules.chain() if isinstance(rules_or_chain, Rules) else rules_or_chain
    return Comparison(rules, chain.win_probabilities(), observed)


def _rules_of(chain: GameChain) -> Rules:
    if not isinstance(chain, GameChain):
        raise TypeError(f"games are compared with Rules or their chain, not with {chain!r}.")
    return chain.rules


def _counts(given: Any, players: int) -> tuple[int, ...]:
    # The keys of a mapping would pass for counts, and a set has lost its order.
    if isinstance(given, (str, Mapping, Set)) or not hasattr(given, "__iter__"):
        raise TypeError(f"games must be a Sample or one whole number a seat, not {given!r}.")
    listed = tuple(given)
    if len(listed) != players:
        raise ValueError(
            f"counts must be one number for each of {players} players, not {len(listed)}."
        )
    counts = tuple(
        exact_integer(won, f"games won by Player {seat + 1}", least=0)
        for seat, won in enumerate(listed)
    )
    if not any(counts):
        raise ValueError("counts must hold at least one game, but all of them are 0.")
    return counts


def _in_errors(difference: float, error: float) -> float:
    if error > 0:
        return difference / error
    return math.copysign(math.inf, difference) if difference else 0.0


def _wilson(won: int, games: int, width: float) -> tuple[float, float]:
    share = won / games
    weight = width**2 / games
    middle = (share + weight / 2) / (1 + weight)
    half = math.sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
    # At the ends of the scale rounding must not leave a hair's breadth.
    low = 0.0 if won == 0 else middle - half
    high = 1.0 if won == games else middle + half
    return low, high


def _short(p: sympy.Expr, digits: int) -> str:
    shown = str(p)
    return shown if p.is_Rational and len(shown) <= 9 else decimal(p, digits)


def _in_words(p_value: float) -> str:
    if p_value < 1e-9:
        return "p < 0.000000001: chance alone practically never makes such a difference."
    if p_value >= 0.995:
        how_often = "nearly all"
    elif p_value >= 0.01:
        how_often = f"{round(100 * p_value)} of 100"
    else:
        how_often = f"about 1 of {float(f'{1 / p_value:.1g}'):,.0f}"
    shown = f"{p_value:.2f}" if p_value >= 0.1 else f"{p_value:.2g}"
    return (
        f"p = {shown}: in {how_often} such samples chance alone makes a difference "
        "at least as large."
    )
