"""Systems with polynomials as entries: the solution as reduced rational functions.

Elimination in rational functions has a greatest common divisor to find at every step,
and what it divides is far larger than the answer. Here the answer is found from images
that are numbers modulo a prime:

- Along a line through a random point, the entries are polynomials in one variable t and
  the solution is a power series in t, term by term from one inverse matrix (x-adic lifting,
  as R. T. Moenck and J. H. Carter, Proc. EUROSAM (1979) 65). Euclid's algorithm
  turns enough terms into a reduced fraction (R. J. McEliece and J. B. Shearer, SIAM J. Appl.
  Math. 34 (1978) 611).
- With the denominator 1 at the point, the coefficients at each power of t are polynomials in
  the direction of the line (A. Cuyt and W. Lee, Theor. Comput. Sci. 412 (2011) 1445).
  One symbol needs one line, more need as many as such a polynomial has coefficients.
- The coefficients of several primes give those in whole numbers, by the Chinese remainder
  theorem and rational reconstruction.

The answer is then checked against the equations at another point modulo another prime, by
the plain solver of :mod:`lcr_teach.markov.lifting_plain`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import ModuleType
from typing import Any, NamedTuple

from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement, PolyRing

from lcr_teach.markov import series_plain
from lcr_teach.markov.lifting import System, prime_for, root_of_unity, short_fraction
from lcr_teach.markov.lifting_plain import PlainLifter
from lcr_teach.markov.lines import Polynomial, corner, interpolate, shifted

__all__ = ["solve_symbolic", "work"]

#: So many terms of a series more than the fraction has coefficients must agree with it.
_SPARE_TERMS = 4
#: So many bits more than a fraction has are wanted before it is believed.
_SPARE_BITS = 64
#: The number of terms grows by this factor until they suffice.
_GROWTH = 1.5
#: Where the answer is checked: a prime of about so many bits.
_CHECK_BITS = 61
#: So many primes in a row that do not fit each other are no accident.
_MOST_UNLUCKY = 5

#: Numerator and denominator of each unknown.
Coefficients = list[tuple[list[int], list[int]]]
Images = list[tuple[Polynomial, Polynomial]]


class _UnluckyError(Exception):
    """A prime or a point at which the solution looks simpler than it is."""


def solve_symbolic(system: System, row: int) -> list[list[FracElement]]:
    """Exact solution of one row of a system with polynomials as entries.

    Parameters
    ----------
    system : System
        The equations; factor, weights and constants are whole numbers or polynomials with
        whole coefficients, all of one ring of sympy.
    row : int
        The row that is asked for.

    Returns
    -------
    list
        ``[column][seat]`` as reduced fractions of the ring's field.

    Raises
    ------
    ArithmeticError
        If the solution does not satisfy the equations.

    Examples
    --------
    >>> from sympy import ZZ, ring
    >>> R, p = ring("p", ZZ)
    >>> system = System(1, R(2), [{0: p}], [range(1)], [[[p**2]]])  # 2 y = p y + p²
    >>> solve_symbolic(system, 0)
    [[-p**2/(p - 2)]]
    """
    factor: Any = system.factor
    ring: PolyRing = factor.ring
    solver = _Solver(system, row, ring.ngens)
    integers = [(_polynomial(n, ring), _polynomial(d, ring)) for n, d in _lift_primes(solver)]
    answer = [_reduced(n, d, ring) for n, d in integers]
    _check(answer, system, row, ring.ngens)
    columns = [answer[c : c + system.seats] for c in range(0, len(answer), system.seats)]
    for column, total in zip(columns, system.totals or (), strict=bool(system.totals)):
        if _sum(column) != total:
            raise ArithmeticError("the symbolic solution has a wrong sum.")
    return columns


def work(rows: int, degree: int, symbols: int, characters: int, answers: int) -> int:
    """How long a solution takes, for judging a system before it starts.

    Parameters
    ----------
    rows : int
        How many equations there are.
    degree : int
        The degree of the determinant, which the answer's degree mostly comes near.
    symbols : int
        How many symbols there are.
    characters : int
        How many powers of the root of unity have to be solved for.
    answers : int
        How many rational functions are asked for.

    Returns
    -------
    int
        About as many microseconds as a laptop takes with python-flint. How many primes are
        needed is known from experience only, about one for each eight degrees.
    """
    lines = math.comb(degree + symbols - 1, symbols - 1)
    primes = 2 + degree // 8
    series = 2 * degree * characters * (15 + rows**2 // 200)
    interpolation = 3 * answers * degree * symbols
    return lines * primes * (series + interpolation) + 300 * answers * math.comb(
        degree + symbols, symbols
    )


# From primes to whole numbers


class _Images(NamedTuple):
    """One number for every coefficient, modulo the product of some primes."""

    values: list[int]
    modulus: int


def _lift_primes(solver: _Solver) -> list[tuple[dict[Any, int], dict[Any, int]]]:
    """Numerators and denominators in whole numbers, from as many primes as it takes."""
    engine = _engine()
    prime = 2**engine.BITS
    gathered: _Images | None = None
    unlucky = 0
    while True:
        prime = prime_for(solver.seats, prime)
        try:
            images = solver.images(prime, engine)
            values = _normalised(images, solver, prime)
        except (_UnluckyError, ZeroDivisionError):
            unlucky += 1
            if unlucky > _MOST_UNLUCKY:
                raise ArithmeticError("the equations have no solution in the symbols.") from None
            solver.forget()
            gathered = None
            continue
        gathered = _joined(gathered, values, prime)
        whole = _whole(gathered, solver)
        if whole is not None:
            return whole
        if gathered.modulus.bit_length() > solver.most_bits + engine.BITS:
            raise ArithmeticError("the primes gave no coefficients of possible size.")


def _normalised(images: Images, solver: _Solver, prime: int) -> list[int]:
    """All coefficients in a fixed order, the leading one of each denominator 1."""
    if solver.leading is None:
        solver.leading = [max(denominator) for _, denominator in images]
    values = []
    for (numerator, denominator), leading, (n, d) in zip(
        images, solver.leading, solver.degrees, strict=True
    ):
        if not denominator.get(leading):
            raise _UnluckyError
        scale = pow(denominator[leading], -1, prime)
        for polynomial, degree in ((numerator, n), (denominator, d)):
            values += [
                polynomial.get(exponents, 0) * scale % prime
                for exponents in corner(solver.symbols, degree)
            ]
    return values


def _joined(gathered: _Images | None, values: list[int], prime: int) -> _Images:
    """The Chinese remainder theorem, for all numbers at once."""
    if gathered is None:
        return _Images(values, prime)
    modulus = gathered.modulus
    inverse = pow(modulus, -1, prime)
    joined = [
        old + modulus * ((new - old) * inverse % prime)
        for old, new in zip(gathered.values, values, strict=True)
    ]
    return _Images(joined, modulus * prime)


def _whole(
    gathered: _Images, solver: _Solver
) -> list[tuple[dict[Any, int], dict[Any, int]]] | None:
    """All polynomials with whole coefficients, or None if the primes do not yet suffice."""
    values, modulus = gathered
    found = []
    first = 0
    for n, d in solver.degrees:
        monomials = [list(corner(solver.symbols, degree)) for degree in (n, d)]
        size = len(monomials[0]) + len(monomials[1])
        fractions = _fractions(values[first : first + size], modulus)
        if fractions is None:
            return None
        first += size
        common = math.lcm(*(f.denominator for f in fractions))
        numbers = [f.numerator * (common // f.denominator) for f in fractions]
        split = len(monomials[0])
        found.append(
            (
                dict(zip(monomials[0], numbers[:split], strict=True)),
                dict(zip(monomials[1], numbers[split:], strict=True)),
            )
        )
    return found


def _fractions(values: list[int], modulus: int) -> list[Fraction] | None:
    denominator = 1
    fractions = []
    for value in values:
        # What one polynomial shares as its denominator is found once.
        fraction = short_fraction(value * denominator % modulus, modulus)
        if fraction is None:
            return None
        denominator *= fraction.denominator
        fractions.append(Fraction(fraction.numerator, denominator))
    return fractions


def _polynomial(coefficients: Mapping[Any, int], ring: PolyRing) -> PolyElement:
    domain = ring.domain
    return ring.from_dict({e: domain(v) for e, v in coefficients.items() if v})


def _reduced(numerator: PolyElement, denominator: PolyElement, ring: PolyRing) -> FracElement:
    """The fraction without common whole factors."""
    content = ring.domain.gcd(numerator.content(), denominator.content())
    return ring.to_field().raw_new(numerator.quo_ground(content), denominator.quo_ground(content))


def _sum(fractions: Sequence[FracElement]) -> FracElement:
    denominators = {f.denom for f in fractions}
    if len(denominators) == 1:  # as it mostly is; spares the common divisors
        return sum(f.numer for f in fractions) / fractions[0].field(denominators.pop())
    return sum(fractions[1:], start=fractions[0])


# One prime


def _engine() -> ModuleType:
    try:
        from lcr_teach.markov import series_flint
    except ImportError:
        return series_plain
    return series_flint


class _Solver:
    """The solution of a system modulo primes, one after another.

    What the first prime shows of the solution's form is asked of the others too.

    Attributes
    ----------
    degrees : list of tuple of two int
        Of each unknown the degrees of numerator and denominator.
    leading : list, optional
        Of each unknown the monomial at which the denominator is made 1.
    most_bits : int
        More bits than a numerator and a denominator among the coefficients can have.
    """

    def __init__(self, system: System, row: int, symbols: int) -> None:
        self.seats, self.symbols = system.seats, symbols
        self._system, self._row = system, row
        self.forget()
        # The determinant of all equations bounds degrees and coefficients, those of its
        # factors too (K. Mahler's and M. Mignotte's bound: 2 to the degree as a factor).
        size = len(system.rows) * system.seats * (system.columns if system.follow else 1)
        multiples = sum(abs(multiple) for _, multiple in system.follow.values())
        entries = [system.factor, *(w for row in system.rows for w in row.values())]
        constants = [c for row in system.constants for seats in row for c in seats]
        self._most_degree = (size + 1) * max(map(_degree, entries + constants))
        largest = max(map(_size, constants)) + (1 + multiples) * _size(system.factor)
        largest += max(sum(map(_size, row.values())) for row in system.rows)
        bits = (size + 1) * largest.bit_length() + symbols * self._most_degree
        self.most_bits = 2 * bits + _SPARE_BITS

    def forget(self) -> None:
        """Find out the form of the solution anew."""
        self.degrees: list[tuple[int, int]] = []
        self.leading: list[tuple[int, ...]] | None = None
        self._terms = 16

    def images(self, prime: int, engine: ModuleType) -> Images:
        """Numerators and denominators modulo a prime."""
        random_numbers = random.Random(prime)
        point = [random_numbers.randrange(prime) for _ in range(self.symbols)]
        if not self.degrees:
            trial = [1, *(random_numbers.randrange(prime) for _ in range(self.symbols - 1))]
            self._explore(point, trial, prime, engine)
        most = max(max(pair) for pair in self.degrees)
        nodes = [
            [random_numbers.randrange(prime) for _ in range(most + 1)]
            for _ in range(self.symbols - 1)
        ]
        lines: dict[tuple[int, ...], Coefficients] = {}
        for place in corner(self.symbols - 1, most):
            direction = [1, *(line[k] for line, k in zip(nodes, place, strict=True))]
            found = self._along(point, direction, prime, engine)
            if found is None or [(len(n) - 1, len(d) - 1) for n, d in found] != self.degrees:
                raise _UnluckyError
            lines[place] = found
        return [
            (
                self._from_lines((unknown, 0), n, lines, nodes, point, prime),
                self._from_lines((unknown, 1), d, lines, nodes, point, prime),
            )
            for unknown, (n, d) in enumerate(self.degrees)
        ]

    def _explore(
        self, point: list[int], direction: list[int], prime: int, engine: ModuleType
    ) -> None:
        """Find the degrees, with more and more terms along one line."""
        while (found := self._along(point, direction, prime, engine)) is None:
            if self._terms > 2 * self._most_degree + _SPARE_TERMS:
                raise ArithmeticError("the series give no fraction of possible degree.")
            self._terms = math.ceil(self._terms * _GROWTH)
        self.degrees = [(len(n) - 1, len(d) - 1) for n, d in found]
        self._terms = 2 * max(max(pair) for pair in self.degrees) + _SPARE_TERMS

    def _from_lines(
        self,
        part: tuple[int, int],
        degree: int,
        lines: Mapping[tuple[int, ...], Coefficients],
        nodes: list[list[int]],
        point: list[int],
        prime: int,
    ) -> Polynomial:
        """One numerator or denominator: `part` is the unknown and 0 or 1."""
        unknown, half = part
        found: Polynomial = {}
        for power in range(degree + 1):
            values = {
                place: lines[place][unknown][half][power] for place in corner(len(nodes), power)
            }
            for exponents, value in interpolate(values, nodes, power, prime).items():
                found[(power - sum(exponents), *exponents)] = value
        return shifted(found, point, prime)

    def _along(
        self, point: list[int], direction: list[int], prime: int, engine: ModuleType
    ) -> Coefficients | None:
        """All unknowns as reduced fractions in t at ``point + t · direction``."""
        system, seats = self._system, self._system.seats
        root = root_of_unity(seats, prime)
        line = _Line(point, direction, prime)
        spectra = {
            j: self._character(j, pow(root, j, prime), line, engine) for j in system.characters
        }
        scale = pow(seats, -1, prime)
        answer = []
        for column in range(system.columns):
            for k in range(seats):
                series = [0] * self._terms
                if system.totals is not None:
                    series[0] = system.totals[column]
                for j, spectrum in spectra.items():
                    back = pow(root, -j * k, prime)
                    series = [s + back * v for s, v in zip(series, spectrum[column], strict=True)]
                fraction = engine.as_fraction([s * scale % prime for s in series], prime)
                if fraction is None or sum(map(len, fraction)) + _SPARE_TERMS - 2 > self._terms:
                    return None
                answer.append(fraction)
        return answer

    def _character(self, j: int, twist: int, line: _Line, engine: ModuleType) -> list[list[int]]:
        """The series of each column for one character of the circle of seats."""
        system, prime = self._system, line.prime
        powers = [pow(twist, k, prime) for k in range(system.seats)]
        size = len(system.rows)
        # A column that follows another makes one larger system of the two.
        copies = system.columns if system.follow else 1
        columns = 1 if system.follow else system.columns
        matrices = _Grown(lambda: [{} for _ in range(size * copies)])
        sides = _Grown(lambda: [[0] * columns for _ in range(size * copies)])
        for copy in range(copies):
            first = copy * size
            for i, row in enumerate(system.rows):
                for d, v in enumerate(line(system.factor)):
                    at = matrices[d][first + i]
                    at[first + i] = at.get(first + i, 0) + v
                    if copy in system.follow:
                        earlier, multiple = system.follow[copy]
                        at[earlier * size + i] = -multiple * v % prime
                for k, weight in row.items():
                    for d, v in enumerate(line(weight)):
                        at = matrices[d][first + i]
                        at[first + k] = (at.get(first + k, 0) - v * twist) % prime
                for column in range(columns):
                    for seat, constant in enumerate(system.constants[i][copy + column]):
                        for d, v in enumerate(line(constant)):
                            at_side = sides[d][first + i]
                            at_side[column] = (at_side[column] + v * powers[seat]) % prime
        levels = [
            range(c * size + level.start, c * size + level.stop)
            for c in range(copies)
            for level in system.levels
        ]
        wanted = [c * size + self._row for c in range(copies)]
        solved = engine.expand(matrices, sides, levels, wanted, self._terms, prime)
        return [series for unknown in solved for series in unknown]


class _Grown(list[Any]):
    """A list that grows by fresh elements when a place beyond its end is asked for."""

    def __init__(self, fresh: Callable[[], Any]) -> None:
        super().__init__([fresh()])
        self._fresh = fresh

    def __getitem__(self, place: Any) -> Any:
        while not isinstance(place, slice) and place >= len(self):
            self.append(self._fresh())
        return super().__getitem__(place)


class _Line:
    """Polynomials along a line ``point + t · direction``, modulo a prime."""

    def __init__(self, point: Sequence[int], direction: Sequence[int], prime: int) -> None:
        self.prime = prime
        self._linear = list(zip(point, direction, strict=True))
        self._powers: list[list[list[int]]] = [[[1]] for _ in self._linear]
        self._known: dict[PolyElement, list[int]] = {}

    def __call__(self, value: int | PolyElement) -> list[int]:
        """Coefficients in t, the lowest first."""
        if not isinstance(value, PolyElement):
            return [value % self.prime]
        if value not in self._known:
            self._known[value] = self._expanded(value)
        return self._known[value]

    def _expanded(self, polynomial: PolyElement) -> list[int]:
        total: list[int] = [0]
        for exponents, coefficient in polynomial.terms():
            term = [int(coefficient) % self.prime]
            for axis, e in enumerate(exponents):
                term = _times(term, self._power(axis, e), self.prime)
            total += [0] * (len(term) - len(total))
            for d, v in enumerate(term):
                total[d] = (total[d] + v) % self.prime
        return total

    def _power(self, axis: int, exponent: int) -> list[int]:
        powers = self._powers[axis]
        while len(powers) <= exponent:
            powers.append(_times(powers[-1], list(self._linear[axis]), self.prime))
        return powers[exponent]


def _degree(entry: int | PolyElement) -> int:
    if not isinstance(entry, PolyElement):
        return 0
    return max((int(sum(exponents)) for exponents in entry.monoms()), default=0)


def _size(entry: int | PolyElement) -> int:
    """The sum of the coefficients without their signs; that of a product is not larger."""
    if not isinstance(entry, PolyElement):
        return abs(int(entry))
    return sum(abs(int(c)) for c in entry.coeffs())


def _times(one: list[int], other: list[int], prime: int) -> list[int]:
    product = [0] * (len(one) + len(other) - 1)
    for i, x in enumerate(one):
        for j, y in enumerate(other, i):
            product[j] = (product[j] + x * y) % prime
    return product


# The answer against the equations


def _check(answer: list[FracElement], system: System, row: int, symbols: int) -> None:
    """Compare with the solution at one point modulo a prime that was never used."""
    prime = prime_for(system.seats, 2**_CHECK_BITS)
    random_numbers = random.Random(symbols)
    point = [random_numbers.randrange(prime) for _ in range(symbols)]
    at_point = _Line(point, [0] * symbols, prime)

    def value(entry: int | PolyElement) -> int:
        return at_point(entry)[0]

    numbers = System(
        system.seats,
        value(system.factor),
        [{j: value(w) for j, w in weights.items()} for weights in system.rows],
        system.levels,
        [[[value(c) for c in seats] for seats in columns] for columns in system.constants],
        system.follow,
    )
    expected = PlainLifter(numbers).modulo(prime, [row])
    for fraction, v in zip(answer, expected, strict=True):
        if (value(fraction.numer) - value(fraction.denom) * v) % prime:
            raise ArithmeticError("the symbolic solution does not satisfy the equations.")
