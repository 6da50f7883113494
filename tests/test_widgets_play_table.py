import asyncio
import re
import subprocess
import sys

import pytest
from controls import click, control, parts, shown
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational

from lcr_teach import Die, Face, Game, Rules, State
from lcr_teach.widgets import PlayTable, play_table
from lcr_teach.widgets.chances import chances_from
from lcr_teach.widgets.table_drawing import table_in_words
from lcr_teach.widgets.words import turn_sentence

BUTTONS = ("lcr-roll", "lcr-play", "lcr-undo", "lcr-new", "lcr-stop")
FACES = ("lcr-face-left", "lcr-face-centre", "lcr-face-right", "lcr-face-blank")


def write(table, name, words):
    """Write into a field; for the real dice the Enter key is pressed as well."""
    field = control(table, name)
    field.value = words
    field._handle_custom_msg({"event": "submit"}, [])


def test_it_begins_ready_to_play():
    table = PlayTable(seed=1)
    assert repr(table) == "PlayTable: 3 players, chips (3, 3, 3), Player 1 to roll"
    assert table._repr_mimebundle_()["text/plain"] == repr(table)
    assert "application/vnd.jupyter.widget-view+json" in table._repr_mimebundle_()
    assert (table.results, table.history, table.message) == ([], [], "")
    assert control(table, "lcr-stop").disabled
    assert "lcr-widget" in table.view._dom_classes


def test_a_seed_gives_the_game_of_the_library():
    game = Game(Rules(4), seed=8)
    table = PlayTable(Rules(4), seed=8)
    while not game.state.is_over:
        game.turn()
        table.roll()
        assert table.state == game.state
    assert repr(table).endswith(f"Player {game.state.winner + 1} has won")


def test_without_a_seed_one_is_drawn_and_shown():
    tables = [PlayTable() for _ in range(5)]
    assert len({table.seed for table in tables}) > 1
    for table in tables:
        assert shown(table, "lcr-seed") == table.seed
        assert f"seed {table.seed}" in shown(table, "lcr-table")
        again = PlayTable(seed=table.seed)
        table.play_on()
        again.play_on()
        assert again.history == table.history


def test_every_click_shows_the_new_position():
    table = PlayTable(seed=3)
    for _ in range(8):
        click(table, "lcr-roll")
        assert table_in_words(table.game) in shown(table, "lcr-table").replace("&#x27;", "'")
        assert table.history[-1] in shown(table, "lcr-status")
        assert table.history[-1] in shown(table, "lcr-history")
        assert 'aria-live="polite"' in shown(table, "lcr-status")


def test_the_turns_as_sentences():
    table = PlayTable(Rules(3, chips=[3, 3, 1]), seed=1)
    for faces in ("LCR", "LL.", "C..", ".."):
        table.enter(faces)
    assert table.history == [
        "Player 1 rolled L C R : one chip to Player 2, one to Player 3, one into the centre.",
        "Player 2 rolled L L . : two chips to Player 3.",
        "Player 3 rolled C . . : one chip into the centre.",
        "Player 1 has no chips and misses the turn.",
        "Player 2 rolled . . : no chip moves.",
    ]


def test_two_players_are_each_others_neighbours_on_both_sides():
    game = Game(Rules(2), seed=1)
    said = turn_sentence(game.rules, game.enter("LCR"))
    assert said == "Player 1 rolled L C R : two chips to Player 2, one into the centre."
    game = Game(Rules(3, passing="right"), seed=1)
    said = turn_sentence(game.rules, game.enter("LL."))
    assert said == "Player 1 rolled L L . : two chips to Player 3."


def test_a_missed_turn_is_passed_for_all_to_see():
    table = PlayTable(Rules(3, chips=[2, 0, 2]), seed=1)
    table.enter("..")
    assert control(table, "lcr-roll").description == "Pass"
    assert "will miss the turn" in shown(table, "lcr-status")
    click(table, "lcr-roll")
    assert table.history[-1] == "Player 2 has no chips and misses the turn."
    assert "Player 2 misses the turn" in shown(table, "lcr-table")
    assert control(table, "lcr-roll").description == "Roll"


def test_real_dice_are_collected_until_all_are_there():
    table = PlayTable(seed=1)
    click(table, "lcr-face-left")
    click(table, "lcr-face-blank")
    assert table.entered == (Face.LEFT, Face.BLANK)
    assert table.game.turns == 0
    assert "2 of 3 dice" in shown(table, "lcr-due")
    click(table, "lcr-face-centre")
    assert table.state == State((1, 4, 3), 1)
    assert (table.entered, shown(table, "lcr-due")) == ((), "")


def test_undo_takes_back_an_entered_die_first():
    table = PlayTable(seed=1)
    table.enter("...")
    for _ in range(2):
        click(table, "lcr-face-right")
    click(table, "lcr-undo")
    assert table.entered == (Face.RIGHT,)
    click(table, "lcr-undo")
    click(table, "lcr-undo")
    assert (table.entered, table.game.turns) == ((), 0)


def test_real_dice_belong_to_the_next_player_who_has_chips():
    table = PlayTable(Rules(3, chips=[2, 0, 2]), seed=1)
    table.enter("..")
    click(table, "lcr-face-left")
    assert table.game.turns == 1
    click(table, "lcr-face-left")
    assert table.state == State((4, 0, 0), None)
    assert table.history[1] == "Player 2 has no chips and misses the turn."
    assert table.results[0][:3] == (0, 3, 2)


def test_written_dice_and_numbers_of_an_ordinary_die():
    table = PlayTable(Rules(3, die=Die.ordinary({2: "L", 4: "C", 6: "R"})), seed=1)
    write(table, "lcr-enter", "2 4 5")
    assert table.state == State((1, 4, 3), 1)
    assert shown(table, "lcr-enter") == ""
    write(table, "lcr-enter", "l..")
    assert table.state == State((1, 3, 4), 2)


def test_a_half_written_roll_is_not_played():
    table = PlayTable(seed=1)
    control(table, "lcr-enter").value = "L.C"
    assert table.game.turns == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("LL", "Player 1 rolls 3 dice, not 2."),
        ("LLLL", "Player 1 rolls 3 dice, not 4."),
        ("LXC", "A face must be L, C, R or . (blank), not 'X'."),
        ("1 2 9", "The die has sides 1 to 6, not '9'."),
        ("", "Player 1 rolls 3 dice, not 0."),
    ],
)
def test_a_wrong_entry_is_answered_in_words_and_changes_nothing(words, why):
    table = PlayTable(seed=1)
    picture = shown(table, "lcr-table")
    write(table, "lcr-enter", words)
    assert table.message == why
    assert 'role="alert"' in shown(table, "lcr-message")
    assert (table.state, shown(table, "lcr-table")) == (State((3, 3, 3), 0), picture)
    with pytest.raises(ValueError, match=r"dice|face|sides"):
        table.enter(words)
    table.roll()
    assert (table.message, shown(table, "lcr-message")) == ("", "")


def test_a_wrong_entry_does_not_pass_a_missed_turn():
    table = PlayTable(Rules(3, chips=[2, 0, 2]), seed=1)
    table.enter("..")
    write(table, "lcr-enter", "L")
    assert table.message == "Player 3 rolls 2 dice, not 1."
    assert table.game.turns == 1


def test_words_from_outside_are_not_taken_for_html():
    table = PlayTable(seed=1)
    write(table, "lcr-enter", "<b>")
    assert "&lt;" in shown(table, "lcr-message")
    assert "'<'" not in shown(table, "lcr-message")


def test_after_the_end_nothing_bad_happens():
    table = PlayTable(seed=1)
    click(table, "lcr-play")
    end, turns = table.state, table.game.turns
    assert end.is_over
    assert f"Player {end.winner + 1} wins" in shown(table, "lcr-status")
    assert "★ wins" in shown(table, "lcr-table")
    for _ in range(5):
        for name in ("lcr-roll", "lcr-play", *FACES):
            click(table, name)
        write(table, "lcr-enter", "LLL")
    table.play_on()
    table.roll()
    assert (table.state, table.game.turns) == (end, turns)
    assert table.message == "The game is over: press New game for another."
    assert len(table.results) == 1


def test_undo_takes_back_a_finished_game_and_its_result():
    table = PlayTable(seed=1)
    table.play_on()
    (result,) = table.results
    assert "1 game finished" in shown(table, "lcr-tally")
    click(table, "lcr-undo")
    assert table.results == []
    assert shown(table, "lcr-tally") == ""
    click(table, "lcr-roll")
    assert table.results == [result]


def test_undo_at_the_start_says_so():
    table = PlayTable(seed=1)
    click(table, "lcr-undo")
    assert table.message == "There is no turn to take back."


def test_results_of_a_class():
    table = PlayTable(seed=10)
    for _ in range(12):
        table.play_on()
        click(table, "lcr-new")
    click(table, "lcr-roll")
    assert [result.seed for result in table.results] == list(range(10, 22))
    for result in table.results:
        game = Game(Rules(), seed=result.seed)
        game.play()
        assert result == (game.state.winner, game.turns, game.rolls, game.centre, game.seed)
    tally = shown(table, "lcr-tally")
    assert "12 games finished" in tally
    winners = [result.winner for result in table.results]
    for seat in range(3):
        assert f"Player {seat + 1}</th><td>{winners.count(seat)}<" in tally
    assert f"{sum(result.turns for result in table.results) / 12:.1f} turns" in tally


def test_a_game_that_is_not_over_is_no_result():
    table = PlayTable(seed=1)
    table.roll()
    table.new_game()
    assert table.results == []


def test_new_game_uses_the_seed_that_somebody_wrote():
    table = PlayTable(seed=5)
    table.roll()
    control(table, "lcr-seed").value = 77
    table.roll()
    click(table, "lcr-new")
    assert (table.seed, shown(table, "lcr-seed"), table.game.turns) == (77, 77, 0)
    click(table, "lcr-new")
    assert (table.seed, shown(table, "lcr-seed")) == (78, 78)
    table.new_game(seed=5)
    table.roll()
    first = table.history
    table.new_game(seed=5)
    table.roll()
    assert table.history == first


def test_an_impossible_seed_is_answered_in_words():
    table = PlayTable(seed=5)
    table.roll()
    control(table, "lcr-seed").value = -1
    click(table, "lcr-new")
    assert table.message == "Seed must be from 0 to 4294967295, not -1."
    assert (table.seed, table.game.turns) == (5, 1)


@pytest.mark.parametrize(
    ("rules", "seed", "error"),
    [
        (Rules(13), 1, "2 to 12 players, not 13"),
        (Rules(), -1, "seed must be from 0"),
        (Rules(), 1.5, "seed must be a whole number"),
        ("three", 1, "players must be a whole number"),
    ],
)
def test_a_table_that_cannot_be(rules, seed, error):
    with pytest.raises((TypeError, ValueError), match=error):
        PlayTable(rules, seed=seed)


@pytest.mark.parametrize("players", range(2, 13))
def test_all_sizes_play_to_the_end(players):
    table = PlayTable(Rules(players), seed=players)
    table.play_on()
    assert table.state.is_over
    assert len(table.results) == 1


def test_a_game_without_an_end_is_given_up(monkeypatch):
    monkeypatch.setattr(play_table, "_MOST_TURNS", 500)
    table = PlayTable(Rules(2, chips=1, die=Die(0, 0, 0, 1)), seed=1)
    table.play_on()
    assert table.message == "The game is not over after 500 more turns."
    assert not table.state.is_over


def test_a_game_without_an_end_is_given_up_in_the_background_too(monkeypatch):
    monkeypatch.setattr(play_table, "_MOST_TURNS", 500)
    table = PlayTable(Rules(2, chips=1, die=Die(0, 0, 0, 1)), seed=1)
    playing(table.run())
    assert table.message == "The game is not over after 500 more turns."
    assert table.game.turns == 500


def playing(scenario):
    """Run a scenario in an event loop, as a kernel has one."""

    async def limited():
        await asyncio.wait_for(scenario, timeout=60)

    asyncio.run(limited())


def test_play_on_runs_beside_other_work_and_stops():
    table = PlayTable(Rules(12), seed=1)

    async def scenario():
        control(table, "lcr-speed").value = "fast"
        click(table, "lcr-play")
        assert table.is_playing
        assert control(table, "lcr-roll").disabled
        assert not control(table, "lcr-stop").disabled
        task = table._work._task
        click(table, "lcr-play")
        table.start()
        assert table._work._task is task
        await asyncio.sleep(0.4)
        assert 1 <= table.game.turns < 60
        click(table, "lcr-stop")
        await asyncio.sleep(0)
        assert not table.is_playing
        turns = table.game.turns
        await asyncio.sleep(0.4)
        assert table.game.turns == turns
        assert not control(table, "lcr-roll").disabled
        assert control(table, "lcr-stop").disabled

    playing(scenario())
    assert table_in_words(table.game) in shown(table, "lcr-table")


def test_a_game_that_plays_on_comes_to_its_end():
    table = PlayTable(seed=1)
    expected = PlayTable(seed=1)
    expected.play_on()

    async def scenario():
        table.start(pause=0)
        await table._work._task
        await asyncio.sleep(0)

    playing(scenario())
    assert table.history == expected.history
    assert not table.is_playing
    assert control(table, "lcr-stop").disabled
    assert not control(table, "lcr-new").disabled


def test_playing_at_once_lets_others_work():
    table = PlayTable(Rules(2, chips=1, die=Die(0, 0, 0, 1)), seed=1)
    turns_seen = []

    async def scenario():
        table.start(pause=0)
        for _ in range(5):
            await asyncio.sleep(0.02)
            turns_seen.append(table.game.turns)
        table.stop()

    playing(scenario())
    assert 0 < turns_seen[0] < turns_seen[-1] < 100_000


def test_a_new_game_stops_the_old_one():
    table = PlayTable(Rules(12), seed=1)

    async def scenario():
        table.start(pause=0.01)
        await asyncio.sleep(0.05)
        table.new_game()
        await asyncio.sleep(0.1)

    playing(scenario())
    assert (table.game.turns, table.seed, table.is_playing) == (0, 2, False)


def test_two_tables_do_not_disturb_each_other():
    one, two = PlayTable(seed=1), PlayTable(seed=1)
    one.roll()
    click(one, "lcr-face-left")
    assert (two.game.turns, two.entered) == (0, ())
    two.roll()
    assert two.history == one.history


@given(st.lists(st.sampled_from([*BUTTONS, *FACES]), max_size=60), st.integers(2, 5))
@settings(deadline=None)
def test_any_clicks_in_any_order_leave_a_good_table(clicks, players):
    table = PlayTable(Rules(players), seed=1)
    for name in clicks:
        click(table, name)
        assert table.state.in_play + table.game.centre == 3 * players
        assert len(table.entered) < 3
        assert table_in_words(table.game) in shown(table, "lcr-table")
        assert len(table.results) == len(set(table.results))


def test_every_control_has_its_class_and_a_label():
    table = PlayTable(seed=1)
    for name in (*BUTTONS, *FACES):
        assert control(table, name).description
        assert control(table, name).tooltip
    for name in ("lcr-seed", "lcr-speed", "lcr-enter"):
        assert control(table, name).description


def chances(table):
    label = re.search('aria-label="([^"]*)"', shown(table, "lcr-chances"))
    return label and label.group(1)


def test_the_win_bar_waits_until_the_class_has_guessed():
    table = PlayTable(players=2, chips=2, seed=1)
    assert (shown(table, "lcr-chances"), shown(table, "lcr-chances-numbers")) == ("", "")
    assert control(table, "lcr-reveal").description == "Show the chances"
    click(table, "lcr-reveal")
    assert "Player 1 39.51 %, Player 2 60.49 %" in chances(table)
    assert "951/2407" in shown(table, "lcr-chances-numbers")
    assert control(table, "lcr-reveal").description == "Hide the chances"
    click(table, "lcr-reveal")
    assert (shown(table, "lcr-chances"), shown(table, "lcr-chances-numbers")) == ("", "")


def test_the_win_bar_follows_the_game_to_its_end():
    rules = Rules(3, 1)
    table = PlayTable(rules, seed=4, chances_shown=True)
    chain = rules.chain()
    while not table.state.is_over:
        assert table.chances == tuple(chain.win_probabilities(table.state))
        for seat, chance in enumerate(table.chances):
            assert f"Player {seat + 1} {100 * float(chance):.2f} %" in chances(table)
            assert f">{chance}<" in shown(table, "lcr-chances-numbers")
        table.roll()
    assert sum(table.chances) == 1
    assert table.chances[table.state.winner] == 1
    assert "100.00 %" in chances(table)


def test_a_long_fraction_is_told_by_its_length():
    table = PlayTable(seed=1, chances_shown=True)
    assert re.search(
        r"\d{6}… / \d{6}… \(4\d\d and 4\d\d digits\)", shown(table, "lcr-chances-numbers")
    )


def test_a_large_table_has_its_chances_once_few_chips_are_left():
    table = PlayTable(players=12, seed=1, chances_shown=True)
    assert table.chances is None
    assert "they appear when fewer are left" in shown(table, "lcr-chances-numbers")
    whole = Rules(3, 2).chain()
    state = State((0, 2, 1), roller=1)
    for rules in (Rules(3, 2), Rules(3, 9)):
        assert chances_from(rules, state) == tuple(whole.win_probabilities(state))


def test_chances_are_computed_beside_the_page():
    table = PlayTable(players=3, chips=2, seed=1)

    async def scenario():
        click(table, "lcr-reveal")
        assert "take a moment" in shown(table, "lcr-chances-numbers")
        table.roll()
        while "Chances of winning" not in shown(table, "lcr-chances"):
            await asyncio.sleep(0.01)

    playing(scenario())
    assert table.chances == tuple(table.rules.chain().win_probabilities(table.state))
    for seat, chance in enumerate(table.chances):
        assert f"Player {seat + 1} {100 * float(chance):.2f} %" in chances(table)


def test_players_have_names():
    table = PlayTable(players=2, seed=1, names=["North", "South & Co"])
    table.enter("LC.")
    assert table.history == ["North rolled L C . : one chip to South & Co, one into the centre."]
    assert repr(table) == "PlayTable: 2 players, chips (1, 4), South & Co to roll"
    assert "<b>South &amp; Co rolls next" in shown(table, "lcr-status")
    assert "South &amp; Co: four chips." in shown(table, "lcr-table")
    control(table, "lcr-names").value = "East , West"
    assert table.names == ("East", "West")
    assert table.history[0].startswith("East rolled")
    table.play_on()
    assert "West</th>" in shown(table, "lcr-tally")
    control(table, "lcr-names").value = ""
    assert table.names == ()
    assert table.history[0].startswith("Player 1 rolled")


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ("East", "Names must be 2 different ones"),
        ("East, East", "Names must be 2 different ones"),
        ("East, " + 17 * "W", "A name must have 1 to 16 letters"),
    ],
)
def test_names_that_cannot_be_are_answered_in_words(names, why):
    table = PlayTable(players=2, seed=1, names=["North", "South"])
    control(table, "lcr-names").value = names
    assert why in table.message
    assert table.names == ("North", "South")
    with pytest.raises(ValueError, match=why[1:]):
        table.names = names.split(", ")
    with pytest.raises(TypeError, match="one word for each player"):
        table.names = "NS"


def test_numbers_of_an_ordinary_die_are_pressed():
    table = PlayTable(Rules(3, die=Die.ordinary({2: "L", 4: "C", 6: "R"})), seed=1)
    for number in (2, 4, 5):
        click(table, f"lcr-side-{number}")
    assert table.state == State((1, 4, 3), 1)
    (agreement,) = [
        p.value for p in parts(table.view) if "others blank" in str(getattr(p, "value", ""))
    ]
    assert agreement == "2 = L, 4 = C, 6 = R, others blank"


def test_a_die_without_faces_has_no_numbers():
    table = PlayTable(Rules(3, die=Die(Rational(1, 3), Rational(1, 3), Rational(1, 3), 0)), seed=1)
    assert not [p for p in parts(table.view) if "lcr-side-1" in p._dom_classes]


BARE = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numpy", "scipy", "matplotlib"}:
            raise ImportError(name)

sys.meta_path.insert(0, Refuse())
from lcr_teach import Rules
from lcr_teach.widgets import PlayTable, Predict
table = PlayTable(Rules(players=4, chips=2), seed=2)
table.chances_shown = True
table.enter(".."); table.roll(); table.undo(); table.play_on(); table.new_game()
ask = Predict("Who?", choices=["A", "B"])
ask.guess = "A"; ask.lock(); ask.reveal("B")
number = Predict("How many?", 0, 10)
number.lock(); number.reveal(3)
print(table, len(table.results), ask)
"""


def test_the_table_needs_no_numpy_scipy_or_matplotlib():
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", BARE], capture_output=True, text=True, check=False
    )
    assert run.stderr == ""
    assert run.stdout == (
        "PlayTable: 4 players, chips (2, 2, 2, 2), Player 1 to roll 1 "
        "Predict: 'Who?', 1 guess, answer B\n"
    )
