"""The prose is in short sentences and in the words of the course; codespell sees to the rest."""

from __future__ import annotations

import re

import pytest
from prose.pages import ROOT, files, texts, without_comments
from prose.style import LONGEST, problems


@pytest.mark.parametrize("name", files())
def test_the_prose_is_plain(name):
    found = [f"{place}: {problem}" for place, text in texts(name) for problem in problems(text)]
    assert found == []


@pytest.mark.parametrize("name", [*files(), "docs/writing-lessons.md", "docs/dependencies.md"])
def test_every_link_leads_somewhere(name):
    # What a lesson may link to is narrower: see prose/lessons.py.
    for place, text in texts(name):
        for target in re.findall(r"\]\(([^()\s#]+)[^()\s]*\)", without_comments(text)):
            if not re.match(r"https?://|mailto:", target):
                assert ((ROOT / name).parent / target).exists(), f"{place}: {target}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("word " * (LONGEST + 1) + ".", f"{LONGEST + 1} words in one sentence"),
        ("Clearly, it ends.", "'Clearly': say nothing"),
        ("the chip goes into the center", "say centre"),
        ("the Neighbors", "say neighbour"),
        ("three tokens", "say chip"),
        ("it is visualized", "say …ise"),
        ("dice, chips, etc.", "'etc.': say"),
    ],
)
def test_what_is_badly_said_is_found(text, message):
    (problem,) = problems(text)
    assert message in problem


@pytest.mark.parametrize(
    "text",
    [
        "Left Center Right has a centre.",
        "word " * LONGEST + ".",
        "word " * 20 + "\n\n- " + "word " * 20 + "\n- " + "word " * 20,
        "`center` and\n\n    colors\n",
        "a <!-- center --> word",
        "mathematics, pots of gold are not meant",
    ],
)
def test_what_is_well_said_passes(text):
    assert list(problems(text)) == []
