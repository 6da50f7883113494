"""Who wins: exact winning probabilities beside those of sampled games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets
import sympy

from lcr_teach.exact import exact_integer
from lcr_teach.palette import seat_colour
from lcr_teach.results import decimal
from lcr_teach.rules import Rules
from lcr_teach.widgets.charts import Bar, bars
from lcr_teach.widgets.controls import button, field, html, row, seat_key, slider
from lcr_teach.widgets.view import Widget
from lcr_teach.widgets.words import counted, seat_name, spaced, verdict

if TYPE_CHECKING:
    from lcr_teach.chain import GameChain
    from lcr_teach.compare import Comparison
    from lcr_teach.sampling import Sample

__all__ = ["Winners"]

_FEWEST, _MOST = 10, 10**12
_LARGEST_SEED = 2**32 - 1
#: Stops of the slider: 10, 20, 50, 100, ...
_STOPS = [by * 10**power for power in range(1, 12) for by in (1, 2, 5)] + [_MOST]
#: Larger tables keep the reader waiting for more than a second or two. The bound is that of
#: the rules, which is known before anything is computed.
_MOST_POSITIONS = 2000
_MOST_PLAYERS = 12


class Winners(Widget):
    """Exact winning probabilities beside the winners of as many games as you like.

    Everything can be set, here or in the view; the games are then played again. What
    cannot be is refused with a sentence, in the view too, and the last good state stays.

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
    projector : bool
        Whether it is shown large.

    Attributes
    ----------
    rules : Rules
        The table.
    sample : Sample
        The sampled games.
    comparison : Comparison
        Exact beside sampled.

    Examples
    --------
    >>> winners = Winners(players=2, chips=1, games=1000, seed=1)
    >>> winners
    Winners: 2 players, chips (1, 1), 1000 games, seed 1
    >>> winners.games = 10**6
    >>> winners.comparison.exact
    (1/3, 2/3)
    """

    rules: Rules
    sample: Sample
    comparison: Comparison

    def __init__(
        self,
        players: int = 3,
        chips: int | Sequence[int] = 3,
        games: int = 1000,
        seed: int = 1,
        *,
        projector: bool = False,
    ) -> None:
        super().__init__(projector)
        self._is_set = False
        self._set(Rules(players, chips), games, seed)
        self._build()
        self._refresh()

    @property
    def players(self) -> int:
        """Number of players."""
        return self.rules.players

    @players.setter
    def players(self, players: int) -> None:
        held = self.rules.chips
        self._change(lambda: Rules(players, held[0] if len(set(held)) == 1 else held))

    @property
    def chips(self) -> tuple[int, ...]:
        """Starting chips of each seat; one number gives every player as many."""
        return self.rules.chips

    @chips.setter
    def chips(self, chips: int | Sequence[int]) -> None:
        seats = len(chips) if isinstance(chips, Sequence) else self.players
        self._change(lambda: Rules(seats, chips))

    @property
    def games(self) -> int:
        """How many games are sampled."""
        return self.sample.games

    @games.setter
    def games(self, games: int) -> None:
        self._change(games=games)

    @property
    def seed(self) -> int:
        """Seed of the sample."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._change(seed=seed)

    def new_sample(self) -> None:
        """Sample as many games again, with the next seed."""
        self._change(seed=(self.seed + 1) % (_LARGEST_SEED + 1))

    def _change(self, rules: Callable[[], Rules] | None = None, **changed: int) -> None:
        """Play again with something changed, or say why not and leave everything as it is."""
        try:
            wanted = self.rules if rules is None else rules()
            self._set(wanted, changed.get("games", self.games), changed.get("seed", self.seed))
        except (TypeError, ValueError) as error:
            self._tell(str(error))
            raise
        self._tell("")
        self._refresh()

    def _set(self, rules: Rules, games: int, seed: int) -> None:
        # Here and not above: they need numpy and scipy, which the other widgets do without.
        from lcr_teach.compare import compare
        from lcr_teach.sampling import simulate

        games = exact_integer(games, "games", least=_FEWEST, most=_MOST)
        seed = exact_integer(seed, "seed", least=0, most=_LARGEST_SEED)
        if self._is_set and (rules, games, seed) == (self.rules, self.games, self.seed):
            return
        # The chain first: it refuses a table that is too large before anything is computed.
        chain = _chain(rules)
        sample = simulate(rules, games, seed=seed)
        self.comparison = compare(chain, sample)
        self.rules, self.sample, self._seed, self._is_set = rules, sample, seed, True

    def __repr__(self) -> str:
        table = f"{self.players} players, chips {self.chips}"
        return f"Winners: {table}, {self.games} games, seed {self.seed}"

    # The view.

    def _build(self) -> None:
        integer = ipywidgets.IntText
        self._players_field = field(integer, "lcr-players", "players", 130, self.players)
        self._chips_field = field(
            ipywidgets.Text, "lcr-chips", "chips", 150, "", continuous_update=False,
            placeholder="3   or   1, 2, 3",
        )  # fmt: skip
        self._seed_field = field(integer, "lcr-seed", "seed", 150, self.seed)
        self._slider = slider("lcr-games", "games", self._stops(), self.games, spaced)
        new = button("New sample", "lcr-new", "As many games again", self.new_sample, "primary")
        for control in (self._players_field, self._chips_field, self._seed_field, self._slider):
            control.observe(self._written, "value")
        self._picture = html("lcr-bars", "lcr-picture")
        self._numbers = html("lcr-values")
        self._verdict = html("lcr-status")
        self._refreshing = False
        self._show(
            "lcr-winners",
            row(self._players_field, self._chips_field, self._seed_field, new),
            row(self._slider),
            self._message,
            self._picture,
            self._numbers,
            self._verdict,
        )

    def _stops(self) -> list[int]:
        """Where the slider can stand: at the round numbers, and at one that code has set."""
        return sorted({*_STOPS, self.games})

    def _written(self, change: dict[str, Any]) -> None:
        if self._refreshing:
            return
        value = change["new"]
        if change["owner"] is self._chips_field:
            self._asked(lambda: setattr(self, "chips", _read_chips(value)))
            return
        names = {self._players_field: "players", self._seed_field: "seed", self._slider: "games"}
        self._asked(lambda: setattr(self, names[change["owner"]], value))

    def _refresh(self) -> None:
        comparison, seats = self.comparison, range(self.players)
        digits = _digits(self.games)
        shares, intervals = comparison.shares, comparison.intervals()
        shown = [
            Bar(seat_name(seat), seat_colour(seat), float(comparison.exact[seat]), shares[seat],
                intervals[seat])
            for seat in seats
        ]  # fmt: skip
        label = " ".join(
            f"{bar.name}: exact {decimal(comparison.exact[seat], digits)}, "
            f"sampled {bar.sampled:.{digits}f}."
            for seat, bar in enumerate(shown)
        )
        games = counted(self.games, "game", "games")
        title = f"{games}, seed {self.seed}"
        self._picture.value = bars(shown, f"Who wins, {title}. {label}", title)
        self._numbers.value = _table_of_numbers(comparison, digits)
        self._verdict.value = (
            f'<div class="lcr-say" role="status" aria-live="polite">{_judged(comparison)}</div>'
        )
        held = self.chips if len(set(self.chips)) > 1 else self.chips[:1]
        self._refreshing = True
        try:
            self._players_field.value = self.players
            self._chips_field.value = ", ".join(map(str, held))
            self._seed_field.value = self.seed
            self._slider.move(self._stops(), self.games)
        finally:
            self._refreshing = False


@lru_cache(maxsize=16)
def _chain(rules: Rules) -> GameChain:
    """The chain of a table, kept because another sample is compared with the same one."""
    if rules.players > _MOST_PLAYERS or rules.positions_at_most > _MOST_POSITIONS:
        raise ValueError(
            f"{rules.players} players with {spaced(rules.total_chips)} chips in all have too many "
            "positions for an exact answer while you wait: take fewer players or fewer chips."
        )
    return rules.chain()


def _read_chips(words: str) -> int | list[int]:
    """Chips as somebody writes them: one number for all, or one a seat."""
    try:
        held = [int(word) for word in words.replace(",", " ").split()]
    except ValueError:
        held = []
    if not held:
        raise ValueError(
            f"chips must be one number, or one for each player as in 1, 2, 3, not {words!r}."
        )
    return held[0] if len(held) == 1 else held


def _digits(games: int) -> int:
    """Decimals of a share: one more than the sampling error leaves in place."""
    return 2 + len(str(games)) // 2


def _table_of_numbers(comparison: Comparison, digits: int) -> str:
    heads = ("player", "exact", "sampled", "95 % interval", "games won")
    rows = [
        (
            seat_key(seat) + seat_name(seat),
            _exact(exact, digits),
            f"{share:.{digits}f}",
            f"{low:.{digits}f} to {high:.{digits}f}",
            spaced(won),
        )
        for seat, (exact, share, (low, high), won) in enumerate(
            zip(
                comparison.exact,
                comparison.shares,
                comparison.intervals(),
                comparison.observed,
                strict=True,
            )
        )
    ]
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>" for cells in rows
    )
    return f'<table class="lcr-numbers"><tr>{head}</tr>{body}</table>'


def _exact(number: sympy.Expr, digits: int) -> str:
    """A fraction that is short enough to be read, and in any case its decimals."""
    written, rounded = str(number), decimal(number, digits)
    return f"{written} = {rounded}" if len(written) <= 9 else rounded


def _judged(comparison: Comparison) -> str:
    if comparison.warning is not None:
        return escape(comparison.warning)
    p = comparison.p_value
    value = f"p-value {p:.2g}" if p >= 0.0001 else "p-value below 0.0001"
    freedom = comparison.degrees_of_freedom
    return (
        f"{verdict(p)}<br><span class='lcr-note'>{value}, chi-square "
        f"{comparison.chi_square:.3g} with {counted(freedom, 'degree', 'degrees')} of freedom"
        "</span>"
    )
