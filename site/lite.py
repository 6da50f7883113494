"""JupyterLite: JupyterLab, Python and the kit, served as plain files and run by the browser.

Python is Pyodide, whose core comes from npm and is served from the site. So are the kit, its
widgets and all libraries in pure Python. Numpy, scipy and matplotlib exist for Pyodide in its
own distribution only: the site names its server, or takes them from the full archive, or, for a
room with no network, leaves them out, and a cell that needs them says so.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import downloads
import nbformat

ROOT = Path(__file__).parent.parent
WORK = ROOT / "build" / "site-lite"

#: Where Pyodide's own distribution is served, for those who have a network.
SERVER = "https://cdn.jsdelivr.net/pyodide/v314.0.7/full/"
#: What the kit and the kernel need, in pure Python, under the names that Pyodide's lock has.
PURE = ["click", "ipython", "jedi", "micropip", "networkx", "packaging", "sympy", "tqdm"]
PURE += ["typing-extensions"]
#: What Pyodide does not have, from our own lock, and what each of these needs.
OURS = {
    "comm": ["traitlets"],
    "psygnal": [],
    "jupyterlab-widgets": [],
    "widgetsnbextension": [],
    "ipywidgets": ["comm", "ipython", "traitlets", "jupyterlab-widgets", "widgetsnbextension"],
    "anywidget": ["ipywidgets", "psygnal", "typing-extensions"],
}
#: What the kit uses wherever it can be had.
LARGE = ["matplotlib", "numpy", "scipy"]

SETTINGS = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": "lcr_teach",
        "exposeAppInBrowser": True,
        "litePluginSettings": {
            "@jupyterlite/pyodide-kernel-extension:kernel": {
                "pyodideUrl": "./static/pyodide/pyodide.mjs",
                "disablePyPIFallback": True,
                "loadPyodideOptions": {"packages": ["lcr-teach"]},
            }
        },
    },
}
FIRST = """\
# Where a library is not there, a cell that needs it says so, and the next goes on.
from lcr_teach.go_on import go_on_without

_ = go_on_without()"""


def build(out: Path, *, offline: bool, archive: Path | None) -> None:
    """Write JupyterLite with the lessons to a folder.

    Parameters
    ----------
    out : Path
        Where it goes; what is there is replaced.
    offline : bool
        Whether Pyodide's own server must not be asked.
    archive : Path or None
        Pyodide's full archive, unpacked.
    """
    shutil.rmtree(WORK, ignore_errors=True)
    core = WORK / "lite" / "static" / "pyodide"
    downloads.pyodide(core)
    fill(core, offline=offline, archive=archive)
    (WORK / "lite" / "jupyter-lite.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    for folder in ("notebooks", "exercises"):
        (WORK / "content" / folder).mkdir(parents=True)
        for path in sorted((ROOT / folder).glob("*.ipynb")):
            copy_for_the_browser(path, WORK / "content" / folder / path.name)
    command = [sys.executable, "-m", "jupyter", "lite", "build", "--output-dir", str(out)]
    command += ["--lite-dir", str(WORK / "lite"), "--contents", str(WORK / "content")]
    done = subprocess.run(command, cwd=WORK, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stdout}{done.stderr}JupyterLite could not be built.")


def fill(core: Path, *, offline: bool, archive: Path | None) -> None:
    """Bring the packages to Pyodide's core, and write into its lock where each is found."""
    lock = json.loads((core / "pyodide-lock.json").read_text(encoding="utf-8"))
    packages = lock["packages"]
    # It asks for four large libraries; the few graphs of the lessons need none of them.
    packages["networkx"]["depends"] = ["decorator"]
    pure = {name: packages[name] for name in with_needs(PURE, packages)}
    downloads.wheels(
        {entry["file_name"]: f"{name}=={entry['version']}" for name, entry in pure.items()}
    )
    for entry in pure.values():
        enter(entry, downloads.KEPT / entry["file_name"], core)
    served = set(pure)
    for name, depends in OURS.items():
        packages[name] = new_entry(name, depends, downloads.locked(name), core)
        served.add(name)
    if archive is not None:
        served |= take_from(archive, packages, core)
    elif not offline:
        for name in packages.keys() - served:
            packages[name]["file_name"] = SERVER + packages[name]["file_name"]
        served = set(packages)
    large = [name for name in LARGE if name in served]
    needs = ["anywidget", "click", "networkx", "sympy", "tqdm", *large]
    packages["lcr-teach"] = new_entry("lcr-teach", needs, build_wheel(), core)
    # A package that stays in the list without a file would break each cell that imports it.
    lock["packages"] = {name: packages[name] for name in (*sorted(served), "lcr-teach")}
    missing = [name for name in with_needs(["lcr-teach"], packages) if name not in lock["packages"]]
    if missing:
        raise SystemExit(f"The list of pure packages lacks {', '.join(missing)}.")
    (core / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")


def with_needs(names: list[str], packages: dict[str, Any]) -> list[str]:
    """These packages and all that they need, each once."""
    found: list[str] = []
    asked = list(names)
    while asked:
        name = asked.pop()
        if name not in found:
            found.append(name)
            # Pyodide's lock writes some needs with "_" and all keys with "-".
            asked += [need.lower().replace("_", "-") for need in packages[name]["depends"]]
    return sorted(found)


def enter(entry: dict[str, Any], wheel: Path, core: Path) -> None:
    """Serve a wheel from the site; the lock then names its hash, so that it is checked."""
    shutil.copy(wheel, core)
    entry |= {"file_name": wheel.name, "sha256": downloads.sha256(wheel)}


def new_entry(name: str, depends: list[str], wheel: Path, core: Path) -> dict[str, Any]:
    """The entry of a package that Pyodide's lock does not have."""
    entry = {
        "name": name,
        "version": wheel.name.split("-")[1],
        "depends": depends,
        "imports": [name.replace("-", "_")],
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
    }
    enter(entry, wheel, core)
    return entry


def take_from(archive: Path, packages: dict[str, Any], core: Path) -> set[str]:
    """Serve what Pyodide's full archive has of the large libraries and of what they need."""
    wanted = with_needs(LARGE, packages)
    for name in wanted:
        file = archive / packages[name]["file_name"]
        if not file.exists():
            raise SystemExit(f"{archive} is not Pyodide's full archive: {file.name} is not there.")
        if downloads.sha256(file) != packages[name]["sha256"]:
            raise SystemExit(f"{file} is not the file that Pyodide 314.0.7 names.")
        shutil.copy(file, core)
    return set(wanted)


def build_wheel() -> Path:
    """The kit's own wheel, with the metadata's needs left to the lock."""
    folder = WORK / "wheel"
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True)
    return next(folder.glob("*.whl"))


def copy_for_the_browser(path: Path, copy: Path) -> None:
    """Copy a notebook with the kernel's name there, and a first cell that lets it go on."""
    notebook = nbformat.read(path, as_version=4)
    notebook.metadata["kernelspec"] = {"name": "python", "display_name": "Python"}
    # In the place of the cell that fetches the kit elsewhere; here it is there already.
    notebook.cells[1] = nbformat.v4.new_code_cell(FIRST, id="go-on")
    nbformat.write(notebook, copy)
