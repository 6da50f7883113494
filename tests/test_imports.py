"""What stands where: imports go backwards along the line only, and the core runs alone."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import lcr_teach

PACKAGE = Path(lcr_teach.__file__).parent

#: From the rules to the notebooks. A module may import what stands in its own place or before.
LINE = [
    "go_on",
    "exact",
    "results",
    "die",
    "rules",
    "game",
    "markov",
    "weights",
    "rotation",
    "conditioning",
    "chain",
    "bounds",
    "sampling",
    "goodness",
    "tally",
    "compare",
    "power",
    "palette",
    "plots",
    "pictures",
    "widgets",
    "exercises",
    "handed_out",
    "lab",
    "submissions",
    "cli",
]
#: What imports a later name inside a function, on purpose.
LATE = {("rules", "chain")}


def imports():
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts == ("__init__",) or parts[0] == "lessons":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                names = [node.module]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            else:
                continue
            for name in names:
                yield parts[0], name.split(".")


def test_imports_go_backwards_only():
    found = {(here, name[1]) for here, name in imports() if name[0] == "lcr_teach" and name[1:]}
    wrong = {(a, b) for a, b in found if LINE.index(b) > LINE.index(a)}
    assert wrong == LATE


def test_the_chain_knows_nothing_of_the_game():
    used = {name[1] for here, name in imports() if here == "markov" and name[0] == "lcr_teach"}
    assert used == {"exact", "results", "markov"}


@pytest.mark.parametrize("library", ["ipywidgets", "matplotlib"])
def test_only_the_last_modules_show_anything(library):
    users = {here for here, name in imports() if name[0] == library}
    assert users
    assert users <= {"plots", "pictures", "widgets"}


ALONE = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numpy", "scipy", "matplotlib", "flint"}:
            raise ImportError(name)

sys.meta_path.insert(0, Refuse())
import sympy
from lcr_teach import Die, Game, Rules
p = sympy.Symbol("p")
formula = Rules(3, 1, die=Die(p, p, p, 1 - 3 * p)).chain().expected_turns()
assert formula.subs(p, sympy.Rational(1, 6)) == Rules(3, 1).chain().expected_turns()
chain = Rules(players=2, chips=2).chain()
assert str(Rules(3, 3).chain().win_probabilities()[2].p).startswith("5016")
print(chain.win_probabilities(), chain.expected_turns(), Game(Rules(), seed=2).play().winner)
"""


def test_the_core_runs_without_numpy_scipy_matplotlib_and_flint():
    shown = subprocess.run(
        [sys.executable, "-c", ALONE], capture_output=True, text=True, check=False
    )
    assert shown.stderr == ""
    assert shown.stdout == "(951/2407, 1456/2407) 4528/1235 1\n"


def test_every_public_name_can_be_imported():
    for name in lcr_teach.__all__:
        assert getattr(lcr_teach, name).__name__ == name
    assert sorted(lcr_teach.__all__) == lcr_teach.__all__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = lcr_teach.nothing
