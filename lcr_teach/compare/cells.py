"""What is compared: the outcomes of games as cells, their counts and their probabilities."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import sympy

from lcr_teach.chain import GameChain
from lcr_teach.exact import Exact, exact, exact_integer
from lcr_teach.rules import Rules
from lcr_teach.tally import Tally

__all__ = [
    "Cells",
    "Hypothesis",
    "What",
    "exact_law",
    "in_cells",
    "read_counts",
    "read_hypothesis",
    "read_what",
    "rules_of",
]

#: What can be compared.
What: TypeAlias = Literal["winner", "turns", "rolls", "centre"]
#: Probabilities that are held against the games instead of the exact ones.
Hypothesis: TypeAlias = Sequence[Exact] | Mapping[int, Exact] | Literal["equal seats"]

#: The games that may be expected, in one sample, beyond the last length with its own cell.
_BEYOND = sympy.Rational(1, 20)


class Cells(NamedTuple):
    """Outcomes in their order: the probability, the games and the name of each."""

    exact: tuple[sympy.Expr, ...]
    observed: tuple[int, ...]
    names: tuple[str, ...]


def read_what(given: object) -> What:
    """One of the four things that can be compared.

    Raises
    ------
    ValueError
        If it is none of them.
    """
    for what in get_args(What):
        if given == what:
            known: What = what
            return known
    raise ValueError(f"what must be one of {', '.join(get_args(What))}, not {given!r}.")


def rules_of(table: Rules | GameChain) -> Rules:
    """The rules of a table that is given as rules or as its chain."""
    if isinstance(table, Rules):
        return table
    if not isinstance(table, GameChain):
        raise TypeError(f"games are compared with Rules or their chain, not with {table!r}.")
    return table.rules


def exact_law(table: Rules | GameChain, what: What, games: int = 1) -> dict[int, sympy.Expr]:
    """The exact law of who wins, of a length, or of the chips in the centre.

    Parameters
    ----------
    table : Rules or GameChain
        The table; a chain that is already solved is not solved again.
    what : {"winner", "turns", "rolls", "centre"}
        The outcome.
    games : int
        How many games it is for. The law of a length ends where, in 20 samples of so many
        games, one game at most is longer on average.

    Returns
    -------
    dict
        ``{seat, length or chips: probability}``.
    """
    rules = rules_of(table)
    if rules.die.free_symbols:
        names = ", ".join(sorted(map(str, rules.die.free_symbols)))
        raise ValueError(
            f"games cannot be compared with a formula in symbols ({names}): give them values."
        )
    chain = rules.chain() if isinstance(table, Rules) else table
    if what == "winner":
        return dict(enumerate(chain.win_probabilities()))
    if what == "centre":
        return dict(chain.centre_distribution())
    level = 1 - _BEYOND / games
    if what == "turns":
        return dict(enumerate(chain.turns_pmf(chain.turns_quantile(level))))
    return dict(enumerate(chain.rolls_pmf(chain.rolls_quantile(level))))


def in_cells(what: What, law: Mapping[int, sympy.Expr], counts: Mapping[int, int]) -> Cells:
    """Cells for all values that can happen or did, and one for those beyond the law."""
    if what == "winner":
        names = tuple(f"Player {seat + 1}" for seat in law)
        return Cells(tuple(law.values()), tuple(counts[seat] for seat in law), names)
    rest = 1 - sympy.Add(*law.values())
    if not rest.is_Rational:
        rest = sympy.simplify(rest)
    last = max(law) if rest != 0 else math.inf
    values = sorted({v for v, p in law.items() if p != 0} | {v for v in counts if v <= last})
    probabilities = [law.get(v, sympy.Integer(0)) for v in values]
    observed = [counts.get(v, 0) for v in values]
    listed = [str(v) for v in values]
    if rest != 0:
        probabilities.append(rest)
        observed.append(sum(games for v, games in counts.items() if v > last))
        listed.append(f"more than {last}")
    return Cells(tuple(probabilities), tuple(observed), tuple(listed))


def read_counts(given: Any, rules: Rules, what: What) -> dict[int, int]:
    """The games of each outcome, out of a sample, a tally or what the user wrote."""
    from lcr_teach.sampling import Sample

    if isinstance(given, (Sample, Tally)):
        if given.rules != rules:
            raise ValueError(
                f"the {type(given).__name__.lower()} must be of the same rules, {rules}, "
                f"not of {given.rules}."
            )
        if isinstance(given, Tally) and what not in ("winner", "turns"):
            raise ValueError(f"a tally holds winners and turns, but no {what}.")
        given = given.wins if what == "winner" else getattr(given, what)
    counts = _by_seat(given, rules.players) if what == "winner" else _by_value(given, what)
    if not any(counts.values()):
        raise ValueError("counts must hold at least one game, but all of them are 0.")
    return counts


def _by_seat(given: Any, players: int) -> dict[int, int]:
    # The keys of a mapping would pass for counts, and a set has lost its order.
    if isinstance(given, (str, Mapping, Set)) or not hasattr(given, "__iter__"):
        raise TypeError(f"games must be a Sample or one whole number a seat, not {given!r}.")
    listed = tuple(given)
    if len(listed) != players:
        raise ValueError(
            f"counts must be one number for each of {players} players, not {len(listed)}."
        )
    return {
        seat: exact_integer(won, f"games won by Player {seat + 1}", least=0)
        for seat, won in enumerate(listed)
    }


def _by_value(given: Any, what: What) -> dict[int, int]:
    if not isinstance(given, Mapping):
        raise TypeError(f"games must be a Sample or {{{what}: games}}, not {given!r}.")
    return {
        exact_integer(value, f"a value of {what}", least=0): exact_integer(
            games, f"the games with {value!r} {what}", least=0
        )
        for value, games in given.items()
    }


def read_hypothesis(given: Any, rules: Rules, what: What) -> dict[int, sympy.Expr]:
    """The probabilities of a hypothesis, one for each outcome that it knows."""
    if isinstance(given, str):
        if given != "equal seats" or what != "winner":
            known = "'equal seats' or " if what == "winner" else ""
            raise ValueError(f"against must be {known}probabilities, not {given!r}.")
        return dict.fromkeys(range(rules.players), sympy.Rational(1, rules.players))
    law = {
        value: exact(p, "a probability of against")
        for value, p in _listed(given, rules, what).items()
    }
    for p in law.values():
        if p.free_symbols or not 0 <= p <= 1:
            raise ValueError(f"a probability of against must be from 0 to 1, not {p}.")
    total = sympy.Add(*law.values())
    if sympy.simplify(total - 1) != 0:
        raise ValueError(f"the probabilities of against must sum to 1, but they sum to {total}.")
    return law


def _listed(given: Any, rules: Rules, what: What) -> dict[int, Any]:
    if what != "winner":
        if not isinstance(given, Mapping):
            raise TypeError(f"against must be {{value: probability}} for {what}, not {given!r}.")
        return {exact_integer(v, f"a value of {what}", least=0): p for v, p in given.items()}
    if isinstance(given, (Mapping, Set)) or not hasattr(given, "__iter__"):
        raise TypeError(f"against must be one probability a seat, not {given!r}.")
    listed = dict(enumerate(given))
    if len(listed) != rules.players:
        raise ValueError(
            f"against must be one probability for each of {rules.players} players, "
            f"not {len(listed)}."
        )
    return listed
