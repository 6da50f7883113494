"""The hold on a student's kernel: starting it, running cells with a limit, asking for answers.

Whatever comes out of the kernel is treated as written by somebody who means mischief. Only
replies are listened to; what the notebook prints and shows goes nowhere.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import json
import os
import pickle
import queue
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from jupyter_client.blocking.client import BlockingKernelClient

from lcr_teach.exercises.running import Call, CalledElsewhere
from lcr_teach.submissions.plain import make

__all__ = ["Done", "Limits", "Player"]

_TO_START = 60.0  # seconds; a loaded machine takes a while to import everything
_TO_STOP = 3.0  # seconds between the friendly interruption and the end
_INSIDE = "__import__('lcr_teach.submissions.kernel', fromlist=['kernel'])"
_LONGEST = 10_000_000  # characters of an answer
#: What a student's process is told of the world. Nothing else of the environment: it may
#: hold what is not meant for students.
_HANDED_ON = ("LANG", "LC_ALL", "LC_CTYPE", "PATH", "PYTHONPATH", "SYSTEMROOT", "TZ")


@dataclass(frozen=True)
class Limits:
    """What a notebook may take.

    Attributes
    ----------
    cell : float
        Seconds for each cell, and for each call of a function that is checked.
    notebook : float
        Seconds for the whole notebook.
    memory : float
        Gigabytes (10⁹ bytes) of memory.
    """

    cell: float = 30.0
    notebook: float = 300.0
    memory: float = 2.0


@dataclass(frozen=True)
class Done:
    """What came of a cell, a question or a call.

    Attributes
    ----------
    trouble : str
        What went wrong, as the end of a sentence; empty if nothing did.
    value : object
        What was asked for.
    """

    trouble: str = ""
    value: Any = None


class Player:
    """A kernel that plays one notebook.

    Parameters
    ----------
    folder : Path
        Where the notebook lies; the kernel's working folder.
    scratch : Path
        An empty folder for the kernel's own files.
    limits : Limits
        What the notebook may take.
    """

    def __init__(self, folder: Path, scratch: Path, limits: Limits) -> None:
        self._limits = limits
        self._end = time.monotonic() + _TO_START + limits.notebook
        self._over = ""  # why there is no kernel any more
        connection = scratch / "kernel.json"
        command = [sys.executable, "-P", "-m", "lcr_teach.submissions.kernel"]
        # The processor's time is for a process that nobody watches any more.
        command += [str(limits.memory), str(_TO_START + 2 * limits.notebook)]
        command += ["-f", str(connection), "--HistoryManager.enabled=False"]
        if os.name == "posix":
            # A socket in a folder of our own, where nobody else on the machine can connect.
            command += ["--transport=ipc", f"--ip={scratch / 'socket'}"]
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=_environment(scratch),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.pid = self._process.pid
        self._client = BlockingKernelClient()
        self._connect(connection)
        self._end = time.monotonic() + limits.notebook

    def _connect(self, connection: Path) -> None:
        before = time.monotonic() + _TO_START
        while self._process.poll() is None and time.monotonic() < before:
            try:
                self._client.load_connection_file(str(connection))
            except (OSError, ValueError):  # not there yet, or half of it
                time.sleep(0.05)
                continue
            self._client.start_channels(True, False, False, False, False)
            if self._wait(self._client.kernel_info(), before) is not None:
                return
        self._give_up("its kernel did not start")

    @property
    def is_over(self) -> bool:
        """Whether the kernel is gone, so that nothing more can be run or asked."""
        return bool(self._over)

    @property
    def why_over(self) -> str:
        """Why the kernel is gone, as the end of a sentence; empty while it is there."""
        return self._over

    def run(self, source: str) -> Done:
        """Run a cell."""
        reply, trouble = self._request(source)
        if not trouble and reply.get("status") != "ok":
            trouble = f"raises {reply.get('ename')}: {reply.get('evalue')}".rstrip(" :")
        return Done(trouble)

    def ask(self, expression: str) -> Done:
        """Ask for an answer.

        Parameters
        ----------
        expression : str
            What to hand in, as Python.
        """
        said, trouble = self._evaluate(f"{_INSIDE}.hand_over(lambda: ({expression}))")
        if trouble:
            return Done(trouble)
        if "raised" in said:
            return Done(f"raises {said['raised']}")
        return self._made(said)

    def call(self, place: int, arguments: tuple[object, ...]) -> Call:
        """Call a function that was handed over."""
        packed = base64.b64encode(pickle.dumps(arguments)).decode("ascii")
        said, trouble = self._evaluate(f"{_INSIDE}.call_function({place}, {packed!r})")
        if trouble:
            return Call(trouble=trouble)
        if said.get("trouble"):
            return Call(trouble=str(said["trouble"]))
        done = self._made(said)
        return Call(done.value, done.trouble, bool(said.get("printed")))

    def close(self) -> None:
        """End the kernel and what it has started."""
        self._client.stop_channels()
        if os.name == "posix":
            # Its whole group: what it has started may outlive it.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()

    def __enter__(self) -> Player:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _made(self, said: dict[str, Any]) -> Done:
        def function(place: int, name: str) -> CalledElsewhere:
            return _Function(self, place, name)

        try:
            return Done(value=make(said.get("answer"), function))
        except ValueError:
            return Done("is nothing that could be read")

    def _evaluate(self, expression: str) -> tuple[dict[str, Any], str]:
        reply, trouble = self._request("", {"said": expression})
        if trouble:
            return {}, trouble
        try:
            shown = reply["user_expressions"]["said"]["data"]["text/plain"]
            if len(shown) > _LONGEST:
                return {}, "is too large"
            said = json.loads(ast.literal_eval(shown))
        except (KeyError, TypeError, ValueError, SyntaxError, RecursionError, MemoryError):
            said = None
        return (said, "") if isinstance(said, dict) else ({}, "is nothing that could be read")

    def _request(
        self, source: str, expressions: dict[str, str] | None = None
    ) -> tuple[dict[str, Any], str]:
        if self._over:
            return {}, self._over
        seconds = min(self._limits.cell, self._end - time.monotonic())
        if seconds <= 0:
            self._give_up(f"was given up after {self._limits.notebook:g} seconds in all")
            return {}, self._over
        ask = self._client.execute(
            source,
            silent=expressions is not None,
            store_history=False,
            user_expressions=expressions,
            allow_stdin=False,
            # Else the kernel would refuse what it gets too soon after a cell that raises.
            stop_on_error=False,
        )
        reply = self._wait(ask, time.monotonic() + seconds)
        if reply is not None:
            return reply, ""
        if self._process.poll() is not None:
            self._give_up("ended its kernel, perhaps by taking too much memory")
            return {}, self._over
        late = f"was not done after {seconds:.3g} seconds"
        self._interrupt()
        if self._wait(ask, time.monotonic() + _TO_STOP) is None:
            self._give_up(f"{late} and could not be interrupted")
            return {}, self._over
        return {}, late

    def _wait(self, ask: str, end: float) -> dict[str, Any] | None:
        """The reply to a request; ``None`` if it does not come."""
        while (left := end - time.monotonic()) > 0 and self._process.poll() is None:
            try:
                message = self._client.get_shell_msg(timeout=min(left, 0.2))
                if message["parent_header"].get("msg_id") == ask:
                    content = message["content"]
                    return content if isinstance(content, dict) else {}
            except queue.Empty:
                continue
            except (KeyError, TypeError, ValueError, AttributeError):
                continue  # no message of a kernel
        return None

    def _interrupt(self) -> None:
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGINT)

    def _give_up(self, why: str) -> None:
        self._over = why
        self.close()


class _Function(CalledElsewhere):
    """A student's function, which stays in the student's process."""

    def __init__(self, player: Player, place: int, name: str) -> None:
        self._player = player
        self._place = place
        self.__name__ = name

    def call(self, arguments: tuple[object, ...]) -> Call:
        return self._player.call(self._place, arguments)


def _environment(scratch: Path) -> dict[str, str]:
    handed_on = {name: os.environ[name] for name in _HANDED_ON if name in os.environ}
    if "PYTHONPATH" in handed_on:  # the kernel starts in another folder
        folders = handed_on["PYTHONPATH"].split(os.pathsep)
        handed_on["PYTHONPATH"] = os.pathsep.join(map(os.path.abspath, folders))
    home = str(scratch)
    own = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "IPYTHONDIR"), home)
    own |= {f"JUPYTER_{kind}_DIR": home for kind in ("CONFIG", "DATA", "RUNTIME")}
    return {
        **handed_on,
        **own,
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "PYTHONDONTWRITEBYTECODE": "1",
        # Several notebooks share the machine; and threads take memory.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        # The kernel ends by itself when this process does.
        "JPY_PARENT_PID": str(os.getpid()),
    }
