"""Every lesson has what docs/writing-lessons.md asks for, and the rules find what has not."""

from __future__ import annotations

import copy
import re
from itertools import pairwise

import pytest
from prose.lessons import COURSE, Lesson, broken_rules, paths

LESSONS = paths()


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_lesson_keeps_the_rules(path):
    assert broken_rules(Lesson.read(path)) == []


def test_the_lessons_lead_from_one_to_the_next():
    found = [Lesson.read(path) for path in LESSONS]
    if len(found) < len(COURSE):
        pytest.skip(f"only {len(found)} of {len(COURSE)} lessons are there so far")
    table = "".join(cell["source"] for cell in found[0].texts)
    for lesson, following in pairwise(found[1:]):
        link = rf"\*\*Next:\*\* \[[^\]]+\]\({following.name}\.ipynb\)"
        assert re.search(link, lesson.section("Carry on")), lesson.name
    for lesson in found[1:]:
        assert f"]({lesson.name}.ipynb)" in table
        minutes = re.search(r"\*\*Time:\*\* (\d+ minutes)", lesson.cells[0]["source"])
        assert re.search(rf"\({lesson.name}\.ipynb\).*{minutes[1]}", table), lesson.name


TITLE = """\
# 7 · Simulate

**You will be able to**

- let chance work,
- compare it.

**Before:** [lesson 1](01-play-the-game.ipynb). **Time:** 50 minutes.

*For the teacher:* CCSS HSS.IC.A.2; GAISE II level B."""
EXPLAIN = """\
## Explain

1. "It is random because …"

<details><summary>A worked version</summary>

1. … nobody knows.

</details>"""
CARRY_ON = """\
## Carry on

**Remember:** seeds.

**New words:** seed.

**Do** the [exercises](../exercises/07-simulate.ipynb). **Next:** lesson 8, Is it fair?"""


def text(number, source):
    return {"cell_type": "markdown", "id": f"t{number}", "metadata": {}, "source": source}


def code(number, source, count):
    return {
        "cell_type": "code",
        "id": f"c{number}",
        "metadata": {},
        "source": source,
        "execution_count": count,
        "outputs": [],
    }


@pytest.fixture
def good(tmp_path):
    """A lesson with which nothing is wrong, in a folder with what it links to."""
    for name in ("notebooks/01-play-the-game.ipynb", "exercises/07-simulate.ipynb"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    cells = [
        text(0, TITLE),
        code(1, "from lcr_teach import Rules, simulate\nfrom lcr_teach.widgets import Predict", 1),
        text(2, "## Predict"),
        code(3, 'ask = Predict("?", choices=["a", "b"], key="lesson 7: guess")', 2),
        text(4, "## Sample"),
        code(5, "simulate(Rules(), 10, seed=1)", 3),
        text(6, "## By hand"),
        *[text(number, "Words.") for number in range(7, 25)],
        text(25, "## Compare"),
        text(26, "## Back to your predictions"),
        code(27, 'ask.reveal("a")', 4),
        text(28, EXPLAIN),
        text(29, CARRY_ON),
    ]
    return Lesson("07-simulate", {"cells": cells}, 1000, tmp_path / "notebooks")


def test_nothing_is_wrong_with_a_good_lesson(good):
    assert broken_rules(good) == []


@pytest.mark.parametrize(
    ("number", "old", "new", "message"),
    [
        (0, "# 7 · ", "# 8 · ", "the title is not '# 7 · Name'"),
        (0, "You will be able", "You should be able", "no '**You will be able to**'"),
        (0, ",\n- compare it.", ".", "two to six lines"),
        (0, "- compare it", "- Comparison", "begins with a verb"),
        (0, "**Before:**", "Before:", "no '**Before:**'"),
        (0, "50 minutes", "an hour", "no '**Time:**"),
        (0, "50 minutes", "120 minutes", "of 30 to 90"),
        (0, "HSS.IC.A.2", "statistics", "no '*For the teacher:*' with CCSS"),
        (0, "level B", "", "no GAISE II level"),
        (1, "Rules, simulate", "rules", "imports what is not public"),
        (1, "lcr_teach import", "lcr_teach.chain import", "imports what is not public"),
        (1, "from lcr_teach import Rules, simulate", "import lcr_teach", "not public"),
        (1, "from lcr_teach.widgets import Predict", "import pandas", "pandas, which no lesson"),
        (2, "## Predict", "## Guess", "no section 'Predict'"),
        (2, "## Predict", "### Predict", "a heading skips a level"),
        (2, "## Predict", "# Predict", "not just one title"),
        (3, ', key="lesson 7: guess"', "", "a prediction without key='lesson 7: …'"),
        (3, "lesson 7: guess", "lesson 6: guess", "a prediction without key='lesson 7: …'"),
        (3, "Predict(", "dict(", "nothing is predicted"),
        (4, "## Sample", "## Many", "no section ('Play', 'Sample')"),
        (5, ", seed=1", "", "c5: simulate without a seed"),
        (5, "seed=1", "seed=None", "c5: simulate without a seed"),
        (5, "simulate(Rules(), 10, seed=1)", "np.random.default_rng()", "without a seed"),
        (5, "simulate(Rules(), 10, seed=1)", "random.shuffle([])", "no seed of its own"),
        (5, "simulate(", "Rules()._secret(", "uses ._secret"),
        (5, "simulate", "1\n" * 15 + "simulate", "more than 15 lines"),
        (6, "## By hand", "By hand", "no section that derives"),
        (7, "Words.", "word " * 151, "has 151 words"),
        (7, "Words.", "[a](02-one-roll.ipynb)", "links to 02-one-roll.ipynb"),
        (7, "Words.", "[a](../docs/x.md)", "links to ../docs/x.md"),
        (7, "Words.", "![](https://a.org/b.png)", "a picture without a text"),
        (7, "Words.", '<img src="data:b">', "a picture without a text"),
        (25, "## Compare", "Compare", "no section 'Compare'"),
        (27, "ask.reveal", "print", "a prediction is never revealed"),
        (28, "<details>", "", "no worked version"),
        (28, '1. "It', '1. "It … "\n2. "It', "as many answers as numbered sentences"),
        (29, "**Remember:**", "", "no '**Remember:**'"),
        (29, "**New words:**", "", "no '**New words:**'"),
        (29, "07-simulate.ipynb", "", "no link to the exercises"),
        (29, "lesson 8", "lesson 9", "names lesson 8"),
        (29, "## Carry on", "## Explain", "no section 'Carry on'"),
    ],
)
def test_the_rules_find_what_is_wrong(good, number, old, new, message):
    cell = good.cells[number]
    assert old in cell["source"]
    cell["source"] = cell["source"].replace(old, new)
    assert any(message in problem for problem in broken_rules(good)), broken_rules(good)


def test_the_rules_find_what_is_wrong_with_the_file(good):
    def problems(name="07-simulate", size=1000, keep=30, **changes):
        changed = copy.deepcopy(good.cells[:keep])
        changed[5] |= changes
        return " ".join(broken_rules(Lesson(name, {"cells": changed}, size, good.folder)))

    assert problems() == ""
    assert "is no lesson of the course" in problems(name="07-simulation")
    assert "500 kB" in problems(size=500_000)
    assert "24 cells" in problems(keep=24)
    assert "not run from top to bottom" in problems(execution_count=None)
    assert "not run from top to bottom" in problems(execution_count=7)
    error = {"output_type": "error", "ename": "ValueError"}
    assert "ends with ValueError" in problems(outputs=[error])
    figure = {"output_type": "display_data", "data": {"image/png": "iVBOR"}}
    assert "shows a figure without words" in problems(outputs=[figure])
    for tag in ("<img src='data:'>", "<svg width='3'>", '<img alt="">'):
        shown = {"output_type": "display_data", "data": {"text/html": ["<p>", tag]}}
        assert "shows a picture without words" in problems(outputs=[shown])
    said = {"output_type": "display_data", "data": {"text/html": '<img alt="A line that rises.">'}}
    assert problems(outputs=[said]) == ""
    warning = {"output_type": "stream", "name": "stderr", "text": ["Beware"]}
    assert "warns: Beware" in problems(outputs=[warning])
