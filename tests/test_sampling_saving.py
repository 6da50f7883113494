"""Samples are data: they add up, and come back from a file as they were."""

import json
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from lcr_teach.rules import Die, Rules
from lcr_teach.sampling import Sample, saving, simulate


@st.composite
def any_rules(draw):
    weights = draw(st.tuples(*[st.integers(0, 10**30)] * 4).filter(any))
    die = draw(
        st.one_of(
            st.just(Die(*(Fraction(w, sum(weights)) for w in weights))),
            st.text("LCR.", min_size=1, max_size=12).map(Die.from_faces),
        )
    )
    players = draw(st.integers(2, 5))
    chips = [1, 1, *draw(st.lists(st.integers(0, 9), min_size=players - 2, max_size=players - 2))]
    passing = draw(st.sampled_from(["left", "right"]))
    return Rules(players, chips, die, draw(st.integers(1, 9)), passing)


@given(rules=any_rules())
@settings(deadline=None)
def test_rules_come_back_exactly(rules):
    again = saving.rules_from_json(json.loads(json.dumps(saving.rules_to_json(rules))))
    assert again == rules
    assert again.die.faces == rules.die.faces


@pytest.fixture
def sample():
    return simulate(Rules(3, 2, Die(Fraction(1, 3), Fraction(1, 7), 0, Fraction(11, 21))), 500, 2)


def test_a_sample_comes_back_as_it_was(sample, tmp_path):
    both = sample + simulate(sample.rules, 300, seed=2**80)
    for saved in (sample, both):
        saved.save(tmp_path / "sample.json")
        again = Sample.load(str(tmp_path / "sample.json"))
        assert again == saved
        assert (again.rules, again.games, again.seeds) == (saved.rules, saved.games, saved.seeds)
        assert again.complete
        assert again.joint == saved.joint


def test_what_a_file_says(sample, tmp_path):
    sample.save(tmp_path / "sample.json")
    saved = json.loads((tmp_path / "sample.json").read_text())
    assert saved["rules"]["die"] == {
        "left": "1/3",
        "centre": "1/7",
        "right": "0",
        "blank": "11/21",
    }
    assert saved["seeds"] == [2]
    assert saved["columns"] == ["winner", "turns", "rolls", "centre", "games"]
    assert saved["version"]


def test_a_stopped_sample_stays_marked(sample, tmp_path):
    stopped = Sample(sample.rules, sample.games, (3,), sample._rows, complete=False)
    stopped.save(tmp_path / "sample.json")
    assert not Sample.load(tmp_path / "sample.json").complete
    assert not (stopped + sample).complete
    assert not (sample + stopped).complete
    assert "seed 3, stopped early" in str(stopped)


def test_samples_add_up(sample):
    other = simulate(sample.rules, 700, seed=5)
    both = sample + other
    assert both.games == 1200
    assert both.seeds == (2, 5)
    assert both.wins == tuple(a + b for a, b in zip(sample.wins, other.wins, strict=True))
    for key, games in both.joint.items():
        assert games == sample.joint.get(key, 0) + other.joint.get(key, 0)
    assert "seeds 2, 5" in repr(both)
    with pytest.raises(ValueError, match=r"^this sample is a sum with 2 seeds: ask for seeds\.$"):
        _ = both.seed


def test_what_cannot_be_added(sample):
    with pytest.raises(ValueError, match=r"^both samples have seed 2: that is no new chance\.$"):
        _ = sample + sample
    with pytest.raises(ValueError, match=r"^games of different tables cannot be added: .*\.$"):
        _ = sample + simulate(Rules(3, 2), 10, seed=7)
    with pytest.raises(TypeError):
        _ = sample + 1


def test_rows_are_plain(sample):
    rows = sample.rows()
    assert {tuple(row)[:5] for row in rows} == {("winner", "turns", "rolls", "centre", "games")}
    assert {tuple(row.values())[:4]: row["games"] for row in rows} == sample.joint
    assert all(type(value) is int for row in rows for value in row.values())


class Other(Rules):
    pass


def test_what_cannot_be_saved(tmp_path):
    root = 1 / sympy.sqrt(2)
    irrational = simulate(Rules(2, 1, Die(root, 1 - root, 0, 0)), 10, seed=1)
    with pytest.raises(ValueError, match=r"^only a die whose probabilities are fractions can be"):
        irrational.save(tmp_path / "sample.json")
    with pytest.raises(TypeError, match=r"^only a table with the rules of the game can be saved"):
        simulate(Other(2, 1), 10, seed=1).save(tmp_path / "sample.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda s: s.pop("kind"), "x.json is no saved sample."),
        (lambda s: s.update(format=2), "x.json was saved by lcr_teach .* does not know."),
        (lambda s: s.pop("rows"), "x.json is damaged: 'rows' is missing."),
        (lambda s: s.update(rows=[]), "x.json is damaged: rows or seeds are missing .*"),
        (lambda s: s["rows"].append(s["rows"][0]), "x.json is damaged: rows or seeds .* twice."),
        (lambda s: s["rows"][0].__setitem__(0, 3), "x.json is damaged: winner must be from 0 .*"),
        (lambda s: s["rows"][0].__setitem__(4, 0), "x.json is damaged: games must be from 1 .*"),
        (lambda s: s["rows"][0].pop(), "x.json is damaged: .*"),
        (lambda s: s.update(columns=[]), "x.json is damaged: complete or columns .*"),
        (
            lambda s: s["rules"]["die"].update(left="1/2"),
            "x.json is damaged: .* sum to 1.*",
        ),
        (lambda s: s["rules"]["die"].update(left="1/0"), "x.json is damaged: .*"),
        (lambda s: s["rules"].update(players=1), "x.json is damaged: players must be .*"),
    ],
)
def test_damaged_files_are_refused_in_one_sentence(sample, tmp_path, damage, sentence):
    path = tmp_path / "x.json"
    sample.save(path)
    saved = json.loads(path.read_text())
    damage(saved)
    path.write_text(json.dumps(saved))
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        Sample.load(path)


def test_a_file_of_another_kind_is_refused(tmp_path):
    for text in ("players,wins\n", "[1, 2]", "\ufeff"):
        (tmp_path / "x.json").write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=r"^x.json is no saved sample"):
            Sample.load(tmp_path / "x.json")
