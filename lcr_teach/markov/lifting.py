"""Large rational systems by p-adic lifting.

An answer of thousands of digits is not reached by fractions, which would carry
thousands of digits through every step. Instead the system is solved modulo one prime p,
and the solution is lifted: its digits to the base p come out one after another, each from
a residual of small whole numbers (J. D. Dixon, Numer. Math. 40 (1982) 137). From enough
digits the fraction is recovered, as the only one with so small a numerator and
denominator (P. S. Wang, Proc. SYMSAC (1981) 212).

The systems solved here come from a circle of n seats. An unknown is a row of n numbers,
one a seat, and wherever it enters another equation it is moved on by one seat:

    factor · y[i] = sum of weight[i, j] · moved(y[j]) + constant[i]

A discrete Fourier transform over the seats, possible modulo a prime p with n | p − 1,
takes the move to a factor, so the n seats separate. With one seat this is any system of
first-step equations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

import sympy

__all__ = ["Lifter", "System", "lift", "prime_for", "root_of_unity", "short_fraction", "work"]

#: A fraction is believed when it is shorter than the digits by so many bits, that is when
#: digits that came by chance would give it with a probability below 2⁻⁶⁴.
_SPARE_BITS = 64
#: Reconstruction is tried each time the number of digits has grown by this factor.
_GROWTH = 1.15
#: Where the answer is checked once more: a prime of its own, of about so many bits.
_CHECK_BITS = 61


@dataclass(frozen=True)
class System:
    """Equations between rows of numbers, whole numbers only.

    Attributes
    ----------
    seats : int
        How many numbers a row has, n.
    factor : int
        What multiplies the unknown on the left.
    rows : sequence of mapping
        For each equation ``{number of an unknown: weight}``.
    levels : sequence of range
        The unknowns in blocks; an equation has unknowns of its own block and of blocks
        before it only.
    constants : sequence of sequence of sequence of int
        ``constants[i][column][seat]``; several columns are solved at once.
    follow : mapping
        ``{column: (earlier column, multiple)}``: to the constants of a column comes a
        multiple of `factor` times the solution of an earlier column.
    totals : sequence of int, optional
        The sum over the seats of each column's solution where it is known and the same
        in every row, so that it need not be computed; for two seats or more.
    """

    seats: int
    factor: int
    rows: Sequence[Mapping[int, int]]
    levels: Sequence[range]
    constants: Sequence[Sequence[Sequence[int]]]
    follow: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    totals: Sequence[int] | None = None

    @property
    def columns(self) -> int:
        """How many columns are solved at once."""
        return len(self.constants[0])

    @property
    def characters(self) -> range:
        """The powers of the root of unity that have to be solved for."""
        return range(0 if self.totals is None else 1, self.seats)


class Lifter(Protocol):
    """What solves a system modulo a prime and gives the digits of its solution."""

    @property
    def prime(self) -> int:
        """The base of the digits."""

    def digits(self, wanted: Sequence[int]) -> Iterator[list[int]]:
        """Yield digit after digit of the wanted rows, each row column by column."""

    def modulo(self, prime: int, wanted: Sequence[int]) -> list[int]:
        """Solve once more modulo another prime, on its own."""


def lift(system: System, wanted: Sequence[int], lifter: Lifter) -> list[list[list[Fraction]]]:
    """Exact solution of some rows of a system.

    Parameters
    ----------
    system : System
        The equations.
    wanted : sequence of int
        The rows that are asked for.
    lifter : Lifter
        What solves the system modulo primes.

    Returns
    -------
    list
        ``[row][column][seat]`` as fractions.

    Raises
    ------
    ArithmeticError
        If the solution does not agree with the one modulo a second prime.
    """
    per_row = system.columns * system.seats
    answer = _lifted(system, wanted, lifter, per_row)
    _check(answer, lifter, wanted, system.seats)
    rows = []
    for k in range(0, len(answer), per_row):
        row = answer[k : k + per_row]
        rows.append([row[c : c + system.seats] for c in range(0, per_row, system.seats)])
    return rows


def _lifted(system: System, wanted: Sequence[int], lifter: Lifter, per_row: int) -> list[Fraction]:
    """Digit after digit until all fractions are found."""
    found: list[list[int]] = []
    most = math.ceil(_most_bits(system) / math.log2(lifter.prime))
    next_try = 8
    for digit in lifter.digits(wanted):
        found.append(digit)
        if len(found) in (next_try, most):
            next_try = math.ceil(len(found) * _GROWTH)
            answer = _reconstructed(found, lifter.prime, per_row)
            if answer is not None:
                return answer
        if len(found) == most:
            break
    raise ArithmeticError("the lifting found no fraction of possible size.")


def _most_bits(system: System) -> float:
    """More bits than numerator and denominator of a solution can have (Hadamard's bound)."""
    largest = max(abs(v) for row in system.constants for seats in row for v in seats)
    per_row = math.log2(system.factor) + 1.0
    size = len(system.rows) * system.seats * (1 + len(system.follow))
    return 2 * (size * per_row + math.log2(largest + 1)) + 2 * _SPARE_BITS


def _reconstructed(found: list[list[int]], prime: int, per_row: int) -> list[Fraction] | None:
    """All fractions, or None if the digits do not yet suffice."""
    modulus = prime ** len(found)
    answer: list[Fraction] = []
    denominator = 1
    for k in range(len(found[0])):
        if k % per_row == 0:
            denominator = 1
        value = _value([digit[k] for digit in found], prime) * denominator % modulus
        # The numbers of a row mostly share their denominator: then nothing is left to find.
        fraction = short_fraction(value, modulus)
        if fraction is None:
            return None
        denominator *= fraction.denominator
        answer.append(Fraction(fraction.numerator, denominator))
    return answer


def _value(digits: list[int], prime: int) -> int:
    """The number with these digits, the lowest first, put together in halves."""
    values, base = digits, prime
    while len(values) > 1:
        if len(values) % 2:
            values = [*values, 0]
        values = [low + base * high for low, high in zip(values[::2], values[1::2], strict=True)]
        base *= base
    return values[0]


def short_fraction(value: int, modulus: int) -> Fraction | None:
    """The fraction that is so much shorter than the modulus that it is the one meant."""
    short = modulus >> _SPARE_BITS
    largest = math.isqrt(short)
    signed = value if 2 * value < modulus else value - modulus
    if abs(signed) <= largest:
        return Fraction(signed)
    # Euclid's algorithm, stopped half-way.
    high, low = modulus, value
    t_high, t_low = 0, 1
    while low > largest:
        quotient = high // low
        high, low = low, high - quotient * low
        t_high, t_low = t_low, t_high - quotient * t_low
    if abs(t_low) > largest or math.gcd(low, t_low) != 1:
        return None
    return Fraction(low, t_low)


def _check(answer: list[Fraction], lifter: Lifter, wanted: Sequence[int], seats: int) -> None:
    """Compare with the solution modulo a second prime, which the lifting never used."""
    prime = prime_for(seats, 2**_CHECK_BITS)
    for fraction, modulo in zip(answer, lifter.modulo(prime, wanted), strict=True):
        if (fraction.numerator - fraction.denominator * modulo) % prime:
            raise ArithmeticError("the lifted solution does not satisfy the equations.")


def work(sizes: Sequence[int], seats: int) -> int:
    """How much lifting has to do, for judging a system before it starts.

    Parameters
    ----------
    sizes : sequence of int
        How many unknowns each level has.
    seats : int
        How many numbers a row has.

    Returns
    -------
    int
        About as many multiplications as the time goes with: those of the inverses, and
        for each digit those of the products and the overhead of a level. How many digits
        there are is known from experience only, about one to three rows and seat.
    """
    inverses = sum(size**3 for size in sizes)
    digit = sum(size**2 for size in sizes)
    digits = max(seats - 1, 1) * sum(sizes) // 3
    return max(seats - 1, 1) * (inverses + digits * digit) + digits * len(sizes) * 20_000


def prime_for(seats: int, below: int) -> int:
    """The largest prime p below a bound with n | p − 1, so that n-th roots of unity exist."""
    candidate = (below - 2) // seats * seats + 1
    while not sympy.isprime(candidate):
        candidate -= seats
    return candidate


def root_of_unity(seats: int, prime: int) -> int:
    """A number whose powers 0 … n − 1 modulo the prime are all different, and power n is 1."""
    for base in range(1, prime):
        root = pow(base, (prime - 1) // seats, prime)
        if all(pow(root, seats // q, prime) != 1 for q in sympy.primefactors(seats)):
            break
    return root
