"""Certified numbers for tables whose exact fractions are too long for a page."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from numbers import Real

from lcr_teach.bounds.enclosure import Enclosure, EnclosureLaw, Enclosures
from lcr_teach.bounds.result import Bounds
from lcr_teach.rules import Rules

__all__ = ["Bounds", "Enclosure", "EnclosureLaw", "Enclosures", "bounds"]

#: Gigabytes that a table may take if nothing else is said.
_MEMORY = 8.0


def bounds(
    rules: Rules,
    tolerance: float = 1e-12,
    progress: Callable[[float, str], object] | None = None,
    *,
    memory: float | None = None,
) -> Bounds:
    """Enclose the winning probabilities and the length of the game between proved bounds.

    For tables that are too large for the exact chain, and faster by far than it: 6 players
    with 3 chips take a quarter of a second, 8 players with 3 chips about ten.

    Parameters
    ----------
    rules : Rules
        The table; its die must be of fractions, without symbols.
    tolerance : float
        The width that the enclosure of each winning probability may have, more than 2**-52
        and less than 1. The other numbers come with the width that they have then, which is
        about the tolerance times n² for the variance of n players' turns, and less for
        the rest, until rounding makes more of a difference.
    progress : callable, optional
        Called before each turn with the share of the work that is done, a float that never
        falls and ends at 1, and with a text that says how far the game has come. What it
        raises ends the work.
    memory : float, optional
        Gigabytes (10⁹ bytes) that may be used; 8 if not given, or what the machine has if
        that is less.

    Returns
    -------
    Bounds

    Raises
    ------
    TypeError, ValueError
        In one sentence, for a table that takes more memory than allowed (before any of it is
        used), a tolerance that rounding does not permit, a die with symbols, or a game that
        may go on for ever.

    Notes
    -----
    The law of the game is stepped forward from the start, turn by turn, over the chips as
    the player in turn sees them (:mod:`lcr_teach.bounds.positions`). What ends is counted;
    levels of chips in play that hardly any game is left in are given up, and counted as well.
    How much rounding can have changed is derived in :mod:`lcr_teach.bounds.result`, and how
    long a game that was given up can still last in :mod:`lcr_teach.bounds.tail`. Nothing is
    estimated.

    Examples
    --------
    >>> table = bounds(Rules(players=2, chips=1))
    >>> table
    Rules(players=2, chips=1), proved to a width of 1e-12
    Player 1 wins          0.33333333333333
    Player 2 wins          0.66666666666667
    mean length in turns   2.0000000000000
    variance of the turns  2.000000000000
    mean length in rolls   2.00000000000000
    >>> from sympy import Rational
    >>> table.win[0].encloses(Rational(1, 3)), table.win[0].width <= 1e-12
    (True, True)
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be Rules, not {rules!r}.")
    if type(rules) is not Rules:
        raise TypeError(
            f"bounds turns the table so that every seat stands first, which rules of one's own "
            f"need not allow: rules must be Rules itself, not {type(rules).__name__}."
        )
    _refuse_die(rules)
    room = _tolerance(tolerance)
    limit = memory_allowed() if memory is None else _memory(memory)

    # numpy and scipy are imported where they are used, so that the kit starts without them.
    from lcr_teach.bounds.stepping import record_of, too_narrow
    from lcr_teach.bounds.walk import size

    need = size(rules)
    if need.memory > limit * 1e9:
        raise ValueError(
            f"{rules.players} players with {rules.total_chips} chips have {need.positions:,} "
            f"positions, which take {_gigabytes(need.memory / 1e9)} of memory, more than the "
            f"{_gigabytes(limit)} allowed: use simulate instead, or allow more with memory."
        )
    report = _Report(progress)
    report(0.0, f"listing {need.positions:,} positions")
    record = record_of(rules, room, report)
    result = Bounds(rules, room, record)
    if max(pair.width for pair in result.win) > room:
        raise ValueError(too_narrow(room, record))
    report(1.0, f"done after {result.steps} turns")
    return result


class _Report:
    """Hands progress on, never less than before."""

    def __init__(self, progress: Callable[[float, str], object] | None) -> None:
        if progress is not None and not callable(progress):
            raise TypeError(
                f"progress must be a function of a number and a text, not {progress!r}."
            )
        self._progress = progress
        self._done = 0.0

    def __call__(self, done: float, text: str) -> None:
        self._done = max(self._done, done)
        if self._progress is not None:
            self._progress(self._done, text)


def _refuse_die(rules: Rules) -> None:
    die = rules.die
    if die.free_symbols:
        names = ", ".join(sorted(map(str, die.free_symbols)))
        raise ValueError(f"a die with symbols ({names}) has no bounds: give them values.")
    if not all(p.is_Rational for p in (die.left, die.centre, die.right, die.blank)):
        raise ValueError(f"the probabilities of the die must be fractions for bounds, not {die}.")


def _number(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, not {value!r}.")
    return float(value)


def _tolerance(value: object) -> float:
    tolerance = _number(value, "tolerance")
    if not 2.0**-52 < tolerance < 1:
        raise ValueError(
            f"tolerance must be more than 2**-52, about 2.2e-16, and less than 1, not {value!r}."
        )
    return tolerance


def _memory(value: object) -> float:
    memory = _number(value, "memory")
    if not 0 < memory < math.inf:
        raise ValueError(f"memory must be a positive number of gigabytes, not {value!r}.")
    return memory


def _gigabytes(number: float) -> str:
    return f"{number:,.0f} GB" if number >= 10 else f"{number:.2g} GB"


def memory_allowed() -> float:
    """Gigabytes that may be used where the user has not said."""
    try:
        pages, each = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return _MEMORY  # not every system tells
    return min(_MEMORY, 0.75 * pages * each / 1e9) if pages > 0 and each > 0 else _MEMORY
