from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy

from lcr_teach.exact import exact, exact_integer

x = sympy.Symbol("x")


@pytest.mark.parametrize(
    "value",
    [1, Fraction(1, 6), sympy.Rational(1, 6), sympy.sqrt(2), x / 2, np.int64(3), sympy.Integer(0)],
)
def test_exact_numbers_pass_unchanged(value):
    assert exact(value, "p") == value
    assert isinstance(exact(value, "p"), sympy.Expr)


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (0.5, r"Rational\(1, 2\)"),
        (1 / 6, r"Rational\(1, 6\)"),
        (np.float64(0.25), r"Rational\(1, 4\)"),
        (sympy.Float(0.5), r"Rational\(1, 2\)"),
        (x * 0.5, r"Rational\(1, 2\)"),
    ],
)
def test_floats_are_refused_with_a_hint(value, hint):
    with pytest.raises(TypeError, match=f"^left .*float: write {hint}"):
        exact(value, "left")


@pytest.mark.parametrize("value", ["1/6", True, None, [1], 1j, Decimal("0.5"), sympy.true])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(TypeError, match=r"^left must be"):
        exact(value, "left")


@pytest.mark.parametrize("value", [sympy.oo, sympy.nan, sympy.zoo, float("inf"), float("nan")])
def test_what_is_not_finite_is_refused(value):
    with pytest.raises((TypeError, ValueError), match=r"^left must be"):
        exact(value, "left")


def test_whole_numbers():
    assert exact_integer(np.int64(3), "players", least=2) == 3
    assert type(exact_integer(sympy.Integer(3), "players", least=2)) is int
    for value in (2.0, "2", True, Fraction(2), None):
        with pytest.raises(TypeError, match=r"^players must be a whole number"):
            exact_integer(value, "players", least=2)
    with pytest.raises(ValueError, match=r"^players must be at least 2, not 1"):
        exact_integer(1, "players", least=2)
    with pytest.raises(ValueError, match=r"^seat must be from 0 to 2, not 3"):
        exact_integer(3, "seat", least=0, most=2)
