"""What the views of all widgets have in common.

A widget of the kit is a plain class that keeps its state in plain attributes; its
:attr:`Widget.view` shows that state and hands clicks back to the same methods that code
calls. So everything can be driven and tested with no display.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import Any

import ipywidgets

from lcr_teach.widgets.controls import html
from lcr_teach.widgets.page import Keys
from lcr_teach.widgets.style import STYLE

__all__ = ["Widget", "sentence"]


class Widget:
    """A widget of the kit: plain state, and a view that shows it.

    A subclass makes its controls and hands them to :meth:`_show` once; whenever its state
    changes it writes new values into its places for pictures and words.

    Parameters
    ----------
    projector : bool
        Whether type, controls and pictures are large, for the back row.

    Attributes
    ----------
    view : ipywidgets.VBox
        What is shown; put it into boxes of your own if you like.
    message : str
        Why the last thing asked for was not done; empty if it was.
    """

    view: Any

    def __init__(self, projector: bool = False) -> None:
        self.message = ""
        self._projector = bool(projector)
        self._message = html("lcr-message")

    @property
    def projector(self) -> bool:
        """Whether it is shown large, for a projector; can be set."""
        return self._projector

    @projector.setter
    def projector(self, projector: bool) -> None:
        self._projector = bool(projector)
        (self.view.add_class if projector else self.view.remove_class)("lcr-projector")

    def _show(self, name: str, *parts: Any) -> None:
        """Make the view of these parts."""
        style = ipywidgets.HTML(STYLE, layout={"display": "none"})
        self.view = ipywidgets.VBox([style, *parts, Keys()])
        self.view.add_class("lcr-widget")
        self.view.add_class(name)
        self.projector = self._projector

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

    def _still(self) -> str:
        """The pictures as they are now, for a page where no kernel runs."""
        return "".join(
            part.value for part in _parts(self.view) if "lcr-picture" in part._dom_classes
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = self.view._repr_mimebundle_(**kwargs)
        bundle["text/plain"] = repr(self)
        still = self._still()
        if still:
            bundle["text/html"] = still
        return bundle


def _parts(box: Any) -> Iterator[Any]:
    yield box
    for child in getattr(box, "children", ()):
        yield from _parts(child)


def sentence(words: str) -> str:
    """Words that begin with a capital letter, as those of an error do not."""
    return words[:1].upper() + words[1:]
