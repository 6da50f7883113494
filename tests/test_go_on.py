"""A lesson where numpy, scipy and matplotlib are not there: one sentence, and on it goes."""

import json
import subprocess
import sys
import textwrap

import pytest

#: Cells run by a real IPython in a process in which the three cannot be found.
RUN = """
import contextlib, io, json, sys
from IPython.core.interactiveshell import InteractiveShell

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numpy", "scipy", "matplotlib"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None

sys.meta_path.insert(0, Hide())
import importlib.util
found = importlib.util.find_spec
def find_spec(name, package=None):
    try:
        return found(name, package)
    except ModuleNotFoundError:
        return None
importlib.util.find_spec = find_spec

shell = InteractiveShell.instance()
shell.run_cell("__name__ = '__main__'")
said = []
for cell in json.loads(sys.stdin.read()):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        shell.run_cell(cell, store_history=True)
    said.append(out.getvalue())
json.dump(said, sys.__stdout__)
"""
FIRST = "from lcr_teach.go_on import go_on_without\nabsent = go_on_without()\nprint(absent)"


def run(*cells: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=json.dumps([FIRST, *map(textwrap.dedent, cells)]),
        capture_output=True,
        text=True,
        check=True,
    )
    first, *said = json.loads(done.stdout)
    assert first.strip() == "('numpy', 'scipy', 'matplotlib')"
    return said


NUMPY = (
    "This cell needs numpy, which is not here. The lesson's page shows what comes out; go on "
    "with the next cell.\n"
)


def test_what_can_be_had_is_had_and_the_rest_says_one_sentence():
    said = run(
        """
        import matplotlib.pyplot as plt
        import numpy as np
        from lcr_teach import Rules, simulate
        """,
        "print(Rules(2, 1).chain().win_probabilities())",
        "sample = simulate(Rules(2, 1), 100, seed=1)\nshare = sample",
        "print(share)",
        "fig, ax = plt.subplots()",
        "values = np.arange(3)",
        "print('on')",
    )
    assert said[0] == ""
    assert "2/3" in said[1]
    assert said[2] == NUMPY
    assert said[3] == (
        "This cell needs share, which an earlier cell makes with numpy, and that is not here. "
        "Go on with the next cell.\n"
    )
    assert said[4] == NUMPY.replace("numpy", "matplotlib")
    assert said[5] == NUMPY
    assert said[6] == "on\n"


def test_what_a_library_of_the_kit_needs_is_said_too():
    said = run(
        "from lcr_teach import plot_winners",
        "from lcr_teach.widgets import Winners",
        "winners = Winners(2, 1)",
        "winners.games = 100",
    )
    assert said[:2] == ["", ""]
    assert said[2] == NUMPY
    assert said[3].startswith("This cell needs winners, which an earlier cell makes with numpy")


@pytest.mark.parametrize(
    ("cell", "named"),
    [("wanted", "NameError"), ("import no_such_library", "ModuleNotFoundError")],
)
def test_any_other_mistake_is_shown_as_ever(cell, named):
    (said,) = run(cell)
    assert named in said
    assert "Traceback" in said


@pytest.mark.parametrize("use", ["np[0]", "np + 1", "1 / np", "list(np)", "np < 2", "bool(np)"])
def test_a_placeholder_can_only_be_named(use):
    said = run("import numpy as np\nnp = np.pi", use)
    assert said == ["", NUMPY]
