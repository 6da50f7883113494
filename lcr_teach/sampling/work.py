"""Long work: shared among workers, watched while it runs, and stopped."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Any, Protocol, TypeAlias

from lcr_teach.sampling.games import BLOCK, Plan, play_block
from lcr_teach.sampling.sample import Ints, collect

__all__ = ["Event", "Progress", "Stop", "Watch", "play_blocks"]

#: Is told how many games are over, and of how many.
Progress: TypeAlias = Callable[[int, int], object]


class Event(Protocol):
    """What can be set from outside, as :class:`threading.Event` is."""

    def is_set(self) -> bool:
        """Whether it was set."""
        ...


#: Says whether to stop.
Stop: TypeAlias = Callable[[], bool] | Event

#: Counts of this many rows are added up before more come in; 40 bytes a row.
_MOST_ROWS = 1_000_000


class Watch:
    """Who is told about the work, and who can stop it; a ``with`` block shows the bar."""

    def __init__(self, games: int, progress: Progress | bool | None, stop: Stop | None) -> None:
        if progress is not None and not isinstance(progress, bool) and not callable(progress):
            raise TypeError(
                f"progress must be True or a function of two numbers, not {progress!r}."
            )
        if stop is not None and not callable(stop) and not hasattr(stop, "is_set"):
            raise TypeError(f"stop must be a function or an event, not {stop!r}.")
        self._games = games
        self._progress = progress
        self._stop = stop
        self._bar: Any = None

    def __enter__(self) -> Watch:
        if self._progress is True:
            from tqdm import tqdm

            self._bar = tqdm(total=self._games, unit=" games", unit_scale=True)
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def report(self, done: int) -> None:
        """Tell that so many games are over."""
        if self._bar is not None:
            self._bar.update(done - self._bar.n)
        elif callable(self._progress):
            self._progress(done, self._games)

    def stopped(self) -> bool:
        """Ask whether to stop."""
        if self._stop is None:
            return False
        return bool(self._stop() if callable(self._stop) else self._stop.is_set())


def play_blocks(
    plan: Plan, games: int, seed: int, watch: Watch, executor: Executor | None = None
) -> Ints:
    """Play games block by block, here or by the workers of an executor.

    A block that was begun is played to the end, all of it counts, and the blocks are begun
    in their order. So a run that is stopped has played the first games of the whole run,
    the long ones like the short ones.

    Returns
    -------
    numpy array
        Rows of winner, turns, rolls, centre, games, in order.
    """
    blocks = -(-games // BLOCK)
    total = _Total(watch)

    def size(block: int) -> int:
        return min(BLOCK, games - block * BLOCK)

    if executor is None:
        for block in range(blocks):
            if block and watch.stopped():
                break
            total.add(play_block(plan, size(block), seed, block))
        return total.rows()

    # Two blocks for each worker: nobody waits for work, and little is left after a stop.
    most = 2 * (getattr(executor, "_max_workers", None) or 32)
    running: dict[Future[Ints], int] = {}
    block, stopped = 0, False
    while block < blocks or running:
        while block < blocks and len(running) < most and not stopped:
            try:
                task = executor.submit(play_block, plan, size(block), seed, block)
            except BrokenExecutor:
                total.add(play_block(plan, size(block), seed, block))
            else:
                running[task] = block
            block += 1
            stopped = watch.stopped()
        if not running:
            break
        for task in wait(running, return_when=FIRST_COMPLETED).done:
            again = running.pop(task)
            try:
                rows = task.result()
            except BrokenExecutor:
                # The workers are gone; the block is the same wherever it is played.
                rows = play_block(plan, size(again), seed, again)
            total.add(rows)
        stopped = stopped or watch.stopped()
    return total.rows()


class _Total:
    """The games of all blocks so far, added up now and then."""

    def __init__(self, watch: Watch) -> None:
        self._rows: list[Ints] = []
        self._games = 0
        self._watch = watch

    def add(self, rows: Ints) -> None:
        self._rows.append(rows)
        self._games += int(rows[:, 4].sum())
        if sum(map(len, self._rows[1:])) > max(_MOST_ROWS, len(self._rows[0])):
            self._rows = [collect(self._rows)]
        self._watch.report(self._games)

    def rows(self) -> Ints:
        return collect(self._rows)
