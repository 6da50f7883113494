"""What the views of all widgets are made of.

A widget of the kit is a plain class that keeps its state in plain attributes; its
:attr:`Widget.view` shows that state and hands clicks back to the same methods that code
calls. So everything can be driven and tested with no display.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets

from lcr_teach.palette import ink, seat_colour

__all__ = ["Widget", "button", "field", "html", "row", "seat_key", "sentence"]

#: One style sheet for all widgets. Its names all begin with "lcr-", and every copy of it says
#: the same, so that two widgets in one notebook do not disturb each other.
_STYLE = """<style>
.lcr-widget { color: var(--jp-ui-font-color1, #222); }
.lcr-widget .widget-html-content { line-height: 1.4; }
.lcr-widget .lcr-hidden { display: none; }
.lcr-picture svg { display: block; width: 100%; height: auto; }
.lcr-row { flex-flow: row wrap; gap: 2px 6px; align-items: center; }
.lcr-row .jupyter-button { width: auto; min-width: 2.6em; }
.lcr-row .widget-label { width: auto; }
.lcr-say { font-size: 1.25em; }
.lcr-play-table .lcr-say { min-height: 2.9em; }
.lcr-ask { font-size: 1.3em; font-weight: 600; padding: 4px 0; }
.lcr-games .widget-readout { min-width: 15em; text-align: left; }
.lcr-say b { font-weight: 600; }
.lcr-warn { border-left: 4px solid #D55E00; padding: 2px 10px; font-size: 1.1em; }
.lcr-note { color: var(--jp-ui-font-color2, #555); }
.lcr-numbers { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 1.05em; }
.lcr-numbers th, .lcr-numbers td { text-align: right; padding: 2px 12px; }
.lcr-numbers th:first-child, .lcr-numbers td:first-child { text-align: left; padding-left: 4px; }
.lcr-numbers tr + tr { border-top: 1px solid var(--jp-border-color2, #ddd); }
.lcr-key { display: inline-block; min-width: 1.6em; border-radius: 0.8em; text-align: center;
  font-weight: 600; margin-right: 0.5em; }
.lcr-turns { height: 7em; overflow-y: auto; margin: 0; padding: 4px 8px;
  border: 1px solid var(--jp-border-color2, #ddd); border-radius: 4px; }
.lcr-turns div { font-variant-numeric: tabular-nums; }
.lcr-fade { animation: lcr-fade 0.35s ease-out; }
.lcr-drop { animation: lcr-drop 0.3s ease-out; transform-box: fill-box; transform-origin: center; }
@keyframes lcr-fade { from { opacity: 0; } }
@keyframes lcr-drop { from { opacity: 0; transform: rotate(-100deg) scale(1.5); } }
@media (prefers-reduced-motion: reduce) { .lcr-fade, .lcr-drop { animation: none; } }
</style>"""


class Widget:
    """A widget of the kit: plain state, and a view that shows it.

    Attributes
    ----------
    view : ipywidgets.VBox
        What is shown; put it into boxes of your own if you like.
    message : str
        Why the last thing asked for was not done; empty if it was.
    """

    view: Any

    def __init__(self) -> None:
        self.message = ""
        self._message = html("lcr-message")

    def _show(self, name: str, *parts: Any) -> None:
        """Make the view of these parts."""
        style = ipywidgets.HTML(_STYLE, layout={"display": "none"})
        self.view = ipywidgets.VBox([style, *parts])
        self.view.add_class("lcr-widget")
        self.view.add_class(name)

    def _tell(self, message: str) -> None:
        """Say why something was not done, or take such words away; they are read aloud."""
        self.message = sentence(message)
        said = f'<div class="lcr-warn" role="alert">{escape(self.message)}</div>'
        self._message.value = said if message else ""

    def _asked(self, action: Callable[[], object]) -> bool:
        """Do what a control asks for; where that cannot be, say why and change nothing.

        Returns
        -------
        bool
            Whether it was done.
        """
        try:
            action()
        except (TypeError, ValueError) as error:
            self._tell(str(error))
            return False
        return True

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = self.view._repr_mimebundle_(**kwargs)
        bundle["text/plain"] = repr(self)
        return bundle


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

    Parameters
    ----------
    kind : type
        The class of the field.
    name : str
        Its CSS class.
    label : str
        What stands before it.
    wide : int
        Width in CSS pixels, label included; 0 for as much as it needs.
    value
        What it shows at first.
    """
    made = kind(
        value=value,
        description=label,
        layout={"width": f"{wide}px" if wide else "max-content"},
        style={"description_width": "initial"},
        **more,
    )
    made.add_class(name)
    return made


def seat_key(seat: int) -> str:
    """The number of a player on the player's colour, as HTML."""
    colour = seat_colour(seat)
    style = f"background:{colour};color:{ink(colour)}"
    return f'<span class="lcr-key" style="{style}">{seat + 1}</span>'


def sentence(words: str) -> str:
    """Words that begin with a capital letter, as those of an error do not."""
    return words[:1].upper() + words[1:]
