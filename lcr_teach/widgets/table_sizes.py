"""How large tables are, and what can be known about each."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

from lcr_teach.chain import can_be_exact
from lcr_teach.exact import exact_integer
from lcr_teach.rules import Rules
from lcr_teach.widgets.controls import button, html, number_table, row, said, slider
from lcr_teach.widgets.curves import Curve, curve_plot
from lcr_teach.widgets.view import Widget
from lcr_teach.widgets.words import counted, seat_name, spaced
from lcr_teach.widgets.work import Work

if TYPE_CHECKING:
    from lcr_teach.bounds import Bounds

__all__ = ["SeatsFound", "TableSizes"]

_MOST_CHIPS = 6
#: The tables of the list.
_PLAYERS = (2, 3, 4, 5, 6, 7, 8, 12, 20)
#: Best and worst seats are looked for at these.
_MOST_SEARCHED = 8
#: Wide enough for eight players in seconds, narrow enough to part the seats.
_TOLERANCE = 1e-9
#: Memory for certified numbers that any classroom's machine has, in GB.
_MEMORY = 4.0
#: The sample for which an error is given.
_GAMES = 10**5


class SeatsFound(NamedTuple):
    """Best and worst seat of a table, proved.

    Attributes
    ----------
    worst, best : int
        Seats, numbered from 0.
    is_proved : bool
        Whether the enclosure of each of the two overlaps with that of no other seat.
    bounds : Bounds
        The enclosures.
    seconds : float
        How long it took.
    """

    worst: int
    best: int
    is_proved: bool
    bounds: Bounds
    seconds: float


class TableSizes(Widget):
    """How many positions tables have, and what exact, certified and sampled can do there.

    Parameters
    ----------
    chips : int
        Chips of every player, 1 to 6.
    projector : bool
        A size for the back row.

    Attributes
    ----------
    seats : dict of int to SeatsFound
        Best and worst seats found so far, by the number of players.

    Examples
    --------
    >>> sizes = TableSizes(chips=1)
    >>> sizes.find_seats(most=4)
    >>> {players: found.best + 1 for players, found in sizes.seats.items()}
    {2: 2, 3: 3, 4: 4}
    >>> sizes.chips = 7
    Traceback (most recent call last):
        ...
    ValueError: chips must be from 1 to 6, not 7.
    """

    def __init__(self, chips: int = 3, *, projector: bool = False) -> None:
        super().__init__(projector)
        self._chips = exact_integer(chips, "chips", least=1, most=_MOST_CHIPS)
        self.seats: dict[int, SeatsFound] = {}
        #: What the search has found so far. A step of a large table does not listen to Stop, and
        #: the smaller ones must not be lost with it.
        self._found: dict[int, SeatsFound] = {}
        self._work = Work("lcr-work", changed=self._worked)
        self._build()
        self._refresh()

    @property
    def chips(self) -> int:
        """Chips of every player."""
        return self._chips

    @chips.setter
    def chips(self, chips: int) -> None:
        try:
            wanted = exact_integer(chips, "chips", least=1, most=_MOST_CHIPS)
        except (TypeError, ValueError) as error:
            self._tell(str(error))
            raise
        if wanted != self._chips:
            self._work.cancel()
            self._chips, self.seats = wanted, {}
        self._tell("")
        self._refresh()

    def find_seats(self, most: int = _MOST_SEARCHED) -> None:
        """Find the best and the worst seat of all tables up to so many players, proved.

        Tables that would take more memory than 4 GB are left out. Eight players with three
        chips take some ten seconds; in the view there is a bar and a Stop button.

        Parameters
        ----------
        most : int
            The largest number of players, from 2 to 8.

        Raises
        ------
        TypeError, ValueError
            If the number of players is not from 2 to 8.
        """
        most = exact_integer(most, "most", least=2, most=_MOST_SEARCHED)
        chips = self._chips
        if self._work.is_running:
            return
        tables = [n for n in range(2, most + 1) if _gigabytes(Rules(n, chips)) <= _most_memory()]
        waiting = [Rules(n, chips) for n in tables if n not in self.seats]
        self._tell("")

        found = self._found = {}

        def search(progress: Callable[[int, int], object], stop: Event) -> None:
            _search(waiting, progress, stop, found)

        self._work.compute(search, lambda _: None, lambda error: self._tell(str(error)))

    def __repr__(self) -> str:
        return f"TableSizes: {counted(self.chips, 'chip', 'chips')} a player"

    # The view.

    def _build(self) -> None:
        self._slider = slider("lcr-chips", "chips a player", range(1, _MOST_CHIPS + 1), self._chips)
        self._slider.observe(self._moved, "value")
        find = button(
            "Find best and worst seats", "lcr-find", "Certified numbers up to 8 players",
            lambda: self._asked(self.find_seats), "primary",
        )  # fmt: skip
        self._picture = html("lcr-sizes", "lcr-picture")
        self._numbers = html("lcr-values")
        self._status = html("lcr-status")
        self._show(
            "lcr-table-sizes",
            row(self._slider, find, self._work.view),
            self._message,
            self._picture,
            self._numbers,
            self._status,
        )

    def _moved(self, change: dict[str, Any]) -> None:
        self._asked(lambda: setattr(self, "chips", change["new"]))

    def _worked(self) -> None:
        if not self._work.is_running:
            self.seats |= dict(self._found)
            if self._work.was_stopped:
                self._tell("stopped: the seats that were found by then are shown.")
            self._refresh()

    def _refresh(self) -> None:
        tables = [Rules(players, self._chips) for players in _PLAYERS]
        points = [(float(t.players), float(t.positions_at_most)) for t in tables]
        said_sizes = " ".join(f"{t.players} players: {_size(t.positions_at_most)}." for t in tables)
        title = f"positions of a table, {counted(self._chips, 'chip', 'chips')} a player"
        self._slider.value = self._chips
        self._picture.value = curve_plot(
            [Curve("positions at most", points)],
            f"{title}, at most. {said_sizes}",
            across="players",
            title=title,
            x=(2, 20),
            log_y=True,
            as_percent=False,
        )
        heads = ("players", "positions at most", "exact", "certified", "sampled", "worst", "best")
        # What scrolls must be reached by keyboard.
        self._numbers.value = (
            '<div class="lcr-scroll" tabindex="0" role="region" aria-label="sizes of tables">'
            f"{number_table(heads, [self._row(table) for table in tables])}</div>"
        )
        self._status.value = said(self._words())

    def _row(self, table: Rules) -> list[str]:
        memory = _gigabytes(table)
        found = self.seats.get(table.players)
        enough = memory <= _most_memory()
        certified = _whole(_memory(memory) if enough else f"no: {_memory(memory)}")
        if found is not None:
            certified += f", {_whole(_seconds(found.seconds))} here"
        error = math.sqrt((table.players - 1) / _GAMES) / table.players
        seats = ["", ""]
        if found is not None:
            seats = [_seat(found, found.worst), _seat(found, found.best)]
        return [
            str(table.players),
            _whole(_size(table.positions_at_most)),
            "yes" if can_be_exact(table) else "no",
            certified,
            _whole(f"± {error:.4f}"),
            *seats,
        ]

    def _words(self) -> str:
        note = (
            f"Sampled: the standard error of a seat's share in {spaced(_GAMES)} games. Certified: "
            f"the memory that it takes, no more than {_most_memory():.2g} GB here; then the time."
        )
        if not self.seats:
            return f"Which seat is the best, which the worst? Guess first.<br>{note}"
        proved = all(found.is_proved for found in self.seats.values())
        kind = "certified, and which is the worst and the best is proved" if proved else "certified"
        return f"The chances of the seats are {kind}.<br>{note}"


def _search(
    tables: list[Rules],
    progress: Callable[[int, int], object],
    stop: Event,
    found: dict[int, SeatsFound],
) -> None:
    """Note best and worst seats of tables in `found`, as far as nobody stops the work."""
    from lcr_teach.bounds import bounds

    # What a table takes grows like its positions.
    sizes = [table.positions_at_most for table in tables]
    done = 0

    def report(part: float, _: str) -> None:
        if stop.is_set():
            raise _StoppedError
        progress(done + int(part * table.positions_at_most), sum(sizes))

    for table in tables:
        begun = time.monotonic()
        try:
            proved = bounds(table, tolerance=_TOLERANCE, progress=report)
        except _StoppedError:
            break
        found[table.players] = _seats(proved, time.monotonic() - begun)
        done += table.positions_at_most


class _StoppedError(Exception):
    """Somebody pressed Stop."""


def _seats(proved: Bounds, seconds: float) -> SeatsFound:
    order = sorted(range(len(proved.win)), key=lambda seat: proved.win[seat].lower)
    pairs = [proved.win[seat] for seat in order]
    others = max(pair.upper for pair in pairs[:-1])
    is_proved = pairs[0].upper < pairs[1].lower and others < pairs[-1].lower
    return SeatsFound(order[0], order[-1], is_proved, proved, seconds)


def _seat(found: SeatsFound, seat: int) -> str:
    return f"{_whole(seat_name(seat))}: {found.bounds.win[seat].lower:.4f}"


def _gigabytes(rules: Rules) -> float:
    # Here and not above: the bounds need numpy.
    from lcr_teach.bounds.walk import size

    return size(rules).memory / 1e9


def _most_memory() -> float:
    """Gigabytes that certified numbers may take here."""
    from lcr_teach.bounds import memory_allowed

    return min(_MEMORY, memory_allowed())


def _memory(gigabytes: float) -> str:
    if gigabytes < 0.01:
        return "below 0.01 GB"
    if gigabytes < 100:
        return f"{gigabytes:.2g} GB"
    return f"{spaced(int(gigabytes))} GB" if gigabytes < 10**6 else "over a million GB"


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 0.1 else "below 0.1 s"


def _whole(words: str) -> str:
    """Words that are not broken into lines, such as a number and its unit."""
    return words.replace(" ", "\N{NO-BREAK SPACE}")


def _size(number: int) -> str:
    """A large number as people read it: in full, or rounded to a power of ten."""
    if number < 10**7:
        return spaced(number)
    leading, power = f"{number:.1e}".split("e+")
    return f"about {leading} × 10{str(int(power)).translate(_HIGH)}"


_HIGH = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
