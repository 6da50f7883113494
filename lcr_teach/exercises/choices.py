"""Judges of words: one of those that are offered, several of them, or all in an order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lcr_teach.exercises.answers import UnreadableError, is_missing
from lcr_teach.exercises.comparing import carefully, still_missing
from lcr_teach.exercises.exercise import Finding
from lcr_teach.exercises.judges import Mistake
from lcr_teach.exercises.verdict import Outcome

__all__ = ["Choice", "Choices"]

_UNREADABLE = "This answer could not be read: write the words in quotes."


@dataclass(frozen=True)
class Choice:
    """Judge of one word out of several. Capitals, spaces and commas do not matter.

    Parameters
    ----------
    options : sequence of str
        The words that are offered.
    right : callable
        Computes the right one.
    mistakes : sequence of Mistake
        Wrong ones and what is said about them.

    Examples
    --------
    >>> more = Choice(["turns", "rolls"], lambda: "turns")
    >>> more("Turns").outcome
    <Outcome.RIGHT: 'Right'>
    >>> more("chips").remark
    'One of "turns", "rolls" is asked for, in quotes.'
    """

    options: Sequence[str]
    right: Callable[[], str]
    mistakes: Sequence[Mistake] = ()

    def __call__(self, answer: object) -> Finding:
        """Look at an answer."""
        if is_missing(answer):
            return Finding(Outcome.NOT_ANSWERED)
        right = _option(self.right(), self.options)
        try:
            chosen = carefully(lambda: _option(answer, self.options), _UNREADABLE)
        except UnreadableError as trouble:
            return Finding(Outcome.NOT_YET, str(trouble), (type(answer), str(trouble)))
        if chosen == right:
            return Finding(Outcome.RIGHT, seen=chosen)
        for mistake in self.mistakes:
            if chosen == _option(mistake.value(), self.options):
                return Finding(Outcome.NOT_YET, mistake.word, chosen)
        return Finding(Outcome.NOT_YET, "It is another one.", chosen)


@dataclass(frozen=True)
class Choices:
    """Judge of several words in a fixed order: one for each question, or a ranking.

    Parameters
    ----------
    options : sequence of str
        The words that are offered.
    right : callable
        Computes the right words.
    mistakes : sequence of Mistake
        Wrong answers to be recognised, with as many words.
    ranking : bool
        Whether every option stands just once, so that the order is what is asked for.

    Examples
    --------
    >>> Choices(["yes", "no"], lambda: ["yes", "no", "no"])(["yes", "yes", "no"]).remark
    '2 of the 3 are right.'
    >>> rank = Choices(["LLL", "LL.", "L.."], lambda: ["LLL", "LL.", "L.."], ranking=True)
    >>> rank(["L..", "LL.", "LLL"]).remark
    'This is the right order, but from the wrong end.'
    """

    options: Sequence[str]
    right: Callable[[], Sequence[str]]
    mistakes: Sequence[Mistake] = ()
    ranking: bool = False

    def __call__(self, answer: object) -> Finding:
        """Look at an answer."""
        if is_missing(answer):
            return Finding(Outcome.NOT_ANSWERED)
        right = self._options(self.right())
        try:
            chosen = carefully(lambda: self._read(answer, len(right)), _UNREADABLE)
        except UnreadableError as trouble:
            return Finding(Outcome.NOT_YET, str(trouble), (type(answer), str(trouble)))
        if chosen == right:
            return Finding(Outcome.RIGHT, seen=chosen)
        return Finding(Outcome.NOT_YET, self._remark(chosen, right), chosen)

    def _options(self, words: Sequence[str]) -> tuple[str, ...]:
        return tuple(_option(word, self.options) for word in words)

    def _read(self, answer: object, length: int) -> tuple[str, ...]:
        if hasattr(answer, "tolist"):
            answer = answer.tolist()
        if not isinstance(answer, list | tuple):
            raise UnreadableError(f"{length} words are asked for: hand in a list of them.")
        if len(answer) != length:
            raise UnreadableError(f"{length} words are asked for, and these are {len(answer)}.")
        if missing := sum(map(is_missing, answer)):
            raise UnreadableError(still_missing(missing, length, "words"))
        chosen = self._options(answer)
        twice = [word for word, times in Counter(chosen).items() if times > 1]
        if self.ranking and twice:
            raise UnreadableError(f"Each is to stand once, and {twice[0]} stands twice or more.")
        return chosen

    def _remark(self, chosen: tuple[str, ...], right: tuple[str, ...]) -> str:
        for mistake in self.mistakes:
            if chosen == self._options(mistake.value()):
                return mistake.word
        if self.ranking and chosen == right[::-1]:
            return "This is the right order, but from the wrong end."
        fits = sum(one == other for one, other in zip(chosen, right, strict=True))
        if self.ranking:
            return f"{fits} of the {len(right)} {'stands' if fits == 1 else 'stand'} in place."
        return f"{fits} of the {len(right)} {'is' if fits == 1 else 'are'} right."


def _option(word: object, options: Sequence[str]) -> str:
    """The option that a word means."""
    if isinstance(word, str):
        for option in options:
            if _plain(word) == _plain(option):
                return option
    offered = '"' + '", "'.join(options) + '"'
    raise UnreadableError(f"One of {offered} is asked for, in quotes.")


def _plain(word: str) -> str:
    return " ".join(word.casefold().replace(",", " ").split())
