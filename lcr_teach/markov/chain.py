"""Any finite absorbing Markov chain, held and analysed exactly."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import sympy

from lcr_teach.exact import exact, exact_integer
from lcr_teach.markov.graph import StateGraph
from lcr_teach.markov.reading import read_transitions
from lcr_teach.markov.solving import solve_backward, solve_forward, work
from lcr_teach.markov.stepping import Steps
from lcr_teach.results import Law, Numbers

if TYPE_CHECKING:
    import networkx
    from scipy import sparse
    from sympy.stats import DiscreteMarkovChain

__all__ = ["AbsorbingChain", "CanonicalForm"]

S = TypeVar("S", bound=Hashable)

#: Largest elimination that still ends while somebody watches (see :func:`work`).
MOST_WORK = 10**9
#: Most entries of a matrix that is built as a whole: sympy holds each as an object.
MOST_ENTRIES = 10**5


class CanonicalForm(NamedTuple):
    """The blocks of an absorbing chain, and which state each row and column is.

    Attributes
    ----------
    Q : sympy.ImmutableMatrix
        Transient to transient, t × t.
    R : sympy.ImmutableMatrix
        Transient to absorbing, t × a.
    transient_states, absorbing_states : tuple
        The states of the rows and columns, in the chain's own order.
    """

    Q: sympy.ImmutableMatrix
    R: sympy.ImmutableMatrix
    transient_states: tuple[Any, ...]
    absorbing_states: tuple[Any, ...]


class AbsorbingChain(Generic[S]):
    """A finite Markov chain that ends in an absorbing state, with exact probabilities.

    One step of the chain is called a turn, as in the game.

    Parameters
    ----------
    transitions : mapping or square matrix
        ``{state: {next state: probability}}``, every state with a row of its own, the
        absorbing ones with ``{state: 1}``; or a matrix of probabilities, whose states
        are then 0, 1, 2, …. Probabilities are integers, fractions or sympy expressions.
    start : state, optional
        Where the chain starts; the first state if not given.

    Raises
    ------
    TypeError
        If a probability is a float or no number.
    ValueError
        If a row does not sum to exactly 1, a probability is negative, a state has no
        row, or from some state no absorbing state can be reached.

    Notes
    -----
    Names and methods are those of J. G. Kemeny and J. L. Snell, *Finite Markov
    Chains* (1960), chapter 3. States are sorted into classes that cannot return to
    each other and are solved class by class from the absorbing end.

    Examples
    --------
    A coin is tossed until two heads in a row have come:

    >>> half = sympy.Rational(1, 2)
    >>> coin = AbsorbingChain({
    ...     "none": {"none": half, "H": half},
    ...     "H": {"none": half, "HH": half},
    ...     "HH": {"HH": 1},
    ... })
    >>> coin.expected_turns()
    6
    >>> AbsorbingChain([[0, 1, 0], [1, 0, 0], [0, 0, 1]])
    Traceback (most recent call last):
        ...
    ValueError: the chain is not absorbing: from state 0 no absorbing state can be reached.
    """

    def __init__(
        self,
        transitions: Mapping[S, Mapping[S, Any]] | Sequence[Sequence[Any]] | sympy.MatrixBase,
        start: S | None = None,
    ) -> None:
        self._make: Callable[[], StateGraph[S]] = lambda: StateGraph(*read_transitions(transitions))
        self._known: dict[str, list[list[Any]]] = {}
        self._start = self._graph.states[0] if start is None else start
        self._number(self._start)

    @cached_property
    def _graph(self) -> StateGraph[S]:
        # A game builds its positions only when they are asked for.
        return self._make()

    # The chain itself

    @property
    def states(self) -> tuple[S, ...]:
        """All states, in the order in which they were given."""
        return self._graph.states

    @property
    def start(self) -> S:
        """The state in which the chain starts."""
        return self._start

    @property
    def transient_states(self) -> tuple[S, ...]:
        """The states that the chain leaves for ever sooner or later."""
        return tuple(self._graph.states[i] for i in self._graph.transient)

    @property
    def absorbing_states(self) -> tuple[S, ...]:
        """The states in which the chain ends."""
        return tuple(self._graph.states[i] for i in self._graph.absorbing)

    @property
    def classes(self) -> tuple[tuple[S, ...], ...]:
        """States that can reach each other, class by class, the absorbing ones last.

        No class can be reached from one that stands behind it.
        """
        graph = self._graph
        return tuple(tuple(graph.states[i] for i in c) for c in reversed(graph.classes))

    @property
    def free_symbols(self) -> set[sympy.Symbol]:
        """The symbols in the probabilities; empty for a chain of numbers."""
        # The field of a root counts the root itself among what it adjoins.
        adjoined = getattr(self._graph.domain, "symbols", ())
        return set().union(*(sympy.sympify(number).free_symbols for number in adjoined))

    def transitions(self, state: S) -> Law[S]:
        """The exact law of the next state.

        Parameters
        ----------
        state : state
            Where the chain is.

        Returns
        -------
        dict of state to sympy.Expr
            The probability of each state that can come next; they sum to 1.

        Raises
        ------
        ValueError
            If the chain has no such state.
        """
        row = self._graph.rows[self._number(state)]
        return self._law(row)

    def transition_matrix(self) -> sympy.ImmutableSparseMatrix:
        """The transition matrix P, sparse, with rows and columns in the order of `states`.

        Returns
        -------
        sympy.ImmutableSparseMatrix
            A square matrix, as wide as there are states; each row sums to 1.
        """
        size = len(self._graph.states)
        entries = {
            (i, j): self._to_sympy(p)
            for i, row in enumerate(self._graph.rows)
            for j, p in row.items()
        }
        return sympy.ImmutableSparseMatrix(size, size, entries)

    def canonical_form(self) -> CanonicalForm:
        """The blocks Q and R of the transition matrix with their lists of states.

        Returns
        -------
        CanonicalForm
            Q, R and the states that their rows and columns stand for.

        Raises
        ------
        ValueError
            If the blocks would be too large to build.

        Examples
        --------
        >>> chain = AbsorbingChain([[0, 1], [0, 1]])
        >>> chain.canonical_form().R
        Matrix([[1]])
        """
        self._refuse_large_matrix("canonical_form")
        return CanonicalForm(
            self._block(self._graph.transient),
            self._block(self._graph.absorbing),
            self.transient_states,
            self.absorbing_states,
        )

    def _block(self, columns: list[int]) -> sympy.ImmutableMatrix:
        place = {j: k for k, j in enumerate(columns)}
        block = sympy.zeros(len(self._graph.transient), len(columns))
        for k, i in enumerate(self._graph.transient):
            for j, p in self._graph.rows[i].items():
                if j in place:
                    block[k, place[j]] = self._to_sympy(p)
        return sympy.ImmutableMatrix(block)

    # What is computed of it

    def fundamental_matrix(self) -> sympy.ImmutableMatrix:
        """The fundamental matrix N = (I − Q)⁻¹: expected visits, in turns.

        Returns
        -------
        sympy.ImmutableMatrix
            t × t; entry (i, j) is how often the chain that starts in transient state i
            is expected to be in transient state j, the start included.

        Raises
        ------
        ValueError
            If the matrix would be too large to build; ask for one row of it with
            :meth:`expected_visits`.
        """
        self._refuse_large_matrix("fundamental_matrix")
        zero, one = self._graph.domain.zero, self._graph.domain.one
        size = len(self._graph.transient)
        gains = {
            i: [one if k == column else zero for column in range(size)]
            for k, i in enumerate(self._graph.transient)
        }
        solution = self._backward({i: [zero] * size for i in self._graph.absorbing}, gains)
        entries = [self._to_sympy(x) for i in self._graph.transient for x in solution[i]]
        return sympy.ImmutableMatrix(size, size, entries)

    def expected_visits(self, state: S | None = None) -> Law[S]:
        """Expected number of visits of each transient state: one row of N.

        Parameters
        ----------
        state : state, optional
            Where the chain starts; its own start if not given.

        Returns
        -------
        dict
            Only states that can be reached.
        """
        visits = self._visits(state)
        ends = set(self._graph.absorbing)
        return self._law({i: v for i, v in visits.items() if i not in ends})

    def absorption_probabilities(self, state: S | None = None) -> Law[S]:
        """Where the chain ends: the probability of each absorbing state.

        Parameters
        ----------
        state : state, optional
            Where the chain starts; its own start if not given.

        Returns
        -------
        dict
            ``{absorbing state: probability}``, sum 1, in the order of
            `absorbing_states`; those that cannot be reached have probability 0.
        """
        visits = self._visits(state)
        return self._law({i: visits.get(i, self._graph.domain.zero) for i in self._graph.absorbing})

    def expected_turns(self, state: S | None = None) -> sympy.Expr:
        """Expected number of turns until the chain ends.

        Parameters
        ----------
        state : state, optional
            Where the chain starts; its own start if not given.

        Returns
        -------
        sympy.Expr
            Exact, in turns.
        """
        return self._to_sympy(self._mean_turns()[self._number(state)][0])

    def variance_turns(self, state: S | None = None) -> sympy.Expr:
        """Variance of the number of turns until the chain ends, in turns².

        Parameters
        ----------
        state : state, optional
            Where the chain starts; its own start if not given.

        Returns
        -------
        sympy.Expr
            Exact.

        Notes
        -----
        The second moment s obeys (I − Q) s = 2 t − 1 with t the expected turns (Kemeny
        and Snell, theorem 3.3.5).
        """
        mean = self._mean_turns()
        if "second" not in self._known:
            one = self._graph.domain.one
            gains = {i: [mean[i][0] + mean[i][0] - one] for i in self._graph.transient}
            self._known["second"] = self._backward(self._zeros(), gains)
        i = self._number(state)
        return self._to_sympy(self._known["second"][i][0] - mean[i][0] ** 2)

    def turns_pmf(self, upto: int) -> Numbers:
        """The exact law of the length in turns, as far as asked.

        Parameters
        ----------
        upto : int
            Largest number of turns.

        Returns
        -------
        tuple of sympy.Expr
            ``P(length = 0), …, P(length = upto)``; what is missing to 1 lies beyond.
        """
        upto = exact_integer(upto, "upto", least=0)
        masses = islice(self._steps().ended(), upto + 1)
        return Numbers(masses, range(upto + 1), ("turns", "probability"))

    def turns_quantile(self, q: Any) -> int:
        """Smallest number of turns within which the chain has ended with probability q.

        Parameters
        ----------
        q : int, Fraction or sympy.Rational
            From 0 up to but not including 1, exact.

        Returns
        -------
        int
            A number of turns.

        Raises
        ------
        TypeError, ValueError
            If `q` is no exact number in that range, or the chain has symbols.
        """
        level = exact(q, "q")
        if not level.is_Rational:
            raise TypeError(f"q must be a fraction, not {level}.")
        if not 0 <= level < 1:
            raise ValueError(f"q must be at least 0 and less than 1, not {level}.")
        if self.free_symbols:
            raise ValueError("a chain with symbols has no quantiles: give the symbols values.")
        reached = accumulate(self._steps().ended())
        return next(turns for turns, p in enumerate(reached) if p >= level)

    def distribution(self, turns: int) -> Law[S]:
        """The exact law over the states after so many turns.

        Parameters
        ----------
        turns : int
            0 or more. A chain that has ended stays where it ended.

        Returns
        -------
        dict
            ``{state: probability}`` of the states that are possible, sum 1.
        """
        turns = exact_integer(turns, "turns", least=0)
        law = self._steps().law(turns)
        return Law({self._graph.states[i]: p for i, p in law.items()}, outcome="state")

    # For other libraries and tools

    def to_sympy(self, name: str = "Y") -> DiscreteMarkovChain:
        """The chain for ``sympy.stats``.

        Parameters
        ----------
        name : str
            What sympy calls the process.

        Returns
        -------
        sympy.stats.DiscreteMarkovChain
            With the same states in the same order and the same exact matrix. Integers and
            sympy objects stay what they are; any other state becomes a symbol whose name
            is the state's text. A start is no part of it: sympy takes it as a condition.

        Raises
        ------
        ValueError
            If the matrix, zeros included, would be too large for sympy.

        Examples
        --------
        >>> AbsorbingChain([[0, 1], [0, 1]]).to_sympy().is_absorbing_chain()
        True
        """
        from lcr_teach.markov.exports import to_sympy

        return to_sympy(self, name)

    def to_networkx(self) -> networkx.DiGraph[S]:
        """The chain as a directed graph.

        Returns
        -------
        networkx.DiGraph
            The nodes are the states, each with ``absorbing`` and ``start`` (bool); the
            edges are the possible turns, each with its exact ``probability`` and, unless
            that has symbols, the nearest float as ``weight``.

        Examples
        --------
        >>> AbsorbingChain([[0, 1], [0, 1]]).to_networkx().edges(data=True)
        OutEdgeDataView([(0, 1, {'probability': 1, 'weight': 1.0}),
                         (1, 1, {'probability': 1, 'weight': 1.0})])
        """
        from lcr_teach.markov.exports import to_networkx

        return to_networkx(self)

    def to_scipy(self) -> sparse.csr_array[Any, tuple[int, int]]:
        """The transition matrix as a sparse matrix of floats.

        Returns
        -------
        scipy.sparse.csr_array
            Row k holds the probabilities after ``chain.states[k]``, the columns are in
            the same order. Each entry is the float nearest to the exact probability, so a
            row may miss 1 by a rounding.

        Raises
        ------
        ValueError
            If the chain has symbols.

        Examples
        --------
        >>> AbsorbingChain([[0, 1], [0, 1]]).to_scipy().toarray()
        array([[0., 1.],
               [0., 1.]])
        """
        from lcr_teach.markov.exports import to_scipy

        return to_scipy(self)

    def to_prism(self, labels: Mapping[str, Collection[S]] | None = None) -> str:
        """The chain in the PRISM language, for PRISM, Storm and other model checkers.

        Parameters
        ----------
        labels : mapping, optional
            ``{name: states}``, labels beside ``"start"`` and ``"end"``.

        Returns
        -------
        str
            A ``dtmc`` whose variable ``s`` is the number of the state; a comment lists
            the states. Probabilities are exact fractions; symbols become constants to be
            given later. The reward structure ``"turns"`` counts the turns.

        Raises
        ------
        ValueError
            If the language has no such name, a label names no state of the chain, or a
            probability is no fraction of whole numbers and symbols.

        Notes
        -----
        The questions are then ``P=? [F "end"]`` and ``R{"turns"}=? [F "end"]``. The
        language: M. Kwiatkowska, G. Norman, D. Parker, Proc. CAV (2011) 585.

        Examples
        --------
        >>> print(AbsorbingChain([[0, 1], [0, 1]]).to_prism())
        // An absorbing Markov chain of 2 states. The state s = k is:
        //   0: 0
        //   1: 1
        ...
        module chain
          s : [0..1] init 0;
          [] s=0 -> 1 : (s'=1);
          [] s=1 -> 1 : (s'=1);
        endmodule
        ...
        """
        from lcr_teach.markov.exports import to_prism

        return to_prism(self, labels)

    # Inside

    def _number(self, state: S | None) -> int:
        try:
            return self._graph.index[self._start if state is None else state]
        except (KeyError, TypeError):
            raise ValueError(
                f"state {state!r} is none of the {len(self._graph.states)} states of the chain."
            ) from None

    def _law(self, masses: Mapping[int, Any]) -> Law[S]:
        states = self._graph.states
        return Law({states[i]: self._to_sympy(masses[i]) for i in sorted(masses)}, outcome="state")

    def _to_sympy(self, element: Any) -> sympy.Expr:
        return self._graph.domain.to_sympy(element)

    def _zeros(self) -> dict[int, list[Any]]:
        return {i: [self._graph.domain.zero] for i in self._graph.absorbing}

    def _mean_turns(self) -> list[list[Any]]:
        return self._expected_total("turns", lambda state: True)

    def _expected_total(self, name: str, counts: Callable[[S], bool]) -> list[list[Any]]:
        """Expected number of turns that begin in a state which counts, from every state."""
        if name not in self._known:
            graph = self._graph
            one, zero = graph.domain.one, graph.domain.zero
            gains = {i: [one if counts(graph.states[i]) else zero] for i in graph.transient}
            self._known[name] = self._backward(self._zeros(), gains)
        return self._known[name]

    def _backward(
        self, ends: Mapping[int, list[Any]], gains: Mapping[int, list[Any]]
    ) -> list[list[Any]]:
        self._refuse_long_work()
        return solve_backward(self._graph, ends, gains)

    def _visits(self, state: S | None) -> dict[int, Any]:
        self._refuse_long_work()
        return solve_forward(self._graph, self._number(state))

    def _refuse_long_work(self) -> None:
        if work(self._graph.classes) > MOST_WORK:
            raise ValueError(
                f"the chain is too large for an exact answer: {len(self._graph.states)} states, "
                f"up to {max(map(len, self._graph.classes))} of them in one class; "
                "turns_pmf and distribution still step through it."
            )

    def _refuse_large_matrix(self, what: str) -> None:
        size = len(self._graph.transient)
        if size * size > MOST_ENTRIES:
            raise ValueError(
                f"{what} would have {size} × {size} entries: "
                "ask for one row of it with expected_visits(state)."
            )

    def _steps(self) -> Steps:
        return Steps(self._graph, self._number(None))

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__}: {len(self._graph.transient)} transient states, "
            f"{len(self._graph.absorbing)} absorbing, start {self.start!r}>"
        )
