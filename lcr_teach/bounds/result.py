"""What is proved about a table, from what stepping has counted.

Everything here is exact: whole numbers of a tiny unit, and fractions. Floats come in from
stepping with a bound on what rounding did to them, and pairs of floats go out, rounded
outward.

**Rounding.** Let u = 2^-53. A float operation on numbers a and b gives (a ∘ b)(1 + e) with
the size of e at most u, and 1 + u and its inverse lie between 1 - u and 1 / (1 - u). Masses and
probabilities are not negative, so nothing cancels: if two masses x̂ are each within the factors
(1 - u)^k and (1 - u)^-k of the exact x, their sum, rounded, is within those with k + 1 of the
exact sum, and a product with a rounded probability within those with k + 2. A mass after one
turn is a sum of at most m products, so k grows by at most m + 1 each turn, in whatever order
the sum is formed, and a mass collected after t turns and summed over j others has
k = t (m + 1) + j. This is N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, second
edition, SIAM 2002, lemma 3.1 and section 3.1, for numbers of one sign. From
(1 - u)^k ≥ 1 - k u and, where k u ≤ 1/2, (1 - u)^-k ≤ 1 / (1 - k u) ≤ 1 + k u + 2 (k u)²,

    x̂ (1 - k u)  ≤  x  ≤  x̂ (1 + k u + 2 (k u)²).

**Underflow.** Where a product or a sum is too small for a normal float, it may be wrong by up
to 2^-1022 besides, even where the processor puts 0 in its place. Such an error is a mass,
positive or negative, that goes on as any other, so all of them together are wrong by no more
than H = 16 · turns · products · 2^-1022: for each product at most eight such errors (its own,
those of its sum and of the sums of the record), times a factor less than 2 for later rounding.
Where a mass counts with a factor, such as its turns, H counts with the largest.

**What is lost.** The games that were given up after t turns, with the mass y, are part of
the law: each may still be won by any seat, ends after t + 1 turns at the earliest, and the
turns that are left have the mean and mean square of :mod:`lcr_teach.bounds.tail` at most.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from lcr_teach.bounds.enclosure import Enclosure, EnclosureLaw, Enclosures, table
from lcr_teach.exact import exact, exact_integer
from lcr_teach.rules import Rules

if TYPE_CHECKING:
    from lcr_teach.bounds.stepping import Record

__all__ = ["Bounds"]

#: Masses are counted in units of 2**-_BITS: fine enough for any float times (k u)².
_BITS = 1200
_ONE = 1 << _BITS


class _Mass(NamedTuple):
    """Bounds on an exact mass, in units."""

    lower: int
    upper: int


def _mass(computed: float, roundings: int) -> _Mass:
    """Bounds on the exact mass behind a float that was rounded so many times."""
    numerator, denominator = computed.as_integer_ratio()
    units = (numerator << (_BITS - 106)) // denominator  # the denominator divides it
    k = roundings << 53
    return _Mass(units * ((1 << 106) - k), units * ((1 << 106) + k + 2 * roundings**2))


def _total(masses: Iterable[_Mass]) -> _Mass:
    lower = upper = 0
    for mass in masses:
        lower += mass.lower
        upper += mass.upper
    return _Mass(lower, upper)


@dataclass(frozen=True, eq=False, repr=False)
class Bounds:
    """Proved bounds on the numbers of one table; made by :func:`bounds`.

    Each number is an :class:`Enclosure`, a pair ``(lower, upper)`` of floats with the exact
    number in between. They show the decimals that are proved.

    Attributes
    ----------
    rules : Rules
        The table.
    tolerance : float
        The width that no enclosure of :attr:`win` exceeds.
    """

    rules: Rules
    tolerance: float
    _record: Record

    @property
    def steps(self) -> int:
        """How many turns were stepped through."""
        return len(self._record.by_seat) - 1

    @property
    def undecided(self) -> float:
        """Probability, at most, of the games that were given up undecided."""
        return Enclosure.outward(Fraction(0), Fraction(self._lost.upper, _ONE)).upper

    @cached_property
    def win(self) -> Enclosures:
        """The probability that each seat wins."""
        seats, _ = self._passed
        return Enclosures(
            (self._probability(mass, lost=self._lost.upper) for mass in seats),
            (f"Player {seat + 1}" for seat in range(len(seats))),
            ("winner", "probability"),
        )

    @cached_property
    def turns(self) -> Enclosure:
        """The expected length in turns, missed turns included."""
        return Enclosure.outward(*self._mean)

    @cached_property
    def variance(self) -> Enclosure:
        """The variance of the length in turns, in turns².

        With a whole number c near the mean, E(T - c)² less (ET - c)²: there is little to
        subtract, so little is lost.
        """
        low, high = self._mean
        c = round((low + high) / 2)
        lower = sum(t_law.lower * (t - c) ** 2 for t, t_law in enumerate(self._law))
        upper = sum(t_law.upper * (t - c) ** 2 for t, t_law in enumerate(self._law))
        rest_lower = rest_upper = Fraction(0)
        for turn, chips, mass in self._given_up:
            rest_lower += mass.lower * max(turn + 1 - c, 0) ** 2
            rest_upper += mass.upper * self._mean_square(turn - c, chips)
        wrong = self._underflow * self._mean_square(self.steps + c, self.rules.total_chips)
        off = sorted([(low - c) ** 2, (high - c) ** 2])
        least = Fraction(0) if low <= c <= high else off[0]
        return Enclosure.outward(
            max((lower + rest_lower - wrong) / _ONE - off[1], Fraction(0)),
            (upper + rest_upper + wrong) / _ONE - least,
        )

    @cached_property
    def rolls(self) -> Enclosure:
        """The expected length in rolls: turns in which dice fall."""
        going = _total(
            _mass(mass, self._roundings(turn)) for turn, mass in enumerate(self._record.rolling)
        )
        upper = Fraction(going.upper)
        for _, chips, mass in self._given_up:
            upper += mass.upper * self._record.tail.mean[chips]
        wrong = self._underflow * (self.steps + self._record.tail.mean[-1])
        # Each game that was given up has one more roll at least.
        lower = going.lower + self._lost.lower - wrong
        return Enclosure.outward(max(lower / _ONE, Fraction(0)), (upper + wrong) / _ONE)

    @cached_property
    def centre(self) -> EnclosureLaw:
        """The law of the chips in the centre at the end: ``{chips: enclosure}``."""
        total = self.rules.total_chips
        law = {}
        for centre in range(total):
            chips = total - centre
            ended = _total(
                _mass(row[chips], self._roundings(turn))
                for turn, row in enumerate(self._record.by_chips)
                if chips < len(row)
            )
            # A game that was given up has at least those chips in the centre that it had.
            lost = sum(mass.upper for _, level, mass in self._given_up if level >= chips)
            law[centre] = self._probability(ended, lost)
        return EnclosureLaw(law, "chips in the centre")

    def turns_pmf(self, upto: int | None = None) -> Enclosures:
        """The law of the length in turns.

        Parameters
        ----------
        upto : int, optional
            Largest number of turns; all that were stepped through if not given.

        Returns
        -------
        tuple of Enclosure
            ``P(length = 0), …, P(length = upto)``.
        """
        upto = self._upto(upto)
        nothing = _Mass(0, 0)
        return Enclosures(
            (
                self._probability(
                    self._law[turn] if turn <= self.steps else nothing,
                    lost=self._lost_before(turn).upper,
                )
                for turn in range(upto + 1)
            ),
            range(upto + 1),
            ("turns", "probability"),
        )

    def turns_cdf(self, upto: int | None = None) -> Enclosures:
        """The probability that the game is over within so many turns.

        Parameters
        ----------
        upto : int, optional
            Largest number of turns; all that were stepped through if not given.

        Returns
        -------
        tuple of Enclosure
            ``P(length ≤ 0), …, P(length ≤ upto)``.
        """
        upto = self._upto(upto)
        return Enclosures(
            (
                Enclosure.outward(Fraction(mass.lower, _ONE), Fraction(mass.upper, _ONE))
                for mass in map(self._within, range(upto + 1))
            ),
            range(upto + 1),
            ("turns", "probability of at most so many"),
        )

    def turns_quantile(self, q: Any) -> int:
        """Smallest number of turns within which the game is over with probability q.

        Parameters
        ----------
        q : int, Fraction or sympy.Rational
            From 0 up to but not including 1, exact.

        Returns
        -------
        int
            The quantile, proved.

        Raises
        ------
        TypeError, ValueError
            If `q` is no exact number in that range, or if the bounds leave more than one
            answer; then the sentence says which.
        """
        level = exact(q, "q")
        if not level.is_Rational:
            raise TypeError(f"q must be a fraction, not {level}.")
        if not 0 <= level < 1:
            raise ValueError(f"q must be at least 0 and less than 1, not {level}.")
        least, needed = int(level.p) * _ONE, int(level.q)
        turns = range(self.steps + 1)
        first = next((t for t in turns if self._within(t).upper * needed >= least), None)
        last = next((t for t in turns if self._within(t).lower * needed >= least), None)
        if first is not None and first == last:
            return first
        known = f"at least {self.steps + 1 if first is None else first}"
        if last is not None:
            known = f"from {first} to {last}"
        raise ValueError(
            f"the bounds do not decide the quantile of {level}, it is {known} turns: "
            "ask for a smaller tolerance."
        )

    # Inside

    def _roundings(self, turn: int) -> int:
        return turn * self._record.turn_roundings + self._record.sum_roundings

    @cached_property
    def _underflow(self) -> int:
        """The H of the module's text, in units."""
        return 16 * (self.steps + 1) * self._record.products * (_ONE >> 1022)

    @cached_property
    def _passed(self) -> tuple[list[_Mass], list[_Mass]]:
        """Bounds on the mass that each seat won, and on that which ended after each turn."""
        seats = [_Mass(0, 0)] * self.rules.players
        law = []
        for turn, row in enumerate(self._record.by_seat):
            masses = [_mass(mass, self._roundings(turn)) for mass in row]
            seats = [_total(pair) for pair in zip(seats, masses, strict=True)]
            law.append(_total(masses))
        return seats, law

    @property
    def _law(self) -> list[_Mass]:
        return self._passed[1]

    @cached_property
    def _given_up(self) -> list[tuple[int, int, _Mass]]:
        """Turn, chips in play and mass of the games that were given up."""
        return [
            (lost.turn, lost.chips, _mass(lost.mass, self._roundings(lost.turn)))
            for lost in self._record.lost
        ]

    @cached_property
    def _lost(self) -> _Mass:
        return _total(mass for _, _, mass in self._given_up)

    def _lost_before(self, turn: int) -> _Mass:
        return _total(mass for when, _, mass in self._given_up if when < turn)

    def _probability(self, mass: _Mass, lost: int) -> Enclosure:
        lower = max(mass.lower - self._underflow, 0)
        upper = min(mass.upper + lost + self._underflow, _ONE)
        return Enclosure.outward(Fraction(lower, _ONE), Fraction(upper, _ONE))

    @cached_property
    def _ended(self) -> list[_Mass]:
        """Bounds on the mass that has ended, for each number of turns."""
        lower = accumulate(mass.lower for mass in self._law)
        upper = accumulate(mass.upper for mass in self._law)
        return [_Mass(*pair) for pair in zip(lower, upper, strict=True)]

    def _within(self, turns: int) -> _Mass:
        """Bounds on the mass of the games that are over within so many turns."""
        ended = self._ended[min(turns, self.steps)]
        later = _total(mass for when, _, mass in self._given_up if when >= turns).lower
        later += self._ended[-1].lower - ended.lower
        upper = ended.upper + self._lost_before(turns).upper
        return _Mass(
            max(ended.lower - self._underflow, 0),
            # What surely ends later does not end within these turns.
            min(min(upper, _ONE - later) + self._underflow, _ONE),
        )

    @cached_property
    def _mean(self) -> tuple[Fraction, Fraction]:
        """Bounds on the expected length in turns."""
        lower = Fraction(sum(mass.lower * turn for turn, mass in enumerate(self._law)))
        upper = Fraction(sum(mass.upper * turn for turn, mass in enumerate(self._law)))
        for turn, chips, mass in self._given_up:
            lower += mass.lower * (turn + 1)
            upper += mass.upper * (turn + self._record.tail.mean[chips])
        wrong = self._underflow * (self.steps + self._record.tail.mean[-1])
        return max((lower - wrong) / _ONE, Fraction(0)), (upper + wrong) / _ONE

    def _mean_square(self, turns: int, chips: int) -> Fraction:
        """Upper bound on the mean square of some turns and all that are left after them."""
        tail = self._record.tail
        return turns**2 + 2 * max(turns, 0) * tail.mean[chips] + tail.square[chips]

    def _upto(self, upto: int | None) -> int:
        return self.steps if upto is None else exact_integer(upto, "upto", least=0)

    def __repr__(self) -> str:
        width = max(len(name) for name, _ in self._shown())
        return "\n".join(
            [self._title(), *(f"{name:{width}}  {pair}" for name, pair in self._shown())]
        )

    def _repr_html_(self) -> str:
        return (
            "<div style='font-size: 1.25em'>"
            + table(("", "proved"), self._shown(), len(self._shown()), self._title())
            + f"<p>{escape(self._note())}</p></div>"
        )

    def _shown(self) -> list[tuple[str, Enclosure]]:
        seats = [(f"Player {seat + 1} wins", pair) for seat, pair in enumerate(self.win)]
        return [
            *seats,
            ("mean length in turns", self.turns),
            ("variance of the turns", self.variance),
            ("mean length in rolls", self.rolls),
        ]

    def _title(self) -> str:
        return f"{self.rules}, proved to a width of {self.tolerance:g}"

    def _note(self) -> str:
        return (
            f"Every digit shown is proved; after {self.steps:,} turns at most "
            f"{self.undecided:.1e} of the games are undecided."
        )
