"""Certified bounds for large tables, with the width that they reached and the memory they took.

The rival is the plain way at a table that it can still manage: list all positions, each with
its roller, in a loop over the rules' own rolls, put the law into one sparse matrix, and multiply
until hardly anything is undecided. It proves nothing about the digits.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from benchmarks.memory import gigabytes
from benchmarks.timing import Row, seconds
from lcr_teach import Bounds, Roll, Rules, State, bounds

#: Players with three chips each, width, seconds that it may take, runs.
TASKS = ((6, 1e-9, 5, 5), (7, 1e-9, 30, 3), (8, 1e-8, 300, 3))
MOST_GIGABYTES = 8

#: What runs alone while its memory is measured.
ALONE = """
from lcr_teach import Rules, bounds
bounds(Rules({players}, 3), {width})
"""


def rows() -> Iterator[Row]:
    table = Rules(players=5, chips=3)
    plain, found = _plainly(table, 1e-9), bounds(table, 1e-9)
    if not all(
        pair.lower - 1e-9 <= p <= pair.upper + 1e-9
        for pair, p in zip(found.win, plain, strict=True)
    ):
        raise AssertionError("the two ways must agree, or their times mean nothing")
    yield Row(
        "bounds 5 x 3, width 1e-9",
        seconds(lambda: bounds(table, 1e-9), runs=5),
        seconds(lambda: _plainly(table, 1e-9), runs=1),
        "positions listed in a loop, one scipy matrix, nothing proved",
    )
    for players, width, most, runs in TASKS:
        yield _large(players, width, most, runs)


def _large(players: int, width: float, most: float, runs: int) -> Row:
    table = Rules(players, 3)
    found: list[Bounds] = []
    taken = seconds(lambda: found.append(bounds(table, width)), runs)
    win = found[-1].win
    reached = max(pair.width for pair in win)
    order = sorted(range(players), key=lambda seat: win[seat].lower)
    worst, best = order[0], order[-1]
    proved = win[best].lower > win[order[-2]].upper and win[worst].upper < win[order[1]].lower
    memory = gigabytes(ALONE.format(players=players, width=width))
    if reached > width or taken > most or memory > MOST_GIGABYTES or not proved:
        raise AssertionError(
            f"{players} x 3: width {reached}, {taken} s, {memory} GB, order proved: {proved}"
        )
    return Row(
        f"bounds {players} x 3, width {width:g}",
        taken,
        note=f"(no rival) reached {reached:.1e}, best Player {best + 1}, worst Player {worst + 1}",
        memory=memory,
    )


def _plainly(rules: Rules, undecided: float) -> list[float]:
    """Winning probabilities as somebody would compute them who writes thirty lines for it."""
    laws: dict[int, list[tuple[Roll, float]]] = {}
    numbers = {rules.start: 0}
    states: list[State] = [rules.start]
    rows: list[int] = []
    columns: list[int] = []
    entries: list[float] = []
    for number, state in enumerate(states):  # grows while it is read
        if state.is_over:
            continue
        dice = rules.dice(state)
        if dice not in laws:
            laws[dice] = [(roll, float(p)) for roll, p in rules.die.law(dice).items()]
        for roll, p in laws[dice]:
            after = rules.after(state, roll)
            if after not in numbers:
                numbers[after] = len(states)
                states.append(after)
            rows.append(numbers[after])
            columns.append(number)
            entries.append(p)
    size = len(states)
    turn = sparse.csr_array((entries, (rows, columns)), shape=(size, size))
    winner = np.array([-1 if state.winner is None else state.winner for state in states])
    masses = np.zeros(size)
    masses[0] = 1.0
    won = np.zeros(rules.players)
    while masses.sum() > undecided:
        masses = turn @ masses
        over = winner >= 0
        won += np.bincount(winner[over], masses[over], minlength=rules.players)
        masses[over] = 0.0
    return [float(p) for p in won]
