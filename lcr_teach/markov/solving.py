"""Exact solution of the equations of a chain, one class of states after another.

Both functions here solve a linear system that is triangular between classes. Inside a
class it is dense and small; sympy's ``DomainMatrix`` solves it, with python-flint's
rational solver where that is installed.

The entries are elements of a sympy domain: ``QQ`` for numbers, a field of rational
functions for a die with symbols. No float can get in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sympy.polys.domains.domain import Domain
from sympy.polys.matrices import DomainMatrix

from lcr_teach.markov.graph import StateGraph

__all__ = ["solve_backward", "solve_forward", "work"]


def solve_backward(
    graph: StateGraph[Any],
    ends: Mapping[int, Sequence[Any]],
    gains: Mapping[int, Sequence[Any]],
) -> list[list[Any]]:
    """Solve the first-step equations ``x[i] = gains[i] + sum of p[i, j] x[j]``.

    Parameters
    ----------
    graph : StateGraph
        The chain.
    ends : mapping
        The known ``x`` of each absorbing state: one number a column.
    gains : mapping
        For each transient state the gain at each step from it, one number a column.

    Returns
    -------
    list of list
        ``x``, one row a state.
    """
    domain = graph.domain
    solution: list[list[Any]] = [[] for _ in graph.states]
    for members in graph.classes:
        if members[0] in ends:
            solution[members[0]] = list(ends[members[0]])
            continue
        place = {i: k for k, i in enumerate(members)}
        matrix = [[domain.zero] * len(members) for _ in members]
        known = []
        for k, i in enumerate(members):
            matrix[k][k] = domain.one
            right_side = list(gains[i])
            for j, p in graph.rows[i].items():
                if j in place:
                    matrix[k][place[j]] -= p
                else:
                    right_side = [a + p * b for a, b in zip(right_side, solution[j], strict=True)]
            known.append(right_side)
        for i, values in zip(members, _solve(matrix, known, domain), strict=True):
            solution[i] = values
    return solution


def solve_forward(graph: StateGraph[Any], start: int) -> dict[int, Any]:
    """Expected visits: solve ``v[j] = [j is start] + sum of v[i] p[i, j]``.

    Returns
    -------
    dict
        Expected number of visits of each state that can be reached from `start`, the
        visit at the start included. For an absorbing state this is the probability
        of ending there, since it is entered at most once.
    """
    domain = graph.domain
    inflow: dict[int, Any] = {start: domain.one}
    visits: dict[int, Any] = {}
    final = set(graph.absorbing)
    for members in reversed(graph.classes):
        if not any(i in inflow for i in members):
            continue
        if members[0] in final:
            visits[members[0]] = inflow[members[0]]
            continue
        place = {i: k for k, i in enumerate(members)}
        matrix = [[domain.zero] * len(members) for _ in members]
        for k, i in enumerate(members):
            matrix[k][k] += domain.one
            for j, p in graph.rows[i].items():
                if j in place:
                    matrix[place[j]][k] -= p
        known = [[inflow.get(i, domain.zero)] for i in members]
        for i, (value,) in zip(members, _solve(matrix, known, domain), strict=True):
            visits[i] = value
            for j, p in graph.rows[i].items():
                if j not in place:
                    inflow[j] = inflow.get(j, domain.zero) + value * p
    return visits


def work(classes: Sequence[Sequence[int]]) -> int:
    """How many multiplications elimination needs, for judging a chain before it starts."""
    return sum(len(members) ** 3 for members in classes)


def _solve(matrix: list[list[Any]], known: list[list[Any]], domain: Domain) -> list[list[Any]]:
    if len(matrix) == 1:
        return [[value / matrix[0][0] for value in known[0]]]
    square = DomainMatrix(matrix, (len(matrix), len(matrix)), domain).to_dfm_or_ddm()
    right_side = DomainMatrix(known, (len(known), len(known[0])), domain).to_dfm_or_ddm()
    return list(square.lu_solve(right_side).to_list())
