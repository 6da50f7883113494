"""The table: play the game on the screen, or enter the rolls of real dice."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import NamedTuple

import ipywidgets

from lcr_teach.exact import exact_integer
from lcr_teach.game import Game
from lcr_teach.rules import Face, Rules, State
from lcr_teach.widgets.controls import button, field, html, row
from lcr_teach.widgets.table_drawing import table, tally, turn_list
from lcr_teach.widgets.view import Widget
from lcr_teach.widgets.words import counted, seat_name, turn_sentence, turn_to_come

__all__ = ["PlayTable", "Result"]

_MOST_PLAYERS = 12
_LARGEST_SEED = 2**32 - 1
#: The kernel is busy for at most so many seconds at a time while a game plays on.
_BUSY = 0.005
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
    rules : Rules, optional
        The table, of 2 to 12 players; three players with three chips if not given.
    seed : int, optional
        Seed of the first game; drawn and shown if not given.

    Attributes
    ----------
    game : Game
        The game on the table.
    results : list of Result
        The games that were finished on this table, in their order.
    entered : tuple of Face
        Faces of real dice entered so far for a turn that needs more of them.

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
    """

    def __init__(self, rules: Rules | None = None, seed: int | None = None) -> None:
        rules = Rules() if rules is None else rules
        if isinstance(rules, Rules) and rules.players > _MOST_PLAYERS:
            raise ValueError(
                f"a table on the screen has 2 to {_MOST_PLAYERS} players, not {rules.players}."
            )
        super().__init__()
        # A drawn seed is short, so that a class can write it down.
        self.game = Game(rules, secrets.randbelow(10**6) if seed is None else _checked(seed))
        self.entered: tuple[Face, ...] = ()
        self._finished: list[Result] = []
        self._task: asyncio.Task[None] | None = None
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
        return [turn_sentence(self.rules, turn) for turn in self.game.history]

    @property
    def is_playing(self) -> bool:
        """Whether the game is playing on by itself."""
        return self._task is not None and not self._task.done()

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
        shown, until = 0.0, time.monotonic() + _BUSY
        while not self.state.is_over and self.game.turns < most:
            self.game.turn()
            if not pause and time.monotonic() < until:
                continue
            if pause or time.monotonic() > shown + 0.1:
                shown = time.monotonic()
                self._done()
            # Not 0: the kernel reads what the page sends only when it has time to spare.
            await asyncio.sleep(pause or 0.01)
            until = time.monotonic() + _BUSY
        endless = f"the game is not over after {_MOST_TURNS} more turns."
        self._done("" if self.state.is_over else endless)

    def start(self, pause: float | None = None) -> None:
        """Play on in the background; at once where there is no event loop to do so.

        Parameters
        ----------
        pause : float, optional
            Seconds between two turns; the speed chosen in the view if not given.
        """
        if self.is_playing:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.play_on()
            return
        chosen = _SPEEDS[self._speed.value] if pause is None else pause
        self._task = loop.create_task(self.run(chosen))
        self._task.add_done_callback(lambda _: self._refresh())
        self._refresh()

    def stop(self) -> None:
        """Stop playing on; the game stays where it is."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._refresh()

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
            return f"PlayTable: {held}, {seat_name(state.winner)} has won"
        return f"PlayTable: {held}, {seat_name(state.roller)} to roll"

    # The view.

    def _build(self) -> None:
        self._picture = html("lcr-table", "lcr-picture")
        self._status = html("lcr-status")
        self._turns = html("lcr-history")
        self._tally = html("lcr-tally")
        self._roll = button("Roll", "lcr-roll", "Roll the dice", self.roll, "primary")
        self._play = button("Play on", "lcr-play", "Play to the end", self.start)
        self._stop = button("Stop", "lcr-stop", "Stop playing on", self.stop)
        self._undo = button("Undo", "lcr-undo", "Take back the last turn", self.undo)
        self._new = button("New game", "lcr-new", "Begin again with this seed", self._new_clicked)
        self._seed = field(ipywidgets.IntText, "lcr-seed", "seed", 150, self.seed)
        self._speed = field(
            ipywidgets.Dropdown, "lcr-speed", "speed", 145, "normal", options=list(_SPEEDS)
        )
        self._faces = [self._face_button(face) for face in Face]
        numbered = self.rules.die.faces is not None
        example = "L . C   or   1 5 2" if numbered else "L . C"
        self._enter = field(ipywidgets.Text, "lcr-enter", "or write", 200, "", placeholder=example)
        # Only the Enter key enters: a half written roll must not be played because somebody
        # clicks elsewhere.
        self._enter.on_msg(self._key_pressed)
        self._due = html("lcr-due")
        controls = row(self._roll, self._play, self._stop, self._speed, self._undo)
        self._show(
            "lcr-play-table",
            row(controls, row(self._new, self._seed)),
            self._status,
            self._picture,
            row(ipywidgets.Label("Real dice:"), *self._faces, self._enter, self._due),
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
        turns = [turn_sentence(self.rules, turn) for turn in self.game.history[-_SHOWN:]]
        last = turns[-1] if turns else "Everybody is ready."
        self._status.value = (
            f'<div class="lcr-say" role="status" aria-live="polite">{last}<br>'
            f"<b>{turn_to_come(self.game)}</b></div>"
        )
        self._picture.value = table(self.game)
        self._turns.value = turn_list(turns, self.game.turns)
        results = self.results
        self._tally.value = tally(
            self.rules, [result.winner for result in results], [result.turns for result in results]
        )
        self._due.value = _entered(self.entered, self._real_dice())
        self._roll.description = "Roll" if due or state.is_over else "Pass"
        for control in (self._roll, self._undo, self._new, self._enter, *self._faces):
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
