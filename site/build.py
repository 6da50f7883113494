"""Build the site: a page for each lesson, and JupyterLite beside them.

    python site/build.py [--offline] [--pyodide FOLDER] [--students]

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
#: What students get of docs/.
FOR_STUDENTS = (
    "docs/how-the-numbers-are-computed.md",
    "docs/pictures/table.png",
    "docs/teaching/glossary.md",
)


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
    parser.add_argument(
        "--students",
        action="store_true",
        help="leave out the teacher's pages, which hold the solutions in one line each",
    )
    parser.add_argument("--pages-only", action="store_true", help="leave JupyterLite out")
    asked = parser.parse_args()
    build_pages(students=asked.students)
    if not asked.pages_only:
        lite.build(OUT / "lite", offline=asked.offline, archive=asked.pyodide)
    folder = OUT.relative_to(ROOT)
    print(f"Built {folder}. To read it: python -m http.server --directory {folder}")


def build_pages(*, students: bool) -> None:
    """Bring the sources together and let Sphinx make the pages."""
    for folder in (SOURCES, OUT):
        shutil.rmtree(folder, ignore_errors=True)
    index = (HERE / "index.md").read_text(encoding="utf-8")
    if students:
        for name in FOR_STUDENTS:
            (SOURCES / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, SOURCES / name)
        index = without_teaching(index)
    else:
        shutil.copytree(ROOT / "docs", SOURCES / "docs")
    (SOURCES / "index.md").write_text(index, encoding="utf-8")
    shutil.copy(HERE / "reference.md", SOURCES)
    for folder in ("notebooks", "exercises"):
        (SOURCES / folder).mkdir()
        for path in sorted((ROOT / folder).glob("*.ipynb")):
            copy_with_link(path, SOURCES / folder / path.name)
    (SOURCES / "static").mkdir()
    shutil.copy(HERE / "pages.css", SOURCES / "static")
    downloads.mathjax(SOURCES / "static" / "mathjax")
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    subprocess.run([*command, "-c", str(HERE), str(SOURCES), str(OUT)], check=True)


def without_teaching(index: str) -> str:
    """The first page with those pages alone that students get."""
    kept = [
        line
        for line in index.splitlines(keepends=True)
        if not line.startswith("docs/") or f"{line.strip()}.md" in FOR_STUDENTS
    ]
    return "".join(kept).replace(":caption: Teaching", ":caption: Words")


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
