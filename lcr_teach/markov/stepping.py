"""Stepping the law of a chain forward, turn by turn.

Fractions would be reduced at every addition. Here the law is held as weights over a
common denominator instead, which grows by one factor a turn, so a chain of numbers
steps in whole numbers only.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy

from lcr_teach.markov.graph import StateGraph

__all__ = ["Steps"]


class Steps:
    """The law of a chain over its states, from a start, for 0, 1, 2, … turns.

    Parameters
    ----------
    graph : StateGraph
        The chain.
    start : int
        The number of the state at turn 0.
    """

    def __init__(self, graph: StateGraph[Any], start: int) -> None:
        domain, rows = graph.domain, graph.rows
        self._ends = frozenset(graph.absorbing)
        self._start = start
        self._domain = domain
        if domain.is_QQ:
            numer, denom = domain.numer, domain.denom
            self._factor = math.lcm(*(int(denom(p)) for row in rows for p in row.values()))
            self._rows: Sequence[Mapping[int, Any]] = [
                {j: int(numer(p)) * (self._factor // int(denom(p))) for j, p in row.items()}
                for row in rows
            ]
            self._one: Any = 1
        else:
            self._rows = rows
            self._factor = self._one = domain.one

    def ended(self) -> Iterator[sympy.Expr]:
        """Probability that the chain ends at turn 0, at turn 1, at turn 2, …."""
        for weights, scale in self._arrivals():
            yield self._fraction(sum(weights.values(), start=0 * self._one), scale)

    def _arrivals(self) -> Iterator[tuple[dict[int, Any], Any]]:
        """For each turn the weights that come to an end in it, and their scale."""
        weights = {self._start: self._one}
        scale = self._one
        while True:
            yield {i: weights.pop(i) for i in list(weights) if i in self._ends}, scale
            weights = self._next(weights)
            scale = scale * self._factor

    def law(self, turns: int) -> dict[int, sympy.Expr]:
        """Probability of each possible state after so many turns."""
        weights = {self._start: self._one}
        for _ in range(turns):
            weights = self._next(weights)
        scale = self._one * self._factor**turns
        return {i: self._fraction(weights[i], scale) for i in sorted(weights)}

    def _next(self, weights: Mapping[int, Any]) -> dict[int, Any]:
        after: dict[int, Any] = {}
        for i, weight in weights.items():
            for j, p in self._rows[i].items():
                if j in after:
                    after[j] += weight * p
                else:
                    after[j] = weight * p
        return after

    def _fraction(self, weight: Any, scale: Any) -> sympy.Expr:
        if self._domain.is_QQ:
            return sympy.Rational(weight, scale)
        return self._domain.to_sympy(weight / scale)
