"""The judge of formulas: any form of the right one passes, a wrong one gets its own word."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Eq, Rational, Symbol, sqrt

from lcr_teach.exercises.formulas import Formula
from lcr_teach.exercises.judges import Mistake
from lcr_teach.exercises.verdict import Outcome

p, q = Symbol("p"), Symbol("q")
sixth = Rational(1, 6)

chance = Formula(
    lambda: p / (1 + p), [Mistake("Forgotten to divide.", lambda: p)], "probability", sixth
)
two_symbols = Formula(lambda: p / (p + q), example=sixth)


@pytest.mark.parametrize(
    "form",
    [
        1 - 1 / (1 + p),
        (p**2 - p) / (p**2 - 1),
        Symbol("p", positive=True) / (1 + Symbol("p", positive=True)),
        sympy.Mul(p, 1 / (p + 1), evaluate=False),
        p / (sqrt(1 + p) ** 2),
    ],
)
def test_every_form_is_right(form: sympy.Expr) -> None:
    assert chance(form).outcome is Outcome.RIGHT


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (p, "Forgotten to divide."),
        (p * (1 + p) / (1 + p), "Forgotten to divide."),
        (1 / (1 + p), "the opposite"),
        (Rational(1, 7), "A formula in p is asked for, and this is a number."),
        (3, "this is a number"),
        (0.25, "this is a float"),
        (0.5 * p, "contains a float"),
        (q / (1 + q), "asked for in p, and yours contains q"),
        (1 / p, "With p = 1/6 your formula gives 6, and a probability lies"),
        (p / (1 - 6 * p), "has no value"),
        (p / 7 + Rational(5, 42), "gives the right value, but not with other numbers"),
        (2 * p, "gives 1/3, and that is not the value"),
        ("p/(1+p)", "without quotes"),
        (Eq(q, p / (1 + p)), "the formula alone"),
        (lambda p: p / (1 + p), "call it with symbols"),
        ([p], "with one entry"),
        ([p, p], "several"),
    ],
)
def test_a_wrong_formula_gets_a_helpful_word(answer: object, word: str) -> None:
    finding = chance(answer)
    assert finding.outcome is Outcome.NOT_YET
    assert word in finding.remark


def test_several_symbols() -> None:
    assert two_symbols(1 / (1 + q / p)).outcome is Outcome.RIGHT
    assert "With p = 1/6 and q = 1/6 your formula gives" in two_symbols(p + q).remark
    assert "A formula in p and q" in two_symbols(1).remark
    assert "wrong sign" in two_symbols(-p / (p + q)).remark


def test_a_missing_answer() -> None:
    assert chance(...).outcome is Outcome.NOT_ANSWERED


def test_the_same_wrong_formula_written_anew_is_seen_as_the_same() -> None:
    assert chance(1 / p - 1).seen == chance((1 - p) / p).seen != chance(1 / p).seen


def test_a_fault_of_the_kit_is_not_blamed_on_the_student() -> None:
    with pytest.raises(ZeroDivisionError):
        Formula(lambda: 1 // 0)(p)


small = st.integers(-3, 3)


@settings(deadline=None, max_examples=40)
@given(st.tuples(small, small, small, small), st.tuples(small, small, small, small))
def test_a_formula_is_right_only_if_it_is_equal(
    one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    def quotient(a: int, b: int, c: int, d: int) -> sympy.Expr:
        return (a + b * p) / (5 + c * p + d * p**2)

    equal = sympy.cancel(quotient(*one) - quotient(*other)) == 0
    outcome = Formula(lambda: quotient(*one))(quotient(*other)).outcome
    assert (outcome is Outcome.RIGHT) == equal
