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
    #: Whether the rival was stopped after that time and had not finished.
    stopped: bool = False
    #: Most memory that the kit held, in gigabytes, where that was measured.
    memory: float | None = None


def seconds(task: Callable[[], object], runs: int) -> float:
    """Median time of one run."""
    return median(_once(task) for _ in range(runs))


def _once(task: Callable[[], object]) -> float:
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def table(rows: list[Row], markdown: bool = False) -> str:
    """Lay the rows out for a terminal, or in Markdown."""
    heads = ("", "lcr_teach", "memory", "rival", "ratio", "the rival")
    cells = [heads, *map(_cells, rows)]
    if markdown:
        lines = ["| " + " | ".join(row) + " |" for row in cells]
        return "\n".join([lines[0], "|---|--:|--:|--:|--:|---|", *lines[1:]])
    # What stands in the line above already is not said again.
    lines: list[str] = []
    before: tuple[str, ...] = heads
    widths = [max(len(row[i]) for row in cells) for i in range(5)]
    for row in cells:
        task, ours, memory, rival, ratio, note = row
        if row[:2] == before[:2] and row is not heads:
            task, ours, memory = "", "", ""
        before = row
        shown = [task.ljust(widths[0])]
        shown += [x.rjust(w) for x, w in zip((ours, memory, rival, ratio), widths[1:], strict=True)]
        lines.append("  ".join([*shown, note]).rstrip())
    return "\n".join(lines)


def _cells(row: Row) -> tuple[str, ...]:
    rival, ratio = "", ""
    if row.rival is not None:
        rival, ratio = _shown(row.rival), _ratio(row.rival / row.ours)
    if row.stopped:
        rival, ratio = f"stopped after {rival}", f"> {ratio}"
    memory = "" if row.memory is None else f"{row.memory:.2g} GB"
    return row.task, _shown(row.ours), memory, rival, ratio, row.note


def _ratio(number: float) -> str:
    return f"{number:.2g}" if number < 10 else f"{float(f'{number:.2g}'):,.0f}"


def _shown(time_taken: float) -> str:
    for least, unit in ((86400 * 365.25, "years"), (86400, "days"), (3600, "h"), (1, "s")):
        if time_taken >= least:
            return f"{float(f'{time_taken / least:.3g}'):,g} {unit}"
    return f"{1000 * time_taken:.3g} ms"
