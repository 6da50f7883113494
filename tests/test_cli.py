"""The command ``lcr-teach``."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from lcr_teach import lab
from lcr_teach.cli import main


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the command in an empty folder, with two lessons to hand out and no real Lab."""
    kit = tmp_path / "kit"
    (kit / "notebooks").mkdir(parents=True)
    (kit / lab.FIRST_LESSON).write_text("start")
    (kit / "notebooks/01-play-the-game.ipynb").write_text("play")
    monkeypatch.setattr(lab, "lessons_folder", lambda: kit)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    started = []

    def start_lab(folder, open_browser=True, port=None):
        started.append((folder, open_browser, port))
        return 0

    monkeypatch.setattr(lab, "start_lab", start_lab)

    def run(*words):
        result = CliRunner().invoke(main, words)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return SimpleNamespace(
            code=result.exit_code, out=result.stdout, err=result.stderr, started=started, here=here
        )

    return run


def test_help_says_what_the_kit_is_and_what_each_command_does(run):
    text = " ".join(run("--help").out.split())
    assert "probability" in text
    assert "Left Center Right" in text
    assert "lab Open the lessons in JupyterLab." in text
    assert "release Make the students' exercises from the teacher's." in text
    assert "never overwritten" in " ".join(run("lab", "--help").out.split())


def test_version(run):
    assert run("--version").out.split()[-1] == version("lcr_teach")


class TestLab:
    def test_copies_to_the_usual_folder_and_starts(self, run):
        result = run("lab")
        mine = result.here / "my-lcr-lessons"
        assert result.code == 0
        assert result.started == [(mine, True, None)]
        assert (mine / lab.FIRST_LESSON).read_text() == "start"
        assert f"Lessons in {mine}: 2 copied, 0 up to date." in result.out

    def test_options_reach_the_lab(self, run):
        result = run("lab", "--no-browser", "--port", "9123", "other")
        assert result.started == [(result.here / "other", False, 9123)]

    def test_copy_only_starts_nothing(self, run):
        result = run("lab", "--copy-only")
        assert result.code == 0
        assert result.started == []
        assert (result.here / "my-lcr-lessons" / lab.FIRST_LESSON).exists()

    def test_a_changed_lesson_stays_and_is_named(self, run):
        mine = run("lab", "--copy-only").here / "my-lcr-lessons" / lab.FIRST_LESSON
        mine.write_text("my answer")
        result = run("lab")
        assert result.code == 0
        assert mine.read_text() == "my answer"
        assert f"kept yours: {lab.FIRST_LESSON}" in result.out

    def test_a_file_for_a_folder_gets_one_sentence(self, run):
        Path("letter").touch()
        result = run("lab", "letter")
        assert result.code == 1
        assert result.started == []
        assert result.err.startswith("Error: ")
        assert "is a file" in result.err
        assert result.err.count("\n") == 1

    def test_the_exit_code_of_jupyterlab_is_handed_on(self, run, monkeypatch):
        monkeypatch.setattr(lab, "start_lab", lambda *_, **__: 3)
        assert run("lab").code == 3

    @pytest.mark.parametrize("port", ["0", "65536", "eight"])
    def test_refuses_what_is_no_port(self, run, port):
        result = run("lab", "--port", port)
        assert result.code == 2
        assert result.started == []


class TestCopy:
    def test_copies_and_starts_nothing(self, run):
        result = run("copy", "mine")
        assert result.code == 0
        assert result.started == []
        assert f"Lessons in {result.here / 'mine'}: 2 copied, 0 up to date." in result.out

    def test_copies_one_lesson(self, run):
        result = run("copy", "mine", "1")
        assert "1 copied" in result.out
        assert not (result.here / "mine" / lab.FIRST_LESSON).exists()

    def test_says_what_it_kept(self, run):
        mine = run("copy", "mine").here / "mine" / lab.FIRST_LESSON
        mine.write_text("my answer")
        result = run("copy", "mine")
        assert result.code == 0
        assert mine.read_text() == "my answer"
        assert f"kept yours: {lab.FIRST_LESSON}" in result.out

    def test_a_lesson_that_is_not_there_gets_one_sentence(self, run):
        result = run("copy", "mine", "7")
        assert result.code == 1
        assert result.err.startswith("Error: There is no lesson '7'")
        assert result.err.count("\n") == 1

    def test_needs_a_folder(self, run):
        assert run("copy").code == 2


class TestRelease:
    @pytest.fixture
    def release(self, monkeypatch):
        """Stand in for the making of the students' versions, which has tests of its own."""
        calls = []
        module = SimpleNamespace(changed=[], calls=calls)

        def make(source, target, check):
            calls.append((source, target, check))
            return module.changed

        module.release = make
        monkeypatch.setitem(sys.modules, "lcr_teach.exercises.release", module)
        return module

    def test_says_where_to_run_it(self, run, release):
        result = run("release")
        assert result.code == 1
        assert "exercises" in result.err
        assert release.calls == []

    def test_writes_and_names_what_changed(self, run, release):
        Path("exercises/teacher").mkdir(parents=True)
        release.changed = [Path("exercises/05-who-wins.ipynb")]
        result = run("release")
        assert result.code == 0
        assert result.out == f"written: {release.changed[0]}\n"
        assert release.calls == [(Path("exercises/teacher"), Path("exercises"), False)]

    def test_check_fails_if_anything_would_change(self, run, release):
        Path("exercises/teacher").mkdir(parents=True)
        release.changed = [Path("exercises/05-who-wins.ipynb")]
        result = run("release", "--check")
        assert result.code == 1
        assert f"out of date: {release.changed[0]}" in result.out
        assert "lcr-teach release" in result.err
        assert release.calls[0][2] is True

    def test_check_is_content_where_nothing_would_change(self, run, release):
        Path("exercises/teacher").mkdir(parents=True)
        result = run("release", "--check")
        assert result.code == 0
        assert "up to date" in result.out

    def test_a_bad_source_gets_one_sentence(self, run, release):
        Path("exercises/teacher").mkdir(parents=True)

        def refuse(*_):
            raise ValueError("05-who-wins.ipynb has a solution without an end")

        release.release = refuse
        result = run("release")
        assert result.code == 1
        assert result.err == "Error: 05-who-wins.ipynb has a solution without an end\n"
