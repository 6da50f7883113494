"""The model checker Storm: the game in the PRISM language, and Storm's answers to it.

``GameChain.to_prism`` lists every position, so its text is as long as the chain. Here the
same game is written as somebody would write it by hand, one variable a seat, which is the
form in which model checkers are quickest: the text is short at every size of the table.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from lcr_teach import Rules


def game_program(rules: Rules) -> str:
    """The rules as a PRISM program: seat k holds ``ck`` chips, seat ``r`` rolls next."""
    seats = range(rules.players)
    over = " + ".join(f"(c{k}>0?1:0)" for k in seats)
    held = [f"  c{k} : [0..{rules.total_chips}] init {rules.chips[k]};" for k in seats]
    cases = [
        f"  [] !over & r={seat} & {_holds(seat, dice, rules.max_dice)} -> "
        + " + ".join(
            f"{p} : {_update(rules, seat, roll.left, roll.centre, roll.right)}"
            for roll, p in rules.die.law(dice).items()
        )
        + ";"
        for seat in seats
        for dice in range(rules.max_dice + 1)
    ]
    won = [f'label "won_by_player_{k + 1}" = over & c{k}>0;' for k in seats]
    return "\n".join(
        [
            "dtmc",
            f"formula over = ({over}) = 1;",
            "module table",
            f"  r : [0..{rules.players - 1}] init 0;",
            *held,
            *cases,
            "  [] over -> true;",
            "endmodule",
            'label "end" = over;',
            *won,
            'rewards "turns"',
            "  !over : 1;",
            "endrewards",
            "",
        ]
    )


def _holds(seat: int, dice: int, most: int) -> str:
    return f"c{seat}{'>=' if dice == most else '='}{dice}"


def _update(rules: Rules, seat: int, left: int, centre: int, right: int) -> str:
    gains = Counter({seat: -left - centre - right})
    gains[rules.left_of(seat)] += left
    gains[rules.right_of(seat)] += right
    moved = [f"(c{k}'=c{k}{gain:+d})" for k, gain in gains.items() if gain]
    return " & ".join([f"(r'={rules.after_seat(seat)})", *moved])


def prepared(rules: Rules, wanted: Sequence[str], exact: bool) -> Callable[[], list[Any]]:
    """What is to be timed: from the program's text to all answers that are wanted."""
    import stormpy

    numbers = stormpy.Rational if exact else float
    questions = [f'P=? [F "won_by_player_{k + 1}"]' for k in range(rules.players)]
    text, turns = game_program(rules), 'R{"turns"}=? [F "end"]'

    def answers() -> list[Any]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "game.prism"
            file.write_text(text)
            program = stormpy.parse_prism_program(str(file))
        model = stormpy.build_model[numbers](program)
        (start,) = model.initial_states
        found: list[Any] = []

        def ask(question: str) -> Any:
            (asked,) = stormpy.parse_properties(question, program)
            return stormpy.model_checking(model, asked)

        if "win" in wanted:
            found += [ask(question).get_value(start) for question in questions]
        if "turns" in wanted:
            means = ask(turns)
            found.append(means.get_value(start))
        if "variance" in wanted:
            # Storm has no variance. The second moment s is a mean once more, with the gain
            # 2 t − 1 at each turn, where t is the expected number of turns that follow.
            gains = model.get_reward_model("turns")
            for state in range(model.nr_states):
                if gains.get_state_reward(state) != numbers(0):
                    doubled = means.get_value(state) * numbers(2)
                    gains.set_state_reward(state, doubled - numbers(1))
            mean = means.get_value(start)
            found.append(ask(turns).get_value(start) - mean * mean)
        return [Fraction(str(x)) if exact else float(x) for x in found]

    return answers
