"""Judge of a table that the student searched for: there are many with the property."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lcr_teach.exercises.answers import is_missing
from lcr_teach.exercises.exercise import Finding
from lcr_teach.exercises.running import TooLong, time_limit
from lcr_teach.exercises.verdict import Outcome
from lcr_teach.rules import Rules

__all__ = ["TableWith"]

_LONGEST_LOOK = 30.0  # seconds


@dataclass(frozen=True)
class TableWith:
    """Judge of `Rules` that are to have a property; only players and chips may be changed.

    Attributes
    ----------
    look : callable
        Takes the rules; returns whether they have the property, and one sentence on what
        was seen at this table.
    most_positions : int
        How large a table may be, so that the answer does not take long.

    Examples
    --------
    >>> large = TableWith(lambda rules: (rules.players > 2, f"{rules.players} players sit here."))
    >>> large(Rules(players=2)).remark
    '2 players sit here.'
    >>> large(Rules(players=3, max_dice=2)).remark
    'The die and the limit of three dice stay as they are: change players and chips alone.'
    """

    look: Callable[[Rules], tuple[bool, str]]
    most_positions: int = 2000

    def __call__(self, answer: object) -> Finding:
        """Look at an answer."""
        if is_missing(answer):
            return Finding(Outcome.NOT_ANSWERED)
        if not isinstance(answer, Rules):
            remark = "A table is asked for: hand in `Rules(...)`."
            return Finding(Outcome.NOT_YET, remark, (type(answer), remark))
        usual = Rules(answer.players, answer.chips)
        if (answer.die, answer.max_dice) != (usual.die, usual.max_dice):
            remark = (
                "The die and the limit of three dice stay as they are: change players and chips "
                "alone."
            )
            return Finding(Outcome.NOT_YET, remark, answer)
        if answer.positions_at_most > self.most_positions:
            remark = "This table is too large to be looked at here: a smaller one will do."
            return Finding(Outcome.NOT_YET, remark, answer)
        try:
            with time_limit(_LONGEST_LOOK):
                found, remark = self.look(answer)
        except TooLong:
            remark = "This table takes too long: a smaller one will do."
            return Finding(Outcome.NOT_YET, remark, answer)
        if found:
            return Finding(Outcome.RIGHT, seen=answer)
        return Finding(Outcome.NOT_YET, remark, answer)
