"""The command ``lcr-teach``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from lcr_teach import lab as _lab

__all__ = ["main"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="lcr_teach", prog_name="lcr-teach")
def main() -> None:
    """Learn probability from the dice game Left Center Right, in Jupyter notebooks."""


@main.command()
@click.argument("folder", type=click.Path(path_type=Path), default="my-lcr-lessons")
@click.option("--no-browser", is_flag=True, help="Print the address instead of opening it.")
@click.option("--port", type=click.IntRange(1, 65535), help="Use this port and no other.")
@click.option("--copy-only", is_flag=True, help="Copy the lessons and stop there.")
def lab(folder: Path, no_browser: bool, port: int | None, copy_only: bool) -> None:
    """Open the lessons in JupyterLab.

    FOLDER becomes your own copy of the lessons and exercises; it is my-lcr-lessons unless you
    name another. A file that is already there is never overwritten: what you wrote stays, and
    the command says so. Ctrl-C ends JupyterLab.
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


@main.command()
@click.option("--check", is_flag=True, help="Change nothing; fail if anything would change.")
def release(check: bool) -> None:
    """Make the students' exercises from the teacher's.

    Reads exercises/teacher/*.ipynb, with the solutions, below the current folder and writes
    exercises/*.ipynb, without them.
    """
    source, target = Path("exercises", "teacher"), Path("exercises")
    if not source.is_dir():
        raise click.ClickException(
            f"There is no folder {source} here; run this at the root of a checkout of lcr_teach."
        )
    # Only here, because what it needs takes a while to import.
    from lcr_teach.exercises.release import release as make_students_versions

    try:
        changed = make_students_versions(source, target, check)
    except (OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    for path in changed:
        click.echo(f"{'out of date' if check else 'written'}: {path}")
    if not changed:
        click.echo("All students' exercises are up to date.")
    elif check:
        raise click.ClickException(
            "The students' exercises do not match the teacher's; run: lcr-teach release"
        )


if __name__ == "__main__":
    main(prog_name="lcr-teach")
