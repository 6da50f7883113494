"""A second opinion: the game and its equations in plain Python fractions.

Written for the tests alone, with nothing of the kit's chain in it: positions are
tuples, one die falls after another, and Gauss' elimination is spelled out.
"""

from fractions import Fraction
from itertools import product


def transitions(position, rules, die):
    """{position: Fraction}: every order of the faces on its own."""
    chips, roller = position
    if sum(c > 0 for c in chips) == 1:
        return {position: Fraction(1)}
    seats = len(chips)
    left = (roller + (1 if rules.passing == "left" else -1)) % seats
    right = (roller - (1 if rules.passing == "left" else -1)) % seats
    law = {}
    for faces in product("LCR.", repeat=min(chips[roller], rules.max_dice)):
        held, p = list(chips), Fraction(1)
        for face in faces:
            p *= die[face]
            held[roller] -= face != "."
            held[left] += face == "L"
            held[right] += face == "R"
        if p:
            after = (tuple(held), (roller + 1) % seats)
            law[after] = law.get(after, 0) + p
    return law


def plain_chain(rules):
    """All positions from the start, and their rows."""
    die = {face: Fraction(0) for face in "LCR."}
    for roll, p in rules.die.law(1).items():
        die["LCR."[roll.index(1)]] = Fraction(int(p.p), int(p.q))
    rows = {}
    waiting = [(rules.chips, 0)]
    while waiting:
        position = waiting.pop()
        if position not in rows:
            rows[position] = transitions(position, rules, die)
            waiting += rows[position]
    return rows


def solve(matrix, known):
    """Gauss-Jordan elimination in fractions: X with matrix · X = known."""
    rows = [list(row) + list(extra) for row, extra in zip(matrix, known, strict=True)]
    size = len(rows)
    for k in range(size):
        pivot = next(i for i in range(k, size) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(size):
            if i != k and rows[i][k]:
                factor = rows[i][k]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [row[size:] for row in rows]


def answers(rules):
    """Winning chances, expected turns and expected rolls from the start."""
    rows = plain_chain(rules)
    on = [p for p in rows if sum(c > 0 for c in p[0]) > 1]
    place = {position: k for k, position in enumerate(on)}
    seats = rules.players
    matrix = [[Fraction(int(i == j)) for j in on] for i in on]
    known = [[Fraction(0)] * seats + [Fraction(1), Fraction(int(c[r] > 0))] for c, r in on]
    for k, position in enumerate(on):
        for after, p in rows[position].items():
            if after in place:
                matrix[k][place[after]] -= p
            else:
                winner = next(s for s, c in enumerate(after[0]) if c)
                known[k][winner] += p
    solution = solve(matrix, known)[place[(rules.chips, 0)]]
    return solution[:seats], solution[seats], solution[seats + 1]
