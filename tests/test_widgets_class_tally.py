"""The games of a class: entered, pasted, saved, compared; nothing entered is lost."""

import re

import pytest
from controls import click, control, shown

from lcr_teach import Rules, Tally
from lcr_teach.compare import compare
from lcr_teach.widgets import ClassTally


@pytest.fixture
def games():
    return ClassTally(players=2, chips=2)


def cells(games, seat):
    row = shown(games, "lcr-values").split("<tr>")[seat + 2]
    return [re.sub("<[^>]*>", "", cell) for cell in re.split("</t[hd]>", row)[:-1]]


def test_it_begins_with_the_exact_law_alone(games):
    chain = Rules(2, 2).chain()
    label = re.search('aria-label="([^"]*)"', shown(games, "lcr-bars")).group(1)
    p = chain.win_probabilities()
    assert label == f"No games yet. Player 1: exact {float(p[0]):.3f}. " + (
        f"Player 2: exact {float(p[1]):.3f}."
    )
    assert games.comparison is None
    assert "Enter the first game" in shown(games, "lcr-status")
    assert f"{float(chain.expected_turns()):.2f} turns" in shown(games, "lcr-status")
    assert repr(games) == "ClassTally: Rules(players=2, chips=2), 0 games, wins (0, 0)"


def test_games_are_entered_and_taken_back(games):
    control(games, "lcr-winner").value = 2
    control(games, "lcr-turns-played").value = 5
    click(games, "lcr-add")
    click(games, "lcr-add")
    control(games, "lcr-winner").value = 1
    control(games, "lcr-turns-played").value = 8
    click(games, "lcr-add")
    assert (games.tally.wins, games.tally.turns) == ((1, 2), {5: 2, 8: 1})
    assert "Entered last: Player 1, 8 turns." in shown(games, "lcr-status")
    # Mean 6 and standard error sqrt(3 / 3) of 5, 5, 8.
    assert "Mean length 6.0 ± 1.0 turns" in shown(games, "lcr-status")
    click(games, "lcr-undo")
    assert games.tally.wins == (0, 2)
    assert "Mean length 5.0 ± 0.0 turns" in shown(games, "lcr-status")


def test_the_page_shows_the_comparison_and_the_test_for_small_numbers(games):
    games.paste("1, 3\n2, 4\n2, 6\n2, 9")
    right = compare(Rules(2, 2), games.tally)
    assert games.comparison == right
    for seat in range(2):
        low, high = right.intervals()[seat]
        assert cells(games, seat)[2:] == [
            str(right.observed[seat]),
            f"{right.shares[seat]:.3f}",
            f"{low:.3f} to {high:.3f}",
        ]
    assert right.warning is not None
    assert f"p-value {right.exact_test.p_value:.2g} (exact multinomial test)" in shown(
        games, "lcr-status"
    )
    games.paste("\n".join(["1, 4"] * 40 + ["2, 5"] * 60))
    assert "(chi-square)" in shown(games, "lcr-status")


def test_pasted_text_is_taken_whole_or_not_at_all(games):
    control(games, "lcr-paste").value = "1, 3\n3, 4"
    click(games, "lcr-take")
    assert games.tally.games == 0
    assert "Line 2: winner must be from 1 to 2, not 3." in shown(games, "lcr-message")
    assert control(games, "lcr-paste").value == "1, 3\n3, 4"
    control(games, "lcr-paste").value = "1;3\n2;4"
    click(games, "lcr-take")
    assert games.tally.wins == (1, 1)
    assert control(games, "lcr-paste").value == ""
    assert shown(games, "lcr-message") == ""


def test_games_are_saved_and_loaded(games, tmp_path):
    path = tmp_path / "ours.csv"
    games.paste("1, 3\n2, 4")
    control(games, "lcr-file").value = str(path)
    click(games, "lcr-save")
    assert f"Saved in {path}." in shown(games, "lcr-message")
    assert Tally.load(path, Rules(2, 2)).records == games.tally.records
    other = ClassTally(players=2, chips=2)
    control(other, "lcr-file").value = str(path)
    click(other, "lcr-load")
    assert other.tally.records == games.tally.records
    assert cells(other, 1)[2] == "1"


def test_a_file_with_other_games_is_not_overwritten_and_games_here_are_not_lost(games, tmp_path):
    path = tmp_path / "theirs.csv"
    theirs = Tally(Rules(2, 2))
    theirs.paste("2, 9")
    theirs.save(path)
    before = path.read_text()
    games.add(1, 3)
    control(games, "lcr-file").value = str(path)
    click(games, "lcr-save")
    assert path.read_text() == before
    assert "would be lost" in shown(games, "lcr-message")
    click(games, "lcr-load")
    assert games.tally.wins == (1, 0)
    assert "save them first" in shown(games, "lcr-message")


def test_a_file_that_is_not_there_is_said(games, tmp_path):
    control(games, "lcr-file").value = str(tmp_path / "nothing.csv")
    click(games, "lcr-load")
    assert "no such file" in shown(games, "lcr-message")
    control(games, "lcr-file").value = str(tmp_path / "no" / "folder.csv")
    games.add(1, 3)
    click(games, "lcr-save")
    assert "folder.csv: there is no folder for it." in shown(games, "lcr-message")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda g: g.add(3, 5), "winner must be from 1 to 2, not 3."),
        (lambda g: g.add(1, 0), "turns must be at least 1, not 0."),
        (lambda g: g.undo(), "there is no game to remove."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_changes(games, change, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        change(games)
    assert games.message == sentence[0].upper() + sentence[1:]
    assert games.tally.games == 0


def test_a_table_that_is_too_large_is_refused():
    with pytest.raises(ValueError, match="too many"):
        ClassTally(players=9, chips=9)


def test_two_of_them_do_not_disturb_each_other(games):
    other = ClassTally(players=2, chips=2)
    games.add(1, 3)
    assert other.tally.games == 0


@pytest.mark.parametrize("text", ["", " \n\n", "winner, turns", "# nothing"])
def test_a_text_without_games_is_said_and_stays(games, text):
    control(games, "lcr-paste").value = text
    click(games, "lcr-take")
    assert games.message == "There are no games in the text."
    assert control(games, "lcr-paste").value == text


def test_garbage_is_answered_in_one_short_sentence(games, tmp_path):
    path = tmp_path / "garbage.csv"
    path.write_text("a" * 200_000)
    control(games, "lcr-file").value = str(path)
    click(games, "lcr-load")
    assert "line 1" in games.message
    control(games, "lcr-paste").value = "a, " * 20_000
    click(games, "lcr-take")
    assert games.message.startswith("Line 1: ")
    assert len(games.message) < 300
    assert games.tally.games == 0


def test_a_name_of_a_file_is_said_as_it_is_written(games, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    control(games, "lcr-file").value = "no/folder.csv"
    for button, wrong in (
        ("lcr-save", "there is no folder for it"),
        ("lcr-load", "no such file or directory"),
    ):
        click(games, button)
        assert games.message == f"The file no/folder.csv: {wrong}."
    (tmp_path / "essay.txt").write_text("My essay")
    control(games, "lcr-file").value = "essay.txt"
    click(games, "lcr-save")
    assert games.message == (
        "The file essay.txt holds games or text that would be lost: choose another name."
    )
    assert (tmp_path / "essay.txt").read_text() == "My essay"


@pytest.mark.parametrize("name", ["", "  "])
def test_a_file_needs_a_name(games, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    control(games, "lcr-file").value = name
    for button in ("lcr-save", "lcr-load"):
        click(games, button)
        assert games.message == "The file must have a name."
    assert list(tmp_path.iterdir()) == []


def test_loading_says_how_many_games_came(games, tmp_path):
    path = tmp_path / "two.csv"
    path.write_text("1;3\r\n2;4\r\n", encoding="utf-8-sig")
    control(games, "lcr-file").value = str(path)
    click(games, "lcr-load")
    assert games.message == f"Loaded {path}: 2 games."


def test_a_game_of_huge_length_is_refused_and_the_page_goes_on(games):
    for turns in (10**9, 10**400):
        with pytest.raises(ValueError, match=r"^turns must be at most 999999999"):
            games.add(1, turns)
    assert games.tally.games == 0
    games.add(1, 999_999_999)
    assert "Entered last" in shown(games, "lcr-status")


def test_a_rare_result_asks_for_more_games_and_not_for_another_draw(games):
    for _ in range(5):
        games.add(1, 9)
    assert 0.001 < games.comparison.p_value < 0.05
    assert "so play more games and see whether it stays" in shown(games, "lcr-status")
