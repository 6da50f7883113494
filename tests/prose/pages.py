"""Where the prose is, and how to see it without its code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ("notebooks/*.ipynb", "exercises/teacher/*.ipynb")
PAGES = ("README.md", "docs/teaching/*.md")

#: Stands for a piece of code in a text that is read without its code.
CODE = "\uf8ff"


class Text(NamedTuple):
    """One page, or one markdown cell of a notebook: where it is and what it says."""

    place: str
    text: str


def files() -> list[str]:
    """All files with prose, as paths from the top of the project."""
    found = [path for pattern in (*PAGES, *NOTEBOOKS) for path in sorted(ROOT.glob(pattern))]
    return [path.relative_to(ROOT).as_posix() for path in found]


def cells(name: str) -> list[dict[str, Any]]:
    """The cells of a notebook, each with its source in one piece."""
    found = json.loads((ROOT / name).read_text("utf-8"))["cells"]
    return [cell | {"source": "".join(cell["source"])} for cell in found]


def texts(name: str) -> Iterator[Text]:
    """The prose of one file: a page as a whole, a notebook cell by cell."""
    if name.endswith(".ipynb"):
        for cell in cells(name):
            if cell["cell_type"] == "markdown":
                yield Text(f"cell {cell['id']}", cell["source"])
    else:
        yield Text(name, (ROOT / name).read_text("utf-8"))


def without_comments(text: str) -> str:
    """Take out what no reader sees."""
    return re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)


def words(text: str) -> int:
    """How many words there are to read."""
    return len(without_comments(text).split())


def without_code(text: str) -> str:
    """Replace blocks of code, code in a line, and addresses by a sign that is no word.

    A block is either fenced or, after an empty line, set in by four blanks.
    """
    lines, fence, block = [], "", True
    for line in text.split("\n"):
        opens = re.match(r" {0,3}(```+|~~~+)", line)
        if fence:
            if line.strip().startswith(fence):
                fence = ""
            lines.append(CODE)
        elif opens:
            fence = opens[1]
            lines.append(CODE)
        elif block and line.startswith("    "):
            lines.append(CODE)
        else:
            block = not line.strip()
            lines.append(line)
    text = re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", CODE, "\n".join(lines), flags=re.DOTALL)
    text = re.sub(r"\]\([^()\s]*\)", "]", text)
    return re.sub(r"<?https?://[^\s>)]*>?", CODE, text)
