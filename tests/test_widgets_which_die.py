"""Which die? The posterior is Bayes' rule, exact, and the secret die is drawn from the prior."""

import re
from collections import Counter

import pytest
import sympy
from controls import click, control, shown
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational

from lcr_teach import Die
from lcr_teach.widgets import WhichDie

p = sympy.Symbol("p", positive=True)
TWO = {"fair": Die.standard(), "loaded": Die.from_faces("LCCCR.")}


@pytest.fixture
def which():
    return WhichDie(TWO, seed=1)


@given(
    faces=st.text("LCR.", max_size=8),
    weights=st.tuples(st.integers(1, 99), st.integers(1, 99)),
)
@settings(deadline=None, max_examples=40)
def test_the_posterior_is_that_of_bayes_rule(faces, weights):
    which = WhichDie(TWO, prior=weights)
    which.enter(faces)
    likelihood = {}
    for name, letters in (("fair", "LCR..."), ("loaded", "LCCCR.")):
        likelihood[name] = sympy.prod(Rational(letters.count(face), 6) for face in faces)
    joint = [sympy.Integer(w) * likelihood[name] for w, name in zip(weights, TWO, strict=True)]
    assert list(which.posterior.values()) == [each / sum(joint) for each in joint]
    assert sum(which.posterior.values()) == 1


def test_the_posterior_of_one_roll_is_the_prior_of_the_next():
    both = WhichDie(TWO)
    both.enter("C.")
    first = WhichDie(TWO)
    first.enter("C")
    second = WhichDie(TWO, prior=list(first.posterior.values()))
    second.enter(".")
    assert second.posterior == both.posterior
    assert both.posterior_after(1) == first.posterior
    assert (
        both.posterior_after(0) == both.prior == {"fair": Rational(1, 2), "loaded": 1 / Rational(2)}
    )


def test_a_base_rate_weighs():
    rare = WhichDie(TWO, prior=[99, 1])
    rare.enter("CCC")
    assert rare.posterior["loaded"] == Rational(3, 14)


def test_the_secret_die_is_drawn_from_the_prior_and_rolled_by_its_law():
    drawn = Counter(WhichDie(TWO, seed=seed, prior=[3, 1])._secret for seed in range(400))
    # 300 are expected, standard deviation 8.7: a miss beyond 4 of them is one in 16 000.
    assert 265 < drawn["fair"] < 335
    which = WhichDie(TWO, seed=2)
    for _ in range(200):
        which.roll()
    die = TWO[which._secret]
    seen = Counter(face.name for face in which.faces)
    assert abs(seen["CENTRE"] - 200 * float(die.centre)) < 4 * 7.1
    with pytest.raises(ValueError, match="200 rolls already"):
        which.roll()


def test_posteriors_are_right_as_often_as_they_say():
    right = expected = 0.0
    for seed in range(300):
        which = WhichDie(TWO, seed=seed)
        for _ in range(4):
            which.roll()
        right += which._secret == "loaded"
        expected += float(which.posterior["loaded"])
    # Standard deviation at most sqrt(300 / 4) = 8.7.
    assert abs(right - expected) < 35


def test_the_page_shows_it(which):
    assert "All dice are equally likely so far." in shown(which, "lcr-status")
    click(which, "lcr-face-centre")
    assert "seen: C" in shown(which, "lcr-seen")
    assert "3/4 = 0.7500" in shown(which, "lcr-values")
    assert "<b>loaded</b>, with probability 0.7500" in shown(which, "lcr-status")
    label = re.search('aria-label="([^"]*)"', shown(which, "lcr-beliefs")).group(1)
    assert label == "Belief after 1 roll. fair: 0.2500. loaded: 0.7500."
    click(which, "lcr-face-blank")
    assert "seen: C ·" in shown(which, "lcr-seen")
    click(which, "lcr-undo")
    assert len(which.faces) == 1
    control(which, "lcr-prior").value = "99, 1"
    assert which.prior["loaded"] == Rational(1, 100)
    assert repr(which) == "WhichDie: fair, loaded; seed 1, seen C"


def test_the_secret_is_kept_until_it_is_revealed(which):
    click(which, "lcr-roll")
    click(which, "lcr-roll-ten")
    assert len(which.faces) == 11
    assert which.secret is None
    assert "It was" not in shown(which, "lcr-status")
    click(which, "lcr-reveal")
    assert which.secret in TWO
    assert f"It was <b>{which.secret}</b>" in shown(which, "lcr-status")
    click(which, "lcr-new")
    assert (which.seed, which.faces, which.secret) == (2, (), None)


def test_the_same_seed_rolls_the_same(which):
    other = WhichDie(TWO, seed=1)
    for each in (which, other):
        for _ in range(5):
            each.roll()
    assert which.faces == other.faces
    assert which._secret == other._secret


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        (lambda w: w.enter("CX"), ValueError, "a face must be L, C, R or .*, not 'X'."),
        (lambda w: w.undo(), ValueError, "there is no roll to take back."),
        (lambda w: setattr(w, "prior", [1]), ValueError, "prior must be 2 weights, .*, not 1."),
        (lambda w: setattr(w, "prior", [0.5, 1]), ValueError, "a weight of prior .* not 0.5."),
        (lambda w: setattr(w, "prior", ["x", 1]), ValueError, "a weight of prior .* not 'x'."),
        (lambda w: setattr(w, "prior", [-1, 1]), ValueError, "a weight of prior .* not -1."),
        (lambda w: setattr(w, "prior", [0, 0]), ValueError, "prior must have a weight above 0."),
        (lambda w: w.posterior_after(1), ValueError, "rolls must be .* 0.*, not 1."),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(which, change, error, sentence):
    with pytest.raises(error, match=f"^{sentence}$"):
        change(which)
    assert which.faces == ()
    assert which.prior["fair"] == Rational(1, 2)


def test_a_prior_must_allow_what_was_seen():
    which = WhichDie({"one": Die.from_faces("LL"), "two": Die.from_faces("LC")})
    which.enter("C")
    before = which.posterior
    control(which, "lcr-prior").value = "1, 0"
    assert "can show what was seen" in shown(which, "lcr-message")
    assert control(which, "lcr-prior").value == "1, 1"
    assert which.posterior == before == {"one": 0, "two": 1}


def test_a_new_prior_draws_the_secret_die_anew_unless_it_was_rolled(which):
    for seed in range(30):
        each = WhichDie(TWO, seed=seed)
        each.prior = [0, 1]
        assert each._secret == "loaded"
    which.roll()
    secret = which._secret
    which.prior = [1, 1] if secret == "loaded" else [1, 9]
    assert which._secret == secret


def test_ten_rolls_are_those_of_ten_single_ones_and_stop_at_the_limit(which):
    other = WhichDie(TWO, seed=1)
    click(which, "lcr-roll-ten")
    for _ in range(10):
        other.roll()
    assert which.faces == other.faces
    for _ in range(20):
        click(which, "lcr-roll-ten")
    assert len(which.faces) == 200
    assert "200 rolls already" in shown(which, "lcr-message")


def test_what_no_die_can_show_is_said():
    which = WhichDie({"one": Die.from_faces("LL"), "two": Die.from_faces("LC")})
    with pytest.raises(ValueError, match=r"^none of the dice that are left can show R.$"):
        which.enter("R")
    assert "None of the dice" in shown(which, "lcr-message")
    which.enter("C")
    assert which.posterior == {"one": 0, "two": 1}


@pytest.mark.parametrize(
    ("dice", "error", "sentence"),
    [
        ([], TypeError, "dice must be a mapping of names to dice, not .*"),
        ({"one": Die.standard()}, ValueError, "dice must be 2 to 6 dice, not 1."),
        ({"one": 1, "two": 2}, TypeError, "dice must be names and dice, not 'one': 1."),
        (
            {
                "one": Die.standard(),
                "two": Die(
                    sympy.Symbol("p", positive=True), 0, 0, 1 - sympy.Symbol("p", positive=True)
                ),
            },
            ValueError,
            "a die with symbols cannot be rolled: give 'two' values.",
        ),
    ],
)
def test_dice_that_cannot_be_are_refused(dice, error, sentence):
    with pytest.raises(error, match=f"^{sentence}$"):
        WhichDie(dice)


def test_a_prior_that_cannot_be_read_goes_back(which):
    control(which, "lcr-prior").value = "nonsense"
    assert control(which, "lcr-prior").value == "1, 1"
    assert "weight" in shown(which, "lcr-message")
