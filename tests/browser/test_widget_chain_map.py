"""The map of a chain in JupyterLab: clicked, walked by keys, its slider moved."""

import pytest

from lcr_teach import Rules
from lcr_teach.widgets.map_drawing import chance_text
from tests.browser.hands import (
    click,
    complaints,
    display,
    set_slider,
    tab_to,
    violations,
    wait_for,
)


@pytest.mark.browser
def test_chain_map(page, lab_server, watch):
    display(page, lab_server, "from lcr_teach.widgets import ChainMap", "ChainMap(2, 1)")
    chain = Rules(2, 1).chain()
    start, second = chain.start, chain.states[3]
    wait_for(page, ".lcr-status", f"Chosen: {start}, 3 arrows with probability 1/3 + 1/6 + 1/2")
    click(page, ".lcr-map [data-choose='3']")
    wait_for(page, ".lcr-status", f"Chosen: {second}")
    assert violations(page) == []

    # The keyboard: the start stands above the other state in which nobody has won.
    tab_to(page, ".lcr-map [data-choose='3']")
    page.keyboard.press("ArrowUp")
    wait_for(page, ".lcr-status", f"Chosen: {start}")
    page.keyboard.press("ArrowDown")
    wait_for(page, ".lcr-status", f"Chosen: {second}")

    click(page, ".lcr-walk")
    wait_for(page, ".lcr-status", "has won.")
    set_slider(page, ".lcr-turn", 2)
    page.keyboard.press("ArrowRight")
    wait_for(page, ".lcr-status", "All games, after 3 turns")
    for state, p in chain.distribution(3).items():
        wait_for(page, ".lcr-map", f"{state}, probability {chance_text(p)}")
    assert violations(page) == []
    assert complaints(page, watch) == []
