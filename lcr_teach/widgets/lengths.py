"""How long a game takes: the exact law of its length, and sampled games over it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import ipywidgets
import sympy

from lcr_teach.results import decimal
from lcr_teach.widgets.chances import chain_of, fraction_text
from lcr_teach.widgets.controls import TextTwin, field, html, number_table, row, said
from lcr_teach.widgets.laws import law_plot
from lcr_teach.widgets.sampled_games import SampledGames, digits_of, judged
from lcr_teach.widgets.words import counted, spaced

if TYPE_CHECKING:
    from lcr_teach.compare import Comparison
    from lcr_teach.rules import Rules
    from lcr_teach.sampling import Sample

__all__ = ["LawOfLength", "Lengths"]

_CLOCKS = ("turns", "rolls")
_AXES = ("even", "logarithmic")
#: The quantiles that are marked.
_QUANTILES = (sympy.Rational(1, 20), sympy.Rational(1, 2), sympy.Rational(19, 20))
#: An even axis ends where so many of the games are over: beyond, nothing can be seen.
_SEEN = 0.995


@dataclass(frozen=True)
class LawOfLength:
    """The exact figures of one clock.

    Attributes
    ----------
    mean, variance : sympy.Expr
        In turns or rolls, and their square.
    quantiles : tuple of int
        By when 5 %, half and 95 % of the games are over, in turns or rolls.
    """

    mean: sympy.Expr
    variance: sympy.Expr
    quantiles: tuple[int, ...]

    @property
    def spread(self) -> float:
        """The standard deviation, in turns or rolls."""
        return math.sqrt(float(self.variance))


class Lengths(SampledGames):
    """The exact law of the length of a game, and the lengths of sampled games over it.

    Everything can be set, here or in the view; the games are then played again. What
    cannot be is refused with a sentence, in the view too, and the last good state stays.
    In the view long work has a bar and can be stopped.

    Parameters
    ----------
    players : int
        Number of players.
    chips : int or sequence of int
        Chips of every player, or one number a seat.
    games : int
        How many games are sampled, 10 to 10**12.
    seed : int
        Seed of the sample.
    clock : str
        ``"turns"`` counts every pass of the dice, ``"rolls"`` only those with dice that fall.
    axis : str
        Of the chances: ``"even"``, or ``"logarithmic"``, on which the tail is a straight line.
    projector : bool
        Whether it is shown large.

    Attributes
    ----------
    rules : Rules
        The table.
    sample : Sample
        The sampled games.
    comparison : Comparison
        The lengths beside their exact law, by the clock that is chosen.
    exact : LawOfLength
        Mean, variance and quantiles of the law, by the clock that is chosen.

    Examples
    --------
    >>> lengths = Lengths(players=2, chips=1, games=1000, seed=1)
    >>> lengths
    Lengths: 2 players, chips (1, 1), 1000 games, seed 1, in turns
    >>> lengths.exact
    LawOfLength(mean=2, variance=2, quantiles=(1, 1, 5))
    >>> lengths.clock = "rolls"
    >>> lengths.comparison.exact[:3]
    (1/2, 1/4, 1/8)
    """

    def __init__(
        self,
        players: int = 3,
        chips: int | Sequence[int] = 3,
        games: int = 1000,
        seed: int = 1,
        clock: str = "turns",
        *,
        axis: str = "even",
        projector: bool = False,
    ) -> None:
        self._clock = _checked("clock", clock, _CLOCKS)
        self._axis = _checked("axis", axis, _AXES)
        super().__init__(players, chips, games, seed, projector)
        self._build()
        self._refresh()

    @property
    def clock(self) -> str:
        """What is counted: ``"turns"`` or ``"rolls"``."""
        return self._clock

    @clock.setter
    def clock(self, clock: str) -> None:
        self._choose("clock", clock, _CLOCKS)

    @property
    def axis(self) -> str:
        """How chances stand: ``"even"`` or ``"logarithmic"``."""
        return self._axis

    @axis.setter
    def axis(self, axis: str) -> None:
        self._choose("axis", axis, _AXES)

    @property
    def comparison(self) -> Comparison:
        """The lengths beside their exact law, by the clock that is chosen."""
        return self._by_clock[self._clock][1]

    @property
    def exact(self) -> LawOfLength:
        """Mean, variance and quantiles of the law, by the clock that is chosen."""
        return self._by_clock[self._clock][0]

    def _choose(self, name: str, value: str, known: Sequence[str]) -> None:
        try:
            setattr(self, f"_{name}", _checked(name, value, known))
        except ValueError as error:
            self._tell(str(error))
            raise
        self._tell("")
        self._refresh()

    # Both clocks are computed beside the page, so that going from one to the other is quick.
    def _found(self, rules: Rules, sample: Sample) -> Any:
        from lcr_teach.compare import compare

        chain = chain_of(rules)
        turns = LawOfLength(
            chain.expected_turns(),
            chain.variance_turns(),
            tuple(map(chain.turns_quantile, _QUANTILES)),
        )
        rolls = LawOfLength(
            chain.expected_rolls(),
            chain.variance_rolls(),
            tuple(map(chain.rolls_quantile, _QUANTILES)),
        )
        return {
            "turns": (turns, compare(chain, sample, what="turns")),
            "rolls": (rolls, compare(chain, sample, what="rolls")),
        }

    def _keep(self, found: dict[str, tuple[LawOfLength, Comparison]]) -> None:
        self._by_clock = found

    def __repr__(self) -> str:
        return f"{super().__repr__()}, in {self.clock}"

    # The view.

    def _build(self) -> None:
        *fields, games, new, add, work = self._game_controls()
        chosen = []
        for name, label, known in (("clock", "counted in", _CLOCKS), ("axis", "axis", _AXES)):
            control = field(
                ipywidgets.Dropdown, f"lcr-{name}", label, 150, getattr(self, name), options=known
            )
            control.observe(
                lambda change, name=name: self._asked(lambda: setattr(self, name, change["new"])),
                "value",
            )
            chosen.append(control)
        self._clock_field, self._axis_field = chosen
        self._picture = html("lcr-law", "lcr-picture")
        self._status = html("lcr-status")
        self._twin = TextTwin("lcr-law-numbers")
        self._show(
            "lcr-lengths",
            row(*fields, *chosen),
            row(games, new, add, work),
            self._message,
            self._picture,
            self._status,
            self._twin,
        )

    def _refresh(self) -> None:
        law, sampled = self._laws()
        known, clock = self.exact, self.clock
        early, half, late = known.quantiles
        average = getattr(self.sample, f"mean_{clock}")()
        title = f"{counted(self.sample.games, 'game', 'games')}, {self._seeds()}"
        figures = (
            f"Exact mean {decimal(known.mean, 2)} {clock}, spread (standard deviation) "
            f"{known.spread:.2f}. "
            f"Half of the games are over by {clock[:-1]} {half}, "
            f"95\N{NO-BREAK SPACE}% by {clock[:-1]} {late}."
        )
        likely = max(law, key=lambda length: law[length])
        log = self.axis == "logarithmic"
        self._picture.value = law_plot(
            law,
            f"How long a game takes, {title}. {figures} Most likely: {likely} {clock}, "
            f"{100 * law[likely]:.2f} %. Sampled mean {average}.",
            sampled=sampled,
            marks={
                f"5 % by {early}": early,
                f"half by {half}": half,
                f"mean {decimal(known.mean, 1)}": float(known.mean),
                f"95 % by {late}": late,
            },
            across=f"{clock} in a game",
            title=title,
            log=log,
            ends=(min(law), max(law) if log else _end(law)),
        )
        tail = " The tail is nearly a straight line: it is geometric." if log else ""
        self._status.value = said(
            f"{figures} Sampled mean {average}.{tail}<br>"
            f"{judged(self.comparison, 'the exact law is right')}"
        )
        self._twin.show(self._table_of_numbers(title))
        self._clock_field.value, self._axis_field.value = self.clock, self.axis
        self._refresh_controls()

    def _laws(self) -> tuple[dict[int, float], dict[int, float]]:
        """The exact law as far as the comparison goes, and the share of every length."""
        comparison = self.comparison
        listed = zip(comparison.cells, comparison.exact, strict=True)
        law = {int(name): float(p) for name, p in listed if name.isdecimal()}
        games = self.sample.games
        counts: Mapping[int, int] = getattr(self.sample, self.clock)
        return law, {length: count / games for length, count in counts.items() if length in law}

    def _table_of_numbers(self, title: str) -> str:
        comparison, digits = self.comparison, digits_of(self.sample.games)
        rows = [
            [
                name,
                fraction_text(p, digits),
                f"{share:.{digits}f}",
                f"{low:.{digits}f} to {high:.{digits}f}",
                spaced(count),
            ]
            for name, p, share, (low, high), count in zip(
                comparison.cells,
                comparison.exact,
                comparison.shares,
                comparison.intervals(),
                comparison.observed,
                strict=True,
            )
        ]
        heads = [self.clock, "exact", "sampled", "95 % interval", "games"]
        table = number_table(heads, rows, title)
        # What scrolls must be reached by keyboard.
        name = f"the law of the length in {self.clock}"
        return (
            f'<div class="lcr-scroll" tabindex="0" role="region" aria-label="{name}">{table}</div>'
        )


def _checked(name: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise ValueError(f"{name} must be {' or '.join(map(repr, known))}, not {value!r}.")
    return value


def _end(law: Mapping[int, float]) -> int:
    """Where nearly all games are over."""
    lengths = sorted(law)
    reached = zip(lengths, accumulate(law[length] for length in lengths), strict=True)
    return next((length for length, p in reached if p >= _SEEN), lengths[-1])
