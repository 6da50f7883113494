"""Which die? in JupyterLab."""

from __future__ import annotations

import pytest

from lcr_teach.widgets import WhichDie
from tests.browser.hands import click, complaints, display, tab_to, violations, wait_for, write


@pytest.mark.browser
def test_rolls_change_beliefs(page, lab_server, watch):
    display(page, lab_server, "from lcr_teach.widgets import WhichDie", "WhichDie(seed=1)")
    which = WhichDie(seed=1)
    wait_for(page, ".lcr-values", "1/3 = 0.3333")
    assert violations(page) == []
    click(page, ".lcr-face-centre")
    which.enter("C")
    wait_for(page, ".lcr-values", f"{which.posterior['loaded to C']} = ")
    tab_to(page, ".lcr-roll")
    page.keyboard.press("Enter")
    which.roll()
    wait_for(page, ".lcr-beliefs", f"fair: {float(which.posterior['fair']):.4f}.")
    write(page, ".lcr-prior", "98 1 1")
    which.prior = [98, 1, 1]
    wait_for(page, ".lcr-beliefs", f"fair: {float(which.posterior['fair']):.4f}.")
    click(page, ".lcr-reveal")
    which.reveal()
    wait_for(page, ".lcr-status", f"It was {which.secret}.")
    assert violations(page) == []
    assert complaints(page, watch) == []
