"""The map of a chain, driven with no display: every number is the library's."""

import re
import subprocess
import sys
from html import unescape
from itertools import pairwise

import pytest
import sympy

from lcr_teach import Rules, State
from lcr_teach.widgets import ChainMap
from lcr_teach.widgets.map_drawing import chance_text, places
from tests.controls import click, control, shown

TABLES = [(2, 1), (2, 2), (2, 3), (3, 1), (2, (3, 1))]


def drawn(widget, state, chain):
    """The words in the drawing of one state."""
    number = chain.states.index(state)
    part = re.search(rf'<g data-choose="{number}".*?</g>', shown(widget, "lcr-map"))[0]
    return [unescape(words) for words in re.findall(r">([^<>]+)</text>", part)]


@pytest.mark.parametrize("table", TABLES)
def test_every_state_is_drawn_once_and_no_two_overlap(table):
    chain = Rules(*table).chain()
    picture = shown(ChainMap(*table), "lcr-map")
    keys = re.findall(r'data-choose="(\d+)"', picture)
    assert sorted(map(int, keys)) == list(range(len(chain.states)))
    # Half the width of a box and of a hexagon, as they are drawn.
    (box,) = set(re.findall(r'width="([\d.]+)" height="42"', picture))
    corners = re.search(r'<polygon points="([\d.]+),[^"]*" style="fill:var\(--jp-layout', picture)
    end = next(state for state in chain.states if state.is_over)
    half = {False: float(box) / 2, True: max(places(chain)[end][0] - float(corners[1]), 0)}
    assert half[True] > half[False] > 0
    at = sorted(places(chain).items(), key=lambda item: item[1])
    for place, (state, (x, y)) in enumerate(at):
        for other, (to_x, to_y) in at[place + 1 :]:
            wide = half[state.is_over] + half[other.is_over]
            assert abs(x - to_x) > wide + 5 or abs(y - to_y) > 46, (state, other)


@pytest.mark.parametrize("table", TABLES)
def test_fewer_chips_stand_lower(table):
    at = places(Rules(*table).chain())
    for state, (_, y) in at.items():
        assert all(y > high for other, (_, high) in at.items() if other.in_play > state.in_play)


def test_the_arrows_of_the_chosen_state_carry_exact_fractions():
    chain = Rules(3, 1).chain()
    walk = ChainMap(3, 1)
    for state in chain.states:
        walk.chosen = state
        badges = re.findall(r'rx="10.5".*?>([^<>]+)</text>', shown(walk, "lcr-map"))
        assert badges == [str(p) for p in chain.transitions(state).values()]


def test_a_click_chooses_a_state():
    chain = Rules(2, 1).chain()
    walk = ChainMap()
    control(walk, "lcr-map")._action("3")
    assert walk.chosen == chain.states[3]
    assert f"Chosen: {chain.states[3]}, 3 arrows" in shown(walk, "lcr-status")


def test_finished_states_have_a_shape_and_a_word_of_their_own():
    chain = Rules(2, 2).chain()
    walk = ChainMap(2, 2)
    for number, state in enumerate(chain.states):
        part = re.search(rf'<g data-choose="{number}".*?</g>', shown(walk, "lcr-map"))[0]
        assert ("<polygon" in part) == state.is_over
        if state.is_over:
            assert f"Player {state.winner + 1} wins" in part


def test_the_walk_follows_arrows_to_the_end_and_its_seed():
    chain = Rules(3, 1).chain()
    walk, same = ChainMap(3, 1, seed=5), ChainMap(3, 1, seed=5)
    click(walk, "lcr-step")
    assert len(walk.path) == 2
    assert walk.chosen == walk.path[-1]
    click(walk, "lcr-walk")
    same.walk()
    assert walk.path == same.path
    assert walk.path[0] == chain.start
    assert walk.path[-1].is_over
    for state, after in pairwise(walk.path):
        assert chain.transitions(state)[after] > 0
    assert str(walk.path[-1]) in shown(walk, "lcr-status")
    assert control(walk, "lcr-step").disabled
    click(walk, "lcr-new")
    assert walk.path == (chain.start,)
    assert "Walk 6" in shown(walk, "lcr-status")
    assert not control(walk, "lcr-step").disabled


@pytest.mark.parametrize("turn", [0, 1, 6, 40])
def test_the_slider_shows_the_exact_law(turn):
    chain = Rules(2, 2).chain()
    flow = ChainMap(2, 2, mode="all games" if turn == 0 else "one game")
    control(flow, "lcr-turn").value = turn
    assert flow.mode == "all games"
    law = chain.distribution(turn)
    for state in chain.states:
        p = law.get(state, sympy.Integer(0))
        assert flow.probability(state) == p
        assert drawn(flow, state, chain)[-1].split()[-1] == chance_text(p)
    click(flow, "lcr-map-numbers-show")
    assert shown(flow, "lcr-map-numbers").count("<tr>") == len(law) + 1


def test_the_bars_are_as_long_as_the_probabilities():
    chain = Rules(2, 1).chain()
    flow = ChainMap(2, 1)
    flow.turn = 1
    bars = re.findall(r'width="([\d.]+)" height="34" style="fill:#56B4E9', shown(flow, "lcr-map"))
    inside = {s: 2 * (56 if s.is_over else 39) for s in chain.states}
    law = chain.distribution(1)
    expected = [float(law[s]) * inside[s] for s in chain.states if s in law]
    assert [float(b) for b in bars] == pytest.approx(expected, abs=0.06)


def test_the_mode_goes_back_to_one_game():
    flow = ChainMap(2, 1)
    control(flow, "lcr-mode").value = "all games"
    assert "All games, after 0 turns: over with probability 0." in shown(flow, "lcr-status")
    click(flow, "lcr-step")
    assert control(flow, "lcr-mode").value == flow.mode == "one game"


@pytest.mark.parametrize("table", [(2, 4), (3, 2), (4, 1), (2, (6, 1))])
def test_a_large_table_is_refused_in_words(table):
    with pytest.raises(ValueError, match=r"2 players with at most 6 chips in all, or 3 .* 3\."):
        ChainMap(*table)


def test_bad_input_changes_nothing():
    walk = ChainMap(2, 1)
    with pytest.raises(ValueError, match="chosen must be a state"):
        walk.chosen = State((5, 1), 0)
    assert "Chosen must be" in shown(walk, "lcr-message")
    with pytest.raises(ValueError, match="turn must be"):
        walk.turn = 41
    with pytest.raises(ValueError, match="mode must be"):
        walk.mode = "none"
    with pytest.raises(ValueError, match="mode must be"):
        ChainMap(mode="none")
    assert (walk.turn, walk.mode, walk.chosen) == (0, "one game", Rules(2, 1).start)


def test_two_maps_do_not_disturb_each_other():
    one, other = ChainMap(2, 1), ChainMap(2, 1)
    before = shown(other, "lcr-map")
    one.step()
    one.turn = 3
    assert shown(other, "lcr-map") == before


ALONE = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numpy", "scipy", "matplotlib", "flint"}:
            raise ImportError(name)

sys.meta_path.insert(0, Refuse())
from lcr_teach.widgets import ChainMap
walk = ChainMap(3, 1)
walk.walk()
walk.turn = 5
print(walk.probability(walk.path[-1]) > 0)
"""


def test_the_map_works_without_numpy_scipy_matplotlib_and_flint():
    shown = subprocess.run(
        [sys.executable, "-c", ALONE], capture_output=True, text=True, check=False
    )
    assert shown.stderr == ""
    assert shown.stdout == "True\n"
