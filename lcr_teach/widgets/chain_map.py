"""The graph of a small table: look at a state, walk at random, let the probability flow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

import ipywidgets
import sympy

from lcr_teach.exact import exact_integer
from lcr_teach.game import Game
from lcr_teach.results import decimal
from lcr_teach.rules import Rules, State
from lcr_teach.widgets.chances import fraction_text
from lcr_teach.widgets.controls import (
    TextTwin,
    button,
    choice_drawing,
    field,
    html,
    number_table,
    row,
    said,
    slider,
)
from lcr_teach.widgets.map_drawing import chain_map
from lcr_teach.widgets.view import Widget
from lcr_teach.widgets.words import counted

__all__ = ["ChainMap"]

#: Tables whose bound on the positions (see `Rules.positions_at_most`) is larger are no longer
#: legible: 2 players with 6 chips in all have 42 positions and a bound of 56, 3 players with
#: 3 chips 39 and 60.
_MOST = 60
_MODES = ("one game", "all games")
#: After so many turns hardly any game of such a table goes on.
_MOST_TURNS = 40


class ChainMap(Widget):
    """The graph of a small table: its states, and arrows with exact probabilities.

    The states stand in layers by chips in play, most at the top, and in rows by who rolls
    next; finished states are hexagons with a double edge, on the right. Choose one with the
    mouse, or with Tab and the arrow keys, to see the arrows that leave it.

    Parameters
    ----------
    players : int
        Number of players.
    chips : int or sequence of int
        Starting chips of every player, or one number a seat.
    seed : int
        Start of the random walk; the same seed walks the same way.
    mode : {"one game", "all games"}
        Whether one game walks along the arrows, or each state shows the probability that
        the game is there after some turns.
    projector : bool
        Whether all is large, for the back row.

    Attributes
    ----------
    chosen : State
        The state whose arrows are shown; can be set.
    turn : int
        After how many turns the probabilities of "all games" are shown; can be set.
    path : tuple of State
        The way of the one game so far, from the start.

    Raises
    ------
    TypeError, ValueError
        If there is no such table, or its graph is too large to be read: more than 6 chips
        in all for 2 players, more than 3 for 3 players, or more players.

    Examples
    --------
    >>> map = ChainMap(players=2, chips=1)
    >>> map.step()
    >>> [str(state) for state in map.path]
    ['(1, 1) Player 1 to roll', '(0, 1) Player 2 has won']
    >>> map.turn = 2
    >>> map.probability(State((0, 2), roller=None))
    1/3

    Notes
    -----
    The probability of a state after n turns is the entry of the n-th power of the transition
    matrix, in the row of the start (J. G. Kemeny, J. L. Snell, *Finite Markov Chains*, 1960,
    section 2.1).
    """

    def __init__(
        self,
        players: int = 2,
        chips: int | Sequence[int] = 1,
        seed: int = 1,
        mode: str = "one game",
        *,
        projector: bool = False,
    ) -> None:
        super().__init__(projector)
        rules = Rules(players, chips)
        if rules.positions_at_most > _MOST:
            raise ValueError(
                f"{rules.players} players with {rules.total_chips} chips in all have too many "
                "positions for a graph that can be read: take 2 players with at most 6 chips "
                "in all, or 3 players with at most 3."
            )
        self._chain = rules.chain()
        self._game = Game(rules, exact_integer(seed, "seed", least=0))
        self._chosen, self._turn, self._mode = rules.start, 0, _checked(mode)
        self._picture = choice_drawing(
            "lcr-map", lambda key: setattr(self, "chosen", self._chain.states[int(key)])
        )
        self._modes = field(
            ipywidgets.Dropdown, "lcr-mode", "show", 170, self._mode, options=_MODES
        )
        self._modes.observe(lambda change: setattr(self, "mode", change["new"]), "value")
        self._step = button("Step", "lcr-step", "One turn of the game", self.step, "primary")
        self._end = button("Walk to the end", "lcr-walk", "Play on to the end", self.walk)
        self._new = button("New walk", "lcr-new", "Another game, from the start", self.new)
        self._turns = slider("lcr-turn", "all games, after turn", range(_MOST_TURNS + 1), 0)
        self._turns.observe(self._moved, "value")
        self._status = html("lcr-status")
        self._twin = TextTwin("lcr-map-numbers")
        controls = row(self._modes, self._step, self._end, self._new)
        self._show(
            "lcr-chain-map", controls, row(self._turns), self._message, self._status,
            self._picture, self._twin,
        )  # fmt: skip
        self._refresh()

    @property
    def chosen(self) -> State:
        """The state whose arrows are shown."""
        return self._chosen

    @chosen.setter
    def chosen(self, chosen: State) -> None:
        if chosen not in self._chain.states:
            words = f"chosen must be a state of this table, not {chosen}."
            self._tell(words)
            raise ValueError(words)
        self._chosen = chosen
        self._tell("")
        self._refresh()

    @property
    def mode(self) -> str:
        """What is shown: "one game" or "all games"."""
        return self._mode

    @mode.setter
    def mode(self, mode: str) -> None:
        try:
            self._mode = _checked(mode)
        except ValueError as error:
            self._tell(str(error))
            raise
        self._tell("")
        self._refresh()

    @property
    def turn(self) -> int:
        """After how many turns the probabilities are shown; setting it shows all games."""
        return self._turn

    @turn.setter
    def turn(self, turn: int) -> None:
        try:
            self._turn = exact_integer(turn, "turn", least=0, most=_MOST_TURNS)
        except (TypeError, ValueError) as error:
            self._tell(str(error))
            raise
        self.mode = "all games"

    @property
    def path(self) -> tuple[State, ...]:
        """The way of the one game so far, from the start."""
        return (self._game.rules.start, *(turn.after for turn in self._game.history))

    def probability(self, state: State) -> sympy.Expr:
        """The exact probability that the game is in a state after :attr:`turn` turns.

        Parameters
        ----------
        state : State
            Any position.

        Returns
        -------
        sympy.Expr
            0 for one that the game cannot be in.
        """
        return self._chain.distribution(self._turn).get(state, sympy.Integer(0))

    def step(self) -> None:
        """Let the one game go along one arrow; once it is over, nothing changes."""
        if not self._game.state.is_over:
            self._game.turn()
        self._walked()

    def walk(self) -> None:
        """Let the one game go on to its end."""
        self._game.play()
        self._walked()

    def new(self) -> None:
        """Begin another game: the next seed."""
        self._game = Game(self._game.rules, self._game.seed + 1)
        self._walked()

    def _walked(self) -> None:
        self._chosen = self._game.state
        self.mode = "one game"

    def _moved(self, change: dict[str, int]) -> None:
        if change["new"] != self._turn:
            self.turn = change["new"]

    def _refresh(self) -> None:
        one, over = self._mode == "one game", self._game.state.is_over
        self._modes.value, self._turns.value = self._mode, self._turn
        self._step.disabled = self._end.disabled = over and one
        after = self._chain.transitions(self._chosen)
        law = None if one else self._chain.distribution(self._turn)
        path = self.path if one else ()
        states = len(self._chain.states)
        listed = "; ".join(f"{state}: {p}" for state, p in after.items())
        label = f"{states} states. Chosen: {self._chosen}. Its arrows: {listed}."
        self._picture.value = chain_map(self._chain, self._chosen, label, law, path)
        self._status.value = said(
            f"{escape(self._now())}<br><span class='lcr-note'>Chosen: {escape(str(self._chosen))}, "
            f"{counted(len(after), 'arrow', 'arrows')} {_sum(after.values())}</span>"
        )
        if law is None:
            rows = [[str(state), fraction_text(p)] for state, p in after.items()]
            table = number_table(["arrow to", "probability"], rows, f"From {self._chosen}")
        else:
            rows = [[str(s), fraction_text(law[s], 6)] for s in self._chain.states if s in law]
            title = f"After {counted(self._turn, 'turn', 'turns')}"
            table = number_table(["state", "probability"], rows, title)
        self._twin.show(table)

    def _now(self) -> str:
        if self._mode == "one game":
            turns = counted(self._game.turns, "turn", "turns")
            return f"Walk {self._game.seed}, after {turns}: {self._game.state}."
        law = self._chain.distribution(self._turn)
        over = sum(p for state, p in law.items() if state.is_over)
        turns = counted(self._turn, "turn", "turns")
        exact = str(over) if len(str(over)) <= 12 else f"{decimal(over, 6)}"
        return f"All games, after {turns}: over with probability {exact}."

    def __repr__(self) -> str:
        rules = self._game.rules
        return f"<ChainMap: {rules}, {len(self._chain.states)} states, {self._mode}>"


def _sum(chances: Iterable[sympy.Expr]) -> str:
    written = [str(p) for p in chances]
    return f"with probability {' + '.join(written)}" + (" = 1." if len(written) > 1 else ".")


def _checked(mode: str) -> str:
    if mode not in _MODES:
        raise ValueError(f"mode must be 'one game' or 'all games', not {mode!r}.")
    return mode
