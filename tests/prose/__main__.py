"""Count the numbers in the prose that are tested: ``make numbers``."""

from __future__ import annotations

from prose.claims import claims
from prose.pages import files, texts


def main() -> None:
    """Print, for each file, how many numbers are tested and how many are only given."""
    total = given = 0
    for name in files():
        found = [claim.mark for _, text in texts(name) for claim in claims(text) if claim.mark]
        free = sum(mark.kind == "given" for mark in found)
        print(f"{len(found) - free:5} tested {free:4} given   {name}")
        total, given = total + len(found) - free, given + free
    print(f"{total:5} tested {given:4} given   in all")


if __name__ == "__main__":
    main()
