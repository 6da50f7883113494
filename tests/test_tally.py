"""Real games: what a class writes down is read, kept, and compared with the exact law."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcr_teach import Rules, Tally, compare
from lcr_teach.tally import Record

RULES = Rules(3, 1)
GAMES = [(1, 4), (3, 6), (3, 2), (2, 11)]


@pytest.fixture
def tally():
    filled = Tally(RULES)
    for winner, turns in GAMES:
        filled.add(winner, turns)
    return filled


def test_what_was_entered(tally):
    assert tally.rules == RULES
    assert tally.games == 4
    assert tally.wins == (1, 1, 2)
    assert tally.turns == {2: 1, 4: 1, 6: 1, 11: 1}
    assert tally.records == tuple(Record(winner - 1, turns) for winner, turns in GAMES)
    tally.remove_last()
    assert tally.wins == (1, 0, 2)


def test_nothing_to_take_back():
    with pytest.raises(ValueError, match=r"^there is no game to remove\.$"):
        Tally(RULES).remove_last()


def test_it_is_compared_like_a_sample(tally):
    chain = RULES.chain()
    assert compare(chain, tally) == compare(chain, [1, 1, 2])
    assert compare(chain, tally, "turns") == compare(chain, tally.turns, "turns")
    # So few games get the exact test.
    assert compare(chain, tally).test == compare(chain, tally).exact_test
    for what in ("rolls", "centre"):
        with pytest.raises(
            ValueError, match=rf"^a tally holds winners and turns, but no {what}\.$"
        ):
            compare(chain, tally, what)
    with pytest.raises(ValueError, match=r"^the tally must be of the same rules, .*\.$"):
        compare(Rules(3, 2), tally)


@pytest.mark.parametrize(
    "text",
    [
        "1,4\n3,6\n3,2\n2,11",
        "1, 4\n\n 3 , 6\r\n3,2\n2,11\n\n",
        "1;4\n3;6\n3;2\n2;11\n",
        "1\t4\n3\t6\n3\t2\n2\t11",
        "winner,turns\n1,4\n3,6\n3,2\n2,11",
        "turns;Winner;;\n4;1;;\n6;3;;\n2;3;;\n11;2;;",
        "game,winner,turns\n1,1,4\n7,3,6\n,3,2\n4,2,11\n5,,\n",
        "# two tables\n1,4\n3,6\n# after the break\n3,2\n2,11",
        '"1","4"\n"3","6"\n"3","2"\n"2","11"',
        '"# winner: 1 is the player who begins"\n1,4\n3,6\n3,2\n2,11',
    ],
)
def test_pasting(text, tally):
    pasted = Tally(RULES)
    assert pasted.paste(text) == 4
    assert pasted.records == tally.records


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1,4\n4,6", "line 2: winner must be from 1 to 3, not 4."),
        ("0,4", "line 1: winner must be from 1 to 3, not 0."),
        ("1,0", "line 1: turns must be at least 1, not 0."),
        ("1,-3", "line 1: turns must be at least 1, not -3."),
        ("1,4.5", "line 1: turns must be a whole number, not '4.5'."),
        ("1,", "line 1: turns must be a whole number, not nothing."),
        (",4", "line 1: winner must be a whole number, not nothing."),
        ("1,¹", "line 1: turns must be a whole number, not '¹'."),
        ("1,99999999999", "line 1: turns must be at most 999999999."),
        ("1", "line 1: there must be 2 columns (winner, turns), not 1."),
        ("1,2,3", "line 1: there must be 2 columns (winner, turns), not 3."),
        (
            "winner,rolls\n1,2",
            "line 1: the columns must be winner and turns, and game if you like, "
            "not winner, rolls.",
        ),
        (
            "winner,winner,turns",
            "line 1: the columns must be winner and turns, and game if you like, "
            "not winner, winner, turns.",
        ),
        (
            "# table: Rules(players=2, chips=1)\n1,4",
            "line 1: the games are of Rules(players=2, chips=1), not of Rules(players=3, chips=1).",
        ),
    ],
)
def test_text_that_is_wrong_enters_nothing(text, sentence, tally):
    before = tally.records
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        tally.paste(text)
    assert tally.records == before


@pytest.mark.parametrize(
    ("enter", "error", "sentence"),
    [
        (lambda t: t.add(4, 2), ValueError, "winner must be from 1 to 3, not 4."),
        (lambda t: t.add(1, 0), ValueError, "turns must be at least 1, not 0."),
        (lambda t: t.add("1", 2), TypeError, "winner must be a whole number, not '1'."),
        (lambda t: t.add(1, 2.0), TypeError, r"turns must be a whole number, not 2.0."),
        (lambda t: t.paste(12), TypeError, "text must be a string, not 12."),
        (lambda t: t.template(0), ValueError, "games must be at least 1, not 0."),
        (lambda t: Tally("3 x 1"), TypeError, "rules must be Rules, not '3 x 1'."),
    ],
)
def test_what_cannot_be_entered_is_refused_in_one_sentence(tally, enter, error, sentence):
    with pytest.raises(error, match=f"^{sentence}$"):
        enter(tally)
    assert tally.games == 4


def test_a_template_that_is_filled_in(tally, tmp_path):
    empty = Tally(RULES).template(games=6)
    assert Tally(RULES).paste(empty) == 0
    head, rows = empty.split("game,winner,turns\n")
    assert rows == "1,,\n2,,\n3,,\n4,,\n5,,\n6,,\n"
    filled = rows
    for number, (winner, turns) in enumerate(GAMES, start=1):
        filled = filled.replace(f"{number},,\n", f"{number},{winner},{turns}\n")
    path = tmp_path / "games.csv"
    path.write_text(head + "game,winner,turns\n" + filled, encoding="utf-8")
    assert Tally.load(path, RULES).records == tally.records


def test_a_template_that_went_through_a_spreadsheet(tally, tmp_path):
    # It writes a byte order mark, semicolons in half of Europe, as many cells in every line,
    # and quotes where a cell holds what parts cells elsewhere.
    lines = Tally(RULES).template(games=6).splitlines()
    rows = [[line, "", ""] if line.startswith("#") else line.split(",") for line in lines]
    for row, (winner, turns) in zip(rows[4:], GAMES, strict=False):
        row[1:] = [str(winner), str(turns)]
    for delimiter in ";,":
        text = io.StringIO()
        csv.writer(text, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
        path = tmp_path / "games.csv"
        path.write_bytes(b"\xef\xbb\xbf" + text.getvalue().encode())
        assert Tally.load(path, RULES).records == tally.records
        with pytest.raises(ValueError, match=r"games\.csv, line 1: the games are of .*"):
            Tally.load(path, Rules(3, 2))


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 10**8))))
def test_what_is_written_is_read_again(games):
    tally, again = Tally(RULES), Tally(RULES)
    for winner, turns in games:
        tally.add(winner, turns)
    assert again.paste(tally.to_csv()) == len(games)
    assert again.records == tally.records


def test_saving_after_every_game_loses_nothing(tally, tmp_path):
    path = tmp_path / "games.csv"
    tally.save(path)
    assert Tally.load(path, RULES).records == tally.records
    tally.add(1, 5)
    tally.save(path)
    assert Tally.load(path, RULES).records == tally.records
    assert [file.name for file in tmp_path.iterdir()] == ["games.csv"]


@pytest.mark.parametrize(
    "other",
    [
        "winner,turns\n2,2\n",
        "my notes\n",
        "# table: Rules(players=2, chips=1)\n",
        "# told by the left table, ask again\n1,4\n",
        "game,winner,turns\nfirst of the left table,1,4\n",
        "1,4\n3,6\n3,2\n2,11\n3,3\n",
        "\udcff",
    ],
    ids=["other games", "other text", "another table", "a note", "a name", "more games", "no text"],
)
def test_a_file_with_anything_else_is_never_overwritten(tally, tmp_path, other):
    path = tmp_path / "games.csv"
    path.write_bytes(other.encode("utf-8", "surrogateescape"))
    before = path.read_bytes()
    with pytest.raises(ValueError, match=r"games\.csv holds games or text that would be lost: .*"):
        tally.save(path)
    assert path.read_bytes() == before
    tally.save(path, replace=True)
    assert Tally.load(path, RULES).records == tally.records


def test_a_save_that_fails_leaves_the_old_file(tally, tmp_path, monkeypatch):
    path = tmp_path / "games.csv"
    tally.save(path)
    before = path.read_bytes()
    tally.add(2, 2)
    monkeypatch.setattr(Tally, "to_csv", lambda self: "\udcff")  # cannot be written as UTF-8
    with pytest.raises(UnicodeEncodeError):
        tally.save(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["games.csv"]


@pytest.mark.parametrize(
    "text",
    ["1;4\n3;6\n", "turns,winner\n4,1\n", "game,winner,turns\n8,1,4\n9,,\n", "\n"],
)
def test_a_file_of_one_s_own_is_carried_on(tmp_path, text):
    path = tmp_path / "games.csv"
    path.write_text(text, encoding="utf-8-sig")
    tally = Tally.load(path, RULES)
    tally.add(2, 2)
    tally.save(path)
    assert Tally.load(path, RULES).records == tally.records


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "games.csv"
    path.write_bytes(b"\xff\xfe1\x00,\x004\x00")
    with pytest.raises(ValueError, match=r"games\.csv is no text in UTF-8: save it as CSV .*"):
        Tally.load(path, RULES)


def test_it_shows_itself(tally):
    assert repr(tally) == "<Tally: Rules(players=3, chips=1), 4 games, wins (1, 1, 2)>"
    assert str(tally) == (
        "4 games, Rules(players=3, chips=1)\n"
        "Player 1 won 1\nPlayer 2 won 1\nPlayer 3 won 2\nturns: 2 to 11"
    )
    shown = tally._repr_html_()
    assert shown.count("<tr>") == 5
    assert "<th scope='row'>4</th><td>Player 2</td><td>11</td>" in shown
    one = Tally(RULES)
    one.add(1, 2)
    assert "1 game," in str(one)
    assert "turns" not in str(Tally(RULES))


def test_pasted_text_may_begin_as_a_spreadsheets_file_does(tally):
    assert tally.paste("\ufeffwinner,turns\n1,12") == 1


def test_a_folder_that_is_not_there_is_named(tally, tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no folder for it") as error:
        tally.save(tmp_path / "no" / "games.csv")
    assert error.value.filename == str(tmp_path / "no" / "games.csv")
