"""What was handed out: how a copy that its reader never changed is told from one they did.

A small hidden file in the reader's folder keeps the SHA-256 sum of each file as it was
handed out. Where the sum still fits, nobody has written in the copy.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

__all__ = ["MEMORY", "HandedOut"]

MEMORY = ".lcr-teach.json"

_FORMAT = 1


class HandedOut:
    """The sums of the files that were handed out to one folder.

    A memory that is missing or damaged knows of nothing. Then every copy that differs from
    the kit's counts as the reader's own, and none is ever lost.

    Parameters
    ----------
    folder : Path
        The reader's folder.

    Examples
    --------
    >>> memory = HandedOut(Path("no-such-folder"))
    >>> memory.remember("notebooks/05-who-wins.ipynb", b"as handed out")
    >>> memory.is_untouched("notebooks/05-who-wins.ipynb", b"as handed out")
    True
    >>> memory.is_untouched("notebooks/05-who-wins.ipynb", b"with my answer")
    False
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / MEMORY
        self._saved = _read(self._path)
        self._sums = dict(self._saved)

    def is_untouched(self, name: str, content: bytes) -> bool:
        """Whether this content of a file is just what was handed out under its name."""
        return self._sums.get(name) == _sum(content)

    def remember(self, name: str, content: bytes) -> None:
        """Note that a file was handed out with this content."""
        self._sums[name] = _sum(content)

    def save(self) -> None:
        """Write down what is new, if anything is; a file is there whole or not at all.

        Raises
        ------
        OSError
            If the folder cannot be written to.
        """
        if self._sums == self._saved:
            return
        content = {"format": _FORMAT, "handed_out": dict(sorted(self._sums.items()))}
        part = self._path.with_name(f"{MEMORY}.{os.getpid()}.part")
        try:
            part.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
            part.replace(self._path)
        finally:
            part.unlink(missing_ok=True)
        self._saved = dict(self._sums)


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _read(path: Path) -> dict[str, str]:
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        if saved["format"] != _FORMAT:
            return {}
        return {str(name): str(value) for name, value in saved["handed_out"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
