"""The exercises: right answers pass, wrong ones get a helpful word, nothing crashes.

Each lesson's answers stand in a file test_exercises_NN.py, which is found by its name:
RIGHT, the forms of the right answer to each exercise, at least two; WRONG, at least three
wrong answers to each with a part of the word they get; NEVER_SAID, what no hint may contain.
"""

from __future__ import annotations

import ast
import decimal
import importlib
import json
import math
import re
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from IPython.core.inputtransformer2 import TransformerManager
from prose.pages import words
from sympy import Eq, ImmutableMatrix, Integer, Matrix, Rational, Symbol, Tuple, cos, pi, sqrt

from lcr_teach import AbsorbingChain, Die, Rules, State
from lcr_teach.exercises import check, checking, running
from lcr_teach.exercises.answers import same
from lcr_teach.exercises.exercise import Exercise
from lcr_teach.exercises.functions import Case, Function
from lcr_teach.exercises.judges import Mistake, Number, Numbers
from lcr_teach.exercises.verdict import Outcome, Verdict

ROOT = Path(__file__).parent.parent
NAMES = sorted(path.name for path in (ROOT / "exercises" / "teacher").glob("*.ipynb"))
ALL = sorted(checking.known_exercises())
WITH_MISTAKES = [
    name for name in ALL if getattr(checking.known_exercises()[name].judge, "mistakes", ())
]

w = Symbol("w")
p = Symbol("p")
quarter = Rational(1, 4)


needs_alarm = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="this system cannot stop a function"
)


@pytest.fixture(autouse=True)
def no_tries_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "_wrong_answers", {})


def run(path: Path) -> list[Any]:
    """Run the code cells of a notebook in one namespace; the value of each last line."""
    space: dict[str, Any] = {}
    shown = []
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        # As IPython reads it: the cell for Colab has a magic in it.
        body = ast.parse(TransformerManager().transform_cell("".join(cell["source"]))).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), path.name, "exec"), space)
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), path.name, "eval"), space))
    return shown


# A right solution of 05.5 and ways to get it wrong.

Row = Mapping[State, Any]
Law = Mapping[State, Row]


def solved(law: Law, start: State, ends: Callable[[State, int], Any]) -> list[Any]:
    unknown = {state: Symbol(f"u{number}") for number, state in enumerate(law)}
    chances = []
    for seat in range(len(start.chips)):
        equations = [
            Eq(
                unknown[state],
                ends(state, seat)
                if state.is_over
                else sum(q * unknown[after] for after, q in row.items()),
            )
            for state, row in law.items()
        ]
        chances.append(sympy.solve(equations)[unknown[start]])
    return chances


def by_equations(law: Law, start: State) -> list[Any]:
    return solved(law, start, lambda state, seat: int(state.winner == seat))


def by_the_kit(law: Law, start: State) -> tuple[Any, ...]:
    ends = AbsorbingChain(law, start).absorption_probabilities()
    seats = range(len(start.chips))
    return tuple(sum(q for end, q in ends.items() if end.winner == seat) for seat in seats)


def as_fractions(law: Law, start: State) -> list[Fraction]:
    return [Fraction(int(q.p), int(q.q)) for q in by_the_kit(law, start)]


def as_a_column(law: Law, start: State) -> Matrix:
    return Matrix(by_the_kit(law, start))


def reading_the_dictionary_empty(law: Any, start: State) -> list[Any]:
    chances = list(by_the_kit(law, start))
    law.clear()
    return chances


def in_the_wrong_order(law: Law, start: State) -> list[Any]:
    return list(by_the_kit(law, start))[::-1]


def a_constant(law: Law, start: State) -> list[Any]:
    return [Rational(1, 3), Rational(2, 3)]


def equal_chances(law: Law, start: State) -> list[Any]:
    return [Rational(1, len(start.chips))] * len(start.chips)


def in_percent(law: Law, start: State) -> list[Any]:
    return [100 * chance for chance in by_the_kit(law, start)]


def as_floats(law: Law, start: State) -> list[float]:
    return [float(chance) for chance in by_the_kit(law, start)]


def in_a_set(law: Law, start: State) -> set[Any]:
    return set(by_the_kit(law, start))


def in_a_dict(law: Law, start: State) -> dict[int, Any]:
    return dict(enumerate(by_the_kit(law, start)))


def printing(law: Law, start: State) -> None:
    print(by_the_kit(law, start))


def failing(law: Law, start: State) -> list[Any]:
    raise KeyError("no such position")


def leaving(law: Law, start: State) -> list[Any]:
    raise SystemExit


def for_two_players(law: Law, start: State) -> Any:
    return by_the_kit(law, start) if len(start.chips) == 2 else None


def with_too_few(law: Law) -> list[Any]:
    return []


async def waited_for(law: Law, start: State) -> list[Any]:
    return []


N = Matrix([[Rational(16, 15), Rational(4, 15)], [Rational(4, 15), Rational(16, 15)]])
Q = Matrix([[0, quarter], [quarter, 0]])

RIGHT: dict[str, list[object]] = {
    "05.1": [
        Rational(1, 3),
        Fraction(1, 3),
        1 / Integer(3),
        Rules(2, 1).chain().win_probabilities()[0],
        sympy.solve(Eq(w, (1 - w) / 2), w)[0],
        1 - (sqrt(4) / 3),
        cos(pi / 3) * Rational(2, 3),
        (sqrt(2) + 1) * (sqrt(2) - 1) / 3,
    ],
    "05.2": [Rational(1, 5), Fraction(2, 10), quarter / (1 + quarter)],
    "05.3": [
        N,
        ImmutableMatrix(N),
        N.tolist(),
        tuple(map(tuple, N.tolist())),
        [[Fraction(16, 15), Fraction(4, 15)], [Fraction(4, 15), Fraction(16, 15)]],
        (sympy.eye(2) - Q) ** -1,
        sympy.SparseMatrix(N),
    ],
    "05.4": [
        Rational(28259, 4182),
        Fraction(28259, 4182),
        6.757293161,
        6.76,
        np.float64(6.757),
        decimal.Decimal("6.76"),
        Rational("6.76"),
        Fraction(676, 100),
        sympy.Float("6.757"),
    ],
    "05.5": [by_equations, by_the_kit, as_fractions, as_a_column, reading_the_dictionary_empty],
    "05.6": [
        Rules(max_dice=9),
        Rules(players=3, chips=[3, 3, 3], max_dice=100),
        Rules(max_dice=9, passing="right"),
    ],
}

WRONG: list[tuple[str, object, str]] = [
    ("05.1", Rational(2, 3), "chance of the other seat"),
    ("05.1", Rational(1, 2), "who rolls first"),
    ("05.1", quarter, "the game may go on"),
    ("05.1", Rational(100, 3), "percentage"),
    ("05.1", 33.3333, "percentage"),
    ("05.1", 1 / 3, "The size is right, but the exact number"),
    ("05.1", 0.1, "not the value; besides, the exact number"),
    ("05.1", 0.667, "chance of the other seat"),
    ("05.1", np.float32(0.3333), "The size is right"),
    ("05.1", Rational(4, 3), "between 0 and 1"),
    ("05.1", -1, "between 0 and 1"),
    ("05.1", 0, "not the value"),
    ("05.1", Rational(1, 3) + Rational(1, 10**60), "not the value"),
    ("05.1", [Rational(1, 3)], "a list with one entry: take the entry out"),
    ("05.1", [], "list is empty"),
    ("05.1", Rational(1 / 3), "The size is right, but the exact number"),
    ("05.1", Rational(2 / 3), "chance of the other seat"),
    ("05.1", (Rational(1, 3), Rational(2, 3)), "these are several"),
    ("05.1", {w: Rational(1, 3)}, "a dict"),
    ("05.1", {Rational(1, 3)}, "these are several"),
    ("05.1", sympy.FiniteSet(Rational(1, 3)), "these are several"),
    ("05.1", Matrix([Rational(1, 3)]), "a matrix"),
    ("05.1", Eq(w, Rational(1, 3)), "an equation"),
    ("05.1", (1 - w) / 2, "symbol w still stands in it"),
    ("05.1", "1/3", "without quotes"),
    ("05.1", lambda: Rational(1, 3), "call it"),
    ("05.1", True, "no numbers"),
    ("05.1", float("nan"), "infinite or undefined"),
    ("05.1", float("inf"), "infinite or undefined"),
    ("05.1", decimal.Decimal("nan"), "infinite or undefined"),
    ("05.1", sympy.nan, "infinite or undefined"),
    ("05.1", sympy.zoo, "infinite or undefined"),
    ("05.1", sympy.I, "no real number"),
    ("05.1", sympy.Float(1) * sympy.I, "no real number"),
    ("05.1", 0.5 * w, "contains a float"),
    ("05.1", 1j, "of type complex"),
    ("05.1", object(), "of type object"),
    ("05.1", np.array([1, 2]), "these are several"),
    ("05.1", 10**5000, "between 0 and 1"),
    ("05.2", Rational(4, 5), "chance of the other seat"),
    ("05.2", Rational(1, 3), "standard die"),
    ("05.2", quarter, "Nobody has won then"),
    ("05.2", Rational(3, 16), "the game may go on"),
    ("05.2", 20, "percentage"),
    ("05.2", Rational(3, 7), "where the chance of a blank should stand"),
    ("05.2", Rational(1, 2), "rolls first can lose at once"),
    ("05.3", Q, "Q itself"),
    ("05.3", sympy.eye(2) - Q, "that is I − Q"),
    ("05.3", (sympy.eye(2) + Q).inv(), "sign is wrong"),
    ("05.3", N - sympy.eye(2), "one visit off"),
    ("05.3", Matrix([[1, quarter], [quarter, 1]]), "determinant"),
    ("05.3", Rules(2, 1).chain().fundamental_matrix(), "standard die"),
    ("05.3", (sympy.eye(2) - 3 * Q).inv(), "that is the chance of a blank"),
    ("05.3", (sympy.eye(2) * (1 - quarter)).inv(), "the other player's turn"),
    ("05.3", N[0, 1], "2 rows and 2 columns"),
    ("05.3", (sympy.eye(2) - Q).inv, "call it"),
    ("05.3", N.row(0), "2 rows and 2 columns"),
    ("05.3", list(N), "2 rows and 2 columns"),
    ("05.3", Rational(1, 5), "hand in a list"),
    ("05.3", N.evalf(), "size of each is right, but the exact"),
    ("05.3", np.array(N.tolist(), dtype=float), "size of each is right, but the exact"),
    ("05.3", N[::-1, :], "not in the right order"),
    ("05.3", N + Matrix([[0, 0], [0, 1]]), "3 of the 4 numbers are right"),
    ("05.3", [[Rational(16, 15), ...], [..., ...]], "3 of the 4 numbers are still missing"),
    ("05.3", {1: 2}, "a dict"),
    ("05.3", "N", "hand in a list"),
    ("05.4", Rational(4241, 697), "counts rolls"),
    ("05.4", 6.08, "counts rolls"),
    ("05.4", Rational(28259, 4182) - 1, "one turn short"),
    ("05.4", 7.757, "one turn too far"),
    ("05.4", 2, "two players"),
    ("05.4", 6.7, "not the value"),
    ("05.4", 6.8, "rounded too far"),
    ("05.4", 7, "not the value"),
    ("05.4", Rational("6.08"), "counts rolls"),
    ("05.4", Rules(3, 1).chain().fundamental_matrix()[0], "one entry of N"),
    ("05.4", sum(Rules(3, 1).chain().fundamental_matrix()), "adds all rows"),
    ("05.5", in_the_wrong_order, "1 chip each: These are the right numbers, but not in the right"),
    ("05.5", a_constant, "a die with the faces L, C, R and one blank: "),
    ("05.5", equal_chances, "two players with 1 chip each: These are not the values"),
    ("05.5", in_percent, "percentages"),
    ("05.5", as_floats, "two players with 1 chip each: The size of each is right, but the exact"),
    ("05.5", in_a_set, "no order"),
    ("05.5", in_a_dict, "a dict"),
    ("05.5", printing, "prints something but returns nothing"),
    ("05.5", failing, "raised KeyError"),
    ("05.5", leaving, "raised SystemExit"),
    ("05.5", for_two_players, "three players with 1 chip each: your function returns nothing"),
    ("05.5", with_too_few, "called as `winning_chances(law, start)`"),
    ("05.5", waited_for, "async"),
    ("05.5", [Rational(1, 3), Rational(2, 3)], "without brackets"),
    ("05.5", lambda law, start: "abc", "hand in a list"),
    ("05.5", lambda law, start: [1], "2 numbers are asked for, and these are 1"),
    ("05.5", lambda law, start: [1, 1], "do not sum to 1"),
    ("05.5", lambda law, start: [2, -1], "between 0 and 1"),
    ("05.6", Rules(), ".3068 / .3280 / .3651"),
    ("05.6", Rules(max_dice=1), "With your rules"),
    ("05.6", Rules(max_dice=4), "With your rules"),
    ("05.6", Rules(players=2), "3 and 3 and 3 chips"),
    ("05.6", Rules(chips=40), "3 and 3 and 3 chips"),
    ("05.6", Rules(die=Die.from_faces("LR..")), "die is not at fault"),
    ("05.6", 9, "A table is asked for"),
    ("05.6", "max_dice", "A table is asked for"),
]

NEVER_SAID: dict[str, list[str]] = {
    "05.1": ["1/3", "0.33", ".333"],
    "05.2": ["1/5", "0.2", "20"],
    "05.3": ["16/15", "4/15", "1.06"],
    "05.4": ["28259", "6.75", "6.76"],
    "05.5": ["1/3", "2/3", "17/111", "559311931"],
    "05.6": ["max_dice", "limit of three"],
}

for path in sorted(Path(__file__).parent.glob("test_exercises_[0-9][0-9].py")):
    lesson: Any = importlib.import_module(path.stem)
    RIGHT |= lesson.RIGHT
    WRONG += lesson.WRONG
    NEVER_SAID |= lesson.NEVER_SAID


def title(value: object) -> str:
    return value if isinstance(value, str) and re.fullmatch(r"\d\d\.\d", value) else ""


class TestNotebooks:
    @pytest.mark.parametrize("name", NAMES)
    def test_the_teachers_version_passes_every_check(self, name: str) -> None:
        found = [x for x in run(ROOT / "exercises" / "teacher" / name) if isinstance(x, Verdict)]
        assert [verdict.exercise for verdict in found] == exercises_of(name)
        assert all(verdict.is_right for verdict in found)

    @pytest.mark.parametrize("name", NAMES)
    def test_the_students_version_runs_as_handed_out(self, name: str) -> None:
        found = [x for x in run(ROOT / "exercises" / name) if isinstance(x, Verdict)]
        assert [verdict.exercise for verdict in found] == exercises_of(name)
        assert {verdict.outcome for verdict in found} == {Outcome.NOT_ANSWERED}
        assert all("Not answered yet" in repr(verdict) for verdict in found)

    @pytest.mark.parametrize("name", NAMES)
    def test_cells_are_short(self, name: str) -> None:
        for cell in json.loads((ROOT / "exercises" / "teacher" / name).read_text("utf-8"))["cells"]:
            source = "".join(cell["source"])
            if cell["cell_type"] == "markdown":
                assert words(source) <= 150, cell["id"]

    @pytest.mark.parametrize("name", NAMES)
    def test_only_public_names_are_used(self, name: str) -> None:
        for cell in json.loads((ROOT / "exercises" / "teacher" / name).read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                for module in re.findall(
                    r"(?:from|import)\s+(lcr_teach[\w.]*)", "".join(cell["source"])
                ):
                    assert module in {"lcr_teach", "lcr_teach.exercises"}


def exercises_of(notebook: str) -> list[str]:
    return [name for name in ALL if name.startswith(notebook[:2] + ".")]


class TestAnswers:
    @pytest.mark.parametrize(
        ("name", "answer"),
        [(name, answer) for name, answers in RIGHT.items() for answer in answers],
        ids=title,
    )
    def test_every_right_form_is_accepted(self, name: str, answer: object) -> None:
        verdict = check(name, answer)
        assert repr(verdict) == f"{name}: Right."
        assert verdict.is_right

    @pytest.mark.parametrize(("name", "answer", "word"), WRONG, ids=title)
    def test_a_wrong_answer_gets_a_helpful_word(self, name: str, answer: object, word: str) -> None:
        verdict = check(name, answer)
        assert verdict.outcome is Outcome.NOT_YET
        assert word.lower() in verdict.remark.lower()
        assert repr(verdict).startswith(f"{name}: Not yet. ")
        assert verdict.hint == checking.known_exercises()[name].hints[0]

    def test_every_exercise_has_right_and_wrong_answers_here(self) -> None:
        assert sorted(RIGHT) == ALL
        for name in ALL:
            assert len(RIGHT[name]) >= 2
            assert sum(wrong == name for wrong, _, _ in WRONG) >= 3

    @pytest.mark.parametrize("name", ALL)
    @pytest.mark.parametrize("nothing", [..., None, [..., ...], (None, None)])
    def test_a_missing_answer_is_no_wrong_one(self, name: str, nothing: object) -> None:
        verdict = check(name, nothing)
        assert verdict.outcome is Outcome.NOT_ANSWERED
        assert checking._wrong_answers == {}

    @pytest.mark.parametrize("nothing", [..., None, [...]])
    def test_a_function_that_returns_nothing_is_a_missing_answer(self, nothing: object) -> None:
        assert check("05.5", lambda law, start: nothing).outcome is Outcome.NOT_ANSWERED

    @pytest.mark.parametrize("name", WITH_MISTAKES)
    def test_no_mistake_is_the_right_answer_or_hidden_by_another(self, name: str) -> None:
        judge: Any = checking.known_exercises()[name].judge
        for mistake in judge.mistakes:
            assert judge(mistake.value()).remark == mistake.word

    def test_the_answer_is_never_said(self) -> None:
        said = {
            name: "".join(repr(check(name, wrong)) for n, wrong, _ in WRONG * 2 if n == name)
            for name in ALL
        }
        # Not even in the second hint, which everybody has seen by now.
        for name in ALL:
            assert checking.known_exercises()[name].hints[1] in said[name]
        assert sorted(NEVER_SAID) == ALL
        for name, never in NEVER_SAID.items():
            assert not [secret for secret in never if secret in said[name]]


class TestStrangeObjects:
    class Rude:
        def __getattr__(self, name: str) -> Any:
            raise RuntimeError(name)

        def __repr__(self) -> str:
            raise RuntimeError("repr")

        def __eq__(self, other: object) -> bool:
            raise RuntimeError("eq")

        def __hash__(self) -> int:
            raise RuntimeError("hash")

        def __iter__(self) -> Iterator[object]:
            raise RuntimeError("iter")

    class RudeList(list[object]):
        def __len__(self) -> int:
            raise RuntimeError("len")

        def __bool__(self) -> bool:
            raise RuntimeError("bool")

        def __iter__(self) -> Iterator[object]:
            raise RuntimeError("iter")

    @pytest.mark.parametrize("name", ALL)
    @pytest.mark.parametrize(
        "make",
        [
            Rude,
            RudeList,
            lambda: type,
            lambda: Rude_class,
            lambda: [[[]]],
            list,
            lambda: "",
            lambda: b"1/3",
            lambda: print,
            lambda: iter([1]),
            lambda: Tuple(1, 2),
            lambda: np.zeros((0, 2)),
            lambda: np.array(0.5),
            lambda: Matrix(0, 0, []),
            lambda: sympy.MatrixSymbol("M", 2, 2),
            lambda: State((1, 1), 0),
            lambda: Rules(2, 1).chain(),
            lambda: sympy.true,
            lambda: p**w,
        ],
    )
    def test_nothing_crashes_a_check(self, name: str, make: Callable[[], object]) -> None:
        verdict = check(name, make())
        assert verdict.outcome is Outcome.NOT_YET
        assert verdict.remark
        assert verdict._repr_html_()

    def test_an_error_whose_text_cannot_be_read(self) -> None:
        class RudeError(Exception):
            def __str__(self) -> str:
                raise RuntimeError

        def rude(law: Law, start: State) -> None:
            raise RudeError

        assert "raised RudeError." in check("05.5", rude).remark

    def test_a_long_error_is_cut(self) -> None:
        def wordy(law: Law, start: State) -> None:
            raise ValueError("word " * 1000 + "\nsecond line")

        remark = check("05.5", wordy).remark
        assert len(remark) < 400
        assert "second line" not in remark


Rude_class = TestStrangeObjects.Rude


class TestFunctions:
    def test_what_a_function_prints_is_kept_from_the_page(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def talking(law: Law, start: State) -> list[Any]:
            print("here")
            return list(by_the_kit(law, start))

        assert check("05.5", talking).is_right
        assert capsys.readouterr().out == ""

    @needs_alarm
    def test_a_function_that_never_ends_is_stopped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(running, "LONGEST_CALL", 0.05)

        def endless(law: Law, start: State) -> None:
            while True:
                try:
                    sum(range(1000))
                except Exception:
                    continue

        assert "was not done after" in check("05.5", endless).remark

    @needs_alarm
    def test_the_limit_leaves_no_alarm_behind(self) -> None:
        before = signal.getsignal(signal.SIGALRM)
        assert check("05.5", by_the_kit).is_right
        assert signal.getsignal(signal.SIGALRM) is before
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)

    def test_a_function_that_is_stopped_by_hand(self) -> None:
        def stopped(law: Law, start: State) -> None:
            raise KeyboardInterrupt

        assert "was stopped" in check("05.5", stopped).remark

    def test_in_another_thread_there_is_no_limit_but_a_verdict(self) -> None:
        found = []
        thread = threading.Thread(target=lambda: found.append(check("05.5", by_the_kit)))
        thread.start()
        thread.join()
        assert found[0].is_right

    def test_every_table_is_handed_over_anew(self) -> None:
        seen: list[Any] = []

        def greedy(law: Any, start: State) -> list[Any]:
            chances = list(by_the_kit(law, start))
            seen.append(len(law))
            law.clear()
            return chances

        assert check("05.5", greedy).is_right
        assert check("05.5", greedy).is_right
        assert seen[: len(seen) // 2] == seen[len(seen) // 2 :]
        assert all(seen)

    def test_no_two_tables_have_the_same_chances(self) -> None:
        judge = checking.known_exercises()["05.5"].judge
        assert isinstance(judge, Function)
        tables: list[Any] = [case.arguments() for case in judge.cases]
        found = [by_the_kit(law, start) for law, start in tables]
        assert len(set(found)) == len(found) >= 4

    def test_a_builtin_without_a_signature(self) -> None:
        judge = Function("f(x)", [Case("nothing", lambda: ([1, 2],), Number(lambda: 2))])
        assert judge(max).outcome is Outcome.RIGHT


class TestTries:
    first, second = checking.known_exercises()["05.1"].hints

    def test_the_second_hint_comes_after_a_second_wrong_answer(self) -> None:
        assert check("05.1", Rational(1, 2)).hint == self.first
        assert check("05.1", Rational(2, 3)).hint == self.second
        assert check("05.1", Rational(2, 3)).hint == self.second
        assert check("05.1", Rational(1, 2)).hint == self.second

    @pytest.mark.parametrize("again", [Rational(1, 2), Fraction(2, 4), sympy.cos(pi / 3)])
    def test_the_same_wrong_answer_is_no_new_try(self, again: object) -> None:
        check("05.1", Rational(1, 2))
        assert check("05.1", again).hint == self.first

    def test_the_same_function_written_anew_is_no_new_try(self) -> None:
        for _ in range(3):
            verdict = check("05.5", lambda law, start: [Rational(1, 2), Rational(1, 2)])
        assert verdict.hint == checking.known_exercises()["05.5"].hints[0]
        verdict = check("05.5", lambda law, start: [quarter, 1 - quarter])
        assert verdict.hint == checking.known_exercises()["05.5"].hints[1]

    def test_the_same_table_is_no_new_try(self) -> None:
        hints = checking.known_exercises()["05.6"].hints
        assert [check("05.6", Rules()).hint for _ in range(2)] == [hints[0]] * 2
        assert check("05.6", Rules(max_dice=2)).hint == hints[1]

    def test_each_exercise_counts_for_itself(self) -> None:
        check("05.2", Rational(1, 2))
        check("05.2", Rational(1, 3))
        assert check("05.1", Rational(1, 2)).hint == self.first

    def test_neither_a_missing_nor_a_right_answer_counts(self) -> None:
        for answer in (..., None, Rational(1, 3)):
            assert check("05.1", answer).hint == ""
        assert check("05.1", Rational(1, 2)).hint == self.first


class TestNames:
    @pytest.mark.parametrize("name", ["05.9", "5.1", "05-1", 5.1, "", None, "who wins", []])
    def test_an_unknown_exercise_is_refused_with_the_names_near_it(self, name: Any) -> None:
        with pytest.raises(
            ValueError, match=r"^there is no exercise .*: the names near it .*0[15]\.1"
        ):
            check(name, 1)

    def test_exercises_have_the_number_of_their_lesson(self) -> None:
        for name, exercise in checking.known_exercises().items():
            assert re.fullmatch(r"\d\d\.\d+", name)
            assert isinstance(exercise, Exercise)
            assert len(set(exercise.hints)) == 2


class TestVerdict:
    def test_it_says_everything_in_words_and_shapes_too(self) -> None:
        signs = set()
        for outcome in Outcome:
            shown = Verdict("05.1", outcome, "A remark.", "A hint.")._repr_html_()
            text = re.sub(r"<[^>]+>", "", shown)
            assert outcome.value in text
            assert "A remark." in text
            signs.add(text[0])
            # The page's own colours, light or dark, are used for all text.
            assert "background" not in shown
            assert not re.search(r"[^-]color:", shown)
        assert len(signs) == 3

    def test_what_a_student_wrote_is_escaped(self) -> None:
        def evil(law: Law, start: State) -> None:
            raise ValueError("<script>alert(1)</script> `<b>`")

        shown = check("05.5", evil)._repr_html_()
        assert "<script>" not in shown
        assert "<code>&lt;b&gt;</code>" in shown

    def test_the_html_is_well_formed(self) -> None:
        class Reader(HTMLParser):
            def __init__(self) -> None:
                super().__init__()
                self.open: list[str] = []

            def handle_starttag(self, tag: str, attrs: object) -> None:
                self.open.append(tag)

            def handle_endtag(self, tag: str) -> None:
                assert self.open.pop() == tag

        for answer in (..., Rational(1, 3), Rational(1, 2)):
            reader = Reader()
            reader.feed(check("05.1", answer)._repr_html_())
            assert reader.open == []


class TestJudges:
    def test_a_formula_is_right_in_every_form(self) -> None:
        judge = Number(lambda: p / (1 + p))
        positive = Symbol("p", positive=True)
        for form in (1 - 1 / (1 + p), positive / (1 + positive), (p**2 - p) / (p**2 - 1)):
            assert judge(form).outcome is Outcome.RIGHT
        assert judge(p / (1 - p)).outcome is Outcome.NOT_YET
        assert "symbol w" in judge(w / (1 + w)).remark

    def test_a_row_may_be_a_tuple_a_list_or_a_matrix(self) -> None:
        third, rest = Rational(1, 3), Rational(2, 3)
        judge = Numbers(lambda: (third, rest), kind="probability")
        for form in (
            (third, rest),
            [Fraction(1, 3), rest],
            Tuple(third, rest),
            Matrix([[third, rest]]),
            Matrix([third, rest]),
            [[third], [rest]],
        ):
            assert judge(form).outcome is Outcome.RIGHT
        assert "1 of the 2 numbers is right" in Numbers(lambda: (1, 2))([1, 3]).remark

    def test_a_float_is_taken_within_the_tolerance_and_not_beyond(self) -> None:
        judge = Number(lambda: 1, tolerance=Rational(1, 100))
        assert judge(1.0099).outcome is Outcome.RIGHT
        assert judge(1.011).outcome is Outcome.NOT_YET
        # "Exactly or rounded" does not say how a rounded number is written.
        assert judge(Rational(1009, 1000)).outcome is Outcome.RIGHT
        assert judge(Rational(1011, 1000)).outcome is Outcome.NOT_YET
        assert judge(1 + sympy.sqrt(2) / 200).outcome is Outcome.RIGHT
        assert judge(1 + sympy.sqrt(2) / 100).outcome is Outcome.NOT_YET

    def test_floats_in_a_row_are_taken_within_the_tolerance_and_not_beyond(self) -> None:
        doubled = Mistake("Doubled.", lambda: (2, 4))
        judge = Numbers(lambda: (1, 2), [doubled], tolerance=Rational(1, 100))
        for right in ([1.0099, 2], [1, 1.991], np.array([1.005, 2.005]), (1, 2)):
            assert judge(right).outcome is Outcome.RIGHT
        assert judge([1.011, 2.0]).remark == "1 of the 2 numbers is right."
        assert judge([2.009, 3.991]).remark == "Doubled."
        assert judge([Rational(1009, 1000), 2]).outcome is Outcome.RIGHT
        assert judge([Rational(1011, 1000), 2]).outcome is Outcome.NOT_YET

    def test_a_whole_float_is_exact_only_as_a_count(self) -> None:
        assert Number(lambda: 9)(9.0).outcome is Outcome.RIGHT
        assert "besides" not in Number(lambda: 9)(10.0).remark
        assert Number(lambda: 9)(math.nextafter(9, 10)).outcome is Outcome.NOT_YET
        assert Number(lambda: 1, kind="probability")(1.0).outcome is Outcome.NOT_YET

    def test_a_fault_of_the_kit_is_not_blamed_on_the_student(self) -> None:
        def broken() -> int:
            raise ZeroDivisionError

        for judge in (Number(broken), Numbers(broken)):
            with pytest.raises(ZeroDivisionError):
                judge(1)

    def test_opposite(self) -> None:
        judge = Number(lambda: Rational(1, 3), kind="probability")
        assert "opposite" in judge(Rational(2, 3)).remark

    def test_a_mistake_of_several_numbers(self) -> None:
        doubled = Mistake("Doubled.", lambda: (Rational(1, 2), 4))
        judge = Numbers(lambda: (quarter, 2), [doubled])
        assert judge((Rational(1, 2), 4)).remark == "Doubled."
        assert judge((0.5, 4.0)).remark.startswith("Doubled. Besides, the exact")

    @settings(deadline=None)
    @given(st.fractions(), st.fractions())
    def test_fractions_are_right_only_if_equal(self, right: Fraction, answer: Fraction) -> None:
        outcome = Number(lambda: right)(answer).outcome
        assert (outcome is Outcome.RIGHT) == (right == answer)

    @settings(deadline=None)
    @given(st.fractions(), st.fractions(min_value="1/1000000000000", max_value=1))
    def test_a_small_difference_shows(self, value: Fraction, gap: Fraction) -> None:
        number = Rational(value.numerator, value.denominator) * sqrt(2)
        assert same(number, number)
        irrational = Rational(gap.numerator, gap.denominator) * sqrt(3)
        assert not same(number + irrational, number)

    @settings(deadline=None)
    @given(st.fractions(0, 1), st.floats(allow_nan=True))
    def test_no_float_is_right_where_exact_is_asked(self, right: Fraction, answer: float) -> None:
        assert Number(lambda: right, kind="probability")(answer).outcome is Outcome.NOT_YET
