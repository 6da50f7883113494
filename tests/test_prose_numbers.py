"""Every number that the prose states is compared with the library.

The rule. In the lessons, the teacher's exercises, the teacher's pages and the README a
number stands either in code, where it is computed, or has a mark behind it, a comment of
HTML that no reader sees, such as ``0.3068<!-- = chain.win_probabilities()[0] -->``. The
forms of a mark and the names it may use are in docs/writing-lessons.md.

A mark is demanded behind every decimal, percentage, fraction, "1 in N", power, and whole
number above 12, and behind every formula that holds a decimal, a fraction of two numbers
or a whole number above 12. These need none, because they are no claims:

- code, in a block or between backticks, addresses, and tags of HTML;
- names: curriculum codes, arXiv and ISBN, numbers of headings and exercises ("05.1"),
  "lesson 11", "Player 13", "turn 20", "page 45", "grade 9", "Python 3.11", "seed 2024";
- years in brackets or before a comma or a full stop; times ("10:45"), and the first column of
  a table that is headed "Minutes", "Time" or "From";
- whole numbers with a unit that somebody has chosen: players, chips, dice, faces, students,
  slips, minutes, seconds, cells, words, lines, kB and the like;
- 1, 2 or 5 with noughts, of something repeated: "1000 games", "20 rolls", "100 intervals";
- where somebody looks, in turns or rolls: "longer than 20 turns", "after 30, 40 or 50 turns";
- the level of an interval: "95 % interval"; exponents in formulas.

Whole numbers up to 12 and numbers written as words need no mark but may have one.
"""

from __future__ import annotations

from fractions import Fraction
from html.parser import HTMLParser

import pytest
import sympy
from nbconvert.filters import markdown2html
from prose.claims import ClaimError, claims, verify
from prose.formulas import FormulaError, statements, value
from prose.names import names
from prose.pages import files, texts

KNOWN = {
    "third": Fraction(1, 3),
    "mean": 18.863141,
    "states": 603,
    "many": 12345,
    "between": (0.30681, 0.30689),
    "huge": 10**12,
    "small": 1.4e-12,
}


@pytest.mark.parametrize("name", files())
def test_every_number_is_marked_and_true(name):
    wrong = []
    for place, text in texts(name):
        try:
            for claim in claims(text):
                try:
                    verify(claim, names())
                except ClaimError as error:
                    wrong.append(f"{place}: {error}")
        except ClaimError as error:
            wrong.append(f"{place}: {error}")
    assert wrong == []


def problems(text):
    found = []
    for claim in claims(text):
        try:
            verify(claim, KNOWN)
        except ClaimError as error:
            found.append(str(error))
    return found


@pytest.mark.parametrize(
    "text",
    [
        "18.863<!-- = mean --> turns",
        "**18.9**<!-- = mean --> turns",
        "19<!-- = mean --> turns",
        "1/3<!-- = third --> of them, ⅓<!-- = third -->",
        "33.3 %<!-- = third --> or 33%<!-- = third --> or 33 per cent<!-- = third -->",
        "1 in 3<!-- = third --> games, 2 of 6<!-- = third --> faces",
        "1 in 19<!-- ~ 1 / mean -->, 31 of 100<!-- ~ 0.3068 --> games",
        "603<!-- = states --> positions, 12 345<!-- = many -->, 12,345<!-- = many -->",
        "about 12 000<!-- ~ many -->",
        "0.307<!-- = between -->, 30.7 %<!-- = between -->",
        "10¹²<!-- = huge --> positions, 1.4 × 10⁻¹²<!-- = small -->",
        "−0.33<!-- = -third -->",
        "$\\frac13$<!-- = third -->, $p = \\frac{1}{3} \\approx 0.333$<!-- = third -->",
        "$P(T = 30) = 0.33$<!-- = third -->",
        "$$w = \\tfrac12 (1 - w)$$\n<!-- holds for w = third -->",
        "$\\frac12 p + \\frac12 p = p$<!-- holds -->",
        "$0.3 < p \\le \\frac13$<!-- holds for p = third -->",
        "$\\begin{pmatrix} 1 & \\frac12 \\\\ 0 & 1 \\end{pmatrix}^2 = "
        "\\begin{pmatrix} 1 & 1 \\\\ 0 & 1 \\end{pmatrix}$<!-- holds -->",
        "$\\binom{13}{2} = 78$<!-- = 78 -->, $4! + 1 = 25$<!-- = 25 -->",
        "42.5<!-- given -->",
    ],
)
def test_what_is_true_passes(text):
    assert list(claims(text))
    assert problems(text) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("18.862<!-- = mean -->", "18.862 is wrong: mean gives 18.863141"),
        ("19.0<!-- = mean -->", "is wrong"),
        ("18<!-- = mean -->", "is wrong"),
        ("1/4<!-- = third -->", "1/4 is wrong: third gives 1/3"),
        ("1/3<!-- = 0.333333333333 -->", "1/3 is exact, but 0.333333333333 is not"),
        ("34 %<!-- = third -->", "34 % is wrong"),
        ("1 in 4<!-- = third -->", "1 in 4 is wrong"),
        ("1 in 18<!-- ~ 1 / mean -->", "1 in 18 is wrong"),
        ("602<!-- = states -->", "602 is wrong"),
        ("12 000<!-- = many -->", "12 000 is wrong"),
        ("13 000<!-- ~ many -->", "13 000 is wrong"),
        ("0.3068<!-- = between -->", "between 0.30681 and 0.30689"),
        ("10¹¹<!-- = huge -->", "is wrong"),
        ("1.5 × 10⁻¹²<!-- = small -->", "is wrong"),
        ("0.33<!-- = -third -->", "is wrong"),
        ("$\\frac14$<!-- = third -->", "is wrong"),
        ("$p = \\frac13 \\approx 0.334$<!-- = third -->", "is wrong"),
        ("$w = \\frac12 (1 + w)$<!-- holds for w = third -->", "is wrong"),
        ("$w = \\frac12 (1 - w)$<!-- = third -->", "use 'holds for'"),
        ("$\\frac12 p + p = p$<!-- holds -->", "is wrong"),
        ("$p < \\frac13$<!-- holds for p = third -->", "is wrong"),
        ("$\\frac13$<!-- = 1 / 3 -->", "is wrong"),
        ("$1 + \\dots + 13 = 91$<!-- = 91 -->", "not understood"),
        ("$\\frac13$<!-- holds -->", "nothing to compare"),
        ("0.5<!-- = nobody -->", "raises NameError"),
        ("0.5<!-- holds -->", "'holds' is for formulas"),
        *[
            (text, "is not marked")
            for text in [
                "0.5",
                "a share of .3",
                "30 %",
                "30%",
                "1/3",
                "½",
                "1 in 3 games",
                "603 positions",
                "10¹² positions",
                "357 games",
                "about 20 turns",
                "0.3–3 turns",
                "on average 4.5 chips",
                "turns 18.86",
                "| mean | 18.86 |",
                "$p = \\frac13$",
                "$N = 36$",
                "$0.3$",
                "in 1906 positions",
            ]
        ],
    ],
)
def test_what_is_false_or_not_marked_is_found(text, message):
    (found, *_) = problems(text)
    assert message in found


@pytest.mark.parametrize(
    "text",
    [
        "6 positions, 12 turns",
        "`0.5` and\n\n    0.25\n\n```\n0.125\n```",
        "CCSS HSS.IC.A.2, HSN.VM.C.8; GAISE II level C",
        "arXiv:2407.05069, ISBN 978-3-16-148410-0",
        "## 05.1 Recall\n\n# 11 · Big tables\n\nas in 05.2 and exercises 10.1 and 10.2",
        "lessons 4 to 15, Player 13, turn 20, Python 3.11, seed 2024, grade 9",
        "Kemeny and Snell (1960); in 1960, they",
        "at 10:45",
        "| Minutes | what |\n|---|---|\n| 0–15 | Predict |\n| 15–30 | Play |",
        "20 players with 30 chips, 15 to 40 minutes, a six-sided die, a 20-sided die",
        "1000 games, 10 000 games, 20 rolls, 10 to 1000 samples, 10¹² games, 10 … 10⁶ games",
        "the 95 % interval",
        "longer than 20 turns, and longer than 30, 40, 50 turns; after 15 or 16 rolls; $Q^{20}$",
        "[text](https://example.org/0.75) and [other](../a/0.5.ipynb)",
        "$w = 1 - w$, $Q^2$, $n - 1$, $10^{12}$",
        "no 3-Clause, no utf8, no 19th",
    ],
)
def test_what_is_no_claim_needs_no_mark(text):
    assert [claim.written for claim in claims(text)] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("word<!-- = third -->", "stands behind no number"),
        ("0.3 turns<!-- = third -->", "stands behind no number"),
        ("0.3<!-- third -->", "a mark is"),
        ("0.3<!-- =third -->", "a mark is"),
        ("0.3<!-- = `third` -->", "must not hold '`'"),
        ("$0.3<!-- = third -->$", "behind the formula"),
    ],
)
def test_a_mark_that_would_test_nothing_is_refused(text, message):
    with pytest.raises(ClaimError, match=message):
        list(claims(text))


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\frac12", "1/2"),
        (r"\frac{16}{15}", "16/15"),
        (r"2 \cdot 3^{2} - \sqrt{16}", "14"),
        (r"-\tfrac{1}{4} + 1/2", "1/4"),
        (r"1{,}000\,000", "1000000"),
        (r"\left(\frac56\right)^2", "25/36"),
        (r"\underbrace{\tfrac12 \cdot 4}_{\text{a word}} + 1", "3"),
        (r"3 x_1 (1 - x_1)", "2/3"),
    ],
)
def test_formulas_have_the_value_that_is_written(latex, expected):
    (((part,),)) = statements(latex)
    assert value(part, {"x_1": sympy.Rational(1, 3)}).low == sympy.Rational(expected)


@pytest.mark.parametrize("latex", [r"\sum_{k} k", "1 +", r"\frac{1}", "(1", "§"])
def test_formulas_that_are_not_understood_are_refused(latex):
    with pytest.raises(FormulaError):
        [value(part, {}) for ((part,),) in [statements(latex)]]


class Seen(HTMLParser):
    """The text of a page, as a browser shows it: without comments."""

    def __init__(self):
        super().__init__()
        self.text = ""

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("name", [name for name in files() if name.endswith(".ipynb")])
def test_no_mark_is_seen_on_a_converted_page(name):
    # JupyterLab shows text by other means: see tests/browser/test_jupyterlab.py.
    for place, text in texts(name):
        seen = Seen()
        seen.feed(markdown2html(text))
        assert "<!--" not in seen.text, place
        assert "-->" not in seen.text, place
