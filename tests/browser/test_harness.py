"""The harness must see what it is there to see."""

from __future__ import annotations

import nbformat
import pytest

from tests.browser.harness import (
    Lab,
    Watch,
    kernel_errors,
    open_and_run,
    open_notebook,
    run_all,
    show,
)

PLAY = """
import ipywidgets as widgets
from IPython.display import display

table, roll = widgets.HTML("<svg width='9' height='9'></svg>"), widgets.Button(description="Go")
table.add_class("scratch-table")
roll.add_class("scratch-roll")

@roll.on_click
def _(button):
    table.value = table.value + "!"

display(widgets.VBox([table, roll]))
"""


def write(lab: Lab, name: str, *sources: str) -> str:
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in sources],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    )
    nbformat.write(notebook, lab.folder / name)
    return name


@pytest.mark.browser
def test_a_click_reaches_the_kernel_and_comes_back(page, lab_server, watch):
    far_down = ["print('line\\n' * 40)"] * 12
    notebook = write(lab_server, "scratch.ipynb", "import ipywidgets", *far_down, PLAY)
    assert len(open_and_run(page, notebook)) == 14
    table = show(page, ".scratch-table")
    before = table.inner_html()
    show(page, ".scratch-roll").click()
    page.wait_for_function(
        "before => document.querySelector('.scratch-table').innerHTML !== before", arg=before
    )
    assert watch == Watch()
    assert kernel_errors(page) == []


@pytest.mark.browser
def test_an_error_in_a_cell_is_seen(page, lab_server):
    notebook = write(lab_server, "broken.ipynb", "1 + 1", "1 / 0", "'never run'")
    open_notebook(page, notebook)
    good, broken, skipped = run_all(page)
    assert good.ran
    assert good.error is None
    assert broken.error == "ZeroDivisionError: division by zero"
    assert not skipped.ran
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        open_and_run(page, notebook)


@pytest.mark.browser
def test_an_error_after_a_click_is_seen(page, lab_server):
    notebook = write(lab_server, "failing.ipynb", PLAY.replace('+ "!"', "+ 1"))
    open_and_run(page, notebook)
    show(page, ".scratch-roll").click()
    page.wait_for_function("() => window.kernelErrors.length > 0")
    assert kernel_errors(page) == ['TypeError: can only concatenate str (not "int") to str']


@pytest.mark.browser
def test_a_request_to_elsewhere_is_seen(page, lab_server, watch):
    picture = "from IPython.display import HTML; HTML('<img src=\"https://example.org/x.png\">')"
    with page.expect_console_message(lambda message: message.type == "error"):
        open_and_run(page, write(lab_server, "elsewhere.ipynb", picture))
    assert watch.foreign_requests == ["https://example.org/x.png"]
    assert len(watch.console_errors) == 1


@pytest.mark.browser
def test_a_notebook_that_never_starts_is_given_up(page, lab_server):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    nbformat.write(notebook, lab_server.folder / "no-kernel.ipynb")
    open_notebook(page, "no-kernel.ipynb")
    with pytest.raises(Exception, match="Select Kernel"):
        run_all(page, seconds=3)
