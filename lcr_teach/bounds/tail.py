"""How long a game can still last: bounds that hold from every position.

Where stepping stops, some games are still undecided, and each could last for ever so long.
To enclose a mean all the same takes a bound on the mean of what is left, which holds for
whatever position a game stands in. Two are proved here; M is the number of turns that are
left.

**By chips.** Let a chip go into the centre with probability c > 0, let ℓ chips be in play
on at least two of the n seats, and let each player roll up to D dice. In the next n turns
each seat has its turn once, and until then it can only receive chips. So unless the game ends
before, at least as many dice fall as would if all seats rolled at once, and that is least
if all chips but one lie on one seat, because min(chips, D) is concave: d = min(ℓ - 1, D) + 1
dice. The game is then over or has lost a chip with probability at least s = 1 - (1 - c)^d. So
the turns that are spent with ℓ chips are, given everything before, at most n times a geometric
number G with P(G > k) = (1 - s)^k, which has the mean 1 / s and the variance (1 - s) / s². All
levels from ℓ down to 2 are at most passed through one after the other, so

    mean of M   ≤  n (Σ 1 / s)
    mean of M²  ≤  n² (Σ (1 - s) / s² + (Σ 1 / s)²).

**By survival.** If no chip ever goes into the centre, P(M > k) is computed for all positions
that can be reached, by stepping backward (rounding included), until the largest, r, is at most
1/2 at some k. Then M is at most k times a geometric number with P(G > j) = r^j, and

    mean of M   ≤  k / (1 - r)
    mean of M²  ≤  k² (1 + r) / (1 - r)².
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from lcr_teach.bounds.walk import Floats, Walk
from lcr_teach.rules import Rules

__all__ = ["Tail", "tail_by_chips", "tail_by_survival"]


@dataclass(frozen=True)
class Tail:
    """Bounds on the turns that are left, for each number of chips in play.

    Attributes
    ----------
    mean, square : tuple of Fraction
        Upper bounds on the mean and the mean square of the turns that are left; the
        place in the tuple is the number of chips in play.
    """

    mean: tuple[Fraction, ...]
    square: tuple[Fraction, ...]


def tail_by_chips(rules: Rules) -> Tail:
    """The bounds for a die that can put chips into the centre."""
    centre = Fraction(int(rules.die.centre.p), int(rules.die.centre.q))
    n = rules.players
    rounds = variance = Fraction(0)
    mean, square = [Fraction(0)] * 2, [Fraction(0)] * 2
    for chips in range(2, rules.total_chips + 1):
        s = 1 - (1 - centre) ** (min(chips - 1, rules.max_dice) + 1)
        rounds += 1 / s
        variance += (1 - s) / s**2
        mean.append(n * rounds)
        square.append(n**2 * (variance + rounds**2))
    return Tail(tuple(mean), tuple(square))


def tail_by_survival(
    rules: Rules, walk: Walk, most_turns: int, progress: Callable[[float, str], None]
) -> Tail:
    """The bounds for a die that never puts a chip into the centre.

    Raises
    ------
    ValueError
        If a game may go on for ever, or lasts longer than `most_turns`.
    """
    total = rules.total_chips

    def forward(masses: Floats) -> Floats:
        after = masses.copy()
        walk.turn(after, total)
        walk.take_finished(after, total)
        return after

    undecided = np.ones(walk.positions.count)
    finished = undecided.copy()
    walk.take_finished(undecided, total)
    finished -= undecided
    # Everything is 0 or 1 here, and no probability is small enough to be lost.
    reached = _closed(walk.start(rules.chips), forward)
    ending = _closed(finished, walk.turn_back)
    if (reached > ending).any():
        raise ValueError("a game can go on for ever with these rules: some positions never end.")
    left = reached
    for turns in range(1, most_turns + 1):
        left = reached * walk.turn_back(left)
        error = Fraction(turns * (walk.most_targets + 1), 2**53)
        # See lcr_teach.bounds.result on rounding; the last term covers numbers that are
        # too small for a float, of which there are fewer than 2**100.
        most = Fraction(float(left.max())) * (1 + error + 2 * error**2) + Fraction(1, 2**900)
        if most <= Fraction(1, 2):
            break
        progress(0.0, f"how long a game can last: {float(most):.2g} go on for {turns} turns")
    else:
        raise ValueError(
            f"with these rules a game can last longer than {most_turns} turns, "
            "too long for bounds: use simulate instead."
        )
    mean = turns / (1 - most)
    square = turns**2 * (1 + most) / (1 - most) ** 2
    return Tail((mean,) * (total + 1), (square,) * (total + 1))


def _closed(places: Floats, step: Callable[[Floats], Floats]) -> Floats:
    """All places to which steps lead from some, themselves included; 1 where, 0 elsewhere."""
    while True:
        more = ((places + step(places)) > 0).astype(float)
        if (more == places).all():
            return places
        places = more
