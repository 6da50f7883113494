"""The test of equal seats in JupyterLab."""

from __future__ import annotations

import pytest

from lcr_teach.widgets import FairTest
from tests.browser.hands import (
    click,
    complaints,
    display,
    set_slider,
    tab_to,
    violations,
    wait_for,
)


def alarms(fair: FairTest) -> str:
    return f"{100 * fair.equal.alarms:.1f} ± {100 * fair.equal.error:.1f} %"


@pytest.mark.browser
def test_classes_test_and_peek(page, lab_server, watch):
    display(page, lab_server, "from lcr_teach.widgets import FairTest", "FairTest(2, 2)")
    fair = FairTest(2, 2)
    wait_for(page, ".lcr-status", alarms(fair))
    assert violations(page) == []
    set_slider(page, ".lcr-games", 2)
    fair.games = 100
    wait_for(page, ".lcr-status", alarms(fair))
    tab_to(page, ".lcr-peek")
    page.keyboard.press("Space")
    fair.peeking = True
    wait_for(page, ".lcr-status", alarms(fair))
    click(page, ".lcr-new")
    fair.new_classes()
    wait_for(page, ".lcr-status", alarms(fair))
    assert violations(page) == []
    assert complaints(page, watch) == []
