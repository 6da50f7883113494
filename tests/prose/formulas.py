r"""The value of a formula in LaTeX, as far as the lessons use it.

Fractions, roots, powers, binomial coefficients, matrices, letters with an index, and
products written side by side. A decimal stands for all numbers that are rounded to it, so
a part of a formula has a lowest and a highest value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

import sympy

TOKEN = re.compile(
    r"\s+|\\[,;:!> ]|~"  # blanks
    r"|(?P<number>\d+(?:(?:\\,|\{,\}|\u202f)\d{3})*(?:\.\d+)?|\.\d+)"
    r"|(?P<command>\\[A-Za-z]+|\\\\|\\%)"
    r"|(?P<letter>[A-Za-z])"
    r"|(?P<sign>[-+*/^_=<>(){}\[\]&,.;:|'!−])"
)
SILENT = {r"\left", r"\right", r"\displaystyle", r"\big", r"\Big", r"\bigl", r"\bigr", r"\limits"}
RELATIONS = {
    "=": "=",
    r"\approx": "=",
    "<": "<",
    ">": ">",
    r"\le": "<=",
    r"\leq": "<=",
    r"\ge": ">=",
    r"\geq": ">=",
}
#: Where one statement of a formula ends and the next begins.
BETWEEN = {r"\quad", r"\qquad", r"\text", ",", ";", r"\\", "."}
NAMED = {r"\operatorname", r"\mathrm", r"\mathbb", r"\mathbf", r"\mathit"}
MATRICES = {"pmatrix", "bmatrix", "matrix"}
TIMES = {r"\cdot", r"\times", "*"}


class FormulaError(ValueError):
    """A formula that is not understood."""


class Range(NamedTuple):
    """Lowest and highest value that something rounded may have; equal if it is exact."""

    low: Any
    high: Any


def tokens(latex: str) -> list[str]:
    """Cut a formula into numbers, letters with their index, commands and signs."""
    found: list[str] = []
    at = 0
    while at < len(latex):
        match = TOKEN.match(latex, at)
        if match is None:
            raise FormulaError(f"{latex[at]!r} is not understood")
        at = match.end()
        token = match[0]
        if match["number"]:
            found.append(re.sub(r"[^\d.]", "", token))
        elif token == r"\text":
            group = re.match(r"\s*\{[^{}]*\}", latex[at:])
            at += group.end() if group else 0
            found.append(token)
        elif token in NAMED:
            group = re.match(r"\s*(\{\w+\}|\w)", latex[at:])
            if group is None:
                raise FormulaError(f"{token} without a name")
            at += group.end()
            found.append(group[1].strip("{}"))
        elif match["letter"] or (match["command"] and token.startswith(r"\lambda")):
            index = re.match(r"_(\w|\{\w+\})", latex[at:])
            at += index.end() if index else 0
            found.append(token.strip("\\") + (f"_{index[1].strip('{}')}" if index else ""))
        elif match["command"] and token in SILENT:
            continue
        elif match["command"] or match["sign"]:
            found.append("-" if token == "−" else token)
    return found


def statements(latex: str) -> list[list[list[str] | str]]:
    """Cut a formula into statements, and each into parts and the relations between them."""
    found: list[list[Any]] = [[[]]]
    depth = 0
    for token in tokens(latex):
        depth += (token in "({[" or token == r"\begin") - (token in ")}]" or token == r"\end")
        if depth == 0 and token in BETWEEN:
            found.append([[]])
        elif depth == 0 and token in RELATIONS:
            found[-1] += [RELATIONS[token], []]
        elif token != "&" or depth:
            found[-1][-1].append(token)
    return [statement for statement in found if statement != [[]]]


def is_name(part: list[str]) -> bool:
    """Whether a part only names something: a letter, or P(...) and the like."""
    if not part or not part[0][0].isalpha():
        return part in ([r"\mu"], [r"\sigma"], [r"\alpha"], [r"\pi"])
    if len(part) == 1:
        return True
    return part[0][0].isupper() and part[1] in "([" and part[-1] in ")]"


def value(part: list[str], names: Mapping[str, Any]) -> Range:
    """Lowest and highest value of a part; decimals stand for all that is rounded to them."""
    decimals = [token for token in part if (token[0].isdigit() and "." in token) or token[0] == "."]
    if len(decimals) > 6:
        raise FormulaError("too many decimals in one part")
    found = [Reader(part, names, ends).read() for ends in product((-1, 1), repeat=len(decimals))]
    if not decimals:
        return Range(found[0], found[0])
    return Range(min(found), max(found))


def half_a_unit(number: str) -> sympy.Rational:
    """Half a unit of the last digit of a decimal."""
    return sympy.Rational(1, 2 * 10 ** len(number.partition(".")[2]))


class Reader:
    """Reads one part of a formula from left to right."""

    def __init__(self, part: list[str], names: Mapping[str, Any], ends: tuple[int, ...]) -> None:
        self.part, self.at, self.names, self.ends = part, 0, names, list(ends)

    @property
    def next(self) -> str:
        return self.part[self.at] if self.at < len(self.part) else ""

    def take(self, wanted: str = "") -> str:
        token = self.next
        if not token or (wanted and token != wanted):
            raise FormulaError(f"{wanted or 'something'!r} is missing in {' '.join(self.part)!r}")
        self.at += 1
        return token

    def read(self) -> Any:
        found = self.sum()
        if self.next:
            raise FormulaError(f"{self.next!r} is not understood in {' '.join(self.part)!r}")
        return found

    def sum(self) -> Any:
        found = -self.term() if self.next == "-" and self.take() else self.term()
        while self.next in {"+", "-"}:
            found = found + self.term() if self.take() == "+" else found - self.term()
        return found

    def term(self) -> Any:
        found = self.power()
        while self.next and self.next not in {"+", "-", ")", "]", "}", "&", r"\\", r"\end", ","}:
            if self.next == "/":
                self.take()
                found = found / self.power()
            else:
                if self.next in TIMES:
                    self.take()
                found = found * self.power()
        return found

    def power(self) -> Any:
        found = self.base()
        while self.next in {"^", "!", r"\%"}:
            sign = self.take()
            if sign == "^":
                found = found ** self.argument()
            else:
                found = sympy.factorial(found) if sign == "!" else found / 100
        return found

    def base(self) -> Any:
        token = self.take()
        if token[0].isdigit() or token[0] == ".":
            exact = sympy.Rational(token)
            return exact + self.ends.pop(0) * half_a_unit(token) if "." in token else exact
        if token in {"(", "[", "{"}:
            found = self.sum()
            self.take({"(": ")", "[": "]", "{": "}"}[token])
            return found
        if token == "-":
            return -self.power()
        if token in {r"\frac", r"\tfrac", r"\dfrac"}:
            return self.argument() / self.argument()
        if token == r"\binom":
            return sympy.binomial(self.argument(), self.argument())
        if token == r"\sqrt":
            return sympy.sqrt(self.argument())
        if token in {r"\ln", r"\log", r"\exp"}:
            return getattr(sympy, token[1:])(self.argument())
        if token in {r"\underbrace", r"\overbrace"}:
            found = self.argument()
            if self.next in {"_", "^"}:
                self.take()
                self.skip()
            return found
        if token == r"\begin":
            return self.matrix()
        if token == r"\pi":
            return sympy.pi
        if token[0].isalpha():
            return self.names[token] if token in self.names else sympy.Symbol(token)
        raise FormulaError(f"{token!r} is not understood in {' '.join(self.part)!r}")

    def argument(self) -> Any:
        """What stands in braces, or else one sign: of 12, only the 1."""
        token = self.next
        if token.isdigit() and len(token) > 1:
            self.part = [*self.part[: self.at], token[0], token[1:], *self.part[self.at + 1 :]]
        return self.base()

    def skip(self) -> None:
        depth = 0
        while True:
            token = self.take()
            depth += (token == "{") - (token == "}")
            if depth == 0:
                return

    def matrix(self) -> Any:
        kind = self.braced_word()
        if kind not in MATRICES:
            raise FormulaError(f"{kind} is not understood")
        rows = [[self.sum()]]
        while self.next != r"\end":
            if self.take() == "&":
                rows[-1].append(self.sum())
            elif self.next != r"\end":
                rows.append([self.sum()])
        self.take(r"\end")
        self.braced_word()
        return sympy.Matrix(rows)

    def braced_word(self) -> str:
        self.take("{")
        word = ""
        while self.next != "}":
            word += self.take()
        self.take("}")
        return word
