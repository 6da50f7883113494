"""Lessons in JupyterLab, as a student sees them."""

from __future__ import annotations

import json

import pytest

from tests.browser.harness import kernel_errors, open_and_run, show


@pytest.mark.browser
def test_lesson_1_runs_and_roll_changes_the_table(page, watch):
    open_and_run(page, "notebooks/01-play-the-game.ipynb")
    before = show(page, ".lcr-table").inner_html()
    assert "<svg" in before
    show(page, ".lcr-roll").click()
    page.wait_for_function(
        "before => document.querySelector('.lcr-table').innerHTML !== before", arg=before
    )
    assert "<svg" in show(page, ".lcr-table").inner_html()
    # Nothing lies over the lesson, such as a question about news.
    assert page.locator(".Toastify__toast").count() == 0
    assert watch.foreign_requests == []
    assert watch.page_errors == []
    assert kernel_errors(page) == []


MARKED = """\
A share of 0.3068<!-- = chain.win_probabilities()[0] --> or **30.7 %**<!-- = (a * b) ** 2 -->, in
a formula $w = \\frac13$<!-- = small.win_probabilities()[0] --> and one that stands alone:

$$v = \\tfrac12$$<!-- holds for w = x[0] * y_1 * z_2 -->

| seat | chance |
|---|---|
| Player 1 | 0.31<!-- = chain.win_probabilities()[0] --> |
"""


@pytest.mark.browser
def test_no_reader_sees_the_marks_behind_numbers(page, lab_server, watch):
    """The marks that tests/test_prose_numbers.py reads, in text, formulas and tables."""
    cells = [
        {"cell_type": "markdown", "id": "text", "metadata": {}, "source": MARKED},
        {
            "cell_type": "code",
            "id": "code",
            "metadata": {},
            "source": "1",
            "outputs": [],
            "execution_count": None,
        },
    ]
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat_minor": 5}
    path = lab_server.folder / "marks.ipynb"
    path.write_text(json.dumps(notebook | {"nbformat": 4}), "utf-8")
    open_and_run(page, "marks.ipynb")
    page.wait_for_selector(".jp-RenderedMarkdown mjx-container")
    text = show(page, ".jp-RenderedMarkdown").inner_text()
    assert "A share of 0.3068 or 30.7 %, in" in text
    assert page.locator(".jp-RenderedMarkdown mjx-container").count() == 2
    assert page.locator(".jp-RenderedMarkdown td").all_inner_texts() == ["Player 1", "0.31"]
    for sign in ("<!--", "-->", "win_probabilities", "holds"):
        assert sign not in text
    assert watch.page_errors == []
