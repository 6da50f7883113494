"""Lifting with numpy and python-flint.

python-flint inverts each block modulo the prime once. A step is then one product of
matrix and vector a block. Products of floats are the fastest that a computer has, and
they are exact as long as no sum reaches 2⁵³: so the prime has at most 30 bits and each
inverse is split into a high and a low half.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import flint
import numpy as np
import numpy.typing as npt
from scipy import sparse

from lcr_teach.markov.lifting import System, prime_for, root_of_unity

__all__ = ["FastLifter", "fits"]

Ints = npt.NDArray[np.int64]

#: Whole numbers up to here are exact in a float.
_EXACT_BITS = 53


def fits(system: System) -> bool:
    """Whether all sums of a step stay within 64 bits."""
    sizes = max(len(level) for level in system.levels)
    multiples = sum(abs(multiple) for _, multiple in system.follow.values())
    largest = max(abs(v) for row in system.constants for seats in row for v in seats)
    return (
        _half_bits(sizes) >= 10
        and system.factor * (2 + multiples) < 2**32
        and largest < 2**60
        and system.seats < 2**10
    )


def _half_bits(size: int) -> int:
    # Half an inverse, a digit and `size` terms: 2^(B-1) · 2^(2B-1) · size < 2^52. And two
    # digits multiplied must stay far below 2^63.
    return min(15, (_EXACT_BITS + 1 - max(size - 1, 1).bit_length()) // 3)


class FastLifter:
    """Digits of the solution of a system, in float products that are exact.

    Parameters
    ----------
    system : System
        The equations; :func:`fits` must say yes.
    """

    def __init__(self, system: System) -> None:
        self._system = system
        self._half = _half_bits(max(len(level) for level in system.levels))
        self.prime = prime_for(system.seats, 2 ** (2 * self._half))
        size = len(system.rows)
        rows = [i for i, row in enumerate(system.rows) for _ in row]
        columns = [j for row in system.rows for j in row]
        weights = np.array([w for row in system.rows for w in row.values()], dtype=np.int64)
        self._weights = sparse.csr_matrix((weights, (rows, columns)), shape=(size, size))
        # Of each level the weights to the levels before it.
        self._below = [
            self._weights[level.start : level.stop, : level.start] for level in system.levels
        ]
        self._constants: Ints = np.array(system.constants, dtype=np.int64)

    def digits(self, wanted: Sequence[int]) -> Iterator[list[int]]:
        """Yield digit after digit of the wanted rows, each row column by column."""
        system, prime = self._system, self.prime
        circle = _Circle(system, prime)
        inverses = [
            np.stack([self._halves(level, int(twist)) for twist in circle.twists])
            for level in system.levels
        ]
        free = [column for column in range(system.columns) if column not in system.follow]
        residual = self._constants
        totals = None
        if system.totals is not None:
            size = (len(system.rows), system.columns)
            totals = np.broadcast_to(np.array(system.totals, dtype=np.int64), size)
        while True:
            digit = np.empty_like(self._constants)
            digit[:, free] = self._solve(residual[:, free], totals, circle, inverses)
            left = np.empty_like(digit)
            left[:, free] = self._left(residual[:, free], digit, free)
            for column, (earlier, multiple) in system.follow.items():
                given = residual[:, column] + multiple * system.factor * digit[:, earlier]
                digit[:, [column]] = self._solve(given[:, None], None, circle, inverses)
                left[:, [column]] = self._left(given[:, None], digit, [column])
            yield digit[list(wanted)].ravel().tolist()
            if totals is not None:
                totals = (totals - digit.sum(axis=2)) // prime
            residual = left // prime

    def modulo(self, prime: int, wanted: Sequence[int]) -> list[int]:
        """Solve once more modulo another prime, on its own, without inverses."""
        system = self._system
        root = root_of_unity(system.seats, prime)
        constants = self._constants.tolist()
        results: list[list[list[int]]] = []
        for column in range(system.columns):
            earlier, multiple = system.follow.get(column, (0, 0))
            for i, row in enumerate(constants if column in system.follow else ()):
                for k in range(system.seats):
                    row[column][k] += multiple * system.factor * results[earlier][i][k]
            known = [row[column] for row in constants]
            spectra = [
                self._solve_once(known, pow(root, j, prime), prime) for j in range(system.seats)
            ]
            scale = pow(system.seats, -1, prime)
            back = [
                [pow(root, -j * k, prime) * scale for j in range(system.seats)]
                for k in range(system.seats)
            ]
            results.append(
                [
                    [sum(x * y for x, y in zip(values, row, strict=True)) % prime for row in back]
                    for values in zip(*spectra, strict=True)
                ]
            )
        return [v for i in wanted for column in results for v in column[i]]

    def _solve_once(self, known: list[list[int]], twist: int, prime: int) -> list[int]:
        """One character of the whole system modulo a prime, level after level."""
        system = self._system
        powers = [pow(twist, k, prime) for k in range(system.seats)]
        values: list[int] = []
        for level in system.levels:
            size = len(level)
            block = flint.nmod_mat(size, size, prime)
            right_side = flint.nmod_mat(size, 1, prime)
            for k, i in enumerate(level):
                block[k, k] = system.factor
                below = 0
                for j, weight in system.rows[i].items():
                    if j < level.start:
                        below += weight * values[j]
                    else:
                        block[k, j - level.start] = int(block[k, j - level.start]) - weight * twist
                own = sum(x * y for x, y in zip(known[i], powers, strict=True))
                right_side[k, 0] = (own + twist * below) % prime
            values += map(int, block.solve(right_side).entries())
        return values

    def _halves(self, level: range, twist: int) -> npt.NDArray[np.float64]:
        """The inverse of a block, its high halves above its low halves."""
        prime, size = self.prime, len(level)
        block = -self._weights[level.start : level.stop, level.start : level.stop].toarray()
        block *= twist
        block[np.arange(size), np.arange(size)] += self._system.factor
        flat = (block % prime).ravel().tolist()
        inverse = flint.nmod_mat(size, size, flat, prime).inv()
        whole = np.array(list(map(int, inverse.entries())), dtype=np.int64).reshape(size, size)
        whole = _centred(whole, prime)
        middle = 1 << (self._half - 1)
        low = ((whole + middle) & (2 * middle - 1)) - middle
        high = (whole - low) >> self._half
        return np.concatenate([high, low]).astype(np.float64)

    def _solve(
        self,
        known: Ints,
        totals: Ints | None,
        circle: _Circle,
        inverses: list[npt.NDArray[np.float64]],
    ) -> Ints:
        """Solve modulo the prime: `known` and the result are unknown × column × seat."""
        prime, characters = self.prime, len(circle.twists)
        size, columns, _ = known.shape
        spectrum = circle.forward(known)
        values = np.empty((size, columns * characters), dtype=np.int64)
        for level, below, inverse in zip(self._system.levels, self._below, inverses, strict=True):
            right_side = spectrum[level.start : level.stop]
            if level.start:
                from_below = (below @ values[: level.start]) % prime
                from_below = from_below.reshape(right_side.shape) * circle.twists
                right_side = right_side + from_below
            right_side = _centred(right_side, prime)
            # character × unknown × column, as the product of matrices wants it
            product = inverse @ right_side.transpose(2, 0, 1).astype(np.float64)
            halves = product.astype(np.int64)
            n = len(level)
            solved = ((halves[:, :n] % prime) << self._half) + halves[:, n:]
            solved = _centred(solved, prime).transpose(1, 2, 0)
            values[level.start : level.stop] = solved.reshape(n, -1)
        return circle.backward(values.reshape(size, columns, characters), totals)

    def _left(self, given: Ints, digit: Ints, columns: list[int]) -> Ints:
        """What a digit leaves of the equations; the prime divides it."""
        chosen = digit[:, columns]
        moved = np.roll(chosen, 1, axis=2).reshape(len(chosen), -1)
        gained = np.asarray(self._weights @ moved, dtype=np.int64)
        left: Ints = given - self._system.factor * chosen + gained.reshape(chosen.shape)
        return left


class _Circle:
    """The Fourier transform over the seats modulo a prime.

    Attributes
    ----------
    twists : array of int
        For each character that is solved for, the factor that a move by one seat becomes.
    """

    def __init__(self, system: System, prime: int) -> None:
        seats, characters = system.seats, system.characters
        root = root_of_unity(seats, prime)
        scale = pow(seats, -1, prime)
        self._prime = prime
        self._scale = scale
        self.twists = np.array([pow(root, j, prime) for j in characters], dtype=np.int64)
        self.twists = _centred(self.twists, prime)
        forward = [[pow(root, j * k, prime) for j in characters] for k in range(seats)]
        backward = [
            [pow(root, -j * k, prime) * scale % prime for k in range(seats)] for j in characters
        ]
        self._forward = _centred(np.array(forward, dtype=np.int64), prime)
        self._backward = _centred(np.array(backward, dtype=np.int64), prime)

    def forward(self, known: Ints) -> Ints:
        """From seats to characters, along the last axis."""
        return self._times(_centred(known, self._prime), self._forward)

    def backward(self, spectrum: Ints, totals: Ints | None) -> Ints:
        """From characters to seats; the trivial character is given by the totals."""
        seats = self._times(spectrum, self._backward)
        if totals is not None:
            seats = seats + (totals % self._prime * self._scale)[:, :, None]
        return _centred(seats, self._prime)

    def _times(self, values: Ints, matrix: Ints) -> Ints:
        total = np.zeros((*values.shape[:2], matrix.shape[1]), dtype=np.int64)
        for k, row in enumerate(matrix):
            total += values[:, :, k, None] * row % self._prime
        return total


def _centred(values: Ints, prime: int) -> Ints:
    """Modulo the prime, between −p/2 and p/2."""
    half = prime // 2
    reduced: Ints = values + half
    reduced %= prime
    reduced -= half
    return reduced
