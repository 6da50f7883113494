"""The kit's own controls in JupyterLab."""

from __future__ import annotations

import pytest

from tests.browser.hands import click, complaints, display, tab_to, violations, wait_for, words

pytestmark = pytest.mark.browser

CHOOSE = """
from lcr_teach.widgets.controls import TextTwin, choice_drawing, html, number_table
from lcr_teach.widgets.drawing import box, picture, text
from lcr_teach.widgets.view import Widget

class Two(Widget):
    def __init__(self):
        super().__init__()
        self._drawing = choice_drawing("lcr-two", self._chosen)
        self._said, self._twin = html("lcr-said"), TextTwin("lcr-law")
        self._show("lcr-two-widget", self._drawing, self._said, self._twin)
        self._chosen("")

    def _chosen(self, key):
        parts = [
            f'<g data-choose="{name}" aria-label="{name}">'
            + box(x, 0, 90, 40, "fill:#00558C") + text(x + 45, 20, name, 16, "#fff") + "</g>"
            for x, name in ((0, "left"), (100, "right"))
        ]
        self._drawing.value = picture(190, 40, "Two boxes.", parts, 400, role="group")
        self._said.value = f"chosen: {key}"
        self._twin.show(number_table(["box", "chosen"], [[key or "none", "1"]]))

Two()
"""


def test_a_part_of_a_drawing_is_chosen_with_mouse_and_keyboard(page, lab_server, watch):
    display(page, lab_server, CHOOSE)
    click(page, ".lcr-two [data-choose=right]")
    wait_for(page, ".lcr-said", "chosen: right")
    # The drawing was made anew, and the part that was chosen is still where the keyboard is.
    assert page.evaluate("() => document.activeElement.dataset.choose") == "right"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    wait_for(page, ".lcr-said", "chosen: left")
    tab_to(page, ".lcr-law-show")
    page.keyboard.press("Enter")
    wait_for(page, ".lcr-law", "left 1")
    click(page, ".lcr-two [data-choose=right]")
    wait_for(page, ".lcr-law", "right 1")
    assert words(page, ".lcr-law-show") == "Hide the numbers"
    assert violations(page) == []
    assert complaints(page, watch) == []
