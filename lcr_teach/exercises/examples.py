"""Judge of an example: anything the student found that has the property asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lcr_teach.exercises.answers import UnreadableError, is_missing
from lcr_teach.exercises.comparing import carefully
from lcr_teach.exercises.exercise import Finding
from lcr_teach.exercises.verdict import Outcome

__all__ = ["Example"]


@dataclass(frozen=True)
class Example:
    """Judge of an open question that has many right answers.

    Parameters
    ----------
    fault : callable
        Gets the answer and says in one sentence what it lacks; an empty text if nothing.
        It may raise anything for an answer of a strange kind.
    form : str
        How the answer is to be written, as the end of a sentence.

    Examples
    --------
    >>> even = Example(lambda n: "This is odd." if n % 2 else "", "hand in a whole number.")
    >>> even(4).outcome, even(3).remark
    (<Outcome.RIGHT: 'Right'>, 'This is odd.')
    >>> even("four").remark
    'This could not be read: hand in a whole number.'
    """

    fault: Callable[..., str]
    form: str

    def __call__(self, answer: object) -> Finding:
        """Look at an answer."""
        if is_missing(answer):
            return Finding(Outcome.NOT_ANSWERED)
        try:
            # The text of the answer tells one try from another.
            remark, seen = carefully(
                lambda: (self.fault(answer), repr(answer)), f"This could not be read: {self.form}"
            )
        except UnreadableError as trouble:
            return Finding(Outcome.NOT_YET, str(trouble), (type(answer), str(trouble)))
        return Finding(Outcome.NOT_YET if remark else Outcome.RIGHT, remark, seen)
