"""Making the students' exercises from the teacher's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest

from lcr_teach.exercises.release import release, students_version

ROOT = Path(__file__).parent.parent
TEACHER = ROOT / "exercises" / "teacher"
STUDENT = ROOT / "exercises"
NAMES = sorted(path.name for path in TEACHER.glob("*.ipynb"))

SOLVED = """\
half = 2
### BEGIN SOLUTION
secret = half + 1
answer = secret * 2
### END SOLUTION
"""


def cell(source: str, kind: str = "code", number: int = 1, **metadata: Any) -> dict[str, Any]:
    made = {"cell_type": kind, "id": f"c{number}", "metadata": metadata, "source": source}
    if kind == "code":
        output = {"output_type": "stream", "name": "stdout", "text": "secret output\n"}
        made |= {"execution_count": 7, "outputs": [output]}
    return made


def notebook(*cells: dict[str, Any], **metadata: Any) -> str:
    content = {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content)


def sources(text: str) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(text)["cells"]]


def only_source(source: str, kind: str = "code") -> str:
    (found,) = sources(students_version(notebook(cell(source, kind)), "a.ipynb"))
    return found


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    source, target = tmp_path / "teacher", tmp_path / "student"
    source.mkdir()
    (source / "a.ipynb").write_text(notebook(cell(SOLVED)), "utf-8")
    (source / "b.ipynb").write_text(notebook(cell("1 + 1")), "utf-8")
    return source, target


class TestOneCell:
    def test_an_assignment_becomes_a_missing_answer(self) -> None:
        assert only_source(SOLVED) == "half = 2\nanswer = ...  # your answer\n"

    def test_a_function_returns_a_missing_answer_at_the_same_indentation(self) -> None:
        source = (
            "def f(x):\n    for y in x:\n        ### BEGIN SOLUTION\n"
            "        return y\n        ### END SOLUTION\n"
        )
        assert only_source(source) == (
            "def f(x):\n    for y in x:\n        return ...  # your answer\n"
        )

    @pytest.mark.parametrize("solution", ["print(1)", "a, b = 1, 2", "%magic", ""])
    def test_anything_else_becomes_three_dots(self, solution: str) -> None:
        source = f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION"
        assert only_source(source) == "...  # your answer"

    def test_several_regions_in_one_cell(self) -> None:
        assert only_source(SOLVED + SOLVED).count("answer = ...  # your answer") == 2

    def test_hidden_tests_leave_nothing(self) -> None:
        source = "### BEGIN HIDDEN TESTS\nassert True\n### END HIDDEN TESTS\ncheck()"
        assert only_source(source) == "check()"

    def test_text_gets_a_stub_of_text(self) -> None:
        source = "Why?\n\n<!-- ### BEGIN SOLUTION -->\nBecause.\n<!-- ### END SOLUTION -->"
        assert only_source(source, "markdown") == "Why?\n\n*Write your answer here.*"

    def test_comments_in_text_go(self) -> None:
        assert only_source("0.3<!-- = p[0] -->, 0.7", "markdown") == "0.3, 0.7"
        assert only_source("0.3  # <!-- stays -->") == "0.3  # <!-- stays -->"

    @pytest.mark.parametrize(
        ("source", "message"),
        [
            ("x\n### BEGIN SOLUTION\ny", r'BEGIN SOLUTION" in line 2 has no "### END SOLUTION"'),
            ("x\n### END SOLUTION", r'line 2 has "### END SOLUTION" without'),
            ("### BEGIN SOLUTION\n### BEGIN SOLUTION\n", "line 2 begins a region inside"),
            ("### BEGIN SOLUTION\n### BEGIN HIDDEN TESTS\n", "line 2 begins a region inside"),
            ("### BEGIN SOLUTION\n### END HIDDEN TESTS\n", r'line 2 has "### END HIDDEN TESTS"'),
        ],
    )
    @pytest.mark.parametrize("tags", [[], ["solution"]])
    def test_marks_that_do_not_match_are_refused(
        self, source: str, message: str, tags: list[str]
    ) -> None:
        text = notebook(cell("1", number=1), cell(source, number=2, tags=tags))
        with pytest.raises(ValueError, match=rf"^week 3\.ipynb, cell 2: .*{message}"):
            students_version(text, "week 3.ipynb")


class TestOneNotebook:
    def test_worked_solutions_are_dropped(self) -> None:
        text = notebook(
            cell("Question", "markdown", 1),
            cell("Because", "markdown", 2, tags=["solution"]),
            cell("Next", "markdown", 3),
        )
        assert sources(students_version(text, "a.ipynb")) == ["Question", "Next"]

    def test_outputs_and_counts_are_removed(self) -> None:
        made = students_version(notebook(cell("print(1)")), "a.ipynb")
        (code,) = json.loads(made)["cells"]
        assert code["outputs"] == []
        assert code["execution_count"] is None
        assert "secret output" not in made

    def test_ids_and_grading_stay_and_what_is_the_teachers_goes(self) -> None:
        grading = {"schema_version": 3, "grade_id": "g", "grade": True, "locked": True, "points": 2}
        given = cell(
            "check()",
            nbgrader=grading,
            tags=["nbval-ignore-output", "wide"],
            execution={"iopub.execute_input": "2026"},
            notes="for the teacher",
        )
        (code,) = json.loads(students_version(notebook(given), "a.ipynb"))["cells"]
        assert code["id"] == "c1"
        assert code["metadata"] == {
            "nbgrader": grading,
            "tags": ["wide"],
            "deletable": False,
            "editable": False,
        }

    def test_what_the_teachers_machine_wrote_into_the_notebook_goes(self) -> None:
        one = notebook(cell("1"), language_info={"name": "python", "version": "3.11.2"}, author="T")
        other = notebook(cell("1"), kernelspec={"name": "my-venv", "display_name": "Mine"})
        assert students_version(one, "a.ipynb") == students_version(other, "b.ipynb")
        metadata = json.loads(students_version(one, "a.ipynb"))["metadata"]
        assert metadata["kernelspec"]["name"] == "python3"
        assert metadata["language_info"] == {"name": "python"}

    def test_it_is_a_valid_notebook_that_ends_with_one_newline(self) -> None:
        made = students_version(notebook(cell(SOLVED)), "a.ipynb")
        nbformat.validate(nbformat.reads(made, as_version=4))
        assert made.endswith("}\n")

    def test_making_it_again_changes_nothing(self) -> None:
        made = students_version(notebook(cell(SOLVED), cell("t", "markdown", 2)), "a.ipynb")
        assert students_version(made, "a.ipynb") == made

    @pytest.mark.parametrize(
        "text",
        ["", "not json", "[]", "{}", '{"cells": [{}]}'],
    )
    def test_what_is_no_notebook_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"^a\.ipynb cannot be read as a notebook: "):
            students_version(text, "a.ipynb")

    def test_a_notebook_without_cell_ids_is_refused(self) -> None:
        with pytest.raises(ValueError, match="has no cell ids; open it in JupyterLab"):
            students_version(notebook({"cell_type": "code", "source": "1"}), "a.ipynb")


class TestFolders:
    def test_all_are_written_once(self, folders: tuple[Path, Path]) -> None:
        source, target = folders
        assert release(source, target) == [target / "a.ipynb", target / "b.ipynb"]
        before = {path: path.stat().st_mtime_ns for path in target.iterdir()}
        assert release(source, target) == []
        assert {path: path.stat().st_mtime_ns for path in target.iterdir()} == before

    def test_only_what_changed_is_written(self, folders: tuple[Path, Path]) -> None:
        source, target = folders
        release(source, target)
        (source / "b.ipynb").write_text(notebook(cell("2 + 2")), "utf-8")
        before = (target / "a.ipynb").stat().st_mtime_ns
        assert release(source, target) == [target / "b.ipynb"]
        assert (target / "a.ipynb").stat().st_mtime_ns == before

    def test_check_writes_nothing(self, folders: tuple[Path, Path]) -> None:
        source, target = folders
        assert release(source, target, check=True) == [target / "a.ipynb", target / "b.ipynb"]
        assert not target.exists()

    def test_check_sees_a_students_version_that_was_edited_by_hand(
        self, folders: tuple[Path, Path]
    ) -> None:
        source, target = folders
        release(source, target)
        edited = target / "a.ipynb"
        edited.write_text(edited.read_text("utf-8").replace("your answer", "my answer"), "utf-8")
        assert release(source, target, check=True) == [edited]

    def test_nothing_is_written_if_one_notebook_is_damaged(
        self, folders: tuple[Path, Path]
    ) -> None:
        source, target = folders
        (source / "c.ipynb").write_text(notebook(cell("### END SOLUTION")), "utf-8")
        with pytest.raises(ValueError, match=r"^c\.ipynb, cell 1: "):
            release(source, target)
        assert not target.exists()

    def test_other_files_are_left_alone(self, folders: tuple[Path, Path]) -> None:
        source, target = folders
        target.mkdir()
        (target / "mine.ipynb").write_text("mine", "utf-8")
        release(source, target)
        assert (target / "mine.ipynb").read_text("utf-8") == "mine"

    def test_the_source_is_never_overwritten(self, folders: tuple[Path, Path]) -> None:
        source, _ = folders
        with pytest.raises(ValueError, match="two folders"):
            release(source, source)

    def test_a_folder_without_notebooks_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match="no notebook in"):
            release(tmp_path, tmp_path / "out")
        with pytest.raises(ValueError, match="no folder"):
            release(tmp_path / "nowhere", tmp_path / "out")


class TestTheExercisesOfTheKit:
    def test_no_students_version_is_out_of_date(self) -> None:
        assert release(TEACHER, STUDENT, check=True) == []

    def test_every_students_version_has_its_source(self) -> None:
        assert sorted(path.name for path in STUDENT.glob("*.ipynb")) == NAMES

    @pytest.mark.parametrize("name", NAMES)
    def test_no_line_of_a_solution_is_handed_out(self, name: str) -> None:
        solution = solution_lines(TEACHER / name)
        assert len(solution) >= 4
        handed_out = {
            line.strip()
            for source in sources((STUDENT / name).read_text("utf-8"))
            for line in source.splitlines()
        }
        assert solution & handed_out == set()

    @pytest.mark.parametrize("name", NAMES)
    def test_nbgrader_hides_the_same(self, name: str) -> None:
        # nbgrader knows marks but not our tag.
        for made in json.loads((TEACHER / name).read_text("utf-8"))["cells"]:
            source = "".join(made["source"])
            if "solution" in made["metadata"].get("tags", []):
                assert source.startswith("<!-- ### BEGIN SOLUTION -->")
                assert source.endswith("<!-- ### END SOLUTION -->")
            if "### BEGIN SOLUTION" in source:
                assert made["metadata"]["nbgrader"]["solution"]

    @pytest.mark.parametrize("name", NAMES)
    def test_grading_is_in_nbgraders_form(self, name: str) -> None:
        cells = json.loads((TEACHER / name).read_text("utf-8"))["cells"]
        grading = [made["metadata"]["nbgrader"] for made in cells if "nbgrader" in made["metadata"]]
        ids = [entry["grade_id"] for entry in grading]
        assert len(set(ids)) == len(ids)
        for entry in grading:
            assert entry["schema_version"] == 3
            assert entry["task"] is False
            assert ("points" in entry) == entry["grade"]


def solution_lines(path: Path) -> set[str]:
    """Every line that only the teacher may see, marks left out."""
    found: set[str] = set()
    for made in json.loads(path.read_text("utf-8"))["cells"]:
        inside = "solution" in made["metadata"].get("tags", [])
        for line in "".join(made["source"]).splitlines():
            if "### BEGIN" in line:
                inside = True
            elif "### END" in line:
                inside = False
            elif inside and line.strip():
                found.add(line.strip())
    return found
