"""How long each lesson's kernel runs from top to bottom, and the most memory that it takes.

What a hub has to give to each student; JupyterLab itself comes once more on top.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from benchmarks.memory import PEAK
from benchmarks.timing import Row

LESSONS = Path(__file__).parents[1] / "notebooks"


def rows() -> Iterator[Row]:
    for path in sorted(LESSONS.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        # The kernel itself says how much it held, in a cell after the last.
        notebook.cells.append(nbformat.v4.new_code_cell(PEAK))
        start = time.perf_counter()
        NotebookClient(
            notebook,
            timeout=300,
            kernel_name="python3",
            resources={"metadata": {"path": str(path.parent)}},
        ).execute()
        taken = time.perf_counter() - start
        peak = int(notebook.cells[-1].outputs[0].text.splitlines()[-1])
        yield Row(f"lesson {path.stem}", taken, memory=peak / 1e9)
