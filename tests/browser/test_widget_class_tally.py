"""The games of a class in JupyterLab."""

from __future__ import annotations

import pytest

from lcr_teach import Rules, Tally
from lcr_teach.compare import compare
from tests.browser.hands import (
    click,
    complaints,
    display,
    tab_to,
    violations,
    wait_for,
)


@pytest.mark.browser
def test_a_class_enters_its_games(page, lab_server, watch):
    display(page, lab_server, "from lcr_teach.widgets import ClassTally", "ClassTally(2, 2)")
    wait_for(page, ".lcr-bars", "No games yet")
    assert violations(page) == []
    tally = Tally(Rules(2, 2))
    page.locator(".lcr-winner select").select_option("Player 2")
    page.locator(".lcr-turns-played input").fill("7")
    click(page, ".lcr-add")
    tally.add(2, 7)
    wait_for(page, ".lcr-status", "Entered last: Player 2, 7 turns.")
    page.locator(".lcr-paste textarea").fill("1, 4\n2, 9\n2, 5")
    tab_to(page, ".lcr-take")
    page.keyboard.press("Enter")
    tally.paste("1, 4\n2, 9\n2, 5")
    comparison = compare(Rules(2, 2), tally)
    wait_for(page, ".lcr-status", f"p-value {comparison.p_value:.2g}")
    low, high = comparison.intervals()[1]
    wait_for(page, ".lcr-values", f"{low:.3f} to {high:.3f}")
    click(page, ".lcr-save")
    wait_for(page, ".lcr-message", "Saved in our-games.csv.")
    assert Tally.load(lab_server.folder / "our-games.csv", Rules(2, 2)).records == tally.records
    assert violations(page) == []
    assert complaints(page, watch) == []
