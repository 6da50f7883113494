"""What other libraries make of a chain is the same chain."""

import re
from fractions import Fraction

import networkx
import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from scipy import sparse
from strategies import rules
from sympy import stats

from lcr_teach import AbsorbingChain, Die, Rules

half = sympy.Rational(1, 2)
p, q = sympy.symbols("p q")
TINY = sympy.Rational(1, 10**130)


def coin(**settings):
    """Tossed until two heads in a row have come; the states in an order of their own."""
    return AbsorbingChain(
        {
            "H": {"none": half, "HH": half},
            "none": {"none": half, "H": half},
            "HH": {"HH": 1},
        },
        start="none",
        **settings,
    )


def symbolic():
    """Two players with one chip each, a die with two symbols."""
    return Rules(2, 1, die=Die(p, sympy.Rational(1, 6), q, sympy.Rational(5, 6) - p - q)).chain()


def rows_of(chain):
    return [[chain.transitions(s).get(t, 0) for t in chain.states] for s in chain.states]


# sympy


def test_sympy_has_the_same_states_and_the_same_matrix():
    Y = coin().to_sympy()
    assert isinstance(Y, stats.DiscreteMarkovChain)
    assert list(Y.index_of) == list(map(sympy.Symbol, ["H", "none", "HH"]))
    assert Y.transition_probabilities == sympy.Matrix([[0, half, half], [half, half, 0], [0, 0, 1]])
    _, none, HH = Y.index_of
    assert stats.P(sympy.Eq(Y[2], HH), sympy.Eq(Y[0], none)) == sympy.Rational(1, 4)
    assert str(coin().to_sympy("Z")[1]) == "Z[1]"


def test_sympy_computes_the_same_answers_for_a_game():
    chain = Rules(2, 2).chain()
    Y = chain.to_sympy()
    assert str(next(iter(Y.index_of))) == "(2, 2) Player 1 to roll"
    states, _, R, _ = Y.decompose()
    N = Y.fundamental_matrix()
    start = states.index(sympy.Symbol(str(chain.start))) - R.cols
    assert start >= 0
    assert sum(N[start, :]) == chain.expected_turns()
    win = [0, 0]
    for end, chance in zip(states[: R.cols], (N * R)[start, :], strict=True):
        seat = int(re.search(r"Player (\d) has won", str(end))[1]) - 1
        win[seat] += chance
    assert tuple(win) == chain.win_probabilities()


def test_sympy_keeps_integers_sympy_objects_and_symbols_of_the_die():
    ends = {2: {half: half, (1, 2): half}, half: {half: 1}, (1, 2): {(1, 2): 1}}
    Y = AbsorbingChain(ends).to_sympy()
    assert list(Y.index_of) == [2, half, sympy.Symbol("(1, 2)")]
    assert symbolic().to_sympy().transition_probabilities.free_symbols == {p, q}


def test_sympy_refuses_what_it_cannot_tell_apart_or_hold():
    with pytest.raises(ValueError, match=r"two states are both written \(1, 2\): sympy could not"):
        AbsorbingChain({(1, 2): {"(1, 2)": 1}, "(1, 2)": {"(1, 2)": 1}}).to_sympy()
    line = AbsorbingChain({k: {min(k + 1, 1000): 1} for k in range(1001)})
    with pytest.raises(ValueError, match="1001 × 1001 entries: use to_scipy or to_networkx"):
        line.to_sympy()


# networkx


def test_networkx_has_states_as_nodes_and_exact_edges():
    graph = coin().to_networkx()
    assert type(graph) is networkx.DiGraph
    assert dict(graph.nodes(data=True)) == {
        "H": {"absorbing": False, "start": False},
        "none": {"absorbing": False, "start": True},
        "HH": {"absorbing": True, "start": False},
    }
    assert {(a, b): data for a, b, data in graph.edges(data=True)} == {
        ("H", "none"): {"probability": half, "weight": 0.5},
        ("H", "HH"): {"probability": half, "weight": 0.5},
        ("none", "none"): {"probability": half, "weight": 0.5},
        ("none", "H"): {"probability": half, "weight": 0.5},
        ("HH", "HH"): {"probability": 1, "weight": 1.0},
    }
    assert all(type(w) is float for *_, w in graph.edges(data="weight"))
    assert list(graph) == ["H", "none", "HH"]


def test_networkx_finds_the_classes_of_a_game():
    chain = Rules(3, 2).chain()
    graph = chain.to_networkx()
    found = {frozenset(c) for c in networkx.strongly_connected_components(graph)}
    assert found == {frozenset(c) for c in chain.classes}
    assert {s for s, ends in graph.nodes(data="absorbing") if ends} == set(chain.absorbing_states)


def test_networkx_has_no_weight_where_there_are_symbols():
    graph = symbolic().to_networkx()
    assert all(
        ("weight" in data) == data["probability"].is_Rational for *_, data in graph.edges(data=True)
    )
    assert any(data["probability"].has(p) for *_, data in graph.edges(data=True))


# scipy


def test_scipy_has_rows_in_the_order_of_the_states():
    P = coin().to_scipy()
    assert isinstance(P, sparse.csr_array)
    assert P.dtype == np.float64
    assert P.toarray().tolist() == [[0, 0.5, 0.5], [0.5, 0.5, 0], [0, 0, 1]]


@given(rules(most_players=3, most_chips=4))
@settings(max_examples=30, deadline=None)
def test_scipy_holds_the_nearest_floats(table):
    chain = table.chain()
    P = chain.to_scipy()
    for row, exact in zip(P.toarray(), rows_of(chain), strict=True):
        # Python's own conversion of a fraction rounds once, correctly.
        assert row.tolist() == [float(Fraction(int(x.p), int(x.q))) if x else 0 for x in exact]
    law = chain.distribution(5)
    start = np.eye(len(chain.states))[chain.states.index(chain.start)]
    for _ in range(5):
        start = start @ P
    np.testing.assert_allclose(start, [float(law.get(s, 0)) for s in chain.states], atol=1e-15)


def test_scipy_rounds_long_fractions_to_the_nearest_float():
    # Just above the middle between 1 and the next float below, where 15 digits are not enough.
    above = 1 - sympy.Rational(1, 2**54) + TINY
    P = AbsorbingChain({0: {0: 1 - above, 1: above}, 1: {1: 1}}).to_scipy()
    assert P[0, 1] == 1
    assert P[0, 0] == 2.0**-54
    assert AbsorbingChain([[1 - TINY, TINY], [0, 1]]).to_scipy()[0, 1] == 1e-130
    # Just above half the smallest float: rounded once it is that, rounded twice it is 0.
    above = sympy.Rational(1, 2**1075) + sympy.Rational(1, 2**1200)
    assert AbsorbingChain([[1 - above, above], [0, 1]]).to_scipy()[0, 1] == 2.0**-1074


def test_scipy_takes_roots():
    root = sympy.sqrt(2) / 2
    assert AbsorbingChain([[1 - root, root], [0, 1]]).to_scipy()[0, 1] == 2**0.5 / 2


def test_scipy_refuses_symbols():
    with pytest.raises(ValueError, match="has no floats: give p, q values first"):
        symbolic().to_scipy()


# PRISM


def read_back(text, values=()):
    """The little of the PRISM language that is needed here, in fractions."""
    names = dict(values)

    def number(formula):
        wrapped = re.sub(r"\b(\d+)(\.0)?\b(?!\))", r"F(\1)", formula)
        return eval(wrapped, {"F": Fraction, "pow": pow, **names})

    body = text[text.index("dtmc") :]
    rows = {}
    for state, updates in re.findall(r"\[\] s=(\d+) -> (.*);", body):
        found = re.findall(r"(?:^| \+ )((?:(?! : ).)+) : \(s'=(\d+)\)", updates)
        rows[int(state)] = {int(after): number(chance) for chance, after in found}
    low, high, start = map(int, re.search(r"s : \[(\d+)\.\.(\d+)\] init (\d+);", body).groups())
    conditions = dict(re.findall(r'label "(\w+)" = (.*);', body))
    conditions["turns"] = re.search(r'rewards "turns"\n  (.*) : 1;', body)[1]
    places = {
        name: [
            s
            for s in rows
            if eval(
                re.sub(r"(?<![<>])=", "==", condition).replace("&", "and").replace("|", "or"),
                {"s": s, "false": False},
            )
        ]
        for name, condition in conditions.items()
    }
    return rows, start, (low, high), places


def test_prism_of_a_small_chain():
    assert coin().to_prism({"head": ["H"], "never": []}) == (
        """\
// An absorbing Markov chain of 3 states. The state s = k is:
//   0: H
//   1: none
//   2: HH

dtmc

module chain
  s : [0..2] init 1;
  [] s=0 -> 1/2 : (s'=1) + 1/2 : (s'=2);
  [] s=1 -> 1/2 : (s'=0) + 1/2 : (s'=1);
  [] s=2 -> 1 : (s'=2);
endmodule

label "start" = s=1;
label "end" = s=2;
label "head" = s=0;
label "never" = false;

rewards "turns"
  (s>=0 & s<=1) : 1;
endrewards
"""
    )


@given(rules(most_players=3, most_chips=4))
@settings(max_examples=30, deadline=None)
def test_prism_read_back_is_the_same_game(table):
    chain = table.chain()
    text = chain.to_prism()
    rows, start, (low, high), places = read_back(text)
    states = chain.states
    assert [[rows[i].get(j, 0) for j in range(len(states))] for i in rows] == rows_of(chain)
    assert (low, high) == (0, len(states) - 1)
    assert states[start] == chain.start
    assert [states[k] for k in places.pop("start")] == [chain.start]
    assert [states[k] for k in places.pop("end")] == list(chain.absorbing_states)
    assert [states[k] for k in places.pop("turns")] == list(chain.transient_states)
    for seat in range(table.players):
        won = [s for s in states if s.winner == seat]
        assert [states[k] for k in places.pop(f"won_by_player_{seat + 1}")] == won
    assert not places
    listed = re.findall(r"//   (\d+): (.*)", text)
    assert listed == [(str(k), str(state)) for k, state in enumerate(states)]


def test_prism_has_constants_for_symbols():
    chain = symbolic()
    text = chain.to_prism()
    assert "\nconst double p;\nconst double q;\nmodule chain\n" in text
    # What is a sum is kept together, or its sign would be taken for the next case's.
    assert all(
        re.search(r"(-> | \+ )(\(.*\)|[\d/]+) : $", part) for part in text.split("(s'=")[:-1]
    )
    at = {p: sympy.Rational(1, 5), q: sympy.Rational(1, 7)}
    rows, *_ = read_back(text, {str(x): Fraction(int(v.p), int(v.q)) for x, v in at.items()})
    for i, exact in enumerate(rows_of(chain)):
        assert [rows[i].get(j, 0) for j in range(len(exact))] == [
            sympy.sympify(x).subs(at) for x in exact
        ]


# The denominator must not be divided by the exponent, nor the sum by its last term only.
@pytest.mark.parametrize(
    "chance", [p**2 / (1 + p) ** 3, 1 / p, (1 - p) / 3, p * q / (p + q), 1 / (p * (1 + q) ** 2)]
)
def test_prism_writes_any_rational_function(chance):
    text = AbsorbingChain([[1 - chance, chance], [0, 1]]).to_prism()
    at = {"p": Fraction(2, 7), "q": Fraction(3, 11)}
    rows, *_ = read_back(text, at)
    exact = chance.subs({x: sympy.Rational(v.numerator, v.denominator) for x, v in at.items()})
    assert rows[0][1] == exact
    assert rows[0][0] == 1 - exact


def test_prism_has_no_integer_that_is_too_long():
    tiny = sympy.Rational(1, 2**31)
    text = AbsorbingChain([[1 - tiny, tiny], [0, 1]]).to_prism()
    assert "[] s=0 -> 2147483647/2147483648.0 : (s'=0) + 1/2147483648.0 : (s'=1);" in text
    assert read_back(text)[0][0] == {0: 1 - tiny, 1: tiny}


def test_prism_of_one_state_and_of_a_text_of_two_lines():
    text = AbsorbingChain({"one\nline": {"one\nline": 1}}).to_prism()
    assert "//   0: one line\n" in text
    assert "s : [0..1] init 0;" in text
    assert 'rewards "turns"\n  false : 1;' in text


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        ({"two words": []}, "label 'two words' cannot be a name there in the PRISM language"),
        ({"init": []}, "label 'init' cannot be a name"),
        ({"": []}, "label '' cannot be a name"),
        ({"end": []}, "label 'end' is there already"),
        ({"mine": ["HHH"]}, "label 'mine' names state 'HHH', which is none of the 3 states"),
    ],
)
def test_prism_refuses_labels_that_cannot_be(labels, sentence):
    with pytest.raises(ValueError, match=sentence):
        coin().to_prism(labels)


def test_a_game_keeps_its_own_labels():
    chain = Rules(2, 1).chain()
    assert 'label "even" = (s>=0 & s<=1);' in chain.to_prism({"even": chain.states[:2]})
    # A name of ours given anew takes its place.
    assert 'label "won_by_player_1" = s=0;' in chain.to_prism({"won_by_player_1": [chain.start]})


def test_prism_refuses_numbers_and_symbols_that_it_has_not():
    root = sympy.sqrt(2) / 2
    with pytest.raises(ValueError, match=r"sqrt\(2\).* is no fraction of whole numbers"):
        AbsorbingChain([[1 - root, root], [0, 1]]).to_prism()
    s = sympy.Symbol("s")
    with pytest.raises(ValueError, match="symbol 's' cannot be a name there"):
        AbsorbingChain([[1 - s, s], [0, 1]]).to_prism()


# Storm


def checked(text, tmp_path, questions, numbers):
    """What the model checker Storm answers, at the start."""
    stormpy = pytest.importorskip("stormpy", reason="stormpy is not installed: make peers")
    file = tmp_path / "chain.prism"
    file.write_text(text, encoding="utf-8")
    program = stormpy.parse_prism_program(str(file))
    model = stormpy.build_model[getattr(stormpy, numbers)](program)
    (start,) = model.initial_states
    found = [
        stormpy.model_checking(model, asked).get_value(start)
        for asked in stormpy.parse_properties(";".join(questions), program)
    ]
    return model, found


@pytest.mark.parametrize(("players", "chips"), [(2, 2), (3, 1)])
def test_storm_solves_the_game_to_the_same_fractions(players, chips, tmp_path):
    chain = Rules(players, chips).chain()
    questions = [f'P=? [F "won_by_player_{k + 1}"]' for k in range(players)]
    questions += ['R{"turns"}=? [F "end"]', 'P=? [F "end"]']
    model, found = checked(chain.to_prism(), tmp_path, questions, "Rational")
    assert model.nr_states == len(chain.states)
    ours = [*chain.win_probabilities(), chain.expected_turns(), 1]
    assert [Fraction(str(x)) for x in found] == ours


def test_storm_reads_long_fractions_exactly(tmp_path):
    chain = AbsorbingChain(
        [[1 - 3 * TINY, TINY, 2 * TINY], [0, 1, 0], [0, 0, 1]],
    )
    questions = ['P=? [F "one"]', 'R{"turns"}=? [F "end"]']
    _, found = checked(chain.to_prism({"one": [1]}), tmp_path, questions, "Rational")
    assert [Fraction(str(x)) for x in found] == [Fraction(1, 3), Fraction(10**130, 3)]


def test_storm_solves_a_die_with_symbols(tmp_path):
    chain = symbolic()
    questions = ['P=? [F "won_by_player_1"]', 'R{"turns"}=? [F "end"]']
    _, found = checked(chain.to_prism(), tmp_path, questions, "RationalFunction")
    ours = [chain.win_probabilities()[0], chain.expected_turns()]
    for theirs, exact in zip(found, ours, strict=True):
        assert sympy.cancel(sympy.sympify(str(theirs).replace("^", "**")) - exact) == 0
