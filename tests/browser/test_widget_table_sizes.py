"""Sizes of tables in JupyterLab."""

from __future__ import annotations

import pytest

from lcr_teach import Rules, bounds
from lcr_teach.widgets.words import spaced
from tests.browser.hands import (
    click,
    complaints,
    display,
    set_slider,
    tab_to,
    violations,
    wait_for,
)


def size(players: int, chips: int) -> str:
    # In the page, all kinds of space are read as one.
    return " ".join(spaced(Rules(players, chips).positions_at_most).split())


@pytest.mark.browser
def test_sizes_and_seats(page, lab_server, watch):
    display(page, lab_server, "from lcr_teach.widgets import TableSizes", "TableSizes(chips=3)")
    wait_for(page, ".lcr-values", size(6, 3))
    assert violations(page) == []
    set_slider(page, ".lcr-chips", 0)
    wait_for(page, ".lcr-sizes", "1 chip a player")
    tab_to(page, ".lcr-chips")
    page.keyboard.press("ArrowRight")
    wait_for(page, ".lcr-values", size(6, 2))
    click(page, ".lcr-find")
    best = max(pair.lower for pair in bounds(Rules(5, 2), tolerance=1e-9).win)
    wait_for(page, ".lcr-values", f"{best:.4f}")
    assert violations(page) == []
    assert complaints(page, watch) == []
