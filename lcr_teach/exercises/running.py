"""Running a student's function so that nothing it does can stop the lesson."""

from __future__ import annotations

import contextlib
import inspect
import io
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass

__all__ = ["Call", "CalledElsewhere", "TooLong", "call", "time_limit"]

#: A solution needs a second or two, also on a slow machine.
LONGEST_CALL = 30.0


class TooLong(BaseException):
    """The time is over. No Exception, so that ``except Exception`` does not catch it."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TooLong` inside the block when the time is over, where the system can do that.

    Windows and the browser cannot, nor can a second thread; there the student stops the
    kernel by hand.
    """
    can = sys.platform != "emscripten" and hasattr(signal, "setitimer")
    if not can or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if before is None else before)


@dataclass(frozen=True)
class Call:
    """What came of calling a student's function.

    Attributes
    ----------
    value : object
        What it returned.
    trouble : str
        Why nothing was returned, as the end of a sentence; empty if all went well.
    printed : bool
        Whether it printed something.
    """

    value: object = None
    trouble: str = ""
    printed: bool = False


class CalledElsewhere(ABC):
    """Stands for a function of another process, which is called there."""

    @abstractmethod
    def call(self, arguments: tuple[object, ...]) -> Call:
        """Have it called."""

    def __call__(self, *arguments: object) -> object:
        """Have it called, as if it were here."""
        done = self.call(arguments)
        if done.trouble:
            raise RuntimeError(f"the function {done.trouble}")
        return done.value


def call(function: Callable[..., object], arguments: tuple[object, ...]) -> Call:
    """Call a student's function; what it prints is kept from the page.

    Examples
    --------
    >>> call(lambda x: 1 / x, (0,)).trouble
    'raised ZeroDivisionError: division by zero'
    """
    if isinstance(function, CalledElsewhere):
        return function.call(arguments)
    if not _takes(function, arguments):
        return Call(trouble=f"cannot be called with {len(arguments)} arguments")
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed), time_limit(LONGEST_CALL):
            value = function(*arguments)
    except TooLong:
        return Call(trouble=f"was not done after {LONGEST_CALL:g} seconds: does a loop never end?")
    except KeyboardInterrupt:
        return Call(trouble="was stopped before it was done")
    except (Exception, SystemExit) as error:
        return Call(trouble=f"raised {_in_words(error)}")
    if inspect.iscoroutine(value):
        value.close()  # or Python would warn that nobody waited for it
        return Call(trouble="is an `async` function: write `def` alone")
    return Call(value, printed=bool(printed.getvalue()))


def _takes(function: Callable[..., object], arguments: tuple[object, ...]) -> bool:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return True  # some built-in functions do not say what they take
    try:
        signature.bind(*arguments)
    except TypeError:
        return False
    return True


def _in_words(error: BaseException) -> str:
    try:
        said = str(error).strip().splitlines()
    except Exception:
        said = []
    text = said[0] if said else ""
    if len(text) > 150:
        text = text[:149] + "…"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
