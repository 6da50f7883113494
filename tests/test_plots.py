"""The figures show the numbers that they were given."""

import matplotlib as mpl
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.colors import to_hex

from lcr_teach.compare import compare
from lcr_teach.palette import SEATS
from lcr_teach.plots import plot_turns, plot_winners
from lcr_teach.rules import Rules
from lcr_teach.sampling import simulate
from lcr_teach.tally import Tally

CHAIN = Rules(3, 1).chain()


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def texts(ax):
    return [text.get_text() for text in ax.texts]


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_winners_stand_beside_their_exact_chances(players):
    rules = Rules(players, (1, 1) + (0,) * (players - 2))
    comparison = compare(rules, simulate(rules, 500, seed=1))
    ax = plot_winners(comparison)
    heights = [bar.get_height() for bar in ax.patches]
    assert heights[::2] == [float(p) for p in comparison.exact]
    assert heights[1::2] == list(comparison.shares)
    assert [to_hex(bar.get_facecolor()).upper() for bar in ax.patches[1::2]] == list(
        SEATS[:players]
    )
    assert not any(bar.get_facecolor()[3] for bar in ax.patches[::2])  # outlines only
    names = [label.get_text() for label in ax.get_xticklabels()]
    assert names == ["exact", "sampled"] * players
    for seat, (p, share) in enumerate(zip(comparison.exact, comparison.shares, strict=True)):
        assert texts(ax)[2 * seat : 2 * seat + 2] == [
            f"{100 * float(p):.1f} %",
            f"{100 * share:.1f} %",
        ]
    assert "500 games" in ax.get_title()


def test_the_whiskers_are_the_intervals():
    comparison = compare(CHAIN, [3, 4, 9])
    ax = plot_winners(comparison)
    drawn = [segment for lines in ax.collections for segment in lines.get_segments()]
    for interval, segment in zip(comparison.intervals(), drawn, strict=True):
        assert segment[:, 1] == pytest.approx(interval)


def test_nothing_sticks_out_of_the_figure_or_overlaps():
    for wins in ([3, 4, 9], [0, 0, 5], [10**12, 10**12, 10**12]):
        comparison = compare(CHAIN, wins)
        ax = plot_winners(comparison)
        assert ax.get_ylim()[1] > max(high for _, high in comparison.intervals())
        figure = ax.figure
        figure.canvas.draw()
        boxes = [text.get_window_extent() for text in [*ax.texts, ax.title]]
        for i, box in enumerate(boxes):
            assert figure.bbox.contains(box.x0, box.y0)
            assert figure.bbox.contains(box.x1, box.y1)
            assert not any(box.overlaps(other) for other in boxes[i + 1 :])


def test_one_game_is_one_game():
    assert plot_winners(compare(CHAIN, [0, 1, 0])).get_title().endswith("in 1 game")


def test_lengths_are_drawn_over_their_exact_law():
    sample = simulate(CHAIN.rules, 2000, seed=1)
    ax = plot_turns(CHAIN, sample, upto=12)
    bars = [bar.get_height() for bar in ax.containers[0]]
    assert bars == [sample.turns.get(turns, 0) / 2000 for turns in range(13)]
    (law,) = [patch for patch in ax.patches if hasattr(patch, "get_data")]
    values, edges, _ = law.get_data()
    assert list(values) == [float(p) for p in CHAIN.turns_pmf(12)]
    assert edges[0] == -0.5
    assert edges[-1] == 12.5
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["in 2,000 games", "exact"]
    longer = 1 - sum(map(float, CHAIN.turns_pmf(12)))
    assert f"{100 * longer:.2g} % of the games are longer" in ax.get_xlabel()


def test_real_games_are_drawn_like_sampled_ones():
    tally = Tally(CHAIN.rules)
    assert not plot_turns(CHAIN, tally, upto=8).containers
    tally.paste("1,4\n2,4\n3,7")
    ax = plot_turns(CHAIN, tally, upto=8)
    bars = [bar.get_height() for bar in ax.containers[0]]
    assert bars == [0, 0, 0, 0, 2 / 3, 0, 0, 1 / 3, 0]
    assert "in 3 games" in [text.get_text() for text in ax.get_legend().get_texts()]


def test_99_of_100_games_are_shown_where_nothing_else_is_said():
    ax = plot_turns(CHAIN)
    _, high = ax.get_xlim()
    shown = sum(CHAIN.turns_pmf(int(high)))
    assert shown >= 0.99 > shown - CHAIN.turns_pmf(int(high))[-1]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["exact"]


def test_both_draw_where_they_are_told():
    _, (left, right) = plt.subplots(1, 2)
    assert plot_winners(compare(CHAIN, [1, 2, 3]), ax=left) is left
    assert plot_turns(CHAIN, ax=right) is right
    assert len(plt.get_fignums()) == 1


@pytest.mark.parametrize(
    ("draw", "error", "sentence"),
    [
        (lambda: plot_winners([1, 2, 3]), TypeError, r"comparison must be a .*, not \[1, 2, 3\]."),
        (lambda: plot_turns(Rules()), TypeError, "chain must be a GameChain, not .*"),
        (
            lambda: plot_turns(CHAIN, [1, 2]),
            TypeError,
            r"sample must be a Sample or a Tally, not \[1, 2\].",
        ),
        (
            lambda: plot_winners(compare(CHAIN, {2: 3, 4: 5}, "turns")),
            ValueError,
            "comparison must be one of winners, not of turns.",
        ),
        (lambda: plot_turns(CHAIN, upto=0), ValueError, "upto must be at least 1, not 0."),
        (
            lambda: plot_turns(CHAIN, simulate(Rules(2, 1), 10, seed=1)),
            ValueError,
            "the sample must be of the same rules, .*, not of .*",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(draw, error, sentence):
    with pytest.raises(error, match=f"^{sentence}$"):
        draw()
    assert not plt.get_fignums()
