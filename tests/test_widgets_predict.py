import pytest
import sympy
from controls import click, control, shown

from lcr_teach.widgets import Predict, predict

NAMES = ["Player 1", "Player 2", "Player 3"]


@pytest.fixture(autouse=True)
def _a_new_session():
    predict._LOCKED.clear()


def number():
    return Predict("How many turns?", 1, 60, unit="turns")


def choice():
    return Predict("Who wins most often?", choices=NAMES)


def ranking():
    return Predict("From best to worst?", ranking=NAMES)


def test_a_number_is_guessed_locked_in_and_shown_beside_the_answer():
    ask = number()
    assert repr(ask) == "Predict: 'How many turns?', 0 guesses"
    control(ask, "lcr-guess").value = 12
    click(ask, "lcr-lock")
    assert ask.guesses == (12,)
    assert "Locked in: 12 turns." in shown(ask, "lcr-status")
    assert ask.reveal(18.8634) is ask
    assert "The answer is 18.8634 turns. The guess was 12 turns." in shown(ask, "lcr-status")
    assert "answer 18.8634" in shown(ask, "lcr-guesses")
    assert repr(ask) == "Predict: 'How many turns?', 1 guess, answer 18.8634 turns"
    assert ask._repr_mimebundle_()["text/plain"] == repr(ask)


def test_an_exact_answer_is_fine():
    ask = number()
    ask.lock()
    ask.reveal(sympy.Rational(37, 2))
    assert ask.answer == 18.5
    assert "The answer is 18.5 turns." in shown(ask, "lcr-status")


def test_the_answer_waits_for_the_first_guess():
    ask = number()
    ask.reveal(18.5)
    assert not ask.is_revealed
    assert shown(ask, "lcr-guesses") == ""
    assert "The answer waits for your guess" in shown(ask, "lcr-status")
    assert "18.5" not in shown(ask, "lcr-status")
    control(ask, "lcr-guess").value = 12
    click(ask, "lcr-lock")
    assert ask.is_revealed
    assert "The answer is 18.5 turns. The guess was 12 turns." in shown(ask, "lcr-status")


def test_a_class_guesses():
    ask = number()
    for guess in (5, 10, 20, 20, 40):
        ask.guess = guess
        ask.lock()
    assert "5 guesses so far" in shown(ask, "lcr-status")
    assert shown(ask, "lcr-guesses").count("<circle") == 5
    ask.reveal(17)
    said = shown(ask, "lcr-status")
    assert "Of 5 guesses the nearest was 20 turns, and the middle one 20 turns." in said


def test_a_choice():
    ask = choice()
    for name in ("Player 1", "Player 3", "Player 3"):
        control(ask, "lcr-guess").value = name
        click(ask, "lcr-lock")
        assert control(ask, "lcr-guess").value is None
    ask.reveal("Player 3")
    assert "2 of 3 guesses are right." in shown(ask, "lcr-status")
    assert "Player 1: 1, Player 2: 0, Player 3: 2." in shown(ask, "lcr-guesses")
    assert "★ Player 3" in shown(ask, "lcr-guesses")


def test_a_single_guess_is_right_or_not():
    for guess, verdict in (("Player 1", "is not right"), ("Player 2", "is right")):
        ask = choice()
        ask.forget()
        ask.guess = guess
        ask.lock()
        ask.reveal("Player 2")
        assert f"The guess {guess} {verdict}." in shown(ask, "lcr-status")


def test_an_order_is_made_by_pressing_names():
    ask = ranking()
    for place in (3, 1):
        click(ask, f"lcr-rank-{place}")
    assert ask.guess == ["Player 3", "Player 1"]
    assert control(ask, "lcr-rank-3").disabled
    click(ask, "lcr-lock")
    assert "A guess must be made first" in ask.message
    click(ask, "lcr-again")
    assert ask.guess == []
    for place in (3, 2, 1):
        click(ask, f"lcr-rank-{place}")
    click(ask, "lcr-lock")
    assert ask.guesses == (["Player 3", "Player 2", "Player 1"],)
    assert ask.guess == []
    ask.reveal(("Player 3", "Player 2", "Player 1"))
    assert "is right" in shown(ask, "lcr-status")
    assert "★ Player 3, Player 2, Player 1" in shown(ask, "lcr-guesses")


def test_guesses_survive_running_the_cell_again():
    first = number()
    first.guess = 33
    first.lock()
    first.reveal(19)
    again = number()
    assert again.guesses == (33,)
    assert again.answer is None
    assert "19" not in shown(again, "lcr-status")
    again.forget()
    assert (again.guesses, number().guesses) == ((), ())


def test_the_key_and_not_the_words_name_the_question():
    one = Predict("How long?", 0, 9, key="length")
    one.lock()
    assert Predict("How long does it take?", 0, 9, key="length").guesses == (0,)
    assert Predict("How long?", 0, 9).guesses == ()


def test_guesses_that_no_longer_fit_are_dropped():
    one = Predict("?", 0, 100, key="edited")
    for guess in (5, 50):
        one.guess = guess
        one.lock()
    assert Predict("?", 0, 10, key="edited").guesses == (5,)
    assert Predict("?", choices=["a", "b"], key="edited").guesses == ()


def test_after_the_answer_no_guess_is_taken():
    ask = number()
    ask.guess = 5
    ask.lock()
    ask.reveal(3)
    assert control(ask, "lcr-lock").disabled
    with pytest.raises(ValueError, match="the answer is known"):
        ask.lock()
    assert ask.guesses == (5,)


@pytest.mark.parametrize(
    ("make", "guess"),
    [
        (number, 0), (number, 61), (number, "12"), (number, None), (number, True),
        (choice, "Player 4"), (choice, 1),
        (ranking, ["Player 1", "Player 1"]), (ranking, ["Player 4"]),
    ],
)  # fmt: skip
def test_a_guess_that_cannot_be_is_answered_in_words(make, guess):
    ask = make()
    before = ask.guess
    with pytest.raises(ValueError, match="a guess must be"):
        ask.guess = guess
    assert ask.message.startswith("A guess must be")
    assert ask.guess == before


def test_nothing_is_chosen_for_the_reader():
    ask = choice()
    assert ask.guess is None
    click(ask, "lcr-lock")
    assert ask.guesses == ()
    assert ask.message == "A guess must be made first: one of Player 1, Player 2, Player 3."
    ask.guess = "Player 1"
    assert ask.message == ""


@pytest.mark.parametrize(
    ("make", "answer"), [(choice, "Player 9"), (ranking, ["Player 1"]), (ranking, NAMES[:2])]
)
def test_an_answer_to_another_question(make, answer):
    ask = make()
    with pytest.raises(ValueError, match="the answer must be"):
        ask.reveal(answer)
    assert ask.answer is None


@pytest.mark.parametrize(
    "wrong",
    [
        {}, {"low": 1}, {"low": 1, "high": 2, "choices": ["a", "b"]}, {"low": 2, "high": 1},
        {"low": 0, "high": 1, "step": 0}, {"choices": ["a"]}, {"choices": ["a", "a"]},
        {"choices": []}, {"choices": ["a", "b"], "ranking": ["a", "b"]},
    ],
)  # fmt: skip
def test_a_question_that_cannot_be_guessed(wrong):
    with pytest.raises(ValueError, match=r"a prediction needs|low must be"):
        Predict("?", **wrong)


def test_the_question_is_not_taken_for_html():
    ask = Predict("Is 1 < 2?", choices=["<yes>", "no"])
    assert "1 &lt; 2" in shown(ask, "lcr-question")
    ask.guess = "<yes>"
    ask.lock()
    assert "<yes>" not in shown(ask, "lcr-status") + shown(ask, "lcr-guesses")


def test_fractions_can_be_guessed():
    ask = Predict("Chance of the first player?", 0, 1, step=0.01)
    control(ask, "lcr-guess").value = 0.25
    click(ask, "lcr-lock")
    assert ask.guesses == (0.25,)
