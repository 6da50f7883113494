"""What was found in a student's notebooks: a line for people, rows and objects for machines."""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lcr_teach.exercises.verdict import Outcome

__all__ = ["NOT_CHECKED", "Judged", "Report", "one_line", "write_csv"]

NOT_CHECKED = "Not checked"

_COLUMNS = ("student", "notebook", "exercise", "outcome", "remark", "trouble")
_LONGEST = 160  # characters of what a student's code says
_SHOWN = 2  # troubles in the line of a notebook


@dataclass(frozen=True)
class Judged:
    """How one answer fares.

    Attributes
    ----------
    outcome : str
        "Right", "Not yet", "Not answered yet", or "Not checked" where the notebook did not
        come that far.
    remark : str
        A sentence about this answer; may be empty.
    """

    outcome: str = NOT_CHECKED
    remark: str = ""


@dataclass(frozen=True)
class Report:
    """What was found in one notebook.

    Attributes
    ----------
    student : str
        Name of the student's folder.
    notebook : str
        Path of the notebook in it.
    exercises : dict of str to Judged
        How each exercise fares; empty for what is no notebook.
    troubles : tuple of str
        What went wrong when it was run, as ends of sentences.
    changed : tuple of str
        Exercises whose check cell was not the kit's. The kit's own was used.
    """

    student: str
    notebook: str
    exercises: Mapping[str, Judged] = field(default_factory=dict)
    troubles: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    @property
    def all_right(self) -> bool:
        """Whether every exercise is right and nothing went wrong."""
        return not self.troubles and bool(self.exercises) and not self._rest(Outcome.RIGHT.value)

    def _with(self, outcome: str) -> list[str]:
        return [name for name, judged in self.exercises.items() if judged.outcome == outcome]

    def _rest(self, outcome: str) -> list[str]:
        return [name for name, judged in self.exercises.items() if judged.outcome != outcome]

    def __str__(self) -> str:
        parts = []
        if self.exercises:
            right = self._with(Outcome.RIGHT.value)
            names = f" ({', '.join(right)})" if right and len(right) < len(self.exercises) else ""
            parts.append(f"{len(right)} of {len(self.exercises)} right{names}")
        for outcome, words in [
            (Outcome.NOT_YET.value, "not yet"),
            (Outcome.NOT_ANSWERED.value, "not answered"),
            (NOT_CHECKED, "not checked"),
        ]:
            if found := self._with(outcome):
                parts.append(f"{words}: {', '.join(found)}")
        parts += self.troubles[:_SHOWN]
        if len(self.troubles) > _SHOWN:
            parts.append(f"and {len(self.troubles) - _SHOWN} more troubles")
        if self.changed:
            parts.append(f"check cell changed, the kit's own used: {', '.join(self.changed)}")
        said = "; ".join(parts)
        return f"{self.student}, {self.notebook}: {said}{'' if said.endswith(('.', '…')) else '.'}"

    def remarks(self) -> list[str]:
        """A line for each answer of which there is something to say.

        Returns
        -------
        list of str
            The name of the exercise and what can be seen in its answer; nothing of right ones.
        """
        return [
            f"{name}: {judged.remark}"
            for name, judged in self.exercises.items()
            if judged.remark and judged.outcome != Outcome.RIGHT.value
        ]

    def to_json(self) -> dict[str, Any]:
        """All of it, for machines.

        Returns
        -------
        dict
            The attributes by name, of plain values that `json` can write.
        """
        return {
            "student": self.student,
            "notebook": self.notebook,
            "exercises": {
                name: {"outcome": judged.outcome, "remark": judged.remark}
                for name, judged in self.exercises.items()
            },
            "troubles": list(self.troubles),
            "changed": list(self.changed),
        }

    def rows(self) -> list[dict[str, str]]:
        """A row for each exercise; a notebook that has none gets one all the same.

        Returns
        -------
        list of dict
            The same keys in each; values are texts, and several troubles are joined.
        """
        found = self.exercises or {"": Judged()}
        values = [
            (name, judged.outcome, judged.remark, "; ".join(self.troubles))
            for name, judged in found.items()
        ]
        return [
            dict(zip(_COLUMNS, (self.student, self.notebook, *value), strict=True))
            for value in values
        ]


def write_csv(reports: Iterable[Report], path: Path) -> None:
    """Write a row for each student, notebook and exercise.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    # With the mark that tells a spreadsheet the encoding.
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, _COLUMNS)
        writer.writeheader()
        for report in reports:
            writer.writerows(
                {name: _no_formula(value) for name, value in row.items()} for row in report.rows()
            )


def _no_formula(value: str) -> str:
    """A spreadsheet takes what begins so for a formula, and runs it."""
    return f"'{value}" if value.startswith(("=", "+", "-", "@")) else value


def one_line(said: object) -> str:
    r"""What a student's code or file says, made harmless for a terminal and not too long.

    Examples
    --------
    >>> one_line("\x1b[2Jbad\nnews   here")
    '[2Jbad news here'
    """
    text = " ".join(str(said).split())
    text = "".join(sign for sign in text if unicodedata.category(sign)[0] != "C")
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
