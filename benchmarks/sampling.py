"""Many games, beside loops that play them one by one: in plain Python, and compiled by numba."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.memory import gigabytes
from benchmarks.timing import Row, seconds
from lcr_teach import Rules, sample_paths, simulate
from lcr_teach.sampling import counting

#: Players with three chips each, games, and how many times both are timed.
TASKS = (
    (3, 10**3, 7),
    (3, 10**6, 7),
    (3, 10**9, 7),
    (3, 10**12, 7),
    (4, 10**9, 5),
    (6, 10**6, 3),
    (12, 10**4, 5),
    (20, 10**5, 3),
)
#: Turns that the rivals play while their rate is measured.
PLAIN_TURNS = 300_000
COMPILED_TURNS = 10_000_000
PATHS = 10**6
MOST_GIGABYTES = 2

#: What runs alone while its memory is measured.
ALONE = """
from lcr_teach import Rules, sample_paths, simulate
{call}
"""


def rows() -> Iterator[Row]:
    compiled = _compiled()
    for players, games, runs in TASKS:
        # A 3 x 3 game takes 19 turns, and one of n players about n * n.
        turns = 19 if players == 3 else players**2
        ours = seconds(lambda p=players, g=games: _from_nothing(p, g), runs)  # type: ignore[misc]
        memory = _memory(f"simulate(Rules({players}, 3), {games}, seed=1)")
        task = f"simulate {players} x 3, {games:.0e} games"
        rivals: list[tuple[str, Callable[[int, int], object] | None, int]] = [
            ("plain Python loop", _play_each, PLAIN_TURNS // turns),
            ("loop compiled by numba", compiled, COMPILED_TURNS // turns),
        ]
        for name, play, most in rivals:
            if play is None:
                note = "numba is not installed: make peers installs it"
                yield Row(task, ours, note=note, memory=memory)
                continue
            play(players, 1)  # compiles
            played = min(games, most)
            taken = seconds(lambda f=play, p=players, g=played: f(p, g), 3)  # type: ignore[misc]
            note = name if played == games else f"{name}, reckoned from {played:,} games"
            yield Row(task, ours, taken * games / played, note, memory=memory)
    taken = seconds(lambda: sample_paths(Rules(), PATHS, seed=1), runs=5)
    yield Row(
        f"sample_paths 3 x 3, {PATHS:.0e} games",
        taken,
        note=f"(no rival) {PATHS / taken:,.0f} games a second",
        memory=_memory(f"sample_paths(Rules(), {PATHS}, seed=1)"),
    )


def _memory(call: str) -> float:
    memory = gigabytes(ALONE.format(call=call))
    if memory > MOST_GIGABYTES:
        raise AssertionError(f"{call} took {memory} GB, more than {MOST_GIGABYTES}")
    return memory


def _from_nothing(players: int, games: int) -> None:
    # The table of positions is kept between calls; here its making belongs to the task.
    counting._table.cache_clear()
    simulate(Rules(players, 3), games, seed=1)


def _play_each(players: int, games: int) -> list[int]:
    """Play games as somebody would who writes ten lines for it."""
    dice = random.Random(1)
    wins = [0] * players
    for _ in range(games):
        chips = [3] * players
        roller = 0
        while chips.count(0) < players - 1:
            for _ in range(min(3, chips[roller])):
                face = dice.randrange(6)
                if face < 3:
                    chips[roller] -= 1
                    if face == 0:
                        chips[(roller + 1) % players] += 1
                    elif face == 1:
                        chips[(roller - 1) % players] += 1
            roller = (roller + 1) % players
        wins[chips.index(max(chips))] += 1
    return wins


def _compiled() -> Callable[[int, int], object] | None:
    """The same with a count of the players who hold chips, compiled."""
    try:
        import numba
    except ImportError:
        return None

    @numba.njit
    def play(players: int, games: int) -> object:
        np.random.seed(1)  # noqa: NPY002 - what numba compiles fastest
        wins = np.zeros(players, np.int64)
        chips = np.zeros(players, np.int64)
        for _ in range(games):
            chips[:] = 3
            holders = players
            roller = 0
            while holders > 1:
                for _ in range(min(3, chips[roller])):
                    face = np.random.randint(6)  # noqa: NPY002
                    if face < 3:
                        chips[roller] -= 1
                        holders -= chips[roller] == 0
                        if face < 2:
                            to = (roller + 1 if face == 0 else roller - 1 + players) % players
                            holders += chips[to] == 0
                            chips[to] += 1
                roller = (roller + 1) % players
            wins[np.argmax(chips)] += 1
        return wins

    return play  # type: ignore[no-any-return]
