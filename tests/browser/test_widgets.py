"""The widgets in JupyterLab: clicked, dragged, used without a mouse, and checked by axe-core."""

from __future__ import annotations

import pytest

from lcr_teach import Game, Rules
from lcr_teach.compare import compare
from lcr_teach.sampling import simulate
from lcr_teach.widgets.table_drawing import table_in_words
from tests.browser.hands import (
    click,
    complaints,
    display,
    heard,
    set_slider,
    tab_to,
    violations,
    wait_for,
    words,
    write,
)

pytestmark = pytest.mark.browser


def test_the_table_is_played_with_mouse_and_keyboard(page, lab_server, watch):
    display(page, lab_server, "from lcr_teach.widgets import PlayTable", "PlayTable(seed=8)")
    game = Game(Rules(), seed=8)
    for _ in range(3):
        click(page, ".lcr-roll")
        game.turn()
        wait_for(page, ".lcr-table", table_in_words(game))
    page.locator(".lcr-roll").focus()
    page.keyboard.press("Enter")
    game.turn()
    wait_for(page, ".lcr-table", table_in_words(game))
    tab_to(page, ".lcr-undo")
    page.keyboard.press("Space")
    game.undo()
    wait_for(page, ".lcr-table", table_in_words(game))
    # JupyterLab would go from cell to cell, and delete the cell.
    tab_to(page, ".lcr-speed")
    page.keyboard.press("ArrowDown")
    assert page.locator(".lcr-speed select").input_value() == "fast"
    tab_to(page, ".lcr-roll")
    page.keyboard.type("dd")
    assert page.locator(".jp-CodeCell").count() == 2
    assert violations(page) == []
    assert complaints(page, watch) == []


def test_winners_follow_the_slider(page, lab_server, watch):
    display(page, lab_server, "from lcr_teach.widgets import Winners", "Winners(2, 2)")
    set_slider(page, ".lcr-games", 15)
    rules = Rules(2, 2)
    shares = compare(rules, simulate(rules, 10**6, seed=1)).shares
    wait_for(page, ".lcr-bars", f"sampled {shares[0]:.5f}")
    page.keyboard.press("ArrowRight")
    shares = compare(rules, simulate(rules, 2 * 10**6, seed=1)).shares
    wait_for(page, ".lcr-bars", f"sampled {shares[0]:.5f}")
    before = heard(page, ".lcr-bars")
    write(page, ".lcr-players", "1")
    wait_for(page, ".lcr-message", "Players must be at least 2, not 1.")
    assert heard(page, ".lcr-bars") == before
    assert violations(page) == []
    assert complaints(page, watch) == []


def test_a_guess_is_locked_in_without_a_mouse(page, lab_server, watch):
    ask = "ask = Predict('How many turns?', 1, 60, unit='turns'); ask.reveal(18.5)"
    display(page, lab_server, "from lcr_teach.widgets import Predict", ask)
    tab_to(page, ".lcr-guess")
    for _ in range(11):
        page.keyboard.press("ArrowRight")
    assert words(page, ".lcr-guess").endswith("12 turns")
    assert violations(page) == []
    tab_to(page, ".lcr-lock")
    page.keyboard.press("Enter")
    wait_for(page, ".lcr-status", "The answer is 18.5 turns. The guess was 12 turns.")
    assert violations(page) == []
    assert complaints(page, watch) == []


@pytest.mark.parametrize("kind", ["choices", "ranking"])
def test_guesses_of_other_kinds_are_for_everybody(page, lab_server, watch, kind):
    ask = f"Predict('Who?', {kind}=['Player 1', 'Player 2'])"
    display(page, lab_server, "from lcr_teach.widgets import Predict", ask)
    assert violations(page) == []
    assert complaints(page, watch) == []
