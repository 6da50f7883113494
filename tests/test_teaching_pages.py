"""Every lesson has a page for the teacher, with all its sections and a plan that fits the hour."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from prose.lessons import COURSE
from prose.pages import ROOT, cells, without_comments

FOLDER = ROOT / "docs" / "teaching"
SECTIONS = (
    "Goal", "On the table", "Plan", "Questions to ask", "What goes wrong",
    "On the board", "Numbers to know", "With one computer", "Exercises",
)  # fmt: skip
LESSONS = COURSE[1:]


def page(name):
    return without_comments((FOLDER / f"{name}.md").read_text("utf-8"))


def sections(text):
    """What stands below each heading of a page."""
    _, *parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def minutes(text):
    """How long a lesson is said to take."""
    return int(re.search(r"\*\*Time:\*\* (\d+) minutes", text)[1])


@pytest.mark.parametrize("name", LESSONS)
def test_a_page_has_all_sections_in_their_order(name):
    found = sections(page(name))
    assert tuple(found) == SECTIONS
    for title, text in found.items():
        assert len(text.split()) >= 20, f"{title} says nothing"


@pytest.mark.parametrize("name", LESSONS)
def test_the_plan_fills_the_time_of_the_lesson_without_a_gap(name):
    text = page(name)
    plan = sections(text)["Plan"]
    assert re.search(r"^\| Minutes \|", plan, re.MULTILINE)
    spans = [(int(a), int(b)) for a, b in re.findall(r"^\| (\d+)–(\d+) \|", plan, re.MULTILINE)]
    assert spans[0][0] == 0
    assert spans[-1][1] == minutes(text)
    assert all(end == start for (_, end), (start, _) in pairwise(spans))
    assert all(start < end for start, end in spans)


@pytest.mark.parametrize("name", LESSONS)
def test_a_page_and_its_lesson_say_the_same_time_and_standards(name):
    notebook = f"notebooks/{name}.ipynb"
    assert f"(../../{notebook})" in page(name)
    if not (ROOT / notebook).exists():
        pytest.skip("the lesson is not there yet")
    head = next(cell["source"] for cell in cells(notebook) if cell["cell_type"] == "markdown")
    assert minutes(page(name)) == minutes(head)
    standards = r"\bHS[A-Z]\.[A-Z]+\.[A-Z]\.\d+\b"
    goal = sections(page(name))["Goal"]
    assert set(re.findall(standards, goal)) == set(re.findall(standards, head))


@pytest.mark.parametrize("name", LESSONS)
def test_every_exercise_has_its_solution_in_one_line(name):
    asked = [
        re.match(r"## (\d\d\.\d)", cell["source"])
        for cell in cells(f"exercises/teacher/{name}.ipynb")
        if cell["cell_type"] == "markdown"
    ]
    solved = re.findall(
        r"^\| (?:exercise )?(\d\d\.\d) \| \S.+ \|$", sections(page(name))["Exercises"], re.MULTILINE
    )
    assert solved == [match[1] for match in asked if match]


def test_the_index_leads_to_every_page_and_says_its_time():
    index = page("README")
    rows = re.findall(r"^\| \[\d+ [^\]]+\]\(([\w-]+)\.md\) \| (\d+) \|", index, re.MULTILINE)
    assert [name for name, _ in rows] == list(LESSONS)
    assert [int(time) for _, time in rows] == [minutes(page(name)) for name in LESSONS]
    others = {path.name for path in FOLDER.glob("*.md")} - {"README.md"}
    assert others <= set(re.findall(r"\]\(([\w-]+\.md)\)", index))
