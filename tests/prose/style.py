"""How the prose is written: short sentences, British spelling, one word for one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prose.pages import CODE, without_code, without_comments

LONGEST = 35

#: What must not be said, as a pattern, and what to say instead.
SAY_INSTEAD = {
    # Who does not find it simple is told that the fault is theirs.
    r"obvious(?:ly)?|trivial(?:ly)?|clearly|of course|needless to say|as everyone knows": "nothing",
    r"simply|basically|actually|really just|very easy|easily seen": "nothing",
    r"utili[sz]e[sd]?|leverage[sd]?": "use",
    r"in order to": "to",
    r"the fact that": "that",
    # British spelling.
    r"(?<!Left )(?<!Left, )center(?:s|ed)?(?! Right)": "centre",
    r"colors?|colored": "colour",
    r"neighbors?|neighboring": "neighbour",
    r"behaviors?": "behaviour",
    r"favors?|favorite|favored": "favour, favourite",
    r"gray": "grey",
    r"analyz(?:e|es|ed|ing)": "analyse",
    r"labeled|labeling|modeled|modeling|traveled|canceled|canceling": "… with two l",
    r"(?:recogn|real|general|normal|organ|visual|random|minim|maxim)iz(?:e[sd]?|ing)": "…ise",
    r"catalog|dialog": "catalogue, dialogue",
    r"math": "mathematics",
    # The same thing has the same name everywhere.
    r"tokens?|counters?": "chip",
    r"pot|kitty": "centre",
    r"spaces?(?= on the die)|sides? of the die": "face",
    r"e\.g\.|i\.e\.|etc\.|resp\.": "for example, that is, and so on",
}


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, without code, formulas, tables and what no reader sees."""
    text = without_code(without_comments(text))
    text = re.sub(r"\$\$.+?\$\$|\$[^$]+\$|<[^<>]+>", CODE, text, flags=re.DOTALL)
    text = re.sub(r"^\|.*$", "", text, flags=re.MULTILINE)
    # A heading, an item of a list and an empty line end what stands before.
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.|#+)\s)", text):
        words = re.sub(r"[*_#>]+", "", " ".join(block.split()))
        yield from re.split(r"(?<=[.!?:;])[”\")]?\s+", words)


def problems(text: str) -> Iterator[str]:
    """What is badly said in a text, and what would be better."""
    for sentence in sentences(text):
        words = [word for word in sentence.split() if re.search(r"\w", word)]
        if len(words) > LONGEST:
            yield f"{len(words)} words in one sentence: {sentence[:60]!r} …"
    plain = re.sub(r"\$[^$]+\$", CODE, without_code(without_comments(text)))
    for pattern, better in SAY_INSTEAD.items():
        # A full stop ends a pattern as it is; a word must end there.
        for match in re.finditer(rf"\b(?:{pattern})(?<=\.)|\b(?:{pattern})\b", plain, re.I):
            yield f"{match[0]!r}: say {better} instead"
