"""Power series modulo a prime in Python's own whole numbers, where python-flint is missing.

A solution that is a rational function of one variable is known from enough terms of its
power series. The terms come one after another, each from those before it, and from them
the fraction is found by Euclid's algorithm, stopped half-way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import mul

__all__ = ["BITS", "Matrix", "as_fraction", "expand"]

#: Length of the primes: Python multiplies long numbers about as fast as short ones.
BITS = 600

#: Row by row ``{column: entry}``.
Matrix = Sequence[Mapping[int, int]]


def expand(
    matrices: Sequence[Matrix],
    sides: Sequence[Sequence[Sequence[int]]],
    levels: Sequence[range],
    wanted: Sequence[int],
    count: int,
    prime: int,
) -> list[list[list[int]]]:
    """Solve ``A(t) y(t) = b(t)`` modulo a prime as power series in t.

    Parameters
    ----------
    matrices : sequence of Matrix
        A₀, A₁, …: the matrices at the powers of t. All are block triangular.
    sides : sequence
        b₀, b₁, …: ``sides[power][row][column]``.
    levels : sequence of range
        The blocks: a row has entries in its own block and in blocks before it only.
    wanted : sequence of int
        The unknowns that are asked for.
    count : int
        How many terms.
    prime : int
        The modulus.

    Returns
    -------
    list
        ``[unknown][column][power]``.

    Raises
    ------
    ZeroDivisionError
        If A₀ has no inverse modulo the prime.

    Examples
    --------
    1 / (1 + t) = 1 − t + t² − …:

    >>> expand([[{0: 1}], [{0: 1}]], [[[1]]], [range(1)], [0], 4, 97)
    [[[1, 96, 1, 96]]]
    """
    first, *others = matrices
    inverses = [_inverse(first, level, prime) for level in levels]
    size, columns = len(first), len(sides[0][0])
    below = [
        [(j, v) for j, v in first[i].items() if j < level.start] for level in levels for i in level
    ]
    terms: list[list[list[int]]] = []  # [power][column][unknown]
    for power in range(count):
        earlier = [(a, terms[power - d]) for d, a in enumerate(others, 1) if d <= power]
        term = []
        for column in range(columns):
            known = [side[column] for side in sides[power]] if power < len(sides) else [0] * size
            for matrix, before in earlier:
                solved = before[column]
                for i, row in enumerate(matrix):
                    for j, v in row.items():
                        known[i] -= v * solved[j]
            values: list[int] = []
            for level, inverse in zip(levels, inverses, strict=True):
                rest = [(known[i] - sum(v * values[j] for j, v in below[i])) % prime for i in level]
                values += [sum(map(mul, row, rest)) % prime for row in inverse]
            term.append(values)
        terms.append(term)
    return [[[term[c][i] for term in terms] for c in range(columns)] for i in wanted]


def _inverse(matrix: Matrix, level: range, prime: int) -> list[list[int]]:
    """The inverse of one block on the diagonal, by Gauss-Jordan elimination."""
    size = len(level)
    rows = []
    for k, i in enumerate(level):
        row = [matrix[i].get(j, 0) % prime for j in level] + [0] * size
        row[size + k] = 1
        rows.append(row)
    for k in range(size):
        pivot = next((i for i in range(k, size) if rows[i][k]), None)
        if pivot is None:
            raise ZeroDivisionError("the matrix has no inverse modulo the prime.")
        rows[k], rows[pivot] = rows[pivot], rows[k]
        inverse = pow(rows[k][k], -1, prime)
        chosen = rows[k] = [x * inverse % prime for x in rows[k]]
        for i in range(size):
            times = rows[i][k]
            if i != k and times:
                rows[i] = [(x - times * y) % prime for x, y in zip(rows[i], chosen, strict=True)]
    return [row[size:] for row in rows]


def as_fraction(terms: Sequence[int], prime: int) -> tuple[list[int], list[int]] | None:
    """Numerator and denominator of a power series, from its first terms.

    Parameters
    ----------
    terms : sequence of int
        The series modulo the prime, to some power of t.
    prime : int
        The modulus.

    Returns
    -------
    tuple of two lists, or None
        Coefficients, the lowest power first, without common factor; the denominator
        begins with 1. None if no denominator of half the length fits.

    Examples
    --------
    >>> as_fraction([1, 96, 1, 96], 97)
    ([1], [1, 1])
    """
    high, low = [0] * len(terms) + [1], _trimmed(list(terms))
    t_high: list[int] = []
    t_low = [1]
    while 2 * (len(low) - 1) >= len(terms):
        inverse = pow(low[-1], -1, prime)
        left, t_left = list(high), list(t_high)
        t_left += [0] * (len(high) - len(low) + len(t_low) - len(t_left))
        for shift in range(len(high) - len(low), -1, -1):
            times = left[shift + len(low) - 1] * inverse % prime
            if times:
                for k, v in enumerate(low, shift):
                    left[k] = (left[k] - times * v) % prime
                for k, v in enumerate(t_low, shift):
                    t_left[k] = (t_left[k] - times * v) % prime
        high, low = low, _trimmed(left)
        t_high, t_low = t_low, _trimmed(t_left)
    if not t_low[0]:
        return None
    scale = pow(t_low[0], -1, prime)
    return [v * scale % prime for v in low], [v * scale % prime for v in t_low]


def _trimmed(coefficients: list[int]) -> list[int]:
    while coefficients and not coefficients[-1]:
        coefficients.pop()
    return coefficients
