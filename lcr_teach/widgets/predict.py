"""A guess that is made before the answer is known, and kept."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Any

import ipywidgets

from lcr_teach.widgets.charts import dots, lanes
from lcr_teach.widgets.controls import button, field, html, row, slider
from lcr_teach.widgets.page import Slider
from lcr_teach.widgets.view import Widget
from lcr_teach.widgets.words import counted

__all__ = ["Predict"]

#: The guesses of this session by the question's key, so that running a cell again keeps them.
_LOCKED: dict[str, list[Any]] = {}
#: More steps than this and the number is written instead of dragged.
_MOST_STOPS = 1000


class Predict(Widget):
    """A question whose answer is guessed before it is computed.

    The guess is a number between two ends, one of several choices, or an order of
    several things. It is locked in and cannot be changed afterwards; others in a class
    lock in theirs after it. :meth:`reveal` shows all of them beside the answer.

    Parameters
    ----------
    question : str
        What is asked.
    low, high : number, optional
        Ends of the guesses, for a number.
    choices : sequence of str, optional
        What can be chosen.
    ranking : sequence of str, optional
        What is to be put in order, the first one first.
    step : number
        Distance of neighbouring guesses, for a number.
    unit : str
        What a number counts, such as "turns".
    key : str, optional
        Under which name the guesses are kept; the question if not given.
    projector : bool
        Whether it is shown large.

    Attributes
    ----------
    guess
        What would be locked in now: a number, a choice, or a list of those put in order
        so far. Can be set.
    answer
        The answer once it is revealed, else ``None``.

    Raises
    ------
    ValueError
        If it is not clear which kind of guess is asked for, or its ends are wrong.

    Examples
    --------
    >>> ask = Predict("Who wins most often?", choices=["Player 1", "Player 2", "Player 3"])
    >>> ask.guess = "Player 1"
    >>> ask.lock()
    >>> ask.reveal("Player 3")
    Predict: 'Who wins most often?', 1 guess, answer Player 3
    >>> ask.forget()
    """

    def __init__(
        self,
        question: str,
        low: float | None = None,
        high: float | None = None,
        *,
        choices: Sequence[str] | None = None,
        ranking: Sequence[str] | None = None,
        step: float = 1,
        unit: str = "",
        key: str | None = None,
        projector: bool = False,
    ) -> None:
        super().__init__(projector)
        number = low is not None and high is not None
        if number + (choices is not None) + (ranking is not None) != 1:
            raise ValueError(
                "a prediction needs either low and high, or choices, or ranking, and one of them."
            )
        self.names = tuple(choices or ranking or ())
        if not number and len({*self.names}) < max(2, len(self.names)):
            raise ValueError(f"a prediction needs two or more different names, not {self.names}.")
        if low is not None and high is not None and not (low < high and step > 0):
            raise ValueError(
                f"low must be below high and step positive, not {low}, {high} and {step}."
            )
        self.question, self.unit = question, unit
        self.answer: Any = None
        self._kind = "number" if number else "choice" if choices is not None else "ranking"
        self._ends = (low, high) if low is not None and high is not None else (0.0, 1.0)
        self._step = step
        self._guess: Any = self._first()
        self._key = question if key is None else key
        # A question that was edited may have guesses that no longer fit it.
        kept = _LOCKED.setdefault(self._key, [])
        kept[:] = [guess for guess in kept if self._fits(guess)]
        self._build()
        self._refresh()

    @property
    def guesses(self) -> tuple[Any, ...]:
        """The guesses that are locked in, in their order."""
        return tuple(_LOCKED[self._key])

    @property
    def is_revealed(self) -> bool:
        """Whether the answer is shown; it waits until somebody has guessed."""
        return self.answer is not None and bool(self.guesses)

    @property
    def guess(self) -> Any:
        """The guess that is being made."""
        return self._guess

    @guess.setter
    def guess(self, guess: Any) -> None:
        wanted = list(guess) if self._kind == "ranking" else guess
        if not self._fits(wanted, whole=False):
            error = ValueError(f"a guess must be {self._allowed()}, not {guess!r}.")
            self._tell(str(error))
            raise error
        self._guess = wanted
        self._tell("")
        self._refresh()

    def lock(self) -> None:
        """Lock the guess in; the next one may guess then.

        Raises
        ------
        ValueError
            If nothing is guessed yet or the answer is already known.
        """
        if self.is_revealed:
            raise ValueError("the answer is known now, so no guess can be locked in.")
        if not self._fits(self._guess):
            raise ValueError(f"a guess must be made first: {self._allowed()}.")
        _LOCKED[self._key].append(self._guess)
        self._guess = self._guess if self._kind == "number" else self._first()
        self._tell("")
        self._refresh()

    def reveal(self, answer: Any) -> Predict:
        """Show the answer beside the guesses.

        Where nobody has guessed yet, the answer waits for the first guess: a reader who
        runs a whole lesson at once still finds the question open.

        Parameters
        ----------
        answer
            A number, the right choice, or the right order.

        Returns
        -------
        Predict
            This one, so that the cell shows it.

        Raises
        ------
        ValueError
            If it is no answer to the question.
        """
        if self._kind == "number":
            answer = float(answer)
        elif not self._fits(list(answer) if self._kind == "ranking" else answer):
            raise ValueError(f"the answer must be {self._allowed()}, not {answer!r}.")
        self.answer = list(answer) if self._kind == "ranking" else answer
        self._tell("")
        self._refresh()
        return self

    def forget(self) -> None:
        """Forget all guesses and the answer, for another class."""
        _LOCKED[self._key].clear()
        self.answer = None
        self._guess = self._first()
        self._refresh()

    def _first(self) -> Any:
        """The guess before anybody has touched anything."""
        return {"number": self._ends[0], "choice": None, "ranking": []}[self._kind]

    def _fits(self, guess: Any, whole: bool = True) -> bool:
        """Whether it is a guess; if not `whole`, one that is still being made will do."""
        if self._kind == "number":
            number = isinstance(guess, int | float) and not isinstance(guess, bool)
            return number and self._ends[0] <= guess <= self._ends[1]
        if self._kind == "choice":
            return guess in self.names or (guess is None and not whole)
        if not isinstance(guess, list) or not set(guess) <= set(self.names):
            return False
        return len(guess) == len({*guess}) and (len(guess) == len(self.names) or not whole)

    def _allowed(self) -> str:
        if self._kind == "number":
            return f"a number from {self._ends[0]:g} to {self._ends[1]:g}"
        kind = "one of" if self._kind == "choice" else "an order of"
        return f"{kind} {', '.join(self.names)}"

    def _words(self, guess: Any) -> str:
        """A guess or an answer as people say it."""
        if self._kind == "number":
            return f"{guess:.6g} {self.unit}".rstrip()
        return str(guess) if self._kind == "choice" else ", ".join(guess)

    def __repr__(self) -> str:
        answer = f", answer {self._words(self.answer)}" if self.is_revealed else ""
        number = counted(len(self.guesses), "guess", "guesses")
        return f"Predict: {self.question!r}, {number}{answer}"

    # The view.

    def _build(self) -> None:
        self._controls = self._made_controls()
        self._lock = button(
            "Lock in", "lcr-lock", "The guess cannot be changed afterwards",
            lambda: self._asked(self.lock), "primary",
        )  # fmt: skip
        asked = html("lcr-question")
        asked.value = f'<div class="lcr-ask">{escape(self.question)}</div>'
        self._order = html("lcr-order")
        self._said = html("lcr-status")
        self._picture = html("lcr-guesses", "lcr-picture")
        self._show(
            "lcr-predict",
            asked,
            row(*self._controls, self._order, self._lock),
            self._message,
            self._said,
            self._picture,
        )

    def _made_controls(self) -> list[Any]:
        if self._kind == "ranking":
            return [self._rank_button(place) for place in range(len(self.names))] + [
                button("Start over", "lcr-again", "Take the order back", self._start_over)
            ]
        if self._kind == "choice":
            made = field(ipywidgets.RadioButtons, "lcr-guess", "", 0, None, options=self.names)
        elif (self._ends[1] - self._ends[0]) / self._step <= _MOST_STOPS:
            made = slider("lcr-guess", "your guess", self._stops(), self._guess, self._words)
        else:
            low, high = self._ends
            made = field(
                ipywidgets.BoundedFloatText, "lcr-guess", self.unit or "your guess", 300, low,
                min=low, max=high, step=self._step,
            )  # fmt: skip
        made.observe(lambda change: self._asked(lambda: self._set(change["new"])), "value")
        return [made]

    def _stops(self) -> list[Any]:
        """Where the slider can stand: at each step, and at a guess that code set between."""
        low, high = self._ends
        number = math.floor((high - low) / self._step + 1e-9) + 1
        stops = {round(low + place * self._step, 10) for place in range(number)}
        return sorted({*stops, high, self._guess})

    def _rank_button(self, place: int) -> ipywidgets.Button:
        def pressed() -> None:
            self._asked(lambda: self._set([*self._guess, self.names[place]]))

        return button(self.names[place], f"lcr-rank-{place + 1}", "The next in your order", pressed)

    def _set(self, guess: Any) -> None:
        if guess != self._guess:
            self.guess = guess

    def _start_over(self) -> None:
        self._asked(lambda: self._set([]))

    def _refresh(self) -> None:
        known = self.is_revealed
        self._lock.disabled = known
        if self._kind == "ranking":
            places = "".join(f"<b>{k}.</b> {escape(n)} " for k, n in enumerate(self._guess, 1))
            self._order.value = f'<div class="lcr-ask">{places}</div>'
            for name, control in zip(self.names, self._controls, strict=False):
                control.disabled = known or name in self._guess
            self._controls[-1].disabled = known or not self._guess
        else:
            if isinstance(self._controls[0], Slider):
                self._controls[0].move(self._stops(), self._guess)
            self._controls[0].value = self._guess
            self._controls[0].disabled = known
        said = self._sentences()
        self._said.value = (
            f'<div class="lcr-say" role="status" aria-live="polite">{escape(said)}</div>'
        )
        self._picture.value = self._drawn(said)

    def _sentences(self) -> str:
        guesses = self.guesses
        number = len(guesses)
        if self.answer is None:
            if not number:
                return "Guess before you know, then lock it in."
            last = f"Locked in: {self._words(guesses[-1])}."
            return last if number == 1 else f"{last} {number} guesses so far."
        if not number:
            return "The answer waits for your guess: lock one in."
        answer = f"The answer is {self._words(self.answer)}."
        if self._kind == "number":
            nearest = min(guesses, key=lambda guess: abs(guess - self.answer))
            if number == 1:
                return f"{answer} The guess was {self._words(nearest)}."
            middle = self._words(statistics.median(guesses))
            return (
                f"{answer} Of {number} guesses the nearest was {self._words(nearest)}, "
                f"and the middle one {middle}."
            )
        right = guesses.count(self.answer)
        if number == 1:
            verdict = "is right" if right else "is not right"
            return f"{answer} The guess {self._words(guesses[0])} {verdict}."
        verb = "is" if right < 2 else "are"
        return f"{answer} {right or 'None'} of {number} guesses {verb} right."

    def _drawn(self, label: str) -> str:
        guesses = self.guesses
        if not guesses:
            return ""
        if self._kind == "number":
            return dots(guesses, self._ends, label, self.answer)
        counts = Counter(map(self._words, guesses))
        answer = None if self.answer is None else self._words(self.answer)
        if self._kind == "choice":
            counts = Counter({name: counts[name] for name in self.names})
        elif answer is not None:
            counts.setdefault(answer, 0)
        each = ", ".join(f"{name}: {count}" for name, count in counts.items())
        return lanes(counts, f"{label} {each}.", answer)
