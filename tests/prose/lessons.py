"""What every lesson must have, as docs/writing-lessons.md says it: one function a rule."""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import lcr_teach
from lcr_teach import widgets
from prose.pages import ROOT, without_code, without_comments, words

#: The lessons of the course, in order.
COURSE = (
    "00-start-here",
    "01-play-the-game",
    "02-one-roll",
    "03-states-and-arrows",
    "04-many-turns",
    "05-who-wins",
    "06-how-long",
    "07-simulate",
    "08-is-it-fair",
    "09-knowing-more",
    "10-house-rules",
    "11-big-tables",
)
LIBRARIES = {"sympy", "numpy", "scipy", "matplotlib", "networkx", "IPython"}
PUBLIC = {"lcr_teach": set(lcr_teach.__all__), "lcr_teach.widgets": set(widgets.__all__)}
#: The standards a line for the teacher may name: HSS.CP.A.1, HSN.VM.C.8, 7.SP.C.6.
STANDARD = re.compile(r"\b(?:HS[A-Z]|[678])\.[A-Z]{1,3}\.[A-Z]\.\d+\b")


class Lesson:
    """A lesson's notebook: its name, number, cells, and the file it is in."""

    def __init__(self, name: str, notebook: dict[str, Any], size: int, folder: Path) -> None:
        self.name, self.size, self.folder = name, size, folder
        self.number = int(name[:2]) if name[:2].isdigit() else -1
        self.cells = [cell | {"source": "".join(cell["source"])} for cell in notebook["cells"]]

    @classmethod
    def read(cls, path: Path) -> Lesson:
        return cls(path.stem, json.loads(path.read_text("utf-8")), path.stat().st_size, path.parent)

    @property
    def is_first(self) -> bool:
        """Whether it is the page where to begin, which is no lesson yet."""
        return self.number == 0

    @property
    def texts(self) -> list[dict[str, Any]]:
        return [cell for cell in self.cells if cell["cell_type"] == "markdown"]

    @property
    def codes(self) -> list[dict[str, Any]]:
        return [cell for cell in self.cells if cell["cell_type"] == "code"]

    @cached_property
    def sections(self) -> dict[str, str]:
        """Each section's title and its text, all its cells in one."""
        text = "\n\n".join(cell["source"] for cell in self.texts)
        title, *others = re.split(r"^## +(.+)$", text, flags=re.MULTILINE)
        return {"": title, **dict(zip(others[::2], others[1::2], strict=True))}

    def section(self, title: str) -> str:
        found = [text for name, text in self.sections.items() if name.startswith(title)]
        return found[0] if found else ""

    @cached_property
    def trees(self) -> list[tuple[str, ast.Module]]:
        # The cell for Colab is the same everywhere (see test_colab.py), and has a magic in it.
        own = [cell for cell in self.codes if cell["id"] != "colab"]
        return [(cell["id"], ast.parse(cell["source"])) for cell in own]

    def calls(self) -> Iterator[tuple[str, str, ast.Call]]:
        """All calls: the cell, the name that is called, and the call."""
        for cell, tree in self.trees:
            for node in ast.walk(tree):
                if isinstance(node, ast.Call):
                    yield cell, ast.unparse(node.func), node


Rule = Callable[[Lesson], Iterator[str]]


def name(lesson: Lesson) -> Iterator[str]:
    """It is a lesson of the course, and its title has its number."""
    if lesson.name not in COURSE:
        yield f"{lesson.name} is no lesson of the course"
    if not lesson.is_first and not re.match(rf"# {lesson.number} · \w", lesson.cells[0]["source"]):
        yield f"the title is not '# {lesson.number} · Name'"


def header(lesson: Lesson) -> Iterator[str]:
    """It says what the reader will be able to do, what is needed before, how long it takes."""
    text = lesson.cells[0]["source"]
    goals = re.search(r"\*\*You will be able to\*\*\s*\n\n((?:- .+\n(?:  .+\n)*)+)", text + "\n")
    if goals is None or not 2 <= goals[1].count("\n- ") + 1 <= 6:
        yield "no '**You will be able to**' with two to six lines that begin with '- '"
    elif not all(re.match(r"[a-z]+ ", goal) for goal in goals[1].removeprefix("- ").split("\n- ")):
        yield "what the reader will be able to do begins with a verb"
    if not re.search(r"\*\*Before:\*\* .*\[.+?\]\(\d\d-[\w-]+\.ipynb\)|\*\*Before:\*\* \w", text):
        yield "no '**Before:**'"
    minutes = re.search(r"\*\*Time:\*\* (\d+) minutes", text)
    if not (minutes and 30 <= int(minutes[1]) <= 90):
        yield "no '**Time:** … minutes' of 30 to 90"
    teacher = re.search(r"\*For the teacher:\* (.*(?:\n.+)*)", text)
    if not (teacher and STANDARD.search(teacher[1])):
        yield "no '*For the teacher:*' with CCSS codes such as HSS.CP.A.1"
    elif not re.search(r"GAISE II level [ABC]\b", teacher[1]):
        yield "no GAISE II level for the teacher"


def parts(lesson: Lesson) -> Iterator[str]:
    """Predict, play or sample, compare, explain, carry on: all there, in this order."""
    wanted = ["Predict", ("Play", "Sample"), "Compare", "Back to your predictions", "Explain"]
    if lesson.number == 1:
        wanted.remove("Compare")  # there is nothing exact yet to compare with
    titles = list(lesson.sections)
    at = 0
    for title in [*wanted, "Carry on"]:
        later = [k for k in range(at, len(titles)) if titles[k].startswith(title)]
        if not later:
            yield f"no section {title!r}, or not in its place"
            return
        at = later[0]
    if titles[-1] != "Carry on":
        yield "'Carry on' is not the last section"
    derived = titles.index("Carry on") - len(wanted) - 1
    if derived < 1:
        yield "no section that derives something"


def prediction(lesson: Lesson) -> Iterator[str]:
    """What is predicted is kept under a key of the lesson, and shown again at the end."""
    asked = [call for _, called, call in lesson.calls() if called == "Predict"]
    revealed = [called for _, called, _ in lesson.calls() if called.endswith(".reveal")]
    if not asked:
        yield "nothing is predicted with Predict(...)"
    if len(revealed) < len(asked):
        yield "a prediction is never revealed"
    for call in asked:
        keys = [ast.unparse(word.value) for word in call.keywords if word.arg == "key"]
        if not (keys and keys[0].strip("'\"").startswith(f"lesson {lesson.number}: ")):
            yield f"a prediction without key='lesson {lesson.number}: …'"


def explain(lesson: Lesson) -> Iterator[str]:
    """The worked version of the sentences to complete is one click away."""
    text = lesson.section("Explain")
    if not re.search(r"<details>\s*<summary>.+?</summary>.+</details>", text, re.DOTALL):
        yield "'Explain' has no worked version in <details><summary>…</summary>…</details>"
    asked, _, worked = text.partition("<details>")
    if not asked.count("…") or len(re.findall(r"^\d\.", asked, re.M)) != len(
        re.findall(r"^\d\.", worked, re.M)
    ):
        yield "'Explain' does not have as many answers as numbered sentences with '…'"


def carry_on(lesson: Lesson) -> Iterator[str]:
    """What to remember, the new words, the exercises and the next lesson."""
    text = lesson.section("Carry on")
    for wanted in ("Remember", "New words"):
        if f"**{wanted}:**" not in text:
            yield f"'Carry on' has no '**{wanted}:**'"
    exercise = lesson.folder.parent / "exercises" / f"{lesson.name}.ipynb"
    if exercise.exists() and f"](../exercises/{lesson.name}.ipynb)" not in text:
        yield "'Carry on' has no link to the exercises"
    if lesson.number < len(COURSE) - 1 and not re.search(
        rf"\*\*Next:\*\*.*[Ll]esson {lesson.number + 1}\b", text
    ):
        yield f"'Carry on' has no '**Next:**' that names lesson {lesson.number + 1}"


def length(lesson: Lesson) -> Iterator[str]:
    """25 to 45 cells; no cell longer than a look; the file under 500 kB."""
    own = [cell for cell in lesson.cells if cell["id"] != "colab"]
    if not lesson.is_first and not 25 <= len(own) <= 45:
        yield f"{len(own)} cells, not 25 to 45"
    for cell in lesson.texts:
        if words(cell["source"]) > 150:
            yield f"cell {cell['id']} has {words(cell['source'])} words, more than 150"
    for cell in lesson.codes:
        if cell["source"].count("\n") + 1 > 15:
            yield f"cell {cell['id']} has more than 15 lines"
    if lesson.size >= 500_000:
        yield f"the notebook has {lesson.size // 1000} kB, not less than 500"


def public_names(lesson: Lesson) -> Iterator[str]:
    """Only what lcr_teach makes public, and libraries that come with it."""
    for cell, tree in lesson.trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                module, found = node.module or "", {alias.name for alias in node.names}
            elif isinstance(node, ast.Import):
                module, found = ".".join({alias.name for alias in node.names}), set()
            elif isinstance(node, ast.Attribute) and re.match(r"_(?!_)", node.attr):
                yield f"cell {cell} uses .{node.attr}"
                continue
            else:
                continue
            if module.split(".")[0] == "lcr_teach":
                if not found <= PUBLIC.get(module, set()) or not found:
                    yield f"cell {cell} imports what is not public: {ast.unparse(node)}"
            elif module.split(".")[0] not in LIBRARIES | sys.stdlib_module_names:
                yield f"cell {cell} imports {module}, which no lesson needs"


def seeds(lesson: Lesson) -> Iterator[str]:
    """Everything random has a seed, so that all readers see the same."""
    for cell, called, call in lesson.calls():
        last = called.split(".")[-1]
        made = getattr(lcr_teach, last, None) if last in PUBLIC["lcr_teach"] else None
        made = getattr(widgets, last) if last in PUBLIC["lcr_teach.widgets"] else made
        if made is not None and "seed" in inspect.signature(made).parameters:
            place = list(inspect.signature(made).parameters).index("seed")
            given = [word.value for word in call.keywords if word.arg == "seed"]
            given += call.args[place : place + 1]
            spread = any(word.arg is None for word in call.keywords)
            if not spread and (not given or ast.unparse(given[0]) == "None"):
                yield f"cell {cell}: {called} without a seed"
        elif last in {"default_rng", "SeedSequence", "RandomState", "Random"} and not call.args:
            yield f"cell {cell}: {called} without a seed"
        elif re.match(r"(?:(?:np|numpy)\.)?random\.(?!default_rng)[a-z]", called):
            yield f"cell {cell}: {called} has no seed of its own; use default_rng(seed)"


def outputs(lesson: Lesson) -> Iterator[str]:
    """It was run from top to bottom, its outputs are stored, and none is an error."""
    counts = [cell["execution_count"] for cell in lesson.codes]
    if counts != list(range(1, len(counts) + 1)):
        yield "it was not run from top to bottom; 'make notebooks' does it"
    for cell in lesson.codes:
        for output in cell["outputs"]:
            if output["output_type"] == "error":
                yield f"cell {cell['id']} ends with {output['ename']}"
            if output.get("name") == "stderr":
                yield f"cell {cell['id']} warns: {''.join(output['text'])[:60]}"


def links(lesson: Lesson) -> Iterator[str]:
    """Every link leads to something that readers have in their copy."""
    for cell in lesson.texts:
        text = re.sub(r"`[^`]*`", "", without_comments(cell["source"]))
        for target in re.findall(r"\]\(([^()\s]+)\)", text):
            if re.match(r"https?://|#", target):
                continue
            path = (lesson.folder / target.partition("#")[0]).resolve()
            handed_out = path.parent.name == "exercises" or path.is_relative_to(lesson.folder)
            if not (path.exists() and handed_out):
                yield f"cell {cell['id']} links to {target}, which readers do not have"


def pictures(lesson: Lesson) -> Iterator[str]:
    """Every picture says in words what it shows."""
    for cell in lesson.texts:
        text = without_comments(cell["source"])
        shown = [*re.findall(r"!\[([^\]]*)\]", text)]
        for tag in re.findall(r"<img\b[^>]*>", text):
            shown += re.findall(r'\balt="([^"]*)"', tag) or [""]
        if any(len(says.split()) < 3 for says in shown):
            yield f"cell {cell['id']} has a picture without a text in its place"
    for cell in lesson.codes:
        for output in cell["outputs"]:
            data = output.get("data", {})
            # JupyterLab shows such an image without any alternative text: picture() shows its own.
            if any(kind.startswith("image/") for kind in data):
                yield f"cell {cell['id']} shows a figure without words: picture(ax, words)"
            page = "".join(data.get("text/html", ""))
            tags = re.findall(r"<(?:img|svg)\b[^>]*>", page)
            if not all(re.search(r'\b(?:alt|aria-label)="[^"]{10,}"', tag) for tag in tags):
                yield f"cell {cell['id']} shows a picture without words"


def headings(lesson: Lesson) -> Iterator[str]:
    """One title, then sections, in steps of one, so that a screen reader can follow."""
    levels = []
    for cell in lesson.texts:
        levels += [
            len(found) for found in re.findall(r"^(#+) ", without_code(cell["source"]), re.M)
        ]
    if levels[:1] != [1] or 1 in levels[1:]:
        yield "not just one title '# …', at the top"
    if any(after > before + 1 for before, after in pairwise(levels)):
        yield "a heading skips a level"


#: What holds for every notebook in notebooks/, and what for real lessons only.
ALWAYS: tuple[Rule, ...] = (
    name, length, public_names, seeds, outputs, links, pictures, headings,
)  # fmt: skip
LESSONS: tuple[Rule, ...] = (*ALWAYS, header, parts, prediction, explain, carry_on)


def broken_rules(lesson: Lesson) -> list[str]:
    """All that is wrong with a lesson, each in one line."""
    rules = ALWAYS if lesson.is_first else LESSONS
    return [f"{rule.__name__}: {problem}" for rule in rules for problem in rule(lesson)]


def paths() -> list[Path]:
    return sorted((ROOT / "notebooks").glob("*.ipynb"))
