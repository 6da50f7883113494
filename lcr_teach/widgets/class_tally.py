"""The games of a class: who won and how long it took, beside the exact law."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets

from lcr_teach.palette import seat_colour
from lcr_teach.results import decimal
from lcr_teach.rules import Rules
from lcr_teach.tally import Tally
from lcr_teach.widgets.chances import chain_of, fraction_text
from lcr_teach.widgets.charts import Bar, bars
from lcr_teach.widgets.controls import button, field, html, number_table, row, said, seat_key
from lcr_teach.widgets.laws import law_plot
from lcr_teach.widgets.view import Widget
from lcr_teach.widgets.words import counted, seat_name, verdict

if TYPE_CHECKING:
    from lcr_teach.compare import Comparison

__all__ = ["ClassTally"]


class ClassTally(Widget):
    r"""Games that were really played, entered one by one or pasted, beside the exact law.

    Parameters
    ----------
    players, chips : int
        The table at which the games were played.
    projector : bool
        A size for the back row.

    Attributes
    ----------
    tally : Tally
        The games; it can be used in code like any tally.

    Examples
    --------
    >>> games = ClassTally(players=2, chips=1)
    >>> games.add(winner=2, turns=1)
    >>> games.paste("1, 2\n2, 1")
    >>> games.tally.wins
    (1, 2)
    >>> games.comparison.exact
    (1/3, 2/3)
    """

    def __init__(self, players: int = 3, chips: int = 3, *, projector: bool = False) -> None:
        super().__init__(projector)
        rules = Rules(players, chips)
        self._chain = chain_of(rules)  # refuses a table that is too large
        self.tally = Tally(rules)
        self._build()
        self._refresh()

    @property
    def comparison(self) -> Comparison | None:
        """The winners beside the exact law; ``None`` without games."""
        from lcr_teach.compare import compare

        return compare(self._chain, self.tally) if self.tally.games else None

    def add(self, winner: int, turns: int) -> None:
        """Enter one game: the player who won, counted from 1, and its turns.

        Parameters
        ----------
        winner : int
            The player's number, from 1.
        turns : int
            How many turns the game had, missed turns included.

        Raises
        ------
        TypeError, ValueError
            If there is no such player or no such number of turns.
        """
        self._do(lambda: self.tally.add(winner, turns))

    def undo(self) -> None:
        """Take back the game that was entered last.

        Raises
        ------
        ValueError
            If there is none.
        """
        self._do(self.tally.remove_last)

    def paste(self, text: str) -> None:
        """Enter games from text: a line each, all of them or, if one is wrong, none.

        Parameters
        ----------
        text : str
            Lines as :meth:`lcr_teach.Tally.paste` reads them.

        Raises
        ------
        TypeError, ValueError
            Naming the first line that is wrong.
        """
        self._do(lambda: self.tally.paste(text))

    def save(self, path: str | Path) -> None:
        """Write the games into a CSV file; a file with other games is not overwritten.

        Parameters
        ----------
        path : str or Path
            The file.

        Raises
        ------
        ValueError
            If the file holds something that would be lost.
        OSError
            If it cannot be written.
        """

        def write() -> None:
            _require_name(path)
            try:
                self.tally.save(path)
            except ValueError:
                raise ValueError(
                    f"the file {path} holds games or text that would be lost: choose another name."
                ) from None

        self._do(write, path)

    def load(self, path: str | Path) -> None:
        """Read the games of a CSV file, in place of those that are here.

        Parameters
        ----------
        path : str or Path
            The file.

        Raises
        ------
        ValueError
            If the file is no such list, or if games that are here would be lost.
        OSError
            If it cannot be read.
        """

        def read() -> None:
            _require_name(path)
            loaded = Tally.load(path, self.tally.rules)
            mine = self.tally.records
            if loaded.records[: len(mine)] != mine:
                raise ValueError(
                    "the games that are here are not in that file: save them first under another "
                    "name, or take a new tally."
                )
            self.tally = loaded

        self._do(read, path)

    def _do(self, what: Any, path: str | Path = "") -> None:
        try:
            what()
        except (TypeError, ValueError, OSError) as error:
            self._tell(_sentence(error, path))
            raise
        self._tell("")
        self._refresh()

    def __repr__(self) -> str:
        games = counted(self.tally.games, "game", "games")
        return f"ClassTally: {self.tally.rules}, {games}, wins {self.tally.wins}"

    # The view.

    def _build(self) -> None:
        players = range(self.tally.rules.players)
        self._winner = field(
            ipywidgets.Dropdown, "lcr-winner", "winner", 200, 1,
            options=[(seat_name(seat), seat + 1) for seat in players],
        )  # fmt: skip
        self._turns = field(ipywidgets.IntText, "lcr-turns-played", "turns", 150, 10)
        add = button("Enter game", "lcr-add", "Enter this game", self._entered, "primary")
        undo = button("Undo", "lcr-undo", "Take back the last game", lambda: self._try(self.undo))
        self._text = field(
            ipywidgets.Textarea, "lcr-paste", "or many", 430, "", rows=3,
            placeholder="one game a line: winner, turns",
        )  # fmt: skip
        take = button("Enter these", "lcr-take", "Enter all games of the text", self._pasted)
        self._file = field(ipywidgets.Text, "lcr-file", "file", 280, "our-games.csv")
        save = button("Save", "lcr-save", "Write the games into the file", self._saved)
        load = button("Load", "lcr-load", "Read the games of the file", self._loaded)
        self._picture = html("lcr-bars", "lcr-picture")
        self._numbers = html("lcr-values")
        self._status = html("lcr-status")
        self._show(
            "lcr-class-tally",
            row(self._winner, self._turns, add, undo),
            row(self._text, take),
            row(self._file, save, load),
            self._message,
            self._picture,
            self._numbers,
            self._status,
        )

    def _try(self, what: Any) -> bool:
        """Do what the view asks for; what went wrong is said there."""
        try:
            what()
        except (TypeError, ValueError, OSError):
            return False  # it was said
        return True

    def _entered(self) -> None:
        self._try(lambda: self.add(self._winner.value, self._turns.value))

    def _pasted(self) -> None:
        before = self.tally.games
        if not self._try(lambda: self.paste(self._text.value)):
            return
        if self.tally.games == before:
            self._tell("there are no games in the text.")
        else:
            self._text.value = ""

    def _saved(self) -> None:
        name = self._file.value.strip()
        if self._try(lambda: self.save(name)):
            self._tell(f"saved in {name}.")

    def _loaded(self) -> None:
        name = self._file.value.strip()
        if self._try(lambda: self.load(name)):
            self._tell(f"loaded {name}: {counted(self.tally.games, 'game', 'games')}.")

    def _refresh(self) -> None:
        exact = self._chain.win_probabilities()
        comparison = self.comparison
        seats = range(self.tally.rules.players)
        games = self.tally.games
        title = counted(games, "game of the class", "games of the class")
        if comparison is None:
            law = {seat_name(seat): float(exact[seat]) for seat in seats}
            label = " ".join(f"{name}: exact {p:.3f}." for name, p in law.items())
            self._picture.value = law_plot(law, f"No games yet. {label}", title="no games yet")
        else:
            shares, intervals = comparison.shares, comparison.intervals()
            shown = [
                Bar(seat_name(s), seat_colour(s), float(exact[s]), shares[s], intervals[s])
                for s in seats
            ]
            label = " ".join(
                f"{bar.name}: exact {bar.exact:.3f}, won {bar.sampled:.3f}." for bar in shown
            )
            self._picture.value = bars(shown, f"{title}. {label}", title)
        self._numbers.value = number_table(
            ("player", "exact", "games won", "share", "95 % interval"),
            [self._row(seat, comparison) for seat in seats],
            safe=True,
        )
        self._status.value = said(self._words(comparison))

    def _row(self, seat: int, comparison: Comparison | None) -> list[str]:
        first = [
            seat_key(seat) + seat_name(seat),
            fraction_text(self._chain.win_probabilities()[seat], 3),
        ]
        if comparison is None:
            return [*first, "0", "", ""]
        low, high = comparison.intervals()[seat]
        return [
            *first,
            str(comparison.observed[seat]),
            f"{comparison.shares[seat]:.3f}",
            f"{low:.3f} to {high:.3f}",
        ]

    def _words(self, comparison: Comparison | None) -> str:
        mean = self._chain.expected_turns()
        if comparison is None:
            return (
                "Enter the first game: who won, and after how many turns, missed ones included. "
                "<br><span class='lcr-note'>On average a game takes "
                f"{decimal(mean, 2)} turns.</span>"
            )
        last = self.tally.records[-1]
        p = comparison.p_value
        test = "chi-square" if comparison.warning is None else "exact multinomial test"
        judged = verdict(p, again="play more games")
        return (
            f"{judged}<br><span class='lcr-note'>p-value {p:.2g} "
            f"({test}). Mean length {self._mean()}, exact {decimal(mean, 2)} turns. Entered last: "
            f"{seat_name(last.winner)}, {counted(last.turns, 'turn', 'turns')}.</span>"
        )

    def _mean(self) -> str:
        """The mean length of the games with its standard error."""
        turns = [record.turns for record in self.tally.records]
        mean = sum(turns) / len(turns)
        if len(turns) == 1:
            return f"{mean:.1f} turns"
        variance = sum((t - mean) ** 2 for t in turns) / (len(turns) - 1)
        return f"{mean:.1f} ± {(variance / len(turns)) ** 0.5:.1f} turns"


def _require_name(path: str | Path) -> None:
    # Of no name Python makes the folder itself.
    if not str(path).strip():
        raise ValueError("the file must have a name.")


def _sentence(error: Exception, path: str | Path) -> str:
    if isinstance(error, OSError):
        # The error may name the file that is written first, beside this one.
        return f"the file {path}: {(error.strerror or 'it fails').lower()}."
    return str(error)
