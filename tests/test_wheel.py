"""What somebody gets who installs the kit and has no checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build a source archive from the checkout, and the wheel from that archive."""
    out = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT],
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
    assert {*modules, "lcr_teach/py.typed"} <= names


def test_holds_no_solution_and_no_tests(names):
    strangers = {
        name
        for name in names
        if "teacher" in name.split("/") or name.split("/")[0] in {"tests", "exercises", "notebooks"}
    }
    assert strangers == set()


def test_the_archive_holds_all_sources_and_nothing_built(built):
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.split("/", 1)[-1] for name in archive.getnames()}
    assert {"Makefile", "requirements.lock", "LICENSE", "lcr_teach/rules.py"} <= names
    teachers = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("exercises/teacher/*")}
    assert teachers <= names
    assert not any(name.startswith((".venv", "my-lcr-lessons")) for name in names)


def test_lessons_come_out_of_the_installed_wheel(wheel, names, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    # -P and the path put the unpacked wheel first and keep the checkout out of sight.
    done = subprocess.run(
        [sys.executable, "-P", "-m", "lcr_teach.cli", "lab", "mine", "--copy-only"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    copied = {
        path.relative_to(tmp_path / "mine").as_posix()
        for path in (tmp_path / "mine").rglob("*.ipynb")
    }
    assert {f"lcr_teach/lessons/{name}" for name in copied} == {
        name for name in names if name.endswith(".ipynb")
    }
