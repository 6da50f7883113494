"""A figure with words for those who do not see it."""

import re

import matplotlib.pyplot as plt
import pytest

from lcr_teach import Rules, compare, picture, plot_turns, plot_winners, simulate


@pytest.fixture
def ax():
    _, ax = plt.subplots()
    ax.plot([1, 2])
    yield ax
    plt.close("all")


def test_the_words_are_the_alternative_text(ax):
    shown = picture(ax, 'A line, "rising" & <straight>.')._repr_html_()
    assert 'alt="A line, &quot;rising&quot; &amp; &lt;straight&gt;."' in shown
    assert re.search(r'width="\d{3}" src="data:image/png;base64,iVBOR[A-Za-z0-9+/=]+">$', shown)


def test_the_figure_is_closed_so_that_the_cell_shows_it_once(ax):
    picture(ax.figure, "A line.")
    assert plt.get_fignums() == []


def test_the_same_figure_gives_the_same_bytes():
    def png():
        _, ax = plt.subplots()
        ax.plot([1, 2])
        return picture(ax, "A line.").png

    assert png() == png()


def test_axes_inside_axes_belong_to_the_whole_figure(ax):
    inner = ax.inset_axes([0.5, 0.5, 0.3, 0.3])
    assert picture(inner, "A line in a corner.").width > 300


@pytest.mark.parametrize("words", ["", "  ", None])
def test_without_words_it_is_refused_and_stays_open(ax, words):
    with pytest.raises(ValueError, match=r"^words must say what the picture shows\.$"):
        picture(ax, words)
    assert len(plt.get_fignums()) == 1


def test_what_is_no_figure_is_refused():
    with pytest.raises(TypeError, match=r"made of a figure or its axes, not of 3\.$"):
        picture(3, "three")


def test_the_kits_own_figures_say_their_numbers():
    rules = Rules(players=2, chips=1)
    sample = simulate(rules, games=1000, seed=1)
    winners = picture(plot_winners(compare(rules.chain(), sample))).words
    assert winners.startswith("Bars of who wins, exact and in 1,000 games: Player 1 33.3 % and ")
    length = picture(plot_turns(rules.chain(), sample, upto=5)).words
    assert "most likely are 1 turns" in length or "most likely are 2 turns" in length
    assert picture(plot_winners(compare(rules.chain(), sample)), "Two bars.").words == "Two bars."
