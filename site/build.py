"""Build the site: a page for each lesson, and JupyterLite beside them.

    python site/build.py [--offline] [--pyodide FOLDER]

Everything goes to ``build/site``, a folder that any web server can serve.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

import downloads
import lite
import nbformat

ROOT = Path(__file__).parent.parent
HERE = Path(__file__).parent
SOURCES = ROOT / "build" / "site-sources"
OUT = ROOT / "build" / "site"


def main() -> None:
    """Read the command line and build."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--offline",
        action="store_true",
        help="take nothing from Pyodide's own server: for a room with no network",
    )
    parser.add_argument(
        "--pyodide",
        type=Path,
        metavar="FOLDER",
        help="Pyodide's full archive, unpacked, from which numpy, scipy and matplotlib are taken",
    )
    parser.add_argument("--pages-only", action="store_true", help="leave JupyterLite out")
    asked = parser.parse_args()
    build_pages()
    if not asked.pages_only:
        lite.build(OUT / "lite", offline=asked.offline, archive=asked.pyodide)
    folder = OUT.relative_to(ROOT)
    print(f"Built {folder}. To read it: python -m http.server --directory {folder}")


def build_pages() -> None:
    """Bring the sources together and let Sphinx make the pages."""
    for folder in (SOURCES, OUT):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", SOURCES / "docs")
    for name in ("index.md", "reference.md"):
        shutil.copy(HERE / name, SOURCES)
    for folder in ("notebooks", "exercises"):
        (SOURCES / folder).mkdir()
        for path in sorted((ROOT / folder).glob("*.ipynb")):
            copy_with_link(path, SOURCES / folder / path.name)
    (SOURCES / "static").mkdir()
    shutil.copy(HERE / "pages.css", SOURCES / "static")
    downloads.mathjax(SOURCES / "static" / "mathjax")
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    subprocess.run([*command, "-c", str(HERE), str(SOURCES), str(OUT)], check=True)


def copy_with_link(path: Path, copy: Path) -> None:
    """Copy a notebook, and say under its title where it can be run."""
    notebook = nbformat.read(path, as_version=4)
    address = f"../lite/lab/index.html?path={path.parent.name}/{path.name}"
    # In HTML, for Sphinx looks for what a link in Markdown leads to, and it is not there yet.
    link = f'<a href="{address}">Run this notebook in your browser</a>. Nothing is installed.'
    title = notebook.cells[0]
    head, _, rest = title.source.partition("\n")
    title.source = f"{head}\n\n{link}\n{rest}"
    nbformat.write(notebook, copy)


if __name__ == "__main__":
    main()
