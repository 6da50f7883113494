"""Games seen from their end: given who wins, and from where a seat still wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy

from lcr_teach.exact import Exact, exact, exact_integer
from lcr_teach.markov.chain import AbsorbingChain
from lcr_teach.markov.graph import StateGraph
from lcr_teach.markov.solving import solve_backward, solve_forward
from lcr_teach.markov.stepping import Steps
from lcr_teach.results import Law
from lcr_teach.rules import State

__all__ = ["ConditionedChain", "with_chance"]


class ConditionedChain(AbsorbingChain[State]):
    """The chain of the games that one seat wins (Doob's transform).

    With h the chance of winning from a position, a turn from s to t has the probability
    p(s, t) h(t) / h(s). Positions from which the seat cannot win are left out. The
    equations are solved in the chain without the condition, times h, where the numbers
    are short: with D the diagonal matrix of h, the new Q is D⁻¹ Q D.

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

    Raises
    ------
    ValueError
        If the seat cannot win from the start.

    Notes
    -----
    J. G. Kemeny and J. L. Snell, *Finite Markov Chains* (1960), section 3.4; the general
    transform is J. L. Doob's.
    """

    def __init__(
        self, graph: StateGraph[State], chances: Sequence[Any], start: State, seat: int
    ) -> None:
        zero, to_sympy = graph.domain.zero, graph.domain.to_sympy
        if chances[graph.index[start]] == zero:
            raise ValueError(
                f"Player {seat + 1} (seat {seat}) cannot win, so no game can be given."
            )
        self._whole, self._chances = graph, chances
        self._kept = [i for i, chance in enumerate(chances) if chance != zero]
        rows: dict[State, dict[State, sympy.Expr]] = {}
        for i in self._kept:
            rows[graph.states[i]] = {
                graph.states[j]: to_sympy(p * chances[j] / chances[i])
                for j, p in graph.rows[i].items()
                if chances[j] != zero
            }
        super().__init__(rows, start=start)

    def _backward(
        self, ends: Mapping[int, list[Any]], gains: Mapping[int, list[Any]]
    ) -> list[list[Any]]:
        whole, kept, h = self._whole, self._kept, self._chances
        columns = len(next(iter(ends.values())))
        nothing = [whole.domain.zero] * columns
        known = {kept[i]: [h[kept[i]] * v for v in values] for i, values in ends.items()}
        gained = {kept[i]: [h[kept[i]] * v for v in values] for i, values in gains.items()}
        solution = solve_backward(
            whole,
            {i: known.get(i, nothing) for i in whole.absorbing},
            {i: gained.get(i, nothing) for i in whole.transient},
        )
        return [[v / h[i] for v in solution[i]] for i in kept]

    def _visits(self, state: State | None) -> dict[int, Any]:
        h, first = self._chances, self._kept[self._number(state)]
        visits = solve_forward(self._whole, first)
        return {i: visits[j] * h[j] / h[first] for i, j in enumerate(self._kept) if j in visits}

    def _steps(self) -> Steps:
        return _GivenSteps(self._whole, self._kept[self._number(None)], self._chances, self._kept)


class _GivenSteps(Steps):
    """Steps of the chain without the condition, weighted with h where they are read."""

    def __init__(
        self, graph: StateGraph[State], start: int, chances: Sequence[Any], kept: Sequence[int]
    ) -> None:
        super().__init__(graph, start)
        to_sympy = graph.domain.to_sympy
        self._ratios = {i: to_sympy(chances[i] / chances[start]) for i in kept}
        self._place = {i: k for k, i in enumerate(kept)}

    def ended(self) -> Iterator[sympy.Expr]:
        for weights, scale in self._arrivals():
            gone = [self._fraction(w, scale) * self._ratios.get(i, 0) for i, w in weights.items()]
            yield sympy.cancel(sum(gone, start=sympy.Integer(0)))

    def law(self, turns: int) -> dict[int, sympy.Expr]:
        return {
            self._place[i]: sympy.cancel(p * self._ratios[i])
            for i, p in super().law(turns).items()
            if i in self._place
        }


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
