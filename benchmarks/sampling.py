"""Many games of 3 players with 3 chips, beside a loop that plays them one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.timing import Row, seconds
from lcr_teach import Rules, simulate
from lcr_teach.sampling import counting

RULES = Rules(players=3, chips=3)
PLAYED = 20_000


def rows() -> Iterator[Row]:
    rate = PLAYED / seconds(lambda: _play_each(PLAYED), runs=3)
    for power in (3, 6, 9, 12):
        games = 10**power
        yield Row(
            f"simulate 3 x 3: 10^{power} games",
            seconds(lambda games=games: _from_nothing(games), runs=7),  # type: ignore[misc]
            games / rate,
            f"plain loop, reckoned from {PLAYED:,} games at {rate:,.0f} a second",
        )


def _from_nothing(games: int) -> None:
    # The table of positions is kept between calls; here its making belongs to the task.
    counting._table.cache_clear()
    simulate(RULES, games, seed=1)


def _play_each(games: int) -> list[int]:
    """Play games as somebody would who writes ten lines for it."""
    dice = random.Random(1)
    wins = [0, 0, 0]
    for _ in range(games):
        chips = [3, 3, 3]
        roller = 0
        while chips.count(0) < 2:
            for _ in range(min(3, chips[roller])):
                face = dice.randrange(6)
                if face < 3:
                    chips[roller] -= 1
                    if face == 0:
                        chips[(roller + 1) % 3] += 1
                    elif face == 1:
                        chips[(roller - 1) % 3] += 1
            roller = (roller + 1) % 3
        wins[chips.index(max(chips))] += 1
    return wins
