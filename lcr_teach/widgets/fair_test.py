"""Is it fair? The power of a test, its p-values, and what looking again and again does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import ipywidgets

from lcr_teach.exact import exact_integer
from lcr_teach.palette import SEATS
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
from lcr_teach.widgets.curves import Curve, curve_plot
from lcr_teach.widgets.laws import law_plot
from lcr_teach.widgets.view import Widget
from lcr_teach.widgets.words import spaced

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Classes", "FairTest"]

_ALPHA = 0.05
#: So many classes play, each the same number of games.
_CLASSES = 2000
#: Whoever peeks looks so many times, at equal distances.
_LOOKS = 20
_STOPS = [by * 10**power for power in (1, 2, 3) for by in (2, 5, 10)] + [20_000]
#: Where the curve of the power has points: 20, 25, 32, … at equal distances on its axis.
_CURVE = [round(20 * 10 ** (k / 10)) for k in range(31)]
_LARGEST_SEED = 2**32 - 1
_TENTHS = 10


class Classes(NamedTuple):
    """What the tests of many classes have given.

    Attributes
    ----------
    p_values : tuple of float
        Share of the classes whose last p-value lies in 0 to 0.1, 0.1 to 0.2, ….
    alarms : float
        Share of the classes that have said "the seats differ".
    error : float
        Its standard error.
    """

    p_values: tuple[float, ...]
    alarms: float
    error: float


class FairTest(Widget):
    """The chi-square test of equal seats, done by many classes.

    Half of the picture is the power: how often the test finds that the seats of the real
    table differ, by the number of games (:func:`lcr_teach.power_at`). The other half are
    p-values of 2000 sampled classes: at a table where all seats are equal, or at the real one.
    A class that peeks tests 20 times while it plays, and stops as soon as p is at most 0.05.

    Parameters
    ----------
    players, chips : int
        The table.
    games : int
        How many games each class plays, 20 to 20 000.
    seed : int
        Seed of the classes.
    projector : bool
        A size for the back row.

    Attributes
    ----------
    rules : Rules
        The table.
    equal, real : Classes
        What the classes found where all seats are equal, and at the real table.

    Examples
    --------
    >>> test = FairTest(players=3, chips=3, games=1000, seed=1)
    >>> print(f"{test.power:.2f}")
    0.52
    >>> 0.03 < test.equal.alarms < 0.07
    True
    >>> test.peeking = True
    >>> test.equal.alarms > 0.15
    True
    """

    def __init__(
        self,
        players: int = 3,
        chips: int = 3,
        games: int = 1000,
        seed: int = 1,
        *,
        projector: bool = False,
    ) -> None:
        super().__init__(projector)
        self._peeking = self._shows_real = False
        self._take(_wish(Rules(players, chips), games, seed))
        self._build()
        self._refresh()

    @property
    def games(self) -> int:
        """How many games each class plays."""
        return self._games

    @games.setter
    def games(self, games: int) -> None:
        self._change(lambda: _wish(self.rules, games, self.seed))

    @property
    def seed(self) -> int:
        """Seed of the classes."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._change(lambda: _wish(self.rules, self.games, seed))

    @property
    def peeking(self) -> bool:
        """Whether each class looks 20 times and stops when it suits."""
        return self._peeking

    @peeking.setter
    def peeking(self, peeking: bool) -> None:
        self._peeking = bool(peeking)
        self._change(lambda: _wish(self.rules, self.games, self.seed))

    @property
    def shows_real(self) -> bool:
        """Whether the p-values shown are those of the real table, not of equal seats."""
        return self._shows_real

    @shows_real.setter
    def shows_real(self, shows_real: bool) -> None:
        self._shows_real = bool(shows_real)
        self._refresh()

    @property
    def power(self) -> float:
        """How often a class finds the difference with one look, by the noncentral law."""
        from lcr_teach.power import power_at

        return power_at(chain_of(self.rules), self.games, _ALPHA)

    @property
    def games_needed(self) -> int:
        """How many games it takes to find it four times out of five."""
        from lcr_teach.power import games_needed

        return games_needed(chain_of(self.rules), 0.8, _ALPHA)

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
        self._change(lambda: _wish(Rules(players, chips), self.games, self.seed))

    def new_classes(self) -> None:
        """Let other classes play, with the next seed."""
        self.seed = (self.seed + 1) % (_LARGEST_SEED + 1)

    def _change(self, wish: Callable[[], tuple[Rules, int, int]]) -> None:
        try:
            self._take(wish())
        except (TypeError, ValueError) as error:
            self._tell(str(error))
            raise
        self._tell("")
        self._refresh()

    def _take(self, wanted: tuple[Rules, int, int]) -> None:
        self.rules, self._games, self._seed = wanted
        truth = tuple(float(p) for p in chain_of(self.rules).win_probabilities())
        looks = _LOOKS if self.peeking else 1
        equal = (1 / len(truth),) * len(truth)
        self.equal = _classes(equal, self.games, self.seed, 0, looks)
        self.real = _classes(truth, self.games, self.seed, 1, looks)

    def __repr__(self) -> str:
        return f"FairTest: {self.rules}, {self.games} games, seed {self.seed}"

    # The view.

    def _build(self) -> None:
        integer = ipywidgets.IntText
        self._players_field = field(integer, "lcr-players", "players", 130, self.rules.players)
        self._chips_field = field(integer, "lcr-chips", "chips", 120, self.rules.chips[0])
        self._slider = slider("lcr-games", "games of a class", self._stops(), self.games, spaced)
        self._peek_box = field(ipywidgets.Checkbox, "lcr-peek", "peeking", 0, False, indent=False)
        self._shown = field(
            ipywidgets.Dropdown, "lcr-shown", "p-values", 290, False,
            options=[("where all seats are equal", False), ("at the real table", True)],
        )  # fmt: skip
        new = button(
            "New classes", "lcr-new", "Other classes play as many games",
            lambda: self._asked(self.new_classes), "primary",
        )  # fmt: skip
        for each in (self._players_field, self._chips_field, self._slider, self._peek_box):
            each.observe(self._written, "value")
        self._shown.observe(self._written, "value")
        self._power_picture = html("lcr-power", "lcr-picture")
        self._p_picture = html("lcr-p-values", "lcr-picture")
        self._status = html("lcr-status")
        self._twin = TextTwin("lcr-fair-numbers")
        self._refreshing = False
        self._show(
            "lcr-fair-test",
            row(self._players_field, self._chips_field, self._slider),
            row(self._peek_box, self._shown, new),
            self._message,
            self._power_picture,
            self._p_picture,
            self._status,
            self._twin,
        )

    def _stops(self) -> list[int]:
        return sorted({*_STOPS, self.games})

    def _written(self, change: dict[str, Any]) -> None:
        if self._refreshing:
            return
        owner, value = change["owner"], change["new"]
        if owner is self._slider:
            done = self._asked(lambda: setattr(self, "games", value))
        elif owner is self._peek_box:
            done = self._asked(lambda: setattr(self, "peeking", value))
        elif owner is self._shown:
            done = self._asked(lambda: setattr(self, "shows_real", value))
        else:
            players, chips = self._players_field.value, self._chips_field.value
            done = self._asked(lambda: self.set_table(players, chips))
        if not done:
            self._refresh_controls()

    def _refresh_controls(self) -> None:
        self._refreshing = True
        try:
            self._players_field.value = self.rules.players
            self._chips_field.value = self.rules.chips[0]
            self._slider.move(self._stops(), self.games)
            self._peek_box.value = self.peeking
            self._shown.value = self.shows_real
        finally:
            self._refreshing = False

    def _refresh(self) -> None:
        from lcr_teach.power import power_at

        self._refresh_controls()
        chain = chain_of(self.rules)
        points = [(float(g), power_at(chain, g, _ALPHA)) for g in _CURVE]
        title = "power: how often one look finds that the seats differ"
        self._power_picture.value = curve_plot(
            [Curve("power", points)],
            f"{title}. With {spaced(self.games)} games: {100 * self.power:.1f} %.",
            across="games of a class",
            title=title,
            x=(_STOPS[0], _STOPS[-1]),
            y=(0, 1),
            log_x=True,
            levels={"80 %": 0.8, "level 5 %": _ALPHA},
            here=float(min(max(self.games, _STOPS[0]), _STOPS[-1])),
        )
        classes = self.real if self.shows_real else self.equal
        where = "real table" if self.shows_real else "equal seats"
        looks = f"{_LOOKS} looks" if self.peeking else "one look"
        title = f"p-values, {where}, {looks}"
        names = [f"{k / 10:.1f}–{(k + 1) / 10:.1f}" for k in range(_TENTHS)]
        shares = dict(zip(names, classes.p_values, strict=True))
        level = dict.fromkeys(names, 1 / _TENTHS)
        numbers = " ".join(f"{name}: {100 * share:.1f} %." for name, share in shares.items())
        self._p_picture.value = law_plot(
            level,
            f"{title}. {numbers} If the seats are equal and there is one look, 10 % each.",
            sampled=shares,
            title=title,
            across="p-value",
            law_name="equal seats, one look",
            colour=SEATS[1] if self.shows_real else SEATS[0],
        )
        self._twin.show(
            number_table(
                ["p-value", "equal seats", "real table"],
                [
                    [name, f"{100 * e:.1f} %", f"{100 * r:.1f} %"]
                    for name, e, r in zip(names, *self._shares(), strict=True)
                ],
            )
        )
        self._status.value = said(self._words())

    def _shares(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        return self.equal.p_values, self.real.p_values

    def _words(self) -> str:
        def share(classes: Classes) -> str:
            return f"{100 * classes.alarms:.1f} ± {100 * classes.error:.1f} %"

        looks = f"{_LOOKS} looks" if self.peeking else "one look"
        return (
            f"{spaced(_CLASSES)} classes. With {looks}, “the seats differ” is said by "
            f"<b>{share(self.equal)}</b> of the classes where all seats are equal (false alarms), "
            f"by <b>{share(self.real)}</b> at the real table.<br><span class='lcr-note'>To find it "
            f"four times out of five with one look takes {spaced(self.games_needed)} games.</span>"
        )


def _wish(rules: Rules, games: int, seed: int) -> tuple[Rules, int, int]:
    games = exact_integer(games, "games", least=_STOPS[0], most=_STOPS[-1])
    seed = exact_integer(seed, "seed", least=0, most=_LARGEST_SEED)
    chain_of(rules)  # refuses a table that is too large before anything changes
    return rules, games, seed


def _classes(law: tuple[float, ...], games: int, seed: int, part: int, looks: int) -> Classes:
    """Let classes play and test equal seats, so many times each, at equal distances."""
    # numpy and scipy are imported where they are used, so that the kit starts without them.
    import numpy as np
    from scipy import stats

    rng = np.random.default_rng([seed, part])
    # How many games there are up to each look; the last look comes after all of them.
    ends = [games * (look + 1) // looks for look in range(looks)]
    counts: npt.NDArray[np.int64] = np.zeros((_CLASSES, len(law)), np.int64)
    said_so = np.zeros(_CLASSES, bool)
    last = np.zeros(_CLASSES)
    before = 0
    for end in ends:
        counts += rng.multinomial(end - before, law, size=_CLASSES)
        before = end
        expected = end / len(law)
        statistic = ((counts - expected) ** 2).sum(axis=1) / expected
        p = stats.chi2.sf(statistic, len(law) - 1)
        # Who has stopped keeps the p-value of that look.
        last = np.where(said_so, last, p)
        said_so |= p <= _ALPHA
    shares = np.histogram(last, bins=_TENTHS, range=(0, 1))[0] / _CLASSES
    alarms = float(said_so.mean())
    return Classes(
        tuple(float(s) for s in shares), alarms, (alarms * (1 - alarms) / _CLASSES) ** 0.5
    )
