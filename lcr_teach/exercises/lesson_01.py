"""The exercises of lesson 1, play the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from itertools import groupby

import sympy

from lcr_teach.exercises.choices import Choices
from lcr_teach.exercises.exercise import Exercise
from lcr_teach.exercises.functions import Case, Function
from lcr_teach.exercises.judges import Mistake, Number, Numbers
from lcr_teach.game import Game
from lcr_teach.rules import Rules

__all__ = ["EXERCISES"]


@cache
def _played(rules: Rules, seed: int) -> Game:
    game = Game(rules, seed=seed)
    game.play()
    return game


def _record() -> Game:
    """The game that the first exercise prints."""
    return _played(Rules(players=3, chips=2), seed=13)


def _twelve() -> list[Game]:
    """The games that the second exercise prints."""
    return [_played(Rules(players=3, chips=3), seed) for seed in range(40, 52)]


def _dice(game: Game) -> str:
    """All dice of a game in the order in which they fell, one letter each."""
    return "".join(face.value for turn in game.history for face in turn.faces)


@cache
def _faces(games: int) -> str:
    """All dice of so many games in the order in which they fell, one letter each."""
    return "".join(_dice(_played(Rules(players=3, chips=3), seed)) for seed in range(games))


#: A count may be written as a float: 9.0 is 9.
_WHOLE = sympy.Rational(1, 10**6)

_recall = Exercise(
    "01.1",
    Numbers(
        lambda: (_record().turns, _record().rolls, _record().centre),
        [
            Mistake(
                "Turns and rolls are exchanged: a missed turn is a turn, but no dice fall.",
                lambda: (_record().rolls, _record().turns, _record().centre),
            ),
            Mistake(
                "You counted the missed turns as rolls.",
                lambda: (_record().turns, _record().turns, _record().centre),
            ),
            Mistake(
                "The second number is how many turns were missed. Rolls are the other turns.",
                lambda: (_record().turns, _record().turns - _record().rolls, _record().centre),
            ),
            Mistake(
                "The second number is how many dice fell. All dice of one turn are one roll.",
                lambda: (_record().turns, len(_dice(_record())), _record().centre),
            ),
            Mistake(
                "You left the missed turns out of the turns.",
                lambda: (_record().rolls, _record().rolls, _record().centre),
            ),
            Mistake(
                "The last number is that of the chips which the winner still holds. The others "
                "lie in the centre.",
                lambda: (_record().turns, _record().rolls, _record().state.in_play),
            ),
        ],
        tolerance=_WHOLE,
    ),
    (
        "Every line is a turn. In which lines did dice fall?",
        "A line with a missed turn is a turn, but no roll. For the centre, count the dice that "
        "show C, or take the chips of the last line away from those with which the game began.",
    ),
)


def _share(number: int) -> sympy.Expr:
    return sympy.Rational(number, len(_twelve()))


def _counts() -> tuple[int, int, int]:
    """In how many of the games Player 1 won, the game was long, and both."""
    won = [game.state.winner == 0 for game in _twelve()]
    long = [game.turns > 20 for game in _twelve()]
    return sum(won), sum(long), sum(w and x for w, x in zip(won, long, strict=True))


def _either() -> int:
    won, long, both = _counts()
    return won + long - both


def _rounded(number: sympy.Expr, places: int) -> sympy.Expr:
    return sympy.Rational(round(number * 10**places), 10**places)


def _percentage(places: int) -> Mistake:
    """The answer as a percentage, rounded as a student may do it."""
    return Mistake(
        "That is a percentage: divide it by 100.",
        lambda: _rounded(100 * _share(_either()), places),
    )


_event = Exercise(
    "01.2",
    Number(
        lambda: _share(_either()),
        [
            Mistake(
                "You added the two counts. A game in which both happened was counted twice so.",
                lambda: _share(sum(_counts()[:2])),
            ),
            Mistake(
                "That is how often both happened together. The event asks for one or the other; "
                "both will do too.",
                lambda: _share(_counts()[2]),
            ),
            Mistake(
                "You left out the games in which both happened. They belong to the event too.",
                lambda: _share(_either() - _counts()[2]),
            ),
            Mistake(
                "That is how often neither happened: the opposite event.",
                lambda: 1 - _share(_either()),
            ),
            Mistake("That is a count. Divide it by the number of games.", _either),
            Mistake(
                "That is a count, and a game in which both happened was counted twice.",
                lambda: sum(_counts()[:2]),
            ),
            Mistake(
                "You divided the wrong way round: the number of all games stands below.",
                lambda: 1 / _share(_either()),
            ),
            *map(_percentage, range(4)),
            Mistake(
                "The size is right, but one place is too few: round to two places.",
                lambda: _rounded(_share(_either()), 1),
            ),
        ],
        tolerance=sympy.Rational(1, 200),
    ),
    (
        "Go through the lines one by one and tick each game in which at least one of the two "
        "things happened. How many lines have a tick?",
        "Count the games that Player 1 won. Then count those long games that somebody else won, "
        "add the two, and divide by the number of games.",
    ),
)

_GAMES = 500  # whose dice the third exercise looks at


def _followers(step: int = 1, back: int = 3) -> tuple[int, int]:
    """How many dice follow three without a C, and how many of these are a C."""
    faces = _faces(_GAMES)
    after = [faces[i] for i in range(back, len(faces), step) if "C" not in faces[i - back : i]]
    return len(after), after.count("C")


def _wrong_start() -> tuple[int, int]:
    """What comes out where the first dice, which have no three before them, count too."""
    number, of_them_c = _followers()
    return number + 3, of_them_c + _faces(_GAMES)[:3].count("C")


def _after_blanks() -> tuple[int, int]:
    after = re.findall(r"(?<=[.]{3})(?=(.))", _faces(_GAMES))
    return len(after), after.count("C")


def _game_by_game() -> tuple[int, int]:
    """What comes out where each game begins anew."""
    after = [
        face
        for seed in range(_GAMES)
        for face in re.findall(
            r"(?<=[^C]{3})(?=(.))", _dice(_played(Rules(players=3, chips=3), seed))
        )
    ]
    return len(after), after.count("C")


def _without_overlap() -> tuple[int, int]:
    """What a search for patterns finds, which goes on behind the end of each."""
    after = re.findall(r"[^C]{3}(.)", _faces(_GAMES))
    return len(after), after.count("C")


_memory = Exercise(
    "01.3",
    Numbers(
        _followers,
        [
            Mistake(
                "You counted all dice. Look only at those right after three dice without a C.",
                lambda: (len(_faces(_GAMES)), _faces(_GAMES).count("C")),
            ),
            Mistake(
                "You looked at three dice, then at the next three. Dice 2, 3 and 4 are three in "
                "a row as well: move on by one.",
                lambda: _followers(step=3),
            ),
            Mistake(
                "You counted a die only if none of its three was counted already. After L, L, L "
                "and a blank come three dice without a C again: move on by one.",
                _without_overlap,
            ),
            Mistake(
                "You counted the first three dice of all as well. They have no three before them.",
                _wrong_start,
            ),
            Mistake(
                "The second number is how many of them are no C. Count the others.",
                lambda: (_followers()[0], _followers()[0] - _followers()[1]),
            ),
            Mistake(
                "The second number is a share. Asked for is how many of them are a C.",
                lambda: (_followers()[0], sympy.Rational(*_followers()[::-1])),
            ),
            Mistake(
                "You looked for three blanks. But L and R are no C either.",
                _after_blanks,
            ),
            Mistake(
                "You began anew with every game. Look at all dice as one long row.",
                _game_by_game,
            ),
            Mistake("You looked back at two dice, not three.", lambda: _followers(back=2)),
            Mistake("You looked back at four dice, not three.", lambda: _followers(back=4)),
        ],
        tolerance=_WHOLE,
    ),
    (
        "For the die at place i the three dice before it are `faces[i-3:i]`. Which places i are "
        "possible, and what must hold for those three?",
        "Collect the dice with `after = [faces[i] for i in range(3, len(faces)) if ...]`. The "
        "condition says that there is no C in `faces[i-3:i]`.",
    ),
)


def _longest_run(faces: str, face: str) -> int:
    return max((len(list(run)) for shown, run in groupby(faces) if shown == face), default=0)


def _two_hundred() -> str:
    return _faces(_GAMES)[:200]


_RUNS: dict[str, Callable[[], tuple[str, str]]] = {
    'the dice "..L..C", looking for "."': lambda: ("..L..C", "."),
    'the dice "C..R...", where the longest run is the last one': lambda: ("C..R...", "."),
    'the dice "LLLRL", looking for "L"': lambda: ("LLLRL", "L"),
    'the dice "LR.", where no C falls': lambda: ("LR.", "C"),
    "no dice at all": lambda: ("", "."),
    'two hundred dice, looking for "."': lambda: (_two_hundred(), "."),
    'two hundred dice, looking for "C"': lambda: (_two_hundred(), "C"),
}


def _run_mistakes(faces: str, face: str) -> list[Mistake]:
    """The usual mistakes, where they can be told apart at these dice."""
    right = _longest_run(faces, face)
    last = len(faces) - len(faces.rstrip(face))
    at_the_end = "Does your function look at the run at the end of the dice?"
    wrong = [
        ("That is how many of these dice fell in all: they need not lie in a row.", "all"),
        ("You are one too far.", "far"),
        (at_the_end if last == right else "You are one short.", "short"),
        ("That is the run at the end of the dice. There was a longer one before.", "last"),
        ("That is the longest run of blanks. Asked for is that of another face.", "blank"),
    ]
    values = {
        "all": faces.count(face),
        "far": right + 1,
        "short": right - 1,
        "last": last,
        "blank": _longest_run(faces, "."),
    }
    known: dict[int, str] = {right: ""}
    for word, name in wrong:
        known.setdefault(values[name], word)
    return [Mistake(w, partial(int, value)) for value, w in known.items() if w]


def _run_case(faces: str, face: str) -> Numbers | Number:
    return Number(partial(_longest_run, faces, face), _run_mistakes(faces, face))


_code = Exercise(
    "01.4",
    Function(
        "longest_run(faces, face)",
        [Case(words, arguments, _run_case(*arguments())) for words, arguments in _RUNS.items()],
    ),
    (
        "Go through the dice one by one and keep two numbers: how long the run is at this moment, "
        "and the longest that you have seen.",
        "If the die shows the face, the run at this moment grows by 1; if not, it is 0 again. "
        "After each die compare it with the longest so far: `longest = max(longest, now)`.",
    ),
)

#: Tables at which one seat wins so often that some hundred games show it.
_TABLES = (Rules(players=2, chips=1), Rules(players=3, chips=1), Rules(players=2, chips=(4, 1)))
_SEATS = ("Player 1", "Player 2", "Player 3")


def _best_seats() -> list[str]:
    chances = [rules.chain().win_probabilities() for rules in _TABLES]
    return [_SEATS[row.index(max(row))] for row in chances]


_explore = Exercise(
    "01.5",
    Choices(
        _SEATS,
        _best_seats,
        [
            Mistake(
                "You think that whoever begins has an edge. Play and count: what can a roll do to "
                "the player who rolls?",
                lambda: [_SEATS[0]] * len(_TABLES),
            ),
            Mistake(
                "The last seat each time? At one of the tables the seats do not start alike.",
                lambda: [_SEATS[rules.players - 1] for rules in _TABLES],
            ),
        ],
    ),
    (
        "Ten games are not enough. Play some hundred games at each table and count the winners.",
        "`play_games(rules, 1000)` plays a thousand games; `Counter(game.state.winner for game in "
        "games)` counts the winners. Seat 0 is Player 1.",
    ),
)

EXERCISES = (_recall, _event, _memory, _code, _explore)
