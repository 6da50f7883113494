"""Answers as plain data: what may pass from a student's process to the one that judges.

A student's kernel is asked for an answer and sends a description of it: lists, texts and
whole numbers, as JSON. The judging process makes the answer again from the description,
with constructors that are listed here and no others. Nothing is unpickled and nothing is
evaluated, so an answer can be wrong but it cannot do anything.

A description is a list: the kind, then what the kind needs. Integers travel as hexadecimal
texts, because exact answers may have more digits than Python writes in decimal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AnySet
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

import sympy

from lcr_teach.rules import Die, Face, Roll, Rules, State

__all__ = ["Description", "Unknown", "describe", "make"]

Description: TypeAlias = list[Any]

#: An answer that needs more parts or lies deeper is described by its type alone.
_MOST_PARTS = 50_000
_DEEPEST = 100

_CONSTANTS = {
    type(constant).__name__: constant
    for constant in (
        sympy.pi,
        sympy.E,
        sympy.I,
        sympy.oo,
        -sympy.oo,
        sympy.zoo,
        sympy.nan,
        sympy.true,
        sympy.false,
        sympy.EulerGamma,
        sympy.GoldenRatio,
        sympy.S.EmptySet,
        sympy.S.Reals,
    )
}
_FACES = ("left", "centre", "right", "blank")


class Unknown:
    """Stands for an answer of a type that is never asked for; only the type's name is known."""


class _TooLargeError(Exception):
    pass


def describe(answer: object, functions: list[Callable[..., object]]) -> Description:
    """Describe an answer; called in the student's process.

    Parameters
    ----------
    answer : object
        Whatever the student hands in.
    functions : list
        Functions cannot travel. They are kept here, and their places are what is sent.

    Returns
    -------
    list
        The description, ready for JSON.

    Examples
    --------
    >>> describe([sympy.Rational(1, 3), ...], [])
    ['list', ['rational', '0x1', '0x3'], ['missing']]
    """
    room = iter(range(_MOST_PARTS))
    try:
        return _describe(answer, functions, room, 0)
    except (_TooLargeError, RecursionError):
        return ["other", type(answer).__name__]


def _describe(
    value: Any, functions: list[Callable[..., object]], room: Iterator[int], depth: int
) -> Description:
    if depth > _DEEPEST or next(room, None) is None:
        raise _TooLargeError

    def inner(part: object) -> Description:
        return _describe(part, functions, room, depth + 1)

    if isinstance(value, sympy.Basic | sympy.MatrixBase):
        return _describe_sympy(value, inner)
    if (kit := _describe_kit(value, inner)) is not None:
        return kit
    match value:
        case None:
            return ["none"]
        case _ if value is ...:
            return ["missing"]
        case bool():
            return ["bool", value]
        case int():
            return ["int", hex(value)]
        case float():
            return ["float", float(value).hex()]
        case complex():
            return ["complex", value.real.hex(), value.imag.hex()]
        case str():
            return ["str", str(value)]
        case Fraction():
            return ["fraction", hex(value.numerator), hex(value.denominator)]
        case Decimal():
            return ["decimal", str(value)]
        case tuple():
            return ["tuple", *map(inner, value)]
        case Mapping():
            return ["dict", *([inner(key), inner(held)] for key, held in value.items())]
        case AnySet():
            return ["set", *map(inner, value)]
        case bytes() | bytearray() | memoryview():
            return ["other", type(value).__name__]
        case Sequence():
            return ["list", *map(inner, value)]
    if callable(value):
        functions.append(value)
        return ["function", len(functions) - 1, str(getattr(value, "__name__", "function"))]
    if hasattr(value, "tolist"):  # numbers and arrays of numpy, columns of pandas
        return inner(value.tolist())
    return ["other", type(value).__name__]


def _describe_sympy(value: Any, inner: Callable[[object], Description]) -> Description:
    kind = type(value)
    if isinstance(value, sympy.MatrixBase):
        return ["matrix", value.rows, value.cols, *map(inner, value.flat())]
    if isinstance(value, sympy.Rational):
        return ["rational", hex(int(value.p)), hex(int(value.q))]
    if isinstance(value, sympy.Float):
        sign, mantissa, exponent, _ = value._mpf_
        return ["real", bool(sign), hex(int(mantissa)), int(exponent), int(value._prec)]
    if isinstance(value, sympy.Symbol):
        assumed = {name: bool(held) for name, held in value.assumptions0.items()}
        return ["symbol", value.name, assumed]
    if kind.__name__ in _CONSTANTS:
        return ["constant", kind.__name__]
    if kind.__name__ == "ExprCondPair":  # a piece of a Piecewise, which takes pairs as well
        kind = sympy.Tuple
    if getattr(sympy, kind.__name__, None) is kind and value.args:
        return ["sympy", kind.__name__, *map(inner, value.args)]
    return ["other", kind.__name__]


def _describe_kit(value: Any, inner: Callable[[object], Description]) -> Description | None:
    if type(value) is Rules:
        die = inner(value.die)
        return ["rules", value.players, list(value.chips), die, value.max_dice, value.passing]
    if type(value) is Die:
        faces = None if value.faces is None else "".join(face.value for face in value.faces)
        return ["die", faces, *(inner(getattr(value, name)) for name in _FACES)]
    if type(value) is State:
        return ["state", list(value.chips), value.roller]
    if type(value) is Face:
        return ["face", value.value]
    if type(value) is Roll:
        return ["roll", *map(int, value)]
    return None


def make(description: Any, function: Callable[[int, str], object]) -> Any:
    """Make an answer again from its description; called in the process that judges.

    Parameters
    ----------
    description : list
        From :func:`describe`, or from somebody who pretends to be it.
    function : callable
        Gets the place and the name of a function that was kept behind, and returns what
        stands for it.

    Returns
    -------
    object
        The answer.

    Raises
    ------
    ValueError
        If this describes nothing.

    Examples
    --------
    >>> p = sympy.Symbol("p", positive=True)
    >>> make(describe((1 - p) ** 2, []), None) == (1 - p) ** 2
    True
    >>> make(["sympy", "sympify", ["str", "print('hello')"]], None)
    Traceback (most recent call last):
        ...
    ValueError: this describes no answer.
    """
    try:
        return _make(description, function)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, ArithmeticError):
        raise ValueError("this describes no answer.") from None


def _make(description: Any, function: Callable[[int, str], object]) -> Any:
    if not isinstance(description, list):
        raise TypeError
    kind, *parts = description

    def inner(part: Any) -> Any:
        return _make(part, function)

    if kind in _MAKERS:
        return _MAKERS[kind](*parts)
    match kind:
        case "tuple" | "list" | "set":
            return {"tuple": tuple, "list": list, "set": frozenset}[kind](map(inner, parts))
        case "dict":
            return {inner(key): inner(value) for key, value in parts}
        case "matrix":
            rows, columns, *entries = parts
            return sympy.Matrix(rows, columns, list(map(_expression, map(inner, entries))))
        case "sympy":
            name, *arguments = parts
            return _compound(name, [inner(argument) for argument in arguments])
        case "rules":
            players, chips, die, max_dice, passing = parts
            return Rules(players, chips, inner(die), max_dice, passing)
        case "die":
            faces, *probabilities = parts
            if faces is not None:
                return Die.from_faces(faces)
            return Die(*(_expression(inner(p)) for p in probabilities))
        case "function":
            place, name = parts
            return function(int(place), str(name))
    raise ValueError


def _expression(made: Any) -> Any:
    """Let nothing but sympy's own objects pass: a text would be evaluated as a formula."""
    if not isinstance(made, sympy.Basic):
        raise TypeError
    return made


def _compound(name: str, arguments: list[Any]) -> Any:
    kind = getattr(sympy, name, None)
    if not (isinstance(kind, type) and issubclass(kind, sympy.Basic)) or not arguments:
        raise ValueError
    return kind(*map(_expression, arguments))


def _whole(text: str) -> int:
    return int(text, 16)


def _float(sign: bool, mantissa: str, exponent: int, precision: int) -> sympy.Float:
    whole = _whole(mantissa)
    parts = (int(sign), whole, int(exponent), whole.bit_length())
    return sympy.Float(parts, precision=int(precision))


def _unknown(name: str) -> Unknown:
    made: Unknown = type(name if name.isidentifier() else "object", (Unknown,), {})()
    return made


_MAKERS: dict[str, Callable[..., Any]] = {
    "none": lambda: None,
    "missing": lambda: ...,
    "bool": bool,
    "int": _whole,
    "float": float.fromhex,
    "complex": lambda real, imaginary: complex(float.fromhex(real), float.fromhex(imaginary)),
    "str": str,
    "fraction": lambda over, under: Fraction(_whole(over), _whole(under)),
    "decimal": Decimal,
    "rational": lambda over, under: sympy.Rational(_whole(over), _whole(under)),
    "real": _float,
    "symbol": lambda name, assumed: sympy.Symbol(str(name), **assumed),
    "constant": _CONSTANTS.__getitem__,
    "state": lambda chips, roller: State(tuple(chips), roller),
    "face": Face,
    "roll": lambda *counts: Roll(*map(int, counts)),
    "other": _unknown,
}
