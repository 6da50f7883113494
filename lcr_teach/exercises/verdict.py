"""What a check says: right, not yet, or not answered yet."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from enum import Enum

__all__ = ["Outcome", "Verdict"]

_TO_ANSWER = "Put your answer where the three dots ... are, run that cell, then run this one again."


class Outcome(Enum):
    """How an answer fares; the value is what people read."""

    RIGHT = "Right"
    NOT_YET = "Not yet"
    NOT_ANSWERED = "Not answered yet"


#: A shape and a colour beside the words. The words alone say everything, so that nobody
#: has to tell colours apart; the colours are those of Okabe and Ito.
_SIGNS = {
    Outcome.RIGHT: ("✔", "#009E73"),
    Outcome.NOT_YET: ("◐", "#E69F00"),
    Outcome.NOT_ANSWERED: ("○", "#56B4E9"),
}


@dataclass(frozen=True)
class Verdict:
    """The result of a check, shown in colour in a notebook and as text elsewhere.

    Attributes
    ----------
    exercise : str
        Name of the exercise.
    outcome : Outcome
        Right, not yet, or not answered yet.
    remark : str
        What can be seen in this very answer; may be empty.
    hint : str
        How to go on; empty unless the outcome is "not yet".

    Examples
    --------
    >>> Verdict("05.1", Outcome.NOT_YET, "That is a percentage.", "Divide by 100.")
    05.1: Not yet. That is a percentage. Hint: Divide by 100.
    """

    exercise: str
    outcome: Outcome
    remark: str = ""
    hint: str = ""

    @property
    def is_right(self) -> bool:
        """Whether the answer is right."""
        return self.outcome is Outcome.RIGHT

    def _sentences(self) -> list[str]:
        said = [self.remark] if self.remark else []
        if self.hint:
            said.append(f"Hint: {self.hint}")
        if self.outcome is Outcome.NOT_ANSWERED:
            said.append(_TO_ANSWER)
        return said

    def __repr__(self) -> str:
        return " ".join([f"{self.exercise}: {self.outcome.value}.", *self._sentences()])

    def _repr_html_(self) -> str:
        sign, colour = _SIGNS[self.outcome]
        # The text has the page's own colour and no background of ours lies under it, so it
        # can be read on a light page and on a dark one.
        paragraphs = "".join(
            f'<p style="margin: 0.3em 0 0">{_in_html(sentence)}</p>'
            for sentence in self._sentences()
        )
        return (
            f'<div class="lcr-check" role="status" style="border: 1px solid {colour}; '
            "border-left-width: 0.6em; border-radius: 0.3em; padding: 0.5em 0.8em; "
            'max-width: 45em">'
            f'<strong style="font-size: 1.15em"><span aria-hidden="true">{sign}</span> '
            f"{self.outcome.value}</strong> "
            f"<span>exercise {html.escape(self.exercise)}</span>{paragraphs}</div>"
        )


def _in_html(sentence: str) -> str:
    """Escape what a student's error may say, and set `code` as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(sentence))
