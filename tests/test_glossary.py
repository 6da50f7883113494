"""The glossary and the lessons introduce the same words, and the same lesson does."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from prose.lessons import COURSE, Lesson, paths
from prose.pages import ROOT, without_comments

GLOSSARY = ROOT / "docs" / "teaching" / "glossary.md"
LESSONS = [path for path in paths() if path.stem[:2] != "00"]
ROW = re.compile(r"\| ([^|]+) \| ([^|]+) \| (\d+) \|")


def entries():
    """Each row of the glossary: the word, what it means, the number of the lesson."""
    lines = GLOSSARY.read_text("utf-8").splitlines()
    rows = [line for line in lines if line.startswith("|")][2:]
    found = [ROW.fullmatch(row) for row in rows]
    assert all(found), [row for row, match in zip(rows, found, strict=True) if not match]
    return [(match[1], match[2], int(match[3])) for match in found]


def new_words(section):
    """The words of a 'Carry on': what stands behind 'New words', up to the full stop."""
    listed = re.search(r"\*\*New words:\*\*(.*?)(?:\n\n|\Z)", without_comments(section), re.DOTALL)
    words = re.sub(r"[*_]", "", listed[1]).strip().rstrip(".")
    return [" ".join(word.split()) for word in words.split(",")]


def test_new_words_are_read_from_a_lesson():
    text = (
        "**Remember:** a, b.\n\n**New words:** one, *two\nwords*, three (four).\n\n**Next:** x, y."
    )
    assert new_words(text) == ["one", "two words", "three (four)"]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_and_the_glossary_have_the_same_new_words(path):
    lesson = Lesson.read(path)
    listed = [word for word, _, number in entries() if number == lesson.number]
    assert sorted(new_words(lesson.section("Carry on"))) == sorted(listed)


def test_every_word_stands_there_once_in_the_order_of_the_lessons():
    assert [word for word, n in Counter(word for word, _, _ in entries()).items() if n > 1] == []
    numbers = [number for _, _, number in entries()]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, len(COURSE)))


def test_what_a_word_means_is_said_in_one_sentence():
    for word, meaning, _ in entries():
        assert 3 <= len(meaning.split()) <= 30, word
        assert not re.search(r"[.!?]", meaning), word
