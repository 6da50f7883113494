"""A die of one's own in JupyterLab."""

from __future__ import annotations

import pytest
from sympy import Rational

from lcr_teach import Die, Rules
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


@pytest.mark.browser
def test_a_die_is_designed(page, lab_server, watch):
    display(page, lab_server, "from lcr_teach.widgets import DieDesigner", "DieDesigner(2, 1)")
    wait_for(page, ".lcr-values", "1/3 = 0.3333")
    assert violations(page) == []
    set_slider(page, ".lcr-blank", 9)
    wait_for(page, ".lcr-values", "3/7 = 0.4286")
    tab_to(page, ".lcr-blank")
    page.keyboard.press("ArrowLeft")
    chance = Rules(2, 1, Die(*[Rational(1, 9)] * 3, Rational(2, 3))).chain().win_probabilities()[0]
    wait_for(page, ".lcr-values", f"{chance} = ")
    write(page, ".lcr-faces", "LXR")
    wait_for(page, ".lcr-message", "A face must be L, C, R")
    write(page, ".lcr-faces", "LCR.")
    wait_for(page, ".lcr-values", "1/5 = 0.2000")
    click(page, ".lcr-find")
    wait_for(page, ".lcr-status", "Fairest start found")
    assert violations(page) == []
    assert complaints(page, watch) == []
