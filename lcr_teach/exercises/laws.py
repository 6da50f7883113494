"""Judge of a probability law: a dict from outcomes to exact probabilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import sympy

from lcr_teach.exercises.answers import Read, UnreadableError, is_missing, read_number
from lcr_teach.exercises.comparing import (
    EXACT,
    ROUNDING,
    carefully,
    impossible,
    looks_like,
    read_for,
    still_missing,
)
from lcr_teach.exercises.exercise import Finding
from lcr_teach.exercises.judges import Mistake
from lcr_teach.exercises.verdict import Outcome

__all__ = ["Law"]

_UNREADABLE = "This dict could not be read: its values are to be exact numbers."


@dataclass(frozen=True)
class Law:
    """Judge of an exact law, ``{outcome: probability}``.

    Outcomes of probability 0 may be written down or left out. Outcomes are numbers, words,
    faces, positions or tuples of these; a number may be written in any exact way.

    Parameters
    ----------
    right : callable
        Computes the right law.
    mistakes : sequence of Mistake
        Wrong laws to be recognised.
    outcome : str
        What one outcome is called in what the student reads.

    Examples
    --------
    >>> half = sympy.Rational(1, 2)
    >>> coin = Law(lambda: {"heads": half, "tails": half}, outcome="side")
    >>> coin({"heads": half}).remark
    '1 side is missing.'
    >>> coin({"heads": half, "tails": half, "edge": 0}).outcome
    <Outcome.RIGHT: 'Right'>
    """

    right: Callable[[], Mapping[Any, Any]]
    mistakes: Sequence[Mistake] = ()
    outcome: str = "outcome"

    def __call__(self, answer: object) -> Finding:
        """Look at an answer."""
        if is_missing(answer):
            return Finding(Outcome.NOT_ANSWERED)
        right = _known(self.right())
        try:
            reads = carefully(lambda: self._read(answer, right), _UNREADABLE)
            if reads is None:
                return Finding(Outcome.NOT_ANSWERED)
            return carefully(lambda: self._compare(reads, right), _UNREADABLE)
        except UnreadableError as trouble:
            return Finding(Outcome.NOT_YET, str(trouble), (type(answer), str(trouble)))

    def _read(self, answer: object, right: Mapping[Any, sympy.Expr]) -> dict[Any, Read] | None:
        """The probabilities of a student's dict; None if not one of them stands there."""
        if not isinstance(answer, Mapping):
            raise UnreadableError(f"A dict is asked for: `{{{self.outcome}: probability, …}}`.")
        if not answer:
            raise UnreadableError("The dict is empty.")
        missing = sum(map(is_missing, answer.values()))
        if missing == len(answer):
            return None
        if missing:
            raise UnreadableError(still_missing(missing, len(answer), "probabilities"))
        zero = sympy.Integer(0)
        reads: dict[Any, Read] = {}
        for outcome, value in answer.items():
            name = _name(outcome)
            if name in reads:
                raise UnreadableError(f"The {self.outcome} {outcome} stands there twice.")
            reads[name] = read_for(value, right.get(name, zero))
        return {name: read for name, read in reads.items() if read.value != 0}

    def _compare(self, reads: dict[Any, Read], right: Mapping[Any, sympy.Expr]) -> Finding:
        seen = frozenset((name, read.value, read.rounded) for name, read in reads.items())
        rounded = any(read.rounded for read in reads.values())
        if _all_look_like(reads, right):
            if not rounded:
                return Finding(Outcome.RIGHT, seen=seen)
            remark = f"The size of each is right, but {EXACT}"
        else:
            remark = self._remark(reads, right)
            if rounded:
                remark += f" Besides, {EXACT}"
        return Finding(Outcome.NOT_YET, remark, seen)

    def _remark(self, reads: dict[Any, Read], right: Mapping[Any, sympy.Expr]) -> str:
        hundredths = {name: Read(r.value / 100, r.rounded) for name, r in reads.items()}
        if _all_look_like(hundredths, right):
            return "These are percentages: a probability lies between 0 and 1."
        for mistake in self.mistakes:
            if _all_look_like(reads, _known(mistake.value())):
                return mistake.word
        if any(impossible(read.value) for read in reads.values()):
            return "A probability lies between 0 and 1."
        foreign = [name for name in reads if name not in right]
        if foreign:
            return f"The {self.outcome} {_shown(foreign[0])} cannot happen{_or(foreign[0], right)}."
        if missing := len(right) - len(reads):
            return f"{missing} {self.outcome}{' is' if missing == 1 else 's are'} missing."
        if abs(sum(read.value for read in reads.values()) - 1) > ROUNDING:
            return "These probabilities do not sum to 1."
        fits = sum(looks_like(read, right[name]) for name, read in reads.items())
        if fits:
            return f"{fits} of the {len(right)} probabilities {'is' if fits == 1 else 'are'} right."
        return "These are not the probabilities asked for."


def _known(law: Mapping[Any, Any]) -> dict[Any, sympy.Expr]:
    """A law of ours, without what cannot happen."""
    known = {_name(outcome): sympy.sympify(value) for outcome, value in law.items()}
    return {name: value for name, value in known.items() if value != 0}


def _all_look_like(reads: Mapping[Any, Read], law: Mapping[Any, sympy.Expr]) -> bool:
    return reads.keys() == law.keys() and all(
        looks_like(read, law[name]) for name, read in reads.items()
    )


def _name(outcome: Any) -> Any:
    """One form for all ways to write an outcome."""
    if isinstance(outcome, Enum):
        outcome = outcome.value
    if isinstance(outcome, str):
        return " ".join(outcome.casefold().split())
    if type(outcome) in (tuple, sympy.Tuple):
        return tuple(map(_name, outcome))
    try:
        return read_number(outcome).value
    except UnreadableError:
        return outcome


def _or(name: Any, right: Mapping[Any, object]) -> str:
    """What to add where this may be a possible outcome that is written in another way."""
    if isinstance(name, sympy.Basic):
        return ""
    alike = any(isinstance(name, type(known)) for known in right)
    return "" if alike and not isinstance(name, str) else ", or is written otherwise here"


def _shown(name: Any) -> str:
    return f'"{name}"' if isinstance(name, str) else str(name)
