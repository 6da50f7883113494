"""Dice: the faces, what several of them do together, and with which probabilities."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

import sympy

from lcr_teach.exact import Exact, exact, exact_integer

__all__ = ["Die", "Face", "Roll"]


class Face(Enum):
    """One face of a die: what it does with one chip of the player who rolls it.

    Examples
    --------
    >>> Face("L"), Face.parse("c")
    (<Face.LEFT: 'L'>, <Face.CENTRE: 'C'>)
    """

    LEFT = "L"
    CENTRE = "C"
    RIGHT = "R"
    BLANK = "."

    @classmethod
    def parse(cls, letter: str | Face) -> Face:
        """Read a face from its letter: ``L``, ``C``, ``R`` or ``.`` for a blank.

        Parameters
        ----------
        letter : str or Face
            The letter, large or small; a face is given back as it is.

        Returns
        -------
        Face
            The face that the letter stands for.

        Raises
        ------
        ValueError
            If the letter is none of these.
        """
        try:
            return cls(letter.upper() if isinstance(letter, str) else letter)
        except ValueError:
            raise ValueError(f"a face must be L, C, R or . (blank), not {letter!r}.") from None


class Roll(NamedTuple):
    """What all dice of one turn do together, counted in chips.

    Dice that fall together cannot be told apart by what they do, so a roll is four
    counts: chips to the left, into the centre, to the right, and kept (blank).

    Examples
    --------
    >>> Roll.of([Face.LEFT, Face.BLANK, Face.LEFT])
    Roll(left=2, centre=0, right=0, blank=1)
    """

    left: int = 0
    centre: int = 0
    right: int = 0
    blank: int = 0

    @classmethod
    def of(cls, faces: Iterable[Face]) -> Roll:
        """Count the faces of the dice that fell.

        Parameters
        ----------
        faces : iterable of Face
            One face a die, in any order.

        Returns
        -------
        Roll
            How many dice show each face.
        """
        shown = list(faces)
        return cls(*(shown.count(face) for face in Face))

    @property
    def dice(self) -> int:
        """How many dice fell."""
        return sum(self)

    @property
    def given(self) -> int:
        """How many chips leave the player who rolls."""
        return self.left + self.centre + self.right


class Die:
    """A die, known by the probabilities of its four kinds of face.

    Parameters
    ----------
    left, centre, right, blank : int, Fraction or sympy.Expr
        Probabilities, exact, with sum 1. Expressions with symbols are allowed: they
        stand for numbers that make each probability positive.

    Raises
    ------
    TypeError
        If a probability is a float or no number.
    ValueError
        If a probability is negative or the sum is not 1.

    Examples
    --------
    >>> Die.standard()
    Die(left=1/6, centre=1/6, right=1/6, blank=1/2)
    >>> p = sympy.Symbol("p", positive=True)
    >>> Die(left=p, centre=p, right=p, blank=1 - 3 * p).free_symbols
    {p}
    >>> Die(0, 0, 0, 0)
    Traceback (most recent call last):
        ...
    ValueError: the probabilities of a die must sum to 1, but left=0, centre=0, right=0, \
blank=0 sum to 0.
    """

    __slots__ = ("_faces", "_laws", "_probabilities")

    def __init__(self, left: Exact, centre: Exact, right: Exact, blank: Exact) -> None:
        given = {"left": left, "centre": centre, "right": right, "blank": blank}
        probabilities = tuple(exact(value, name) for name, value in given.items())
        for name, probability in zip(given, probabilities, strict=True):
            if probability.is_negative or probability.is_real is False:
                raise ValueError(f"the probability {name} must not be negative: {probability}.")
        total = sympy.simplify(sum(probabilities))
        if total != 1:
            shown = ", ".join(f"{n}={p}" for n, p in zip(given, probabilities, strict=True))
            raise ValueError(
                f"the probabilities of a die must sum to 1, but {shown} sum to {total}."
            )
        self._probabilities: tuple[sympy.Expr, ...] = probabilities
        self._faces: tuple[Face, ...] | None = None
        self._laws: dict[int, dict[Roll, sympy.Expr]] = {}

    @classmethod
    def standard(cls) -> Die:
        """The die of the game: faces L, C, R and three blanks.

        Returns
        -------
        Die
            L, C and R with probability 1/6 each, a blank with 1/2.
        """
        return cls.from_faces("LCR...")

    @classmethod
    def from_faces(cls, faces: str | Sequence[Face | str]) -> Die:
        """A die whose faces are all equally likely.

        Parameters
        ----------
        faces : str or sequence of Face
            One letter a face: ``L``, ``C``, ``R`` or ``.`` for a blank.

        Returns
        -------
        Die
            One that remembers its faces in this order.

        Raises
        ------
        ValueError
            If there is no face, or one that is not known.

        Examples
        --------
        >>> Die.from_faces("LLCR")
        Die(left=1/2, centre=1/4, right=1/4, blank=0)
        """
        listed = tuple(Face.parse(face) for face in faces)
        if not listed:
            raise ValueError("a die must have at least one face.")
        die = cls(*(Fraction(listed.count(face), len(listed)) for face in Face))
        die._faces = listed
        return die

    @classmethod
    def ordinary(cls, meaning: Mapping[int, Face | str], sides: int = 6) -> Die:
        """An ordinary die with numbers, and the table's agreement what they mean.

        Parameters
        ----------
        meaning : mapping of int to Face or str
            The numbers that move a chip; every other number is a blank.
        sides : int
            How many sides the die has, numbered from 1.

        Returns
        -------
        Die
            One that remembers what each number means.

        Raises
        ------
        ValueError
            If a number is not on the die or a face is not known.

        Examples
        --------
        >>> Die.ordinary({1: "L", 2: "C", 3: "R"}, sides=6) == Die.standard()
        True
        """
        sides = exact_integer(sides, "sides", least=1)
        faces = [Face.BLANK] * sides
        for number, face in meaning.items():
            number = exact_integer(number, "a number of the die", least=1, most=sides)
            faces[number - 1] = Face.parse(face)
        return cls.from_faces(faces)

    @property
    def left(self) -> sympy.Expr:
        """Probability that a chip goes to the left neighbour."""
        return self._probabilities[0]

    @property
    def centre(self) -> sympy.Expr:
        """Probability that a chip goes into the centre."""
        return self._probabilities[1]

    @property
    def right(self) -> sympy.Expr:
        """Probability that a chip goes to the right neighbour."""
        return self._probabilities[2]

    @property
    def blank(self) -> sympy.Expr:
        """Probability that a chip stays."""
        return self._probabilities[3]

    @property
    def faces(self) -> tuple[Face, ...] | None:
        """The faces in the order of their numbers, where the die was made from faces."""
        return self._faces

    @property
    def free_symbols(self) -> set[sympy.Symbol]:
        """The symbols in the probabilities; empty for a die that can be rolled."""
        return set().union(*(p.free_symbols for p in self._probabilities))

    def law(self, dice: int) -> dict[Roll, sympy.Expr]:
        """The exact law of what several dice do together.

        The multinomial law: the number of orders in which the faces can fall, times the
        probability of one order. Rolls that cannot happen are left out.

        Parameters
        ----------
        dice : int
            How many dice fall, 0 or more.

        Returns
        -------
        dict of Roll to sympy.Expr
            Probabilities with sum 1.

        Examples
        --------
        >>> Die.standard().law(1)[Roll(left=1)]
        1/6
        >>> Die.standard().law(2)[Roll(left=1, blank=1)]
        1/6
        """
        dice = exact_integer(dice, "dice", least=0)
        if dice not in self._laws:
            law = {}
            for roll in _rolls(dice):
                orders = math.factorial(dice) // math.prod(map(math.factorial, roll))
                one_order = sympy.prod(
                    p**count for p, count in zip(self._probabilities, roll, strict=True)
                )
                if one_order != 0:
                    law[roll] = orders * one_order
            self._laws[dice] = law
        return dict(self._laws[dice])

    def read(self, text: str) -> tuple[Face, ...]:
        """Read the faces of fallen dice as a person writes them down.

        Parameters
        ----------
        text : str
            Letters as in ``"L.C"``, or the numbers of a die with numbered sides as in
            ``"1 5 2"``. Spaces and commas are free; they are needed only between
            numbers of more than one digit.

        Returns
        -------
        tuple of Face
            One face a die, in the order in which they were written.

        Raises
        ------
        ValueError
            If a sign is no face, or a number is not on the die.

        Examples
        --------
        >>> [face.name for face in Die.standard().read("L.c")]
        ['LEFT', 'BLANK', 'CENTRE']
        >>> [face.name for face in Die.ordinary({1: "L", 2: "C", 3: "R"}).read("4 3")]
        ['BLANK', 'RIGHT']
        """
        words = text.replace(",", " ").split()
        if not any(sign.isdigit() for sign in text):
            return tuple(Face.parse(sign) for word in words for sign in word)
        if self._faces is None:
            raise ValueError("this die has no numbered sides: enter the letters L, C, R and .")
        if len(self._faces) < 10:
            words = [sign for word in words for sign in word]
        read = []
        for word in words:
            if not word.isdecimal() or not 1 <= int(word) <= len(self._faces):
                raise ValueError(f"the die has sides 1 to {len(self._faces)}, not {word!r}.")
            read.append(self._faces[int(word) - 1])
        return tuple(read)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Die) and self._probabilities == other._probabilities

    def __hash__(self) -> int:
        return hash(self._probabilities)

    def __repr__(self) -> str:
        left, centre, right, blank = self._probabilities
        return f"Die(left={left}, centre={centre}, right={right}, blank={blank})"


def _rolls(dice: int) -> Iterable[Roll]:
    for left in range(dice, -1, -1):
        for centre in range(dice - left, -1, -1):
            for right in range(dice - left - centre, -1, -1):
                yield Roll(left, centre, right, dice - left - centre - right)
