"""Polynomials in several variables from their values along the lines through one point.

Along a line z = s · (1, u₁, u₂, …) a polynomial of degree d in z is one in s, and its
coefficient at sʲ is what the terms of degree j are at (1, u₁, u₂, …). So the terms of
each degree are found on their own, by interpolation at points u that form a corner:
(u₁[i₁], u₂[i₂], …) with i₁ + i₂ + … at most the degree. Such points determine a
polynomial, and Newton's divided differences, one axis after another, find it.

Everything is modulo a prime.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

__all__ = ["Polynomial", "corner", "interpolate", "shifted"]

#: ``{exponents: coefficient}``
Polynomial = dict[tuple[int, ...], int]


def corner(axes: int, most: int) -> Iterator[tuple[int, ...]]:
    """All places with whole coordinates from 0 whose sum is at most so much.

    Examples
    --------
    >>> list(corner(2, 1))
    [(0, 0), (0, 1), (1, 0)]
    """
    if not axes:
        yield ()
        return
    for first in range(most + 1):
        for rest in corner(axes - 1, most - first):
            yield first, *rest


def interpolate(
    values: Mapping[tuple[int, ...], int], nodes: Sequence[Sequence[int]], degree: int, prime: int
) -> Polynomial:
    """The polynomial of a degree that has given values at the places of a corner.

    Parameters
    ----------
    values : mapping
        ``{place: value}`` for all places of ``corner(len(nodes), degree)``.
    nodes : sequence of sequence of int
        For each axis the coordinates that the places stand for, all different.
    degree : int
        Largest total degree.
    prime : int
        The modulus.

    Examples
    --------
    u² + 2 v² at (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0):

    >>> values = dict(zip(corner(2, 2), [0, 2, 8, 1, 3, 4]))
    >>> interpolate(values, [[0, 1, 2], [0, 1, 2]], 2, 97)
    {(0, 2): 2, (2, 0): 1}
    """
    found = {place: values[place] for place in corner(len(nodes), degree)}
    # In powers a row would need as many values as the degree has; Newton's form does not.
    for change in (_divided_differences, _powers):
        for axis, coordinates in enumerate(nodes):
            for row in _rows(len(nodes), axis, degree):
                line = change([found[place] for place in row], coordinates, prime)
                found.update(zip(row, line, strict=True))
    return {place: value for place, value in found.items() if value}


def _rows(axes: int, axis: int, degree: int) -> Iterator[list[tuple[int, ...]]]:
    """The places of a corner in rows along one axis."""
    for place in corner(axes - 1, degree):
        length = degree - sum(place) + 1
        yield [(*place[:axis], k, *place[axis:]) for k in range(length)]


def _divided_differences(values: list[int], nodes: Sequence[int], prime: int) -> list[int]:
    """From values to the coefficients of 1, u − u₀, (u − u₀)(u − u₁), …."""
    size = len(values)
    newton = list(values)
    for order in range(1, size):
        for k in range(size - 1, order - 1, -1):
            step = pow(nodes[k] - nodes[k - order], -1, prime)
            newton[k] = (newton[k] - newton[k - 1]) * step % prime
    return newton


def _powers(newton: list[int], nodes: Sequence[int], prime: int) -> list[int]:
    """From the coefficients of 1, u − u₀, (u − u₀)(u − u₁), … to those of 1, u, u², …."""
    size = len(newton)
    powers = [0] * size
    for k in range(size - 1, -1, -1):
        for e in range(size - 1, 0, -1):
            powers[e] = (powers[e - 1] - nodes[k] * powers[e]) % prime
        powers[0] = (newton[k] - nodes[k] * powers[0]) % prime
    return powers


def shifted(polynomial: Polynomial, point: Sequence[int], prime: int) -> Polynomial:
    """The polynomial P(z) written in x = point + z.

    Examples
    --------
    (x − 1)² = x² − 2 x + 1:

    >>> shifted({(2,): 1}, [1], 97)
    {(0,): 1, (1,): 95, (2,): 1}
    """
    for axis, by in enumerate(point):
        lines: dict[tuple[int, ...], dict[int, int]] = {}
        for exponents, value in polynomial.items():
            others = (*exponents[:axis], *exponents[axis + 1 :])
            lines.setdefault(others, {})[exponents[axis]] = value
        polynomial = {}
        for others, line in lines.items():
            size = max(line) + 1
            powers = [line.get(e, 0) for e in range(size)]
            # Synthetic division by x − by, again and again.
            for start in range(size - 1):
                for e in range(size - 2, start - 1, -1):
                    powers[e] = (powers[e] - by * powers[e + 1]) % prime
            for e, value in enumerate(powers):
                if value:
                    polynomial[(*others[:axis], e, *others[axis:])] = value
    return polynomial
