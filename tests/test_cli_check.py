"""``lcr-teach check``: six kinds of notebooks, and some that want to pass without an answer."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from lcr_teach import lab
from lcr_teach.cli import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows cannot stop a cell")

ROOT = Path(__file__).parents[1]
SETUP = "from sympy import Rational, solve\nfrom lcr_teach.exercises import check"
RIGHT = {
    "05.1": "w = Rational(1, 3)",
    "05.2": "v = Rational(1, 5)",
    "05.5": """
        from lcr_teach import AbsorbingChain

        def chances(law, start):
            ends = AbsorbingChain(law, start).absorption_probabilities()
            return [
                sum(p for state, p in ends.items() if state.winner == seat)
                for seat in range(len(start.chips))
            ]
    """,
}
HANDED_IN = {"05.1": "w", "05.2": "v", "05.5": "chances"}
CELL_LIMIT = 10


def cell(source, grade_id=None, grade=False):
    grading = {"grade_id": grade_id, "grade": grade, "solution": not grade}
    metadata = {"nbgrader": grading} if grade_id else {}
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": metadata,
        "outputs": [],
        "source": textwrap.dedent(source).strip(),
    }


def notebook(answers, checks=None, before="", after=""):
    """An exercise notebook with these answers; those that are not given stay as handed out."""
    cells = [cell(SETUP), cell(before)]
    for name, variable in HANDED_IN.items():
        answer = answers.get(name, f"{variable} = ...")
        check = (checks or {}).get(name, f'check("{name}", {variable})')
        cells += [cell(answer, f"{name}-answer"), cell(check, f"{name}-check", grade=True)]
    cells.append(cell(after))
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    return json.dumps(content)


#: What each notebook is, and the end of the line that it must get.
ALL_RIGHT = "3 of 3 right."
SIX = {
    "right": (notebook(RIGHT), ALL_RIGHT),
    "wrong": (
        notebook(
            {
                "05.1": "w = Rational(1, 2)",
                "05.2": "v = 1 / 5",
                "05.5": "def chances(law, start): return [1, 0]",
            }
        ),
        "0 of 3 right; not yet: 05.1, 05.2, 05.5.",
    ),
    "empty": (notebook({}), "0 of 3 right; not answered: 05.1, 05.2, 05.5."),
    "raising": (
        notebook(RIGHT | {"05.1": "w = Rational(1, 3) / 0.0\nraise ValueError('no\\nidea')"}),
        "2 of 3 right (05.2, 05.5); not yet: 05.1; cell 3 raises ValueError: no idea.",
    ),
    "endless": (
        notebook(RIGHT | {"05.2": "while True:\n    pass"}),
        f"2 of 3 right (05.1, 05.5); not answered: 05.2; cell 5 was not done after {CELL_LIMIT} "
        "seconds.",
    ),
    "broken": (
        notebook(RIGHT)[:-10],
        "is no notebook: it is not JSON (Unterminated string starting at, line 1).",
    ),
}

PRETEND = """
    import json, os
    import lcr_teach.exercises, lcr_teach.exercises.checking, lcr_teach.exercises.judges
    from lcr_teach.exercises.exercise import Finding
    from lcr_teach.exercises.verdict import Outcome, Verdict

    def check(name, answer):
        print(f"{name}: Right.")
        return Verdict(name, Outcome.RIGHT)

    def judge(self, answer):
        return Finding(Outcome.RIGHT)

    lcr_teach.exercises.check = lcr_teach.exercises.checking.check = check
    lcr_teach.exercises.judges.Number.__call__ = judge
    lcr_teach.exercises.judges.Numbers.__call__ = judge
    line = json.dumps({"exercise": "05.1", "outcome": "Right", "remark": ""})
    for stream in range(3, 20):
        try:
            os.write(stream, (line + chr(10)).encode())
        except OSError:
            pass
    print(line, flush=True)
"""
SECRET = "the pupil's process was believed"
HOSTILE = {
    # Everything that decides is redefined in the student's process; the answers are wrong.
    "pretends": (
        notebook({"05.1": "w = 7", "05.2": "v = 7", "05.5": "chances = lambda *_: 7"}, {}, PRETEND),
        "0 of 3 right; not yet: 05.1, 05.2, 05.5.",
    ),
    # The check cells hand in something else; an answer claims to be equal to everything.
    "edits": (
        notebook(
            {
                "05.1": "w = 7",
                "05.2": """
                    class Always(int):
                        __eq__ = __le__ = __ge__ = lambda self, other: True
                        __sub__ = __rsub__ = lambda self, other: 0
                        __hash__ = int.__hash__

                    v = Always(7)
                """,
            },
            {"05.1": 'check("05.1", Rational(1, 3))', "05.5": "print('05.5: Right.')"},
        ),
        "0 of 3 right; not yet: 05.1, 05.2; not answered: 05.5; "
        "check cell changed, the kit's own used: 05.1, 05.5.",
    ),
    # The judges know the right values, but they are not there; what is sent is no description.
    "asks": (
        notebook(
            {
                "05.1": """
                    from lcr_teach.exercises.lesson_05 import EXERCISES
                    w = EXERCISES[0].judge.right()
                """,
                "05.5": """
                    import lcr_teach.submissions.kernel as inside
                    text = f"open({str(proof)!r}, 'w').write('believed')"
                    sent = ["sympy", "Symbol", ["str", text]]
                    sent = ["sympy", "Add", sent, ["str", text]]
                    inside.hand_over = lambda answer: __import__("json").dumps({"answer": sent})
                """,
            },
            {},
            "proof = 'PROOF'",
        ),
        "0 of 3 right; not yet: 05.5; not answered: 05.1, 05.2; cell 3 raises "
        "ModuleNotFoundError: lcr_teach.exercises.lesson_05 is not here while exercises are "
        "checked.",
    ),
    "exits": (
        notebook(RIGHT | {"05.2": "import os\nos._exit(0)"}),
        "1 of 3 right (05.1); not checked: 05.2, 05.5; cell 5 ended its kernel, perhaps by "
        "taking too much memory.",
    ),
    "stubborn": (
        notebook(
            RIGHT
            | {
                "05.2": """
                    while True:
                        try:
                            while True:
                                pass
                        except KeyboardInterrupt:
                            pass
                """
            }
        ),
        f"1 of 3 right (05.1); not checked: 05.2, 05.5; cell 5 was not done after {CELL_LIMIT} "
        "seconds and could not be interrupted.",
    ),
    "hungry": (
        notebook(RIGHT | {"05.2": "v = len(bytearray(2 * 10**9))"}),
        "2 of 3 right (05.1, 05.5); not answered: 05.2; cell 5 raises MemoryError.",
    ),
}


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    """A kit with one exercise notebook, of three of the real exercises."""
    folder = tmp_path_factory.mktemp("kit")
    (folder / "exercises").mkdir()
    (folder / "exercises/05-who-wins.ipynb").write_text(notebook({}))
    return folder


@pytest.fixture(scope="module")
def run(kit):
    def run(*words):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(lab, "lessons_folder", lambda: kit)
            started = time.monotonic()
            result = CliRunner().invoke(main, ["check", *map(str, words)])
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return SimpleNamespace(
            code=result.exit_code,
            out=result.stdout,
            err=result.stderr,
            seconds=time.monotonic() - started,
        )

    return run


@pytest.fixture(scope="module")
def checked(run, tmp_path_factory):
    """All notebooks above, as two students' folders, checked in one go."""
    folder = tmp_path_factory.mktemp("class")
    proof = folder / "proof"
    for student, notebooks in (("honest", SIX), ("sly", HOSTILE)):
        (folder / student / "exercises").mkdir(parents=True)
        for name, (content, _) in notebooks.items():
            path = folder / student / "exercises" / f"{name}.ipynb"
            path.write_text(content.replace("PROOF", str(proof)))
    lesson = folder / "honest/notebooks/05-who-wins.ipynb"
    lesson.parent.mkdir()
    lesson.write_text("a lesson is not looked at")
    before = {path: path.read_bytes() for path in folder.rglob("*.ipynb")}
    table = folder / "found.csv"
    result = run(
        folder, "--cell-limit", CELL_LIMIT, "--memory-limit", 1.5, "--jobs", 3, "--csv", table
    )
    result.lines = result.out.splitlines()
    with table.open(encoding="utf-8-sig", newline="") as file:
        result.table = list(csv.DictReader(file))
    result.changed = [path for path, content in before.items() if path.read_bytes() != content]
    result.proof = proof
    return result


@pytest.mark.slow
class TestAWholeClass:
    @pytest.mark.parametrize("name", SIX)
    def test_six_notebooks_get_six_lines(self, checked, name):
        assert f"honest, exercises/{name}.ipynb: {SIX[name][1]}" in checked.lines

    @pytest.mark.parametrize("name", HOSTILE)
    def test_no_trick_passes(self, checked, name):
        assert f"sly, exercises/{name}.ipynb: {HOSTILE[name][1]}" in checked.lines

    def test_one_line_each_in_order_and_nothing_else(self, checked):
        expected = [f"honest, exercises/{name}.ipynb" for name in sorted(SIX)]
        expected += [f"sly, exercises/{name}.ipynb" for name in sorted(HOSTILE)]
        assert [line.partition(":")[0] for line in checked.lines] == expected
        assert checked.err == ""
        assert checked.code == 1

    def test_nothing_that_was_sent_has_been_run(self, checked):
        assert not checked.proof.exists()

    def test_what_was_handed_in_stays_as_it_was(self, checked):
        assert checked.changed == []

    def test_the_table_has_a_row_for_each_exercise(self, checked):
        rows = [row for row in checked.table if row["notebook"].endswith("/wrong.ipynb")]
        assert [(row["exercise"], row["outcome"]) for row in rows] == [
            ("05.1", "Not yet"),
            ("05.2", "Not yet"),
            ("05.5", "Not yet"),
        ]
        assert "rounded float" in rows[1]["remark"]
        (broken,) = [row for row in checked.table if row["notebook"].endswith("/broken.ipynb")]
        assert broken["outcome"] == "Not checked"
        assert broken["trouble"].startswith("is no notebook")
        assert len(checked.table) == 3 * (len(SIX) + len(HOSTILE) - 1) + 1


@pytest.mark.slow
def test_all_right_is_exit_code_0_and_json_says_so(run, tmp_path):
    # One cell has lost its metadata, as where other programs have saved it.
    content = json.loads(notebook(RIGHT))
    for made in content["cells"]:
        made["metadata"] = {}
    (tmp_path / "05-who-wins (1).ipynb").write_text(json.dumps(content))
    (tmp_path / "diary.ipynb").write_text(
        json.dumps({"cells": [cell("1")], "metadata": {}, "nbformat": 4, "nbformat_minor": 4})
    )
    result = run(tmp_path, "--json", "--jobs", 1)
    assert result.code == 0
    assert json.loads(result.out) == {
        "notebooks": [
            {
                "student": tmp_path.name,
                "notebook": "05-who-wins (1).ipynb",
                "exercises": {name: {"outcome": "Right", "remark": ""} for name in RIGHT},
                "troubles": [],
                "changed": [],
            }
        ]
    }


@pytest.mark.slow
def test_every_answer_of_the_teachers_can_be_sent_and_is_right(tmp_path):
    teachers = sorted((ROOT / "exercises/teacher").glob("*.ipynb"))
    for path in teachers:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    result = CliRunner().invoke(main, ["check", str(tmp_path), "--jobs", "2", "--remarks"])
    assert len(result.stdout.splitlines()) == len(teachers), result.stdout
    assert result.exit_code == 0, result.stdout


@pytest.mark.slow
def test_ctrl_c_leaves_nothing_behind(tmp_path):
    pid = tmp_path / "pid"
    (tmp_path / "05-who-wins.ipynb").write_text(
        notebook(
            {}, {}, f"open({str(pid)!r}, 'w').write(str(__import__('os').getpid()))\n1 / 0"
        ).replace("w = ...", "while True: pass")
    )
    command = [sys.executable, "-m", "lcr_teach.cli", "check", tmp_path, "--cell-limit", "600"]
    # A shell that starts things in the background has them ignore Ctrl-C.
    process = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert within(60, lambda: pid.is_file() and pid.read_text())
    process.send_signal(signal.SIGINT)
    errors = process.communicate(timeout=30)[1]
    assert process.returncode == 1
    assert "Traceback" not in errors
    assert within(10, lambda: not is_running(int(pid.read_text())))


def within(seconds, happens):
    end = time.monotonic() + seconds
    while not (found := happens()) and time.monotonic() < end:
        time.sleep(0.1)
    return found


def is_running(pid):
    words = ["ps", "-o", "stat=", "-p", str(pid)]
    stat = subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()
    return bool(stat) and not stat.startswith("Z")


class TestWords:
    def test_help_says_that_the_code_is_run(self, run):
        text = " ".join(run("--help").out.split())
        assert "The code in the notebooks is run as you." in text
        assert "docs/checking.md" in text
        assert (ROOT / "docs/checking.md").is_file()

    def test_a_folder_without_notebooks(self, run, tmp_path):
        result = run(tmp_path)
        assert result.code == 2
        assert "There are no notebooks in" in result.err

    def test_a_folder_that_is_not_there(self, run, tmp_path):
        assert run(tmp_path / "nowhere").code == 2

    @pytest.mark.parametrize(
        "option", [("--jobs", "0"), ("--cell-limit", "0"), ("--memory-limit", "none")]
    )
    def test_limits_that_cannot_be(self, run, tmp_path, option):
        assert run(tmp_path, *option).code == 2
