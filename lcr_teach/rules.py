"""The rules of the game: positions, and what may happen at a turn.

Nothing here is random: :class:`Rules` say which position follows from which roll, and
everything else in the kit asks them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import sympy

from lcr_teach.die import Die, Face, Roll
from lcr_teach.exact import exact_integer

if TYPE_CHECKING:
    from lcr_teach.chain import GameChain

__all__ = ["Die", "Face", "Roll", "Rules", "State"]

#: More would fill the memory of the computer before anybody could say so.
_MOST_PLAYERS = 10**6


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
        Number of players, 2 to 1 000 000.
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
        if players > _MOST_PLAYERS:
            raise ValueError(f"players must be at most {_MOST_PLAYERS}, not {players}.")
        if die is None:
            die = Die.standard()
        if not isinstance(die, Die):
            raise TypeError(f"die must be a Die, not {die!r}.")
        if passing not in ("left", "right"):
            raise ValueError(f"passing must be 'left' or 'right', not {passing!r}.")
        if isinstance(chips, Sequence):
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
        """The seat of the left neighbour.

        Parameters
        ----------
        seat : int
            A seat, from 0.

        Returns
        -------
        int
            A seat, from 0.
        """
        return (seat + (1 if self.passing == "left" else -1)) % self.players

    def right_of(self, seat: int) -> int:
        """The seat of the right neighbour.

        Parameters
        ----------
        seat : int
            A seat, from 0.

        Returns
        -------
        int
            A seat, from 0.
        """
        return (seat - (1 if self.passing == "left" else -1)) % self.players

    def after_seat(self, seat: int) -> int:
        """The seat whose turn comes after that of `seat`.

        Parameters
        ----------
        seat : int
            A seat, from 0.

        Returns
        -------
        int
            A seat, from 0.
        """
        return (seat + 1) % self.players

    def dice(self, state: State) -> int:
        """How many dice fall at the next turn; 0 if the player misses it or none follows.

        Parameters
        ----------
        state : State
            The position before the turn.

        Returns
        -------
        int
            From 0 to `max_dice`.
        """
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

        Parameters
        ----------
        state : State
            The position before the turn.

        Returns
        -------
        dict of State to sympy.Expr
            The exact probability of each position that can come next; they sum to 1.

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

        At most T chips on n seats can lie in ``binomial(T + n, n)`` ways; in one of them all are
        in the centre, and that cannot be.
        """
        return (math.comb(self.total_chips + self.players, self.players) - 1) * self.players

    def chain(self) -> GameChain:
        """The game as an absorbing Markov chain with exact probabilities.

        Returns
        -------
        GameChain
            Its start is the start of the game.
        """
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
