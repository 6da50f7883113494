"""A share that settles and a hundred intervals: counted from games, shown as they are."""

import asyncio
import re

import pytest
from controls import click, control, shown

from lcr_teach import Rules
from lcr_teach.goodness import wilson
from lcr_teach.sampling import sample_paths
from lcr_teach.widgets import Converge
from lcr_teach.widgets.converge import _checked, _played


@pytest.fixture
def converge():
    return Converge(players=2, chips=1, seat=0, games=200, seed=3)


def test_the_shares_are_those_of_the_games(converge):
    won = sample_paths(Rules(2, 1), 200, seed=3).winners == 0
    for games, share in converge.course.shares:
        assert share == won[:games].mean()
    assert [converge.course.shares[k][0] for k in (0, -1)] == [1, 200]
    assert converge.course.intervals[0] == wilson(int(won.sum()), 200, 0.95)


def test_the_intervals_miss_the_truth_about_five_times_of_a_hundred():
    misses = 0
    for seed in range(20):
        converge = Converge(players=2, chips=1, seat=1, games=500, seed=seed)
        third = 2 / 3
        own = sum(not low <= third <= high for low, high in converge.course.intervals)
        assert converge.misses == own
        misses += own
    # 2000 intervals: 100 are expected, standard deviation 10, so 4 of them to each side.
    assert 60 < misses < 140


def test_the_page_shows_the_numbers(converge):
    label = re.search('aria-label="([^"]*)"', shown(converge, "lcr-intervals")).group(1)
    assert f"{100 - converge.misses} of their intervals contain" in label
    share = converge.course.shares[-1][1]
    assert f"{share:.4f}" in shown(converge, "lcr-status")
    assert f"<b>{converge.misses}</b> of 100 intervals miss" in shown(converge, "lcr-status")
    label = re.search('aria-label="([^"]*)"', shown(converge, "lcr-share")).group(1)
    assert f"{share:.4f} after 200 games, exact 0.3333." in label
    click(converge, "lcr-converge-numbers-show")
    table = shown(converge, "lcr-converge-numbers")
    assert table.count("<td>no</td>") == converge.misses
    low, high = converge.course.intervals[99]
    assert f"<td>{low:.4f}</td><td>{high:.4f}</td>" in table
    assert repr(converge) == ("Converge: Rules(players=2, chips=1), Player 1, 200 games, seed 3")


def test_everything_can_be_set(converge):
    control(converge, "lcr-games").value = 1000
    assert converge.games == 1000
    control(converge, "lcr-seat").value = 1
    assert converge.seat == 1
    assert float(converge.exact) == pytest.approx(2 / 3)
    control(converge, "lcr-players").value = 3
    assert (converge.rules, converge.seat) == (Rules(3, 1), 0)
    assert len(control(converge, "lcr-seat").options) == 3
    before = converge.course
    click(converge, "lcr-new")
    assert converge.seed == 4
    assert converge.course != before
    converge.seed = 3
    assert converge.course == before


@pytest.mark.parametrize("games", [10, 20, 21, 100_000])
def test_few_games_and_many_can_be_drawn(converge, games):
    control(converge, "lcr-games").value = games if games != 21 else 20
    converge.games = games
    assert converge.course.shares[-1][0] == games
    assert "<svg" in shown(converge, "lcr-share")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda c: setattr(c, "games", 5), "games must be from 10 to 100000, not 5."),
        (lambda c: setattr(c, "seat", 2), "seat must be from 0 to 1, not 2."),
        (lambda c: c.set_table(9, 9), "9 players with 81 chips in all have too many .*"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_changes(converge, change, sentence):
    before = converge.course
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        change(converge)
    assert converge.message
    assert (converge.course, converge.rules) == (before, Rules(2, 1))


def test_a_field_with_nonsense_goes_back(converge):
    control(converge, "lcr-players").value = 0
    assert control(converge, "lcr-players").value == 2
    assert "must be" in shown(converge, "lcr-message")


def test_stopped_games_show_nothing_new():
    class Stop:
        def is_set(self):
            return True

    assert _played(_checked(Rules(2, 1), 0, 100, 1), stop=Stop()) is None


def test_in_the_page_the_last_wish_counts(converge):
    async def wishes():
        control(converge, "lcr-games").value = 5000
        control(converge, "lcr-games").value = 500
        control(converge, "lcr-seat").value = 1
        while converge._work.is_running:
            await converge._work.wait()
            await asyncio.sleep(0)

    asyncio.run(wishes())
    assert (converge.games, converge.seat) == (500, 1)
    assert converge.course == Converge(2, 1, seat=1, games=500, seed=3).course
    assert converge.message == ""


def test_stop_leaves_what_was_shown(converge):
    before = converge.course

    async def stopped():
        control(converge, "lcr-games").value = 100_000
        converge._work.stop()
        await converge._work.wait()

    asyncio.run(stopped())
    assert converge.course == before
    assert control(converge, "lcr-games").value == 200
    assert "Stopped" in shown(converge, "lcr-message")


def test_two_of_them_do_not_disturb_each_other(converge):
    other = Converge(players=2, chips=1, games=100)
    converge.games = 50
    assert other.games == 100


def test_code_has_the_last_word_while_wishes_of_the_page_wait(converge):
    async def overruled():
        control(converge, "lcr-games").value = 5000
        control(converge, "lcr-games").value = 500
        converge.games = 50
        running = converge._work.is_running
        await converge._work.wait()
        return running

    assert not asyncio.run(overruled())
    assert converge.games == 50
    assert converge.message == ""


@pytest.mark.parametrize("end", ["stop", "cancel"])
def test_no_earlier_wish_begins_when_the_work_is_ended(converge, end):
    async def ended():
        control(converge, "lcr-games").value = 100_000
        control(converge, "lcr-games").value = 50_000
        # As the button does, or the cell that is run again.
        getattr(converge._work, end)()
        await converge._work.wait()
        await asyncio.sleep(0.05)
        return converge._work.is_running

    assert not asyncio.run(ended())
    assert converge.games == control(converge, "lcr-games").value == 200
    assert converge.message == "Stopped, and nothing has changed."


def test_a_stop_that_comes_too_late_is_not_said_to_have_changed_nothing(converge, monkeypatch):
    def deaf(wish, progress=None, stop=None):
        return _played(wish)

    monkeypatch.setattr("lcr_teach.widgets.converge._played", deaf)

    async def stopped():
        control(converge, "lcr-games").value = 100
        converge._work.stop()
        await converge._work.wait()

    asyncio.run(stopped())
    assert converge.games == 100
    assert converge.message == ""


def test_both_pictures_say_what_is_drawn_and_have_their_numbers_in_the_twin(converge):
    picture = shown(converge, "lcr-share")
    assert "± 2 standard errors" in picture
    assert "95 % intervals" in shown(converge, "lcr-intervals")
    click(converge, "lcr-converge-numbers-show")
    table = shown(converge, "lcr-converge-numbers").split("</table>")[0]
    won = sample_paths(Rules(2, 1), 200, seed=3).winners == 0
    for games in (10, 20, 50, 100, 200):
        error = 2 * (1 / 3 * 2 / 3 / games) ** 0.5
        row = [f"{won[:games].mean():.4f}", f"{max(0, 1 / 3 - error):.4f}", f"{1 / 3 + error:.4f}"]
        assert f'<th scope="row">{games}</th><td>{"</td><td>".join(row)}</td>' in table


def test_the_name_of_the_exact_line_does_not_lie_on_the_curve(converge):
    named = re.search(r'y="([0-9.]+)"[^>]*>exact 33.33 %', shown(converge, "lcr-share"))
    # Above the plot, which begins at 76.
    assert float(named.group(1)) < 70


def test_a_field_with_a_huge_number_goes_back(converge):
    control(converge, "lcr-players").value = 10**30
    assert control(converge, "lcr-players").value == 2
    assert "Players must be" in shown(converge, "lcr-message")


def test_what_code_asks_for_drops_what_the_page_still_waits_for(converge):
    async def hurried():
        control(converge, "lcr-games").value = 100_000
        await asyncio.sleep(0.01)
        control(converge, "lcr-games").value = 50_000
        converge.seed = 50
        await converge._work.wait()
        await asyncio.sleep(0.05)

    asyncio.run(hurried())
    assert (converge.games, converge.seed) == (200, 50)
    assert control(converge, "lcr-games").value == 200


def test_the_name_of_the_exact_chance_does_not_lie_over_the_share():
    # After a thousand games this share runs right along the line.
    picture = shown(Converge(players=3, chips=3, seat=0, games=1000, seed=1), "lcr-share")
    y = re.search(r'<text x="[^"]*" y="([\d.-]+)"[^>]*>exact 30.68 %', picture)[1]
    assert float(y) < 60  # in the key, above the curves
