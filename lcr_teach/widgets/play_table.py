"""The table: play the game on the screen, or enter the rolls of real dice."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import ipywidgets
import sympy

from lcr_teach.exact import exact_integer
from lcr_teach.game import Game
from lcr_teach.rules import Face, Rules, State
from lcr_teach.widgets.controls import button, field, html, row, said
from lcr_teach.widgets.table_drawing import table, tally, turn_list
from lcr_teach.widgets.view import Widget
from lcr_teach.widgets.win_bar import WinBar
from lcr_teach.widgets.words import checked_names, counted, seat_name, turn_sentence, turn_to_come
from lcr_teach.widgets.work import BUSY, REST, Work

__all__ = ["PlayTable", "Result"]

_MOST_PLAYERS = 12
_LARGEST_SEED = 2**32 - 1
#: A die with more sides is written, not pressed.
_MOST_SIDES = 20
#: Seconds between two turns of a game that plays on; 0 is at once.
_SPEEDS = {"slow": 1.5, "normal": 0.5, "fast": 0.15, "at once": 0.0}
#: A game that is not over after so many turns is taken to have no end.
_MOST_TURNS = 100_000
#: So many of the last turns are listed.
_SHOWN = 50
_OVER = "the game is over: press New game for another."


class Result(NamedTuple):
    """One finished game.

    Attributes
    ----------
    winner : int
        The seat that won, counted from 0.
    turns, rolls : int
        Length of the game on both clocks: turns count missed ones, rolls do not.
    centre : int
        Chips in the centre at the end.
    seed : int
        The seed of the game's dice.
    """

    winner: int
    turns: int
    rolls: int
    centre: int
    seed: int


class PlayTable(Widget):
    """The table of the game, to be played with random dice or with real ones.

    Parameters
    ----------
    players : int or Rules
        Number of players, 2 to 12; or the rules of the table, and then `chips` is not asked.
    chips : int or sequence of int
        Starting chips of every player, or one number a seat.
    seed : int, optional
        Seed of the first game; drawn and shown if not given.
    names : sequence of str, optional
        Names of the players; they are numbered if there are none.
    chances_shown : bool
        Whether the win bar is shown from the start.
    projector : bool
        Whether it is shown large.

    Attributes
    ----------
    game : Game
        The game on the table.
    results : list of Result
        The games that were finished on this table, in their order.
    entered : tuple of Face
        Faces of real dice entered so far for a turn that needs more of them.
    names : tuple of str
        The players' names, or none; can be set.
    chances_shown : bool
        Whether the win bar is shown: hide it until the class has guessed. Can be set.

    Examples
    --------
    >>> table = PlayTable(Rules(players=3), seed=1)
    >>> table
    PlayTable: 3 players, chips (3, 3, 3), Player 1 to roll
    >>> table.enter("LC.")
    >>> table
    PlayTable: 3 players, chips (1, 4, 3), Player 2 to roll
    >>> table.play_on()
    >>> [result.winner for result in table.results] == [table.state.winner]
    True
    >>> PlayTable(players=2, chips=1, seed=1).chances
    (1/3, 2/3)
    """

    def __init__(
        self,
        players: int | Rules = 3,
        chips: int | Sequence[int] = 3,
        seed: int | None = None,
        *,
        names: Sequence[str] = (),
        chances_shown: bool = False,
        projector: bool = False,
    ) -> None:
        rules = players if isinstance(players, Rules) else Rules(players, chips)
        if rules.players > _MOST_PLAYERS:
            raise ValueError(
                f"a table on the screen has 2 to {_MOST_PLAYERS} players, not {rules.players}."
            )
        super().__init__(projector)
        # A drawn seed is short, so that a class can write it down.
        self.game = Game(rules, secrets.randbelow(10**6) if seed is None else _checked(seed))
        self.entered: tuple[Face, ...] = ()
        self._finished: list[Result] = []
        self._names = checked_names(names, rules.players)
        self._chances_shown = bool(chances_shown)
        self._work = Work("lcr-playing", self._refresh)
        self._win_bar = WinBar(rules, self._refresh)
        self._build()
        self._refresh()

    # What can be asked and done, with or without a display.

    @property
    def rules(self) -> Rules:
        """The rules of this table."""
        return self.game.rules

    @property
    def state(self) -> State:
        """The position now."""
        return self.game.state

    @property
    def seed(self) -> int:
        """The seed of the game on the table."""
        return self.game.seed

    @property
    def results(self) -> list[Result]:
        """The finished games, that on the table included once it is over."""
        now = self.game
        if now.state.winner is None:
            return list(self._finished)
        last = Result(now.state.winner, now.turns, now.rolls, now.centre, now.seed)
        return [*self._finished, last]

    @property
    def history(self) -> list[str]:
        """All turns so far as sentences."""
        return [turn_sentence(self.rules, turn, self._names) for turn in self.game.history]

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names; empty if they are only numbered."""
        return self._names

    @names.setter
    def names(self, names: Sequence[str]) -> None:
        try:
            self._names = checked_names(names, self.rules.players)
        except (TypeError, ValueError) as error:
            self._tell(str(error))
            raise
        self._done()

    @property
    def chances(self) -> tuple[sympy.Expr, ...] | None:
        """Each player's exact chance of winning from here; ``None`` if the table is too large."""
        return self._win_bar.chances(self.state)

    @property
    def chances_shown(self) -> bool:
        """Whether the win bar is shown."""
        return self._chances_shown

    @chances_shown.setter
    def chances_shown(self, shown: bool) -> None:
        self._chances_shown = bool(shown)
        self._refresh()

    @property
    def is_playing(self) -> bool:
        """Whether the game is playing on by itself."""
        return self._work.is_running

    def roll(self) -> None:
        """Play one turn; a player without chips misses it. After the end nothing happens."""
        self.entered = ()
        if self.state.is_over:
            self._done(_OVER)
            return
        self.game.turn()
        self._done()

    def enter(self, faces: str) -> None:
        """Play one turn with real dice; turns that must be missed before it are passed.

        Parameters
        ----------
        faces : str
            One sign a die, as in ``"L.C"``, or the numbers of an ordinary die.

        Raises
        ------
        ValueError
            If the game is over, a sign is no face, or the number of dice is wrong. The
            game stays as it was.
        """
        if self.state.is_over:
            raise ValueError(_OVER)
        passed = 0
        while not self.rules.dice(self.state):
            self.game.turn()
            passed += 1
        try:
            self.game.enter(faces)
        except ValueError:
            for _ in range(passed):
                self.game.undo()
            raise
        self.entered = ()
        self._done()

    def enter_die(self, face: Face | str) -> None:
        """Enter one real die; when all dice of the turn are there, the turn is played.

        Parameters
        ----------
        face : Face or str
            What it shows: a face or its letter.

        Raises
        ------
        ValueError
            If the game is over or the face is not known.
        """
        if self.state.is_over:
            raise ValueError(_OVER)
        fallen = (*self.entered, Face.parse(face))
        if len(fallen) == self._real_dice():
            self.enter("".join(each.value for each in fallen))
        else:
            self.entered = fallen
            self._done()

    def undo(self) -> None:
        """Take back the last die that was entered, else the last turn, its dice too."""
        if self.entered:
            self.entered = self.entered[:-1]
        elif not self.game.turns:
            self._done("There is no turn to take back.")
            return
        else:
            self.game.undo()
        self._done()

    def new_game(self, seed: int | None = None) -> None:
        """Begin again; a finished game is kept in :attr:`results`.

        Parameters
        ----------
        seed : int, optional
            Seed of the new game; one more than that of the last game if not given.
        """
        seed = _checked(seed)
        if seed is None:
            seed = (self.seed + 1) % (_LARGEST_SEED + 1)
        self.stop()
        self._finished = self.results
        self.game = Game(self.rules, seed)
        self.entered = ()
        self._seed.value = seed
        self._done()

    def play_on(self) -> None:
        """Play to the end at once."""
        self.entered = ()
        words = ""
        try:
            self.game.play(_MOST_TURNS)
        except ValueError as error:
            words = str(error)
        self._done(words)

    async def run(self, pause: float = 0.0) -> None:
        """Play to the end while the page stays alive.

        Parameters
        ----------
        pause : float
            Seconds between two turns; with 0 as many turns as fit are played at a time.
        """
        self.entered = ()
        most = self.game.turns + _MOST_TURNS
        shown, until = 0.0, time.monotonic() + BUSY
        while not self.state.is_over and self.game.turns < most:
            self.game.turn()
            if not pause and time.monotonic() < until:
                continue
            if pause or time.monotonic() > shown + 0.1:
                shown = time.monotonic()
                self._done()
            await asyncio.sleep(pause or REST)
            until = time.monotonic() + BUSY
        endless = f"the game is not over after {_MOST_TURNS} more turns."
        self._done("" if self.state.is_over else endless)

    def start(self, pause: float | None = None) -> None:
        """Play on in the background; at once where there is no event loop to do so.

        Parameters
        ----------
        pause : float, optional
            Seconds between two turns; the speed chosen in the view if not given.
        """
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            self.play_on()
            return
        chosen = _SPEEDS[self._speed.value] if pause is None else pause
        self._work.run(lambda: self.run(chosen))

    def stop(self) -> None:
        """Stop playing on; the game stays where it is."""
        self._work.cancel()

    def _real_dice(self) -> int:
        """How many real dice fall next; those who must miss their turns do not roll."""
        seat = self.state.roller
        while seat is not None and not self.state.chips[seat]:
            seat = self.rules.after_seat(seat)
        return self.rules.dice(State(self.state.chips, seat))

    def __repr__(self) -> str:
        state = self.state
        held = f"{self.rules.players} players, chips {state.chips}"
        if state.roller is None:
            assert state.winner is not None
            return f"PlayTable: {held}, {seat_name(state.winner, self._names)} has won"
        return f"PlayTable: {held}, {seat_name(state.roller, self._names)} to roll"

    # The view.

    def _build(self) -> None:
        self._picture = html("lcr-table", "lcr-picture")
        self._status = html("lcr-status")
        self._turns = html("lcr-history")
        self._tally = html("lcr-tally")
        self._reveal = button(
            "", "lcr-reveal", "Each player's exact chance of winning from here", self._revealed
        )
        self._roll = button("Roll", "lcr-roll", "Roll the dice", self.roll, "primary")
        self._play = button("Play on", "lcr-play", "Play to the end", self.start)
        self._stop = button("Stop", "lcr-stop", "Stop playing on", self.stop)
        self._undo = button("Undo", "lcr-undo", "Take back the last turn", self.undo)
        self._new = button("New game", "lcr-new", "Begin another game", self._new_clicked)
        self._seed = field(ipywidgets.IntText, "lcr-seed", "seed", 150, self.seed)
        self._speed = field(
            ipywidgets.Dropdown, "lcr-speed", "speed", 145, "normal", options=list(_SPEEDS)
        )
        self._faces = [self._face_button(face) for face in Face]
        sides = self.rules.die.faces or ()
        example = "L . C   or   1 5 2" if sides else "L . C"
        few = sides if len(sides) <= _MOST_SIDES else ()
        self._sides = [self._side_button(number) for number in range(1, len(few) + 1)]
        self._enter = field(ipywidgets.Text, "lcr-enter", "or write", 200, "", placeholder=example)
        # Only the Enter key enters: a half written roll must not be played because somebody
        # clicks elsewhere.
        self._enter.on_msg(self._key_pressed)
        self._due = html("lcr-due")
        self._called = field(
            ipywidgets.Text, "lcr-names", "names", 330, ", ".join(self._names),
            continuous_update=False, placeholder="one for each player, with commas",
        )  # fmt: skip
        self._called.observe(lambda change: self._asked(lambda: self._call(change["new"])), "value")
        numbered = [ipywidgets.Label("Ordinary die:"), *self._sides, _agreement(sides)]
        controls = row(self._roll, self._play, self._stop, self._speed, self._undo)
        self._show(
            "lcr-play-table",
            row(controls, row(self._new, self._seed)),
            self._status,
            self._picture,
            row(self._reveal, self._win_bar.work.bar),
            self._win_bar.picture,
            self._win_bar.numbers,
            row(ipywidgets.Label("Real dice:"), *self._faces, self._enter, self._due),
            *([row(*numbered)] if self._sides else []),
            row(self._called),
            self._message,
            self._turns,
            self._tally,
        )

    def _face_button(self, face: Face) -> ipywidgets.Button:
        name = face.name.lower()
        shown = "blank" if face is Face.BLANK else face.value
        return button(
            shown,
            f"lcr-face-{name}",
            f"A real die shows {name}",
            lambda: self._asked(lambda: self.enter_die(face)),
        )

    def _side_button(self, number: int) -> ipywidgets.Button:
        faces = self.rules.die.faces
        assert faces is not None
        face = faces[number - 1]
        hint = f"An ordinary die shows {number}: {face.name.lower()}"
        return button(
            str(number), f"lcr-side-{number}", hint,
            lambda: self._asked(lambda: self.enter_die(face)),
        )  # fmt: skip

    def _call(self, written: str) -> None:
        self.names = [name for name in written.split(",") if name.strip()]

    def _revealed(self) -> None:
        self.chances_shown = not self.chances_shown

    def _new_clicked(self) -> None:
        # A seed that somebody wrote is used; otherwise the next one, or else every game of
        # a class that presses New game would be the same game.
        written = self._seed.value
        self._asked(lambda: self.new_game(None if written == self.seed else written))

    def _key_pressed(self, _: object, said: dict[str, str], __: object) -> None:
        if said.get("event") == "submit" and self._asked(lambda: self.enter(self._enter.value)):
            self._enter.value = ""

    def _done(self, message: str = "") -> None:
        """Show what has been done, or why not."""
        self._tell(message)
        self._refresh()

    def _refresh(self) -> None:
        state, playing = self.state, self.is_playing
        due = self.rules.dice(state)
        names = self._names
        turns = [turn_sentence(self.rules, turn, names) for turn in self.game.history[-_SHOWN:]]
        last = turns[-1] if turns else "Everybody is ready."
        to_come = turn_to_come(self.game, names)
        self._status.value = said(f"{escape(last)}<br><b>{escape(to_come)}</b>")
        self._picture.value = table(self.game, names=names)
        self._turns.value = turn_list(turns, self.game.turns)
        results = self.results
        winners = [result.winner for result in results]
        self._tally.value = tally(self.rules, winners, [each.turns for each in results], names)
        shown = self._chances_shown
        self._reveal.description = f"{'Hide' if shown else 'Show'} the chances"
        called = [seat_name(seat, names) for seat in range(self.rules.players)]
        self._win_bar.show(state, called, shown, still=not playing)
        self._due.value = _entered(self.entered, self._real_dice())
        self._roll.description = "Roll" if due or state.is_over else "Pass"
        for control in (self._roll, self._undo, self._new, self._enter, *self._faces, *self._sides):
            control.disabled = playing
        self._play.disabled = playing or state.is_over
        self._stop.disabled = not playing


def _entered(faces: tuple[Face, ...], due: int) -> str:
    """The real dice that wait for the others of their turn."""
    if not faces:
        return ""
    shown = " ".join("blank" if face is Face.BLANK else face.value for face in faces)
    return f"<b>{shown}</b> &ndash; {len(faces)} of {counted(due, 'die', 'dice')}"


def _checked(seed: int | None) -> int | None:
    return None if seed is None else exact_integer(seed, "seed", least=0, most=_LARGEST_SEED)


def _agreement(faces: Sequence[Face]) -> ipywidgets.Label:
    """What the numbers of an ordinary die mean at this table, in words."""
    said = [
        f"{number} = {face.value}" for number, face in enumerate(faces, 1) if face is not Face.BLANK
    ]
    return ipywidgets.Label(", ".join([*said, "others blank"]))
