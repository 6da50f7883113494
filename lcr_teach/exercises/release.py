"""Making the students' exercises from the teacher's.

The teacher's notebook is the only source. What stands between ``### BEGIN SOLUTION``
and ``### END SOLUTION`` becomes a stub, what stands between ``### BEGIN HIDDEN TESTS``
and ``### END HIDDEN TESTS`` goes, and so do cells with the tag ``solution``. These are
the marks of nbgrader, which therefore can use the teacher's notebook as it is. Comments in
the text go too: they say how its numbers are tested, which may be how they are found.
"""

from __future__ import annotations

import ast
import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import nbformat as _nbformat

__all__ = ["release", "students_version"]

#: It comes without types.
nbformat: Any = _nbformat

_STUB = "...  # your answer"
_STUB_IN_TEXT = "*Write your answer here.*"
_SOLUTION = "SOLUTION"
_HIDDEN = "HIDDEN TESTS"
_SOLUTION_TAG = "solution"


def release(source: Path, target: Path, check: bool = False) -> list[Path]:
    """Write the student's version of every notebook in a folder.

    Parameters
    ----------
    source : Path
        Folder with the teacher's notebooks; folders inside it are not looked at.
    target : Path
        Folder for the student's versions, which have the same names. It is made if
        need be. Other files in it are left alone.
    check : bool
        Write nothing, only say what would be written.

    Returns
    -------
    list of Path
        The files in `target` that were written or, with `check`, would be: those whose
        contents change. The same source gives the same bytes, so after a release there
        are none.

    Raises
    ------
    ValueError
        If `source` holds no notebooks, is `target` itself, or a notebook in it is
        damaged or has solution marks that do not match. Nothing is written then.
    """
    if not source.is_dir():
        raise ValueError(f"there is no folder {source} with the teacher's notebooks.")
    if source.resolve() == target.resolve():
        raise ValueError(f"source and target must be two folders, not both {source}.")
    notebooks = sorted(source.glob("*.ipynb"))
    if not notebooks:
        raise ValueError(f"there is no notebook in {source}.")
    made = {
        target / path.name: students_version(path.read_text("utf-8"), path.name).encode("utf-8")
        for path in notebooks
    }
    changed = [path for path, new in made.items() if not path.is_file() or path.read_bytes() != new]
    if not check:
        for path in changed:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(made[path])
    return changed


def students_version(text: str, name: str) -> str:
    """Make the student's version of one notebook.

    Parameters
    ----------
    text : str
        The teacher's notebook, as it stands in its file.
    name : str
        Its name, for the sentence of an error.

    Returns
    -------
    str
        The student's notebook, as it is to stand in its file.

    Raises
    ------
    ValueError
        If it is no notebook with cell ids, or its solution marks do not match.
    """
    try:
        # Without ids nbformat would invent some, other ones each time.
        if not all("id" in cell for cell in json.loads(text)["cells"]):
            raise ValueError("it has no cell ids; open it in JupyterLab once and save it")
        notebook = nbformat.reads(text, as_version=4)
    except Exception as error:  # nbformat raises many kinds for the many ways to be none
        raise ValueError(f"{name} cannot be read as a notebook: {error}.") from error
    cells = []
    for number, cell in enumerate(notebook.cells, start=1):
        source = _without_solution(cell, f"{name}, cell {number}")
        if _SOLUTION_TAG not in cell.metadata.get("tags", []):
            cells.append(_handed_out(cell, source))
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    handed_out = nbformat.from_dict(
        {
            "cells": cells,
            "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )
    nbformat.validate(handed_out)
    written: str = nbformat.writes(handed_out)
    return written.rstrip("\n") + "\n"


def _handed_out(cell: Any, source: str) -> dict[str, Any]:
    """The cell with its new source, without outputs and what concerns the teacher alone."""
    metadata: dict[str, Any] = {}
    tags = [tag for tag in cell.metadata.get("tags", []) if not tag.startswith("nbval")]
    if tags:
        metadata["tags"] = tags
    if "jupyter" in cell.metadata:  # what is folded away stays so
        metadata["jupyter"] = cell.metadata["jupyter"]
    grading = cell.metadata.get("nbgrader")
    if grading:
        metadata["nbgrader"] = grading
        metadata["deletable"] = False
        if grading.get("locked"):
            metadata["editable"] = False
    new = {"cell_type": cell.cell_type, "id": cell.id, "metadata": metadata, "source": source}
    if cell.cell_type == "code":
        new |= {"execution_count": None, "outputs": []}
    if cell.get("attachments"):
        new["attachments"] = cell.attachments
    return new


class _Region(NamedTuple):
    """Lines from the mark that begins a region to the one that ends it, both included."""

    kind: str
    first: int
    last: int


def _without_solution(cell: Any, where: str) -> str:
    lines: list[str] = cell.source.split("\n")
    for region in reversed(list(_regions(lines, where))):
        inside = lines[region.first + 1 : region.last]
        new: list[str] = []
        if region.kind == _SOLUTION:
            mark = lines[region.first]
            indent = mark[: len(mark) - len(mark.lstrip())]
            new = [indent + (_stub(inside) if cell.cell_type == "code" else _STUB_IN_TEXT)]
        lines[region.first : region.last + 1] = new
    if cell.cell_type == "markdown":
        return re.sub(r"<!--.*?-->", "", "\n".join(lines), flags=re.DOTALL)
    return "\n".join(lines)


def _regions(lines: list[str], where: str) -> Iterator[_Region]:
    begun: tuple[str, int] | None = None
    for number, line in enumerate(lines):
        for kind in (_SOLUTION, _HIDDEN):
            if f"### BEGIN {kind}" in line:
                if begun is not None:
                    raise ValueError(
                        f"{where}: line {number + 1} begins a region inside the one that line "
                        f"{begun[1] + 1} began."
                    )
                begun = kind, number
            elif f"### END {kind}" in line:
                if begun is None or begun[0] != kind:
                    raise ValueError(
                        f'{where}: line {number + 1} has "### END {kind}" without '
                        f'"### BEGIN {kind}" before it.'
                    )
                yield _Region(kind, begun[1], number)
                begun = None
    if begun is not None:
        raise ValueError(
            f'{where}: "### BEGIN {begun[0]}" in line {begun[1] + 1} has no "### END {begun[0]}".'
        )


def _stub(solution: list[str]) -> str:
    """What stands in place of a solution: it runs, and it leaves the answer missing.

    The last statement decides. A name that gets a value gets ``...`` instead, so that the
    check finds it; a function that returns something returns ``...``.

    Examples
    --------
    >>> _stub(["half = Rational(1, 2)", "chance = half * half"])
    'chance = ...  # your answer'
    >>> _stub(["    return sum(row)"])
    'return ...  # your answer'
    >>> _stub(["print(chance)"])
    '...  # your answer'
    """
    try:
        body = ast.parse(textwrap.dedent("\n".join(solution))).body
    except SyntaxError:
        return _STUB
    match body[-1:]:
        case [ast.Assign(targets=[ast.Name(id=name)])]:
            return f"{name} = {_STUB}"
        case [ast.Return()]:
            return f"return {_STUB}"
        case _:
            return _STUB
