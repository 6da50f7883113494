"""``lcr-teach exact``, ``simulate`` and ``play``: what they say is what the library says."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from sympy import Rational

import lcr_teach.sampling
from lcr_teach import Die, Game, Rules, Sample, simulate
from lcr_teach.cli import main
from lcr_teach.cli.simulate import _stopping
from lcr_teach.cli.table import number_json
from lcr_teach.results import decimal


def run(*words, said=None):
    result = CliRunner().invoke(main, list(map(str, words)), input=said)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return SimpleNamespace(code=result.exit_code, out=result.stdout, err=result.stderr)


COMMANDS = ["exact", "simulate", "play"]
SMALL = {"simulate": ["--games", 10, "--seed", 1], "play": ["--seed", 1]}


class TestTheTable:
    @pytest.mark.parametrize("command", COMMANDS)
    @pytest.mark.parametrize(
        ("words", "rules"),
        [
            ([], Rules(3, 3)),
            (["--players", 2, "--chips", 1], Rules(2, 1)),
            (["--chips", "1,0,2"], Rules(3, (1, 0, 2))),
            (["--players", 2, "--chips", "2, 1"], Rules(2, (2, 1))),
            (["--chips", "1", "--die", "lcr."], Rules(3, 1, Die.from_faces("LCR."))),
            (
                ["--chips", "1", "--die", "1/4, 1/4, 0, 1/2"],
                Rules(3, 1, Die(Rational(1, 4), Rational(1, 4), 0, Rational(1, 2))),
            ),
            (["--chips", "2", "--max-dice", "1"], Rules(3, 2, max_dice=1)),
        ],
    )
    def test_options_make_the_rules(self, command, words, rules):
        result = run(command, *words, *SMALL.get(command, []), said="q\n")
        assert result.code == 0, result.err
        assert str(rules) in result.out.splitlines()[0]

    @pytest.mark.parametrize("command", COMMANDS)
    @pytest.mark.parametrize(
        ("words", "why"),
        [
            (["--players", 1], "players must be at least 2, not 1."),
            (["--chips", "three"], "chips must be a whole number, or several"),
            (["--chips", "0"], "chips must be at least 1, not 0."),
            (["--players", 3, "--chips", "1,1"], "chips must be one number for each of 3 players"),
            (["--chips", "3,0"], "chips must be held by at least 2 players"),
            (["--die", "LXR"], "a face must be L, C, R or . (blank), not 'X'."),
            (["--die", ""], "a die must have at least one face."),
            (["--die", "1/2,1/2"], "the die must be faces as in LCR... or four chances"),
            (["--die", "0.5,0,0,0.5"], "must be a fraction such as 1/6, not '0.5'."),
            (["--die", "1/0,0,0,1"], "must be a fraction such as 1/6, not '1/0'."),
            (["--die", "p,1/2,0,0"], "must be a fraction such as 1/6, not 'p'."),
            (["--die", "1/6,1/6,1/6,1/6"], "must sum to 1"),
            (["--max-dice", 0], "max_dice must be at least 1"),
        ],
    )
    def test_a_table_that_cannot_be_gets_one_sentence(self, command, words, why):
        result = run(command, *words)
        assert result.code == 2
        assert result.out == ""
        assert result.err.startswith("Error: ")
        assert why in result.err
        assert result.err.count("\n") == 1

    @pytest.mark.parametrize("command", COMMANDS)
    def test_help(self, command):
        text = " ".join(run(command, "--help").out.split())
        for option in ("--players", "--chips", "--die", "--json"):
            assert option in text
        assert "as in 1/6,1/6,1/6,1/2" in text


class TestExact:
    def test_says_what_the_chain_says(self):
        chain = Rules(2, 2).chain()
        lines = run("exact", "--players", 2, "--chips", 2, "--digits", 9).out.splitlines()
        values = [*chain.win_probabilities(), chain.expected_turns(), chain.variance_turns()]
        values.append(chain.expected_rolls())
        assert [line.split("  ")[-1] for line in lines[1:]] == [f"= {value}" for value in values]
        for line, value in zip(lines[1:], values, strict=True):
            assert decimal(value, 9) in line

    def test_json_holds_all_digits(self):
        chain = Rules(3, 3).chain()
        found = json.loads(run("exact", "--json").out)
        assert [Rational(p["exact"]) for p in found["win"]] == list(chain.win_probabilities())
        assert Rational(found["variance_turns"]["exact"]) == chain.variance_turns()
        assert found["expected_rolls"]["decimal"] == decimal(chain.expected_rolls(), 12)
        assert found["rules"]["chips"] == [3, 3, 3]

    def test_json_holds_more_digits_than_python_writes_by_itself(self):
        limit = sys.get_int_max_str_digits()
        assert len(number_json(Rational(10**5000, 3))["exact"]) == 5003
        assert sys.get_int_max_str_digits() == limit

    def test_a_table_that_is_too_large(self):
        result = run("exact", "--players", 9)
        assert result.code == 1
        assert "use bounds or simulate instead" in result.err
        assert result.err.count("\n") == 1

    def test_bounds(self):
        text = run("exact", "--bounds", "--players", 2, "--chips", 1).out
        assert "Player 1 wins          0.33333333333333\n" in text
        found = json.loads(run("exact", "--bounds", "--players", 2, "--chips", 1, "--json").out)
        lower, upper = found["win"][0]
        assert 0 < upper - lower < 1e-12
        assert lower <= 1 / 3 <= upper
        assert found["expected_turns"][0] <= 2 <= found["expected_turns"][1]


class TestSimulate:
    def test_the_sample_is_that_of_the_library(self, tmp_path):
        file = tmp_path / "sample.json"
        result = run("simulate", "--games", "1_000", "--seed", 4, "--out", file)
        expected = simulate(Rules(), 1000, seed=4)
        assert result.code == 0
        assert result.out == f"{expected}\n"
        assert Sample.load(file) == expected

    @pytest.mark.parametrize("games", ["2000", "2_000", "2e3", "2E3"])
    def test_games_as_people_write_them(self, games):
        found = json.loads(run("simulate", "--games", games, "--seed", 4, "--json").out)
        expected = simulate(Rules(), 2000, seed=4)
        assert found["games"] == 2000
        assert found["wins"] == list(expected.wins)
        assert found["mean_turns"] == list(expected.mean_turns())
        assert found["complete"] is True

    def test_a_power(self):
        assert json.loads(run("simulate", "--games", "10**9", "--json").out)["games"] == 10**9

    @pytest.mark.parametrize("games", ["many", "1.5", "-3", "e6", "_", "1e", "1e999"])
    def test_what_is_no_number_of_games(self, games):
        result = run("simulate", "--games", games)
        assert result.code == 2
        assert "games must be a whole number such as 1000000 or 1e6" in result.err

    @pytest.mark.parametrize("games", ["0", "1e16"])
    def test_too_few_or_too_many(self, games):
        result = run("simulate", "--games", games)
        assert result.code == 1
        assert "games must be from 1 to" in result.err

    def test_never_overwrites(self, tmp_path):
        file = tmp_path / "sample.json"
        file.write_text("precious")
        result = run("simulate", "--games", 10, "--out", file)
        assert result.code == 2
        assert "is there already" in result.err
        assert file.read_text() == "precious"

    def test_where_nothing_can_be_written(self, tmp_path):
        result = run("simulate", "--games", 10, "--out", tmp_path / "nowhere/sample.json")
        assert result.code == 1
        assert "cannot be written" in result.err

    @pytest.mark.skipif(os.name != "posix", reason="no signals")
    def test_ctrl_c_keeps_what_was_played(self, tmp_path, monkeypatch):
        file = tmp_path / "sample.json"
        really = lcr_teach.sampling.simulate

        def interrupted(rules, games, seed, **options):
            signal.raise_signal(signal.SIGINT)
            return really(rules, games, seed, **options)

        monkeypatch.setattr(lcr_teach.sampling, "simulate", interrupted)
        result = run("simulate", "--players", 6, "--games", "2e5", "--seed", 1, "--out", file)
        assert result.code == 130
        assert "stopped early" in result.out
        assert not Sample.load(file).complete

    @pytest.mark.skipif(os.name != "posix", reason="no signals")
    def test_a_second_ctrl_c_ends_it(self):
        # As in a terminal: tests that run in the background begin with Ctrl-C ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with _stopping() as stop:
                signal.raise_signal(signal.SIGINT)
                assert stop.is_set()
                with pytest.raises(KeyboardInterrupt):
                    signal.raise_signal(signal.SIGINT)
            assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        finally:
            signal.signal(signal.SIGINT, before)

    @pytest.mark.skipif(os.name != "posix", reason="Windows has no such terminals")
    @pytest.mark.parametrize("terminal", [True, False])
    def test_a_bar_in_a_terminal_only(self, terminal):
        import pty
        import termios

        ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (24, 80))
        command = [sys.executable, "-m", "lcr_teach.cli", "simulate", "--games", "1e4"]
        try:
            done = subprocess.run(
                command,
                stdout=subprocess.PIPE,
                stderr=theirs if terminal else subprocess.PIPE,
                text=True,
                check=True,
            )
        finally:
            os.close(theirs)
        shown = done.stderr or ""
        with contextlib.suppress(OSError):  # until the other end is found closed
            while part := os.read(ours, 1000):
                shown += part.decode()
        os.close(ours)
        assert ("100%" in shown) is terminal
        assert done.stdout.startswith("10,000 games")


class TestPlay:
    def test_enter_rolls_the_dice_of_the_seed(self):
        text = run("play", "--seed", 3, said="\n\nq\n").out
        game = Game(Rules(), seed=3)
        for _ in range(2):
            shown = " ".join(face.value for face in game.turn().faces)
            assert f"rolled {shown} :" in text
        assert "Player 3 rolls next, with three dice." in text

    def test_the_bar_is_the_exact_chance(self):
        lines = run("play", "--players", 2, "--chips", 1, said="q\n").out.splitlines()
        assert any(line.endswith("[" + "#" * 10 + "-" * 20 + "] 1/3 = 0.3333") for line in lines), (
            lines
        )

    def test_real_dice_and_a_turn_taken_back(self):
        out = run("play", "--seed", 1, said="LL.\nu\nCCC\nq\n").out
        assert "Player 1 rolled L L . : two chips to Player 2." in out
        assert "Player 1 rolled C C C : three into the centre." in out or "into the centre" in out
        # After the turn was taken back Player 1 rolled again, and Player 2 has three chips.
        assert out.splitlines()[-2].startswith("Player 2 rolls next, with three dice.")
        assert any(line.startswith("Player 1 ") and "o" not in line for line in out.splitlines())

    def test_numbers_of_an_ordinary_die(self):
        out = run("play", said="1 2 6\nq\n").out
        assert "Player 1 rolled L C . :" in out

    def test_missed_turns_pass_by_themselves_and_come_back_with_undo(self):
        out = run("play", "--chips", "1,0,1", said="L\nu\nq\n").out
        assert out.count("Player 1 rolls next, with one die.") == 2
        out = run("play", "--chips", "1,0,1", said=".\nu\nq\n").out
        assert "Player 2 has no chips and misses the turn." in out
        assert out.count("Player 1 rolls next, with one die.") == 2

    def test_playing_on_to_the_end(self):
        out = run("play", "--seed", 5, said="p\n").out
        game = Game(Rules(), seed=5)
        game.play()
        assert f"Player {game.state.winner + 1} wins, with" in out.splitlines()[-1]

    @pytest.mark.parametrize("said", ["XX\n", "LLLL\n", "u\n", "9 9 9\n"])
    def test_what_cannot_be_is_said_and_changes_nothing(self, said):
        out = run("play", said=said + "q\n").out
        assert "u takes a turn back, p plays on to the end" in out.splitlines()[-3]
        assert out.count("Player 1 rolls next") == 2

    @pytest.mark.parametrize("said", ["", "\n"])
    def test_no_more_input_ends_it(self, said):
        assert run("play", said=said).code == 0

    def test_chances_can_be_hidden_and_large_tables_have_none(self):
        assert "[#" not in run("play", "--hide-chances", said="q\n").out
        out = run("play", "--players", 12, said="q\n").out
        assert "too large for exact chances" in out
        assert "[#" not in out

    def test_json_is_a_whole_game(self):
        found = json.loads(run("play", "--players", 2, "--chips", 2, "--seed", 2, "--json").out)
        game = Game(Rules(2, 2), seed=2)
        game.play()
        assert found["winner"] == game.state.winner + 1
        assert found["rolls"] == game.rolls
        assert [turn["chips"] for turn in found["turns"]] == [
            list(turn.after.chips) for turn in game.history
        ]
        chain = Rules(2, 2).chain()
        for turn, played in zip(found["turns"][:-1], game.history, strict=False):
            exact = [Rational(p["exact"]) for p in turn["win"]]
            assert exact == list(chain.win_probabilities(played.after))

    def test_a_game_without_end_is_refused(self, monkeypatch):
        really = Game.play
        monkeypatch.setattr(Game, "play", lambda game: really(game, most_turns=10))
        result = run("play", "--json", "--die", "....")
        assert result.code == 2
        assert "not over after 10 more turns" in result.err
        assert run("play", "--die", "....", said="q\n").code == 2
        out = run("play", "--die", "....", "--hide-chances", said="p\nq\n").out
        assert "not over after 10 more turns" in out

    def test_a_bad_seed(self):
        result = run("play", "--seed", "-1")
        assert result.code == 2
        assert "seed must be at least 0" in result.err
