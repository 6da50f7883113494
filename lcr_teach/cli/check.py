"""``lcr-teach check``."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import click

from lcr_teach import lab

__all__ = ["check"]


@click.command()
@click.argument(
    "folder", type=click.Path(path_type=Path, exists=True, file_okay=False, readable=True)
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    help="How many notebooks at a time; as many as there are processors if not given.",
)
@click.option(
    "--cell-limit",
    type=click.FloatRange(0, 86400, min_open=True),
    default=30.0,
    show_default=True,
    help="Seconds for each cell; ten times as much for a notebook.",
)
@click.option(
    "--memory-limit",
    type=click.FloatRange(0.5, 1000),
    default=2.0,
    show_default=True,
    help="Gigabytes of memory for each notebook.",
)
@click.option("--remarks", is_flag=True, help="Say of each wrong answer what can be seen in it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    help="Also write this file, a row for each student and exercise.",
)
def check(
    folder: Path,
    jobs: int | None,
    cell_limit: float,
    memory_limit: float,
    remarks: bool,
    as_json: bool,
    csv_file: Path | None,
) -> None:
    """Run students' exercise notebooks and say which answers are right.

    FOLDER is a student's folder, with notebooks in it or in exercises/, or it holds such
    folders, one a student. Each notebook is run in a kernel of its own, in a copy, with the
    kit's own checks. A notebook that raises, never ends or is none is named, and the others
    are checked all the same.

    The code in the notebooks is run as you. docs/checking.md says what that means.

    The exit code is 0 if all answers are right, 1 if not, 2 if there was nothing to check.
    """
    # Only here, because they take a while to import.
    from lcr_teach.submissions import Limits, check_all, find
    from lcr_teach.submissions.report import write_csv

    try:
        kit = lab.lessons_folder() / "exercises"
    except lab.LabError as error:
        raise click.UsageError(str(error)) from error
    submissions = find(folder)
    if not submissions:
        raise click.UsageError(f"There are no notebooks in {folder} or in folders in it.")
    limits = Limits(cell_limit, 10 * cell_limit, memory_limit)
    reports = []
    for report in check_all(submissions, kit, limits, jobs or os.cpu_count() or 1):
        if report is None:
            continue
        reports.append(report)
        if not as_json:
            click.echo(str(report))
            for remark in report.remarks() if remarks else ():
                click.echo(f"    {remark}")
    if not reports:
        raise click.UsageError(f"None of the notebooks in {folder} is an exercise of this kit.")
    if as_json:
        click.echo(json.dumps({"notebooks": [report.to_json() for report in reports]}, indent=2))
    if csv_file is not None:
        try:
            write_csv(reports, csv_file)
        except OSError as error:
            raise click.FileError(str(csv_file), error.strerror) from error
    sys.exit(0 if all(report.all_right for report in reports) else 1)
