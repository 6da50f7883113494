"""Judge of a function: it is tried on several tables, so that no constant can pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lcr_teach.exercises.answers import is_missing
from lcr_teach.exercises.exercise import Finding, Judge
from lcr_teach.exercises.running import call
from lcr_teach.exercises.verdict import Outcome

__all__ = ["Case", "Function"]


@dataclass(frozen=True)
class Case:
    """One table on which a function is tried.

    Attributes
    ----------
    words : str
        What the student is told about it, as in ``"two players with 1 chip each"``.
    arguments : callable
        Makes the arguments, anew for each call, so that a function which changes them
        harms nobody.
    judge : Judge
        Judges what the function returns.
    """

    words: str
    arguments: Callable[[], tuple[object, ...]]
    judge: Judge


@dataclass(frozen=True)
class Function:
    """Judge of a function.

    Attributes
    ----------
    form : str
        How the function is called, as in ``"winning_chances(law, start)"``.
    cases : sequence of Case
        The tables, the easiest first.

    Examples
    --------
    >>> from lcr_teach.exercises.judges import Number
    >>> one = Case("the number 1", lambda: (1,), Number(lambda: 1))
    >>> two = Case("the number 2", lambda: (2,), Number(lambda: 4))
    >>> Function("square(n)", [one, two])(lambda n: n).remark
    'Tried on the number 2: This is not the value asked for.'
    """

    form: str
    cases: Sequence[Case]

    def __call__(self, answer: object) -> Finding:
        """Try the function."""
        if is_missing(answer):
            return Finding(Outcome.NOT_ANSWERED)
        name = self.form.partition("(")[0]
        if not callable(answer):
            remark = f"The function itself is asked for: hand in `{name}` without brackets."
            return Finding(Outcome.NOT_YET, remark, (type(answer), remark))
        seen: list[object] = []
        for number, case in enumerate(self.cases):
            done = call(answer, case.arguments())
            if done.trouble:
                end = "" if done.trouble[-1] in ".?!" else "."
                remark = f"your function {done.trouble}{end} It is called as `{self.form}`."
            elif is_missing(done.value):
                if number == 0 and not done.printed:
                    return Finding(Outcome.NOT_ANSWERED)
                does = "prints something but returns nothing" if done.printed else "returns nothing"
                remark = f"your function {does}: end it with `return`."
            else:
                finding = case.judge(done.value)
                seen.append(finding.seen)
                if finding.outcome is Outcome.RIGHT:
                    continue
                remark = finding.remark
            remark = f"Tried on {case.words}: {remark}"
            return Finding(Outcome.NOT_YET, remark, (*seen, remark))
        return Finding(Outcome.RIGHT, seen=tuple(seen))
