"""What the kit asks for: its own check cells, which take the place of a student's."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Assignment", "Task", "assignments", "grade_id_of", "source_of", "tasks_in"]


@dataclass(frozen=True)
class Task:
    """One check of an exercise notebook.

    Attributes
    ----------
    exercise : str
        Name of the exercise, as in ``"05.1"``.
    expression : str
        What is handed in, as Python: mostly the name of a variable.
    before : str
        What the check cell does before it checks; mostly nothing.
    """

    exercise: str
    expression: str
    before: str = ""


@dataclass(frozen=True)
class Assignment:
    """One exercise notebook of the kit.

    Attributes
    ----------
    name : str
        Its file name without the ending, as in ``"05-who-wins"``.
    cells : dict
        The tasks of each check cell, by its ``grade_id``.
    sources : dict
        The ``grade_id`` of each check cell, by its source; for notebooks that have lost
        their metadata.
    """

    name: str
    cells: Mapping[str, tuple[Task, ...]]
    sources: Mapping[str, str]

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All tasks, in their order."""
        return tuple(task for tasks in self.cells.values() for task in tasks)

    def check_of(self, cell: Mapping[str, Any]) -> str | None:
        """The ``grade_id`` of the kit's check cell that this cell of a student stands for."""
        grade_id = grade_id_of(cell)
        if grade_id in self.cells:
            return grade_id
        return self.sources.get(source_of(cell).strip())


def assignments(exercises: Path) -> tuple[Assignment, ...]:
    """Read the kit's exercise notebooks.

    Parameters
    ----------
    exercises : Path
        Folder with the notebooks that are handed out to students.

    Raises
    ------
    ValueError
        If a check cell of the kit cannot be understood.
    """
    found = []
    for path in sorted(exercises.glob("*.ipynb")):
        cells, sources = {}, {}
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            source = source_of(cell)
            if _grading(cell).get("grade") is True:
                grade_id = str(grade_id_of(cell))
                cells[grade_id] = tasks_in(source, f"{path.name}, {grade_id}")
                sources[source.strip()] = grade_id
        if cells:
            found.append(Assignment(path.stem, cells, sources))
    return tuple(found)


def tasks_in(source: str, where: str) -> tuple[Task, ...]:
    """Read the tasks of a check cell.

    Examples
    --------
    >>> tasks_in('check("05.1", first_seat)', "a cell")
    (Task(exercise='05.1', expression='first_seat', before=''),)
    """
    tasks = []
    before: list[ast.stmt] = []
    for statement in ast.parse(source).body:
        match statement:
            case ast.Expr(
                ast.Call(ast.Name("check"), [ast.Constant(str(name)), expression], keywords=[])
            ):
                first = ast.unparse(ast.Module(before, []))
                tasks.append(Task(name, ast.unparse(expression), first))
                before = []
            case _:
                before.append(statement)
    if not tasks or before:
        raise ValueError(f'{where}: a check cell must end with check("name", answer).')
    return tuple(tasks)


def grade_id_of(cell: Mapping[str, Any]) -> str | None:
    """The name that a cell carries through a student's hands; ``None`` if it has none."""
    grade_id = _grading(cell).get("grade_id")
    return grade_id if isinstance(grade_id, str) else None


def _grading(cell: Mapping[str, Any]) -> Mapping[str, Any]:
    metadata = cell.get("metadata")
    grading = metadata.get("nbgrader") if isinstance(metadata, Mapping) else None
    return grading if isinstance(grading, Mapping) else {}


def source_of(cell: Mapping[str, Any]) -> str:
    """The text of a cell, which a file may hold in lines."""
    source = cell.get("source", "")
    return "".join(source) if isinstance(source, list) else str(source)
