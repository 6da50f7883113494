"""The process that judges one notebook: ``python -m lcr_teach.submissions.referee``.

It is told what to do on its standard input, as JSON, and tells what it finds on its standard
output, an object of JSON a line, as soon as it is known. The student's kernel is a process
of its own that shares neither. Where this process dies all the same, what it has told until
then still counts.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lcr_teach.exercises.checking import known_exercises
from lcr_teach.exercises.exercise import Finding
from lcr_teach.exercises.verdict import Outcome
from lcr_teach.submissions.kernel import limit
from lcr_teach.submissions.player import Limits, Player
from lcr_teach.submissions.tasks import Assignment, Task, assignments, grade_id_of, source_of

__all__ = ["Tell", "referee"]

#: Gets one finding.
Tell = Callable[[dict[str, Any]], None]

#: What stands in a teacher's notebook and is not handed out.
_HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS", re.DOTALL)
_LEAST_MEMORY = 2.0  # gigabytes, for the judges


def referee(notebook: Path, kit: Path, scratch: Path, limits: Limits, tell: Tell) -> None:
    """Run a student's notebook and judge its answers.

    Parameters
    ----------
    notebook : Path
        The student's notebook, in a copy of the student's folder.
    kit : Path
        Folder with the kit's exercise notebooks.
    scratch : Path
        An empty folder for the kernel.
    limits : Limits
        What the notebook may take.
    tell : callable
        Is told what is found.
    """
    try:
        cells = _cells(notebook)
    except (OSError, ValueError, RecursionError) as error:
        tell({"broken": _why(error)})
        return
    assignment = _assignment(cells, notebook.stem, assignments(kit))
    if assignment is None:
        tell({"foreign": True})
        return
    tell({"exercises": [task.exercise for task in assignment.tasks]})
    with Player(notebook.parent, scratch, limits) as player:
        tell({"kernel": player.pid})
        _play(player, cells, assignment, tell)
    tell({"end": True})


def _play(
    player: Player, cells: Sequence[Mapping[str, Any]], assignment: Assignment, tell: Tell
) -> None:
    met = set()
    for number, cell in enumerate(cells, start=1):
        if cell.get("cell_type") != "code":
            continue
        source = source_of(cell)
        check = assignment.check_of(cell)
        if check is None:
            done = player.run(source)
            if done.trouble:
                tell({"trouble": f"cell {number} {done.trouble}"})
        else:
            # The kit's own check, whatever stands in the cell.
            met.add(check)
            if assignment.sources.get(_HIDDEN.sub("", source).strip()) != check:
                tell({"changed": [task.exercise for task in assignment.cells[check]]})
            _judge_all(player, assignment.cells[check], tell)
        if player.is_over:
            if check is not None:
                tell({"trouble": f"cell {number} {player.why_over}"})
            return
    for check, tasks in assignment.cells.items():
        if check not in met:  # somebody has deleted the check
            _judge_all(player, tasks, tell)


def _judge_all(player: Player, tasks: Sequence[Task], tell: Tell) -> None:
    for task in tasks:
        finding = _judge(player, task)
        if finding is not None:
            outcome = finding.outcome.value
            tell({"exercise": task.exercise, "outcome": outcome, "remark": finding.remark})


def _judge(player: Player, task: Task) -> Finding | None:
    """Judge an answer; ``None`` where it cannot be had any more."""
    if task.before and (trouble := player.run(task.before).trouble):
        return None if player.is_over else Finding(Outcome.NOT_YET, f"The check {trouble}.")
    done = player.ask(task.expression)
    if player.is_over:
        return None
    if done.trouble:
        return Finding(Outcome.NOT_YET, f"The answer {done.trouble}.")
    try:
        return known_exercises()[task.exercise].judge(done.value)
    except Exception:  # an answer that no judge has thought of
        return Finding(Outcome.NOT_YET, "This answer could not be judged.")


def _cells(notebook: Path) -> list[Mapping[str, Any]]:
    # Without nbformat, whose import takes longer than everything else here.
    content = json.loads(notebook.read_text(encoding="utf-8"))
    if not isinstance(content, dict) or not isinstance(content.get("cells"), list):
        raise ValueError("it has no cells")
    if content.get("nbformat") != 4:
        raise ValueError("it is not in format 4; open it in JupyterLab once and save it")
    cells: list[Mapping[str, Any]] = content["cells"]
    if not all(isinstance(cell, dict) and "cell_type" in cell for cell in cells):
        raise ValueError("a cell in it is none")
    return cells


def _why(error: Exception) -> str:
    match error:
        case UnicodeDecodeError():
            return "it is no text"
        case json.JSONDecodeError():
            return f"it is not JSON ({error.msg}, line {error.lineno})"
        case OSError():
            return f"it cannot be read ({error.strerror})"
    return str(error)


def _assignment(
    cells: Sequence[Mapping[str, Any]], stem: str, known: Sequence[Assignment]
) -> Assignment | None:
    """Which of the kit's notebooks this is: by its cells, else by its name."""
    grade_ids = {grade_id_of(cell) for cell in cells}
    found = max(known, key=lambda one: len(grade_ids & set(one.cells)), default=None)
    if found is not None and grade_ids & set(found.cells):
        return found
    return next((one for one in known if stem.startswith(one.name)), None)


def _tell(found: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Judge the notebook that standard input names."""
    asked = json.load(sys.stdin)
    limits = Limits(**asked["limits"])
    limit(max(limits.memory, _LEAST_MEMORY), 2 * limits.notebook + 120)
    notebook, kit, scratch = (Path(asked[name]) for name in ("notebook", "kit", "scratch"))
    referee(notebook, kit, scratch, limits, _tell)


if __name__ == "__main__":
    main()
