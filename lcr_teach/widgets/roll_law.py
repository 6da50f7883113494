"""What one to three dice do together: the exact law, and what was rolled over it."""

from __future__ import annotations

from typing import Any

import ipywidgets
import sympy

from lcr_teach.die import Die, Face, Roll
from lcr_teach.exact import exact_integer
from lcr_teach.goodness import chi_square, pool, wilson
from lcr_teach.results import decimal
from lcr_teach.widgets.chances import fraction_text
from lcr_teach.widgets.controls import (
    TextTwin,
    button,
    field,
    html,
    number_table,
    row,
    said,
    slider,
)
from lcr_teach.widgets.draws import LARGEST_SEED
from lcr_teach.widgets.laws import law_plot
from lcr_teach.widgets.view import Widget
from lcr_teach.widgets.words import counted, spaced, verdict

__all__ = ["RollLaw"]

_FEWEST, _MOST = 10, 10**6
_MOST_ADDED = 10**8
#: Stops of the slider: 10, 20, 50, 100, ...
_STOPS = [by * 10**power for power in range(1, 6) for by in (1, 2, 5)] + [_MOST]
_MOST_DICE = 3
_LEVEL = 0.95
#: Fewer groups of outcomes than this leave chi-square nothing to see.
_FEWEST_GROUPS = 3


class RollLaw(Widget):
    """The exact law of what one to three dice do together, and rolls laid over it.

    Dice that fall together cannot be told apart by what they do: an outcome is how many
    chips go left, into the centre, right, and how many are kept. Outlined bars are the
    exact law, filled bars what was rolled. Everything can be set, here or in the view;
    what cannot be is refused with a sentence, and the last good state stays.

    Parameters
    ----------
    dice : int
        How many dice fall, 1 to 3.
    rolls : int
        How many rolls are sampled at a time, 10 to 10**6.
    seed : int
        Seed of the sample.
    projector : bool
        Whether it is shown large.

    Attributes
    ----------
    law : dict of Roll to sympy.Expr
        The exact probability of each outcome: the multinomial law of the standard die.
    counts : dict of Roll to int
        How often each outcome was rolled.
    seeds : tuple of int
        Seeds of the samples that were added up.

    Examples
    --------
    >>> both = RollLaw(dice=2, rolls=100, seed=1)
    >>> both
    RollLaw: 2 dice, 100 rolls, seed 1
    >>> len(both.law), both.law[Roll(left=2)], both.law[Roll(left=1, right=1)]
    (10, 1/36, 1/18)
    >>> both.add_sample()
    >>> sum(both.counts.values()), both.seeds
    (200, (1, 2))
    """

    law: dict[Roll, sympy.Expr]
    counts: dict[Roll, int]
    seeds: tuple[int, ...]

    def __init__(
        self, dice: int = 3, rolls: int = 1000, seed: int = 1, *, projector: bool = False
    ) -> None:
        super().__init__(projector)
        self._set(dice, rolls, seed)
        self._build()
        self._refresh()

    @property
    def dice(self) -> int:
        """How many dice fall."""
        return self._dice

    @dice.setter
    def dice(self, dice: int) -> None:
        self._change(dice=dice)

    @property
    def rolls(self) -> int:
        """How many rolls are sampled at a time."""
        return self._rolls

    @rolls.setter
    def rolls(self, rolls: int) -> None:
        self._change(rolls=rolls)

    @property
    def seed(self) -> int:
        """Seed of the last rolls that were sampled."""
        return self.seeds[-1]

    @seed.setter
    def seed(self, seed: int) -> None:
        self._change(seed=seed)

    @property
    def total(self) -> int:
        """How many rolls there are, with those that were added."""
        return sum(self.counts.values())

    def new_sample(self) -> None:
        """Roll as many times again, with the next seed."""
        self._change(seed=self._next_seed())

    def add_sample(self) -> None:
        """Add as many rolls again, with the next seed, to those that are there.

        Raises
        ------
        ValueError
            If there are too many of them.
        """
        if self.total + self.rolls > _MOST_ADDED:
            words = f"a sample must have at most {spaced(_MOST_ADDED)} rolls in all."
            self._tell(words)
            raise ValueError(words)
        seed = self._next_seed()
        more = _sampled(self.law, self.rolls, seed)
        self.counts = {roll: count + more[roll] for roll, count in self.counts.items()}
        self.seeds = (*self.seeds, seed)
        self._tell("")
        self._refresh()

    def _next_seed(self) -> int:
        return (self.seed + 1) % (LARGEST_SEED + 1)

    def _change(self, **changed: int) -> None:
        now = {"dice": self.dice, "rolls": self.rolls, "seed": self.seed}
        try:
            self._set(**(now | changed))
        except (TypeError, ValueError) as error:
            self._tell(str(error))
            raise
        self._tell("")
        self._refresh()

    def _set(self, dice: int, rolls: int, seed: int) -> None:
        dice = exact_integer(dice, "dice", least=1, most=_MOST_DICE)
        rolls = exact_integer(rolls, "rolls", least=_FEWEST, most=_MOST)
        seed = exact_integer(seed, "seed", least=0, most=LARGEST_SEED)
        self._dice, self._rolls, self.seeds = dice, rolls, (seed,)
        self.law = Die.standard().law(dice)
        self.counts = _sampled(self.law, rolls, seed)

    def __repr__(self) -> str:
        return f"RollLaw: {self._title(str(self.total))}"

    def _title(self, total: str) -> str:
        shown = ", ".join(map(str, self.seeds))
        if len(self.seeds) > 4:
            shown = f"{self.seeds[0]}, … {self.seeds[-1]}"
        seeds = f"seed{'s' if len(self.seeds) > 1 else ''} {shown}"
        return f"{counted(self.dice, 'die', 'dice')}, {total} rolls, {seeds}"

    # The view.

    def _build(self) -> None:
        self._dice_slider = slider("lcr-dice", "dice", range(1, _MOST_DICE + 1), self.dice)
        self._rolls_slider = slider("lcr-rolls", "rolls", self._stops(), self.rolls, spaced)
        self._seed_field = field(ipywidgets.IntText, "lcr-seed", "seed", 150, self.seed)
        new = button(
            "New sample", "lcr-new", "As many rolls again",
            lambda: self._asked(self.new_sample), "primary",
        )  # fmt: skip
        add = button(
            "Add to sample", "lcr-add", "As many rolls again, together with these",
            lambda: self._asked(self.add_sample),
        )  # fmt: skip
        self._refreshing = False
        for control in (self._dice_slider, self._rolls_slider, self._seed_field):
            control.observe(self._written, "value")
        self._picture = html("lcr-law", "lcr-picture")
        self._status = html("lcr-status")
        self._twin = TextTwin("lcr-law-numbers")
        self._show(
            "lcr-roll-law",
            row(self._dice_slider, self._seed_field),
            row(self._rolls_slider, new, add),
            self._message,
            self._picture,
            self._status,
            self._twin,
        )

    def _stops(self) -> list[int]:
        """Where the slider can stand: at the round numbers, and at one that code has set."""
        return sorted({*_STOPS, self.rolls})

    def _written(self, change: dict[str, Any]) -> None:
        if self._refreshing:
            return
        names = {self._dice_slider: "dice", self._rolls_slider: "rolls", self._seed_field: "seed"}
        self._asked(lambda: self._change(**{names[change["owner"]]: change["new"]}))

    def _refresh(self) -> None:
        total = self.total
        digits = 2 + len(str(total)) // 2
        shares = {roll: count / total for roll, count in self.counts.items()}
        intervals = {roll: wilson(count, total, _LEVEL) for roll, count in self.counts.items()}
        title = self._title(spaced(total))
        label = " ".join(
            f"{_in_words(roll)}: exact {p}, sampled {shares[roll]:.{digits}f}."
            for roll, p in self.law.items()
        )
        self._picture.value = law_plot(
            {_faces(roll): float(p) for roll, p in self.law.items()},
            f"What the dice do, {title}. {label}",
            sampled={_faces(roll): share for roll, share in shares.items()},
            intervals={_faces(roll): pair for roll, pair in intervals.items()},
            across="L left, C centre, R right, . kept",
            title=title,
        )
        self._status.value = said(self._judged())
        heads = ["faces", "left", "centre", "right", "kept", "exact", "sampled"]
        heads += ["95 % interval", "rolls"]
        rows = [
            [
                _faces(roll), *map(str, roll), fraction_text(p, digits),
                f"{shares[roll]:.{digits}f}",
                "{:.{d}f} to {:.{d}f}".format(*intervals[roll], d=digits),
                spaced(self.counts[roll]),
            ]
            for roll, p in self.law.items()
        ]  # fmt: skip
        self._twin.show(number_table(heads, rows, title))
        self._refreshing = True
        try:
            self._dice_slider.value = self.dice
            self._seed_field.value = self.seed
            self._rolls_slider.move(self._stops(), self.rolls)
        finally:
            self._refreshing = False

    def _judged(self) -> str:
        total, among = self.total, counted(len(self.law), "outcome", "outcomes")
        expected = [float(total * p) for p in self.law.values()]
        observed = list(self.counts.values())
        most = max(self.law.values())
        likely = [_in_words(roll) for roll, p in self.law.items() if p == most]
        each = " each" if len(likely) > 1 else ""
        first = f"{among}; most likely: {'; '.join(likely)}: {most} = {decimal(most, 4)}{each}."
        # Outcomes of which chance expects less than chi-square needs, with their neighbours.
        groups = pool(expected)
        if len(groups) < _FEWEST_GROUPS:
            note = "Too few rolls to be judged: add some."
        else:
            fit = chi_square(
                [sum(observed[cell] for cell in group) for group in groups],
                [sum(expected[cell] for cell in group) for group in groups],
            )
            joined = " (rare outcomes joined)" if len(groups) < len(expected) else ""
            p = f"p-value {fit.p_value:.2g}" if fit.p_value >= 0.0001 else "p-value below 0.0001"
            freedom = counted(len(groups) - 1, "degree", "degrees")
            note = (
                f"{verdict(fit.p_value)}<br><span class='lcr-note'>{p}, chi-square "
                f"{fit.statistic:.3g} with {freedom} of freedom{joined}</span>"
            )
        return f"{first} {note}"


def _sampled(law: dict[Roll, sympy.Expr], rolls: int, seed: int) -> dict[Roll, int]:
    # Here and not above: the other widgets do without numpy.
    import numpy as np

    chances = [float(p) for p in law.values()]
    counts = np.random.default_rng(seed).multinomial(rolls, chances)
    return dict(zip(law, map(int, counts), strict=True))


def _faces(roll: Roll) -> str:
    return "".join(face.value * count for face, count in zip(Face, roll, strict=True))


def _in_words(roll: Roll) -> str:
    named = zip(roll, ("left", "centre", "right", "kept"), strict=True)
    return ", ".join(f"{count} {name}" for count, name in named if count)
