"""What the marks in the prose may name."""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy
from scipy import stats

import lcr_teach
from lcr_teach import Die, GameChain, Rules


@cache
def table(players: int, chips: int | tuple[int, ...] = 3, **options: Any) -> GameChain:
    """The chain of a table, made once however often it is named."""
    return Rules(players, chips, **options).chain()


@cache
def names() -> dict[str, Any]:
    """All that sympy and lcr_teach make public, ``stats`` of scipy, and a few tables."""
    found: dict[str, Any] = {}
    exec("from sympy import *", found)
    found |= {name: getattr(lcr_teach, name) for name in lcr_teach.__all__}
    # Large tables and samples take seconds, and many marks may name the same one.
    for name in ("bounds", "simulate"):
        found[name] = cache(found[name])
    return found | {
        "stats": stats,
        "sympy": sympy,
        "table": table,
        "die": Die.standard(),
        "rules": Rules(3, 3),
        # The three tables of lesson 5: solved by hand, by sympy, and the real one.
        "small": table(2, 1),
        "three": table(3, 1),
        "chain": table(3, 3),
        # The program of exercise 05.6, under a name that does not say what it does wrong.
        "published": table(3, 3, max_dice=9),
    }
