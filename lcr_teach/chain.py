"""The game as an absorbing Markov chain with exact probabilities."""

from __future__ import annotations

from typing import Any

import sympy

from lcr_teach.markov.chain import AbsorbingChain
from lcr_teach.markov.reading import field_of
from lcr_teach.results import Law, Numbers
from lcr_teach.rules import Roll, Rules, State

__all__ = ["GameChain"]

#: More positions than this would not fit comfortably into the memory of a laptop.
MOST_POSITIONS = 200_000


class GameChain(AbsorbingChain[State]):
    """The positions of one table and the exact chances of passing between them.

    Everything of :class:`~lcr_teach.markov.AbsorbingChain`, and what only a game has:
    winners, rolls, and chips in the centre.

    Parameters
    ----------
    rules : Rules
        The table; ``rules.chain()`` is the usual way here.

    Raises
    ------
    ValueError
        If the table has too many positions for an exact answer, or if with these
        rules some position can never come to an end.

    Examples
    --------
    >>> chain = Rules(players=2, chips=1).chain()
    >>> chain.win_probabilities()
    (1/3, 2/3)
    >>> chain.expected_turns()
    2
    """

    def __init__(self, rules: Rules) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be Rules, not {rules!r}.")
        if rules.positions_at_most > MOST_POSITIONS:
            raise ValueError(
                f"{rules.players} players with {rules.total_chips} chips are too many for an "
                f"exact answer: up to {rules.positions_at_most} positions; use simulate instead."
            )
        self._rules = rules
        states, rows, domain = _positions(rules)
        self._set_up(states, rows, domain, rules.start)

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._rules

    def win_probabilities(self, state: State | None = None) -> Numbers:
        """The exact probability of winning, one number a seat.

        Parameters
        ----------
        state : State, optional
            The position from which is played; the start if not given.

        Returns
        -------
        tuple of sympy.Expr
            One probability a seat, in the order of play, sum 1.

        Raises
        ------
        ValueError
            If the position cannot be reached at this table.

        Examples
        --------
        >>> Rules(2, 1).chain().win_probabilities(State((1, 1), roller=1))
        (2/3, 1/3)
        """
        seats = range(self._rules.players)
        if "win" not in self._known:
            zero, one = self._domain.zero, self._domain.one
            ends = {
                i: [one if self._states[i].winner == seat else zero for seat in seats]
                for i in self._absorbing
            }
            gains = {i: [zero for _ in seats] for i in self._transient}
            self._known["win"] = self._backward(ends, gains)
        values = self._known["win"][self._number(state)]
        return Numbers(
            map(self._domain.to_sympy, values),
            (f"Player {seat + 1}" for seat in seats),
            ("winner", "probability"),
        )

    def expected_rolls(self, state: State | None = None) -> sympy.Expr:
        """Expected number of turns in which dice fall, missed turns left out.

        Parameters
        ----------
        state : State, optional
            The position from which is played; the start if not given.

        Examples
        --------
        >>> chain = Rules(players=3, chips=1).chain()
        >>> chain.expected_turns(), chain.expected_rolls()
        (28259/4182, 4241/697)
        """
        number = self._number(state)
        totals = self._expected_total("rolls", lambda position: self._rules.dice(position) > 0)
        return self._domain.to_sympy(totals[number][0])

    def centre_distribution(self) -> Law[int]:
        """The exact law of the chips in the centre when the game ends.

        Returns
        -------
        dict
            ``{chips in the centre: probability}``, sum 1.

        Examples
        --------
        >>> Rules(players=2, chips=1).chain().centre_distribution()
        {0: 2/3, 1: 1/3}
        """
        total = self._rules.total_chips
        law: dict[int, Any] = {}
        for i, mass in self._visits(None).items():
            if self._states[i].is_over:
                centre = total - self._states[i].in_play
                law[centre] = law.get(centre, self._domain.zero) + mass
        to_sympy = self._domain.to_sympy
        return Law({c: to_sympy(law[c]) for c in sorted(law)}, outcome="chips in the centre")

    def __repr__(self) -> str:
        return f"<GameChain of {self._rules}: {len(self._states)} positions>"


def _positions(rules: Rules) -> tuple[list[State], list[dict[int, Any]], Any]:
    """All positions that can be reached, the start first, and their rows."""
    die = rules.die
    domain = field_of((die.left, die.centre, die.right, die.blank))
    rolls: dict[int, list[tuple[Roll, Any]]] = {}
    states = [rules.start]
    number = {rules.start: 0}
    rows: list[dict[int, Any]] = []
    for state in states:  # grows while it is read
        row: dict[int, Any] = {}
        if state.is_over:
            row[number[state]] = domain.one
        else:
            dice = rules.dice(state)
            if dice not in rolls:
                rolls[dice] = [(r, domain.from_sympy(p)) for r, p in die.law(dice).items()]
            for roll, p in rolls[dice]:
                after = rules.after(state, roll)
                j = number.setdefault(after, len(states))
                if j == len(states):
                    states.append(after)
                row[j] = row.get(j, domain.zero) + p
        rows.append(row)
    return states, rows, domain
