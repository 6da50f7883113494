"""The command ``lcr-teach``: a file for each command, and here the group of them."""

from __future__ import annotations

import click

from lcr_teach.cli.check import check
from lcr_teach.cli.exact import exact
from lcr_teach.cli.lab import copy, lab
from lcr_teach.cli.play import play
from lcr_teach.cli.release import release
from lcr_teach.cli.simulate import simulate

__all__ = ["main"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="lcr_teach", prog_name="lcr-teach")
def main() -> None:
    """Learn probability from the dice game Left Center Right, in Jupyter notebooks."""


for command in (lab, copy, play, exact, simulate, check, release):
    main.add_command(command)
