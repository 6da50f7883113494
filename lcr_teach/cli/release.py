"""``lcr-teach release``."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["release"]


@click.command()
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
