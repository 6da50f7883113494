"""Power series modulo a prime with python-flint; :mod:`series_plain` says what is computed."""

from __future__ import annotations

from collections.abc import Sequence

import flint

from lcr_teach.markov.series_plain import Matrix

__all__ = ["BITS", "as_fraction", "expand"]

#: Length of the primes: one machine word, and a sum of two fits too.
BITS = 62


def expand(
    matrices: Sequence[Matrix],
    sides: Sequence[Sequence[Sequence[int]]],
    levels: Sequence[range],
    wanted: Sequence[int],
    count: int,
    prime: int,
) -> list[list[list[int]]]:
    """Solve ``A(t) y(t) = b(t)`` modulo a prime as power series in t.

    As :func:`lcr_teach.markov.series_plain.expand`; the blocks are of no use here.

    Examples
    --------
    >>> expand([[{0: 1}], [{0: 1}]], [[[1]]], [range(1)], [0], 4, 97)
    [[[1, 96, 1, 96]]]
    """
    size, columns = len(matrices[0]), len(sides[0][0])
    inverse = _matrix(matrices[0], prime).inv()
    # y[k] = inverse · b[k] − sum of (inverse · A[d]) · y[k − d]
    factors = [inverse * _matrix(matrix, prime) for matrix in matrices[1:]]
    known = [
        inverse * flint.nmod_mat(size, columns, [v % prime for row in side for v in row], prime)
        for side in sides
    ]
    nothing = flint.nmod_mat(size, columns, prime)
    terms: list[flint.nmod_mat] = []
    for power in range(count):
        term = known[power] if power < len(known) else nothing
        for d, factor in enumerate(factors, 1):
            if d > power:
                break
            term = term - factor * terms[power - d]
        terms.append(term)
    return [[[int(term[i, c]) for term in terms] for c in range(columns)] for i in wanted]


def _matrix(matrix: Matrix, prime: int) -> flint.nmod_mat:
    size = len(matrix)
    flat = [0] * (size * size)
    for i, row in enumerate(matrix):
        for j, v in row.items():
            flat[i * size + j] = v % prime
    return flint.nmod_mat(size, size, flat, prime)


def as_fraction(terms: Sequence[int], prime: int) -> tuple[list[int], list[int]] | None:
    """Numerator and denominator of a power series, from its first terms.

    As :func:`lcr_teach.markov.series_plain.as_fraction`.

    Examples
    --------
    >>> as_fraction([1, 96, 1, 96], 97)
    ([1], [1, 1])
    """
    high = flint.nmod_poly([0] * len(terms) + [1], prime)
    low = flint.nmod_poly(list(terms), prime)
    t_high, t_low = flint.nmod_poly([0], prime), flint.nmod_poly([1], prime)
    while 2 * low.degree() >= len(terms):
        quotient, left = divmod(high, low)
        high, low = low, left
        t_high, t_low = t_low, t_high - quotient * t_low
    if not int(t_low[0]):
        return None
    scale = pow(int(t_low[0]), -1, prime)
    return [int(v) for v in (low * scale).coeffs()], [int(v) for v in (t_low * scale).coeffs()]
