"""``lcr-teach play``: the game in a terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from lcr_teach.cli.table import RefusedError, number_json, table_options

if TYPE_CHECKING:
    from lcr_teach.game import Game
    from lcr_teach.rules import Rules

__all__ = ["play"]

_HELP = (
    "Enter rolls the dice. Or type what real dice show, as in LC. or 1 2 5; "
    "u takes a turn back, p plays on to the end, q stops."
)
_BAR = 30  # signs
_MOST_CHIPS = 30  # shown as signs


@click.command()
@table_options
@click.option("--seed", type=int, help="The same seed gives the same game; drawn if not given.")
@click.option("--hide-chances", is_flag=True, help="Do not show the chances, so that all guess.")
@click.option("--json", "as_json", is_flag=True, help="Play a whole game at once and print JSON.")
def play(rules: Rules, seed: int | None, hide_chances: bool, as_json: bool) -> None:
    """Play one game, turn by turn.

    After each turn the table is shown, with each player's exact chance of winning from
    there. Enter rolls the dice; or type what your real dice show, in letters as in LC. or,
    for a die with faces, in numbers: with LCR... a 1 is L, 2 is C, 3 is R, and 4 to 6 are blank.
    """
    from lcr_teach.game import Game
    from lcr_teach.widgets.chances import chances_from

    try:
        game = Game(rules, seed)
        if as_json:
            game.play()
            click.echo(json.dumps(_content(game, not hide_chances), indent=2))
            return
        if not hide_chances:
            chances_from(rules, rules.start)  # refuses a game that may have no end
    except (TypeError, ValueError) as error:
        raise RefusedError(str(error)) from error
    click.echo(f"{rules}, seed {game.seed}")
    click.echo(_HELP)
    _play(game, not hide_chances)


def _play(game: Game, chances: bool) -> None:
    from lcr_teach.widgets.words import turn_sentence, turn_to_come

    shown = -1
    while True:
        if game.turns != shown:
            shown = game.turns
            click.echo("\n" + _table(game, chances))
        click.echo(turn_to_come(game))
        if game.state.is_over:
            return
        before = game.turns
        if game.rules.dice(game.state):
            try:
                said = click.prompt("", default="", show_default=False, prompt_suffix="> ")
            except click.Abort:  # no more input, or Ctrl-C
                click.echo()
                return
            if said.strip().lower() in ("q", "quit"):
                return
            try:
                _do(game, said.strip())
            except ValueError as error:
                click.echo(f"{error} {_HELP}")
        else:
            game.turn()
        for turn in game.history[before:]:
            click.echo(turn_sentence(game.rules, turn))


def _do(game: Game, said: str) -> None:
    match said.lower():
        case "":
            game.turn()
        case "p":
            game.play()
        case "u":
            # Missed turns come by themselves, so they go with the one before them.
            game.undo()
            while game.turns and not game.rules.dice(game.state):
                game.undo()
        case _:
            game.enter(said)


def _table(game: Game, chances: bool) -> str:
    from lcr_teach.widgets.chances import chances_from, fraction_text

    win = chances_from(game.rules, game.state) if chances else None
    lines = []
    name, held = len(f"Player {game.rules.players}"), max(_MOST_CHIPS // 2, *game.rules.chips)
    for seat, chips in enumerate(game.state.chips):
        signs = "o" * chips if chips <= _MOST_CHIPS else f"{chips} chips"
        line = f"{f'Player {seat + 1}':{name}}  {signs:{min(held, _MOST_CHIPS)}}"
        if win is not None:
            filled = round(win[seat] * _BAR)
            bar = "#" * filled + "-" * (_BAR - filled)
            line += f"  [{bar}] {fraction_text(win[seat])}"
        lines.append(line.rstrip())
    lines.append(f"{'centre':{name}}  {game.centre}")
    if chances and win is None:
        lines.append("(This table is too large for exact chances while you wait.)")
    return "\n".join(lines)


def _content(game: Game, chances: bool) -> dict[str, object]:
    from lcr_teach.sampling.saving import rules_to_json
    from lcr_teach.widgets.chances import chances_from

    turns = []
    for turn in game.history:
        win = chances_from(game.rules, turn.after) if chances else None
        turns.append(
            {
                "player": turn.roller + 1,
                "faces": "".join(face.value for face in turn.faces),
                "chips": list(turn.after.chips),
                "win": None if win is None else [number_json(p) for p in win],
            }
        )
    assert game.state.winner is not None
    return {
        "rules": rules_to_json(game.rules),
        "seed": game.seed,
        "turns": turns,
        "winner": game.state.winner + 1,
        "rolls": game.rolls,
        "centre": game.centre,
    }
