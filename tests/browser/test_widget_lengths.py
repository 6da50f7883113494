"""The length of a game in JupyterLab."""

from __future__ import annotations

import pytest

from lcr_teach.widgets import Lengths
from tests.browser.hands import (
    choose,
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


def test_lengths_are_sampled_and_counted_by_both_clocks(page, lab_server, watch):
    display(page, lab_server, "from lcr_teach.widgets import Lengths", "Lengths(3, 1, games=100)")
    twin = Lengths(3, 1, games=100)

    def same():
        rolls = twin.clock == "rolls"
        mean = twin.sample.mean_rolls() if rolls else twin.sample.mean_turns()
        wait_for(page, ".lcr-law", f"Sampled mean {mean}.")
        wait_for(page, ".lcr-status", f"chi-square {twin.comparison.chi_square:.3g}")

    same()
    choose(page, ".lcr-clock", "rolls")
    twin.clock = "rolls"
    same()
    set_slider(page, ".lcr-games", 14)
    twin.games = 500_000
    same()
    page.keyboard.press("ArrowRight")
    twin.games = 10**6
    same()
    choose(page, ".lcr-axis", "logarithmic")
    wait_for(page, ".lcr-status", "it is geometric")
    tab_to(page, ".lcr-new")
    page.keyboard.press("Enter")
    twin.new_sample()
    same()
    click(page, ".lcr-add")
    twin.add_sample()
    same()
    click(page, ".lcr-law-numbers-show")
    wait_for(page, ".lcr-law-numbers", twin.comparison.cells[-1])
    assert violations(page) == []
    write(page, ".lcr-players", "1")
    wait_for(page, ".lcr-message", "Players must be at least 2, not 1.")
    assert violations(page) == []
    assert complaints(page, watch) == []
