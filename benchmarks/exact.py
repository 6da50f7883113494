"""The exact answers for 3 players with 3 chips: all seats, mean and variance of the turns.

The rival solves the same equations with Python's fractions: Gaussian elimination, level
after level of the chips in play, because chips only ever leave the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from benchmarks.timing import Row, seconds
from lcr_teach import Rules, State

RULES = Rules(players=3, chips=3)

Matrix = list[list[Fraction]]


def rows() -> Iterator[Row]:
    law = _transitions()
    if _by_fractions(law) != _by_the_chain():
        raise AssertionError("the two ways must agree, or their times mean nothing")
    yield Row(
        "exact 3 x 3: seats, mean, variance",
        seconds(_by_the_chain, runs=5),
        seconds(lambda: _by_fractions(law), runs=3),
        "Fraction elimination level by level, transition table given",
    )


def _by_the_chain() -> list[Fraction]:
    chain = RULES.chain()
    answers = [*chain.win_probabilities(), chain.expected_turns(), chain.variance_turns()]
    return [Fraction(int(x.p), int(x.q)) for x in answers]


def _transitions() -> dict[State, dict[State, Fraction]]:
    law: dict[State, dict[State, Fraction]] = {}
    found = [RULES.start]
    for state in found:  # grows while it is read
        if state in law:
            continue
        exact = RULES.transitions(state)
        law[state] = {after: Fraction(int(p.p), int(p.q)) for after, p in exact.items()}
        found += [after for after in law[state] if after not in law]
    return law


def _by_fractions(law: dict[State, dict[State, Fraction]]) -> list[Fraction]:
    # For each position: the chance of each seat, then mean and mean square of the turns.
    known = {
        state: [*(Fraction(state.winner == seat) for seat in range(3)), Fraction(0), Fraction(0)]
        for state in law
        if state.is_over
    }
    for in_play in range(2, RULES.total_chips + 1):
        level = [s for s in law if s.in_play == in_play and not s.is_over]
        if not level:
            continue
        matrix = [[(s == after) - law[s].get(after, Fraction(0)) for after in level] for s in level]
        from_below = [_average(law[s], known) for s in level]
        steps = _eliminate(matrix)
        first = _substitute(matrix, steps, [[*row[:3], row[3] + 1] for row in from_below])
        # The mean square m2 fulfils m2 = 1 + 2 (mean - 1) + Q m2, and 2 mean - 1 is known now.
        second = _substitute(
            matrix,
            steps,
            [[2 * mean[3] - 1 + row[4]] for mean, row in zip(first, from_below, strict=True)],
        )
        for state, one, two in zip(level, first, second, strict=True):
            known[state] = [*one, *two]
    *wins, mean, square = known[RULES.start]
    return [*wins, mean, square - mean**2]


def _average(law: dict[State, Fraction], known: dict[State, list[Fraction]]) -> list[Fraction]:
    """Average of the answers over the positions where they are known already."""
    given = [(p, known[after]) for after, p in law.items() if after in known]
    return [sum((p * values[k] for p, values in given), Fraction(0)) for k in range(5)]


def _eliminate(matrix: Matrix) -> list[tuple[int, int, Fraction]]:
    """Make the matrix upper triangular; I - Q needs no exchange of rows."""
    steps = []
    for column, pivot in enumerate(matrix):
        for below in range(column + 1, len(matrix)):
            row = matrix[below]
            if row[column]:
                factor = row[column] / pivot[column]
                for j in range(column, len(matrix)):
                    if pivot[j]:
                        row[j] -= factor * pivot[j]
                steps.append((below, column, factor))
    return steps


def _substitute(triangle: Matrix, steps: list[tuple[int, int, Fraction]], right: Matrix) -> Matrix:
    for below, above, factor in steps:
        right[below] = [b - factor * a for a, b in zip(right[above], right[below], strict=True)]
    for i in reversed(range(len(triangle))):
        for j in range(i + 1, len(triangle)):
            if triangle[i][j]:
                right[i] = [b - triangle[i][j] * a for a, b in zip(right[j], right[i], strict=True)]
        right[i] = [b / triangle[i][i] for b in right[i]]
    return right
