"""A widget in JupyterLab, used as a reader uses it: seen, clicked, dragged, typed into.

def test_something(page, lab_server, watch):
    display(page, lab_server, "from lcr_teach.widgets import Winners", "Winners(2, 1)")
    set_slider(page, ".lcr-games", 10_000)
    wait_for(page, ".lcr-values", "5 000")
    assert complaints(page, watch) == []
    assert violations(page) == []
"""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

import nbformat

from tests.browser.harness import Lab, Watch, kernel_errors, open_and_run, show

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

#: What WCAG 2.1 asks for at the levels A and AA, as axe-core names it.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]

_NUMBERS = itertools.count(1)


def write_notebook(lab: Lab, name: str, *sources: str) -> str:
    """Write a notebook with one code cell for each source into the server's folder."""
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in sources],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    )
    nbformat.write(notebook, lab.folder / name)
    return name


def display(page: Page, lab: Lab, *sources: str) -> Locator:
    """Run cells, one of which shows a widget, and bring the widget into sight."""
    # A name of its own: JupyterLab keeps the kernel of a notebook that is opened again.
    name = f"widget-{next(_NUMBERS)}.ipynb"
    open_and_run(page, write_notebook(lab, name, *sources))
    return show(page, ".lcr-widget")


def words(page: Page, css: str) -> str:
    """What can be read there, with one space between words."""
    return " ".join(page.locator(css).first.inner_text().split())


def heard(page: Page, css: str) -> str:
    """The label of the picture there, for those who do not see it."""
    return page.locator(f"{css} svg").first.get_attribute("aria-label") or ""


def wait_for(page: Page, css: str, said: str) -> None:
    """Wait until something can be read there, or in the label of the picture there."""
    page.wait_for_function(
        """([css, said]) => [...document.querySelectorAll(css)].some(part => {
          const labels = [...part.querySelectorAll('[aria-label]')].map(each => each.ariaLabel);
          return [part.innerText, ...labels].join(' ').replace(/\\s+/g, ' ').includes(said);
        })""",
        arg=[css, said],
    )


def click(page: Page, css: str) -> None:
    show(page, css).click()


def tab_to(page: Page, css: str, most: int = 60) -> None:
    """Go to a control with the Tab key alone; fail where no keyboard comes."""
    for _ in range(most):
        if page.evaluate("css => !!document.activeElement?.closest(css)", css):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{css} is not reached with {most} presses of Tab.")


def write(page: Page, css: str, text: str) -> None:
    """Write into a field and press Enter."""
    field = show(page, f"{css} input")
    field.fill(text)
    field.press("Enter")


def choose(page: Page, css: str, option: str) -> None:
    """Choose from a drop-down list."""
    show(page, f"{css} select").select_option(option)


def set_slider(page: Page, css: str, place: int) -> None:
    """Drag a slider of the kit to a place, counted from 0; arrow keys then move it on."""
    slider = show(page, f"{css} input[type=range]")
    slider.fill(str(place))
    slider.focus()


def violations(page: Page, css: str = ".lcr-widget") -> list[str]:
    """What axe-core finds wrong in a part of the page, one line for each element."""
    from axe_playwright_python.base import AXE_SCRIPT

    page.evaluate(AXE_SCRIPT + "; null")
    options = {"runOnly": RULES, "resultTypes": ["violations"]}
    found: dict[str, Any] = page.evaluate(
        f"css => axe.run({{include: [[css]]}}, {json.dumps(options)})", css
    )
    return [
        f"{each['id']}: {each['help']}: {node['html'][:200]} {node.get('failureSummary', '')}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def complaints(page: Page, watch: Watch) -> list[str]:
    """All that went wrong in the page or in the kernel since the notebook was opened."""
    return [
        *watch.console_errors, *watch.page_errors, *watch.foreign_requests, *kernel_errors(page),
    ]  # fmt: skip
