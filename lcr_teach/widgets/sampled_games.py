"""Widgets that hold sampled games against the exact answer: which games, and playing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets

from lcr_teach.rules import Rules
from lcr_teach.widgets.controls import button, field, slider
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
from lcr_teach.widgets.words import counted, spaced, verdict
from lcr_teach.widgets.work import Work

if TYPE_CHECKING:
    from lcr_teach.compare import Comparison
    from lcr_teach.sampling import Sample

__all__ = ["SampledGames", "digits_of", "judged"]

_MOST_ADDED = 10**13
#: Stops of the slider: 10, 20, 50, 100, ...
_STOPS = [by * 10**power for power in range(1, 12) for by in (1, 2, 5)] + [MOST]


class SampledGames(Widget):
    """A table, and games that are sampled there; the view's long work can be stopped.

    A subclass says in :meth:`_found` what is computed of the games, beside the page, and in
    :meth:`_keep` what becomes of it. It calls :meth:`_game_controls` to build its view, and
    :meth:`_refresh_controls` whenever it shows itself anew.

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
    """

    rules: Rules
    sample: Sample

    def __init__(
        self, players: int, chips: int | Sequence[int], games: int, seed: int, projector: bool
    ) -> None:
        super().__init__(projector)
        self._work = Work("lcr-work", self._worked)
        self._refreshing = False
        self._take(self._made(checked(Draw(Rules(players, chips), games, seed))))

    def _found(self, rules: Rules, sample: Sample) -> Any:
        """What takes its time to be computed of the games; in a thread of its own."""
        return None

    def _keep(self, found: Any) -> None:
        """Take what was computed of :attr:`sample`."""
        raise NotImplementedError

    def _refresh(self) -> None:
        """Show everything as it is now."""
        raise NotImplementedError

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
                self._take(self._made(wanted))
        except (TypeError, ValueError) as error:
            self._tell(str(error))
            raise
        self._tell("")
        self._refresh()

    def _is_shown(self, wish: Draw) -> bool:
        now = (self.rules, self.games, self.seed, len(self.sample.seeds))
        return wish.kept is None and now == (wish.rules, wish.games, wish.seed, 1)

    def _made(self, wish: Draw, progress: Any = None, stop: Any = None) -> tuple[Draw, Sample, Any]:
        """Play the games and compute what is asked of them; nothing of the widget changes."""
        wish, sample = played(wish, progress, stop)
        return wish, sample, self._found(wish.rules, sample)

    def _take(self, made: tuple[Draw, Sample, Any]) -> None:
        wish, self.sample, found = made
        self.rules, self._games, self._seed = wish.rules, wish.games, wish.seed
        self._keep(found)

    def __repr__(self) -> str:
        table = f"{self.players} players, chips {self.chips}"
        return f"{type(self).__name__}: {table}, {self.sample.games} games, {self._seeds()}"

    def _seeds(self) -> str:
        seeds = self.sample.seeds
        if len(seeds) == 1:
            return f"seed {seeds[0]}"
        shown = ", ".join(map(str, seeds)) if len(seeds) <= 4 else f"{seeds[0]}, … {seeds[-1]}"
        return f"seeds {shown}"

    # The view.

    def _game_controls(self) -> list[Any]:
        """Fields for players, chips and seed; the slider of games, two buttons, the work."""
        integer = ipywidgets.IntText
        self._players_field = field(integer, "lcr-players", "players", 130, self.players)
        self._chips_field = field(
            ipywidgets.Text, "lcr-chips", "chips", 150, "", continuous_update=False,
            placeholder="3   or   1, 2, 3",
        )  # fmt: skip
        self._seed_field = field(integer, "lcr-seed", "seed", 150, self.seed)
        self._slider = slider("lcr-games", "games", self._stops(), self.games, spaced)
        new = button(
            "New sample", "lcr-new", "As many games again",
            lambda: self._ask(lambda: self._wish(None, {"seed": self._next_seed()})), "primary",
        )  # fmt: skip
        add = button(
            "Add to sample", "lcr-add", "As many games again, together with these",
            lambda: self._ask(self._more),
        )  # fmt: skip
        fields = [self._players_field, self._chips_field, self._seed_field]
        for control in (*fields, self._slider):
            control.observe(self._written, "value")
        return [*fields, self._slider, new, add, self._work.view]

    def _stops(self) -> list[int]:
        """Where the slider can stand: at the round numbers, and at one that code has set."""
        return sorted({*_STOPS, self.games})

    def _written(self, change: dict[str, Any]) -> None:
        if self._refreshing:
            return
        value, owner = change["new"], change["owner"]
        if owner is self._chips_field:
            self._ask(lambda: self._wish(lambda: with_chips(self.rules, value), {}))
        elif owner is self._players_field:
            self._ask(lambda: self._wish(lambda: with_players(self.rules, value), {}))
        else:
            name = "seed" if owner is self._seed_field else "games"
            self._ask(lambda: self._wish(None, {name: value}))

    def _refresh_controls(self) -> None:
        held = self.chips if len(set(self.chips)) > 1 else self.chips[:1]
        self._refreshing = True
        try:
            self._players_field.value = self.players
            self._chips_field.value = ", ".join(map(str, held))
            self._seed_field.value = self.seed
            self._slider.move(self._stops(), self.games)
        finally:
            self._refreshing = False

    def _ask(self, wish: Callable[[], Draw]) -> None:
        """Do what the view asks for beside the page; the last wish counts."""
        self._work.cancel(replaced=True)
        self._asked(lambda: self._begin(wish))

    def _begin(self, wish: Callable[[], Draw]) -> None:
        wanted = checked(wish())
        if self._is_shown(wanted):
            self._tell("")
            self._refresh()
            return
        self._work.compute(
            lambda progress, stop: self._made(wanted, progress, stop),
            self._got,
            lambda error: self._tell(str(error)),
        )

    def _got(self, made: tuple[Draw, Sample, Any]) -> None:
        self._take(made)
        complete = made[1].complete
        self._tell("" if complete else "stopped: these are the games played by then.")

    def _worked(self) -> None:
        if self._work.is_running:
            return
        if self._work.was_stopped and not self.message:
            self._tell("stopped, and nothing has changed.")
        self._refresh()


def digits_of(games: int) -> int:
    """Decimals of a share: one more than the sampling error leaves in place."""
    return 2 + len(str(games)) // 2


def judged(comparison: Comparison, supposed: str) -> str:
    """What chance says about the games, as HTML: in words, and the test's own numbers."""
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
