"""The states of a chain, numbered and sorted, with their rows in an exact field."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from sympy.polys.domains.domain import Domain

from lcr_teach.markov.classes import classes_from_the_end

__all__ = ["StateGraph"]

S = TypeVar("S", bound=Hashable)


class StateGraph(Generic[S]):
    """A finite absorbing chain as numbered rows, checked when it is made.

    Parameters
    ----------
    states : sequence
        The states, in the user's order.
    rows : sequence of mapping
        For each state ``{number of the next state: probability}``, zeros left out.
    domain : Domain
        The field that the probabilities are elements of.

    Attributes
    ----------
    index : dict
        The number of each state.
    absorbing, transient : list of int
        The states in which the chain ends, and the others.
    classes : list of list of int
        States that can reach each other, from the absorbing end.

    Raises
    ------
    ValueError
        If a row does not sum to exactly 1, or from some state no absorbing state can be
        reached.
    """

    def __init__(
        self, states: Sequence[S], rows: Sequence[Mapping[int, Any]], domain: Domain
    ) -> None:
        self.states = tuple(states)
        self.rows = rows
        self.domain = domain
        self.index = {state: i for i, state in enumerate(states)}
        for state, row in zip(states, rows, strict=True):
            total = sum(row.values(), start=domain.zero)
            if total != domain.one:
                raise ValueError(
                    f"the row of state {state!r} must sum to 1, "
                    f"but it sums to {domain.to_sympy(total)}."
                )
        self.absorbing = [i for i, row in enumerate(rows) if set(row) == {i}]
        ends = set(self.absorbing)
        self.transient = [i for i in range(len(rows)) if i not in ends]
        self.classes = classes_from_the_end(rows)
        for members in self.classes:
            inside = set(members)
            leaves = any(j not in inside for i in members for j in rows[i])
            if not leaves and members[0] not in ends:
                raise ValueError(
                    f"the chain is not absorbing: from state {states[members[0]]!r} "
                    "no absorbing state can be reached."
                )
