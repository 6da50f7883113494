"""Games that were really played: a class writes down who won and how long it took."""

from __future__ import annotations

import csv
import errno
import os
import re
import tempfile
from collections import Counter
from html import escape
from pathlib import Path
from typing import NamedTuple

from lcr_teach.exact import exact_integer
from lcr_teach.rules import Rules

__all__ = ["Record", "Tally"]

_COLUMNS = ("game", "winner", "turns")
_MOST_TURNS = 999_999_999


class Record(NamedTuple):
    """One game of a tally: the seat that won, numbered from 0, and the turns it took."""

    winner: int
    turns: int


class Tally:
    r"""Games that were really played at one table, to be compared like any sample.

    Parameters
    ----------
    rules : Rules
        The table.

    Examples
    --------
    Player 2 wins after 5 turns, Player 1 after 9. Missed turns are counted too:

    >>> tally = Tally(Rules(players=2, chips=2))
    >>> tally.add(winner=2, turns=5)
    >>> tally.paste("1, 9")
    1
    >>> tally.wins, tally.turns
    ((1, 1), {5: 1, 9: 1})
    >>> tally.paste("1, 9\n3, 4")
    Traceback (most recent call last):
        ...
    ValueError: line 2: winner must be from 1 to 2, not 3.
    """

    def __init__(self, rules: Rules) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be Rules, not {rules!r}.")
        self._rules = rules
        self._records: list[Record] = []

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._rules

    @property
    def records(self) -> tuple[Record, ...]:
        """All games in the order in which they were entered."""
        return tuple(self._records)

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self._records)

    @property
    def wins(self) -> tuple[int, ...]:
        """Games won by each seat."""
        won = Counter(record.winner for record in self._records)
        return tuple(won[seat] for seat in range(self._rules.players))

    @property
    def turns(self) -> dict[int, int]:
        """Games for each length in turns, missed turns included."""
        return dict(sorted(Counter(record.turns for record in self._records).items()))

    def add(self, winner: int, turns: int) -> None:
        """Enter one game.

        Parameters
        ----------
        winner : int
            The player who won, counted from 1, the one who began.
        turns : int
            How many turns the game took, missed turns included; at least 1.

        Raises
        ------
        TypeError, ValueError
            If there is no such player, or no such number of turns.
        """
        self._records.append(self._record(winner, turns))

    def remove_last(self) -> None:
        """Take back the game that was entered last.

        Raises
        ------
        ValueError
            If there is none.
        """
        if not self._records:
            raise ValueError("there is no game to remove.")
        self._records.pop()

    def paste(self, text: str) -> int:
        """Enter games from text: a line each, all of them or, if one is wrong, none.

        Parameters
        ----------
        text : str
            Winner and turns, parted by a comma, a semicolon or a tab, as in a CSV file or
            copied from a spreadsheet. A first line with the names of the columns may put
            them in another order, and may name a column ``game``, which is not read.
            Empty lines, lines of the template not yet filled in, and lines that begin
            with ``#`` are passed over.

        Returns
        -------
        int
            How many games were entered.

        Raises
        ------
        TypeError, ValueError
            Naming the first line that is wrong; then no game is entered, and those
            entered before stay.
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a string, not {text!r}.")
        records = self._read(text)
        self._records += records
        return len(records)

    def template(self, games: int = 30) -> str:
        """CSV text for a class to fill in: what the columns mean, and numbered lines.

        Parameters
        ----------
        games : int
            How many lines; at least 1.

        Returns
        -------
        str
            The text; :meth:`load` and :meth:`paste` read it once it is filled in.

        Examples
        --------
        >>> print(Tally(Rules(players=3)).template(games=2))
        # table: Rules(players=3, chips=3)
        # winner: 1 is the player who begins and 2 the one who plays next
        # turns: every time the dice are passed on counts; missed turns too
        game,winner,turns
        1,,
        2,,
        """
        games = exact_integer(games, "games", least=1)
        return self._head() + "".join(f"{number},,\n" for number in range(1, games + 1))

    def to_csv(self) -> str:
        """All games as CSV text, with the head of the template.

        Returns
        -------
        str
            The text that :meth:`save` writes.
        """
        lines = (f"{i},{r.winner + 1},{r.turns}\n" for i, r in enumerate(self._records, start=1))
        return self._head() + "".join(lines)

    def save(self, path: str | Path, replace: bool = False) -> None:
        """Write all games into a CSV file.

        Parameters
        ----------
        path : str or Path
            The file. One that exists is replaced if it holds the first of these games, no
            others and no notes; so saving after every game is fine and loses nothing.
        replace : bool
            Replace the file whatever it holds.

        Raises
        ------
        ValueError
            If the file holds something else.
        OSError
            If there is no such folder, or the file cannot be written.
        """
        path = Path(path)
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "there is no folder for it", str(path))
        if path.exists() and not replace and self._would_lose(path):
            raise ValueError(
                f"the file {path} holds games or text that would be lost: "
                "choose another name, or say replace=True."
            )
        # Into a file beside it first: if this fails half-way, the old one is still whole.
        number, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        try:
            with os.fdopen(number, "w", encoding="utf-8") as file:
                file.write(self.to_csv())
            if path.exists():
                Path(name).chmod(path.stat().st_mode)
            else:
                mask = os.umask(0)
                os.umask(mask)
                Path(name).chmod(0o666 & ~mask)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    @classmethod
    def load(cls, path: str | Path, rules: Rules) -> Tally:
        """The games of a CSV file: one that was saved, or a template that was filled in.

        Parameters
        ----------
        path : str or Path
            The file.
        rules : Rules
            The table at which the games were played.

        Returns
        -------
        Tally
            A new one with these games.

        Raises
        ------
        ValueError
            Naming the file and the first line that is wrong, or if the file says that
            it is of another table.
        """
        tally = cls(rules)
        try:
            tally.paste(Path(path).read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise ValueError(
                f"the file {path} is no text in UTF-8: save it as CSV (UTF-8)."
            ) from None
        except (TypeError, ValueError) as error:
            raise ValueError(f"the file {path}, {error}") from None
        return tally

    def _would_lose(self, path: Path) -> bool:
        """Whether a file holds anything that is not in this tally."""
        try:
            before = Tally.load(path, self._rules).records
        except ValueError:
            return True
        head = {_bare(line) for line in self._head().splitlines()}
        text = path.read_text(encoding="utf-8-sig")
        notes = (line for line in text.splitlines() if _bare(line) not in head)
        return before != self.records[: len(before)] or not all(map(_is_bookkeeping, notes))

    def _record(self, winner: int, turns: int) -> Record:
        player = exact_integer(winner, "winner", least=1, most=self._rules.players)
        turns = exact_integer(turns, "turns", least=1)
        if turns > _MOST_TURNS:
            raise ValueError(f"turns must be at most {_MOST_TURNS}.")
        return Record(player - 1, turns)

    def _head(self) -> str:
        return (
            f"# table: {self._rules}\n"
            "# winner: 1 is the player who begins and 2 the one who plays next\n"
            "# turns: every time the dice are passed on counts; missed turns too\n"
            f"{','.join(_COLUMNS)}\n"
        )

    def _read(self, text: str) -> list[Record]:
        records: list[Record] = []
        columns: tuple[str, ...] | None = None
        # Spreadsheets begin their files with a byte order mark.
        lines = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").splitlines()
        for number, line in enumerate(lines, start=1):
            if _is_comment(line):
                self._refuse_other_table(number, line)
                continue
            try:
                cells = _cells(line)
            except csv.Error:
                raise ValueError(f"line {number}: this is no line of a CSV file.") from None
            if not any(cells):
                continue
            if columns is None:
                names = tuple(cell.lower() for cell in cells if cell)
                if any(name.isalpha() for name in names):
                    columns = _head_of(number, names)
                    continue
                columns = ("winner", "turns")
            records += self._line(number, columns, cells)
        return records

    def _line(self, number: int, columns: tuple[str, ...], cells: list[str]) -> list[Record]:
        if len(cells) < len(columns) or any(cells[len(columns) :]):
            raise ValueError(
                f"line {number}: there must be {len(columns)} columns "
                f"({', '.join(columns)}), not {len(cells)}."
            )
        row = dict(zip(columns, cells, strict=False))
        if not row["winner"] and not row["turns"]:
            return []
        for name in ("winner", "turns"):
            if not re.fullmatch(r"[+-]?[0-9]{1,40}", row[name]):
                shown = repr(_short(row[name])) if row[name] else "nothing"
                raise ValueError(f"line {number}: {name} must be a whole number, not {shown}.")
        try:
            return [self._record(int(row["winner"]), int(row["turns"]))]
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None

    def _refuse_other_table(self, number: int, line: str) -> None:
        said, own = _bare(line), _bare(f"# table: {self._rules}")
        if said.startswith("#table:") and said != own:
            other = line.strip().strip('",;').partition("table:")[2].strip()
            raise ValueError(f"line {number}: the games are of {other}, not of {self._rules}.")

    def __repr__(self) -> str:
        return f"<Tally: {self._rules}, {_count(self.games)}, wins {self.wins}>"

    def __str__(self) -> str:
        lines = [f"{_count(self.games)}, {self._rules}"]
        width = max(len(str(won)) for won in self.wins)
        for seat, won in enumerate(self.wins):
            lines.append(f"Player {seat + 1} won {won:{width}}")
        if self._records:
            lengths = [record.turns for record in self._records]
            lines.append(f"turns: {min(lengths)} to {max(lengths)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        body = "".join(
            f"<tr><th scope='row'>{number}</th><td>Player {record.winner + 1}</td>"
            f"<td>{record.turns}</td></tr>"
            for number, record in enumerate(self._records, start=1)
        )
        return (
            "<div style='font-size: 1.25em'><table>"
            f"<caption>{_count(self.games)}, {escape(repr(self._rules))}</caption>"
            "<thead><tr><th scope='col'>game</th><th scope='col'>winner</th>"
            f"<th scope='col'>turns</th></tr></thead><tbody>{body}</tbody></table></div>"
        )


def _is_comment(line: str) -> bool:
    return line.lstrip(' "').startswith("#")


def _is_bookkeeping(line: str) -> bool:
    """Whether a line holds numbers and names of columns only."""
    return all(not cell or cell.isdigit() or cell.lower() in _COLUMNS for cell in _cells(line))


def _bare(line: str) -> str:
    """A line as it was before a spreadsheet parted it at its commas and put quotes around it."""
    return re.sub(r'[\s",;]', "", line)


def _cells(line: str) -> list[str]:
    delimiter = next((d for d in "\t;" if d in line), ",")
    return [cell.strip() for row in csv.reader([line], delimiter=delimiter) for cell in row]


def _head_of(number: int, names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) != len(names) or not {"winner", "turns"} <= set(names) <= set(_COLUMNS):
        raise ValueError(
            f"line {number}: the columns must be winner and turns, and game if you like, "
            f"not {_short(', '.join(names))}."
        )
    return names


def _short(words: str) -> str:
    """The beginning of what somebody wrote, enough to be found again."""
    return words if len(words) <= 40 else words[:40] + "…"


def _count(games: int) -> str:
    return f"{games:,} {'game' if games == 1 else 'games'}"
