"""The rules of the game: faces, dice, positions, and what may happen at a turn.

Nothing here is random. A :class:`Die` has exact probabilities, :class:`Rules` say which
position follows from which roll, and everything else in the kit asks them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

import sympy

from lcr_teach.exact import Exact, exact, exact_integer

if TYPE_CHECKING:
    from lcr_teach.chain import GameChain

__all__ = ["Die", "Face", "Roll", "Rules", "State"]


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
        """Count the faces of the dice that fell."""
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
        """The die of the game: faces L, C, R and three blanks."""
        return cls.from_faces("LCR...")

    @classmethod
    def from_faces(cls, faces: str | Sequence[Face | str]) -> Die:
        """A die whose faces are all equally likely.

        Parameters
        ----------
        faces : str or sequence of Face
            One letter a face: ``L``, ``C``, ``R`` or ``.`` for a blank.

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


@dataclass(frozen=True, slots=True)
class State:
    """A position of the game: the chips of each seat and who rolls next.

    Parameters
    ----------
    chips : sequence of int
        Chips of each seat, in the order of play.
    roller : int or None
        The seat that rolls next. In a finished game nobody rolls again, so there it
        becomes ``None`` whatever was given: the finished game is one and the same
        position, no matter whose turn ended it.

    Raises
    ------
    TypeError
        If a number is no integer.
    ValueError
        If there are fewer than two seats, a negative number of chips, no chip at all,
        or no such seat.

    Examples
    --------
    >>> State((3, 0, 2), roller=1).in_play
    5
    >>> State((0, 4), roller=1)
    State(chips=(0, 4), roller=None)
    """

    chips: tuple[int, ...]
    roller: int | None

    def __post_init__(self) -> None:
        try:
            given = tuple(self.chips)
        except TypeError:
            raise TypeError(f"chips must be one number a seat, not {self.chips!r}.") from None
        chips = tuple(exact_integer(c, "chips of a seat", least=0) for c in given)
        if len(chips) < 2:
            raise ValueError(f"a position needs at least 2 seats, not {len(chips)}.")
        if not any(chips):
            raise ValueError("a position needs a player who holds chips.")
        over = sum(c > 0 for c in chips) == 1
        roller = None
        if not over:
            roller = exact_integer(self.roller, "roller", least=0, most=len(chips) - 1)
        object.__setattr__(self, "chips", chips)
        object.__setattr__(self, "roller", roller)

    @property
    def in_play(self) -> int:
        """Chips that the players still hold; the others lie in the centre."""
        return sum(self.chips)

    @property
    def is_over(self) -> bool:
        """Whether only one player holds chips."""
        return self.roller is None

    @property
    def winner(self) -> int | None:
        """The seat that has won, ``None`` while the game goes on."""
        if not self.is_over:
            return None
        return next(seat for seat, chips in enumerate(self.chips) if chips)

    def __str__(self) -> str:
        held = ", ".join(map(str, self.chips))
        if self.winner is not None:
            return f"({held}) Player {self.winner + 1} has won"
        assert self.roller is not None
        return f"({held}) Player {self.roller + 1} to roll"


@dataclass(frozen=True, init=False)
class Rules:
    """The rules of one table: who sits there, with which chips and which dice.

    Parameters
    ----------
    players : int
        Number of players, at least 2.
    chips : int or sequence of int
        Starting chips of every player, or one number a seat; at least two players
        must hold one.
    die : Die
        The die; the standard one if not given.
    max_dice : int
        Most dice that fall in one turn. A player rolls one die a chip up to that.
    passing : {"left", "right"}
        To which neighbour the dice pass. Seats are numbered in the order of play, so
        seat 1 is the left neighbour of seat 0 if the dice pass to the left, and the
        right neighbour otherwise.

    Raises
    ------
    TypeError, ValueError
        In one sentence, for a table that cannot be.

    Examples
    --------
    >>> Rules(players=2, chips=1).start
    State(chips=(1, 1), roller=0)
    >>> Rules(players=1)
    Traceback (most recent call last):
        ...
    ValueError: players must be at least 2, not 1.
    """

    players: int
    chips: tuple[int, ...]
    die: Die
    max_dice: int
    passing: Literal["left", "right"]

    def __init__(
        self,
        players: int = 3,
        chips: int | Sequence[int] = 3,
        die: Die | None = None,
        max_dice: int = 3,
        passing: Literal["left", "right"] = "left",
    ) -> None:
        players = exact_integer(players, "players", least=2)
        if die is None:
            die = Die.standard()
        if not isinstance(die, Die):
            raise TypeError(f"die must be a Die, not {die!r}.")
        if passing not in ("left", "right"):
            raise ValueError(f"passing must be 'left' or 'right', not {passing!r}.")
        if isinstance(chips, Sequence) and not isinstance(chips, str):
            held = tuple(exact_integer(c, "chips of a seat", least=0) for c in chips)
            if len(held) != players:
                raise ValueError(
                    f"chips must be one number for each of {players} players, not {len(held)}."
                )
            if sum(c > 0 for c in held) < 2:
                raise ValueError(f"chips must be held by at least 2 players, not {held}.")
        else:
            held = (exact_integer(chips, "chips", least=1),) * players
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "chips", held)
        object.__setattr__(self, "die", die)
        object.__setattr__(self, "max_dice", exact_integer(max_dice, "max_dice", least=1))
        object.__setattr__(self, "passing", passing)

    @property
    def start(self) -> State:
        """The position in which the game begins, seat 0 to roll."""
        return State(self.chips, 0)

    @property
    def total_chips(self) -> int:
        """All chips of the game, those in the centre included."""
        return sum(self.chips)

    def left_of(self, seat: int) -> int:
        """The seat of the left neighbour."""
        return (seat + (1 if self.passing == "left" else -1)) % self.players

    def right_of(self, seat: int) -> int:
        """The seat of the right neighbour."""
        return (seat - (1 if self.passing == "left" else -1)) % self.players

    def after_seat(self, seat: int) -> int:
        """The seat whose turn comes after that of `seat`."""
        return (seat + 1) % self.players

    def dice(self, state: State) -> int:
        """How many dice fall at the next turn; 0 if the player misses it or none follows."""
        if state.roller is None:
            return 0
        return min(state.chips[state.roller], self.max_dice)

    def after(self, state: State, roll: Roll) -> State:
        """The position that follows from a roll.

        Parameters
        ----------
        state : State
            A position in which somebody rolls next.
        roll : Roll
            What the dice do; as many dice as :meth:`dice` says.

        Returns
        -------
        State

        Raises
        ------
        ValueError
            If the game is over or the number of dice is wrong.

        Examples
        --------
        >>> Rules(players=3).after(State((3, 3, 3), 0), Roll(left=1, centre=1, right=1))
        State(chips=(0, 4, 4), roller=1)
        """
        if state.roller is None:
            raise ValueError(f"the game is over: {state}.")
        if roll.dice != self.dice(state):
            raise ValueError(
                f"Player {state.roller + 1} rolls {_count(self.dice(state), 'die', 'dice')}, "
                f"not {roll.dice}."
            )
        chips = list(state.chips)
        chips[state.roller] -= roll.given
        chips[self.left_of(state.roller)] += roll.left
        chips[self.right_of(state.roller)] += roll.right
        return State(tuple(chips), self.after_seat(state.roller))

    def transitions(self, state: State) -> dict[State, sympy.Expr]:
        """The exact law of the position after one turn.

        Different rolls can lead to the same position; their probabilities add up. A
        finished game stays as it is.

        Examples
        --------
        >>> for state, p in Rules(players=2, chips=1).transitions(State((1, 1), 0)).items():
        ...     print(state, p)
        (0, 2) Player 2 has won 1/3
        (0, 1) Player 2 has won 1/6
        (1, 1) Player 2 to roll 1/2
        """
        if state.is_over:
            return {state: sympy.Integer(1)}
        law: dict[State, sympy.Expr] = {}
        for roll, probability in self.die.law(self.dice(state)).items():
            after = self.after(state, roll)
            law[after] = law.get(after, sympy.Integer(0)) + probability
        return law

    @property
    def positions_at_most(self) -> int:
        """An upper bound on the number of positions: stars and bars, times who rolls.

        At most T chips on n seats can lie in ``binomial(T + n, n)`` ways.
        """
        return math.comb(self.total_chips + self.players, self.players) * self.players

    def chain(self) -> GameChain:
        """The game as an absorbing Markov chain with exact probabilities."""
        # The chain stands further down the line than the rules, so it is imported late.
        from lcr_teach.chain import GameChain

        return GameChain(self)

    def __repr__(self) -> str:
        same = len(set(self.chips)) == 1
        parts = [f"players={self.players}", f"chips={self.chips[0] if same else self.chips}"]
        if self.die != Die.standard():
            parts.append(f"die={self.die}")
        if self.max_dice != 3:
            parts.append(f"max_dice={self.max_dice}")
        if self.passing != "left":
            parts.append(f"passing={self.passing!r}")
        return f"Rules({', '.join(parts)})"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
