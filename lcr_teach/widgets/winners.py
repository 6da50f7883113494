"""Who wins: exact winning probabilities beside those of sampled games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import ipywidgets
import sympy

from lcr_teach.palette import seat_colour
from lcr_teach.results import decimal
from lcr_teach.widgets.chances import chain_of, fraction_text
from lcr_teach.widgets.charts import Bar, bars
from lcr_teach.widgets.controls import (
    field,
    html,
    number_table,
    row,
    said,
    seat_key,
)
from lcr_teach.widgets.sampled_games import SampledGames, digits_of, judged
from lcr_teach.widgets.words import counted, seat_name, spaced

if TYPE_CHECKING:
    from lcr_teach.compare import Comparison

__all__ = ["Winners"]

#: What the games can be held against, and how it is said.
_AGAINST = {
    "the exact law": "the exact law is right",
    "equal seats": "all seats are equal",
}


class Winners(SampledGames):
    """Exact winning probabilities beside the winners of as many games as you like.

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
    against : str
        What the games are held against: ``"the exact law"``, or ``"equal seats"``, by
        which all win equally often.
    projector : bool
        Whether it is shown large.

    Attributes
    ----------
    rules : Rules
        The table.
    sample : Sample
        The sampled games.
    comparison : Comparison
        What the games are held against, beside them.
    exact : tuple of sympy.Expr
        The exact winning probability of each seat.

    Examples
    --------
    >>> winners = Winners(players=2, chips=1, games=1000, seed=1)
    >>> winners
    Winners: 2 players, chips (1, 1), 1000 games, seed 1
    >>> winners.games = 10**6
    >>> winners.exact
    (1/3, 2/3)
    >>> winners.against = "equal seats"
    >>> winners.comparison.exact
    (1/2, 1/2)
    """

    comparison: Comparison
    exact: tuple[sympy.Expr, ...]

    def __init__(
        self,
        players: int = 3,
        chips: int | Sequence[int] = 3,
        games: int = 1000,
        seed: int = 1,
        *,
        against: str = "the exact law",
        projector: bool = False,
    ) -> None:
        self._against = _checked_against(against)
        super().__init__(players, chips, games, seed, projector)
        self._build()
        self._refresh()

    @property
    def against(self) -> str:
        """What the games are held against."""
        return self._against

    @against.setter
    def against(self, against: str) -> None:
        try:
            self._against = _checked_against(against)
        except (TypeError, ValueError) as error:
            self._tell(str(error))
            raise
        self._compare()
        self._tell("")
        self._refresh()

    def _keep(self, found: Any) -> None:
        self.exact = tuple(chain_of(self.rules).win_probabilities())
        self._compare()

    def _compare(self) -> None:
        from lcr_teach.compare import compare

        chain = chain_of(self.rules)
        equal = self._against == "equal seats"
        self.comparison = compare(chain, self.sample, against="equal seats" if equal else None)

    # The view.

    def _build(self) -> None:
        *fields, games, new, add, work = self._game_controls()
        self._rival = field(
            ipywidgets.Dropdown, "lcr-against", "held against", 230, self._against,
            options=list(_AGAINST),
        )  # fmt: skip
        self._rival.observe(
            lambda change: self._asked(lambda: setattr(self, "against", change["new"])), "value"
        )
        self._picture = html("lcr-bars", "lcr-picture")
        self._numbers = html("lcr-values")
        self._verdict = html("lcr-status")
        self._show(
            "lcr-winners",
            row(*fields, self._rival),
            row(games, new, add, work),
            self._message,
            self._picture,
            self._numbers,
            self._verdict,
        )

    def _refresh(self) -> None:
        comparison, games = self.comparison, self.sample.games
        digits = digits_of(games)
        shares, intervals = comparison.shares, comparison.intervals()
        shown = [
            Bar(seat_name(seat), seat_colour(seat), float(self.exact[seat]), shares[seat],
                intervals[seat])
            for seat in range(self.players)
        ]  # fmt: skip
        label = " ".join(
            f"{bar.name}: exact {decimal(self.exact[seat], digits)}, "
            f"sampled {bar.sampled:.{digits}f}."
            for seat, bar in enumerate(shown)
        )
        title = f"{counted(games, 'game', 'games')}, {self._seeds()}"
        level = (1 / self.players, "equal seats") if self._against == "equal seats" else None
        if level is not None:
            label += f" Equal seats: {level[0]:.{digits}f} each."
        self._picture.value = bars(shown, f"Who wins, {title}. {label}", title, level)
        self._numbers.value = self._table_of_numbers(digits)
        self._verdict.value = said(judged(comparison, _AGAINST[self._against]))
        self._rival.value = self._against
        self._refresh_controls()

    def _table_of_numbers(self, digits: int) -> str:
        comparison = self.comparison
        heads = ("player", "exact", "sampled", "95 % interval", "games won", "z")
        rows = [
            (
                seat_key(seat) + seat_name(seat),
                fraction_text(self.exact[seat], digits),
                f"{share:.{digits}f}",
                f"{low:.{digits}f} to {high:.{digits}f}",
                spaced(won),
                f"{z:+.2f}".replace("-", "\N{MINUS SIGN}"),
            )
            for seat, (share, (low, high), won, z) in enumerate(
                zip(
                    comparison.shares,
                    comparison.intervals(),
                    comparison.observed,
                    comparison.z,
                    strict=True,
                )
            )
        ]
        return number_table(heads, rows, safe=True)


def _checked_against(against: str) -> str:
    if against not in _AGAINST:
        raise ValueError(f"against must be {' or '.join(map(repr, _AGAINST))}, not {against!r}.")
    return against
