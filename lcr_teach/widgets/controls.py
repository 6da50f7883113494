"""The controls of all widgets: buttons, fields, sliders, places for pictures, tables.

Each has a class of the kit's own, by which a test in the page finds it, and a name for
those who hear the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

import ipywidgets

from lcr_teach.palette import ink, seat_colour
from lcr_teach.widgets.page import ChoiceDrawing, Slider

__all__ = ["TextTwin", "button", "choice_drawing", "field", "html", "number_table", "row"]
__all__ += ["said", "seat_key", "slider"]


def button(
    text: str, name: str, hint: str, action: Callable[[], object], style: str = ""
) -> ipywidgets.Button:
    """A button with a class of the kit's own, by which it can be found."""
    made = ipywidgets.Button(description=text, tooltip=hint, button_style=style)
    made.add_class(name)
    made.on_click(lambda _: action())
    return made


def html(name: str, *more: str) -> ipywidgets.HTML:
    """A place for a picture or words."""
    made = ipywidgets.HTML()
    for each in (name, *more):
        made.add_class(each)
    return made


def row(*parts: Any) -> ipywidgets.Box:
    """Controls side by side, on a second line where the page is narrow."""
    made = ipywidgets.Box(parts)
    made.add_class("lcr-row")
    return made


def field(kind: type, name: str, label: str, wide: int, value: Any, **more: Any) -> Any:
    """A labelled field for words or numbers, with a class of the kit's own.

    Not for ipywidgets' sliders, which have no name in the page: :func:`slider` makes one.

    Parameters
    ----------
    kind : type
        The class of the field, such as ``ipywidgets.IntText`` or ``ipywidgets.Dropdown``.
    name : str
        Its CSS class.
    label : str
        What stands before it.
    wide : int
        Width in CSS pixels, label included; 0 for as much as it needs.
    value
        What it shows at first.
    **more
        What else the class takes.
    """
    made = kind(
        value=value,
        description=label,
        layout={"width": f"calc({wide}px * var(--lcr-size, 1))" if wide else "max-content"},
        style={"description_width": "initial"},
        **more,
    )
    made.add_class(name)
    return made


def slider(
    name: str, label: str, stops: Sequence[Any], value: Any, written: Callable[[Any], str] = str
) -> Slider:
    """A slider over any values in their order, with a class of the kit's own.

    Parameters
    ----------
    name : str
        Its CSS class.
    label : str
        Its name.
    stops : sequence
        All values that it can have: ``range(0, 51)``, or fractions, or 10, 20, 50, ….
    value
        The one where it stands at first.
    written : function
        How a value is written beside it.

    Raises
    ------
    ValueError
        If the value is none of the stops.

    Examples
    --------
    >>> turns = slider("lcr-turn", "after turn", range(31), 0)
    >>> turns.observe(lambda change: print(change["new"]), "value")
    >>> turns.value = 7
    7
    """
    made = Slider(stops, label, value, written)
    made.add_class(name)
    return made


def choice_drawing(name: str, action: Callable[[str], object]) -> ChoiceDrawing:
    """A drawing, parts of which can be chosen; `action` gets the part's ``data-choose``."""
    made = ChoiceDrawing(action)
    made.add_class(name)
    made.add_class("lcr-picture")
    return made


class TextTwin(ipywidgets.VBox):  # type: ignore[misc]
    """The numbers of a picture as a table, shown on request.

    Parameters
    ----------
    name : str
        The CSS class of the table; that of the button is the same with ``-show`` after it.
    label : str
        What is shown, for the button: "the numbers".

    Attributes
    ----------
    is_open : bool
        Whether the table is shown; can be set.
    """

    def __init__(self, name: str, label: str = "the numbers") -> None:
        self._label, self._table, self._open = label, "", False
        self._button = button("", f"{name}-show", f"A table with {label}", self._pressed)
        self._place = html(name)
        super().__init__([row(self._button), self._place])
        self.is_open = False

    @property
    def is_open(self) -> bool:
        """Whether the table is shown."""
        return self._open

    @is_open.setter
    def is_open(self, is_open: bool) -> None:
        self._open = is_open
        self._button.description = f"{'Hide' if is_open else 'Show'} {self._label}"
        self._place.value = self._table if is_open else ""

    def show(self, table: str) -> None:
        """Take a new table, made by :func:`number_table`."""
        self._table = table
        self._place.value = table if self._open else ""

    def _pressed(self) -> None:
        self.is_open = not self.is_open


def number_table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "", safe: bool = False
) -> str:
    """A table as HTML, the first cell of each row its name.

    Parameters
    ----------
    heads : sequence of str
        The names of the columns.
    rows : iterable of sequence of str
        The cells.
    caption : str
        What the table shows.
    safe : bool
        Whether the cells are HTML already, as those made with :func:`seat_key` are.

    Examples
    --------
    >>> number_table(["turns", "chance"], [["3", "0.25"]])
    '<table class="lcr-numbers"><thead><tr><th scope="col">turns</th><th scope="col">chance</th>\
</tr></thead><tbody><tr><th scope="row">3</th><td>0.25</td></tr></tbody></table>'
    """

    def cell(words: str) -> str:
        return words if safe else escape(words)

    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = "".join(
        f'<tr><th scope="row">{cell(first)}</th>'
        + "".join(f"<td>{cell(words)}</td>" for words in rest)
        + "</tr>"
        for first, *rest in rows
    )
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<table class="lcr-numbers">{title}<thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def said(words: str) -> str:
    """Words (HTML) that are read aloud when they change, politely: after what is being read."""
    return f'<div class="lcr-say" role="status" aria-live="polite">{words}</div>'


def seat_key(seat: int) -> str:
    """The number of a player on the player's colour, as HTML."""
    colour = seat_colour(seat)
    style = f"background:{colour};color:{ink(colour)}"
    return f'<span class="lcr-key" style="{style}">{seat + 1}</span>'
