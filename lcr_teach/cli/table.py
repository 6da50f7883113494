"""The options that say which table is meant, the same for every command."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    import sympy


__all__ = ["RefusedError", "number_json", "table_options"]


class RefusedError(click.ClickException):
    """Something that was asked for cannot be; one sentence and the exit code 2."""

    exit_code = 2


def table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of the table; it gets the `rules` that they make."""

    @click.option(
        "--players",
        type=int,
        help="How many players; as many as there are chips named, or 3.",
    )
    @click.option(
        "--chips",
        default="3",
        show_default=True,
        help="Chips of every player, or of each, as in 3,0,2.",
    )
    @click.option(
        "--die",
        default="LCR...",
        show_default=True,
        help="The faces of the die, a dot for a blank; or the chances of left, centre, right "
        "and blank as fractions, as in 1/6,1/6,1/6,1/2.",
    )
    @click.option(
        "--max-dice",
        type=int,
        default=3,
        show_default=True,
        help="Most dice that fall in one turn.",
    )
    @functools.wraps(command)
    def with_rules(players: int | None, chips: str, die: str, max_dice: int, **others: Any) -> None:
        # The kit takes a moment to import; --help need not wait for it.
        from lcr_teach.rules import Rules

        try:
            held = _chips(chips)
            if players is None:
                players = 3 if isinstance(held, int) else len(held)
            rules = Rules(players, held, _die(die), max_dice)
        except (TypeError, ValueError) as error:
            raise RefusedError(str(error)) from error
        command(rules=rules, **others)

    return with_rules


def _chips(text: str) -> int | tuple[int, ...]:
    try:
        held = tuple(int(part) for part in text.split(","))
    except ValueError:
        raise ValueError(
            f"chips must be a whole number, or several as in 3,0,2, not {text!r}."
        ) from None
    return held if len(held) > 1 else held[0]


def _die(text: str) -> Any:
    from lcr_teach.rules import Die

    if not any(sign.isdigit() for sign in text):
        return Die.from_faces(text)
    parts = text.split(",")
    if len(parts) != 4:
        raise ValueError(
            "the die must be faces as in LCR... or four chances, of left, centre, right and "
            f"blank, not {text!r}."
        )
    return Die(*map(_chance, parts))


def _chance(text: str) -> Fraction:
    if "." in text or "e" in text.lower():
        raise ValueError(f"a chance of the die must be a fraction such as 1/6, not {text!r}.")
    try:
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise ValueError(
            f"a chance of the die must be a fraction such as 1/6, not {text!r}."
        ) from None


def number_json(number: sympy.Expr) -> dict[str, str]:
    """An exact number for machines: all of it as a text, and its decimals."""
    from lcr_teach.results import decimal

    # Python writes no more than 4300 digits if it is not told that this is meant.
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return {"exact": str(number), "decimal": decimal(number, 12)}
    finally:
        sys.set_int_max_str_digits(limit)
