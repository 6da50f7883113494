"""A share that settles, and a hundred intervals of which some miss the truth."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any, NamedTuple

import ipywidgets

from lcr_teach.exact import exact_integer
from lcr_teach.goodness import wilson
from lcr_teach.palette import seat_colour
from lcr_teach.results import decimal
from lcr_teach.rules import Rules
from lcr_teach.widgets.chances import chain_of
from lcr_teach.widgets.controls import (
    TextTwin,
    button,
    field,
    html,
    number_table,
    row,
    said,
    slider,
)
from lcr_teach.widgets.curves import Curve, curve_plot, interval_plot
from lcr_teach.widgets.draws import LARGEST_SEED
from lcr_teach.widgets.view import Widget
from lcr_teach.widgets.words import seat_name, spaced
from lcr_teach.widgets.work import Work

__all__ = ["Converge", "Course"]

_STOPS = [by * 10**power for power in (1, 2, 3, 4) for by in (1, 2, 5)] + [100_000]
_INTERVALS = 100
_LEVEL = 0.95
#: Up to so many games, the curve begins with the first one.
_FEW = 20
#: Points of the curve, at equal distances on its axis.
_POINTS = 200


class Course(NamedTuple):
    """What is shown.

    Attributes
    ----------
    shares : tuple of (int, float)
        Number of games so far, and the share of them that the seat won.
    intervals : tuple of (float, float)
        One interval for each of 100 samples; the first sample is the one of the shares.
    """

    shares: tuple[tuple[int, float], ...]
    intervals: tuple[tuple[float, float], ...]


class _Wish(NamedTuple):
    rules: Rules
    seat: int
    games: int
    seed: int


class Converge(Widget):
    """The share of games that a seat wins, game after game, and 100 intervals.

    The ribbon is the exact chance, two standard errors to each side. Below, 100 samples of as
    many games give a 95 % interval each (Wilson's); those that miss the exact chance are crossed.

    Parameters
    ----------
    players, chips : int
        The table.
    seat : int
        The seat, numbered from 0.
    games : int
        Games of each sample, 10 to 100 000.
    seed : int
        Seed of the samples.
    projector : bool
        A size for the back row.

    Attributes
    ----------
    rules : Rules
        The table.
    course : Course
        What is shown.

    Examples
    --------
    >>> converge = Converge(players=2, chips=1, seat=0, games=100, seed=1)
    >>> converge.exact
    1/3
    >>> len(converge.course.intervals), converge.course.shares[-1][0]
    (100, 100)
    >>> 0 <= converge.misses <= 15
    True
    """

    def __init__(
        self,
        players: int = 3,
        chips: int = 3,
        seat: int = 0,
        games: int = 1000,
        seed: int = 1,
        *,
        projector: bool = False,
    ) -> None:
        super().__init__(projector)
        #: What is being played.
        self._wanted: _Wish | None = None
        self._work = Work("lcr-work", changed=self._worked)
        wish = _checked(Rules(players, chips), seat, games, seed)
        self._take((wish, _played(wish)))
        self._build()
        self._refresh()

    @property
    def rules(self) -> Rules:
        """The table."""
        return self._shown.rules

    @property
    def seat(self) -> int:
        """The seat, numbered from 0."""
        return self._shown.seat

    @seat.setter
    def seat(self, seat: int) -> None:
        self._change(lambda w: _checked(w.rules, seat, w.games, w.seed))

    @property
    def games(self) -> int:
        """Games of each sample."""
        return self._shown.games

    @games.setter
    def games(self, games: int) -> None:
        self._change(lambda w: _checked(w.rules, w.seat, games, w.seed))

    @property
    def seed(self) -> int:
        """Seed of the samples."""
        return self._shown.seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._change(lambda w: _checked(w.rules, w.seat, w.games, seed))

    @property
    def exact(self) -> Any:
        """The exact chance of the seat."""
        return chain_of(self.rules).win_probabilities()[self.seat]

    @property
    def misses(self) -> int:
        """How many of the intervals do not contain the exact chance."""
        truth = float(self.exact)
        return sum(not low <= truth <= high for low, high in self.course.intervals)

    def set_table(self, players: int, chips: int) -> None:
        """Take another table.

        Parameters
        ----------
        players : int
            How many players, at least 2.
        chips : int
            How many chips each of them has at the start.

        Raises
        ------
        TypeError, ValueError
            If there is no such table, or it is too large to wait for.
        """
        self._change(lambda w: _checked(Rules(players, chips), 0, w.games, w.seed))

    def new_sample(self) -> None:
        """Play other games, with the next seed."""
        self.seed = (self.seed + 1) % (LARGEST_SEED + 1)

    def _change(self, wanted: Callable[[_Wish], _Wish]) -> None:
        """Play at once, as code asks for it; what the view still waits for is dropped."""
        self._work.cancel()
        try:
            wish = wanted(self._shown)
        except (TypeError, ValueError) as error:
            self._tell(str(error))
            raise
        self._take((wish, _played(wish)))
        self._tell("")
        self._refresh()

    def _take(self, made: tuple[_Wish, Course | None]) -> None:
        wish, course = made
        if course is not None:
            self._shown, self.course = wish, course

    def __repr__(self) -> str:
        return (
            f"Converge: {self.rules}, {seat_name(self.seat)}, {self.games} games, seed {self.seed}"
        )

    # The view.

    def _build(self) -> None:
        integer = ipywidgets.IntText
        self._players_field = field(integer, "lcr-players", "players", 130, self.rules.players)
        self._chips_field = field(integer, "lcr-chips", "chips", 120, self.rules.chips[0])
        self._seat_field = field(
            ipywidgets.Dropdown, "lcr-seat", "seat", 170, self.seat, options=self._seats()
        )
        self._slider = slider("lcr-games", "games", self._stops(), self.games, spaced)
        new = button(
            "New sample", "lcr-new", "Play other games",
            lambda: self._ask(lambda w: w._replace(seed=(w.seed + 1) % (LARGEST_SEED + 1))),
            "primary",
        )  # fmt: skip
        for each in (self._players_field, self._chips_field, self._seat_field, self._slider):
            each.observe(self._written, "value")
        self._share_picture = html("lcr-share", "lcr-picture")
        self._interval_picture = html("lcr-intervals", "lcr-picture")
        self._status = html("lcr-status")
        self._twin = TextTwin("lcr-converge-numbers")
        self._refreshing = False
        self._show(
            "lcr-converge",
            row(self._players_field, self._chips_field, self._seat_field),
            row(self._slider, new, self._work.view),
            self._message,
            self._share_picture,
            self._interval_picture,
            self._status,
            self._twin,
        )

    def _seats(self) -> list[tuple[str, int]]:
        return [(seat_name(seat), seat) for seat in range(self.rules.players)]

    def _stops(self) -> list[int]:
        return sorted({*_STOPS, self.games})

    def _written(self, change: dict[str, Any]) -> None:
        if self._refreshing:
            return
        owner, value = change["owner"], change["new"]
        if owner is self._slider:
            self._ask(lambda w: _checked(w.rules, w.seat, value, w.seed))
        elif owner is self._seat_field:
            self._ask(lambda w: _checked(w.rules, value, w.games, w.seed))
        else:
            players, chips = self._players_field.value, self._chips_field.value
            self._ask(lambda w: _checked(Rules(players, chips), 0, w.games, w.seed))

    def _ask(self, wanted: Callable[[_Wish], _Wish]) -> None:
        """Play beside the page, as the view asks for it; the last wish counts."""

        def begin() -> None:
            wish = wanted(self._wanted or self._shown)
            self._work.cancel(replaced=True)
            self._tell("")
            self._begin(wish)

        if not self._asked(begin):
            self._refresh_controls()

    def _begin(self, wish: _Wish) -> None:
        self._wanted = wish
        self._work.compute(
            lambda progress, stop: (wish, _played(wish, progress, stop)),
            self._take,
            lambda error: self._tell(str(error)),
        )

    def _worked(self) -> None:
        if self._work.is_running:
            return
        wish, self._wanted = self._wanted, None
        # Stop may have been pressed when all had been played.
        if self._work.was_stopped and self._shown != wish:
            self._tell("stopped, and nothing has changed.")
        self._refresh()

    def _refresh_controls(self) -> None:
        self._refreshing = True
        try:
            self._players_field.value = self.rules.players
            self._chips_field.value = self.rules.chips[0]
            self._seat_field.options = self._seats()
            self._seat_field.value = self.seat
            self._slider.move(self._stops(), self.games)
        finally:
            self._refreshing = False

    def _refresh(self) -> None:
        self._refresh_controls()
        truth, name = float(self.exact), seat_name(self.seat)
        shares = self.course.shares
        # The first few shares jump from 0 to 1 and would only press the rest together.
        first = 10 if self.games > _FEW else 1
        ribbon = [(float(n), *_band(truth, n)) for n, _ in shares if n >= first]
        points = [(float(n), share) for n, share in shares if n >= first]
        title = f"share of games that {name} has won, seed {self.seed}"
        self._share_picture.value = curve_plot(
            [Curve("share so far", points, seat_colour(self.seat), ribbon)],
            f"{title}: {shares[-1][1]:.4f} after {spaced(self.games)} games, exact {truth:.4f}.",
            across="games (band: exact chance ± 2 standard errors)",
            title=title,
            log_x=True,
            levels={f"exact {100 * truth:.4g} %": truth},
            levels_in_key=True,
        )
        title = f"{_INTERVALS} samples of {spaced(self.games)} games: 95 % intervals"
        self._interval_picture.value = interval_plot(
            self.course.intervals,
            truth,
            f"{title}: {_INTERVALS - self.misses} of their intervals contain the exact chance "
            f"{truth:.4f}, {self.misses} miss it.",
            title=title,
        )
        self._twin.show(
            number_table(
                ["games", "share so far", "2 standard errors below", "and above the exact chance"],
                [
                    [spaced(n), f"{share:.4f}", *(f"{end:.4f}" for end in _band(truth, n))]
                    for n, share in shares
                    if n in _STOPS or n == self.games
                ],
            )
            + number_table(
                ["sample", "from", "to", "exact chance inside"],
                [
                    [str(k + 1), f"{low:.4f}", f"{high:.4f}", _yes(low <= truth <= high)]
                    for k, (low, high) in enumerate(self.course.intervals)
                ],
            )
        )
        self._status.value = said(self._words(truth, shares[-1][1]))

    def _words(self, truth: float, share: float) -> str:
        error = (truth * (1 - truth) / self.games) ** 0.5
        return (
            f"{seat_name(self.seat)} won {share:.4f} of the games, exact "
            f"{decimal(self.exact, 4)}: {abs(share - truth) / error:.1f} standard errors of "
            f"{error:.4f} away. <b>{self.misses}</b> of {_INTERVALS} intervals miss the truth."
        )


def _checked(rules: Rules, seat: int, games: int, seed: int) -> _Wish:
    seat = exact_integer(seat, "seat", least=0, most=rules.players - 1)
    games = exact_integer(games, "games", least=_STOPS[0], most=_STOPS[-1])
    seed = exact_integer(seed, "seed", least=0, most=LARGEST_SEED)
    chain_of(rules)  # refuses a table that is too large
    return _Wish(rules, seat, games, seed)


def _played(
    wish: _Wish,
    progress: Callable[[int, int], object] | None = None,
    stop: Event | None = None,
) -> Course | None:
    """Play all samples; nothing if somebody stops it."""
    # numpy is imported where it is used, so that the kit starts without it.
    import numpy as np

    from lcr_teach.sampling import sample_paths, simulate

    chain_of(wish.rules).win_probabilities()
    # The first sample is followed game by game, so its games are played one by one.
    won = sample_paths(wish.rules, wish.games, seed=wish.seed).winners == wish.seat
    so_far = np.cumsum(won)
    at = np.unique(
        [*np.geomspace(1, wish.games, _POINTS).round().astype(int), *_stops_to(wish.games)]
    )
    shares = tuple((int(n), float(so_far[n - 1] / n)) for n in at)
    intervals = [wilson(int(so_far[-1]), wish.games, _LEVEL)]
    # Seeds of their own, far from those that a reader counts through.
    seeds = np.random.SeedSequence([wish.seed, 1]).generate_state(_INTERVALS - 1)
    for done, seed in enumerate(seeds.tolist(), start=1):
        if stop is not None and stop.is_set():
            return None
        wins = simulate(wish.rules, wish.games, seed=seed).wins[wish.seat]
        intervals.append(wilson(wins, wish.games, _LEVEL))
        if progress is not None:
            progress(done, _INTERVALS - 1)
    return Course(shares, tuple(intervals))


def _stops_to(games: int) -> list[int]:
    """The numbers of games that the table lists."""
    return [stop for stop in _STOPS if stop <= games]


def _band(truth: float, games: int) -> tuple[float, float]:
    """Two standard errors to each side of the truth."""
    error = (truth * (1 - truth) / games) ** 0.5
    return max(0.0, truth - 2 * error), min(1.0, truth + 2 * error)


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"
