"""What passes between a student's process and the one that judges, and what is looked at."""

from __future__ import annotations

import csv
import json
import os
import stat
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Eq, Matrix, Rational, Symbol, pi, sqrt

from lcr_teach import Die, Face, Roll, Rules, State
from lcr_teach.exercises.checking import known_exercises
from lcr_teach.exercises.running import Call, CalledElsewhere, call
from lcr_teach.submissions import _report, find
from lcr_teach.submissions.kernel import _NoJudges
from lcr_teach.submissions.plain import describe, make
from lcr_teach.submissions.player import _environment
from lcr_teach.submissions.report import Judged, Report, one_line, write_csv
from lcr_teach.submissions.tasks import Task, assignments, tasks_in

ROOT = Path(__file__).parents[1]
p = Symbol("p", positive=True)


def no_function(place, name):
    raise AssertionError("no function was handed over")


def there_and_back(answer, function=no_function, functions=None):
    sent = json.dumps(describe(answer, [] if functions is None else functions))
    return make(json.loads(sent), function)


SAME = [
    None,
    ...,
    True,
    -(10**5000),
    0.1,
    -float("inf"),
    2 + 1j,
    "a text\nof two lines",
    Fraction(-1, 3),
    Decimal("0.10"),
    [1, [..., 2.5]],
    (Rational(1, 3), Rational(2, 3)),
    {State((1, 1), 0): {State((0, 2), 1): Rational(1, 2)}},
    {1, 2},
    Rational(10**100, 3),
    sympy.Float("0.123456789012345678901234567890", 30),
    sympy.Float(-2.5),
    (1 - p**2) / sqrt(pi + p),
    sympy.Piecewise((p, p < 1), (1 / p, True)),
    Eq(p, sympy.oo),
    sympy.binomial(Symbol("n"), Symbol("k")),
    sympy.FiniteSet(1, p),
    sympy.Tuple(1, sympy.zoo, sympy.I, sympy.E, sympy.false),
    Matrix([[p, Rational(1, 2)]]),
    Rules(3, (0, 1, 2), Die.from_faces("LLR."), max_dice=2, passing="right"),
    Rules(3, die=Die(p, p, p, 1 - 3 * p)),
    Face.LEFT,
    Roll(1, 0, 2, 0),
]


@pytest.mark.parametrize("answer", SAME, ids=lambda answer: type(answer).__name__)
def test_answers_travel(answer):
    made = there_and_back(answer)
    assert made == answer
    assert type(made) is type(answer) or isinstance(made, frozenset)


def test_not_a_number_travels():
    assert np.isnan(there_and_back(float("nan")))


@given(
    st.recursive(
        st.integers() | st.fractions() | st.floats(allow_nan=False) | st.text() | st.booleans(),
        lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
    )
)
@settings(deadline=None)
def test_whatever_they_contain(answer):
    assert there_and_back(answer) == answer


def test_numpy_becomes_plain():
    assert there_and_back(np.array([[1, 2], [3, 4]])) == [[1, 2], [3, 4]]
    assert type(there_and_back(np.int64(3))) is int
    assert there_and_back(np.float32(0.5)) == 0.5


@pytest.mark.parametrize(
    "answer", [object(), b"bytes", (n for n in ()), Eq(sympy.Function("f")(p), 1).lhs]
)
def test_what_is_never_asked_for_keeps_the_name_of_its_type(answer):
    assert type(there_and_back(answer)).__name__ == type(answer).__name__
    assert type(make(["other", "no name"], no_function)).__name__ == "object"


def test_a_subclass_of_the_kits_own_is_not_the_kits_own():
    class House(Rules):
        pass

    assert type(there_and_back(House())).__name__ == "House"
    assert not isinstance(there_and_back(House()), Rules)


def test_an_answer_without_end_is_cut():
    endless = []
    endless.append(endless)
    assert describe(endless, []) == ["other", "list"]
    assert describe([0] * 10**5, []) == ["other", "list"]


def test_functions_stay_where_they_are():
    functions = []
    made = there_and_back([len, 1, there_and_back], lambda *found: found, functions)
    assert made == [(0, "len"), 1, (1, "there_and_back")]
    assert functions == [len, there_and_back]


TEXT = ["str", "__import__('pathlib').Path('proof').touch()"]


@pytest.mark.parametrize(
    "forged",
    [
        None,
        {},
        [],
        "none",
        ["nothing"],
        ["int", "7.5"],
        ["fraction", "0x1", "0x0"],
        ["sympy", "sympify", TEXT],
        ["sympy", "Add", TEXT, TEXT],
        ["sympy", "Lambda", TEXT],
        ["sympy", "Function", TEXT],
        ["sympy", "Poly", TEXT],
        ["sympy", "__builtins__", TEXT],
        ["sympy", "Integer"],
        ["matrix", 1, 1, TEXT],
        ["die", None, TEXT, TEXT, TEXT, TEXT],
        ["die", 7],
        ["rules", 3, 3, TEXT, 3, "left"],
        ["state", [1, -1], 0],
        ["symbol", "p", {"positive": True, "negative": True}],
        ["dict", [["list"], ["none"]]],
        ["constant", "Add"],
        ["real", False, "0x1", "many", 53],
        ["function", "first", "f"],
    ],
)
def test_what_is_forged_is_refused_and_never_run(forged, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="describes no answer"):
        make(forged, lambda place, name: None)
    assert not Path("proof").exists()


def test_a_function_elsewhere_is_called_there():
    class There(CalledElsewhere):
        def call(self, arguments):
            return Call(sum(arguments)) if arguments else Call(trouble="was not done")

    assert call(There(), (1, 2)) == Call(3)
    assert There()(1, 2) == 3
    with pytest.raises(RuntimeError, match="the function was not done"):
        There()()


def test_the_judges_are_kept_out():
    assert _NoJudges().find_spec("lcr_teach.exercises.running") is None
    with pytest.raises(ModuleNotFoundError, match="not here"):
        _NoJudges().find_spec("lcr_teach.exercises.lesson_05")


class TestTheKitsOwnChecks:
    def test_each_check_cell_is_understood_and_each_exercise_is_asked_for_once(self):
        found = assignments(ROOT / "exercises")
        assert [one.name for one in found] == sorted(
            path.stem for path in (ROOT / "exercises").glob("*.ipynb")
        )
        asked = [task.exercise for one in found for task in one.tasks]
        assert len(set(asked)) == len(asked)
        assert set(asked) <= set(known_exercises())

    def test_what_goes_before_the_check_goes_with_it(self):
        source = 'half = answer / 2\ncheck("1.1", half)\ncheck("1.2", [half])'
        assert tasks_in(source, "a cell") == (
            Task("1.1", "half", "half = answer / 2"),
            Task("1.2", "[half]"),
        )

    @pytest.mark.parametrize("source", ["", "1 + 1", 'check("1.1", x)\ny = 1', "check(name, x)"])
    def test_a_cell_that_checks_nothing_is_refused(self, source):
        with pytest.raises(ValueError, match="cell 7: a check cell must end"):
            tasks_in(source, "cell 7")

    def test_a_cell_is_known_by_its_name_or_by_its_text(self):
        (one,) = (one for one in assignments(ROOT / "exercises") if one.name == "05-who-wins")
        first = next(iter(one.cells))
        named = {"metadata": {"nbgrader": {"grade_id": first}}, "source": "pass"}
        assert one.check_of(named) == first
        assert one.check_of({"metadata": {}, "source": ['check("05.1",', " first_seat)\n"]}) == (
            first
        )
        for strange in ({}, {"metadata": 3}, {"metadata": {"nbgrader": []}, "source": "check()"}):
            assert one.check_of(strange) is None


class TestFind:
    @pytest.fixture
    def handed_in(self, tmp_path):
        for name in (
            "anna/exercises/05.ipynb",
            "anna/exercises/.ipynb_checkpoints/05.ipynb",
            "anna/notebooks/05.ipynb",
            "bert/05.ipynb",
            "bert/more/06.ipynb",
            ".hidden/05.ipynb",
            "notebooks/05.ipynb",
        ):
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        (tmp_path / "cleo/exercises").mkdir(parents=True)
        (tmp_path / "list.txt").touch()
        return tmp_path

    def test_a_class(self, handed_in):
        found = [(one.student, one.notebook.as_posix()) for one in find(handed_in)]
        assert found == [
            ("anna", "exercises/05.ipynb"),
            ("bert", "05.ipynb"),
            ("bert", "more/06.ipynb"),
        ]

    @pytest.mark.parametrize("student", ["anna", "bert"])
    def test_one_student(self, handed_in, student):
        found = find(handed_in / student)
        assert {(one.student, one.folder) for one in found} == {(student, handed_in / student)}

    def test_the_folder_one_stands_in(self, handed_in, monkeypatch):
        monkeypatch.chdir(handed_in / "anna")
        assert [one.student for one in find(Path())] == ["anna"]


class TestReport:
    def test_a_line_says_everything(self):
        report = Report(
            "anna",
            "05.ipynb",
            {
                "05.1": Judged("Right"),
                "05.2": Judged("Not yet", "Too large."),
                "05.3": Judged("Not answered yet"),
                "05.4": Judged(),
            },
            ("cell 1 raises A", "cell 2 raises B", "cell 3 raises C"),
            ("05.2",),
        )
        assert str(report) == (
            "anna, 05.ipynb: 1 of 4 right (05.1); not yet: 05.2; not answered: 05.3; "
            "not checked: 05.4; cell 1 raises A; cell 2 raises B; and 1 more troubles; "
            "check cell changed, the kit's own used: 05.2."
        )
        assert report.remarks() == ["05.2: Too large."]
        assert not report.all_right

    @pytest.mark.parametrize(
        ("exercises", "troubles", "all_right"),
        [
            ({"1": Judged("Right")}, (), True),
            ({"1": Judged("Right")}, ("raises",), False),
            ({"1": Judged("Right"), "2": Judged("Not yet")}, (), False),
            ({}, (), False),
        ],
    )
    def test_all_right_is_all_and_right(self, exercises, troubles, all_right):
        assert Report("anna", "05.ipynb", exercises, troubles).all_right is all_right

    def test_what_was_told_before_the_end_counts(self, tmp_path):
        (tmp_path / "anna").mkdir()
        (tmp_path / "anna/05.ipynb").touch()
        (one,) = find(tmp_path)
        told = [
            {"exercises": ["05.1", "05.2"]},
            {"exercise": "05.1", "outcome": "Not yet", "remark": "a\x1b[2Jb"},
            {"exercise": "05.1", "outcome": "Right", "remark": ""},
        ]
        report = _report(one, told)
        assert report.exercises == {"05.1": Judged("Right"), "05.2": Judged("Not checked")}
        assert report.troubles == ("could not be judged to the end",)
        assert _report(one, [*told, {"end": True}]).troubles == ()
        assert _report(one, [{"foreign": True}]) is None

    def test_the_table_holds_no_formula(self, tmp_path):
        file = tmp_path / "found.csv"
        write_csv([Report("=1+1", "@x.ipynb", {"05.1": Judged("Not yet", "-1, you say")})], file)
        with file.open(encoding="utf-8-sig", newline="") as lines:
            (row,) = csv.DictReader(lines)
        assert row["student"] == "'=1+1"
        assert row["notebook"] == "'@x.ipynb"
        assert row["remark"] == "'-1, you say"

    def test_what_a_student_says_stays_on_its_line(self):
        assert one_line("a\nb\r\x1b[31mc\u202e\ud800") == "a b [31mc"
        assert len(one_line("x" * 10**6)) == 160


def test_the_kernel_is_told_little_of_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("PASSWORD", "of the teacher")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["here", str(tmp_path)]))
    monkeypatch.chdir(tmp_path)
    given = _environment(tmp_path / "scratch")
    assert "PASSWORD" not in given
    assert given["HOME"] == str(tmp_path / "scratch")
    assert given["PYTHONPATH"].split(os.pathsep) == [str(tmp_path / "here"), str(tmp_path)]


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes with a name")
def test_a_folder_that_cannot_be_copied_is_reported(tmp_path):
    from lcr_teach.submissions import Limits, check_all

    (tmp_path / "05.ipynb").touch()
    os.mkfifo(tmp_path / "pipe")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    (report,) = check_all(find(tmp_path), ROOT / "exercises", Limits(), 1)
    assert report.troubles == ("is no notebook: its folder cannot be copied",)
