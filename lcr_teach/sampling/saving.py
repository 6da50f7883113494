"""Samples as files: JSON that another program can read, and that reads back exactly."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from typing import Any

from lcr_teach.exact import exact_integer
from lcr_teach.rules import Die, Rules

__all__ = ["COLUMNS", "read", "rules_from_json", "rules_to_json", "write"]

COLUMNS = ("winner", "turns", "rolls", "centre", "games")

_KIND = "lcr_teach sample"
#: Grows by one when a file of today could no longer be understood.
_FORMAT = 1
_FACES = ("left", "centre", "right", "blank")


def rules_to_json(rules: Rules) -> dict[str, Any]:
    """The rules in numbers and texts; fractions as texts like ``"1/6"``, which are exact."""
    if type(rules) is not Rules:
        raise TypeError("only a table with the rules of the game can be saved, not a subclass.")
    given = {name: getattr(rules.die, name) for name in _FACES}
    if not all(p.is_Rational for p in given.values()):
        raise ValueError(f"only a die whose probabilities are fractions can be saved: {rules.die}.")
    die: dict[str, str] = {name: str(p) for name, p in given.items()}
    if rules.die.faces is not None:
        die = {"faces": "".join(face.value for face in rules.die.faces)}
    return {
        "players": rules.players,
        "chips": list(rules.chips),
        "die": die,
        "max_dice": rules.max_dice,
        "passing": rules.passing,
    }


def rules_from_json(saved: dict[str, Any]) -> Rules:
    """The rules again, checked as if somebody had written them by hand."""
    given = saved["die"]
    if "faces" in given:
        die = Die.from_faces(given["faces"])
    else:
        die = Die(*(Fraction(given[name]) for name in _FACES))
    return Rules(saved["players"], saved["chips"], die, saved["max_dice"], saved["passing"])


def _version() -> str:
    try:
        return metadata.version("lcr_teach")
    except metadata.PackageNotFoundError:  # a checkout that is used where it lies
        return "unknown"


def write(
    path: str | os.PathLike[str],
    rules: Rules,
    seeds: tuple[int, ...],
    complete: bool,
    rows: list[list[int]],
) -> None:
    """Write a sample to a file."""
    content = {
        "kind": _KIND,
        "format": _FORMAT,
        "version": _version(),
        "rules": rules_to_json(rules),
        "seeds": list(seeds),
        "complete": complete,
        "columns": list(COLUMNS),
        "rows": rows,
    }
    Path(path).write_text(json.dumps(content) + "\n", encoding="utf-8")


def read(
    path: str | os.PathLike[str],
) -> tuple[Rules, tuple[int, ...], bool, list[tuple[int, ...]]]:
    """Read a sample from a file, and check everything in it."""
    name = Path(path).name
    try:
        saved = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError:
        raise ValueError(f"{name} is no saved sample: it is not JSON.") from None
    if not isinstance(saved, dict) or saved.get("kind") != _KIND:
        raise ValueError(f"{name} is no saved sample.")
    if saved.get("format") != _FORMAT:
        raise ValueError(
            f"{name} was saved by lcr_teach {saved.get('version')} in a form that this version "
            "does not know."
        )
    try:
        rules = rules_from_json(saved["rules"])
        seeds = tuple(exact_integer(seed, "seed", least=0) for seed in saved["seeds"])
        rows = [_row(rules, row) for row in saved["rows"]]
        complete = saved["complete"]
        if not rows or not seeds or len({row[:4] for row in rows}) < len(rows):
            raise ValueError("rows or seeds are missing or there twice.")
        if not isinstance(complete, bool) or tuple(saved["columns"]) != COLUMNS:
            raise ValueError("complete or columns are not what they should be.")
    except KeyError as missing:
        raise ValueError(f"{name} is damaged: {missing} is missing.") from None
    except (TypeError, ValueError, ZeroDivisionError) as error:
        raise ValueError(f"{name} is damaged: {error}") from None
    return rules, seeds, complete, sorted(rows)


def _row(rules: Rules, row: Any) -> tuple[int, ...]:
    winner, turns, rolls, centre, games = row
    turns = exact_integer(turns, "turns", least=1)
    return (
        exact_integer(winner, "winner", least=0, most=rules.players - 1),
        turns,
        exact_integer(rolls, "rolls", least=1, most=turns),
        exact_integer(centre, "centre", least=0, most=rules.total_chips - 1),
        exact_integer(games, "games", least=1, most=2**62),
    )
