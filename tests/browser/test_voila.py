"""All widgets on a page of Voila, where a class sees them without the code."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request

import nbformat
import pytest

from lcr_teach import Game, Rules
from lcr_teach.widgets.table_drawing import table_in_words
from tests.browser.hands import click, set_slider, wait_for, words
from tests.browser.harness import HOME, PATIENCE, free_port

pytestmark = pytest.mark.browser

WIDGETS = """
from lcr_teach import widgets
shown = {name: getattr(widgets, name) for name in widgets.__all__}
ask = shown.pop("Predict")("How many turns?", 1, 60)
display(shown.pop("PlayTable")(seed=8), shown.pop("Winners")(2, 2), ask)
display(*(make() for make in shown.values()))
"""


@pytest.fixture
def voila(browser, tmp_path):
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(WIDGETS)],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    )
    nbformat.write(notebook, tmp_path / "all.ipynb")
    port = free_port()
    command = [
        sys.executable, "-m", "voila", "all.ipynb", "--no-browser", f"--port={port}",
        f"--Voila.ip={HOME}", "--show_tracebacks=True",
    ]  # fmt: skip
    env = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
    env |= {"JUPYTER_CONFIG_DIR": str(tmp_path / "config"), "IPYTHONDIR": str(tmp_path / "i")}
    log = tmp_path / "voila.log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=tmp_path, stdout=out, stderr=out, env=env)
    url = f"http://{HOME}:{port}"
    try:
        end = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, log.read_text()
            try:
                with urllib.request.urlopen(f"{url}/voila/static/style.css", timeout=5):
                    break
            except urllib.error.HTTPError:
                break
            except OSError:
                assert time.monotonic() < end, log.read_text()
                time.sleep(0.2)
        yield url
    finally:
        process.terminate()
        process.wait(15)


def test_all_widgets_answer_on_a_page_of_voila(browser, voila, watch):
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    watch.listen(page)
    page.goto(voila)
    page.locator(".lcr-roll").first.wait_for()
    click(page, ".lcr-roll")
    game = Game(Rules(), seed=8)
    game.turn()
    wait_for(page, ".lcr-table", table_in_words(game))
    set_slider(page, ".lcr-winners .lcr-games", 9)
    wait_for(page, ".lcr-bars", "10 000 games")
    set_slider(page, ".lcr-guess", 11)
    click(page, ".lcr-lock")
    wait_for(page, ".lcr-predict", "Locked in: 12.")
    assert "Error" not in words(page, "body")
    assert watch.page_errors == []
    # Voila itself asks for the icons of its buttons elsewhere, and does without them.
    icons = "https://cdn.jsdelivr.net/npm/@fortawesome/"
    assert [each for each in watch.foreign_requests if not each.startswith(icons)] == []
    context.close()
