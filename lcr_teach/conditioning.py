"""Games seen from their end: given who wins, and from where a seat still wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import sympy

from lcr_teach.exact import Exact, exact, exact_integer
from lcr_teach.markov.chain import AbsorbingChain
from lcr_teach.results import Law
from lcr_teach.rules import State

if TYPE_CHECKING:
    from lcr_teach.markov.graph import StateGraph

__all__ = ["conditioned", "with_chance"]


def conditioned(
    graph: StateGraph[State], chances: Sequence[Any], start: State, seat: int
) -> AbsorbingChain[State]:
    """The chain of the games that one seat wins (Doob's transform).

    With h the chance of winning from a position, a turn from s to t has the probability
    p(s, t) h(t) / h(s). Positions from which the seat cannot win are left out.

    Parameters
    ----------
    graph : StateGraph
        The positions of the table.
    chances : sequence
        h of each position, as elements of the graph's field.
    start : State
        Where the games begin.
    seat : int
        The seat that wins, for the sentence of the error.

    Returns
    -------
    AbsorbingChain

    Raises
    ------
    ValueError
        If the seat cannot win from the start.

    Notes
    -----
    J. G. Kemeny and J. L. Snell, *Finite Markov Chains* (1960), section 3.4; the general
    transform is J. L. Doob's.
    """
    zero, to_sympy = graph.domain.zero, graph.domain.to_sympy
    if chances[graph.index[start]] == zero:
        raise ValueError(f"Player {seat + 1} (seat {seat}) cannot win, so no game can be given.")
    rows: dict[State, dict[State, sympy.Expr]] = {}
    for state, row, here in zip(graph.states, graph.rows, chances, strict=True):
        if here != zero:
            rows[state] = {
                graph.states[j]: to_sympy(p * chances[j] / here)
                for j, p in row.items()
                if chances[j] != zero
            }
    return AbsorbingChain(rows, start=start)


def with_chance(
    graph: StateGraph[State],
    chances: Sequence[Any],
    seat: int,
    at_least: Exact,
    at_most: Exact,
    holding: int | None,
) -> Law[State]:
    """The positions still in play in which a seat's chance of winning lies in a range.

    Parameters
    ----------
    graph : StateGraph
        The positions of the table.
    chances : sequence
        The seat's chance of winning from each position.
    seat : int
        The seat.
    at_least, at_most : int, Fraction or sympy.Rational
        The range of the chance, both ends included.
    holding : int, optional
        Only positions in which the seat holds just so many chips.

    Returns
    -------
    dict
        ``{position: chance}``, the best chance first.

    Raises
    ------
    TypeError, ValueError
        If an end of the range is no exact probability, or the table has symbols.
    """
    if holding is not None:
        exact_integer(holding, "holding", least=0)
    ends = []
    for name, given in (("at_least", at_least), ("at_most", at_most)):
        end = exact(given, name)
        if not end.is_Rational:
            raise TypeError(f"{name} must be a fraction, not {end}.")
        if not 0 <= end <= 1:
            raise ValueError(f"{name} must be from 0 to 1, not {end}.")
        ends.append(end)
    if not graph.domain.is_QQ:
        raise ValueError("chances with symbols or roots have no order here: give numbers.")
    low, high = (graph.domain.from_sympy(end) for end in ends)
    found = [
        (chances[i], graph.states[i])
        for i in graph.transient
        if low <= chances[i] <= high and holding in (None, graph.states[i].chips[seat])
    ]
    found.sort(key=lambda pair: pair[0], reverse=True)
    to_sympy = graph.domain.to_sympy
    return Law({state: to_sympy(chance) for chance, state in found}, outcome="position")
