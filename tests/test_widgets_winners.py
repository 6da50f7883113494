import asyncio
import itertools
import re
import threading

import pytest
from controls import click, control, shown

from lcr_teach import Rules
from lcr_teach.compare import compare
from lcr_teach.sampling import simulate
from lcr_teach.widgets import Winners
from lcr_teach.widgets.words import spaced, verdict


@pytest.fixture
def winners():
    return Winners(players=2, chips=2, games=1000, seed=1)


def test_it_is_the_library_that_answers(winners):
    rules = Rules(2, 2)
    assert winners.sample == simulate(rules, 1000, seed=1)
    assert winners.comparison.exact == rules.chain().win_probabilities()
    assert winners.comparison.observed == winners.sample.wins
    assert repr(winners) == "Winners: 2 players, chips (2, 2), 1000 games, seed 1"
    assert winners._repr_mimebundle_()["text/plain"] == repr(winners)


def test_it_starts_with_three_players():
    winners = Winners()
    assert (winners.players, winners.chips, winners.games, winners.seed) == (3, (3, 3, 3), 1000, 1)


def test_everything_can_be_set(winners):
    winners.games = 10**6
    assert winners.sample == simulate(Rules(2, 2), 10**6, seed=1)
    winners.seed = 5
    assert winners.sample == simulate(Rules(2, 2), 10**6, seed=5)
    winners.chips = 1
    assert winners.comparison.exact == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    winners.players = 3
    assert winners.chips == (1, 1, 1)
    winners.chips = [2, 0, 1, 1]
    assert (winners.players, winners.chips) == (4, (2, 0, 1, 1))
    winners.new_sample()
    assert winners.seed == 6
    assert winners.sample.rules == Rules(4, [2, 0, 1, 1])


def test_the_page_shows_the_numbers_of_the_comparison(winners):
    winners.games = 12345
    c = compare(Rules(2, 2), simulate(Rules(2, 2), 12345, seed=1))
    label = re.search('aria-label="([^"]*)"', shown(winners, "lcr-bars")).group(1)
    for seat in range(2):
        exact, share = f"{float(c.exact[seat]):.4f}", f"{c.shares[seat]:.4f}"
        low, high = c.intervals()[seat]
        assert f"Player {seat + 1}: exact {exact}, sampled {share}." in label
        row = shown(winners, "lcr-values").split("<tr>")[seat + 2]
        cells = [re.sub("<[^>]*>", "", cell) for cell in re.split("</t[hd]>", row)[:-1]]
        assert cells[0] == f"{seat + 1}Player {seat + 1}"
        assert cells[1].endswith(exact)
        assert cells[2:5] == [share, f"{low:.4f} to {high:.4f}", spaced(c.observed[seat])]
        assert float(cells[5].replace("\N{MINUS SIGN}", "-")) == pytest.approx(c.z[seat], abs=0.006)
    assert verdict(c.p_value) in shown(winners, "lcr-status")
    assert 'aria-live="polite"' in shown(winners, "lcr-status")


def test_short_fractions_are_shown_as_fractions():
    assert "1/3 = 0.33" in shown(Winners(2, 1), "lcr-values")


def test_the_slider_runs_from_ten_to_a_million_millions(winners):
    slider = control(winners, "lcr-games")
    values = slider.stops
    assert (values[0], values[-1]) == (10, 10**12)
    assert {10**power for power in range(1, 13)} <= set(values)
    ratios = {b / a for a, b in itertools.pairwise(values)}
    assert ratios == {2.0, 2.5}
    assert slider.text.replace("\N{NO-BREAK SPACE}", " ") == "1 000"
    slider.value = 10**6
    assert winners.games == 10**6
    assert slider.text.replace("\N{NO-BREAK SPACE}", " ") == "1 000 000"


def test_any_number_of_games_has_its_place_on_the_slider(winners):
    winners.games = 12345
    assert shown(winners, "lcr-games") == 12345
    winners.games = 77
    assert (winners.games, shown(winners, "lcr-games")) == (77, 77)
    winners.games = 100
    assert (winners.games, shown(winners, "lcr-games")) == (100, 100)


def test_the_controls_do_what_code_does(winners):
    control(winners, "lcr-players").value = 3
    assert winners.players == 3
    control(winners, "lcr-chips").value = "1 2, 0"
    assert winners.chips == (1, 2, 0)
    assert shown(winners, "lcr-chips") == "1, 2, 0"
    control(winners, "lcr-seed").value = 9
    assert winners.seed == 9
    click(winners, "lcr-new")
    assert (winners.seed, shown(winners, "lcr-seed")) == (10, 10)
    control(winners, "lcr-chips").value = "1"
    assert winners.chips == (1, 1, 1)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("lcr-players", 1, "Players must be at least 2, not 1."),
        ("lcr-players", 0, "Players must be at least 2, not 0."),
        ("lcr-players", 7, "7 players with 14 chips in all have too many positions"),
        ("lcr-players", 10**6, "too many positions"),
        ("lcr-chips", "", "Chips must be one number, or one for each player"),
        ("lcr-chips", "two", "Chips must be one number, or one for each player"),
        ("lcr-chips", "3, 0", "Chips must be held by at least 2 players"),
        ("lcr-chips", "-1", "Chips must be at least 1, not -1."),
        ("lcr-chips", "1000000000", "too many positions"),
        ("lcr-seed", -4, "Seed must be from 0"),
    ],
)
def test_impossible_input_is_answered_in_words_and_the_last_state_stays(winners, name, value, why):
    before = (repr(winners), winners.sample, winners.comparison, shown(winners, "lcr-bars"))
    control(winners, name).value = value
    assert why in winners.message
    assert 'role="alert"' in shown(winners, "lcr-message")
    after = (repr(winners), winners.sample, winners.comparison, shown(winners, "lcr-bars"))
    assert after == before
    winners.games = 20
    assert winners.message == ""
    assert shown(winners, "lcr-players") == 2
    assert shown(winners, "lcr-chips") == "2"
    assert shown(winners, "lcr-seed") == 1


def test_going_back_to_what_is_shown_takes_the_warning_away(winners):
    control(winners, "lcr-players").value = 1
    assert winners.message
    control(winners, "lcr-players").value = 2
    assert winners.message == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [("players", 1), ("players", 2.0), ("chips", "3"), ("games", 9), ("games", 10**12 + 1)],
)
def test_code_gets_the_error_too(winners, name, value):
    before = repr(winners)
    with pytest.raises((TypeError, ValueError)) as refused:
        setattr(winners, name, value)
    assert winners.message.lower() == str(refused.value).lower()
    assert repr(winners) == before
    with pytest.raises((TypeError, ValueError)):
        Winners(**{name: value})


def test_a_large_table_is_refused_before_anything_is_computed(winners, monkeypatch):
    monkeypatch.setattr("lcr_teach.sampling.simulate", lambda *_, **__: pytest.fail("sampled"))
    with pytest.raises(ValueError, match="4 players with 12 chips in all"):
        winners.chips = [3, 3, 3, 3]


@pytest.mark.parametrize(("players", "chips"), [(3, 3), (4, 2), (5, 1), (2, 10)])
def test_the_tables_of_the_lessons_are_offered(players, chips):
    assert Winners(players, chips, games=10).players == players


def test_too_few_games_are_not_judged():
    winners = Winners(3, 3, games=10)
    assert "not to be trusted" in shown(winners, "lcr-status")
    assert "p-value" not in shown(winners, "lcr-status")


def test_p_values_in_words():
    assert "28 of 100 samples" in verdict(0.28)
    assert verdict(0.28).endswith("chance explains it.")
    assert "12 of 1000 samples" in verdict(0.012)
    assert "rare" in verdict(0.012)
    assert "almost every sample" in verdict(0.999)
    assert verdict(1e-9).endswith("chance hardly explains it.")


def test_equal_seats_are_a_rival_that_many_games_defeat():
    winners = Winners(2, 2, games=10**5)
    assert "If the exact law is right" in shown(winners, "lcr-status")
    assert "equal seats" not in shown(winners, "lcr-bars")
    control(winners, "lcr-against").value = "equal seats"
    rival = compare(Rules(2, 2), winners.sample, against="equal seats")
    assert winners.comparison == rival
    assert winners.exact == Rules(2, 2).chain().win_probabilities()
    assert "If all seats are equal, fewer than 1 of 1000" in shown(winners, "lcr-status")
    assert "Equal seats: 0.50000 each." in shown(winners, "lcr-bars")
    assert f"{abs(rival.z[0]):.2f}" in shown(winners, "lcr-values")
    assert "951/2407" in shown(winners, "lcr-values")
    winners.against = "the exact law"
    assert shown(winners, "lcr-against") == "the exact law"
    assert "If the exact law is right" in shown(winners, "lcr-status")


def test_a_rival_that_is_not_known():
    with pytest.raises(ValueError, match="against must be"):
        Winners(2, 1, against="luck")
    winners = Winners(2, 1)
    with pytest.raises(ValueError, match="against must be 'the exact law' or 'equal seats'"):
        winners.against = "luck"
    assert "Against must be" in winners.message
    assert winners.against == "the exact law"


def test_games_are_added_to_those_that_are_there(winners):
    click(winners, "lcr-add")
    winners.add_sample()
    rules = Rules(2, 2)
    one, two, three = (simulate(rules, 1000, seed=seed) for seed in (1, 2, 3))
    assert winners.sample == one + two + three
    assert (winners.games, winners.seed) == (1000, 3)
    assert repr(winners) == "Winners: 2 players, chips (2, 2), 3000 games, seeds 1, 2, 3"
    assert "3\N{NO-BREAK SPACE}000 games, seeds 1, 2, 3" in shown(winners, "lcr-bars")
    winners.seed = 3
    assert winners.sample == three
    assert repr(winners).endswith("1000 games, seed 3")


def test_more_games_than_can_be_added(winners):
    winners.games = 10**12
    for _ in range(9):
        winners.add_sample()
    assert winners.sample.games == 10**13
    with pytest.raises(ValueError, match="at most"):
        winners.add_sample()
    click(winners, "lcr-add")
    assert "at most" in winners.message
    assert winners.sample.games == 10**13


def in_a_kernel(scenario):
    async def limited():
        await asyncio.wait_for(scenario(), timeout=60)

    asyncio.run(limited())


def test_the_view_works_beside_the_page_and_the_last_wish_counts(winners):
    async def scenario():
        for games in (2000, 5000, 10_000):
            control(winners, "lcr-games").value = games
        assert winners.sample.games == 1000
        while winners.games != 10_000:
            await asyncio.sleep(0.01)
        await winners._work.wait()

    in_a_kernel(scenario)
    assert winners.sample == simulate(Rules(2, 2), 10_000, seed=1)
    assert winners.message == ""
    assert shown(winners, "lcr-games") == 10_000


def test_long_work_is_stopped_and_the_last_good_state_stays(winners, monkeypatch):
    before = repr(winners)
    begun = threading.Event()

    def endless(rules, games, seed, progress, stop):
        begun.set()
        while not stop.is_set():
            progress(1, 4)
        raise ValueError("nothing is left")

    monkeypatch.setattr("lcr_teach.sampling.simulate", endless)

    async def scenario():
        click(winners, "lcr-new")
        while control(winners, "lcr-work-stop").disabled:
            await asyncio.sleep(0.01)
        assert "25 %" in shown(winners, "lcr-work")
        click(winners, "lcr-work-stop")
        await winners._work.wait()
        await asyncio.sleep(0)

    in_a_kernel(scenario)
    assert begun.is_set()
    assert repr(winners) == before
    assert winners.message == "Nothing is left"
    assert shown(winners, "lcr-work") == ""
    assert control(winners, "lcr-seed").value == 1


def test_a_stopped_sample_says_so(winners, monkeypatch):
    real = simulate

    def short(rules, games, seed, progress, stop):
        stop.set()
        return real(rules, games, seed=seed, stop=stop)

    monkeypatch.setattr("lcr_teach.sampling.simulate", short)

    async def scenario():
        control(winners, "lcr-games").value = 10**9
        await winners._work.wait()
        await asyncio.sleep(0)

    in_a_kernel(scenario)
    assert not winners.sample.complete
    assert winners.sample.games < 10**9
    assert winners.message == "Stopped: these are the games played by then."


def test_two_copies_do_not_disturb_each_other(winners):
    other = Winners(2, 2)
    other.games = 10**6
    assert winners.games == 1000


def test_code_has_the_last_word_while_a_wish_of_the_page_waits():
    winners = Winners(players=2, chips=1)

    async def overruled():
        *_, other, most = control(winners, "lcr-games").stops
        control(winners, "lcr-games").value = most
        control(winners, "lcr-games").value = other
        winners.games = 50
        await winners._work.wait()

    asyncio.run(overruled())
    assert winners.games == 50


@pytest.mark.parametrize("end", ["stop", "cancel"])
def test_no_earlier_wish_begins_when_the_work_is_ended(end):
    winners = Winners(2, 1, games=50)

    async def ended():
        control(winners, "lcr-games").value = 10**9
        control(winners, "lcr-games").value = 10**10
        # As the button does, or the cell that is run again.
        getattr(winners._work, end)()
        await winners._work.wait()
        await asyncio.sleep(0.05)
        return winners._work.is_running

    assert not asyncio.run(ended())
    # Stop may come when the last wish was already done; the one before it never comes back.
    assert winners.games in ((50,) if end == "cancel" else (50, 10**10))
