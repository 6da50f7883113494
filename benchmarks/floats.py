"""Certified bounds beside a model checker in floats, which promises less.

Storm stops when an iteration changes nothing by more than 1e-6, and does not say how far
it is from the truth then.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.peers import measured
from benchmarks.timing import Row, seconds
from lcr_teach import Rules, bounds

PLAYERS, CHIPS, WIDTH = 6, 3, 1e-9


def rows(limit: float) -> Iterator[Row]:
    table = Rules(PLAYERS, CHIPS)
    ours = seconds(lambda: bounds(table, WIDTH), runs=3)
    storm = measured("storm_float", PLAYERS, CHIPS, ("win", "turns"), limit)
    note = storm.title
    if storm.answers:
        found = bounds(table, WIDTH)
        pairs = zip(found.win, storm.answers, strict=False)
        error = max(abs(float(pair.lower) - float(x)) for pair, x in pairs)
        note += f"; error {error:.1e}"
    yield Row(
        f"bounds {PLAYERS} x {CHIPS}, width {WIDTH:g}", ours, storm.seconds, note, storm.stopped
    )
