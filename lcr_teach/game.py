"""One game, step by step, from a random generator or from real dice."""

from __future__ import annotations

import functools
import math
import random
import secrets
from dataclasses import dataclass
from itertools import accumulate

import sympy

from lcr_teach.exact import exact_integer
from lcr_teach.rules import Die, Face, Roll, Rules, State

__all__ = ["Game", "Turn"]

#: A game of any table worth playing is long over by then.
_MOST_TURNS = 100_000


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a game: what was, what the dice showed, what is now.

    Attributes
    ----------
    before, after : State
        The positions before and after the turn.
    faces : tuple of Face
        The dice in the order in which they are shown; empty for a missed turn.
    """

    before: State
    faces: tuple[Face, ...]
    after: State

    @property
    def roller(self) -> int:
        """The seat whose turn it was."""
        assert self.before.roller is not None
        return self.before.roller

    @property
    def roll(self) -> Roll:
        """What the dice did together, in chips."""
        return Roll.of(self.faces)

    @property
    def is_missed(self) -> bool:
        """Whether no dice fell, because the player held no chips."""
        return not self.faces

    def __str__(self) -> str:
        shown = "".join(face.value for face in self.faces) or "no chips, misses the turn"
        return f"Player {self.roller + 1}: {shown} -> {self.after}"


class Game:
    """One game, played turn by turn.

    Parameters
    ----------
    rules : Rules
        The table; its die must not contain symbols.
    seed : int, optional
        Start of the random dice. The same seed gives the same game on every machine;
        without one, a seed is drawn and kept in :attr:`seed`.

    Examples
    --------
    >>> game = Game(Rules(players=2, chips=1))
    >>> print(game.enter("."))
    Player 1: . -> (1, 1) Player 2 to roll
    >>> game.enter("C").after.winner
    0
    >>> game.undo()
    >>> game.state
    State(chips=(1, 1), roller=1)
    """

    def __init__(self, rules: Rules, seed: int | None = None) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be Rules, not {rules!r}.")
        self.rules = rules
        self.seed = secrets.randbits(32) if seed is None else exact_integer(seed, "seed", least=0)
        self._dice = _Dice(rules.die, self.seed)
        self._turns: list[Turn] = []
        # The random dice before each turn, so that undo takes back the dice as well.
        self._before: list[int] = []

    @property
    def state(self) -> State:
        """The position now."""
        return self._turns[-1].after if self._turns else self.rules.start

    @property
    def history(self) -> tuple[Turn, ...]:
        """All turns so far, the first one first."""
        return tuple(self._turns)

    @property
    def turns(self) -> int:
        """Turns so far, missed ones included."""
        return len(self._turns)

    @property
    def rolls(self) -> int:
        """Turns so far in which dice fell."""
        return sum(not turn.is_missed for turn in self._turns)

    @property
    def centre(self) -> int:
        """Chips in the centre."""
        return self.rules.total_chips - self.state.in_play

    def turn(self) -> Turn:
        """Play one turn with random dice.

        Returns
        -------
        Turn
            A player without chips misses the turn: no dice fall.

        Raises
        ------
        ValueError
            If the game is over.
        """
        self._refuse_if_over()
        before = self._dice.rolled
        return self._add(self._dice.roll(self.rules.dice(self.state)), before)

    def enter(self, faces: str) -> Turn:
        """Play one turn with the dice that fell on the real table.

        Parameters
        ----------
        faces : str
            One sign a die, as in ``"L.C"``, or the numbers of an ordinary die; an empty
            text for a missed turn.

        Returns
        -------
        Turn
            The turn that was played.

        Raises
        ------
        ValueError
            If the game is over, a sign is no face, or the number of dice is wrong. The
            game stays as it was.
        """
        self._refuse_if_over()
        return self._add(self.rules.die.read(faces), self._dice.rolled)

    def undo(self) -> None:
        """Take the last turn back, the dice too: rolling again gives the same roll.

        Raises
        ------
        ValueError
            If there is nothing to take back.
        """
        if not self._turns:
            raise ValueError("there is no turn to take back.")
        self._turns.pop()
        self._dice.go_back_to(self._before.pop())

    def play(self, most_turns: int = _MOST_TURNS) -> State:
        """Play on with random dice until the game is over.

        Parameters
        ----------
        most_turns : int
            Where to give up, since some tables with other dice have no end.

        Returns
        -------
        State
            The final position.

        Raises
        ------
        ValueError
            If the game is still not over. What was played stays.
        """
        for _ in range(exact_integer(most_turns, "most_turns", least=1)):
            if self.state.is_over:
                return self.state
            self.turn()
        if not self.state.is_over:
            raise ValueError(f"the game is not over after {most_turns} more turns.")
        return self.state

    def _refuse_if_over(self) -> None:
        if self.state.is_over:
            raise ValueError(f"the game is over: {self.state}.")

    def _add(self, faces: tuple[Face, ...], rolled_before: int) -> Turn:
        state = self.state
        turn = Turn(state, faces, self.rules.after(state, Roll.of(faces)))
        self._turns.append(turn)
        self._before.append(rolled_before)
        return turn

    def __repr__(self) -> str:
        return f"<Game: {self.rules}, turn {self.turns}, {self.state}>"


class _Dice:
    """Random dice with the exact law of a die, wherever its probabilities are fractions."""

    def __init__(self, die: Die, seed: int) -> None:
        self._common, self._limits = _ruler(die)
        self._seed = seed
        self._generator = random.Random(seed)
        #: How many dice fell.
        self.rolled = 0

    def roll(self, dice: int) -> tuple[Face, ...]:
        return tuple(self._one() for _ in range(dice))

    def go_back_to(self, rolled: int) -> None:
        """Be as after that many dice.

        The same dice fall again from the seed on, for a game is short, and the generator's own
        state, kept for every turn, would fill half a megabyte a game.
        """
        self._generator.seed(self._seed)
        self.rolled = 0
        self.roll(rolled)

    def _one(self) -> Face:
        self.rolled += 1
        drawn = self._generator.randrange(self._common)
        return next(face for face, limit in zip(Face, self._limits, strict=True) if drawn < limit)


@functools.lru_cache(maxsize=64)
def _ruler(die: Die) -> tuple[int, tuple[int, ...]]:
    """The length of a ruler in whole numbers, and where each face ends on it."""
    if die.free_symbols:
        names = ", ".join(sorted(map(str, die.free_symbols)))
        raise ValueError(f"a die with symbols ({names}) cannot be rolled: give them values.")
    probabilities = [die.left, die.centre, die.right, die.blank]
    if all(p.is_Rational for p in probabilities):
        common = math.lcm(*(int(p.q) for p in probabilities))
    else:
        # An irrational die: as near to its law as the 53 bits of a float come.
        common = 1 << 53
    return common, tuple(int(sympy.floor(end * common)) for end in accumulate(probabilities))
