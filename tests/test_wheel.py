"""What somebody gets who installs the kit and has no checkout."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest
from lab_server import free_port, wait_for

ROOT = Path(__file__).parents[1]
POSIX = os.name == "posix"

pytestmark = pytest.mark.slow

# What lies about where somebody works. None of it is anybody else's business.
LITTER = (
    ".mypy_cache/3.11/rules.data.json",
    ".venv/bin/python",
    "build/lib/old.py",
    "exercises/.ipynb_checkpoints/05-who-wins-checkpoint.ipynb",
    "lcr_teach/.ipynb_checkpoints/rules-checkpoint.py",
    "lcr_teach/__pycache__/rules.cpython-311.pyc",
    "my-lcr-lessons/notebooks/00-start-here.ipynb",
    "notebooks/.ipynb_checkpoints/00-start-here-checkpoint.ipynb",
)


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Copy the checkout as it would be cloned, and work in it for a while."""
    folder = tmp_path_factory.mktemp("source") / "kit"
    built = ("__pycache__", "*.egg-info", ".git", ".venv", ".*_cache", ".hypothesis")
    made = shutil.ignore_patterns(*built, "build", "dist", "my-lcr-lessons", ".ipynb_checkpoints")
    shutil.copytree(ROOT, folder, ignore=made)
    for name in LITTER:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("litter")
    return folder


@pytest.fixture(scope="module")
def built(source, tmp_path_factory):
    """Build a source archive from that copy, and the wheel from that archive."""
    out = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", out, source],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture(scope="module")
def wheel(built):
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_serves_every_system_and_python(wheel):
    assert wheel.name.endswith("-py3-none-any.whl")


def test_holds_every_lesson_and_students_exercise(names):
    handed_out = [
        path.relative_to(ROOT).as_posix()
        for pattern in ("notebooks/*.ipynb", "exercises/*.ipynb")
        for path in ROOT.glob(pattern)
    ]
    assert {f"lcr_teach/lessons/{name}" for name in handed_out} == {
        name for name in names if name.endswith(".ipynb")
    }


def test_holds_the_code_and_its_types(names):
    modules = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("lcr_teach/**/*.py")}
    settings = "lcr_teach/lab_settings/overrides.json"
    assert {*modules, settings, "lcr_teach/py.typed"} <= names


def test_holds_no_solution_and_no_tests(names):
    strangers = {
        name
        for name in names
        if "teacher" in name.split("/") or name.split("/")[0] in {"tests", "exercises", "notebooks"}
    }
    assert strangers == set()


def test_no_student_gets_a_solution(wheel):
    with zipfile.ZipFile(wheel) as archive:
        marked = [
            name
            for name in archive.namelist()
            if name.endswith(".ipynb") and b"BEGIN SOLUTION" in archive.read(name)
        ]
    assert marked == []


def test_the_archive_holds_all_sources(built):
    names = names_in_archive(built)
    assert {"Makefile", "requirements.lock", "LICENSE", "lcr_teach/rules.py"} <= names
    teachers = {
        path.relative_to(ROOT).as_posix() for path in ROOT.glob("exercises/teacher/*.ipynb")
    }
    assert teachers <= names


def test_neither_holds_what_was_lying_about(built, names):
    hidden = {".mypy_cache", ".venv", ".ipynb_checkpoints", "__pycache__", "build"}
    for found in (names, names_in_archive(built)):
        assert {name for name in found if hidden & set(name.split("/"))} == set()
        assert not any(name.startswith("my-lcr-lessons") for name in found)


def names_in_archive(built):
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        return {name.split("/", 1)[-1] for name in archive.getnames()}


class Installed:
    """An environment with the wheel in it, an empty folder, and no way to the checkout.

    Its other packages are those of the Python that runs the tests: one line in a .pth file
    puts them behind its own. That Python finds the checkout by a .pth file too, and such a
    file is not read in a folder that was itself named by one.
    """

    def __init__(self, folder, wheel):
        # Its own pip, because a Python of uv's has none.
        venv.create(folder / "env", with_pip=True)
        paths = {"base": str(folder / "env"), "platbase": str(folder / "env")}
        self.site = Path(sysconfig.get_path("purelib", "venv", paths))
        self.scripts = Path(sysconfig.get_path("scripts", "venv", paths))
        self.python = str(self.scripts / Path(sys.executable).name)
        options = ("--quiet", "--no-index", "--no-deps")
        subprocess.run([self.python, "-m", "pip", "install", *options, wheel], check=True)
        theirs = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
        (self.site / "others.pth").write_text("".join(f"{path}\n" for path in theirs))
        self.here = folder / "here"
        self.here.mkdir()
        # The pages of JupyterLab lie beside the packages, not among them.
        share = Path(sysconfig.get_path("data"), "share/jupyter")
        home = {f"JUPYTER_{kind}_DIR": str(folder / kind) for kind in ("CONFIG", "DATA")}
        lab = {"JUPYTERLAB_DIR": str(share / "lab"), "JUPYTER_PATH": str(share)}
        self.env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self.env |= home | lab | {"JUPYTER_TOKEN": "secret"}

    def command(self, *words):
        return [str(self.scripts / "lcr-teach"), *words]

    def run(self, command, code=0):
        done = subprocess.run(command, cwd=self.here, env=self.env, capture_output=True, text=True)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    return Installed(tmp_path_factory.mktemp("installed"), wheel)


def test_the_kit_comes_from_the_wheel(installed):
    where = "import lcr_teach; print(lcr_teach.__file__)"
    found = Path(installed.run([installed.python, "-c", where]).strip())
    assert found == installed.site / "lcr_teach/__init__.py"


def test_says_the_version_of_the_wheel(installed, wheel):
    said = installed.run(installed.command("--version"))
    assert said.split()[-1] == wheel.name.split("-")[1]


def test_says_the_exact_chances(installed):
    table = ("--players", "3", "--chips", "3")
    found = json.loads(installed.run(installed.command("exact", *table, "--json")))
    assert [win["decimal"][:6] for win in found["win"]] == ["0.3068", "0.3280", "0.3651"]


def test_all_lessons_are_copied_and_exercises_can_be_checked(installed, names):
    installed.run(installed.command("copy", "mine"))
    mine = installed.here / "mine"
    copied = {path.relative_to(mine).as_posix() for path in mine.rglob("*.ipynb")}
    assert {f"lcr_teach/lessons/{name}" for name in copied} == {
        name for name in names if name.endswith(".ipynb")
    }
    # One exercise is run, in a kernel of this environment.
    installed.run(installed.command("copy", "homework", "5"))
    said = installed.run(installed.command("check", "homework", "--json"), code=1)
    (report,) = json.loads(said)["notebooks"]
    outcomes = {answer["outcome"] for answer in report["exercises"].values()}
    assert outcomes == {"Not answered yet"}
    assert report["troubles"] == []


def test_the_lab_opens_and_has_the_lessons(installed):
    port = free_port()
    process = subprocess.Popen(
        installed.command("lab", "opened", "--no-browser", "--port", str(port)),
        cwd=installed.here,
        env=installed.env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{url}/api", process)
        assert "<title>JupyterLab</title>" in read(f"{url}/lab")
        lesson = json.loads(read(f"{url}/api/contents/notebooks/00-start-here.ipynb"))
        assert lesson["content"]["cells"]
    finally:
        # Ctrl-C needs a terminal and is tried in test_lab.py.
        print(stop(process))  # shown where the test fails


def stop(process):
    """End the command and JupyterLab below it, and return what they wrote to stderr."""
    for kind in ("SIGTERM", "SIGKILL"):
        if POSIX:
            os.killpg(process.pid, getattr(signal, kind))
        else:
            process.kill()
        try:
            return process.communicate(timeout=20)[1]
        except subprocess.TimeoutExpired:
            continue
    raise AssertionError("JupyterLab does not end")


def read(url):
    with urllib.request.urlopen(f"{url}?token=secret", timeout=20) as answer:
        return answer.read().decode()
