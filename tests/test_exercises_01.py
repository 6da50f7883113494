"""Answers to the exercises of lesson 1, read by test_exercises.py."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import groupby
from typing import Any

import pytest
from sympy import Integer, Rational

from lcr_teach import Game, Rules
from lcr_teach.exercises import check, checking, lesson_01, running
from lcr_teach.exercises.functions import Function


def games(rules: Rules, seeds: range) -> list[Game]:
    played = [Game(rules, seed=seed) for seed in seeds]
    for game in played:
        game.play()
    return played


FACES = "".join(
    face.value
    for game in games(Rules(3, 3), range(500))
    for turn in game.history
    for face in turn.faces
)
AFTER = re.findall(r"(?<=[^C]{3})(?=(.))", FACES)
SEPARATE = re.findall(r"[^C]{3}(.)", FACES)
TWO = [FACES[i] for i in range(2, len(FACES)) if "C" not in FACES[i - 2 : i]]
APART = [FACES[i] for i in range(3, len(FACES), 3) if "C" not in FACES[i - 3 : i]]
BLANKS = [FACES[i] for i in range(3, len(FACES)) if FACES[i - 3 : i] == "..."]
ANEW = [
    row[i]
    for game in games(Rules(3, 3), range(500))
    for row in ["".join(face.value for turn in game.history for face in turn.faces)]
    for i in range(3, len(row))
    if "C" not in row[i - 3 : i]
]
COUNTED = [len(AFTER), AFTER.count("C")]

# Right solutions of 01.4 and ways to get it wrong.


def by_groups(faces: str, face: str) -> int:
    return max((len(list(run)) for shown, run in groupby(faces) if shown == face), default=0)


def by_splitting(faces: str, face: str) -> Integer:
    return Integer(max(map(len, re.findall(f"(?:{re.escape(face)})+", faces)), default=0))


def one_by_one(faces: str, face: str) -> int:
    longest = now = 0
    for shown in faces:
        now = now + 1 if shown == face else 0
        longest = max(longest, now)
    return longest


def how_many(faces: str, face: str) -> int:
    return faces.count(face)


def the_last(faces: str, face: str) -> int:
    return len(faces) - len(faces.rstrip(face))


def without_the_end(faces: str, face: str) -> int:
    longest = now = 0
    for shown in faces:
        if shown == face:
            now += 1
        else:
            longest, now = max(longest, now), 0
    return longest


def of_blanks(faces: str, face: str) -> int:
    return by_groups(faces, ".")


def one_too_far(faces: str, face: str) -> int:
    k = 0
    while face * k in faces:
        k += 1
    return k


def at_once(faces: str, face: str) -> int:
    return int(faces[:1] == face)


def endless(faces: str, face: str) -> int:
    raise running.TooLong


def never_set_back(faces: str, face: str) -> int:
    return max((k for k in range(len(faces) + 1) if face * k in faces and k), default=1)


RIGHT: dict[str, list[object]] = {
    "01.1": [[9, 7, 5], (Integer(9), 7, Rational(10, 2)), [9.0, 7.0, 5.0]],
    "01.2": [Fraction(8, 12), Rational(2, 3), 8 / 12, 0.67],
    "01.3": [COUNTED, tuple(COUNTED)],
    "01.4": [one_by_one, by_groups, by_splitting],
    "01.5": [
        ["Player 2", "Player 3", "Player 1"],
        ("player 2", "PLAYER 3", " Player 1 "),
    ],
}

WRONG: list[tuple[str, object, str]] = [
    ("01.1", [7, 9, 5], "exchanged"),
    ("01.1", [9, 9, 5], "missed turns as rolls"),
    ("01.1", [7, 7, 5], "left the missed turns out"),
    ("01.1", [9, 7, 1], "winner still holds"),
    ("01.1", [9, 7, 6], "2 of the 3 numbers are right"),
    ("01.1", [9, 13, 5], "how many dice fell"),
    ("01.1", [9, 2, 5], "turns were missed"),
    ("01.1", [9.0, 7.0, 5.5], "2 of the 3 numbers are right"),
    ("01.1", [9, 7, ...], "1 of the 3 numbers is still missing"),
    ("01.1", [9, 7], "3 numbers are asked for"),
    ("01.2", Fraction(10, 12), "counted twice"),
    ("01.2", 0.83, "counted twice"),
    ("01.2", Fraction(2, 12), "both happened together"),
    ("01.2", Fraction(6, 12), "left out the games in which both"),
    ("01.2", Fraction(4, 12), "opposite event"),
    ("01.2", 8, "a count"),
    ("01.2", 66.667, "percentage"),
    ("01.2", 66.7, "percentage"),
    ("01.2", 67, "percentage"),
    ("01.2", 10, "was counted twice"),
    ("01.2", 12 / 8, "wrong way round"),
    ("01.2", 0.7, "one place is too few"),
    ("01.3", [len(FACES), FACES.count("C")], "all dice"),
    ("01.3", [len(SEPARATE), SEPARATE.count("C")], "none of its three was counted"),
    ("01.3", [len(APART), APART.count("C")], "then at the next three"),
    ("01.3", [len(TWO), TWO.count("C")], "back at two dice"),
    ("01.3", [COUNTED[0] + 3, COUNTED[1]], "no three before them"),
    ("01.3", [COUNTED[0], COUNTED[0] - COUNTED[1]], "of them are no C"),
    ("01.3", [COUNTED[0], COUNTED[1] / COUNTED[0]], "is a share"),
    ("01.3", [len(BLANKS), BLANKS.count("C")], "three blanks"),
    ("01.3", [len(ANEW), ANEW.count("C")], "one long row"),
    ("01.3", COUNTED[::-1], "not in the right order"),
    ("01.3", COUNTED[1] / COUNTED[0], "hand in a list"),
    ("01.3", [COUNTED[0], COUNTED[1] / COUNTED[0]], "a share"),
    ("01.4", how_many, "need not lie in a row"),
    ("01.4", the_last, 'dice "..L..C", looking for ".": That is the run at the end'),
    ("01.4", one_too_far, 'dice "..L..C", looking for ".": You are one too far'),
    ("01.4", at_once, 'dice "..L..C", looking for ".": You are one short'),
    ("01.4", endless, "does a loop never end? It is called"),
    ("01.4", without_the_end, "longest run is the last one: does your function look at the run"),
    ("01.4", of_blanks, 'dice "LLLRL", looking for "L": That is the longest run of blanks'),
    ("01.4", never_set_back, "no C falls: you are one too far"),
    ("01.4", lambda faces, face: 2, "longest run is the last one: "),
    ("01.4", lambda faces: 2, "called as `longest_run(faces, face)`"),
    ("01.5", ["Player 1"] * 3, "whoever begins has an edge"),
    ("01.5", ["Player 2", "Player 3", "Player 2"], "do not start alike"),
    ("01.5", ["Player 2", "Player 2", "Player 1"], "2 of the 3 are right"),
    ("01.5", [1, 2, 0], 'One of "Player 1", "Player 2", "Player 3" is asked for'),
    ("01.5", "Player 3", "3 words are asked for"),
]

NEVER_SAID: dict[str, list[str]] = {
    "01.1": ["9", "7", "5"],
    "01.2": ["2/3", "8", "0.6"],
    "01.3": [str(COUNTED[0]), str(COUNTED[1])],
    "01.4": ["groupby", "count("],
    "01.5": ["Player 2 wins", "Player 3 wins", "is best"],
}


@pytest.mark.parametrize("rules", lesson_01._TABLES)
def test_some_hundred_games_show_the_best_seat(rules: Rules) -> None:
    for first in (0, 1000, 2000):
        winners = Counter(g.state.winner for g in games(rules, range(first, first + 500)))
        ((best, _),) = winners.most_common(1)
        chances = rules.chain().win_probabilities()
        assert chances[best] == max(chances)


def test_no_constant_and_no_simpler_count_passes_at_every_row_of_dice() -> None:
    judge: Any = checking.known_exercises()["01.4"].judge
    assert isinstance(judge, Function)
    runs = {by_groups(*case.arguments()) for case in judge.cases}  # type: ignore[arg-type]
    assert len(runs) >= 4
    assert not check("01.4", lambda faces, face: faces.count(face * 2)).is_right
