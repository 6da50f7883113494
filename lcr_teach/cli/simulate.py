"""``lcr-teach simulate``."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lcr_teach.cli.table import RefusedError, table_options

if TYPE_CHECKING:
    from lcr_teach.rules import Rules
    from lcr_teach.sampling import Sample

__all__ = ["simulate"]

_STOPPED = 130  # what a shell expects of a program that Ctrl-C has ended


def _games(context: click.Context, option: click.Parameter, text: str) -> int:
    """Read a whole number, also one written as in 1_000_000, 1e9 or 10**9."""
    whole = re.fullmatch(r"([\d_]+)(?:(e|\*\*|\^)(\d\d?))?", text.strip().lower())
    if whole is None or not any(map(str.isdigit, whole[1])):
        raise RefusedError(f"games must be a whole number such as 1000000 or 1e6, not {text!r}.")
    first, power = int(whole[1].replace("_", "")), int(whole[3] or 0)
    if whole[2] is None:
        return first
    number: int = first * 10**power if whole[2] == "e" else first**power
    return number


@click.command()
@table_options
@click.option(
    "--games", callback=_games, default="1e6", show_default=True, help="How many, up to 1e15."
)
@click.option("--seed", type=int, help="The same seed gives the same games; drawn if not given.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also save the sample to this new file; Sample.load reads it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def simulate(rules: Rules, games: int, seed: int | None, out: Path | None, as_json: bool) -> None:
    """Play many games and count who wins and how long they take.

    In a terminal a bar shows how far it is. Ctrl-C ends the run early: what was played until
    then is shown and saved all the same, marked as stopped, and the exit code is 130.

    The exit code is 1 if it cannot be played or saved, and 2 for a table that cannot be.
    """
    if out is not None and out.exists():
        raise RefusedError(f"{out} is there already; name another file.")
    from lcr_teach.sampling import simulate as play_many

    try:
        with _stopping() as stop:
            bar = True if sys.stderr.isatty() else None
            sample = play_many(rules, games, seed, progress=bar, stop=stop)
        if out is not None:
            sample.save(out)
    except (TypeError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written: {error.strerror}.") from error
    click.echo(json.dumps(_content(sample), indent=2) if as_json else str(sample))
    if not sample.complete:
        sys.exit(_STOPPED)


@contextlib.contextmanager
def _stopping() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets; the second one does what it always does."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.getsignal(signal.SIGINT)

    def set_it(number: int, frame: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, set_it)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def _content(sample: Sample) -> dict[str, object]:
    from lcr_teach.sampling.saving import rules_to_json

    return {
        "rules": rules_to_json(sample.rules),
        "games": sample.games,
        "seed": sample.seed,
        "complete": sample.complete,
        "wins": list(sample.wins),
        # Each with its standard error.
        "win_shares": [list(share) for share in sample.win_shares()],
        "mean_turns": list(sample.mean_turns()),
        "mean_rolls": list(sample.mean_rolls()),
        "mean_centre": list(sample.mean_centre()),
    }
