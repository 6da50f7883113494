"""The game as an absorbing Markov chain with exact probabilities."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import Any

import sympy

from lcr_teach.conditioning import ConditionedChain, with_chance
from lcr_teach.exact import Exact, exact_integer
from lcr_teach.markov.chain import MOST_WORK, AbsorbingChain
from lcr_teach.markov.graph import StateGraph
from lcr_teach.markov.lifting import work as lifting_work
from lcr_teach.markov.reading import field_of
from lcr_teach.markov.symbolic import work as symbolic_work
from lcr_teach.results import Law, Numbers
from lcr_teach.rotation import Rotation
from lcr_teach.rules import Roll, Rules, State
from lcr_teach.weights import degree_of, has_weights

__all__ = ["GameChain", "can_be_exact"]

#: More positions than this would not fit comfortably into the memory of a laptop.
MOST_POSITIONS = 200_000
#: Up to so many multiplications, elimination is over in a few hundredths of a second.
SMALL_WORK = 2 * 10**6
#: Up to so much (see :func:`lcr_teach.markov.symbolic.work`), symbols take a minute or two.
MOST_SYMBOLIC = 10**8
#: Elimination in rational functions: states times coefficients of an answer, for ten seconds.
MOST_COEFFICIENTS = 2000
#: Up to so much (see :func:`lcr_teach.markov.lifting.work`), lifting takes some ten seconds.
MOST_LIFTING = 10**10


class GameChain(AbsorbingChain[State]):
    """The positions of one table and the exact chances of passing between them.

    Everything of :class:`~lcr_teach.markov.AbsorbingChain`, and what only a game has:
    winners, rolls, and chips in the centre.

    Parameters
    ----------
    rules : Rules
        The table; ``rules.chain()`` is the usual way here.

    Raises
    ------
    ValueError
        If the table has too many positions for an exact answer, or if with these
        rules some position can never come to an end.

    Examples
    --------
    >>> chain = Rules(players=2, chips=1).chain()
    >>> chain.win_probabilities()
    (1/3, 2/3)
    >>> chain.expected_turns()
    2
    """

    def __init__(self, rules: Rules) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be Rules, not {rules!r}.")
        if rules.positions_at_most > MOST_POSITIONS:
            raise _too_many(rules)
        self._rules = rules
        self._make = lambda: _positions(rules)
        self._known = {}
        self._lifted: dict[tuple[str, State], dict[Any, sympy.Expr]] = {}
        self._start = rules.start
        if not _are_plain(rules) or sympy.cancel(rules.die.centre) == 0:
            # Chips that can get lost make every game end. Elsewhere it must be looked into.
            _ = self._graph

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._rules

    def win_probabilities(self, state: State | None = None) -> Numbers:
        """The exact probability of winning, one number a seat.

        Parameters
        ----------
        state : State, optional
            The position from which is played; the start if not given.

        Returns
        -------
        tuple of sympy.Expr
            One probability a seat, in the order of play, sum 1.

        Raises
        ------
        ValueError
            If the position cannot be reached at this table, or the table is too large.

        Examples
        --------
        >>> Rules(2, 1).chain().win_probabilities(State((1, 1), roller=1))
        (2/3, 1/3)
        """
        seats = range(self._rules.players)
        if self._is_lifted(state):
            values = list(self._lift("win", state, Rotation.win_probabilities).values())
        else:
            if "win" not in self._known:
                self._known["win"] = self._backward(*self._win_equations())
            values = [self._to_sympy(x) for x in self._known["win"][self._number(state)]]
        return Numbers(values, (f"Player {seat + 1}" for seat in seats), ("winner", "probability"))

    def expected_turns(self, state: State | None = None) -> sympy.Expr:
        """Expected number of turns until the game is over, missed turns included.

        Parameters
        ----------
        state : State, optional
            The position from which is played; the start if not given.

        Returns
        -------
        sympy.Expr
            Exact, in turns.
        """
        if self._is_lifted(state):
            # The variance has brought the expected turns along.
            position = self._start if state is None else state
            name = "variance" if ("variance", position) in self._lifted else "turns"
            return self._lift(name, state, Rotation.expected_turns)["turns"]
        return super().expected_turns(state)

    def variance_turns(self, state: State | None = None) -> sympy.Expr:
        """Variance of the number of turns, missed turns included, in turns².

        Parameters
        ----------
        state : State, optional
            The position from which is played; the start if not given.

        Returns
        -------
        sympy.Expr
            Exact.
        """
        if self._is_lifted(state):
            return self._lift("variance", state, Rotation.variance_turns)["variance"]
        return super().variance_turns(state)

    def expected_rolls(self, state: State | None = None) -> sympy.Expr:
        """Expected number of turns in which dice fall, missed turns left out.

        Parameters
        ----------
        state : State, optional
            The position from which is played; the start if not given.

        Returns
        -------
        sympy.Expr
            Exact, in rolls.

        Examples
        --------
        >>> chain = Rules(players=3, chips=1).chain()
        >>> chain.expected_turns(), chain.expected_rolls()
        (28259/4182, 4241/697)
        """
        if self._is_lifted(state):
            return self._lift("rolls", state, Rotation.expected_rolls)["rolls"]
        number = self._number(state)
        totals = self._expected_total("rolls", lambda position: self._rules.dice(position) > 0)
        return self._to_sympy(totals[number][0])

    def rolls_pmf(self, upto: int) -> Numbers:
        """The exact law of the length in rolls, missed turns left out, as far as asked.

        Parameters
        ----------
        upto : int
            Largest number of rolls.

        Returns
        -------
        tuple of sympy.Expr
            ``P(length = 0), …, P(length = upto)``; what is missing to 1 lies beyond.

        Notes
        -----
        The chain is watched only when dice fall: a position whose turn will be missed is
        replaced by the one that surely follows. That is the chain censored to the other
        positions (J. G. Kemeny, J. L. Snell, *Finite Markov Chains*, 1960, section 6.1).

        Examples
        --------
        >>> Rules(players=2, chips=1).chain().rolls_pmf(3)
        (0, 1/2, 1/4, 1/8)
        """
        numbers = self._by_rolls.turns_pmf(upto)
        return Numbers(numbers, range(len(numbers)), ("rolls", "probability"))

    def rolls_quantile(self, q: Any) -> int:
        """Smallest number of rolls within which the game has ended with probability q.

        Parameters
        ----------
        q : int, Fraction or sympy.Rational
            As in :meth:`turns_quantile`.

        Returns
        -------
        int
            A number of rolls.
        """
        return self._by_rolls.turns_quantile(q)

    def variance_rolls(self) -> sympy.Expr:
        """Variance of the number of rolls of a game, missed turns left out, in rolls².

        Returns
        -------
        sympy.Expr
            Exact.

        Examples
        --------
        >>> Rules(players=2, chips=1).chain().variance_rolls()
        2
        """
        return self._by_rolls.variance_turns()

    @cached_property
    def _by_rolls(self) -> AbsorbingChain[State]:
        return _ByRolls(self._rules, self._graph, self._number(None))

    def absorption_probabilities(self, state: State | None = None) -> Law[State]:
        """How the game ends: the probability of each finished position.

        Parameters
        ----------
        state : State, optional
            The position from which is played; the start if not given.

        Returns
        -------
        dict
            ``{finished position: probability}``, sum 1, in the order of
            `absorbing_states`; those that cannot be reached have probability 0.
        """
        if not self._is_lifted(state):
            return super().absorption_probabilities(state)
        law = self._lift("ends", state, Rotation.ends)
        zero = sympy.Integer(0)
        return Law({end: law.get(end, zero) for end in self.absorbing_states}, outcome="state")

    def centre_distribution(self) -> Law[int]:
        """The exact law of the chips in the centre when the game ends.

        Returns
        -------
        dict
            ``{chips in the centre: probability}``, sum 1.

        Examples
        --------
        >>> Rules(players=2, chips=1).chain().centre_distribution()
        {0: 2/3, 1: 1/3}
        """
        law: dict[int, sympy.Expr] = {}
        total = self._rules.total_chips
        if self._is_lifted(None):
            held = self._lift("held", None, Rotation.held_at_the_end)
            law = {total - chips: p for chips, p in held.items()}
        else:
            for end, p in self.absorption_probabilities().items():
                centre = total - end.in_play
                law[centre] = law.get(centre, sympy.Integer(0)) + p
        return Law({c: law[c] for c in sorted(law)}, outcome="chips in the centre")

    def given_winner(self, seat: int) -> AbsorbingChain[State]:
        """The chain of the games that one seat wins: conditioned on the winner.

        Parameters
        ----------
        seat : int
            The seat that wins, counted from 0.

        Returns
        -------
        AbsorbingChain
            The positions from which the seat can win, in the same order. Every answer of
            it, such as `expected_turns`, is an answer given that this seat wins.

        Raises
        ------
        ValueError
            If there is no such seat, it cannot win, or the table is too large.

        Notes
        -----
        Doob's transform, see :mod:`lcr_teach.conditioning`.

        Examples
        --------
        >>> Rules(players=2, chips=1).chain().given_winner(0).expected_turns()
        8/3
        """
        chances = self._chances(seat)
        return ConditionedChain(self._graph, chances, self._start, seat)

    def positions_where(
        self,
        seat: int,
        at_least: Exact = 0,
        at_most: Exact = 1,
        holding: int | None = None,
    ) -> Law[State]:
        """The positions in which a seat's chance of winning lies in a range.

        Parameters
        ----------
        seat : int
            The seat, counted from 0.
        at_least, at_most : int, Fraction or sympy.Rational
            The range of the chance, both ends included.
        holding : int, optional
            Only positions in which the seat holds just so many chips; 0 for comebacks.

        Returns
        -------
        dict
            ``{position: chance}`` of positions still in play, the best chance first.

        Raises
        ------
        TypeError, ValueError
            If there is no such seat, the range is no exact one, or the table is too large.

        Examples
        --------
        >>> Rules(players=3, chips=1).chain().positions_where(0, holding=0, at_least=1)
        {}
        >>> list(Rules(players=2, chips=1).chain().positions_where(0).values())
        [2/3, 1/3]
        """
        if self._rules.die.free_symbols:
            raise ValueError(
                "chances with symbols have no order: give the die numbers for symbols."
            )
        chances = self._chances(seat)
        return with_chance(self._graph, chances, seat, at_least, at_most, holding)

    def to_prism(self, labels: Mapping[str, Collection[State]] | None = None) -> str:
        """The chain in the PRISM language, with a label for each winner.

        Parameters
        ----------
        labels : mapping, optional
            ``{name: positions}``, labels beside ``"start"``, ``"end"`` and
            ``"won_by_player_1"``, ``"won_by_player_2"``, ….

        Returns
        -------
        str
            As from :meth:`AbsorbingChain.to_prism`.

        Examples
        --------
        >>> [line for line in Rules(2, 1).chain().to_prism().splitlines() if "label" in line]
        ['label "start" = s=0;', 'label "end" = (s>=1 & s<=2) | (s>=4 & s<=5);',
         'label "won_by_player_1" = (s>=4 & s<=5);', 'label "won_by_player_2" = (s>=1 & s<=2);']
        """
        won = {
            f"won_by_player_{seat + 1}": [e for e in self.absorbing_states if e.winner == seat]
            for seat in range(self._rules.players)
        }
        return super().to_prism({**won, **(labels or {})})

    # Small tables are solved by elimination, for all positions at once. Larger ones are
    # lifted, for the position that is asked for.

    @cached_property
    def _rotation(self) -> Rotation:
        return Rotation(self._rules)

    def _is_lifted(self, state: State | None) -> bool:
        if not _are_plain(self._rules):
            return False
        work = _elimination_work(self._rules)
        if self._rules.die.free_symbols:
            work = MOST_WORK + 1  # elimination in rational functions is slow from the outset
        if state is None or state == self._start:
            return work > SMALL_WORK
        self._number(state)  # refuses what is no position of this table
        return work > MOST_WORK

    def _lift(
        self,
        name: str,
        state: State | None,
        ask: Callable[[Rotation, State], Mapping[Any, Any]],
    ) -> dict[Any, sympy.Expr]:
        position = self._start if state is None else state
        if (name, position) not in self._lifted:
            if self._rules.die.free_symbols:
                self._refuse_long_symbols(name)
            else:
                self._refuse_long_lifting()
            answer = ask(self._rotation, position)
            self._lifted[name, position] = {
                key: self._rotation.expression(p) for key, p in answer.items()
            }
        return self._lifted[name, position]

    def _refuse_long_lifting(self) -> None:
        rules = self._rules
        if not can_be_exact(rules):
            raise _too_many(rules)

    def _refuse_long_symbols(self, name: str) -> None:
        rules = self._rules
        seats, symbols = rules.players, len(rules.die.free_symbols)
        answers = {
            "win": seats,
            "ends": seats * rules.total_chips,
            "held": rules.total_chips,
        }.get(name, 1)
        characters = {"win": seats - 1, "ends": seats}.get(name, 1)
        # The variance has the denominator of the mean twice.
        degree = _degree(rules) * characters * (2 if name == "variance" else 1)
        work = symbolic_work(sum(_levels(rules)), degree, symbols, characters, answers)
        if work > MOST_SYMBOLIC:
            raise self._too_many_for_symbols()

    def _refuse_long_work(self) -> None:
        rules = self._rules
        if _are_plain(rules) and (symbols := len(rules.die.free_symbols)):
            coefficients = math.comb(_degree(rules) * (rules.players - 1) + symbols, symbols)
            if coefficients * sum(_levels(rules)) * rules.players > MOST_COEFFICIENTS:
                raise self._too_many_for_symbols()
        super()._refuse_long_work()

    def _too_many_for_symbols(self) -> ValueError:
        rules = self._rules
        names = ", ".join(sorted(map(str, rules.die.free_symbols)))
        return ValueError(
            f"{rules.players} players with {rules.total_chips} chips are too many for this answer "
            f"in {names}: up to {rules.positions_at_most} positions; give the die numbers for "
            "symbols, or take a smaller table."
        )

    def _chances(self, seat: int) -> list[Any]:
        """A seat's chance of winning from every position, as elements of the field."""
        seat = exact_integer(seat, "seat", least=0, most=self._rules.players - 1)
        if "win" not in self._known:
            self._known["win"] = self._backward(*self._win_equations())
        return [values[seat] for values in self._known["win"]]

    def _win_equations(self) -> tuple[dict[int, list[Any]], dict[int, list[Any]]]:
        graph, seats = self._graph, range(self._rules.players)
        zero, one = graph.domain.zero, graph.domain.one
        ends = {
            i: [one if graph.states[i].winner == seat else zero for seat in seats]
            for i in graph.absorbing
        }
        return ends, {i: [zero for _ in seats] for i in graph.transient}

    def __repr__(self) -> str:
        return f"<GameChain of {self._rules}: {len(self._graph.states)} positions>"


def can_be_exact(rules: Rules) -> bool:
    """Whether exact winning chances of a table are computed at all, known before it starts.

    For dice without symbols. Where it is ``False``, :func:`lcr_teach.bounds` and
    :func:`lcr_teach.simulate` go on.

    Examples
    --------
    >>> can_be_exact(Rules(players=4)), can_be_exact(Rules(players=8))
    (True, False)
    """
    if rules.positions_at_most > MOST_POSITIONS:
        return False
    return lifting_work(_levels(rules), rules.players) <= MOST_LIFTING


def _too_many(rules: Rules) -> ValueError:
    return ValueError(
        f"{rules.players} players with {rules.total_chips} chips are too many for an exact answer: "
        f"up to {rules.positions_at_most} positions; use bounds or simulate instead."
    )


class _ByRolls(AbsorbingChain[State]):
    """A game watched only when dice fall."""

    def __init__(self, rules: Rules, graph: StateGraph[State], start: int) -> None:
        def watched(i: int) -> int:
            # Nobody's chips move in a missed turn, so one position follows surely.
            while i in transient and rules.dice(graph.states[i]) == 0:
                (i,) = graph.rows[i]
            return i

        transient = set(graph.transient)
        rows: list[dict[int, Any]] = []
        for row in graph.rows:
            after: dict[int, Any] = {}
            for j, p in row.items():
                j = watched(j)
                after[j] = after.get(j, graph.domain.zero) + p
            rows.append(after)
        self._make = lambda: StateGraph(graph.states, rows, graph.domain)
        self._known = {}
        self._start = graph.states[watched(start)]


def _are_plain(rules: Rules) -> bool:
    """Whether seats differ only in who rolls next, and chances are fractions, also of symbols."""
    return type(rules) is Rules and has_weights(rules.die)


def _elimination_work(rules: Rules) -> int:
    """Multiplications of an elimination: the positions of each level of chips, cubed."""
    return sum((size * rules.players) ** 3 for size in _levels(rules))


def _levels(rules: Rules) -> list[int]:
    """How many positions there are at most with 2, 3, … chips in play, rotated ones once."""
    seats = rules.players
    return [math.comb(chips + seats - 1, seats - 1) for chips in range(2, rules.total_chips + 1)]


def _degree(rules: Rules) -> int:
    """The most that the degree of an answer in symbols can be for each character.

    It is that of the determinant: the dice of all positions, rotated ones once.
    """
    seats = rules.players
    dice = sum(
        min(held, rules.max_dice) * math.comb(chips - held + seats - 2, seats - 2)
        for chips in range(2, rules.total_chips + 1)
        for held in range(1, chips)
    )
    return dice * degree_of(rules.die)


def _positions(rules: Rules) -> StateGraph[State]:
    """All positions that can be reached, the start first, and their rows."""
    die = rules.die
    domain = field_of((die.left, die.centre, die.right, die.blank))
    rolls: dict[int, list[tuple[Roll, Any]]] = {}
    states = [rules.start]
    number = {rules.start: 0}
    rows: list[dict[int, Any]] = []
    for state in states:  # grows while it is read
        row: dict[int, Any] = {}
        if state.is_over:
            row[number[state]] = domain.one
        else:
            dice = rules.dice(state)
            if dice not in rolls:
                law = ((r, domain.from_sympy(p)) for r, p in die.law(dice).items())
                rolls[dice] = [(r, p) for r, p in law if p != domain.zero]
            for roll, p in rolls[dice]:
                after = rules.after(state, roll)
                j = number.setdefault(after, len(states))
                if j == len(states):
                    states.append(after)
                row[j] = row.get(j, domain.zero) + p
        rows.append(row)
    return StateGraph(states, rows, domain)
