"""The numbers that a text states, the marks behind them, and whether they are true.

The rule for authors, and what needs no mark, is written in docs/writing-lessons.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import sympy

from prose.formulas import FormulaError, Range, is_name, statements, value
from prose.pages import CODE, without_code

#: Whole numbers up to this one are counted by the reader, on the fingers if need be.
SMALL = 12

#: Signs that stand for the marks and the formulas of a text while it is read.
MARKS, FORMULAS = 0xE000, 0xE800
MARK = "[\ue000-\ue7ff]"
FORMULA = "[\ue800-\uefff]"

GROUPED = r"\d{1,3}(?:[ ,\u00a0\u202f]\d{3})+(?!\d)"
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
HALVES = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅙": (1, 6), "⅚": (5, 6)}
NUMBER = re.compile(
    rf"""
    (?<![\w.,/^{CODE}])(?<![A-Za-z]-)
    (?P<sign>(?:(?<=[ (])|(?<![\s\S]))[-−](?=[\d.]))?
    (?:
      (?P<whole>{GROUPED}|\d+)\ (?P<word>in|of|out\ of)\ (?P<of>{GROUPED}|\d+(?:\.\d+)?)
      | (?P<mantissa>\d+(?:\.\d+)?)[ ]?[×·][ ]?10(?P<exponent>⁻?[{SUPERSCRIPTS}]+)
      | (?P<base>\d+)(?P<power>⁻?[{SUPERSCRIPTS}]+)
      | (?P<above>{GROUPED}|\d+)/(?P<below>{GROUPED}|\d+)
      | (?P<special>[{"".join(HALVES)}])
      | (?P<decimal>(?:{GROUPED}|\d*)\.\d+)
      | (?P<integer>{GROUPED}|\d+)
    )
    (?P<percent>[ \u00a0\u202f]?%|[ ]per[ ]?cent)?
    (?![\w{SUPERSCRIPTS}])(?![.,/]\d)
    (?P<close>[*_]*)(?P<mark>{MARK})?
    """,
    re.VERBOSE,
)

#: Names of things, not statements about them: what is masked before numbers are looked for.
NOT_NUMBERS = [
    r"\bH?[A-Z]{1,3}(?:\.[A-Z]+)+(?:\.\d+)?[a-z]?\b|\bHS[A-Z](?:[-.][A-Z]+)+\.\d+",  # CCSS codes
    r"\b(?:arXiv|doi|DOI|ISBN|ISO)[ :]\s?[\w./-]+",
    r"\b0\d\.\d+\b|^#+ \d+(?:\.\d+)?\b",  # exercises, and the numbers of headings
    r"(?:(?<=[(,])|(?<=, )|(?<=in |by ))(?:1[6-9]|20)\d\d(?=[),.;:])",  # a year
    r"\b\d{1,2}:\d\d\b",  # a time
]
#: "Lesson 11", "turn 20", "Python 3.11": a number behind one of these words is a name.
SERIES = r"\s(?:\d+(?:\.\d+)?(?:\s?[–,-]\s?|,?\s(?:and|or|to)\s))*$"
NAMER = re.compile(
    r"\b(?:lessons?|players?|seats?|seeds?|turns?|pages?|grades?|years?|level|step|row|column"
    rf"|question|minutes?){SERIES}",
    re.IGNORECASE,
)
NAMER_OF_DECIMALS = re.compile(
    rf"\b(?:exercises?|chapters?|sections?|version|Python){SERIES}", re.IGNORECASE
)
#: "3 players", "50 minutes": what somebody has chosen or laid on the table.
UNITS = re.compile(
    r"(?:(?:\s?[–-]\s?|\s(?:to|or|and)\s)\d+)?[\s\u00a0-](?:players?|students?|pupils?|guesses|groups?"
    r"|chips?|dice|die|faces?|sided|slips?|copies|minutes?|min|seconds?|s|hours?|h|days?"
    r"|characters?|words?|cells?|lines?|kB|MB|GB|cm|mm|pixels)\b"
)
#: "1000 games": a round number of repetitions is a choice, "1357 games" would be a result.
REPEATED = re.compile(
    r"(?:(?:\s?[–-]\s?|\s(?:to|or|and)\s)[\d\u202f\u00a0 ,]+)?\s(?:\*?other\*?\s|more\s|such\s)?"
    r"(?:games?|samples?|rolls?|throws?|repetitions?|intervals?|seeds?|times|trials?)\b"
)
#: "longer than 20 turns", "after 30, 40 or 50 turns": where somebody looks, not what is found.
THRESHOLD = re.compile(
    r"\b(?:than|after|within|until|to|most|least|every)\s(?:\d+(?:,|\sor|\sand)\s)*$"
)
CLOCK = re.compile(r"(?:(?:,|\sor|\sand|\sto)\s\d+)*\s(?:turns?|rolls?)\b")
ROUND = re.compile(r"[125]0+")
LEVEL = re.compile(r"(?:50|80|90|95|99)[\s\u00a0]?%[-\s](?:confidence|intervals?|level|range)")


class Mark(NamedTuple):
    """What stands in a mark: a kind, and the expression or the names behind it."""

    kind: str
    expression: str = ""
    names: tuple[tuple[str, str], ...] = ()


class Claim(NamedTuple):
    """A number or a formula as written, and its mark, if it has one."""

    written: str
    mark: Mark | None
    parts: Mapping[str, str] | None


class ClaimError(ValueError):
    """A claim that is not true, not marked or not understood."""


def read_mark(inside: str) -> Mark:
    """Read what stands between ``<!--`` and ``-->``."""
    inside = inside.strip()
    if bad := set("<>|`$\n") & set(inside):
        raise ClaimError(f"a mark must not hold {' '.join(sorted(bad))!r}: {inside!r}")
    if inside == "given":
        return Mark("given")
    if inside[:1] in {"=", "~"} and inside[1:2] == " ":
        return Mark(inside[0], inside[2:].strip())
    if inside == "holds" or inside.startswith("holds for "):
        pairs = [pair.partition("=") for pair in inside[len("holds for ") :].split(";") if pair]
        return Mark("holds", names=tuple((name.strip(), text.strip()) for name, _, text in pairs))
    raise ClaimError(
        f"a mark is '= value', '~ value', 'holds', 'holds for' or 'given', not {inside!r}"
    )


def claims(text: str) -> Iterator[Claim]:
    """All numbers and formulas of a text that are marked, or ought to be.

    Raises
    ------
    ClaimError
        If a mark cannot be read or belongs to no number.
    """
    marks: list[Mark] = []
    formulas: list[str] = []

    def keep_mark(match: re.Match[str]) -> str:
        inside = match[1].strip()
        if inside.startswith("###"):
            return CODE
        marks.append(read_mark(inside))
        return chr(MARKS + len(marks) - 1)

    def keep_formula(match: re.Match[str]) -> str:
        formula = match[1] or match[2]
        if re.search(MARK, formula):
            raise ClaimError(f"a mark stands behind the formula, not inside it: {formula!r}")
        formulas.append(formula)
        return chr(FORMULAS + len(formulas) - 1)

    text = without_code(re.sub(r"<!--(.*?)-->", keep_mark, text, flags=re.DOTALL))
    text = re.sub(r"\$\$(.+?)\$\$|(?<![\\$])\$(?!\$)(.+?)(?<!\\)\$", keep_formula, text, flags=re.S)
    text = re.sub(r"<[^<>]+>", CODE, text)
    for pattern in NOT_NUMBERS:
        text = re.sub(pattern, CODE, text, flags=re.MULTILINE)
    text = _without_minutes(text)

    used = 0
    for match in re.finditer(rf"({FORMULA})[*_]*\s*({MARK})?", text):
        formula = formulas[ord(match[1]) - FORMULAS]
        used += match[2] is not None
        if match[2] or _states_a_number(formula):
            yield Claim(f"${formula}$", marks[ord(match[2]) - MARKS] if match[2] else None, None)
    at = 0
    while match := NUMBER.search(text, at):
        at = match.end()
        if match["word"] and not match["mark"] and (match["whole"], match["word"]) != ("1", "in"):
            # "2 of 6" is two numbers, unless a mark makes it one.
            at = match.end("whole")
            match = NUMBER.match(text[:at], match.start()) or match
        used += match["mark"] is not None
        if match["mark"] or not _needs_no_mark(match, text):
            mark = marks[ord(match["mark"]) - MARKS] if match["mark"] else None
            written = match[0].rstrip("*_" + (match["mark"] or ""))
            yield Claim(written, mark, match.groupdict())
    if used != len(marks):
        alone = re.search(rf"(.{{0,30}})(?<![*_\d%{FORMULA[1:-1]}])\s*{MARK}", text)
        raise ClaimError(f"a mark stands behind no number: {alone[1] if alone else text[:60]!r}")


def _without_minutes(text: str) -> str:
    """Take the minutes out of a plan: the first column of a table that is headed so."""
    lines, inside = [], False
    for line in text.split("\n"):
        if not line.startswith("|"):
            inside = False
        elif re.match(r"\|\s*[*_]*(?:min|time|from)", line, re.IGNORECASE):
            inside = True
        lines.append(re.sub(r"^\|[^|]*", f"|{CODE}", line) if inside else line)
    return "\n".join(lines)


def _states_a_number(formula: str) -> bool:
    """Whether a formula holds a decimal, a fraction or a number that is not small."""
    return bool(
        re.search(r"\.\d|\\[td]?frac\s*(?:\d|\{\s*\d+\s*\}\s*\{\s*\d+\s*\})|\d\s*/\s*\d", formula)
        or any(int(digits) > SMALL for digits in re.findall(r"\d+", _plain(formula)))
    )


def _plain(formula: str) -> str:
    """The formula without exponents, and its large numbers in one piece."""
    return re.sub(r"(?<=\d)(?:\\,|\{,\})(?=\d{3})|\^(?:\d|\{\d+\})", "", formula)


def _needs_no_mark(match: re.Match[str], text: str) -> bool:
    before, after = text[: match.start()], text[match.end() :]
    if match["percent"]:
        return LEVEL.match(text[match.start() :]) is not None
    if NAMER_OF_DECIMALS.search(before):
        return True
    if match["integer"] is None and match["base"] is None:
        return False
    if NAMER.search(before):
        return True
    whole = _whole(match["integer"] or "0")
    if match["integer"] and (whole <= SMALL or UNITS.match(after)):
        return True
    if THRESHOLD.search(before) and CLOCK.match(after):
        return True
    is_round = match["base"] == "10" or ROUND.fullmatch(str(whole))
    return bool(is_round and REPEATED.match(after))


def _whole(digits: str) -> int:
    return int(re.sub(r"\D", "", digits))


def _power(digits: str) -> int:
    plain = digits.translate(str.maketrans(SUPERSCRIPTS + "⁻", "0123456789-"))
    return int(plain)


def verify(claim: Claim, names: Mapping[str, Any]) -> None:
    """Raise ClaimError unless the claim is marked and true."""
    if claim.mark is None:
        raise ClaimError(f"{claim.written} is not marked")
    if claim.mark.kind == "given":
        return
    if claim.parts is None:
        _verify_formula(claim, names)
    elif claim.mark.kind == "holds":
        raise ClaimError(f"{claim.written}: 'holds' is for formulas")
    else:
        _verify_number(claim, names)


def _evaluate(expression: str, names: Mapping[str, Any]) -> Any:
    try:
        return eval(expression, dict(names))
    except Exception as error:
        raise ClaimError(f"{expression!r} raises {type(error).__name__}: {error}") from error


def _exact(number: Any) -> sympy.Expr | None:
    """An exact number as sympy has it; None for one that was rounded."""
    if isinstance(number, Fraction):
        return sympy.Rational(number.numerator, number.denominator)
    if isinstance(number, int):
        return sympy.Integer(number)
    if isinstance(number, sympy.Expr) and number.is_number and not number.has(sympy.Float):
        return number
    return None


def _ends(number: Any) -> Range:
    """Both ends of what is known about a number: equal, or those of an enclosure."""
    if isinstance(number, tuple) and len(number) == 2:
        return Range(sympy.sympify(number[0]), sympy.sympify(number[1]))
    if isinstance(number, sympy.MatrixBase):
        return Range(number, number)
    found = _exact(number)
    found = sympy.Float(float(number)) if found is None else found
    return Range(found, found)


def _verify_number(claim: Claim, names: Mapping[str, Any]) -> None:
    parts, mark = claim.parts, claim.mark
    assert parts is not None
    assert mark is not None
    truth = _evaluate(mark.expression, names)
    scale = sympy.Integer(100 if parts["percent"] else 1)
    sign = -1 if parts["sign"] else 1

    def near(number: sympy.Expr, unit: sympy.Expr, factor: Any = scale) -> bool:
        low, high = (end * factor for end in _ends(truth))
        return bool(sign * number - unit / 2 <= low) and bool(high <= sign * number + unit / 2)

    exact = None
    if parts["special"]:
        exact = sympy.Rational(*HALVES[parts["special"]])
    elif parts["above"]:
        exact = sympy.Rational(_whole(parts["above"]), _whole(parts["below"]))
    elif parts["word"]:
        whole, of = _whole(parts["whole"]), sympy.Rational(re.sub(r"[^\d.]", "", parts["of"]))
        if mark.kind == "=":
            exact = whole / of
        elif whole == 1:
            inverse = tuple(1 / end for end in reversed(_ends(truth)))
            unit = sympy.Rational(1, 10 ** len(parts["of"].partition(".")[2]))
            true = bool(of - unit / 2 <= inverse[0]) and bool(inverse[1] <= of + unit / 2)
        else:
            true = near(sympy.Integer(whole), sympy.Integer(1), of)
    elif parts["mantissa"] or parts["base"]:
        digits = parts["mantissa"] or parts["base"]
        ten = sympy.Integer(10) ** _power(parts["exponent"] or "0")
        number = sympy.Rational(digits) * ten
        if parts["base"]:
            exact = sympy.Integer(digits) ** _power(parts["power"])
        else:
            true = near(number, ten / 10 ** len(digits.partition(".")[2]))
    elif parts["decimal"]:
        digits = re.sub(r"[^\d.]", "", parts["decimal"])
        true = near(sympy.Rational(digits), sympy.Rational(1, 10 ** len(digits.partition(".")[2])))
    else:
        whole = _whole(parts["integer"])
        known = _exact(truth)
        zeros = len(str(whole)) - len(str(whole).rstrip("0")) if mark.kind == "~" and whole else 0
        if mark.kind == "=" and known is not None and (known * scale).is_integer:
            exact = sympy.Integer(whole) / scale
        else:
            true = near(sympy.Integer(whole), sympy.Integer(10) ** zeros)
    if exact is not None:
        known = _exact(truth)
        if known is None:
            raise ClaimError(f"{claim.written} is exact, but {mark.expression} is not")
        true = sympy.simplify(sign * exact - known) == 0
    if not true:
        raise ClaimError(f"{claim.written} is wrong: {mark.expression} gives {_shown(truth)}")


def _shown(truth: Any) -> str:
    if isinstance(truth, tuple):
        return f"between {float(truth[0]):.10g} and {float(truth[1]):.10g}"
    known, rounded = str(truth), f"{float(truth):.10g}"
    return rounded if len(known) > 40 else known if known == rounded else f"{known} = {rounded}"


def _verify_formula(claim: Claim, names: Mapping[str, Any]) -> None:
    mark = claim.mark
    assert mark is not None
    letters = {name: sympy.sympify(_evaluate(text, names)) for name, text in mark.names}
    compared = 0
    try:
        for statement in statements(claim.written.strip("$")):
            kept = [part for part in statement[::2] if mark.kind == "holds" or not is_name(part)]
            relations = statement[1::2] if mark.kind == "holds" else ["="] * len(kept)
            ranges = [value(list(part), letters) for part in kept]
            if mark.kind != "holds":
                ends = _ends(_evaluate(mark.expression, names))
                ranges = [found for part in ranges for found in (ends, part)]
                if any(end.free_symbols for part in ranges for end in part):
                    raise FormulaError("with letters in it, use 'holds for' and say what they are")
                relations = (["=", "skip"] * len(kept))[:-1]
            for (one, other), relation in zip(pairwise(ranges), relations, strict=True):
                compared += relation != "skip"
                if not _related(one, other, str(relation)):
                    raise ClaimError(
                        f"{claim.written} is wrong: {_between(one)} {relation} {_between(other)}"
                    )
    except (FormulaError, TypeError) as error:
        raise ClaimError(f"{claim.written}: {error}") from error
    if not compared:
        raise ClaimError(f"{claim.written} has nothing to compare with")


def _between(found: Range) -> str:
    return str(found.low) if found.low == found.high else f"[{found.low}, {found.high}]"


def _related(one: Range, other: Range, relation: str) -> bool:
    if relation == "skip":
        return True
    if relation == "=":
        if one.low == one.high and other.low == other.high:
            if sympy.sympify(one.low).has(sympy.Float) or sympy.sympify(other.low).has(sympy.Float):
                return False  # what was rounded is never equal to a fraction
            difference = one.low - other.low
            if isinstance(difference, sympy.MatrixBase):
                return difference.applyfunc(sympy.simplify).is_zero_matrix is True
            return sympy.simplify(difference) == 0
        return bool(one.low <= other.high) and bool(other.low <= one.high)
    if relation.startswith(">"):
        one, other = other, one
    # Here a decimal is itself: "p > 0.3" means three tenths.
    left, right = (sum(found) / 2 for found in (one, other))
    return bool(left <= right if relation.endswith("=") else left < right)
