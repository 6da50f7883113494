"""The win bar: each player's exact chance from a position, as a picture and as fractions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

import sympy

from lcr_teach.palette import seat_colour
from lcr_teach.results import decimal
from lcr_teach.rules import Rules, State
from lcr_teach.widgets.chances import chances_from, is_small
from lcr_teach.widgets.charts import stacked
from lcr_teach.widgets.controls import html, number_table, said, seat_key
from lcr_teach.widgets.work import Work

__all__ = ["WinBar"]

#: Longer fractions are read by nobody; they are told by how long they are.
_LONGEST = 26


class WinBar:
    """Places for the bar and its table, and the work that it takes to fill them.

    Parameters
    ----------
    rules : Rules
        The table.
    changed : function
        Called when chances that were computed beside the page are there.
    """

    def __init__(self, rules: Rules, changed: Callable[[], object]) -> None:
        self._rules = rules
        self._known: tuple[State, tuple[sympy.Expr, ...] | None] | None = None
        self.picture = html("lcr-chances", "lcr-picture")
        self.numbers = html("lcr-chances-numbers")
        self.work = Work("lcr-solving", changed)

    def chances(self, state: State) -> tuple[sympy.Expr, ...] | None:
        """Each seat's exact chance of winning; ``None`` if the table is too large."""
        if self._known is None or self._known[0] != state:
            self._known = (state, chances_from(self._rules, state))
        return self._known[1]

    def show(self, state: State, names: Sequence[str], visible: bool, still: bool) -> None:
        """Show the chances of a position, or hide them.

        A table is solved beside the page, and only while the game stands `still`.
        """
        # A small table is solved once for all of its positions.
        known = self._known is not None and (self._known[0] == state or is_small(self._rules))
        if not visible or not known:
            self.picture.value = ""
            waits = "They appear when the game stands still, and take a moment to compute."
            self.numbers.value = said(waits) if visible else ""
            if visible and still:
                self.work.compute(
                    lambda progress, stop: chances_from(self._rules, state),
                    lambda found: self._solved(state, found),
                )
            return
        chances = self.chances(state)
        if chances is None:
            self.picture.value = ""
            self.numbers.value = said(
                "With so many chips in play the chances take too long to compute; they appear "
                "when fewer are left."
            )
            return
        each = ", ".join(f"{name} {_percent(p)}" for name, p in zip(names, chances, strict=True))
        keys = [(str(seat + 1), seat_colour(seat)) for seat in range(len(names))]
        shares = [float(p) for p in chances]
        self.picture.value = stacked(shares, keys, f"Chances of winning from here: {each}.")
        rows = [
            (seat_key(seat) + escape(names[seat]), _percent(p), _fraction(p))
            for seat, p in enumerate(chances)
        ]
        heads = ("player", "chance of winning from here", "as a fraction")
        self.numbers.value = number_table(heads, rows, safe=True)

    def _solved(self, state: State, found: tuple[sympy.Expr, ...] | None) -> None:
        self._known = (state, found)


def _percent(chance: sympy.Expr) -> str:
    return f"{decimal(100 * chance, 2)} %"


def _fraction(chance: sympy.Expr) -> str:
    """A fraction as it is, or how long it is."""
    written = str(chance)
    if len(written) <= _LONGEST:
        return written
    above, _, below = written.partition("/")
    return f"{above[:6]}… / {below[:6]}… ({len(above)} and {len(below)} digits)"
