"""From what a user writes as a chain to rows in an exact field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sympy
from sympy.polys.domains.domain import Domain

from lcr_teach.exact import exact

__all__ = ["field_of", "read_transitions"]


def read_transitions(transitions: Any) -> tuple[list[Any], list[dict[int, Any]], Domain]:
    """Read ``{state: {next state: probability}}`` or a square matrix.

    Returns
    -------
    states : list
        The states in the order in which they were given.
    rows : list of dict
        For each state ``{number of the next state: probability}``, zeros left out.
    domain : Domain
        The field that the probabilities are elements of.

    Raises
    ------
    TypeError, ValueError
        If the chain is written in no such way, a probability is not exact or negative,
        or a state has no row.
    """
    given = _as_mapping(transitions)
    states = list(given)
    if not states:
        raise ValueError("a chain must have at least one state.")
    index = {state: i for i, state in enumerate(states)}
    entries: list[dict[int, sympy.Expr]] = []
    for state, row in given.items():
        entries.append({})
        for after, value in row.items():
            p = exact(value, f"the probability from {state!r} to {after!r}")
            if p.is_negative:
                raise ValueError(
                    f"the probability from {state!r} to {after!r} must not be negative: {p}."
                )
            if p == 0:
                continue
            if after not in index:
                raise ValueError(
                    f"state {after!r} follows state {state!r} but has no row: "
                    f"give it one, {{{after!r}: 1}} if the chain ends there."
                )
            entries[-1][index[after]] = p
    domain = field_of(p for row in entries for p in row.values())
    rows = [{j: domain.from_sympy(p) for j, p in row.items()} for row in entries]
    return states, rows, domain


def field_of(numbers: Iterable[sympy.Expr]) -> Domain:
    """The smallest field of sympy that holds all numbers."""
    found = set(numbers)
    if all(p.is_Rational for p in found):
        return sympy.QQ
    domain: Domain = sympy.construct_domain(list(found), field=True, extension=True)[0]
    return domain


def _as_mapping(transitions: Any) -> dict[Any, Mapping[Any, Any]]:
    if isinstance(transitions, Mapping):
        for state, row in transitions.items():
            if not isinstance(row, Mapping):
                raise TypeError(f"the row of state {state!r} must be a mapping, not {row!r}.")
        return dict(transitions)
    if isinstance(transitions, sympy.MatrixBase):
        transitions = transitions.tolist()
    if not isinstance(transitions, Sequence) or isinstance(transitions, str):
        raise TypeError(f"transitions must be a mapping or a matrix, not {transitions!r}.")
    size = len(transitions)
    for row in transitions:
        if not isinstance(row, Sequence) or len(row) != size:
            raise ValueError(f"a transition matrix must be square: {size} rows of {size} numbers.")
    return {i: dict(enumerate(row)) for i, row in enumerate(transitions)}
