"""Sizes of tables: what is shown is what the library says, and work can be stopped."""

import asyncio
import math
import re
import threading
from importlib import import_module
from types import SimpleNamespace

import pytest
from controls import click, control, shown

from lcr_teach import Rules, bounds
from lcr_teach.bounds.enclosure import Enclosure
from lcr_teach.chain import MOST_LIFTING, MOST_POSITIONS, can_be_exact
from lcr_teach.widgets import TableSizes
from lcr_teach.widgets import table_sizes as module
from lcr_teach.widgets.table_sizes import _size
from lcr_teach.widgets.words import spaced


@pytest.fixture
def sizes():
    return TableSizes(chips=1)


def positions(players, chips):
    # Stars and bars with the centre as one more player, less the one with all chips there.
    return players * (math.comb(players * chips + players, players) - 1)


def cells(sizes, players):
    for row in shown(sizes, "lcr-values").split("<tr>")[2:]:
        found = [re.sub("<[^>]*>", "", cell) for cell in re.split("</t[hd]>", row)[:-1]]
        # Numbers and their units are kept together by spaces that do not break.
        found = [cell.replace("\N{NO-BREAK SPACE}", " ") for cell in found]
        if found[0] == str(players):
            return found
    raise AssertionError(players)


def test_the_list_says_the_size_of_each_table():
    sizes = TableSizes(chips=3)
    for players in (2, 3, 4, 5, 6):
        assert cells(sizes, players)[1] == spaced(positions(players, 3)).replace("\xa0", " ")
    assert f"{positions(20, 3):.1e}" == "7.1e+19"
    assert cells(sizes, 20)[1] == "about 7.1 × 10¹⁹"
    assert repr(sizes) == "TableSizes: 3 chips a player"
    assert "Guess first" in shown(sizes, "lcr-status")


def test_what_can_be_had_at_each_size():
    sizes = TableSizes(chips=3)
    assert [cells(sizes, players)[2] for players in (2, 3, 4, 5, 8)] == ["yes"] * 3 + ["no"] * 2
    assert cells(sizes, 8)[3].startswith("0.")
    assert cells(sizes, 20)[3].startswith("no: ")
    # sqrt(1/3 · 2/3 / 100 000)
    assert cells(sizes, 3)[4] == "± 0.0015"


@pytest.mark.parametrize("rules", [Rules(2, 3), Rules(3, 3), Rules(5, 3), Rules(8, 3)])
def test_exact_is_promised_just_where_the_chain_does_it(rules):
    if can_be_exact(rules):
        assert sum(rules.chain().win_probabilities()) == 1
    else:
        with pytest.raises(ValueError, match="use bounds"):
            rules.chain().win_probabilities()


def test_the_limits_are_those_of_the_chain(monkeypatch):
    assert can_be_exact(Rules(3, 3))
    monkeypatch.setattr("lcr_teach.chain.MOST_LIFTING", 1)
    assert not can_be_exact(Rules(3, 3))
    monkeypatch.setattr("lcr_teach.chain.MOST_LIFTING", MOST_LIFTING)
    monkeypatch.setattr("lcr_teach.chain.MOST_POSITIONS", 10)
    assert not can_be_exact(Rules(3, 3))
    assert MOST_POSITIONS > 10


def test_best_and_worst_seats_are_those_of_the_bounds(sizes):
    click(sizes, "lcr-find")
    assert list(sizes.seats) == [2, 3, 4, 5, 6, 7, 8]
    for players in (2, 3, 4):
        found, win = sizes.seats[players], bounds(Rules(players, 1), tolerance=1e-9).win
        chances = [pair.lower for pair in win]
        assert found.best == chances.index(max(chances))
        assert found.worst == chances.index(min(chances))
        assert found.is_proved
        assert cells(sizes, players)[6] == f"Player {found.best + 1}: {max(chances):.4f}"
        assert cells(sizes, players)[5] == f"Player {found.worst + 1}: {min(chances):.4f}"
    assert "proved" in shown(sizes, "lcr-status")


def test_seats_that_the_enclosures_do_not_part_are_not_called_proved(sizes):
    pairs = [Enclosure(0.2, 0.3), Enclosure(0.25, 0.32), Enclosure(0.4, 0.5)]
    found = module._seats(SimpleNamespace(win=pairs), 0.0)
    assert (found.worst, found.best, found.is_proved) == (0, 2, False)
    pairs[1] = Enclosure(0.31, 0.32)
    assert module._seats(SimpleNamespace(win=pairs), 0.0).is_proved
    sizes.seats[3] = found
    sizes._refresh()
    assert "proved" not in shown(sizes, "lcr-status")


def test_other_chips_forget_the_seats_and_what_cannot_be_is_said(sizes):
    sizes.find_seats(most=2)
    control(sizes, "lcr-chips").value = 2
    assert (sizes.chips, sizes.seats) == (2, {})
    with pytest.raises(ValueError, match=r"^chips must be from 1 to 6, not 0.$"):
        sizes.chips = 0
    assert "Chips must be from 1 to 6, not 0." in shown(sizes, "lcr-message")
    assert sizes.chips == 2
    with pytest.raises(ValueError, match=r"^most must be from 2 to 8, not 9.$"):
        sizes.find_seats(most=9)


def test_tables_that_take_too_much_memory_are_left_out(sizes, monkeypatch):
    monkeypatch.setattr(module, "_MEMORY", 0)
    sizes.find_seats()
    assert sizes.seats == {}
    assert cells(sizes, 2)[3].startswith("no: ")


def test_a_stopped_search_keeps_what_it_has_found():
    tables = [Rules(players, 1) for players in (2, 3, 4)]

    class AfterTheFirst:
        asked = 0

        def is_set(self):
            return self.asked >= positions(2, 1)

    stop = AfterTheFirst()

    def progress(done, of):
        assert 0 <= done <= of
        stop.asked = done

    found = {}
    module._search(tables, progress, stop, found)
    assert list(found) == [2]


def test_two_of_them_do_not_disturb_each_other(sizes):
    other = TableSizes(chips=2)
    sizes.find_seats(most=2)
    assert other.seats == {}
    assert other.chips == 2


def test_what_a_stopped_search_has_found_is_shown_though_the_last_table_does_not_listen(
    sizes, monkeypatch
):
    begun, ended = threading.Event(), threading.Event()

    def slow(table, tolerance, progress):
        if table.players == 4:
            begun.set()
            ended.wait(20)
        return bounds(table, tolerance=tolerance, progress=progress)

    monkeypatch.setattr(import_module("lcr_teach.bounds"), "bounds", slow)

    async def stopped():
        sizes.find_seats()
        while not begun.is_set():
            await asyncio.sleep(0.01)
        sizes._work.stop()
        await sizes._work.wait()
        await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(stopped(), 20))
    ended.set()
    assert list(sizes.seats) == [2, 3]
    assert cells(sizes, 3)[6].startswith("Player ")
    assert "found by then" in sizes.message


def test_a_wide_enclosure_of_any_seat_keeps_the_best_from_being_proved():
    pairs = [Enclosure(*ends) for ends in [(0.1, 0.15), (0.2, 0.9), (0.25, 0.26), (0.4, 0.5)]]
    assert not module._seats(SimpleNamespace(win=pairs), 0.0).is_proved


def test_no_more_memory_is_promised_than_the_bounds_take_on_this_machine(sizes, monkeypatch):
    monkeypatch.setattr(import_module("lcr_teach.bounds"), "memory_allowed", lambda: 1e-9)
    sizes.find_seats()
    assert sizes.seats == {}
    assert cells(sizes, 2)[3].startswith("no: ")


def test_the_table_can_be_scrolled_with_the_keyboard(sizes):
    assert shown(sizes, "lcr-values").startswith(
        '<div class="lcr-scroll" tabindex="0" role="region"'
    )


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (9_999_999, "9\xa0999\xa0999"),
        (99_990_000, "about 1.0 × 10⁸"),
        (12_300_000, "about 1.2 × 10⁷"),
    ],
)
def test_large_numbers_are_rounded_to_a_power_of_ten(number, said):
    assert _size(number) == said
