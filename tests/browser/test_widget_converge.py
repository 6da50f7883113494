"""A share that settles, in JupyterLab."""

from __future__ import annotations

import pytest

from lcr_teach.widgets import Converge
from tests.browser.hands import (
    click,
    complaints,
    display,
    set_slider,
    tab_to,
    violations,
    wait_for,
)


def missed(converge: Converge) -> str:
    return f"{converge.misses} of 100 intervals miss"


@pytest.mark.browser
def test_shares_and_intervals(page, lab_server, watch):
    source = "Converge(2, 1, seat=0, games=200, seed=1)"
    display(page, lab_server, "from lcr_teach.widgets import Converge", source)
    converge = Converge(2, 1, seat=0, games=200, seed=1)
    wait_for(page, ".lcr-status", missed(converge))
    assert violations(page) == []
    click(page, ".lcr-new")
    converge.new_sample()
    wait_for(page, ".lcr-share", "seed 2")
    wait_for(page, ".lcr-status", missed(converge))
    set_slider(page, ".lcr-games", 6)
    converge.games = 1000
    wait_for(page, ".lcr-share", f"{converge.course.shares[-1][1]:.4f} after 1 000 games")
    tab_to(page, ".lcr-converge-numbers-show")
    page.keyboard.press("Enter")
    low, _ = converge.course.intervals[50]
    wait_for(page, ".lcr-converge-numbers", f"{low:.4f}")
    assert violations(page) == []
    assert complaints(page, watch) == []
