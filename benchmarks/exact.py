"""The exact answers, beside what others give for the same question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.peers import Measured, measured
from benchmarks.timing import Row

ALL = ("win", "turns", "variance")
#: Where the kit runs in a browser without a network, these are missing.
NOT_IN_A_BROWSER = ("flint", "matplotlib", "numpy", "scipy")


def rows(limit: float) -> Iterator[Row]:
    yield from _table(
        "exact 3 x 3: seats, mean, variance",
        (3, 3, ALL),
        ("storm", "fractions", "sympy", "pydtmc"),
        limit,
    )
    yield from _table(
        "the same without numpy, scipy, flint",
        (3, 3, ALL),
        ("elimination",),
        limit,
        without=NOT_IN_A_BROWSER,
    )
    yield from _table("exact 4 x 3: seats, mean", (4, 3, ("win", "turns")), ("storm",), limit)
    yield from _table("exact 2 x 30: seats, mean", (2, 30, ("win", "turns")), ("storm",), limit)
    yield from _table("exact 2 x 30: seats, mean, variance", (2, 30, ALL), ("storm",), limit)


def _table(
    task: str,
    question: tuple[int, int, Sequence[str]],
    rivals: Sequence[str],
    limit: float,
    without: Sequence[str] = (),
) -> Iterator[Row]:
    # Ours is never stopped: a table without our own time would say nothing.
    ours = measured("ours", *question, limit=3600, without=without)
    for name in rivals:
        rival = measured(name, *question, limit=limit, without=without)
        _compare(ours, rival)
        assert ours.seconds is not None
        yield Row(task, ours.seconds, rival.seconds, rival.title, rival.stopped)


def _compare(ours: Measured, rival: Measured) -> None:
    """Check that both solved the same question."""
    if not rival.answers:
        return
    for exact, other in zip(ours.answers, rival.answers, strict=True):
        agree = exact == other
        if isinstance(other, float):
            agree = abs(float(exact) - other) < 1e-4
        if not agree:
            raise AssertionError(f"{rival.title} must agree, or the times mean nothing.")
