"""JupyterLab on a folder of lessons, driven in a headless Chromium.

A test asks for the fixture ``page`` (see ``conftest.py``), calls :func:`open_and_run`, and
then clicks and looks. Controls are found by the kit's own CSS classes, never by their text.

    def test_something(page, lab_server):
        open_and_run(page, "notebooks/01-play-the-game.ipynb")
        show(page, ".lcr-roll").click()
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import secrets
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from lcr_teach.lab import lab_command

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Playwright

TOKEN = secrets.token_hex(16)
PATIENCE = 60  # seconds; a busy machine starts a kernel in 5
HOME = "127.0.0.1"

CHROMIUM_OPTIONS = [
    "--headless",
    "--no-sandbox",  # as root, in a container, Chromium starts no other way
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Nothing but the server exists for this browser, so a lesson that needs the network fails
    # here just as in a classroom without one.
    f"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE {HOME}",
]

# A server without the habits of whoever runs the tests, and a page that the test can ask when
# it is ready.
LAB_OPTIONS = [
    f"--ServerApp.ip={HOME}",
    f"--IdentityProvider.token={TOKEN}",
    "--LabApp.expose_app_in_browser=True",
]


def find_chromium() -> str | None:
    """Find the system's Chromium, or the one that LCR_CHROMIUM names."""
    named = os.environ.get("LCR_CHROMIUM")
    candidates = [named] if named else ["chromium", "chromium-browser", "google-chrome"]
    return next(filter(None, map(shutil.which, candidates)), None)


def what_is_missing() -> str | None:
    """Say why no browser test can run here, or None."""
    if importlib.util.find_spec("playwright") is None:
        return "playwright is not installed"
    if find_chromium() is None:
        return "no Chromium on the PATH (LCR_CHROMIUM may name one)"
    return None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOME, 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Lab:
    """A running JupyterLab."""

    url: str
    folder: Path
    log: Path


@contextlib.contextmanager
def running_lab(folder: Path, scratch: Path) -> Iterator[Lab]:
    """Run JupyterLab on `folder`; `scratch` takes the log and all settings."""
    port, log = free_port(), scratch / "lab.log"
    env = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
    env |= {
        "JUPYTER_CONFIG_DIR": str(scratch / "config"),
        "JUPYTER_DATA_DIR": str(scratch / "data"),
        "JUPYTERLAB_SETTINGS_DIR": str(scratch / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(scratch / "workspaces"),
        "IPYTHONDIR": str(scratch / "ipython"),
    }
    command = lab_command(folder, open_browser=False, port=port, options=LAB_OPTIONS)
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, env=env
        )
    lab = Lab(f"http://{HOME}:{port}", folder, log)
    try:
        _wait_until_up(lab, process)
        yield lab
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_up(lab: Lab, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        if process.poll() is not None:
            raise RuntimeError(f"JupyterLab ended at once:\n{lab.log.read_text()}")
        try:
            with urllib.request.urlopen(f"{lab.url}/api?token={TOKEN}", timeout=5):
                return
        except OSError:
            if time.monotonic() > end:
                raise RuntimeError(f"JupyterLab did not come up:\n{lab.log.read_text()}") from None
            time.sleep(0.1)


@dataclass
class Watch:
    """What a page did that a lesson should not do."""

    console_errors: list[str] = field(default_factory=list)
    page_errors: list[str] = field(default_factory=list)
    foreign_requests: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        page.on("console", self._on_console)
        page.on("pageerror", self._on_page_error)
        page.on("request", lambda request: self._on_address(request.url))
        page.on("websocket", lambda web_socket: self._on_address(web_socket.url))

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.console_errors.append(message.text)

    def _on_page_error(self, error: Error) -> None:
        self.page_errors.append(str(error))

    def _on_address(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.hostname != HOME:
            self.foreign_requests.append(address)


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_OPTIONS)


# The toolbar calls the kernel idle before there is one, and drops a "run all" sent then. So
# wait for the session and for the kernel's first answer. The command ends with the last cell.
# Playwright sets no limit to what runs in the page, hence the race; a notebook that names no
# kernel, for one, waits for ever on a question to the reader.
_RUN_ALL = """
async milliseconds => {
  const runAll = async () => {
    const app = window.jupyterapp;
    await app.started;
    await app.restored;
    const pause = () => new Promise(resolve => setTimeout(resolve, 50));
    let panel;
    while (!(panel = app.shell.currentWidget) || !panel.sessionContext) await pause();
    await panel.context.ready;
    await panel.sessionContext.ready;
    window.kernelErrors = [];
    panel.sessionContext.iopubMessage.connect((_, message) => {
      const {ename, evalue} = message.content;
      if (message.header.msg_type === 'error') window.kernelErrors.push(`${ename}: ${evalue}`);
    });
    await panel.sessionContext.session.kernel.info;
    await app.commands.execute('notebook:run-all-cells');
  };
  const limit = new Promise((_, reject) => setTimeout(() => {
    const question = document.querySelector('.jp-Dialog')?.innerText ?? 'no question is open';
    reject(new Error(`The cells did not end in ${milliseconds} ms; ${question}`));
  }, milliseconds));
  await Promise.race([limit, runAll()]);
}
"""

# Asked of the document: what is out of sight need not be in the page.
_CODE_CELLS = """
() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells
  .filter(cell => cell.cell_type === 'code')
  .map(cell => cell.toJSON())
"""


@dataclass
class CellResult:
    """A code cell: what it says, whether it was run, and the error it shows."""

    source: str
    ran: bool
    error: str | None


def open_notebook(page: Page, notebook: str) -> None:
    """Open a notebook of the server's folder, alone, in JupyterLab's single-document mode."""
    page.goto(f"/doc/tree/{quote(notebook)}?token={TOKEN}&reset")
    page.wait_for_function(
        "() => window.jupyterapp && document.querySelector('.jp-NotebookPanel .jp-Cell')"
    )


def code_cells(page: Page) -> list[CellResult]:
    """Say how each code cell of the open notebook stands now."""
    results = []
    for cell in page.evaluate(_CODE_CELLS):
        errors = [out for out in cell["outputs"] if out["output_type"] == "error"]
        source = "".join(cell["source"])
        results.append(
            CellResult(
                source,
                ran=cell["execution_count"] is not None or not source.strip(),
                error=f"{errors[0]['ename']}: {errors[0]['evalue']}" if errors else None,
            )
        )
    return results


def run_all(page: Page, seconds: float = 2 * PATIENCE) -> list[CellResult]:
    """Run every cell of the open notebook, wait for the last, and say how each code cell did."""
    page.evaluate(_RUN_ALL, 1000 * seconds)
    return code_cells(page)


def kernel_errors(page: Page) -> list[str]:
    """List every error that the kernel has told of since :func:`run_all`.

    An error in a widget's callback shows neither in a cell nor in the server's log.
    """
    errors: list[str] = page.evaluate("() => window.kernelErrors")
    return errors


def open_and_run(page: Page, notebook: str) -> list[CellResult]:
    """Open a notebook, run every cell, and fail if one was not run or shows an error."""
    open_notebook(page, notebook)
    cells = run_all(page)
    assert cells, f"{notebook} has no code cell"
    for number, cell in enumerate(cells, start=1):
        where = f"{notebook}, code cell {number}:\n{cell.source}"
        assert cell.error is None, f"{cell.error}\nin {where}"
        assert cell.ran, f"not run: {where}"
    return cells


def show(page: Page, css: str) -> Locator:
    """Wait for the first element with this selector and scroll the notebook to it."""
    found = page.locator(css).first
    found.wait_for(state="attached")
    found.scroll_into_view_if_needed()
    return found
