"""What the rolls of a die weigh: whole numbers, or polynomials for a die with symbols.

With symbols, the polynomials are not in the symbols themselves but in some of the die's
own probabilities, the coordinates: p and b = 1 − 3 p for a die with L, C and R at p. An
answer is then a fraction of two sums of terms cᵢ pⁱ bʲ with i + j the same in all terms. Such
sums keep their digits when a float is put in, because nothing in them cancels, while the
same polynomial in powers of p alone loses all its digits at degrees that even a small
table has.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, TypeAlias

import sympy
from sympy.polys.rings import PolyElement, PolyRing

from lcr_teach.die import Die, Roll
from lcr_teach.markov.reading import field_of

__all__ = ["Answer", "Weight", "Weights", "degree_of", "has_weights"]

#: A whole number, or a polynomial of sympy with whole coefficients.
Weight: TypeAlias = Any
#: What comes of weights: a fraction, or an element of a field of rational functions.
Answer: TypeAlias = Any

#: Up to this degree the usual form in powers of the symbols is short and harmless.
_SHORT = 4
#: Floats reach to about 10³⁰⁸, and whole coefficients must stay well below that.
_LARGEST = 10**250


def has_weights(die: Die) -> bool:
    """Whether a die's probabilities are fractions, or rational functions of symbols.

    The others, such as √2 / 8, are numbers of another kind.
    """
    numbers = _probabilities(die)
    if all(p.is_Rational for p in numbers):
        return True
    field = field_of(numbers)
    # Symbols that depend on each other, such as sin x and cos x, need not sum to 1 here.
    return bool(
        field.is_FractionField
        and (field.domain.is_ZZ or field.domain.is_QQ)
        and sum(map(field.from_sympy, numbers), start=field.zero) == field.one
    )


def degree_of(die: Die) -> int:
    """The degree of the weights of one die; 0 without symbols."""
    weights = Weights(die, 1)
    if isinstance(weights.factor, int):
        return 0
    return max(_degree(w) for w in (weights.factor, *(w for _, w in weights.law[1])))


class Weights:
    """The rolls of up to so many dice in weights over one common factor.

    Parameters
    ----------
    die : Die
        The die; :func:`has_weights` must say yes.
    most : int
        Most dice of a turn.

    Attributes
    ----------
    factor : Weight
        The common denominator.
    law : dict
        ``{dice: [(roll, weight), …]}``; a weight over the factor is the probability.

    Examples
    --------
    >>> weights = Weights(Die.standard(), 1)
    >>> weights.factor, [weight for _, weight in weights.law[1]]
    (6, [1, 1, 1, 3])
    >>> p = sympy.Symbol("p")
    >>> weights = Weights(Die(p, p, p, 1 - 3 * p), 1)
    >>> weights.expression(weights.law[1][3][1] / weights.factor)
    1 - 3*p
    """

    factor: Weight
    law: dict[int, list[tuple[Roll, Weight]]]

    def __init__(self, die: Die, most: int) -> None:
        numbers = _probabilities(die)
        self._coordinates: tuple[sympy.Expr, ...] = ()
        self._unit: PolyElement | None = None
        if all(p.is_Rational for p in numbers):
            laws = {
                dice: [(roll, Fraction(int(p.p), int(p.q))) for roll, p in die.law(dice).items()]
                for dice in range(most + 1)
            }
            factor = math.lcm(*(p.denominator for law in laws.values() for _, p in law))
            self.law = {d: [(roll, int(p * factor)) for roll, p in laws[d]] for d in laws}
            self.factor = factor
            return
        denominator, faces = self._simplex(numbers) or self._fractions(numbers)
        self.factor = denominator**most
        self.law = {dice: [] for dice in range(most + 1)}
        for dice, law in self.law.items():
            for roll in die.law(dice):
                orders = math.factorial(dice) // math.prod(map(math.factorial, roll))
                weight = orders * denominator ** (most - dice)
                for face, count in zip(faces, roll, strict=True):
                    if count:
                        weight *= face**count
                law.append((roll, weight))

    def _simplex(
        self, numbers: Sequence[sympy.Expr]
    ) -> tuple[PolyElement, list[PolyElement]] | None:
        """Coordinates of which every probability is a sum with positive weights.

        With s symbols they are s + 1 probabilities, and they have such a sum that is 1. The
        last of them is not a variable but 1 less the others.
        """
        symbols = sorted(set().union(*(p.free_symbols for p in numbers)), key=str)
        polynomials = [sympy.Poly(p, *symbols) for p in numbers if p.is_polynomial(*symbols)]
        if len(polynomials) < len(numbers) or any(p.total_degree() > 1 for p in polynomials):
            return None
        origin = [tuple(int(i == k) for i in range(len(symbols))) for k in range(len(symbols))]
        origin.append((0,) * len(symbols))
        rows = [[p.coeff_monomial(m) for m in origin] for p in polynomials]
        one = [0] * len(symbols) + [1]
        for chosen in combinations(range(len(numbers)), len(symbols) + 1):
            basis = sympy.Matrix([rows[k] for k in chosen]).T
            if basis.det() == 0:
                continue
            parts = [list(basis.LUsolve(sympy.Matrix(row))) for row in (one, *rows)]
            if all(x > 0 for x in parts[0]) and all(x >= 0 for part in parts for x in part):
                return self._in_coordinates([numbers[k] for k in chosen], parts)
        return None

    def _in_coordinates(
        self, coordinates: list[sympy.Expr], parts: list[list[sympy.Rational]]
    ) -> tuple[PolyElement, list[PolyElement]]:
        self._coordinates = tuple(coordinates)
        names = sympy.symbols(f"x:{len(coordinates)}", cls=sympy.Dummy)
        whole = PolyRing(names, sympy.ZZ, sympy.lex)
        ring = PolyRing(names[:-1], sympy.ZZ, sympy.lex)
        common = math.lcm(*(int(x.q) for x in parts[0]))
        self._unit = sum(int(x * common) * g for x, g in zip(parts[0], whole.gens, strict=True))
        self._scale = common
        # The last coordinate in the others: what is missing to 1.
        last = parts[0][-1]
        scale = math.lcm(*(int((x / last).q) for part in parts for x in part), int(last.q))
        scale *= math.lcm(*(int(x.q) for part in parts for x in part))
        faces = []
        for part in parts[1:]:
            ratio = part[-1] / last
            face = ring(int(ratio * scale))
            for x, of_one, g in zip(part, parts[0], ring.gens, strict=False):
                face += int((x - ratio * of_one) * scale) * g
            faces.append(face)
        divisor = math.gcd(scale, *(int(f.content()) for f in faces))
        return ring(scale // divisor), [f.quo_ground(ring.domain(divisor)) for f in faces]

    def _fractions(self, numbers: Sequence[sympy.Expr]) -> tuple[PolyElement, list[PolyElement]]:
        """The symbols themselves as variables, for any other rational functions."""
        field = field_of(numbers)
        ring = sympy.ZZ[field.symbols].ring
        elements = [field.from_sympy(p) for p in numbers]
        common = field.field.ring.one
        for p in elements:
            common = common.lcm(p.denom)
        over = [common, *(p.numer * common.quo(p.denom) for p in elements)]
        # A field over fractions may leave some in the coefficients.
        whole = math.lcm(
            *(int(sympy.QQ.denom(c)) for p in over for c in map(sympy.QQ.convert, p.coeffs()))
        )
        denominator, *faces = (
            ring.from_dict({e: ring.domain.convert(c * whole) for e, c in p.terms()}) for p in over
        )
        return denominator, faces

    def expression(self, answer: Answer) -> sympy.Expr:
        """An answer as the user reads it, in fractions or in the symbols of the die."""
        if isinstance(answer, (int, Fraction)):
            return sympy.Rational(answer.numerator, answer.denominator)
        if isinstance(answer, PolyElement):
            answer = answer.ring.to_field()(answer)
        if self._unit is None or not answer:
            return answer.as_expr()
        halves = [self._homogeneous(p) for p in (answer.numer, answer.denom)]
        # Multiplied by the scale in each degree that was added; that is taken back here.
        factors = [sympy.Integer(self._scale) ** _degree(p) for p in halves]
        ratio = sympy.Rational(
            int(halves[0].content()) * factors[1], int(halves[1].content()) * factors[0]
        )
        numerator, denominator = (p.primitive()[1] for p in halves)
        if denominator.LC < 0:
            numerator, denominator = -numerator, -denominator
        if _degree(numerator) <= _SHORT and _degree(denominator) <= _SHORT:
            return sympy.cancel(ratio * self._terms(numerator) / self._terms(denominator))
        numerator, denominator = numerator * int(ratio.p), denominator * int(ratio.q)
        largest = max(abs(int(c)) for p in (numerator, denominator) for c in p.coeffs())
        over = 1
        while largest > _LARGEST * over:  # then floats need the coefficients as fractions
            over *= _LARGEST
        return self._terms(numerator, over) / self._terms(denominator, over)

    def _homogeneous(self, polynomial: PolyElement) -> PolyElement:
        """All terms brought to one degree, by powers of the unit, from the lowest upward."""
        unit = self._unit
        assert unit is not None
        by_degree: dict[int, dict[tuple[int, ...], Any]] = {}
        for exponents, c in polynomial.terms():
            by_degree.setdefault(sum(exponents), {})[(*exponents, 0)] = c
        total = unit.ring.zero
        for degree in range(max(by_degree, default=0) + 1):
            part = unit.ring.from_dict(by_degree.get(degree, {}))
            total = total * unit + part * self._scale**degree
        return total

    def _terms(self, polynomial: PolyElement, over: int = 1) -> sympy.Expr:
        """The sum in sympy, put together by the powers of the last coordinate.

        That coordinate is mostly a sum itself, and sympy is slow with many powers of sums.
        """
        *first, last = self._coordinates
        groups: dict[int, list[sympy.Expr]] = {}
        for (*exponents, e), c in polynomial.terms():
            powers = (x**k for x, k in zip(first, exponents, strict=True) if k)
            groups.setdefault(e, []).append(sympy.Mul(sympy.Rational(int(c), over), *powers))
        return sympy.Add(*(sympy.Add(*terms) * last**e for e, terms in groups.items()))


def _degree(polynomial: PolyElement) -> int:
    return max((sum(exponents) for exponents in polynomial.monoms()), default=0)


def _probabilities(die: Die) -> tuple[sympy.Expr, ...]:
    return die.left, die.centre, die.right, die.blank
