"""Who wins: exact winning probabilities beside those of sampled games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets
import sympy

from lcr_teach.palette import seat_colour
from lcr_teach.results import decimal
from lcr_teach.rules import Rules
from lcr_teach.widgets.chances import chain_of, fraction_text
from lcr_teach.widgets.charts import Bar, bars
from lcr_teach.widgets.controls import (
    button,
    field,
    html,
    number_table,
    row,
    said,
    seat_key,
    slider,
)
from lcr_teach.widgets.draws import (
    LARGEST_SEED,
    MOST,
    Draw,
    checked,
    played,
    with_chips,
    with_players,
)
from lcr_teach.widgets.view import Widget
from lcr_teach.widgets.words import counted, seat_name, spaced, verdict
from lcr_teach.widgets.work import Work

if TYPE_CHECKING:
    from lcr_teach.compare import Comparison
    from lcr_teach.sampling import Sample

__all__ = ["Winners"]

_MOST_ADDED = 10**13
#: Stops of the slider: 10, 20, 50, 100, ...
_STOPS = [by * 10**power for power in range(1, 12) for by in (1, 2, 5)] + [MOST]
#: What the games can be held against, and how it is said.
_AGAINST = {
    "the exact law": "the exact law is right",
    "equal seats": "all seats are equal",
}


class Winners(Widget):
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

    rules: Rules
    sample: Sample
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
        super().__init__(projector)
        self._against = _checked_against(against)
        self._pending: Callable[[], Draw] | None = None
        self._work = Work("lcr-work", self._worked)
        self._take(played(checked(Draw(Rules(players, chips), games, seed))))
        self._build()
        self._refresh()

    @property
    def players(self) -> int:
        """Number of players."""
        return self.rules.players

    @players.setter
    def players(self, players: int) -> None:
        self._change(lambda: with_players(self.rules, players))

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
        """How many games are drawn at a time."""
        return self._games

    @games.setter
    def games(self, games: int) -> None:
        self._change(games=games)

    @property
    def seed(self) -> int:
        """Seed of the last games that were drawn."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._change(seed=seed)

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

    def new_sample(self) -> None:
        """Sample as many games again, with the next seed."""
        self._change(seed=self._next_seed())

    def add_sample(self) -> None:
        """Add as many games again, with the next seed, to those that are there.

        Raises
        ------
        ValueError
            If there are too many of them.
        """
        self._now(self._more)

    def _next_seed(self) -> int:
        return (self.seed + 1) % (LARGEST_SEED + 1)

    def _more(self) -> Draw:
        if self.sample.games + self.games > _MOST_ADDED:
            raise ValueError(f"a sample must have at most {spaced(_MOST_ADDED)} games in all.")
        return Draw(self.rules, self.games, self._next_seed(), kept=self.sample)

    def _change(self, rules: Callable[[], Rules] | None = None, **changed: int) -> None:
        """Play again with something changed, or say why not and leave everything as it is."""
        self._now(lambda: self._wish(rules, changed))

    def _wish(self, rules: Callable[[], Rules] | None, changed: dict[str, int]) -> Draw:
        wanted = self.rules if rules is None else rules()
        return Draw(wanted, changed.get("games", self.games), changed.get("seed", self.seed))

    def _now(self, wish: Callable[[], Draw]) -> None:
        self._work.cancel()
        try:
            wanted = checked(wish())
            if not self._is_shown(wanted):
                self._take(played(wanted))
        except (TypeError, ValueError) as error:
            self._tell(str(error))
            raise
        self._tell("")
        self._refresh()

    def _is_shown(self, wish: Draw) -> bool:
        now = (self.rules, self.games, self.seed, len(self.sample.seeds))
        return wish.kept is None and now == (wish.rules, wish.games, wish.seed, 1)

    def _take(self, made: tuple[Draw, Sample]) -> None:
        wish, self.sample = made
        self.rules, self._games, self._seed = wish.rules, wish.games, wish.seed
        self.exact = tuple(chain_of(self.rules).win_probabilities())
        self._compare()

    def _compare(self) -> None:
        from lcr_teach.compare import compare

        chain = chain_of(self.rules)
        equal = self._against == "equal seats"
        self.comparison = compare(chain, self.sample, against="equal seats" if equal else None)

    def __repr__(self) -> str:
        table = f"{self.players} players, chips {self.chips}"
        return f"Winners: {table}, {self.sample.games} games, {self._seeds()}"

    def _seeds(self) -> str:
        seeds = self.sample.seeds
        if len(seeds) == 1:
            return f"seed {seeds[0]}"
        shown = ", ".join(map(str, seeds)) if len(seeds) <= 4 else f"{seeds[0]}, … {seeds[-1]}"
        return f"seeds {shown}"

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
        self._rival = field(
            ipywidgets.Dropdown, "lcr-against", "held against", 230, self._against,
            options=list(_AGAINST),
        )  # fmt: skip
        new = button(
            "New sample", "lcr-new", "As many games again",
            lambda: self._ask(lambda: self._wish(None, {"seed": self._next_seed()})), "primary",
        )  # fmt: skip
        add = button(
            "Add to sample", "lcr-add", "As many games again, together with these",
            lambda: self._ask(self._more),
        )  # fmt: skip
        written = (self._players_field, self._chips_field, self._seed_field, self._slider)
        for control in (*written, self._rival):
            control.observe(self._written, "value")
        self._picture = html("lcr-bars", "lcr-picture")
        self._numbers = html("lcr-values")
        self._verdict = html("lcr-status")
        self._refreshing = False
        self._show(
            "lcr-winners",
            row(self._players_field, self._chips_field, self._seed_field, self._rival),
            row(self._slider, new, add, self._work.view),
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
        value, owner = change["new"], change["owner"]
        if owner is self._rival:
            self._asked(lambda: setattr(self, "against", value))
        elif owner is self._chips_field:
            self._ask(lambda: self._wish(lambda: with_chips(self.rules, value), {}))
        elif owner is self._players_field:
            self._ask(lambda: self._wish(lambda: with_players(self.rules, value), {}))
        else:
            name = "seed" if owner is self._seed_field else "games"
            self._ask(lambda: self._wish(None, {name: value}))

    def _ask(self, wish: Callable[[], Draw]) -> None:
        """Do what the view asks for beside the page; the last wish counts."""
        if self._work.is_running:
            self._pending = wish
            self._work.stop()
            return
        self._asked(lambda: self._begin(wish))

    def _begin(self, wish: Callable[[], Draw]) -> None:
        wanted = checked(wish())
        if self._is_shown(wanted):
            self._tell("")
            self._refresh()
            return
        self._work.compute(
            lambda progress, stop: played(wanted, progress, stop),
            self._got,
            lambda error: self._tell(str(error)),
        )

    def _got(self, made: tuple[Draw, Sample]) -> None:
        if self._pending is None:
            self._take(made)
            complete = made[1].complete
            self._tell("" if complete else "stopped: these are the games played by then.")

    def _worked(self) -> None:
        """Go on with the wish that came meanwhile, or show what was made."""
        if self._work.is_running:
            return
        wish, self._pending = self._pending, None
        if wish is not None:
            self._asked(lambda: self._begin(wish))
        else:
            if self._work.was_stopped and not self.message:
                self._tell("stopped, and nothing has changed.")
            self._refresh()

    def _refresh(self) -> None:
        comparison, games = self.comparison, self.sample.games
        digits = _digits(games)
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
        self._verdict.value = said(_judged(comparison, _AGAINST[self._against]))
        held = self.chips if len(set(self.chips)) > 1 else self.chips[:1]
        self._refreshing = True
        try:
            self._players_field.value = self.players
            self._chips_field.value = ", ".join(map(str, held))
            self._seed_field.value = self.seed
            self._rival.value = self._against
            self._slider.move(self._stops(), self.games)
        finally:
            self._refreshing = False

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


def _digits(games: int) -> int:
    """Decimals of a share: one more than the sampling error leaves in place."""
    return 2 + len(str(games)) // 2


def _judged(comparison: Comparison, supposed: str) -> str:
    if comparison.warning is not None:
        return escape(comparison.warning)
    p = comparison.p_value
    value = f"p-value {p:.2g}" if p >= 0.0001 else "p-value below 0.0001"
    freedom = comparison.degrees_of_freedom
    return (
        f"{verdict(p, supposed)}<br><span class='lcr-note'>{value}, chi-square "
        f"{comparison.chi_square:.3g} with {counted(freedom, 'degree', 'degrees')} of freedom"
        "</span>"
    )
