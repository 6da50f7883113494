"""The classes of a chain: which states can reach each other, and in what order.

Two states are in one class if each can be reached from the other: the strongly
connected components of the graph of possible steps. Between classes there is no way
back, so a chain can be solved one class after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import networkx

__all__ = ["classes_from_the_end"]


def classes_from_the_end(successors: Sequence[Iterable[int]]) -> list[list[int]]:
    """Sort states into classes, each class after all classes that it leads to.

    Parameters
    ----------
    successors : sequence of iterables of int
        For each state, given by its number, the states that can follow.

    Returns
    -------
    list of list of int
        The classes; inside a class the states keep their order.

    Notes
    -----
    Tarjan's algorithm (R. Tarjan, SIAM J. Comput. 1 (1972) 146), from networkx.

    Examples
    --------
    >>> classes_from_the_end([[1], [0, 2], [2]])
    [[2], [0, 1]]
    """
    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_nodes_from(range(len(successors)))
    graph.add_edges_from((i, j) for i, reached in enumerate(successors) for j in reached)
    condensed = networkx.condensation(graph)
    from_the_start = networkx.topological_sort(condensed)
    classes = [sorted(condensed.nodes[node]["members"]) for node in from_the_start]
    return classes[::-1]
