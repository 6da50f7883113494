import pytest
from controls import click, control, shown

from lcr_teach.widgets import Winners
from lcr_teach.widgets.controls import TextTwin, choice_drawing, number_table, slider
from lcr_teach.widgets.view import Widget


def test_a_slider_goes_from_stop_to_stop():
    heard = []
    games = slider("lcr-games", "games", [10, 100, 1000], 100, "{} games".format)
    games.observe(lambda change: heard.append(change["new"]), "value")
    assert (games.value, games.place, games.text) == (100, 1, "100 games")
    games.place = 2  # as the page sets it
    games.value = 10
    assert (games.value, games.place, heard) == (10, 0, [1000, 10])
    assert "lcr-games" in games._dom_classes


def test_a_slider_gets_other_stops():
    heard = []
    games = slider("lcr-games", "games", [10, 100, 1000], 100)
    games.observe(lambda change: heard.append(change["new"]), "value")
    games.move([10, 77, 100, 1000], 77)
    assert (games.value, games.place, games.texts[1]) == (77, 1, "77")
    games.move([1, 2], 2)
    assert (games.value, games.place) == (2, 1)
    games.move([1, 2], 1)
    assert (games.value, games.place, heard) == (1, 0, [77, 2, 1])


def test_a_slider_stands_at_its_stops_only():
    with pytest.raises(ValueError, match="no stop 5"):
        slider("lcr-games", "games", [1, 2], 5)
    games = slider("lcr-games", "games", [1, 2], 1)
    with pytest.raises(ValueError, match="games has no stop 5"):
        games.value = 5
    assert (games.value, games.place) == (1, 0)


def test_the_table_is_shown_on_request_and_stays_open():
    twin = TextTwin("lcr-law")
    twin.show("<table>one</table>")
    assert shown_twin(twin) == ("Show the numbers", "")
    twin.children[0].children[0].click()
    assert shown_twin(twin) == ("Hide the numbers", "<table>one</table>")
    twin.show("<table>two</table>")
    assert shown_twin(twin) == ("Hide the numbers", "<table>two</table>")
    twin.is_open = False
    assert shown_twin(twin) == ("Show the numbers", "")


def shown_twin(twin):
    (button,) = twin.children[0].children
    return button.description, twin.children[1].value


def test_a_table_has_its_heads_and_takes_no_html():
    table = number_table(["a", "b"], [["<i>", "1"]], "caption")
    assert "<caption>caption</caption>" in table
    assert '<th scope="row">&lt;i&gt;</th><td>1</td>' in table
    assert "<i>" in number_table(["a"], [["<i>x</i>"]], safe=True)


def test_what_is_chosen_in_a_drawing_is_heard():
    chosen = []
    drawing = choice_drawing("lcr-graph", chosen.append)
    drawing._handle_custom_msg({"choose": "3"}, [])
    drawing._handle_custom_msg({"choose": 3}, [])
    drawing._handle_custom_msg("nothing", [])
    assert chosen == ["3"]


def test_any_widget_can_be_large():
    winners = Winners(2, 1, projector=True)
    assert "lcr-projector" in winners.view._dom_classes
    winners.projector = False
    assert "lcr-projector" not in winners.view._dom_classes
    assert not winners.projector
    assert not Winners(2, 1).projector


def test_without_a_kernel_the_last_picture_is_still_there():
    winners = Winners(2, 1)
    assert winners._repr_mimebundle_()["text/html"] == shown(winners, "lcr-bars")
    control(winners, "lcr-seed").value = 7
    assert "seed 7" in winners._repr_mimebundle_()["text/html"]


def test_what_was_not_done_is_read_aloud_until_something_is_done():
    class Small(Widget):
        def __init__(self):
            super().__init__()
            self._show("lcr-small", self._message)

    small = Small()
    assert not small._asked(lambda: int("x"))
    assert 'role="alert"' in small._message.value
    assert "text/html" not in small._repr_mimebundle_()
    click_nothing = small._asked(lambda: None)
    assert click_nothing


def test_click_finds_a_button_by_its_class():
    winners = Winners(2, 1)
    click(winners, "lcr-new")
    assert winners.seed == 2
