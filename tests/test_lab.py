"""The reader's copy of the lessons, and the command that starts JupyterLab on it."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from lab_server import free_port, wait_for

from lcr_teach import lab
from lcr_teach.handed_out import MEMORY
from lcr_teach.lab import CopyReport, LabError, copy_lessons, lab_command, start_lab

START = lab.FIRST_LESSON
PLAY = "notebooks/01-play-the-game.ipynb"
EXERCISE = "exercises/05-who-wins.ipynb"


@pytest.fixture
def source(tmp_path):
    """Lessons as a checkout has them, with what must not be handed out."""
    root = tmp_path / "kit"
    for name in [
        START,
        PLAY,
        EXERCISE,
        "exercises/teacher/05-who-wins.ipynb",
        "exercises/notes.txt",
        "notebooks/.ipynb_checkpoints/00-start-here-checkpoint.ipynb",
        "notebooks/pictures/table.svg",
    ]:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"the kit's {name}")
    return root


HANDED_OUT = (START, PLAY, "notebooks/pictures/table.svg", EXERCISE)


def files_in(folder):
    """All files, without the one in which the kit keeps what it handed out."""
    names = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return sorted(name for name in names if name != MEMORY)


class TestLessonsFolder:
    def test_is_the_checkout_where_there_is_one(self):
        root = Path(lab.__file__).parents[1]
        if not (root / "pyproject.toml").exists():
            pytest.skip("the tests run against an installed package")
        assert lab.lessons_folder() == root

    def test_is_inside_an_installed_package(self, tmp_path, monkeypatch):
        package = tmp_path / "lcr_teach"
        (package / "lessons/notebooks").mkdir(parents=True)
        (package / "lessons" / START).touch()
        monkeypatch.setattr(lab, "__file__", str(package / "lab.py"))
        assert lab.lessons_folder() == package / "lessons"

    def test_says_where_it_looked(self, tmp_path, monkeypatch):
        monkeypatch.setattr(lab, "__file__", str(tmp_path / "lcr_teach/lab.py"))
        with pytest.raises(LabError, match="without its lessons") as caught:
            lab.lessons_folder()
        assert str(tmp_path) in str(caught.value)


class TestCopyLessons:
    def test_copies_lessons_and_students_exercises_only(self, source, tmp_path):
        mine = tmp_path / "not there yet" / "mine"
        report = copy_lessons(mine, source)
        assert report == CopyReport(mine, copied=HANDED_OUT)
        assert files_in(mine) == sorted(HANDED_OUT)
        assert all((mine / name).read_text() == f"the kit's {name}" for name in HANDED_OUT)

    def test_a_second_run_changes_nothing(self, source, tmp_path):
        mine = tmp_path / "mine"
        copy_lessons(mine, source)
        times = [(mine / name).stat().st_mtime_ns for name in HANDED_OUT]
        assert copy_lessons(mine, source) == CopyReport(mine, up_to_date=HANDED_OUT)
        assert [(mine / name).stat().st_mtime_ns for name in HANDED_OUT] == times

    def test_keeps_what_the_student_wrote(self, source, tmp_path):
        mine = tmp_path / "mine"
        copy_lessons(mine, source)
        (mine / PLAY).write_text("my answer")
        (mine / EXERCISE).unlink()
        report = copy_lessons(mine, source)
        assert (mine / PLAY).read_text() == "my answer"
        assert report.kept_yours == (PLAY,)
        assert report.copied == (EXERCISE,)
        assert f"kept yours: {PLAY}" in str(report)

    def test_leaves_other_files_alone(self, source, tmp_path):
        (tmp_path / "mine/notebooks").mkdir(parents=True)
        other = tmp_path / "mine/notebooks/holiday.txt"
        other.write_text("sea")
        copy_lessons(tmp_path / "mine", source)
        assert other.read_text() == "sea"
        assert files_in(tmp_path / "mine") == sorted([*HANDED_OUT, "notebooks/holiday.txt"])

    def test_copies_of_read_only_files_can_be_written(self, source, tmp_path):
        for name in HANDED_OUT:
            (source / name).chmod(stat.S_IREAD)
        copy_lessons(tmp_path / "mine", source)
        modes = [(tmp_path / "mine" / name).stat().st_mode for name in HANDED_OUT]
        assert all(mode & stat.S_IWUSR for mode in modes)

    @pytest.mark.skipif(os.name != "posix", reason="links need a privilege on Windows")
    def test_never_writes_through_a_link(self, source, tmp_path):
        mine, elsewhere, nowhere = tmp_path / "mine", tmp_path / "precious", tmp_path / "nowhere"
        (mine / "notebooks").mkdir(parents=True)
        elsewhere.write_text("precious")
        (mine / START).symlink_to(elsewhere)
        (mine / PLAY).symlink_to(nowhere)
        report = copy_lessons(mine, source)
        assert report.kept_yours == (START, PLAY)
        assert elsewhere.read_text() == "precious"
        assert not nowhere.exists()

    def test_an_interrupted_copy_leaves_no_half_lesson(self, source, tmp_path, monkeypatch):
        def stop(*_):
            raise KeyboardInterrupt

        monkeypatch.setattr(os, "link", stop)
        with pytest.raises(KeyboardInterrupt):
            copy_lessons(tmp_path / "mine", source)
        assert files_in(tmp_path / "mine") == []
        monkeypatch.undo()
        assert copy_lessons(tmp_path / "mine", source).copied == HANDED_OUT

    def test_works_where_there_are_no_links(self, source, tmp_path, monkeypatch):
        def refuse(*_):
            raise PermissionError("no links on this stick")

        monkeypatch.setattr(os, "link", refuse)
        assert copy_lessons(tmp_path / "mine", source).copied == HANDED_OUT
        assert files_in(tmp_path / "mine") == sorted(HANDED_OUT)

    @pytest.mark.parametrize("links", [True, False])
    def test_keeps_a_file_that_appears_meanwhile(self, source, tmp_path, monkeypatch, links):
        mine = tmp_path / "mine"
        really_link = os.link

        def somebody_is_quicker(part, target):
            if target.name == Path(PLAY).name:
                target.write_text("quicker")
            if not links:
                raise PermissionError("no links on this stick")
            really_link(part, target)

        monkeypatch.setattr(os, "link", somebody_is_quicker)
        report = copy_lessons(mine, source)
        assert report.kept_yours == (PLAY,)
        assert (mine / PLAY).read_text() == "quicker"
        assert files_in(mine) == sorted(HANDED_OUT)

    def test_renews_what_nobody_changed_and_keeps_what_somebody_did(self, source, tmp_path):
        mine = tmp_path / "mine"
        copy_lessons(mine, source)
        (mine / PLAY).write_text("my answer")
        for name in (START, PLAY):
            (source / name).write_text("a better lesson")
        report = copy_lessons(mine, source)
        assert (report.renewed, report.kept_yours) == ((START,), (PLAY,))
        assert (mine / START).read_text() == "a better lesson"
        assert (mine / PLAY).read_text() == "my answer"
        assert "1 renewed" in str(report)
        assert f"  renewed: {START}" in str(report)

    def test_what_was_renewed_can_be_renewed_again_until_it_is_changed(self, source, tmp_path):
        mine = tmp_path / "mine"
        for edition in ("first", "second", "third"):
            (source / START).write_text(edition)
            copy_lessons(mine, source)
            assert (mine / START).read_text() == edition
        (mine / START).write_text("second")  # the reader went back to an older one
        (source / START).write_text("fourth")
        assert copy_lessons(mine, source).kept_yours == (START,)

    def test_a_copy_from_before_is_remembered_once_it_is_found_equal(self, source, tmp_path):
        mine = tmp_path / "mine"
        copy_lessons(mine, source)
        (mine / MEMORY).unlink()
        copy_lessons(mine, source)
        (source / START).write_text("a better lesson")
        assert copy_lessons(mine, source).renewed == (START,)

    @pytest.mark.parametrize("damage", ["", "{", "[]", '{"format": 1}', '{"format": 99}'])
    def test_with_a_damaged_memory_every_copy_is_the_readers(self, source, tmp_path, damage):
        mine = tmp_path / "mine"
        copy_lessons(mine, source)
        (mine / MEMORY).write_text(damage)
        (source / START).write_text("a better lesson")
        assert copy_lessons(mine, source).kept_yours == (START,)
        assert (mine / START).read_text() == f"the kit's {START}"

    def test_remembers_also_when_it_is_interrupted(self, source, tmp_path, monkeypatch):
        mine = tmp_path / "mine"
        really_link = os.link

        def stop_at_the_exercise(part, target):
            if target.name == Path(EXERCISE).name:
                raise KeyboardInterrupt
            really_link(part, target)

        monkeypatch.setattr(os, "link", stop_at_the_exercise)
        with pytest.raises(KeyboardInterrupt):
            copy_lessons(mine, source)
        monkeypatch.undo()
        (source / START).write_text("a better lesson")
        assert copy_lessons(mine, source).renewed == (START,)

    @pytest.mark.parametrize("lesson", ["5", "05", "05-who-wins", "05-who-wins.ipynb", EXERCISE])
    def test_one_lesson_comes_with_its_exercise_and_pictures(self, source, tmp_path, lesson):
        report = copy_lessons(tmp_path / "mine", source, [lesson])
        assert report.copied == ("notebooks/pictures/table.svg", EXERCISE)

    def test_several_lessons(self, source, tmp_path):
        report = copy_lessons(tmp_path / "mine", source, ["0", "1"])
        assert report.copied == (START, PLAY, "notebooks/pictures/table.svg")

    @pytest.mark.parametrize("lesson", ["55", "who-wins", "", "table.svg", "../05"])
    def test_refuses_a_lesson_that_is_not_there(self, source, tmp_path, lesson):
        with pytest.raises(LabError, match="There is no lesson") as caught:
            copy_lessons(tmp_path / "mine", source, ["0", lesson])
        assert "00-start-here, 01-play-the-game, 05-who-wins" in str(caught.value)
        assert not (tmp_path / "mine").exists()

    def test_refuses_a_file(self, source, tmp_path):
        (tmp_path / "mine").write_text("a letter")
        with pytest.raises(LabError, match="is a file"):
            copy_lessons(tmp_path / "mine", source)
        assert (tmp_path / "mine").read_text() == "a letter"

    def test_refuses_a_folder_below_a_file(self, source, tmp_path):
        (tmp_path / "letter").touch()
        with pytest.raises(LabError, match="cannot be copied"):
            copy_lessons(tmp_path / "letter/mine", source)

    def test_refuses_where_it_may_not_write(self, source, tmp_path, monkeypatch):
        # Root may write everywhere, so the refusal of the system is played here.
        def refuse(self, *args, **kwargs):
            raise PermissionError(13, "Permission denied", str(self))

        monkeypatch.setattr(Path, "mkdir", refuse)
        with pytest.raises(LabError, match="Permission denied") as caught:
            copy_lessons(tmp_path / "mine", source)
        assert str(tmp_path / "mine") in str(caught.value)
        assert "\n" not in str(caught.value)

    def test_knows_the_home_folder(self, source, tmp_path, monkeypatch):
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("USERPROFILE", str(tmp_path))
        assert copy_lessons("~/mine", source).folder == tmp_path / "mine"


class TestLabCommand:
    def test_opens_the_first_lesson_and_asks_nobody(self, source):
        command = lab_command(source)
        assert command[:3] == [sys.executable, "-m", "jupyterlab"]
        assert f"--ServerApp.root_dir={source}" in command
        assert f"--LabApp.default_url=/lab/tree/{START}" in command
        assert "--LabApp.news_url=None" in command
        assert "--no-browser" not in command
        assert not any("port" in word for word in command)

    def test_opens_plain_lab_where_there_is_no_first_lesson(self, tmp_path):
        assert "--LabApp.default_url=/lab" in lab_command(tmp_path)

    def test_takes_no_other_port_than_the_one_named(self, tmp_path):
        command = lab_command(tmp_path, open_browser=False, port=9123, options=["--debug"])
        assert "--ServerApp.port=9123" in command
        assert "--ServerApp.port_retries=0" in command
        assert "--no-browser" in command
        assert command[-1] == "--debug"


class TestStartLab:
    def test_refuses_a_folder_that_is_not_there(self, tmp_path):
        with pytest.raises(LabError, match="no folder"):
            start_lab(tmp_path / "nowhere")

    def test_says_how_to_get_jupyterlab(self, tmp_path, monkeypatch):
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
        monkeypatch.setattr(lab, "lab_command", lambda *_: [sys.executable, "-c", ""])
        with pytest.raises(LabError, match="pip install jupyterlab"):
            start_lab(tmp_path)

    def test_refuses_a_port_in_use(self, tmp_path):
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            with pytest.raises(LabError, match=f"Port {port} cannot be used"):
                start_lab(tmp_path, open_browser=False, port=port)

    def test_hands_on_the_exit_code(self, tmp_path, monkeypatch):
        monkeypatch.setattr(
            lab, "lab_command", lambda *_: [sys.executable, "-c", "raise SystemExit(7)"]
        )
        assert start_lab(tmp_path) == 7

    @pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGINT to send")
    def test_one_ctrl_c_ends_the_real_thing(self, source, tmp_path):
        import pty  # not to be had on Windows

        port = free_port()
        env = os.environ | {f"JUPYTER_{kind}_DIR": str(tmp_path) for kind in ("CONFIG", "DATA")}
        start = f"lab.start_lab({str(source)!r}, open_browser=False, port={port})"
        code = f"import sys; from lcr_teach import lab; sys.exit({start})"
        # JupyterLab asks "really?" only where it has a terminal to ask at.
        terminal, its_end = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-c", code],
            env=env,
            stdin=its_end,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # a terminal sends Ctrl-C to the whole group
        )
        try:
            wait_for(f"http://127.0.0.1:{port}/api", process)
            os.killpg(process.pid, signal.SIGINT)
            # Less than start_lab waits before it kills: JupyterLab must end by itself.
            _, errors = process.communicate(timeout=12)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
            os.close(terminal)
            os.close(its_end)
        assert process.returncode == 0, errors
        assert "Traceback" not in errors
