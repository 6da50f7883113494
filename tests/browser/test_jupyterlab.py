"""Lessons in JupyterLab, as a student sees them."""

from __future__ import annotations

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
