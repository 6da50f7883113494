"""Exact chances while a class waits: chains of small tables, each solved once."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import sympy

from lcr_teach.results import decimal
from lcr_teach.rules import Rules, State
from lcr_teach.widgets.words import spaced

if TYPE_CHECKING:
    from lcr_teach.chain import GameChain

__all__ = ["chain_of", "chances_from", "fraction_text", "is_small", "require_small"]

#: Larger tables keep the reader waiting for more than some seconds. The bound is that of the
#: rules, which is known before anything is computed.
_MOST_POSITIONS = 2000
_MOST_PLAYERS = 12


def is_small(rules: Rules) -> bool:
    """Whether a table has few enough positions for exact answers while you wait."""
    return rules.players <= _MOST_PLAYERS and rules.positions_at_most <= _MOST_POSITIONS


def require_small(rules: Rules) -> None:
    """Refuse a table that is too large, before anything is computed.

    Raises
    ------
    ValueError
        If it is.
    """
    if not is_small(rules):
        raise ValueError(
            f"{rules.players} players with {spaced(rules.total_chips)} chips in all have too many "
            "positions for an exact answer while you wait: take fewer players or fewer chips."
        )


@lru_cache(maxsize=16)
def chain_of(rules: Rules) -> GameChain:
    """The chain of a table that is not too large, kept because it is asked again and again."""
    require_small(rules)
    return rules.chain()


def chances_from(rules: Rules, state: State) -> tuple[sympy.Expr, ...] | None:
    """Each seat's exact chance of winning from a position.

    Where the table is too large, the position may be small enough: chips in the centre do
    not come back, so it is the start of a smaller table.

    Returns
    -------
    tuple of sympy.Expr or None
        One probability a seat; ``None`` if the position is too large as well.

    Examples
    --------
    >>> chances_from(Rules(2, 1), State((1, 1), roller=1))
    (2/3, 1/3)
    >>> chances_from(Rules(12, 3), State((3,) * 12, roller=0)) is None
    True
    >>> sum(chances_from(Rules(12, 3), State((0,) * 10 + (1, 1), roller=10)))
    1
    """
    if state.winner is not None:
        return tuple(sympy.Integer(seat == state.winner) for seat in range(rules.players))
    if is_small(rules):
        return tuple(chain_of(rules).win_probabilities(state))
    assert state.roller is not None
    first = state.roller
    turned = state.chips[first:] + state.chips[:first]
    smaller = Rules(rules.players, turned, rules.die, rules.max_dice, rules.passing)
    if not is_small(smaller):
        return None
    found = tuple(chain_of(smaller).win_probabilities())
    return found[-first:] + found[:-first] if first else found


def fraction_text(number: sympy.Expr, digits: int = 4, longest: int = 9) -> str:
    """A fraction that is short enough to be read, and in any case its decimals.

    Examples
    --------
    >>> fraction_text(sympy.Rational(1, 3)), fraction_text(sympy.Rational(10**9, 10**10 + 1))
    ('1/3 = 0.3333', '0.1000')
    """
    written, rounded = str(number), decimal(number, digits)
    return f"{written} = {rounded}" if len(written) <= longest else rounded
