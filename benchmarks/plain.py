"""The equations in Python's fractions: Gaussian elimination, level after level.

Chips only ever leave the game, so the positions with one number of chips in play need
those with fewer chips only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from lcr_teach import Rules, State

Matrix = list[list[Fraction]]
Law = dict[State, dict[State, Fraction]]


def prepared(rules: Rules, wanted: Sequence[str]) -> Callable[[], list[Fraction]]:
    """What is to be timed; the table of transitions is given."""
    law = _transitions(rules)

    def answers() -> list[Fraction]:
        *win, mean, square = _by_fractions(rules, law)
        found = {"win": win, "turns": [mean], "variance": [square - mean**2]}
        return [x for name in wanted for x in found[name]]

    return answers


def _transitions(rules: Rules) -> Law:
    law: Law = {}
    found = [rules.start]
    for state in found:  # grows while it is read
        if state in law:
            continue
        exact = rules.transitions(state)
        law[state] = {after: Fraction(int(p.p), int(p.q)) for after, p in exact.items()}
        found += [after for after in law[state] if after not in law]
    return law


def _by_fractions(rules: Rules, law: Law) -> list[Fraction]:
    # For each position: the chance of each seat, then mean and mean square of the turns.
    n = rules.players
    known = {
        state: [*(Fraction(state.winner == seat) for seat in range(n)), Fraction(0), Fraction(0)]
        for state in law
        if state.is_over
    }
    for in_play in range(2, rules.total_chips + 1):
        level = [s for s in law if s.in_play == in_play and not s.is_over]
        if not level:
            continue
        matrix = [[(s == after) - law[s].get(after, Fraction(0)) for after in level] for s in level]
        from_below = [_average(law[s], known, n + 2) for s in level]
        steps = _eliminate(matrix)
        first = _substitute(matrix, steps, [[*row[:n], row[n] + 1] for row in from_below])
        # The mean square m2 fulfils m2 = 1 + 2 (mean - 1) + Q m2, and 2 mean - 1 is known now.
        second = _substitute(
            matrix,
            steps,
            [[2 * mean[n] - 1 + row[-1]] for mean, row in zip(first, from_below, strict=True)],
        )
        for state, one, two in zip(level, first, second, strict=True):
            known[state] = [*one, *two]
    return known[rules.start]


def _average(
    law: dict[State, Fraction], known: dict[State, list[Fraction]], columns: int
) -> list[Fraction]:
    """Average of the answers over the positions where they are known already."""
    given = [(p, known[after]) for after, p in law.items() if after in known]
    return [sum((p * values[k] for p, values in given), Fraction(0)) for k in range(columns)]


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
