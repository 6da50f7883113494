"""Medians of several runs, and the row of the table that they go into."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Row:
    """One task: seconds taken by the kit, and by the rival if there is one."""

    task: str
    ours: float
    rival: float | None = None
    #: What the rival does, and whether its time was measured or reckoned from a rate.
    note: str = ""


def seconds(task: Callable[[], object], runs: int) -> float:
    """Median time of one run."""
    return median(_once(task) for _ in range(runs))


def _once(task: Callable[[], object]) -> float:
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def table(rows: list[Row]) -> str:
    """Lay the rows out for a terminal."""
    cells = [("", "lcr_teach", "rival", "ratio", "the rival")]
    for row in rows:
        rival, ratio = "", ""
        if row.rival is not None:
            rival, ratio = _shown(row.rival), _ratio(row.rival / row.ours)
        cells.append((row.task, _shown(row.ours), rival, ratio, row.note))
    widths = [max(len(row[i]) for row in cells) for i in range(5)]
    return "\n".join(
        "  ".join(
            [
                row[0].ljust(widths[0]),
                *(row[i].rjust(widths[i]) for i in (1, 2, 3)),
                row[4],
            ]
        ).rstrip()
        for row in cells
    )


def _ratio(number: float) -> str:
    return f"{number:.2g}" if number < 10 else f"{float(f'{number:.2g}'):,.0f}"


def _shown(time_taken: float) -> str:
    for least, unit in ((86400 * 365.25, "years"), (86400, "days"), (3600, "h"), (1, "s")):
        if time_taken >= least:
            return f"{float(f'{time_taken / least:.3g}'):,g} {unit}"
    return f"{1000 * time_taken:.3g} ms"
