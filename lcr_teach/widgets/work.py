"""Long work beside a page that stays alive: a bar, a Stop button, one run at a time.

A loop in a button's callback would block the kernel, and Stop would not be heard until it is
over. So the work is a task of the kernel's event loop: either it goes in small steps, or it
runs in a thread of its own while the task looks in on it.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from html import escape
from typing import Any, TypeVar

from lcr_teach.widgets.controls import button, html, row

__all__ = ["Work"]

T = TypeVar("T")

#: The kernel is busy for at most so many seconds at a time.
BUSY = 0.005
#: Not 0: the kernel reads what the page sends only when it has time to spare.
REST = 0.01
#: The bar moves at most so often; seconds.
_MOVES = 0.1
#: Work that is over sooner shows no bar, which would only flicker; seconds.
_UNSEEN = 0.2
#: Who does not listen to Stop for so many seconds is left alone, and the result with it.
_PATIENCE = 0.3

#: By the cell in which they were made: the run of that cell, and the work that it made.
_BY_CELL: dict[str, tuple[str, list[Work]]] = {}


class Work:
    """Work that takes its time, with a bar and a Stop button; one run at a time.

    Where there is no event loop, as in a plain script, the work is done at once. When a
    cell is run again, what its last run left working is stopped.

    Parameters
    ----------
    name : str
        CSS class of the bar; that of the button is the same with ``-stop`` after it.
    changed : function, optional
        Called when a run begins and when it has ended, so that the widget can lock its
        controls and free them.

    Attributes
    ----------
    view : ipywidgets.Box
        The bar and the button; both can be placed apart as :attr:`bar` and :attr:`button`.
    is_running : bool
        Whether work is being done.
    was_stopped : bool
        Whether the last run was stopped before its end.

    Examples
    --------
    >>> work = Work("lcr-squares")
    >>> squares = []
    >>> def steps():
    ...     for number in range(3):
    ...         squares.append(number**2)
    ...         yield (number + 1) / 3
    >>> work.step(steps, lambda: print(squares))
    [0, 1, 4]
    True
    """

    def __init__(self, name: str, changed: Callable[[], object] | None = None) -> None:
        self._changed = changed or (lambda: None)
        self._task: asyncio.Task[None] | None = None
        self._stop = threading.Event()
        self._shown = 0.0
        self.was_stopped = False
        self.bar = html(name)
        self.button = button("Stop", f"{name}-stop", "Stop the work", self.stop)
        self.button.disabled = True
        self.view = row(self.bar, self.button)
        _remember(self)

    @property
    def is_running(self) -> bool:
        """Whether work is being done."""
        return self._task is not None and not self._task.done()

    def stop(self) -> None:
        """Stop the work; where nothing is being done, nothing happens."""
        if self.is_running:
            self._stop.set()

    def step(
        self, steps: Callable[[], Iterator[float]], done: Callable[[], object] | None = None
    ) -> bool:
        """Work in small steps, each of which takes no more than some milliseconds.

        Parameters
        ----------
        steps : function that returns an iterator of float
            A generator function; it yields after each step which part of the work is done,
            from 0 to 1.
        done : function, optional
            Called at the end, after a stop too.

        Returns
        -------
        bool
            Whether the work began; ``False`` while other work is being done.
        """

        async def run() -> None:
            until = time.monotonic() + BUSY
            for part in steps():
                if self._stop.is_set():
                    break
                if time.monotonic() >= until:
                    self.show(part)
                    await asyncio.sleep(REST)
                    until = time.monotonic() + BUSY
            if done is not None:
                done()

        return self.run(run)

    def compute(
        self,
        function: Callable[[Callable[[int, int], object], threading.Event], T],
        done: Callable[[T], object],
        failed: Callable[[Exception], object] | None = None,
    ) -> bool:
        """Compute in a thread of its own.

        Parameters
        ----------
        function : function of progress and stop
            Called in the thread. ``progress(done, all)`` moves the bar; ``stop`` is an event
            that is set when somebody presses Stop. Both are what
            :func:`lcr_teach.simulate` takes. It must not touch the view.
        done : function
            Gets the result, in the kernel's own thread, after a stop too. A function that
            goes on regardless of a stop is left alone, and its result is dropped.
        failed : function, optional
            Gets the error if there was a ValueError or TypeError; raised if not given.

        Returns
        -------
        bool
            Whether the work began; ``False`` while other work is being done.
        """
        stop = threading.Event()
        part = [0.0]
        results: list[T] = []
        errors: list[Exception] = []

        def progress(now: int, of: int) -> None:
            part[0] = now / max(of, 1)

        def work() -> None:
            try:
                results.append(function(progress, stop))
            except Exception as error:
                errors.append(error)

        def finish() -> None:
            for result in results:
                done(result)
            for error in errors:
                if failed is None or not isinstance(error, (TypeError, ValueError)):
                    raise error
                failed(error)

        async def run() -> None:
            # A browser without a server has no threads.
            if sys.platform == "emscripten":
                work()
                finish()
                return
            thread = threading.Thread(target=work, daemon=True)
            thread.start()
            stopped = 0.0
            try:
                while thread.is_alive() and (not stopped or time.monotonic() < stopped + _PATIENCE):
                    self.show(part[0])
                    await asyncio.sleep(REST)
                    if self._stop.is_set() and not stopped:
                        stop.set()
                        stopped = time.monotonic()
            finally:
                stop.set()
            if not thread.is_alive():
                finish()

        return self.run(run)

    def run(self, work: Callable[[], Coroutine[Any, Any, None]]) -> bool:
        """Run a coroutine as the work; one that is to be stopped looks at :attr:`stopping`.

        Returns
        -------
        bool
            Whether it began; ``False`` while other work is being done.
        """
        if self.is_running:
            return False
        self._stop.clear()
        self.was_stopped = False
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            asyncio.run(self._whole(work))
            self._clear()
            self._changed()
            return True
        self._task = loop.create_task(self._whole(work))
        self._begun()
        return True

    @property
    def stopping(self) -> bool:
        """Whether somebody has asked for a stop."""
        return self._stop.is_set()

    def cancel(self, *, replaced: bool = False) -> None:
        """End the work here and now, with no result, as for a widget that starts anew.

        Parameters
        ----------
        replaced : bool
            Whether other work begins in its place; then nothing is said of an end.
        """
        if self._task is not None and self.is_running:
            self._stop.set()
            self.was_stopped = True
            self._task.cancel()
            self._task = None
            self._clear()
            if not replaced:
                self._changed()

    def show(self, part: float) -> None:
        """Move the bar, if it is time to."""
        now = time.monotonic()
        if now >= self._shown + _MOVES and self.is_running:
            self._shown = now
            self.bar.value = _bar(part)
            self.button.disabled = False

    async def wait(self) -> None:
        """Wait until the work is over, as a test does."""
        while self.is_running:
            await asyncio.sleep(REST)

    async def _whole(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
        finally:
            self.was_stopped = self._stop.is_set()

    def _begun(self) -> None:
        assert self._task is not None
        self._task.add_done_callback(self._over)
        self._shown = time.monotonic() + _UNSEEN - _MOVES
        self._changed()

    def _over(self, task: asyncio.Task[None]) -> None:
        # One that was cancelled may end after the next one has begun.
        if task is self._task:
            self._clear()
            self._changed()

    def _clear(self) -> None:
        self.bar.value = ""
        self.button.disabled = True


def _bar(part: float) -> str:
    done = f"{100 * min(max(part, 0), 1):.0f}"
    return (
        f'<div class="lcr-bar" role="progressbar" aria-label="Work done" aria-valuemin="0" '
        f'aria-valuemax="100" aria-valuenow="{done}"><div style="width:{done}%"></div></div>'
        f"{escape(done)} %"
    )


def _remember(work: Work) -> None:
    """Note in which cell work was made, and stop what an earlier run of that cell left."""
    cell, run = _cell_now()
    if not cell:
        return
    last_run, made = _BY_CELL.get(cell, ("", []))
    if last_run != run:
        for each in made:
            each.cancel()
        made = []
    _BY_CELL[cell] = (run, [*made, work])


def _cell_now() -> tuple[str, str]:
    """The cell that is being run, and which run of it this is; empty outside a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or not hasattr(shell, "get_parent"):
        return "", ""
    parent = shell.get_parent() or {}
    return parent.get("metadata", {}).get("cellId", ""), parent.get("header", {}).get("msg_id", "")
