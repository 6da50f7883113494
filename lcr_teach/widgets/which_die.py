"""Which die is it? A prior over dice, rolls, and the exact posterior after each."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets
import sympy

from lcr_teach.die import Die, Face
from lcr_teach.exact import exact_integer
from lcr_teach.palette import SEATS
from lcr_teach.results import decimal
from lcr_teach.widgets.chances import fraction_text
from lcr_teach.widgets.controls import button, field, html, number_table, row, said
from lcr_teach.widgets.curves import Curve, curve_plot
from lcr_teach.widgets.view import Widget
from lcr_teach.widgets.words import counted

__all__ = ["WhichDie"]

_LARGEST_SEED = 2**32 - 1
_MOST_DICE = 6
_MOST_ROLLS = 200

#: The dice of the lesson: the die of the game, and two that are loaded.
_DICE = {
    "fair": Die.standard(),
    "loaded to C": Die.from_faces("LCCCR."),
    "loaded to blank": Die.from_faces("LCR......"),
}


class WhichDie(Widget):
    """One of several dice has been taken; rolls say more and more about which one.

    Bayes' rule after each roll: the posterior of a die is its prior, times the probability with
    which it shows what was seen, divided by the sum of these products over all dice.

    Parameters
    ----------
    dice : mapping of str to Die, optional
        The dice by their names, two to six; a fair and two loaded ones if not given.
    seed : int
        Chooses the die that is rolled in secret, and its rolls.
    prior : sequence, optional
        What the dice are believed to be before any roll: exact weights, one a die, of which
        only the proportion counts; all equal if not given.
    projector : bool
        A size for the back row.

    Attributes
    ----------
    dice : dict of str to Die
        The dice.
    faces : tuple of Face
        What was seen so far.

    Examples
    --------
    >>> which = WhichDie(seed=1)
    >>> which.enter("C")
    >>> which.posterior
    {'fair': 3/14, 'loaded to C': 9/14, 'loaded to blank': 1/7}
    >>> which.prior = [98, 1, 1]
    >>> which.posterior["loaded to C"]
    9/305
    """

    def __init__(
        self,
        dice: Mapping[str, Die] | None = None,
        seed: int = 1,
        *,
        prior: Any = None,
        projector: bool = False,
    ) -> None:
        super().__init__(projector)
        self.dice = _checked_dice(_DICE if dice is None else dice)
        self._weights = _checked_weights(
            [1] * len(self.dice) if prior is None else prior, self.dice
        )
        self._start(exact_integer(seed, "seed", least=0, most=_LARGEST_SEED))
        self._build()
        self._refresh()

    def _start(self, seed: int) -> None:
        self._seed = seed
        self._random = random.Random(seed)
        # The secret die is drawn from the prior, so that a posterior of 1/4 is right one time of 4.
        names, weights = list(self.dice), [float(w) for w in self._weights]
        self._secret = self._random.choices(names, weights)[0]
        self.faces: tuple[Face, ...] = ()
        self.is_revealed = False

    @property
    def seed(self) -> int:
        """Seed of the secret die and its rolls."""
        return self._seed

    @property
    def prior(self) -> dict[str, sympy.Expr]:
        """What is believed before any roll; set it with weights, one a die.

        Before the first roll the secret die is drawn anew from it. Later it is another
        belief about the die that is being rolled, and must allow what was seen.
        """
        total = sum(self._weights)
        return dict(zip(self.dice, (w / total for w in self._weights), strict=True))

    @prior.setter
    def prior(self, weights: Any) -> None:
        def change() -> None:
            wanted = _checked_weights(weights, self.dice)
            if not self._can_show(self.faces, wanted):
                raise ValueError("prior must leave a die that can show what was seen.")
            self._weights = wanted
            if not self.faces:
                self._start(self.seed)

        self._do(change)

    @property
    def posterior(self) -> dict[str, sympy.Expr]:
        """What is believed after all rolls that were seen; exact."""
        return self.posterior_after(len(self.faces))

    def posterior_after(self, rolls: int) -> dict[str, sympy.Expr]:
        """What was believed after so many of the rolls.

        Parameters
        ----------
        rolls : int
            How many rolls, from 0 to as many as there were.

        Returns
        -------
        dict of str to sympy.Expr
            The exact probability of each die, by its name; they sum to 1.

        Raises
        ------
        TypeError, ValueError
            If there were not so many.
        """
        rolls = exact_integer(rolls, "rolls", least=0, most=len(self.faces))
        weights = {
            name: p * self._likelihood(self.dice[name], rolls) for name, p in self.prior.items()
        }
        total = sum(weights.values())
        return {name: weight / total for name, weight in weights.items()}

    def _likelihood(self, die: Die, rolls: int) -> sympy.Expr:
        return self._chance(die, self.faces[:rolls])

    def _can_show(self, faces: tuple[Face, ...], weights: list[sympy.Expr]) -> bool:
        pairs = zip(weights, self.dice.values(), strict=True)
        return any(w > 0 and self._chance(die, faces) > 0 for w, die in pairs)

    @staticmethod
    def _chance(die: Die, seen: tuple[Face, ...]) -> sympy.Expr:
        probabilities = (die.left, die.centre, die.right, die.blank)
        return sympy.prod(
            p ** seen.count(face) for face, p in zip(Face, probabilities, strict=True)
        )

    @property
    def secret(self) -> str | None:
        """The die that is rolled, once it is revealed."""
        return self._secret if self.is_revealed else None

    def roll(self) -> None:
        """Roll the secret die once."""
        self._do(self._roll_once)

    def _roll_once(self) -> None:
        die = self.dice[self._secret]
        weights = [float(p) for p in (die.left, die.centre, die.right, die.blank)]
        self._see(self._random.choices(list(Face), weights)[0])

    def enter(self, faces: str) -> None:
        """Enter what a real die has shown: letters L, C, R and a dot for a blank.

        Parameters
        ----------
        faces : str
            One sign a roll; spaces are free.

        Raises
        ------
        ValueError
            If a sign is no face, or no die can show it.
        """

        def change() -> None:
            before = self.faces
            try:
                for face in [Face.parse(sign) for sign in faces if not sign.isspace()]:
                    self._see(face)
            except ValueError:
                self.faces = before
                raise

        self._do(change)

    def _see(self, face: Face) -> None:
        if len(self.faces) >= _MOST_ROLLS:
            raise ValueError(f"there are {_MOST_ROLLS} rolls already: begin anew.")
        faces = (*self.faces, face)
        if not self._can_show(faces, self._weights):
            name = "a blank" if face is Face.BLANK else face.value
            raise ValueError(f"none of the dice that are left can show {name}.")
        self.faces = faces

    def undo(self) -> None:
        """Take back the last roll.

        Raises
        ------
        ValueError
            If there is none.
        """

        def change() -> None:
            if not self.faces:
                raise ValueError("there is no roll to take back.")
            self.faces = self.faces[:-1]

        self._do(change)

    def reveal(self) -> None:
        """Say which die was rolled."""
        self.is_revealed = True
        self._refresh()

    def new_die(self) -> None:
        """Take a die again, with the next seed."""
        self._start((self.seed + 1) % (_LARGEST_SEED + 1))
        self._tell("")
        self._refresh()

    def _do(self, change: Callable[[], None]) -> None:
        try:
            change()
        except (TypeError, ValueError) as error:
            self._tell(str(error))
            raise
        self._tell("")
        self._refresh()

    def __repr__(self) -> str:
        seen = "".join(face.value for face in self.faces) or "nothing"
        return f"WhichDie: {', '.join(self.dice)}; seed {self.seed}, seen {seen}"

    # The view.

    def _build(self) -> None:
        roll = button(
            "Roll", "lcr-roll", "Roll the secret die", lambda: self._asked(self.roll), "primary"
        )
        ten = button("Roll ten", "lcr-roll-ten", "Ten rolls of the secret die", self._roll_ten)
        undo = button("Undo", "lcr-undo", "Take back a roll", lambda: self._asked(self.undo))
        new = button("New die", "lcr-new", "Take a die again", self.new_die)
        reveal = button("Reveal", "lcr-reveal", "Which die was it?", self.reveal)
        names = {Face.LEFT: "L", Face.CENTRE: "C", Face.RIGHT: "R", Face.BLANK: "blank"}
        real = [self._face_button(face, name) for face, name in names.items()]
        self._prior_field = field(
            ipywidgets.Text, "lcr-prior", "prior weights", 260, "", continuous_update=False
        )
        self._prior_field.observe(self._weighed, "value")
        self._seen = html("lcr-seen")
        self._picture = html("lcr-beliefs", "lcr-picture")
        self._numbers = html("lcr-values")
        self._status = html("lcr-status")
        self._refreshing = False
        self._show(
            "lcr-which-die",
            row(roll, ten, undo, new, reveal),
            row(_label("real die:"), *real, self._prior_field),
            self._message,
            self._seen,
            self._picture,
            self._numbers,
            self._status,
        )

    def _face_button(self, face: Face, name: str) -> ipywidgets.Button:
        css, hint = f"lcr-face-{face.name.lower()}", f"A real die showed {name}"
        return button(name, css, hint, lambda: self._asked(lambda: self.enter(face.value)))

    def _roll_ten(self) -> None:
        def ten() -> None:
            try:
                for _ in range(10):
                    self._roll_once()
            finally:
                # One new picture, and not ten.
                self._refresh()

        self._asked(lambda: self._do(ten))

    def _weighed(self, change: dict[str, Any]) -> None:
        if not self._refreshing and not self._asked(
            lambda: setattr(self, "prior", change["new"].replace(",", " ").split())
        ):
            self._refresh()

    def _refresh(self) -> None:
        self._refreshing = True
        try:
            self._prior_field.value = ", ".join(map(str, self._weights))
        finally:
            self._refreshing = False
        letters = " ".join("·" if face is Face.BLANK else face.value for face in self.faces[-60:])
        dropped = "… " if len(self.faces) > 60 else ""
        self._seen.value = f"<div class='lcr-say'>seen: {dropped}{letters or 'nothing yet'}</div>"
        steps = [self.posterior_after(k) for k in range(len(self.faces) + 1)]
        curves = [
            Curve(
                name,
                [(float(k), float(step[name])) for k, step in enumerate(steps)],
                SEATS[place % len(SEATS)],
            )
            for place, name in enumerate(self.dice)
        ]
        now = steps[-1]
        rolls = counted(len(self.faces), "roll", "rolls")
        label = " ".join(f"{name}: {float(p):.4f}." for name, p in now.items())
        self._picture.value = curve_plot(
            curves,
            f"Belief after {rolls}. {label}",
            across="rolls seen",
            title="belief",
            x=(0, max(10, len(self.faces))),
            y=(0, 1),
        )
        heads = ("die", "L", "C", "R", "blank", "prior", "likelihood", "posterior")
        self._numbers.value = number_table(
            heads, [self._row(name, now[name]) for name in self.dice]
        )
        self._status.value = said(self._words(now))

    def _row(self, name: str, posterior: sympy.Expr) -> list[str]:
        die = self.dice[name]
        return [
            name,
            *(str(p) for p in (die.left, die.centre, die.right, die.blank)),
            fraction_text(self.prior[name], 3),
            f"{float(self._likelihood(die, len(self.faces))):.3g}",
            fraction_text(posterior, 4),
        ]

    def _words(self, now: dict[str, sympy.Expr]) -> str:
        best = max(now, key=lambda name: now[name])
        words = f"Most likely: <b>{best}</b>, with probability {decimal(now[best], 4)}."
        if len(set(now.values())) == 1:
            words = "All dice are equally likely so far."
        if self.is_revealed:
            words += f" It was <b>{self._secret}</b>."
        return words


def _label(words: str) -> ipywidgets.HTML:
    """Words before controls."""
    label = html("lcr-label")
    label.value = words
    return label


def _checked_dice(dice: Any) -> dict[str, Die]:
    if not isinstance(dice, Mapping):
        raise TypeError(f"dice must be a mapping of names to dice, not {dice!r}.")
    if not 2 <= len(dice) <= _MOST_DICE:
        raise ValueError(f"dice must be 2 to {_MOST_DICE} dice, not {len(dice)}.")
    for name, die in dice.items():
        if not isinstance(name, str) or not isinstance(die, Die):
            raise TypeError(f"dice must be names and dice, not {name!r}: {die!r}.")
        if die.free_symbols:
            raise ValueError(f"a die with symbols cannot be rolled: give {name!r} values.")
    return dict(dice)


def _checked_weights(weights: Any, dice: Mapping[str, Die]) -> list[sympy.Expr]:
    given = list(weights)
    if len(given) != len(dice):
        raise ValueError(f"prior must be {len(dice)} weights, one a die, not {len(given)}.")
    read = []
    for weight in given:
        try:
            value = sympy.Rational(weight) if isinstance(weight, str) else sympy.sympify(weight)
        except (TypeError, ValueError, sympy.SympifyError):
            value = sympy.nan
        if isinstance(weight, float) or not value.is_Rational or value < 0:
            raise ValueError(f"a weight of prior must be a fraction of 0 or more, not {weight!r}.")
        read.append(value)
    if sum(read) == 0:
        raise ValueError("prior must have a weight above 0.")
    return read
