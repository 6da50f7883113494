"""The first cell of every notebook, which fetches the kit in Google Colab, and the badges."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from IPython.core.inputtransformer2 import TransformerManager

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("notebooks/*.ipynb", "exercises/*.ipynb", "exercises/teacher/*.ipynb")
    for path in ROOT.glob(pattern)
)
REPOSITORY = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"][
    "Repository"
]
CELL = f"""\
# In Google Colab this fetches the kit. Everywhere else it does nothing.
import sys

if "google.colab" in sys.modules:
    %pip install --quiet git+{REPOSITORY}
    from google.colab import output

    output.enable_custom_widget_manager()"""


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_notebook_has_the_cell_below_its_title(name):
    cell = json.loads((ROOT / name).read_text("utf-8"))["cells"][1]
    assert "".join(cell["source"]) == CELL
    assert cell["cell_type"] == "code"
    assert cell["outputs"] == []
    # It is folded away, and the pages leave it out.
    assert cell["metadata"]["jupyter"] == {"source_hidden": True}
    assert "remove-cell" in cell["metadata"]["tags"]


def run(modules):
    """Run the cell with these modules; what it would install, and whether widgets are let in."""
    asked: list[object] = []

    class Shell:
        def run_line_magic(self, name, line):
            asked.append((name, line))

    class Output:
        @staticmethod
        def enable_custom_widget_manager():
            asked.append("widgets")

    class Colab:
        output = Output

    class Sys:
        pass

    Sys.modules = modules

    def find(name, *rest):
        return {"sys": Sys, "google.colab": Colab}[name]

    code = TransformerManager().transform_cell(CELL)
    exec(code, {"__builtins__": {"__import__": find}, "get_ipython": Shell})
    return asked


def test_elsewhere_it_does_nothing():
    assert run({}) == []


def test_in_colab_it_installs_the_kit_and_lets_the_widgets_in():
    assert run({"google.colab": None}) == [
        ("pip", f"install --quiet git+{REPOSITORY}"),
        "widgets",
    ]


def test_badges_and_notebooks_name_one_address():
    owner_and_name = REPOSITORY.removeprefix("https://github.com/")
    text = (ROOT / "README.md").read_text("utf-8")
    found = re.findall(r"(?:mybinder\.org/v2/gh|research\.google\.com/github)/([^/]+/[^/]+)/", text)
    assert found == [owner_and_name] * 2
