"""Checking what students hand in, without trusting it.

Each notebook is run in a kernel of its own, in a copy of its student's folder, with limits.
The kernel is asked for answers only; another process judges them. What this protects against
and what it does not is said in ``docs/checking.md``.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from lcr_teach.exercises.verdict import Outcome
from lcr_teach.submissions.player import Limits
from lcr_teach.submissions.report import Judged, Report, one_line

__all__ = ["Limits", "Report", "Submission", "check_all", "find"]

#: Folders that hold no exercises: lessons, and what tools leave behind.
_NOT_LOOKED_AT = ("notebooks", "__pycache__")
_OUTCOMES = {outcome.value for outcome in Outcome}
_TO_JUDGE = 180.0  # seconds beside those that the notebook may take


class Submission(NamedTuple):
    """A notebook that a student handed in.

    Attributes
    ----------
    student : str
        Name of the student's folder.
    folder : Path
        The student's folder.
    notebook : Path
        The notebook's path within it.
    """

    student: str
    folder: Path
    notebook: Path


def find(folder: Path) -> list[Submission]:
    """Find the notebooks to be checked.

    Parameters
    ----------
    folder : Path
        A student's folder, which holds notebooks or a folder ``exercises``; or a folder of
        such folders, one a student.

    Returns
    -------
    list of Submission
        In the order of students and notebooks. Hidden folders, and folders called
        ``notebooks``, which hold lessons, are not looked at.
    """
    folder = folder.absolute()
    if _is_students(folder):
        return _notebooks(folder)
    inside = (path for path in sorted(folder.iterdir()) if path.is_dir())
    return [found for path in inside if _is_looked_at(path.name) for found in _notebooks(path)]


def _is_students(folder: Path) -> bool:
    return any(folder.glob("*.ipynb")) or any(folder.glob("exercises/*.ipynb"))


def _notebooks(folder: Path) -> list[Submission]:
    paths = (path.relative_to(folder) for path in sorted(folder.rglob("*.ipynb")))
    return [
        Submission(folder.name, folder, path)
        for path in paths
        if all(map(_is_looked_at, path.parts)) and not (folder / path).is_dir()
    ]


def _is_looked_at(name: str) -> bool:
    return name not in _NOT_LOOKED_AT and not name.startswith(".")


def check_all(
    submissions: list[Submission], kit: Path, limits: Limits, jobs: int
) -> Iterator[Report | None]:
    """Check notebooks, several at a time.

    Parameters
    ----------
    submissions : list of Submission
        What was handed in.
    kit : Path
        Folder with the kit's exercise notebooks.
    limits : Limits
        What each notebook may take.
    jobs : int
        How many are checked at the same time.

    Yields
    ------
    Report or None
        For each of them in its turn; ``None`` for a notebook that is none of the kit's.
    """
    stop = threading.Event()
    with ThreadPoolExecutor(jobs) as pool:
        tasks = [pool.submit(_check, one, kit, limits, stop) for one in submissions]
        try:
            for task in tasks:
                yield task.result()
        finally:
            # Also where somebody pressed Ctrl-C: no process stays behind.
            stop.set()
            for task in tasks:
                task.cancel()


def _check(one: Submission, kit: Path, limits: Limits, stop: threading.Event) -> Report | None:
    # What the notebook has left running may still write while its files are cleared away.
    with tempfile.TemporaryDirectory(prefix="lcr-", ignore_cleanup_errors=True) as made:
        place = Path(made)
        copy, scratch = place / "folder", place / "scratch"
        scratch.mkdir()
        try:
            shutil.copytree(one.folder, copy, symlinks=True, ignore=_hidden)
        except (OSError, shutil.Error):
            return _report(one, [{"broken": "its folder cannot be copied"}])
        asked = {
            "notebook": str(copy / one.notebook),
            "kit": str(kit.absolute()),
            "scratch": str(scratch),
            "limits": asdict(limits),
        }
        return _report(one, _ask_referee(asked, 2 * limits.notebook + _TO_JUDGE, stop))


def _hidden(_: Any, names: list[str]) -> list[str]:
    return [name for name in names if name.startswith(".")]


def _ask_referee(
    asked: dict[str, Any], seconds: float, stop: threading.Event
) -> list[dict[str, Any]]:
    # With -P, because where this was started there may lie a student's json.py.
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "lcr_teach.submissions.referee"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )
    said: str | None = json.dumps(asked)
    told = ""
    for _ in range(int(seconds / 0.2)):
        try:
            told = process.communicate(said, timeout=0.2)[0]
            break
        except subprocess.TimeoutExpired:
            said = None  # it was said at the first attempt
            if stop.is_set():
                break
    if process.poll() is None:
        process.kill()
        told = process.communicate()[0]
    lines = told.splitlines()
    found = []
    for line in lines:
        with contextlib.suppress(ValueError):  # the last line, where it was killed
            found.append(json.loads(line))
    _end_kernel(found)
    return found


def _end_kernel(found: list[dict[str, Any]]) -> None:
    """End the student's kernel where the referee could not do it any more."""
    pids = [line["kernel"] for line in found if "kernel" in line]
    if pids and not any("end" in line for line in found) and os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pids[0], signal.SIGKILL)


def _report(one: Submission, found: list[dict[str, Any]]) -> Report | None:
    exercises: dict[str, Judged] = {}
    troubles: list[str] = []
    changed: list[str] = []
    ended = False
    for line in found:
        if "foreign" in line:
            return None
        if "broken" in line:
            troubles.append(f"is no notebook: {one_line(line['broken'])}")
            ended = True
        for name in line.get("exercises", ()):
            exercises[name] = Judged()
        if "exercise" in line:
            exercises[line["exercise"]] = Judged(line["outcome"], one_line(line["remark"]))
        if "trouble" in line:
            troubles.append(one_line(line["trouble"]))
        changed += line.get("changed", ())
        ended |= "end" in line
    if not ended:
        troubles.append("could not be judged to the end")
    return Report(
        one_line(one.student),
        one_line(one.notebook.as_posix()),
        exercises,
        tuple(troubles),
        tuple(dict.fromkeys(changed)),
    )
