"""The reader's own copy of the lessons, and JupyterLab on it.

Plain functions without a command line; :mod:`lcr_teach.cli` is the command line. Whatever
goes wrong for a reason that the reader can mend is a :class:`LabError` of one sentence.
"""

from __future__ import annotations

import importlib.util
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from lcr_teach.handed_out import HandedOut

__all__ = [
    "FIRST_LESSON",
    "CopyReport",
    "LabError",
    "copy_lessons",
    "lab_command",
    "lessons_folder",
    "start_lab",
]

FIRST_LESSON = "notebooks/00-start-here.ipynb"


class LabError(Exception):
    """What keeps the lessons from being copied or opened, in one sentence for the reader."""


@dataclass(frozen=True)
class CopyReport:
    """What :func:`copy_lessons` did, each file named by its path within the folder.

    Attributes
    ----------
    folder : Path
        The reader's folder.
    copied : tuple of str
        Files that were not there and now are.
    renewed : tuple of str
        Files that were there as the kit had handed them out, to the last byte, while the
        kit has a newer version. That one is there now.
    up_to_date : tuple of str
        Files that were there already, equal to the kit's.
    kept_yours : tuple of str
        Files that were there and differ from the kit's and from what was handed out. They
        were not touched.
    """

    folder: Path
    copied: tuple[str, ...] = ()
    renewed: tuple[str, ...] = ()
    up_to_date: tuple[str, ...] = ()
    kept_yours: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [f"{len(self.copied)} copied"]
        if self.renewed:
            parts.append(f"{len(self.renewed)} renewed")
        parts.append(f"{len(self.up_to_date)} up to date")
        if self.kept_yours:
            parts.append(f"{len(self.kept_yours)} kept yours")
        lines = [f"Lessons in {self.folder}: {', '.join(parts)}."]
        lines += [f"  renewed: {name}" for name in self.renewed]
        lines += [f"  kept yours: {name}" for name in self.kept_yours]
        if self.kept_yours:
            lines.append("  (These differ from the kit's. Rename one to get the kit's beside it.)")
        return "\n".join(lines)


def lessons_folder() -> Path:
    """Find the lessons that came with the kit.

    Returns
    -------
    Path
        A folder that holds ``notebooks`` and ``exercises``: inside the package where the kit
        was installed from a wheel, the root of the checkout where it was not.

    Raises
    ------
    LabError
        If neither has any lessons.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "lessons", package.parent):
        if (folder / FIRST_LESSON).is_file():
            return folder
    raise LabError(
        f"lcr_teach was installed without its lessons (looked in {package / 'lessons'} and "
        f"{package.parent}); install it again from its wheel or from a full checkout."
    )


def _lesson_files(source: Path) -> Iterator[PurePosixPath]:
    """Name what is handed out. The folder with the solutions, in a checkout, is not."""
    for path in sorted((source / "notebooks").rglob("*")):
        name = path.relative_to(source)
        if path.is_file() and not any(part.startswith(".") for part in name.parts):
            yield PurePosixPath(name.as_posix())
    for path in sorted((source / "exercises").glob("*.ipynb")):
        yield PurePosixPath(path.relative_to(source).as_posix())


def _chosen(source: Path, lessons: Sequence[str]) -> Iterator[PurePosixPath]:
    """Name what belongs to the lessons asked for: all, if none is.

    What is no notebook, such as a picture, may belong to any lesson and comes along.
    """
    names = list(_lesson_files(source))
    notebooks = {name for name in names if name.suffix == ".ipynb"}
    wanted: set[PurePosixPath] = set()
    for lesson in lessons:
        found = {name for name in notebooks if _is_called(name, lesson)}
        if not found:
            there = ", ".join(sorted({name.stem for name in notebooks}))
            raise LabError(f"There is no lesson {lesson!r}; there are {there}.")
        wanted |= found
    yield from (name for name in names if not lessons or name in wanted or name not in notebooks)


def _is_called(name: PurePosixPath, lesson: str) -> bool:
    """Whether a notebook is what a reader calls ``5``, ``05``, ``05-who-wins`` or so."""
    number = re.match(r"\d+", name.name)
    if lesson.isdecimal():
        return number is not None and int(number[0]) == int(lesson)
    return PurePosixPath(lesson).name in (name.name, name.stem)


def _place(content: bytes, target: Path, instead: bool = False) -> bool:
    """Put a whole new file at `target`, or leave what is there and return False.

    With `instead` it takes the place of what is there.

    The content is first written under a name of its own, so that an interrupted copy leaves
    no half lesson that the next run would take for the reader's work. A link, unlike a
    rename, fails where something has appeared in the meantime.
    """
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        if instead:
            part.replace(target)
            return True
        try:
            os.link(part, target)
        except OSError:
            if os.path.lexists(target):
                return False
            part.rename(target)  # this file system has no links, as on most USB sticks
    finally:
        part.unlink(missing_ok=True)
    return True


def copy_lessons(
    folder: str | Path, source: Path | None = None, lessons: Sequence[str] = ()
) -> CopyReport:
    """Copy lessons and exercises into a folder of the reader's own; lose nothing of theirs.

    A file that is missing is copied. A file that is there and that anybody has changed since
    it was handed out stays as it is; if it differs from the kit's, the report names it. So
    the function may be called as often as one likes, and after an update of the kit it adds
    the new lessons and renews those that the reader never changed.

    Parameters
    ----------
    folder : str or Path
        The reader's folder. It is made if need be; other files in it are left alone.
    source : Path, optional
        Where the lessons come from; :func:`lessons_folder` by default.
    lessons : sequence of str
        Numbers or names of lessons, as in ``"5"`` or ``"05-who-wins"``, each with its
        exercises; all of them if none is named.

    Returns
    -------
    CopyReport
        The names of the files copied, renewed, found equal, and kept.

    Raises
    ------
    LabError
        If there is no such lesson, or `folder` is a file or cannot be written to.
    """
    folder = Path(folder).expanduser().absolute()
    source = lessons_folder() if source is None else source
    names = list(_chosen(source, lessons))
    if folder.exists() and not folder.is_dir():
        raise LabError(f"{folder} is a file; the lessons need a folder, so name another one.")
    copied, renewed, up_to_date, kept_yours = [], [], [], []
    memory = HandedOut(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            for name in map(str, names):
                content = (source / name).read_bytes()
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                if not target.exists() and _place(content, target):
                    copied.append(name)
                elif target.is_symlink() or not target.is_file():
                    kept_yours.append(name)
                    continue
                elif (theirs := target.read_bytes()) == content:
                    up_to_date.append(name)
                elif memory.is_untouched(name, theirs):
                    _place(content, target, instead=True)
                    renewed.append(name)
                else:
                    kept_yours.append(name)
                    continue
                memory.remember(name, content)
        finally:
            memory.save()
    except OSError as error:
        where = error.filename or folder
        raise LabError(
            f"The lessons cannot be copied to {folder}: {error.strerror or error} ({where})."
        ) from error
    return CopyReport(folder, *map(tuple, (copied, renewed, up_to_date, kept_yours)))


def lab_command(
    folder: str | Path,
    open_browser: bool = True,
    port: int | None = None,
    options: Sequence[str] = (),
) -> list[str]:
    """Say how JupyterLab is started on a folder of lessons.

    Parameters
    ----------
    folder : str or Path
        The folder that JupyterLab shows.
    open_browser : bool
        Whether JupyterLab opens the first lesson in a browser.
    port : int, optional
        This port and no other; without it, the first free one from 8888 on.
    options : sequence of str
        More options of JupyterLab.

    Returns
    -------
    list of str
        The command and its arguments.
    """
    folder = Path(folder).expanduser().absolute()
    page = f"/lab/tree/{FIRST_LESSON}" if (folder / FIRST_LESSON).exists() else "/lab"
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url={page}",
        # No question about news and no look for updates: a class starts with the lesson, and
        # nothing is asked of the network. The question itself goes away only by a setting.
        f"--LabApp.app_settings_dir={Path(__file__).parent / 'lab_settings'}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        # One Ctrl-C is enough.
        "--ServerApp.answer_yes=True",
    ]
    if not open_browser:
        command.append("--no-browser")
    if port is not None:
        command += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # In a container one is root. The server listens to this machine only.
        command.append("--allow-root")
    return [*command, *options]


def start_lab(folder: str | Path, open_browser: bool = True, port: int | None = None) -> int:
    """Start JupyterLab on a folder of lessons and wait until it ends.

    Parameters
    ----------
    folder : str or Path
        The folder that JupyterLab shows.
    open_browser : bool
        Whether JupyterLab opens the first lesson in a browser.
    port : int, optional
        This port and no other; without it, the first free one from 8888 on.

    Returns
    -------
    int
        The exit code: 0 also where the reader ended JupyterLab with Ctrl-C.

    Raises
    ------
    LabError
        If the folder does not exist, JupyterLab is not installed, or the port is taken.
    """
    folder = Path(folder).expanduser().absolute()
    if not folder.is_dir():
        raise LabError(f"There is no folder {folder} to open.")
    if importlib.util.find_spec("jupyterlab") is None:
        raise LabError(
            "JupyterLab is not installed for this Python; "
            f"get it with: {Path(sys.executable).name} -m pip install jupyterlab"
        )
    if port is not None and not _is_free(port):
        raise LabError(f"Port {port} cannot be used here; name another one, or none.")
    process = subprocess.Popen(lab_command(folder, open_browser, port))
    try:
        return process.wait()
    except KeyboardInterrupt:
        # The terminal has sent the same Ctrl-C to JupyterLab, which now stops its kernels.
        try:
            process.wait(timeout=15)
        except (KeyboardInterrupt, subprocess.TimeoutExpired):
            process.kill()
            process.wait()
        return 0


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        if os.name == "posix":
            # As the server itself does: a port just given up counts as free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
