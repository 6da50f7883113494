"""A chain handed on to other libraries and tools; nothing is computed here.

The methods ``to_sympy``, ``to_networkx``, ``to_scipy`` and ``to_prism`` of
:class:`~lcr_teach.markov.AbsorbingChain` say what they give. Each library is imported
only when it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import sympy
from sympy.printing.str import StrPrinter

if TYPE_CHECKING:
    import networkx
    from scipy import sparse
    from sympy.stats import DiscreteMarkovChain

    from lcr_teach.markov.chain import AbsorbingChain

__all__ = ["to_networkx", "to_prism", "to_scipy", "to_sympy"]

#: Most entries of a matrix for sympy, which holds each zero of it as an object too.
MOST_ENTRIES = 10**6
#: Larger whole numbers are no integers of the PRISM language, but may be its fractions.
LARGEST_PRISM_INTEGER = 2**31 - 1
#: Words that a constant or a label of the PRISM language must not be, and our variable s.
PRISM_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        A bool C clock const ctmc deadlock double dtmc E endinit endinvariant endmodule
        endrewards endsystem F false filter formula func G global I init int invariant label
        max mdp min module nondeterministic P Pmax Pmin pomdp popta prob probabilistic pta R
        rate rewards Rmax Rmin S s stochastic system true U W X
        """,
    )
)


def to_sympy(chain: AbsorbingChain[Any], name: str = "Y") -> DiscreteMarkovChain:
    """The chain as a ``sympy.stats.DiscreteMarkovChain``."""
    from sympy.stats import DiscreteMarkovChain

    size = len(chain.states)
    if size * size > MOST_ENTRIES:
        raise ValueError(
            f"the matrix for sympy would have {size} × {size} entries: "
            "use to_scipy or to_networkx instead."
        )
    space = [_sympy_state(state) for state in chain.states]
    if len(set(space)) < size:
        twice = next(s for k, s in enumerate(space) if s in space[:k])
        raise ValueError(f"two states are both written {twice}: sympy could not tell them apart.")
    # It takes no sparse matrix.
    return DiscreteMarkovChain(name, space, sympy.Matrix(chain.transition_matrix()))


def _sympy_state(state: Any) -> sympy.Basic:
    if isinstance(state, sympy.Basic):
        return state
    if isinstance(state, int) and not isinstance(state, bool):
        return sympy.Integer(state)
    # As a string sympy would read it, as a tuple it would lose it on the way.
    return sympy.Symbol(str(state))


def to_networkx(chain: AbsorbingChain[Any]) -> networkx.DiGraph[Any]:
    """The chain as a directed graph."""
    import networkx

    ends = set(chain.absorbing_states)
    graph: networkx.DiGraph[Any] = networkx.DiGraph()
    for state in chain.states:
        graph.add_node(state, absorbing=state in ends, start=state == chain.start)
    for state in chain.states:
        for after, p in chain.transitions(state).items():
            graph.add_edge(state, after, probability=p)
            if p.is_Rational:
                graph.edges[state, after]["weight"] = _nearest(p)
    return graph


def to_scipy(chain: AbsorbingChain[Any]) -> sparse.csr_array[Any, tuple[int, int]]:
    """The transition matrix as a sparse matrix of floats."""
    _refuse_symbols(chain)
    import numpy as np
    from scipy import sparse

    place = {state: k for k, state in enumerate(chain.states)}
    rows, columns, values = [], [], []
    for state in chain.states:
        for after, p in chain.transitions(state).items():
            rows.append(place[state])
            columns.append(place[after])
            values.append(_nearest(p))
    shape = (len(place), len(place))
    entries = np.array(values, dtype=np.float64)
    return sparse.coo_array((entries, (np.array(rows), np.array(columns))), shape=shape).tocsr()


def _refuse_symbols(chain: AbsorbingChain[Any]) -> None:
    if symbols := _symbols(chain):
        names = ", ".join(symbols)
        raise ValueError(f"a chain with symbols has no floats: give {names} values first.")


def _symbols(chain: AbsorbingChain[Any]) -> list[str]:
    # A chain may hold a root of 2 as if it were one; there is none in it.
    return sorted({symbol.name for p in chain.free_symbols for symbol in p.free_symbols})


def _nearest(p: sympy.Expr) -> float:
    """The float next to an exact number."""
    # Python divides whole numbers of any length with one rounding at the end.
    return int(p.p) / int(p.q) if p.is_Rational else float(p)


def to_prism(
    chain: AbsorbingChain[Any], labels: Mapping[str, Collection[Any]] | None = None
) -> str:
    """The chain in the PRISM language."""
    states = chain.states
    place = {state: k for k, state in enumerate(states)}
    ends = [place[state] for state in chain.absorbing_states]
    named = {"start": [place[chain.start]], "end": ends}
    for name, members in (labels or {}).items():
        named[_prism_name(name, "label", taken=named)] = _places(name, members, place)
    constants = [_prism_name(symbol, "symbol", taken=()) for symbol in _symbols(chain)]
    lines = [
        f"// An absorbing Markov chain of {len(states)} states. The state s = k is:",
        *(f"//   {k}: {' '.join(str(state).split())}" for k, state in enumerate(states)),
        "",
        "dtmc",
        "",
        *(f"const double {name};" for name in constants),
        "module chain",
        # A variable of one value only is refused by some versions of PRISM.
        f"  s : [0..{max(1, len(states) - 1)}] init {place[chain.start]};",
        *(
            f"  [] s={k} -> "
            + " + ".join(
                f"{_prism_number(p)} : (s'={place[after]})"
                for after, p in chain.transitions(state).items()
            )
            + ";"
            for k, state in enumerate(states)
        ),
        "endmodule",
        "",
        *(f'label "{name}" = {_is_one_of(members)};' for name, members in named.items()),
        "",
        'rewards "turns"',
        f"  {_is_one_of(place[state] for state in chain.transient_states)} : 1;",
        "endrewards",
        "",
    ]
    return "\n".join(lines)


def _prism_name(name: str, what: str, taken: Collection[str]) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) or name in PRISM_WORDS:
        raise ValueError(f"{what} {name!r} cannot be a name there in the PRISM language.")
    if name in taken:
        raise ValueError(f"{what} {name!r} is there already.")
    return name


def _places(name: str, members: Collection[Any], place: Mapping[Any, int]) -> list[int]:
    for state in members:
        if state not in place:
            raise ValueError(
                f"label {name!r} names state {state!r}, which is none of the {len(place)} states."
            )
    return [place[state] for state in members]


def _is_one_of(places: Iterable[int]) -> str:
    """A condition of the PRISM language, neighbouring states taken together."""
    runs: list[list[int]] = []
    for k in sorted(places):
        if runs and runs[-1][1] == k - 1:
            runs[-1][1] = k
        else:
            runs.append([k, k])
    tests = [f"s={low}" if low == high else f"(s>={low} & s<={high})" for low, high in runs]
    return " | ".join(tests) or "false"


def _prism_number(p: sympy.Expr) -> str:
    for node in sympy.preorder_traversal(p):
        if not (node.is_Rational or node.is_Symbol or node.is_Add or node.is_Mul) and not (
            node.is_Pow and node.exp.is_Integer
        ):
            raise ValueError(
                f"{p} is no fraction of whole numbers and symbols, "
                "and others cannot be written exactly in the PRISM language."
            )
    text = _PrismPrinter().doprint(p)
    return f"({text})" if p.free_symbols else str(text)


class _PrismPrinter(StrPrinter):  # type: ignore[misc]
    """Rational functions as the PRISM language has them, where ``/`` divides exactly."""

    def _print_Integer(self, number: sympy.Integer) -> str:  # noqa: N802
        return _whole(int(number.p))

    def _print_Rational(self, number: sympy.Rational) -> str:  # noqa: N802
        return f"{_whole(int(number.p))}/{_whole(int(number.q))}"

    def _print_Pow(self, power: sympy.Pow, rational: bool = False) -> str:  # noqa: N802
        base, exponent = power.base, power.exp
        if exponent == 1:
            return str(self._print(base))
        shown = f"pow({self._print(base)}, {abs(int(exponent))})"
        return shown if exponent > 0 else f"(1/{shown})"


def _whole(number: int) -> str:
    return f"{number}.0" if abs(number) > LARGEST_PRISM_INTEGER else str(number)
