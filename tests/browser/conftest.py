"""Fixtures for tests in a real browser; the work is done in ``harness.py``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from lcr_teach.lab import copy_lessons
from tests.browser.harness import PATIENCE, Lab, Watch, launch, running_lab, what_is_missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium. Where there is none the test is skipped, in CI it fails."""
    missing = what_is_missing()
    if missing:
        if os.environ.get("LCR_BROWSER") == "required":
            pytest.fail(f"LCR_BROWSER=required, but {missing}")
        pytest.skip(missing)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lab_server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab on a copy of the lessons such as a student has it.

    It asks for the browser, because a server without one is started for nothing.
    """
    scratch = tmp_path_factory.mktemp("lab")
    folder = scratch / "my lessons"  # with a space, as some folders have
    copy_lessons(folder)
    with running_lab(folder, scratch) as lab:
        yield lab


@pytest.fixture
def watch() -> Watch:
    """What the page complained of and whom it asked."""
    return Watch()


@pytest.fixture
def page(browser: Browser, lab_server: Lab, watch: Watch) -> Iterator[Page]:
    """A fresh page, as of a reader who was never here before."""
    context = browser.new_context(base_url=lab_server.url, viewport={"width": 1200, "height": 900})
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    watch.listen(page)
    yield page
    context.close()
