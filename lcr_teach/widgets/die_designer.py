"""A die of one's own: what it does to the chances of all seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import ipywidgets
import sympy

from lcr_teach.die import Die
from lcr_teach.exact import exact_integer
from lcr_teach.palette import seat_colour
from lcr_teach.results import decimal
from lcr_teach.rules import Rules
from lcr_teach.widgets.chances import fraction_text
from lcr_teach.widgets.controls import (
    button,
    field,
    html,
    number_table,
    row,
    said,
    seat_key,
    slider,
)
from lcr_teach.widgets.curves import Curve, curve_plot
from lcr_teach.widgets.view import Widget
from lcr_teach.widgets.words import counted, seat_name
from lcr_teach.widgets.work import Work

__all__ = ["DieDesigner", "Start"]

#: The names of the probabilities, in the order of a die.
_NAMES = ("left", "centre", "right", "blank")
#: They move in twelfths, so that halves, thirds, quarters and sixths can be had.
_PARTS = 12
#: Tables whose formula in one symbol comes at once: players, and chips of each at most.
_MOST_CHIPS = {2: 2, 3: 1}
#: Where the curves are drawn.
_POINTS = [Fraction(k, 40) for k in range(40)]
#: A formula is written out if it is no longer than this, and else opens on request.
_LONGEST = 300


class Start(NamedTuple):
    """A start and how unequal its seats are.

    Attributes
    ----------
    chips : tuple of int
        Starting chips, one number a seat.
    gap : sympy.Expr
        The best seat's chance less the worst one's.
    """

    chips: tuple[int, ...]
    gap: sympy.Expr


class DieDesigner(Widget):
    """Four probabilities that stay a law, and what they do to each seat's chance.

    When one probability is moved, the others share what is left in proportion. The winning
    chances are formulas in the probability b of a blank, with left, centre and right in
    the proportion of the die.

    Parameters
    ----------
    players : int
        2 or 3.
    chips : int
        Chips of every player: 1 or 2 for two players, 1 for three.
    die : Die, optional
        The die at first; that of the game if not given.
    projector : bool
        A size for the back row.

    Attributes
    ----------
    die : Die
        The die. Can be set.
    fairest : Start or None
        The fairest start found, once it was looked for.

    Examples
    --------
    >>> designer = DieDesigner(players=2, chips=1)
    >>> designer.formulas
    (b/(b + 1), 1/(b + 1))
    >>> designer.set_probability("blank", "3/4")
    >>> designer.die
    Die(left=1/12, centre=1/12, right=1/12, blank=3/4)
    >>> designer.chances
    (3/7, 4/7)
    """

    def __init__(
        self,
        players: int = 2,
        chips: int = 1,
        die: Die | None = None,
        *,
        projector: bool = False,
    ) -> None:
        super().__init__(projector)
        self._work = Work("lcr-work", changed=self._worked)
        self.fairest: Start | None = None
        self._searching = False
        self._set(_table(players, chips, _checked(Die.standard() if die is None else die)))
        self._build()
        self._refresh()

    @property
    def rules(self) -> Rules:
        """The table with this die."""
        return self._rules

    @property
    def die(self) -> Die:
        """The die."""
        return self._rules.die

    @die.setter
    def die(self, die: Die) -> None:
        self._change(lambda: _table(self.rules.players, self.rules.chips[0], _checked(die)))

    @property
    def formulas(self) -> tuple[sympy.Expr, ...]:
        """Each seat's chance in the probability b of a blank."""
        return _formulas(*self._question())

    @property
    def chances(self) -> tuple[sympy.Expr, ...]:
        """Each seat's exact chance with this die."""
        return self._chances

    @property
    def slopes(self) -> tuple[sympy.Expr, ...]:
        """How much each seat's chance changes with b, here: the derivative of its formula."""
        return tuple(f.diff(_BLANK).subs(_BLANK, self.die.blank) for f in self.formulas)

    def set_table(self, players: int, chips: int) -> None:
        """Take another table with the same die.

        Parameters
        ----------
        players : int
            How many players, at least 2.
        chips : int
            How many chips each of them has at the start.

        Raises
        ------
        TypeError, ValueError
            If its formula would take too long.
        """
        self._change(lambda: _table(players, chips, self.die))

    def set_probability(self, name: str, value: int | Fraction | sympy.Expr | str) -> None:
        """Set one probability; the others share what is left in proportion.

        Parameters
        ----------
        name : {"left", "centre", "right", "blank"}
            Which one.
        value : int, Fraction, sympy.Rational or str
            From 0 to 1, exact; text as in ``"1/6"``.
        """
        self._change(
            lambda: _table(self.rules.players, self.rules.chips[0], _moved(self.die, name, value))
        )

    def set_faces(self, faces: str) -> None:
        """Take a die with these faces, one letter a face, as in ``"LCR..."``.

        Parameters
        ----------
        faces : str
            Letters L, C, R and a dot for a blank.
        """
        self._change(
            lambda: _table(self.rules.players, self.rules.chips[0], _checked(Die.from_faces(faces)))
        )

    def find_fairest(self) -> None:
        """Look for the fairest start: every seat with 1 chip up to one more than now.

        In the view there is a bar and a Stop button.
        """
        rules = self.rules
        most = rules.chips[0] + 1
        starts = list(product(range(1, most + 1), repeat=rules.players))

        def steps() -> Iterator[float]:
            best: Start | None = None
            for done, chips in enumerate(starts, start=1):
                chances = Rules(rules.players, chips, rules.die).chain().win_probabilities()
                start = Start(chips, max(chances) - min(chances))
                if best is None or start.gap < best.gap:
                    best = start
                yield done / len(starts)
            self.fairest = best

        self._tell("")
        self._searching = True
        self._work.step(steps)

    def _change(self, wanted: Callable[[], Rules]) -> None:
        try:
            self._set(wanted())
        except (TypeError, ValueError) as error:
            self._tell(str(error))
            raise
        self._work.cancel()
        self.fairest = None
        self._tell("")
        if self._is_known():
            self._refresh()
        else:
            # The chances come at once, their formulas after a while.
            self._refresh_controls()
            self._status.value = said("Looking for the formulas …")
            question = self._question()
            self._work.compute(lambda progress, stop: _formulas(*question), lambda _: None)

    def _set(self, rules: Rules) -> None:
        chain = rules.chain()
        self._chances, self._length = chain.win_probabilities(), chain.expected_turns()
        self._rules = rules

    def _question(self) -> tuple[int, int, tuple[sympy.Expr, ...]]:
        return self.rules.players, self.rules.chips[0], _others(self.die)

    def _is_known(self) -> bool:
        return self._question() in _KNOWN

    def __repr__(self) -> str:
        table = (
            f"{self.rules.players} players, {counted(self.rules.chips[0], 'chip', 'chips')} each"
        )
        return f"DieDesigner: {table}, {self.die}"

    # The view.

    def _build(self) -> None:
        stops = [Fraction(k, _PARTS) for k in range(_PARTS + 1)]
        self._sliders = {
            name: slider(f"lcr-{name}", name, stops, Fraction(0), str) for name in _NAMES
        }
        for name, each in self._sliders.items():
            each.observe(lambda change, name=name: self._slid(name, change["new"]), "value")
        self._faces = field(
            ipywidgets.Text, "lcr-faces", "or its faces", 240, "", continuous_update=False,
            placeholder="LCR...",
        )  # fmt: skip
        self._faces.observe(self._typed, "value")
        tables = [f"{n} players, {counted(c, 'chip', 'chips')} each"
                  for n, most in _MOST_CHIPS.items() for c in range(1, most + 1)]  # fmt: skip
        self._tables = [(n, c) for n, most in _MOST_CHIPS.items() for c in range(1, most + 1)]
        self._table_field = field(
            ipywidgets.Dropdown, "lcr-table-choice", "table", 280, self._now(),
            options=list(zip(tables, range(len(tables)), strict=True)),
        )  # fmt: skip
        self._table_field.observe(self._other_table, "value")
        find = button(
            "Find the fairest start", "lcr-find", "Try other starting chips",
            lambda: self._asked(self.find_fairest),
        )  # fmt: skip
        self._picture = html("lcr-curves", "lcr-picture")
        self._numbers = html("lcr-values")
        self._status = html("lcr-status")
        self._refreshing = False
        sliders = list(self._sliders.values())
        self._show(
            "lcr-die-designer",
            row(self._table_field, self._faces),
            row(sliders[0], sliders[1]),
            row(sliders[2], sliders[3]),
            row(find, self._work.view),
            self._message,
            self._picture,
            self._numbers,
            self._status,
        )

    def _now(self) -> int:
        return self._tables.index((self.rules.players, self.rules.chips[0]))

    def _slid(self, name: str, value: Fraction) -> None:
        if self._refreshing:
            return
        if not self._asked(lambda: self.set_probability(name, value)):
            self._refresh_controls()

    def _typed(self, change: dict[str, Any]) -> None:
        if change["new"] and not self._refreshing:
            self._asked(lambda: self.set_faces(change["new"]))

    def _other_table(self, change: dict[str, Any]) -> None:
        if not self._refreshing:
            self._asked(lambda: self.set_table(*self._tables[change["new"]]))

    def _worked(self) -> None:
        if not self._work.is_running:
            if not self._is_known():
                self._tell("stopped: the picture is that of the die before.")
                self._status.value = said("The formulas were not found: move a slider again.")
                return
            if self._searching and self.fairest is None:
                self._tell("stopped, and no start was found.")
            self._searching = False
            self._refresh()

    def _refresh_controls(self) -> None:
        die = self.die
        stops = {Fraction(k, _PARTS) for k in range(_PARTS + 1)}
        self._refreshing = True
        try:
            for name, each in self._sliders.items():
                value = Fraction(int(getattr(die, name).p), int(getattr(die, name).q))
                each.move(sorted(stops | {value}), value)
            self._table_field.value = self._now()
        finally:
            self._refreshing = False

    def _refresh(self) -> None:
        self._refresh_controls()
        die, formulas, slopes = self.die, self.formulas, self.slopes
        seats = range(self.rules.players)
        values = [sympy.lambdify(_BLANK, f, "math") for f in formulas]
        curves = [
            Curve(seat_name(s), [(float(b), float(values[s](float(b)))) for b in _POINTS],
                  seat_colour(s))
            for s in seats
        ]  # fmt: skip
        title = "chance to win, for any blank"
        said_chances = " ".join(f"{seat_name(s)}: {decimal(self._chances[s], 4)}." for s in seats)
        self._picture.value = curve_plot(
            curves,
            f"{title}. At blank {die.blank}: {said_chances}",
            across="probability b of a blank; the others in proportion",
            title=title,
            x=(0, 1),
            levels={"equal": 1 / self.rules.players},
            here=float(die.blank),
        )
        heads = ("player", "chance", "per point of blank", "formula")
        self._numbers.value = number_table(
            heads,
            [
                (
                    seat_key(s) + seat_name(s),
                    fraction_text(self._chances[s], 4),
                    f"{float(slopes[s]):+.3f} points".replace("-", "\N{MINUS SIGN}"),
                    _written(formulas[s]),
                )
                for s in seats
            ],
            safe=True,
        )
        self._status.value = said(self._words())

    def _words(self) -> str:
        gap = max(self._chances) - min(self._chances)
        words = (
            f"Best and worst seat are {100 * float(gap):.2f} points apart; a game takes "
            f"{decimal(self._length, 2)} turns on average."
        )
        if self.fairest is not None:
            chips = ", ".join(map(str, self.fairest.chips))
            words += (
                f"<br>Fairest start found: {chips} chips, with a gap of "
                f"{100 * float(self.fairest.gap):.2f} points."
            )
        return words


_BLANK = sympy.Symbol("b", positive=True)


#: Formulas by what they were asked for: a die that comes back needs no second look.
_KNOWN: dict[tuple[int, int, tuple[sympy.Expr, ...]], tuple[sympy.Expr, ...]] = {}


def _formulas(players: int, chips: int, others: tuple[sympy.Expr, ...]) -> tuple[sympy.Expr, ...]:
    """Each seat's chance in b; left, centre and right share what the blank leaves."""
    question = players, chips, others
    if question not in _KNOWN:
        left, centre, right = ((1 - _BLANK) * part for part in others)
        chain = Rules(players, chips, Die(left, centre, right, _BLANK)).chain()
        _KNOWN[question] = tuple(sympy.factor(p) for p in chain.win_probabilities())
    return _KNOWN[question]


def _others(die: Die) -> tuple[sympy.Expr, ...]:
    rest = 1 - die.blank
    if rest == 0:
        return (sympy.Rational(1, 3),) * 3
    return tuple(p / rest for p in (die.left, die.centre, die.right))


def _table(players: int, chips: int, die: Die) -> Rules:
    players = exact_integer(players, "players", least=2, most=3)
    chips = exact_integer(chips, "chips", least=1, most=_MOST_CHIPS[players])
    return Rules(players, chips, die)


def _checked(die: Die) -> Die:
    if not isinstance(die, Die):
        raise TypeError(f"die must be a Die, not {die!r}.")
    if not all(p.is_Rational for p in (die.left, die.centre, die.right, die.blank)):
        raise ValueError(f"the probabilities of the die must be fractions, not {die}.")
    if die.blank == 1:
        raise ValueError("a die of blanks only never moves a chip: blank must be less than 1.")
    return die


def _moved(die: Die, name: str, value: Any) -> Die:
    if name not in _NAMES:
        raise ValueError(f"name must be one of {', '.join(_NAMES)}, not {name!r}.")
    try:
        wanted = sympy.Rational(value) if isinstance(value, str) else sympy.sympify(value)
    except (TypeError, ValueError):
        wanted = sympy.nan
    if not wanted.is_Rational or isinstance(value, float) or not 0 <= wanted <= 1:
        raise ValueError(f"{name} must be a fraction from 0 to 1, not {value!r}.")
    old: dict[str, sympy.Expr] = {each: getattr(die, each) for each in _NAMES}
    rest = sum(p for each, p in old.items() if each != name)
    others = [each for each in _NAMES if each != name]
    # Where nothing is left to be in proportion with, the others share equally.
    new = {
        each: (1 - wanted) * (old[each] / rest if rest else sympy.Rational(1, 3)) for each in others
    }
    return _checked(Die(**{**new, name: wanted}))


def _written(formula: sympy.Expr) -> str:
    """The formula as HTML; a long one opens on request."""
    # Sums and products may be broken into lines, powers not.
    shown = str(formula).replace("**", "^").replace("*", "·")
    if len(shown) <= _LONGEST:
        return shown
    return (
        f"<details><summary>long, open it</summary><div class='lcr-formula'>{shown}</div></details>"
    )
