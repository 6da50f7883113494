"""The site as a class without a network has it: pages, and lessons that run in the browser.

``make site OFFLINE=1`` must have built it.
"""

from __future__ import annotations

import functools
import http.server
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lcr_teach import Rules
from tests.browser.hands import click, wait_for, words
from tests.browser.harness import HOME, PATIENCE, Watch, run_all

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

SITE = Path(__file__).parents[2] / "build" / "site"
#: Python itself starts in the browser first, and it is slower there.
SECONDS = 5 * PATIENCE

_ANSWER = """
async code => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({code});
  let said = '';
  future.onIOPub = message => {
    const {text, ename, evalue} = message.content;
    if (message.header.msg_type === 'stream') said += text;
    if (message.header.msg_type === 'error') said += `${ename}: ${evalue}`;
  };
  await future.done;
  return said;
}
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Plain files, as any server hands them out."""

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    if not (SITE / "lite" / "index.html").exists():
        missing = "no site is built: make site OFFLINE=1"
        if os.environ.get("LCR_BROWSER") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    serve = functools.partial(Quiet, directory=str(SITE))
    with http.server.ThreadingHTTPServer((HOME, 0), serve) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://{HOME}:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture
def page(browser: Browser, site: str, watch: Watch) -> Iterator[Page]:
    context = browser.new_context(base_url=site, viewport={"width": 1200, "height": 900})
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    watch.listen(page)
    yield page
    context.close()


def run_lesson(page: Page, name: str) -> list[str]:
    """Run a lesson in JupyterLite; each cell must be run and show no error. What cells lack."""
    page.goto(f"/lite/lab/index.html?path=notebooks/{name}.ipynb")
    page.wait_for_function(
        "() => window.jupyterapp && document.querySelector('.jp-NotebookPanel .jp-Cell')"
    )
    cells = run_all(page, SECONDS)
    for cell in cells:
        assert cell.error is None, f"{cell.error} in\n{cell.source}"
        assert cell.ran, f"not run: {cell.source}"
    lacking: list[str] = page.evaluate(
        """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells
             .flatMap(cell => cell.toJSON().outputs ?? [])
             .filter(output => output.output_type === 'stream')
             .map(output => [output.text].flat().join(''))
             .filter(text => text.includes('not here'))"""
    )
    return lacking


def test_the_table_plays_in_lesson_1(page, watch):
    assert run_lesson(page, "01-play-the-game") == []
    before = words(page, ".lcr-history")
    click(page, ".lcr-roll")
    page.wait_for_function(
        "before => document.querySelector('.lcr-history').innerText !== before", arg=before
    )
    wait_for(page, ".lcr-history", "Player 1 rolled")
    assert watch.foreign_requests == []
    assert watch.page_errors == []


def test_lesson_3_runs_and_its_chain_is_exact(page, watch):
    lacking = run_lesson(page, "03-states-and-arrows")
    assert all(re.search(r"needs \w+.*(which|that) is not here", said) for said in lacking)
    said = page.evaluate(
        _ANSWER,
        "from lcr_teach import Rules\n"
        "chain = Rules(players=2, chips=3).chain()\n"
        "print(chain.win_probabilities(), chain.expected_turns())",
    )
    chain = Rules(players=2, chips=3).chain()
    assert said.strip() == f"{chain.win_probabilities()} {chain.expected_turns()}"
    said = page.evaluate(_ANSWER, "import numpy as np\nnp.zeros(3)")
    assert "This cell needs numpy, which is not here." in said
    assert watch.foreign_requests == []
    assert watch.page_errors == []


def test_the_pages_read_and_are_searched_without_a_network(page, watch):
    page.goto("/notebooks/05-who-wins.html")
    assert words(page, "h1").startswith("5 · Who wins?")
    # MathJax, from the site, has drawn the formulas.
    page.wait_for_function("() => document.querySelectorAll('mjx-container').length > 5")
    page.goto("/search.html?q=fundamental")
    page.wait_for_function("() => document.querySelectorAll('#search-results li').length > 3")
    page.goto("/reference.html")
    assert page.locator("dt[id='lcr_teach.rules.Rules']").count() == 1
    assert watch.foreign_requests == []
    assert watch.page_errors == []
    assert watch.console_errors == []


def test_every_lesson_links_to_where_it_runs(page):
    page.goto("/index.html")
    links = page.locator("main a[href^='notebooks/'], article a[href^='notebooks/']")
    addresses = sorted({link.get_attribute("href") for link in links.all()})
    assert len(addresses) == 12
    for address in addresses:
        page.goto(f"/{address}")
        target = page.locator("a[href*='lite/lab']").first.get_attribute("href")
        assert target is not None
        name = target.partition("path=notebooks/")[2]
        assert (SITE / "lite" / "files" / "notebooks" / name).exists(), target
