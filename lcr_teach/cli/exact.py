"""``lcr-teach exact``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from lcr_teach.cli.table import number_json, table_options

if TYPE_CHECKING:
    from lcr_teach.bounds import Bounds
    from lcr_teach.rules import Rules

__all__ = ["exact"]

_LENGTHS = {
    "expected_turns": "mean length in turns",
    "variance_turns": "variance of the turns",
    "expected_rolls": "mean length in rolls",
}


@click.command()
@table_options
@click.option("--bounds", is_flag=True, help="Proved decimals in place of fractions.")
@click.option(
    "--digits",
    type=click.IntRange(1, 1000),
    default=6,
    show_default=True,
    help="Decimals of an exact number.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with all digits of a fraction.")
def exact(rules: Rules, bounds: bool, digits: int, as_json: bool) -> None:
    """Say exactly who wins how often and how long a game takes.

    The numbers are fractions, with their decimals beside them. For a table that is too large
    for that, --bounds gives decimals all of which are proved.

    The exit code is 1 for a table that is too large, and 2 for one that cannot be.
    """
    try:
        if bounds:
            _show_bounds(rules, as_json)
        else:
            _show(rules, digits, as_json)
    except (TypeError, ValueError) as error:
        raise click.ClickException(str(error)) from error


def _show(rules: Rules, digits: int, as_json: bool) -> None:
    from lcr_teach.results import decimal, number_text
    from lcr_teach.sampling.saving import rules_to_json

    chain = rules.chain()
    wins = chain.win_probabilities()
    lengths = {name: getattr(chain, name)() for name in _LENGTHS}
    if as_json:
        found: dict[str, Any] = {"rules": rules_to_json(rules), "win": list(map(number_json, wins))}
        found |= {name: number_json(value) for name, value in lengths.items()}
        click.echo(json.dumps(found, indent=2))
        return
    click.echo(str(rules))
    names = [f"Player {seat + 1} wins" for seat in range(rules.players)]
    shown = dict(zip(names, wins, strict=True))
    shown |= {_LENGTHS[name]: value for name, value in lengths.items()}
    decimals = {name: decimal(value, digits) for name, value in shown.items()}
    wide = max(map(len, shown)), max(map(len, decimals.values()))
    for name, value in shown.items():
        # What follows the fraction of many digits in number_text stands in front already.
        fraction = number_text(value).partition(" ")[0]
        click.echo(f"{name:{wide[0]}}  {decimals[name]:>{wide[1]}}  = {fraction}")


def _show_bounds(rules: Rules, as_json: bool) -> None:
    from lcr_teach.bounds import bounds
    from lcr_teach.sampling.saving import rules_to_json

    found: Bounds = bounds(rules)
    if not as_json:
        click.echo(repr(found))
        return
    content = {
        "rules": rules_to_json(rules),
        "win": [list(pair) for pair in found.win],
        "expected_turns": list(found.turns),
        "variance_turns": list(found.variance),
        "expected_rolls": list(found.rolls),
    }
    click.echo(json.dumps(content, indent=2))
