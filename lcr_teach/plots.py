"""Figures for the projector: each is one call on a result and returns the Axes.

The exact answer is always a dark outline and the sampled one is always filled, so the
two stay apart without any colour, and the labels stand at the bars themselves.
"""

from __future__ import annotations

from fractions import Fraction

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from lcr_teach.chain import GameChain
from lcr_teach.compare import Comparison
from lcr_teach.exact import exact_integer
from lcr_teach.palette import EXACT, SEATS, seat_colour
from lcr_teach.sampling import Sample
from lcr_teach.tally import Tally

__all__ = ["plot_turns", "plot_winners"]

# Sizes in points that can be read from the back row once the figure fills the screen.
_LARGE = 16
_MEDIUM = 13
_SMALL = 10

#: How much of the law of the length is shown where nobody says how far.
_MOST_OF_THE_LAW = Fraction(99, 100)


def plot_winners(comparison: Comparison, ax: Axes | None = None) -> Axes:
    """Draw the exact winning probability of each seat beside its share of the games.

    The whiskers are 95 % Wilson intervals (:meth:`Comparison.intervals`).

    Parameters
    ----------
    comparison : Comparison
        The result of :func:`lcr_teach.compare`.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    matplotlib.axes.Axes
    """
    if not isinstance(comparison, Comparison):
        raise TypeError(f"comparison must be a Comparison, not {comparison!r}.")
    if comparison.what != "winner":
        raise ValueError(f"comparison must be one of winners, not of {comparison.what}.")
    players = len(comparison.observed)
    crowded = players > 4
    if ax is None:
        ax = _new_axes(max(6.4, 1.5 * players if crowded else 2.2 * players))
    size = _SMALL if crowded else _MEDIUM
    ticks, names = [], []
    seats = zip(comparison.exact, comparison.shares, comparison.intervals(), strict=True)
    for seat, (p, share, (low, high)) in enumerate(seats):
        colour = seat_colour(seat)
        left, right = seat - 0.21, seat + 0.21
        ax.bar(left, float(p), 0.38, facecolor="none", edgecolor=EXACT, linewidth=2.5)
        ax.bar(right, share, 0.38, color=colour)
        ax.errorbar(
            right, share, [[share - low], [high - share]], color=EXACT, capsize=6, linewidth=2
        )
        for x, height, value in ((left, float(p), float(p)), (right, high, share)):
            ax.annotate(
                f"{100 * value:.1f} %",
                (x, height),
                xytext=(0, 4),
                textcoords="offset points",
                ha="center",
                va="bottom",
                fontsize=size,
            )
        ticks += [left, right]
        names += ["exact", "sampled"]
    ax.set_xticks(ticks, names, fontsize=size, rotation=90 if crowded else 0)
    below = ax.secondary_xaxis(-0.22 if crowded else -0.1)
    below.set_xticks(range(players), [f"Player {seat + 1}" for seat in range(players)])
    below.tick_params(length=0, labelsize=_MEDIUM if crowded else _LARGE)
    below.spines["bottom"].set_visible(False)
    ax.tick_params(axis="x", length=0)
    # Every bar says its own height, so an axis for it would only be more ink.
    ax.set_yticks([])
    tallest = max(high for _, high in comparison.intervals())
    ax.set_ylim(0, 1.12 * max(tallest, *map(float, comparison.exact)))
    ax.spines[["left", "top", "right"]].set_visible(False)
    ax.set_title(
        f"Who wins: exact, and sampled with 95 % intervals\nin {_games(comparison.games)}",
        fontsize=_LARGE,
    )
    each = (
        f"Player {seat + 1} {100 * float(p):.1f} % and {100 * share:.1f} %"
        for seat, (p, share) in enumerate(zip(comparison.exact, comparison.shares, strict=True))
    )
    _say(ax, f"Bars of who wins, exact and in {_games(comparison.games)}: {', '.join(each)}.")
    return ax


def plot_turns(
    chain: GameChain,
    sample: Sample | Tally | None = None,
    upto: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the exact law of the length of a game, with sampled shares behind it.

    Parameters
    ----------
    chain : GameChain
        The table, as ``rules.chain()``.
    sample : Sample or Tally, optional
        Games of the same rules.
    upto : int, optional
        The longest game shown, in turns, missed turns included; as far as 99 % of the
        games go if not given. What is left out is said below the axis.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure if not given.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    TypeError, ValueError
        In one sentence, if there is no such length or the games are of other rules.
    """
    if not isinstance(chain, GameChain):
        raise TypeError(f"chain must be a GameChain, not {chain!r}.")
    if sample is not None and not isinstance(sample, (Sample, Tally)):
        raise TypeError(f"sample must be a Sample or a Tally, not {sample!r}.")
    if sample is not None and sample.rules != chain.rules:
        raise ValueError(
            f"the sample must be of the same rules, {chain.rules}, not of {sample.rules}."
        )
    if upto is None:
        upto = chain.turns_quantile(_MOST_OF_THE_LAW)
    upto = exact_integer(upto, "upto", least=1)
    law = [float(p) for p in chain.turns_pmf(upto)]
    if ax is None:
        ax = _new_axes(9.6)
    if sample is not None and sample.games > 0:  # a tally may still be empty
        shares = [sample.turns.get(turns, 0) / sample.games for turns in range(upto + 1)]
        ax.bar(range(upto + 1), shares, 0.8, color=SEATS[4], label=f"in {_games(sample.games)}")
    ax.stairs(
        law, [turns - 0.5 for turns in range(upto + 2)], color=EXACT, linewidth=2.5, label="exact"
    )
    # The law falls away to the right, so this corner is empty for every table.
    ax.legend(loc="upper right", frameon=False, fontsize=_LARGE, reverse=True)
    ax.set_xlim(0.5, upto + 0.5)
    ax.set_ylim(bottom=0)
    ax.xaxis.set_major_locator(MaxNLocator(10, integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    ax.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    ax.set_ylabel("share of the games", fontsize=_MEDIUM)
    ax.tick_params(labelsize=_MEDIUM)
    longer = max(0.0, 1 - sum(law))
    ax.set_xlabel(
        f"turns, missed ones included ({100 * longer:.2g} % of the games are longer)",
        fontsize=_MEDIUM,
    )
    ax.set_title("How long a game lasts", fontsize=_LARGE)
    ax.spines[["top", "right"]].set_visible(False)
    beside = f", with bars of {_games(sample.games)} behind it" if sample is not None else ""
    _say(
        ax,
        f"The exact law of the length up to {upto} turns{beside}: most likely are "
        f"{law.index(max(law))} turns, {100 * max(law):.1f} % of the games; "
        f"{100 * longer:.2g} % are longer than the picture.",
    )
    return ax


def _new_axes(width: float) -> Axes:
    _, ax = plt.subplots(figsize=(width, 4.8), layout="constrained")
    return ax


def _say(ax: Axes, words: str) -> None:
    """Keep words for :func:`lcr_teach.pictures.picture`, unless the reader drew it elsewhere."""
    figure = ax.get_figure(root=True)
    if figure is not None and not figure.get_label():
        figure.set_label(words)


def _games(number: int) -> str:
    return f"{number:,} game" if number == 1 else f"{number:,} games"
