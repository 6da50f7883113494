"""Games that a widget asks for: which table, how many, which seed; and playing them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lcr_teach.exact import exact_integer
from lcr_teach.rules import Rules
from lcr_teach.widgets.chances import chain_of, require_small

if TYPE_CHECKING:
    from lcr_teach.sampling import Sample
    from lcr_teach.sampling.work import Progress, Stop

__all__ = ["FEWEST", "LARGEST_SEED", "MOST", "Draw", "checked", "played", "read_chips"]
__all__ += ["with_chips", "with_players"]

FEWEST, MOST = 10, 10**12
LARGEST_SEED = 2**32 - 1


@dataclass(frozen=True)
class Draw:
    """Games that are asked for: of which table, how many, and with which seed."""

    rules: Rules
    games: int
    seed: int
    # Games that stay, and others are added to them.
    kept: Sample | None = None


def checked(draw: Draw) -> Draw:
    """The same with whole numbers that can be.

    Raises
    ------
    TypeError, ValueError
        If they cannot, or the table is too large, before anything is computed.
    """
    games = exact_integer(draw.games, "games", least=FEWEST, most=MOST)
    seed = exact_integer(draw.seed, "seed", least=0, most=LARGEST_SEED)
    require_small(draw.rules)
    return replace(draw, games=games, seed=seed)


def played(
    draw: Draw, progress: Progress | None = None, stop: Stop | None = None
) -> tuple[Draw, Sample]:
    """Solve the table and play the games."""
    # Here and not above: it needs numpy, which the other widgets do without.
    from lcr_teach.sampling import simulate

    chain_of(draw.rules).win_probabilities()
    sample = simulate(draw.rules, draw.games, seed=draw.seed, progress=progress, stop=stop)
    return draw, sample if draw.kept is None else draw.kept + sample


def with_players(rules: Rules, players: int) -> Rules:
    """A table with more or fewer players; equal chips stay equal."""
    held = rules.chips
    return Rules(players, held[0] if len(set(held)) == 1 else held)


def with_chips(rules: Rules, written: str) -> Rules:
    """A table with the chips that somebody wrote."""
    chips = read_chips(written)
    return Rules(rules.players if isinstance(chips, int) else len(chips), chips)


def read_chips(words: str) -> int | list[int]:
    """Chips as somebody writes them: one number for all, or one a seat."""
    try:
        held = [int(word) for word in words.replace(",", " ").split()]
    except ValueError:
        held = []
    if not held:
        raise ValueError(
            f"chips must be one number, or one for each player as in 1, 2, 3, not {words!r}."
        )
    return held[0] if len(held) == 1 else held
