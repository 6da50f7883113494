"""How well counts fit probabilities: intervals, tests and distances.

Nothing here knows the game. Counts are whole numbers of trials, one a cell; beside them stand
the probabilities of the cells, or the counts expected of them. All results are floats, because
statistics are rough by nature.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from statistics import NormalDist
from typing import Literal, NamedTuple

__all__ = [
    "LEAST_EXPECTED",
    "FitTest",
    "chi_square",
    "g_test",
    "largest_gap",
    "multinomial_test",
    "pool",
    "total_variation",
    "wilson",
]

#: Below this expected count the chi-square law is too rough an approximation: the rule of
#: W. G. Cochran, Some methods for strengthening the common χ² tests, *Biometrics* 10 (1954),
#: 417-451.
LEAST_EXPECTED = 5

#: Up to so many outcomes are summed one by one, in a tenth of a second and 16 MB.
_MOST_OUTCOMES = 10**6
#: Random outcomes where there are more. Always the same ones, so that a p-value stays.
_DRAWS = 10**5
_SEED = 1
#: So many counts are drawn at once.
_AT_ONCE = 10**6
#: Outcomes as likely as the observed one must not be missed because of rounding.
_SLACK = 1e-7


class FitTest(NamedTuple):
    """What a test of fit says.

    Attributes
    ----------
    statistic : float
        The measure of the misfit; each test says which.
    p_value : float
        The probability, if the probabilities are right, of a misfit at least as large.
    error : float
        The standard error of a p-value that is sampled; 0 if it is computed.
    """

    statistic: float
    p_value: float
    error: float = 0.0


def wilson(count: int, trials: int, level: float) -> tuple[float, float]:
    """Wilson's confidence interval of a probability.

    With share s = count / trials, N trials and the quantile w of the normal law that leaves
    ``(1 - level) / 2`` above it, the ends are the two solutions p of
    ``(s - p)² = w² p (1 - p) / N`` [1]_.

    Parameters
    ----------
    count, trials : int
        How often it happened, of how many times.
    level : float
        How many of such intervals contain the truth in the long run; between 0 and 1.

    Returns
    -------
    (low, high)
        Probabilities.

    References
    ----------
    .. [1] E. B. Wilson, Probable inference, the law of succession, and statistical
       inference, *Journal of the American Statistical Association* 22 (1927), 209-212.

    Examples
    --------
    >>> low, high = wilson(30, 100, 0.95)
    >>> print(f"{low:.4f} to {high:.4f}")
    0.2189 to 0.3958
    """
    width = -NormalDist().inv_cdf((1 - level) / 2)
    share = count / trials
    weight = width**2 / trials
    middle = (share + weight / 2) / (1 + weight)
    half = math.sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
    # At the ends of the scale rounding must not leave a hair's breadth.
    low = 0.0 if count == 0 else middle - half
    high = 1.0 if count == trials else middle + half
    return low, high


def pool(expected: Sequence[float]) -> list[list[int]]:
    """Join thin neighbouring cells, as chi-square needs it.

    From the first cell on, neighbours are joined until together they expect
    :data:`LEAST_EXPECTED` trials; what is left over at the end joins the last group. Only
    the expected counts decide. Groups chosen by looking at the observed ones would
    make the p-value wrong.

    Parameters
    ----------
    expected : sequence of float
        The count expected of each cell.

    Returns
    -------
    list of list of int
        The numbers of the cells of each group, in order.

    Examples
    --------
    >>> pool([1, 5, 7, 2, 2, 2, 3])
    [[0, 1], [2], [3, 4, 5, 6]]
    """
    groups: list[list[int]] = []
    group: list[int] = []
    together = 0.0
    for i, count in enumerate(expected):
        group.append(i)
        together += count
        if together >= LEAST_EXPECTED:
            groups.append(group)
            group, together = [], 0.0
    if group and groups:
        groups[-1] += group
    elif group:
        groups.append(group)
    return groups


def chi_square(observed: Sequence[int], expected: Sequence[float]) -> FitTest:
    """Pearson's chi-square test.

    The statistic is ``Σ (observed - expected)² / expected``; its p-value is taken from the
    chi-square law with one degree of freedom less than there are cells that can happen [1]_.
    A cell that cannot happen has no part in it, unless it did: then the statistic is infinite.

    Parameters
    ----------
    observed : sequence of int
        The count of each cell.
    expected : sequence of float
        The count expected of each cell; both have the same sum.

    Returns
    -------
    FitTest

    References
    ----------
    .. [1] K. Pearson, On the criterion that a given system of deviations … can be reasonably
       supposed to have arisen from random sampling, *Philosophical Magazine* 50 (1900),
       157-175.

    Examples
    --------
    >>> test = chi_square([30, 70], [50, 50])
    >>> print(f"{test.statistic:.4g}, p = {test.p_value:.2g}")
    16, p = 6.3e-05
    """
    return _divergence(observed, expected, "pearson")


def g_test(observed: Sequence[int], expected: Sequence[float]) -> FitTest:
    """The likelihood ratio test, called G test.

    The statistic is ``2 Σ observed · log(observed / expected)``, twice the logarithm of how
    much likelier the counts are under the probabilities that fit them best; its p-value is
    taken from the same law as that of :func:`chi_square` [1]_.

    Parameters
    ----------
    observed, expected : sequence
        As for :func:`chi_square`.

    Returns
    -------
    FitTest

    References
    ----------
    .. [1] S. S. Wilks, The large-sample distribution of the likelihood ratio for testing
       composite hypotheses, *Annals of Mathematical Statistics* 9 (1938), 60-62.

    Examples
    --------
    >>> test = g_test([30, 70], [50, 50])
    >>> print(f"{test.statistic:.4g}, p = {test.p_value:.2g}")
    16.46, p = 5e-05
    """
    return _divergence(observed, expected, "log-likelihood")


def _divergence(
    observed: Sequence[int],
    expected: Sequence[float],
    name: Literal["pearson", "log-likelihood"],
) -> FitTest:
    cells = [(float(o), e) for o, e in zip(observed, expected, strict=True) if e > 0]
    if any(o for o, e in zip(observed, expected, strict=True) if e == 0):
        return FitTest(math.inf, 0.0)
    if len(cells) == 1:
        return FitTest(0.0, 1.0)  # what is certain has happened every time
    # scipy is imported where it is used, so that the kit starts without it.
    from scipy import stats

    counts, means = [o for o, _ in cells], [e for _, e in cells]
    result = stats.power_divergence(counts, means, lambda_=name)
    return FitTest(float(result.statistic), float(result.pvalue))


def multinomial_test(observed: Sequence[int], probabilities: Sequence[float]) -> FitTest:
    """The exact multinomial test, for counts that are too small for chi-square.

    The statistic is the probability of the observed counts, ``N! Π pᵢ^nᵢ / nᵢ!``, and the
    p-value is that of all counts with the same sum N that are no likelier than they are [1]_.
    With two cells that is the exact binomial test.

    It is summed over all possible counts where there are at most a million of them.
    Where there are more, 100 000 of them are drawn with a fixed seed, m of these are no likelier
    than the observed ones, and the p-value is ``p = (m + 1) / 100 001``, which makes a test
    that is never too bold [2]_; its standard error ``sqrt(p (1 - p) / 100 000)`` is given.

    Parameters
    ----------
    observed : sequence of int
        The count of each cell.
    probabilities : sequence of float
        The probability of each cell, sum 1.

    Returns
    -------
    FitTest

    References
    ----------
    .. [1] G. H. Freeman, J. H. Halton, Note on an exact treatment of contingency, goodness of
       fit and other problems of significance, *Biometrika* 38 (1951), 141-149.
    .. [2] A. C. Davison, D. V. Hinkley, *Bootstrap Methods and their Application* (1997),
       section 4.2.

    Examples
    --------
    Four games of three players with equal chances, all won by the same one. That, for any of the
    three, is the least likely that can happen:

    >>> test = multinomial_test([4, 0, 0], [1 / 3, 1 / 3, 1 / 3])
    >>> print(f"{test.p_value:.6f} = 3/81")
    0.037037 = 3/81
    """
    if any(n for n, p in zip(observed, probabilities, strict=True) if p == 0):
        return FitTest(0.0, 0.0)
    cells = [(n, p) for n, p in zip(observed, probabilities, strict=True) if p > 0]
    counts, chances = [n for n, _ in cells], [p for _, p in cells]
    trials = sum(counts)
    if len(cells) == 1:
        return FitTest(1.0, 1.0)
    seen = math.lgamma(trials + 1) + sum(
        n * math.log(p) - math.lgamma(n + 1) for n, p in zip(counts, chances, strict=True)
    )
    if len(cells) == 2:
        from scipy import stats

        p_value = float(stats.binomtest(counts[0], trials, chances[0]).pvalue)
    elif math.comb(trials + len(cells) - 1, trials) <= _MOST_OUTCOMES:
        p_value = _summed(seen + _SLACK, trials, chances)
    else:
        return _drawn(seen, trials, chances)
    return FitTest(math.exp(seen), p_value)


def _summed(most: float, trials: int, chances: Sequence[float]) -> float:
    """The probability of all counts whose logarithm of the probability is at most so much."""
    import numpy as np
    from scipy.special import gammaln

    # Cell by cell, all ways to fill the cells so far: trials that are left, and logarithms.
    left = np.array([trials])
    logs = gammaln(left + 1.0)
    for p in chances[:-1]:
        ways = left + 1
        first = np.repeat(np.cumsum(ways) - ways, ways)
        count = np.arange(len(first)) - first
        left = np.repeat(left, ways) - count
        logs = np.repeat(logs, ways) + count * math.log(p) - gammaln(count + 1.0)
    logs += left * math.log(chances[-1]) - gammaln(left + 1.0)
    return min(1.0, float(np.exp(logs[logs <= most]).sum()))


def _drawn(seen: float, trials: int, chances: Sequence[float]) -> FitTest:
    import numpy as np
    from scipy.special import gammaln

    rng = np.random.default_rng(_SEED)
    law = np.array(chances)
    law /= law.sum()
    whole = gammaln(trials + 1.0)
    unlikely, left = 0, _DRAWS
    while left:
        draws = min(left, max(1, _AT_ONCE // len(law)))
        counts = rng.multinomial(trials, law, draws)
        logs = whole + (counts * np.log(law) - gammaln(counts + 1.0)).sum(axis=1)
        unlikely += int(np.count_nonzero(logs <= seen + _SLACK))
        left -= draws
    p_value = (unlikely + 1) / (_DRAWS + 1)
    return FitTest(math.exp(seen), p_value, math.sqrt(p_value * (1 - p_value) / _DRAWS))


def total_variation(observed: Sequence[int], probabilities: Sequence[float]) -> float:
    """Total variation distance of shares and probabilities: ``½ Σ |nᵢ / N - pᵢ|``.

    It is the largest difference between share and probability of any event made of the
    cells [1]_. From 0 (the same) to 1 (nothing in common). Shares scatter, so that of N trials
    with these very probabilities it is about ``Σ sqrt(pᵢ (1 - pᵢ) / (2 π N))`` on average: half
    the sum of the mean distances of normal numbers.

    Parameters
    ----------
    observed : sequence of int
        How many trials fell into each cell; at least one trial in all.
    probabilities : sequence of float
        The probability of each cell, in the same order.

    Returns
    -------
    float
        From 0 to 1.

    References
    ----------
    .. [1] D. A. Levin, Y. Peres, *Markov Chains and Mixing Times*, 2nd edition (2017),
       section 4.1.

    Examples
    --------
    >>> total_variation([3, 1], [0.5, 0.5])
    0.25
    """
    trials = sum(observed)
    return sum(abs(n / trials - p) for n, p in zip(observed, probabilities, strict=True)) / 2


def largest_gap(observed: Sequence[int], probabilities: Sequence[float]) -> FitTest:
    """Largest gap of the distribution functions, of cells that stand in an order.

    The statistic of Kolmogorov and Smirnov: the largest ``|S(x) - F(x)|``, where S(x) is the
    share of the trials up to cell x, and F(x) their probability. The p-value is that of a
    continuous law with so many trials. For cells it is an upper bound, often a wide one,
    because the continuous gap is also looked for between the cells [1]_.

    Parameters
    ----------
    observed : sequence of int
        The count of each cell, in order.
    probabilities : sequence of float
        The probability of each cell, sum 1.

    Returns
    -------
    FitTest

    References
    ----------
    .. [1] W. J. Conover, A Kolmogorov goodness-of-fit test for discontinuous distributions,
       *Journal of the American Statistical Association* 67 (1972), 591-596.

    Examples
    --------
    >>> test = largest_gap([30, 70], [0.5, 0.5])
    >>> print(f"{test.statistic:.2f}, p at most {test.p_value:.2g}")
    0.20, p at most 0.00056
    """
    from scipy import stats

    trials = sum(observed)
    shares = accumulate(n / trials for n in observed)
    gap = max(abs(s - f) for s, f in zip(shares, accumulate(probabilities), strict=True))
    return FitTest(gap, float(stats.kstwo.sf(gap, trials)))
