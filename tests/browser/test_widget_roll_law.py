"""The law of a roll in JupyterLab."""

from __future__ import annotations

import pytest

from lcr_teach.widgets import RollLaw
from tests.browser.hands import (
    click,
    complaints,
    display,
    set_slider,
    tab_to,
    violations,
    wait_for,
    write,
)

pytestmark = pytest.mark.browser


def test_dice_are_chosen_and_rolled(page, lab_server, watch):
    display(page, lab_server, "from lcr_teach.widgets import RollLaw", "RollLaw(1, 100)")
    twin = RollLaw(1, 100)

    def same():
        roll = next(iter(twin.law))
        digits = 2 + len(str(twin.total)) // 2
        share = f"{twin.counts[roll] / twin.total:.{digits}f}"
        wait_for(page, ".lcr-law", f"exact {twin.law[roll]}, sampled {share}.")

    same()
    set_slider(page, ".lcr-dice", 1)
    twin.dice = 2
    same()
    tab_to(page, ".lcr-dice")
    page.keyboard.press("ArrowRight")
    twin.dice = 3
    same()
    set_slider(page, ".lcr-rolls", 10)
    twin.rolls = 20_000
    same()
    click(page, ".lcr-add")
    twin.add_sample()
    same()
    tab_to(page, ".lcr-new")
    page.keyboard.press("Enter")
    twin.new_sample()
    same()
    click(page, ".lcr-law-numbers-show")
    wait_for(page, ".lcr-law-numbers", "1/216 = 0.0046")
    assert violations(page) == []
    write(page, ".lcr-seed", "-1")
    wait_for(page, ".lcr-message", "Seed must be from 0")
    assert violations(page) == []
    assert complaints(page, watch) == []
