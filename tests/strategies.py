"""Random dice and tables for the tests with hypothesis."""

import sympy
from hypothesis import strategies as st

from lcr_teach import Die, Rules


@st.composite
def dice(draw, lossy=False):
    """A die with small whole weights; with `lossy`, a chip can go into the centre."""
    weights = [draw(st.integers(0, 4)) for _ in range(4)]
    if lossy or not any(weights):
        weights[1] += 1
    return Die(*(sympy.Rational(w, sum(weights)) for w in weights))


@st.composite
def rules(draw, most_players=4, most_chips=5):
    """A small table whose game ends: any die that can put chips into the centre."""
    players = draw(st.integers(2, most_players))
    chips = [0] * players
    first, second = draw(st.permutations(range(players)))[:2]
    chips[first] = chips[second] = 1
    for _ in range(draw(st.integers(0, most_chips - 2))):
        chips[draw(st.integers(0, players - 1))] += 1
    return Rules(
        players,
        chips,
        die=draw(dice(lossy=True)),
        max_dice=draw(st.integers(1, 4)),
        passing=draw(st.sampled_from(["left", "right"])),
    )
