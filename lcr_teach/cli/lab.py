"""``lcr-teach lab`` and ``lcr-teach copy``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from lcr_teach import lab as _lab

__all__ = ["copy", "lab"]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default="my-lcr-lessons")
@click.option("--no-browser", is_flag=True, help="Print the address instead of opening it.")
@click.option("--port", type=click.IntRange(1, 65535), help="Use this port and no other.")
@click.option("--copy-only", is_flag=True, help="Copy the lessons and stop there.")
def lab(folder: Path, no_browser: bool, port: int | None, copy_only: bool) -> None:
    """Open the lessons in JupyterLab.

    FOLDER becomes your own copy of the lessons and exercises; it is my-lcr-lessons unless you
    name another. A file that you changed is never overwritten: what you wrote stays, and the
    command says so. Ctrl-C ends JupyterLab.
    """
    try:
        report = _lab.copy_lessons(folder)
        click.echo(str(report))
        if copy_only:
            return
        code = _lab.start_lab(report.folder, open_browser=not no_browser, port=port)
    except _lab.LabError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"JupyterLab has ended. Your work is in {report.folder}.")
    sys.exit(code)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("lesson", nargs=-1)
def copy(folder: Path, lesson: tuple[str, ...]) -> None:
    """Copy lessons and exercises to FOLDER.

    Without a LESSON all of them are copied. A LESSON is a number or a name, as in 5 or
    05-who-wins, and comes with its exercises. A file that you changed is never overwritten:
    what you wrote stays, and the command says so. A file that you never changed is renewed
    when the kit has a newer one.
    """
    try:
        click.echo(str(_lab.copy_lessons(folder, lessons=lesson)))
    except _lab.LabError as error:
        raise click.ClickException(str(error)) from error
