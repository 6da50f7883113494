"""The table: play the game on the screen, or enter the rolls of real dice."""

from __future__ import annotations

import asyncio
import secrets
import time
from functools import partial
from typing import NamedTuple

import ipywidgets

from lcr_teach.exact import exact_integer
from lcr_teach.game import Game
from lcr_teach.palette import ink, seat_colour
from lcr_teach.rules import Face, Rules, State
from lcr_teach.widgets import drawing
from lcr_teach.widgets.view import Widget, answer_in_words, button, html, row, sentence, warn
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
    message : str
        Why the last thing asked for was not done, empty if it was.

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
        if rules is None:
            rules = Rules()
        if isinstance(rules, Rules) and rules.players > _MOST_PLAYERS:
            raise ValueError(
                f"a table on the screen has 2 to {_MOST_PLAYERS} players, not {rules.players}."
            )
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
            self._say("The game is over: press New game for another.")
            return
        self.game.turn()
        self._say()

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
        passed = self._pass()
        try:
            self.game.enter(faces)
        except ValueError:
            for _ in range(passed):
                self.game.undo()
            raise
        self.entered = ()
        self._say()

    def enter_die(self, face: Face | str) -> None:
        """Enter one real die; when all dice of the turn are there, the turn is played.

        Raises
        ------
        ValueError
            If the game is over or the face is not known.
        """
        if self.state.is_over:
            raise ValueError("the game is over: press New game for another.")
        fallen = (*self.entered, Face.parse(face))
        passed = self._pass()
        if len(fallen) == self.rules.dice(self.state):
            self.enter("".join(each.value for each in fallen))
            return
        for _ in range(passed):
            self.game.undo()
        self.entered = fallen
        self._say()

    def undo(self) -> None:
        """Take back the last die that was entered, else the last turn, its dice too."""
        if self.entered:
            self.entered = self.entered[:-1]
        elif not self.game.turns:
            self._say("There is no turn to take back.")
            return
        else:
            self.game.undo()
        self._say()

    def new_game(self, seed: int | None = None) -> None:
        """Begin again; a finished game is kept in :attr:`results`.

        Parameters
        ----------
        seed : int, optional
            Seed of the new game; one more than that of the last game if not given.
        """
        self.stop()
        seed = _checked(seed)
        if seed is None:
            seed = (self.seed + 1) % (_LARGEST_SEED + 1)
        self._finished = self.results
        self.game = Game(self.rules, seed)
        self.entered = ()
        self._say()

    def play_on(self) -> None:
        """Play to the end at once."""
        self.entered = ()
        words = ""
        try:
            self.game.play(_MOST_TURNS)
        except ValueError as error:
            words = str(error)
        self._say(words)

    async def run(self, pause: float = 0.0) -> None:
        """Play to the end while the page stays alive.

        Parameters
        ----------
        pause : float
            Seconds between two turns; with 0 as many turns as fit are played at a time.
        """
        self.entered = ()
        most = self.game.turns + _MOST_TURNS
        shown = 0.0
        while not self.state.is_over and self.game.turns < most:
            until = time.monotonic() + _BUSY
            self.game.turn()
            while not (pause or self.state.is_over or time.monotonic() > until):
                self.game.turn()
            if pause or time.monotonic() > shown + 0.1:
                shown = time.monotonic()
                self._say()
            # Not 0: the kernel reads what the page sends only when it has time to spare.
            await asyncio.sleep(pause or 0.01)
        self._say("" if self.state.is_over else f"The game has no end after {most} turns.")

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

    def _pass(self) -> int:
        """Pass the turns that must be missed, and say how many they were."""
        passed = 0
        while not (self.state.is_over or self.rules.dice(self.state)):
            self.game.turn()
            passed += 1
        return passed

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
        self._warning = html("lcr-message")
        self._turns = html("lcr-history")
        self._tally = html("lcr-tally")
        self._roll = button("Roll", "lcr-roll", "Roll the dice", self.roll, "primary")
        self._play = button("Play on", "lcr-play", "Play to the end", self.start)
        self._stop = button("Stop", "lcr-stop", "Stop playing on", self.stop, "warning")
        self._undo = button("Undo", "lcr-undo", "Take back the last turn", self.undo)
        self._new = button("New game", "lcr-new", "Begin again with this seed", self._new_clicked)
        self._seed = ipywidgets.IntText(
            description="seed", layout={"width": "160px"}, style={"description_width": "40px"}
        )
        self._seed.add_class("lcr-seed")
        self._speed = ipywidgets.Dropdown(
            options=list(_SPEEDS), value="normal", description="speed",
            layout={"width": "140px"}, style={"description_width": "45px"},
        )  # fmt: skip
        self._speed.add_class("lcr-speed")
        self._faces = [
            button(face.value.replace(".", "•"), f"lcr-face-{face.name.lower()}",
                   f"A real die shows {face.name.lower()}", partial(self._entered, face))
            for face in Face
        ]  # fmt: skip
        self._due = html("lcr-due")
        self._enter = ipywidgets.Text(
            description="or write", placeholder=self._example(), continuous_update=False,
            layout={"width": "200px"}, style={"description_width": "60px"},
        )  # fmt: skip
        self._enter.add_class("lcr-enter")
        self._enter.observe(self._written, "value")
        self._show(
            "lcr-play-table",
            row(self._roll, self._play, self._stop, self._speed, self._undo, self._new, self._seed),
            self._status,
            self._picture,
            row(ipywidgets.Label("Real dice:"), *self._faces, self._enter, self._due),
            self._warning,
            self._turns,
            self._tally,
        )

    def _example(self) -> str:
        return "L . C" if self.rules.die.faces is None else "L . C   or   1 5 2"

    def _new_clicked(self) -> None:
        # A seed that somebody wrote is used; otherwise the next one, or else every game of
        # a class that presses New game would be the same game.
        written = self._seed.value
        answer_in_words(
            self._warning, lambda: self.new_game(written if written != self.seed else None)
        )

    def _entered(self, face: Face) -> None:
        answer_in_words(self._warning, lambda: self.enter_die(face))

    def _written(self, change: dict[str, str]) -> None:
        if change["new"] and answer_in_words(self._warning, lambda: self.enter(change["new"])):
            self._enter.value = ""

    def _say(self, message: str = "") -> None:
        self.message = message
        warn(self._warning, message)
        self._refresh()

    def _refresh(self) -> None:
        state, playing = self.state, self.is_playing
        self._picture.value = drawing.table(self.game)
        self._status.value = self._status_html()
        self._turns.value = self._history_html()
        self._tally.value = self._tally_html()
        self._seed.value = self.seed
        due = self.rules.dice(state)
        self._roll.description = "Pass" if not (due or state.is_over) else "Roll"
        self._due.value = self._due_html()
        for control in (self._roll, self._undo, self._new, self._enter, *self._faces):
            control.disabled = playing
        self._play.disabled = playing or state.is_over
        self._stop.disabled = not playing

    def _status_html(self) -> str:
        last = self.history[-1:] or ["Everybody is ready."]
        said = f"{sentence(last[0])}<br><b>{turn_to_come(self.game)}</b>"
        return f'<div class="lcr-say" role="status" aria-live="polite">{said}</div>'

    def _due_html(self) -> str:
        if not self.entered:
            return ""
        shown = " ".join(face.value.replace(".", "•") for face in self.entered)
        return f"<b>{shown}</b>, more dice to come"

    def _history_html(self) -> str:
        lines = list(enumerate(self.history, start=1))[: -(_SHOWN + 1) : -1]
        said = "".join(f"<div>{number}. {sentence(line)}</div>" for number, line in lines)
        return f'<div class="lcr-turns" tabindex="0" aria-label="The last turns">{said}</div>'

    def _tally_html(self) -> str:
        results = self.results
        if not results:
            return ""
        winners = [result.winner for result in results]
        rows = "".join(
            f"<tr><td>{_key(seat)}{seat_name(seat)}</td><td>{winners.count(seat)}</td></tr>"
            for seat in range(self.rules.players)
        )
        length = sum(result.turns for result in results) / len(results)
        return (
            f"<b>{counted(len(results), 'game', 'games')} finished at this table</b>, "
            f"{length:.1f} turns long on average"
            f'<table class="lcr-numbers"><tr><th>player</th><th>games won</th></tr>{rows}</table>'
        )


#: So many of the last turns are listed.
_SHOWN = 50


def _key(seat: int) -> str:
    colour = seat_colour(seat)
    style = f"background:{colour};color:{ink(colour)}"
    return f'<span class="lcr-key" style="{style}">{seat + 1}</span>'


def _checked(seed: int | None) -> int | None:
    return None if seed is None else exact_integer(seed, "seed", least=0, most=_LARGEST_SEED)
