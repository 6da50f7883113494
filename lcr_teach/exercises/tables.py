"""Judge of a table: the student hands in rules that must give certain winning chances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from lcr_teach.exercises.answers import is_missing
from lcr_teach.exercises.exercise import Finding
from lcr_teach.exercises.verdict import Outcome
from lcr_teach.results import decimal
from lcr_teach.rules import Rules

__all__ = ["SameChances"]


@dataclass(frozen=True)
class SameChances:
    """Judge of `Rules` that are meant to give the winning chances of other, secret rules.

    Attributes
    ----------
    secret : callable
        Makes the rules that are looked for.
    digits : int
        To how many digits the chances must agree.

    Examples
    --------
    >>> judge = SameChances(lambda: Rules(players=2, chips=2, max_dice=1))
    >>> judge(Rules(players=2, chips=2)).remark
    'With your rules the seats win with .3951 / .6049, not with the chances asked for.'
    """

    secret: Callable[[], Rules]
    digits: int = 4

    def __call__(self, answer: object) -> Finding:
        """Look at an answer."""
        if is_missing(answer):
            return Finding(Outcome.NOT_ANSWERED)
        secret = self.secret()
        if not isinstance(answer, Rules):
            remark = "A table is asked for: hand in `Rules(...)` with the rule that was broken."
            return Finding(Outcome.NOT_YET, remark, (type(answer), remark))
        if answer.chips != secret.chips:
            held = " and ".join(map(str, secret.chips))
            remark = f"The seats must start with {held} chips: another rule was broken."
            return Finding(Outcome.NOT_YET, remark, answer)
        if answer.die != secret.die:
            # Nor is it certain that a game with just any die has an end.
            remark = "The die is not at fault here: another rule was broken."
            return Finding(Outcome.NOT_YET, remark, answer)
        theirs = _chances(answer, self.digits)
        if theirs == _chances(secret, self.digits):
            return Finding(Outcome.RIGHT, seen=answer)
        shown = " / ".join(theirs)
        remark = f"With your rules the seats win with {shown}, not with the chances asked for."
        return Finding(Outcome.NOT_YET, remark, answer)


@lru_cache(maxsize=64)
def _chances(rules: Rules, digits: int) -> tuple[str, ...]:
    chances = rules.chain().win_probabilities()
    return tuple(decimal(chance, digits).lstrip("0") for chance in chances)
