"""Lifting in Python's own whole numbers, where neither numpy nor python-flint is there.

Python multiplies long numbers about as fast as short ones, so the prime is long and the
digits are few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul

from lcr_teach.markov.lifting import System, prime_for, root_of_unity

__all__ = ["PlainLifter"]

#: Length of the prime: so long that the steps are few, so short that they stay quick.
_BITS = 240

#: ``[unknown][column][seat]``
Rows = list[list[list[int]]]


class PlainLifter:
    """Digits of the solution of a system, in plain Python.

    Parameters
    ----------
    system : System
        The equations.
    """

    def __init__(self, system: System) -> None:
        self._system = system
        self.prime = prime_for(system.seats, 2**_BITS)

    def digits(self, wanted: Sequence[int]) -> Iterator[list[int]]:
        """Yield digit after digit of the wanted rows, each row column by column."""
        system, prime = self._system, self.prime
        solver = _Modular(system, prime)
        half = prime // 2
        residual: Rows = [[list(seats) for seats in row] for row in system.constants]
        while True:
            solution = solver.solve(residual)
            digit = [
                [[v - prime if v > half else v for v in seats] for seats in row] for row in solution
            ]
            yield [v for i in wanted for seats in digit[i] for v in seats]
            residual = [
                [[v // prime for v in seats] for seats in row]
                for row in _residual(system, residual, digit)
            ]

    def modulo(self, prime: int, wanted: Sequence[int]) -> list[int]:
        """Solve once more modulo another prime, on its own."""
        solution = _Modular(self._system, prime).solve(self._system.constants)
        return [v for i in wanted for seats in solution[i] for v in seats]


def _residual(system: System, residual: Rows, digit: Rows) -> Rows:
    """What is left of the equations: residual − factor · digit + sum of weight · moved digit."""
    factor = system.factor
    left: Rows = []
    for i, (row, old) in enumerate(zip(system.rows, residual, strict=True)):
        columns = []
        for column in range(system.columns):
            seats = [r - factor * v for r, v in zip(old[column], digit[i][column], strict=True)]
            for j, weight in row.items():
                source = digit[j][column]
                for k in range(system.seats):
                    seats[k] += weight * source[k - 1]
            columns.append(seats)
        for column, (earlier, multiple) in system.follow.items():
            times = multiple * factor
            for k in range(system.seats):
                columns[column][k] += times * digit[i][earlier][k]
        left.append(columns)
    return left


class _Modular:
    """The system modulo one prime, ready to be solved again and again."""

    def __init__(self, system: System, prime: int) -> None:
        self._system, self._prime = system, prime
        root = root_of_unity(system.seats, prime)
        self._roots = [pow(root, j, prime) for j in range(system.seats)]
        # For each character and level: the inverse of the block, row by row.
        self._inverses = [
            [self._inverse(level, self._roots[j]) for level in system.levels]
            for j in range(system.seats)
        ]

    def _inverse(self, level: range, twist: int) -> list[list[int]]:
        system, prime = self._system, self._prime
        first, size = level.start, len(level)
        rows = []
        for k, i in enumerate(level):
            row = [0] * (2 * size)
            row[k] = system.factor
            row[size + k] = 1
            for j, weight in system.rows[i].items():
                if j >= first:
                    row[j - first] -= weight * twist
            rows.append(row)
        for k in range(size):
            pivot = next(i for i in range(k, size) if rows[i][k] % prime)
            rows[k], rows[pivot] = rows[pivot], rows[k]
            inverse = pow(rows[k][k], -1, prime)
            chosen = rows[k] = [x * inverse % prime for x in rows[k]]
            for i in range(size):
                times = rows[i][k] % prime
                if i != k and times:
                    rows[i] = [(x - times * y) % prime for x, y in zip(rows[i], chosen)]  # noqa: B905
        return [row[size:] for row in rows]

    def solve(self, constants: Sequence[Sequence[Sequence[int]]]) -> Rows:
        system, prime = self._system, self._prime
        seats = system.seats
        solution: Rows = [[[0] * seats for _ in range(system.columns)] for _ in system.rows]
        for column in range(system.columns):
            earlier, multiple = system.follow.get(column, (0, 0))
            known = [
                [
                    c + multiple * system.factor * v
                    for c, v in zip(constants[i][column], solution[i][earlier], strict=True)
                ]
                for i in range(len(system.rows))
            ]
            transformed = [self._solve_character(known, j) for j in range(seats)]
            scale = pow(seats, -1, prime)
            for i in range(len(system.rows)):
                for k in range(seats):
                    total = sum(
                        transformed[j][i] * self._roots[-j * k % seats] for j in range(seats)
                    )
                    solution[i][column][k] = total * scale % prime
        return solution

    def _solve_character(self, known: list[list[int]], j: int) -> list[int]:
        system, prime = self._system, self._prime
        powers = [self._roots[j * k % system.seats] for k in range(system.seats)]
        twist = self._roots[j]
        values: list[int] = []
        for level, inverse in zip(system.levels, self._inverses[j], strict=True):
            right_side = []
            for i in level:
                below = sum(
                    weight * values[other]
                    for other, weight in system.rows[i].items()
                    if other < level.start
                )
                right_side.append((sum(map(mul, known[i], powers)) + twist * below) % prime)
            values += [sum(map(mul, row, right_side)) % prime for row in inverse]
        return values
