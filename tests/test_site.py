"""What the site serves of Pyodide, and what it leaves to Pyodide's own server."""

import hashlib
import json
import sys
from pathlib import Path

import pytest

SITE = Path(__file__).parents[1] / "site"
#: As Pyodide's lock has them: small and pure ones, and the three large ones.
NEEDS = {
    "click": [],
    "contourpy": [],
    "decorator": [],
    "jedi": [],
    "micropip": [],
    "mpmath": [],
    "packaging": [],
    "prompt-toolkit": [],
    "tqdm": [],
    "traitlets": [],
    "typing-extensions": [],
    "ipython": ["traitlets", "prompt_toolkit"],
    "networkx": ["decorator", "matplotlib", "numpy", "scipy", "setuptools"],
    "sympy": ["mpmath"],
    "numpy": [],
    "scipy": ["numpy"],
    "matplotlib": ["numpy", "contourpy"],
}
LARGE = {"numpy", "scipy", "matplotlib", "contourpy"}


def file_of(name: str) -> str:
    return f"{name}-1.0-{'wasm32' if name in LARGE else 'none-any'}.whl"


def hash_of(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


@pytest.fixture
def site(monkeypatch, tmp_path):
    """The modules that build it, with wheels of a few bytes in the place of downloads."""
    monkeypatch.syspath_prepend(str(SITE))
    for name in ("downloads", "lite"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import downloads
    import lite

    kept = tmp_path / "kept"
    kept.mkdir()

    def make(name: str, file: str) -> Path:
        (kept / file).write_text(name, encoding="utf-8")
        return kept / file

    def wheels(wanted):
        for file, asked in wanted.items():
            make(asked.partition("==")[0], file)

    monkeypatch.setattr(downloads, "KEPT", kept)
    monkeypatch.setattr(downloads, "wheels", wheels)
    monkeypatch.setattr(downloads, "locked", lambda name: make(name, f"{name}-2.0-py3.whl"))
    monkeypatch.setattr(lite, "build_wheel", lambda: make("lcr", "lcr_teach-3.0-py3.whl"))
    core = tmp_path / "core"
    core.mkdir()
    packages = {
        name: {
            "name": name,
            "version": "1.0",
            "depends": needs,
            "file_name": file_of(name),
            "sha256": hash_of(name),
        }
        for name, needs in {**NEEDS, "setuptools": []}.items()
    }
    (core / "pyodide-lock.json").write_text(json.dumps({"packages": packages}))
    return lite, core


def packages_of(core: Path):
    return json.loads((core / "pyodide-lock.json").read_text())["packages"]


def test_without_a_network_every_package_is_served_from_the_site(site):
    lite, core = site
    lite.fill(core, offline=True, archive=None)
    packages = packages_of(core)
    assert not LARGE & packages.keys()
    assert packages["lcr-teach"]["depends"] == ["anywidget", "click", "networkx", "sympy", "tqdm"]
    for name, entry in packages.items():
        file = core / entry["file_name"]
        assert entry["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest(), name


def test_with_a_network_only_what_exists_nowhere_else_comes_from_pyodides_server(site):
    lite, core = site
    lite.fill(core, offline=False, archive=None)
    packages = packages_of(core)
    away = {name for name, entry in packages.items() if "://" in entry["file_name"]}
    assert away == LARGE | {"setuptools"}
    assert packages["numpy"]["file_name"] == lite.SERVER + file_of("numpy")
    assert {"numpy", "scipy", "matplotlib"} <= set(packages["lcr-teach"]["depends"])


def test_the_full_archive_brings_the_large_ones(site, tmp_path):
    lite, core = site
    archive = tmp_path / "pyodide"
    archive.mkdir()
    for name in LARGE:
        (archive / file_of(name)).write_text(name, encoding="utf-8")
    lite.fill(core, offline=True, archive=archive)
    assert packages_of(core).keys() >= LARGE
    assert all((core / file_of(name)).exists() for name in LARGE)


def test_another_archive_is_refused(site, tmp_path):
    lite, core = site
    archive = tmp_path / "pyodide"
    archive.mkdir()
    with pytest.raises(SystemExit, match="is not Pyodide's full archive"):
        lite.fill(core, offline=True, archive=archive)
    for name in LARGE:
        (archive / file_of(name)).write_text("something else", encoding="utf-8")
    with pytest.raises(SystemExit, match="is not the file that Pyodide 314"):
        lite.fill(core, offline=True, archive=archive)


def test_students_get_no_page_that_tells_solutions(monkeypatch):
    monkeypatch.syspath_prepend(str(SITE))
    monkeypatch.delitem(sys.modules, "build", raising=False)
    import build

    index = (SITE / "index.md").read_text("utf-8")
    assert "docs/teaching/05-who-wins" in index
    left = build.without_teaching(index)
    pages = [line for line in left.splitlines() if line.startswith("docs/")]
    assert pages == ["docs/teaching/glossary", "docs/how-the-numbers-are-computed"]
    assert "notebooks/*" in left
    # The picture stands in a line of its own, which does not begin with its address.
    assert "(docs/pictures/table.png)" in left
