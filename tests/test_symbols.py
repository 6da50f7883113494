"""Dice with symbols: every answer against the exact answer at numbers."""

import random
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from test_lifting import eliminated

from lcr_teach import Die, Rules, State
from lcr_teach.markov import series_flint, series_plain, symbolic
from lcr_teach.markov.lifting import System
from lcr_teach.markov.lines import corner, interpolate, shifted
from lcr_teach.markov.symbolic import solve_symbolic
from lcr_teach.weights import Weights, has_weights

ENGINES = [series_flint, series_plain]
PRIME = 2**31 - 1

p, q, r = sympy.symbols("p q r", positive=True)
tenth = sympy.Rational(1, 10)

DICE = {
    "one symbol": Die(p, p, p, 1 - 3 * p),
    "one symbol in whole weights": Die(2 * p, p, 3 * p, 1 - 6 * p),
    "one symbol in other weights": Die(p / 2, 2 * p, p / 3, 1 - 17 * p / 6),
    "one symbol beside numbers": Die(p, tenth, 3 * tenth, 6 * tenth - p),
    "one symbol in three faces": Die(p, p + tenth, tenth, 8 * tenth - 2 * p),
    "one symbol and no blank": Die(p / 2, p / 2, 1 - p, 0),
    "one symbol squared": Die(p**2, p, tenth, 9 * tenth - p - p**2),
    "one symbol below": Die(1 / (3 + 3 * p), p / (3 + 3 * p), tenth, 17 * tenth / 3),
    "two symbols": Die(p, q, p, 1 - 2 * p - q),
    "two symbols in four faces": Die(p, q, 4 * tenth - p, 6 * tenth - q),
    "three symbols": Die(p, q, r, 1 - p - q - r),
}


def values(seed):
    """Numbers for the symbols at which all faces of all dice are positive."""
    choice = random.Random(seed)
    return {s: sympy.Rational(choice.randint(1, 999), 10_000) for s in (p, q, r)}


def at(die, numbers):
    return Die(*(x.subs(numbers) for x in (die.left, die.centre, die.right, die.blank)))


def engine(monkeypatch, module):
    monkeypatch.setattr(symbolic, "_engine", lambda: module)


@pytest.mark.parametrize(
    ("players", "chips", "die"),
    [(3, 1, "three symbols"), (3, 2, "one symbol"), (3, 2, "one symbol in whole weights")],
)
def test_large_tables_at_ten_random_numbers(players, chips, die):
    win = Rules(players, chips, die=DICE[die]).chain().win_probabilities()
    formula = sympy.lambdify([p, q, r], win)
    for seed in range(10):
        numbers = values(seed)
        known = Rules(players, chips, die=at(DICE[die], numbers)).chain().win_probabilities()
        found = formula(*(Fraction(int(x.p), int(x.q)) for x in numbers.values()))
        assert [(x.numerator, x.denominator) for x in found] == [(x.p, x.q) for x in known]
        assert sum(found) == 1
    assert win[0].subs(numbers) == known[0]


@pytest.mark.parametrize("name", DICE)
def test_every_question_and_every_kind_of_die(name):
    die, numbers = DICE[name], values(name)
    for players, chips in [(2, 2), (3, (1, 0, 1))]:
        chain = Rules(players, chips, die=die).chain()
        known = Rules(players, chips, die=at(die, numbers)).chain()
        win = chain.win_probabilities()
        assert tuple(x.subs(numbers) for x in win) == known.win_probabilities()
        assert sympy.cancel(sum(win)) == 1
        assert chain.expected_turns().subs(numbers) == known.expected_turns()
        assert chain.expected_rolls().subs(numbers) == known.expected_rolls()
        assert chain.variance_turns().subs(numbers) == known.variance_turns()
        for ask in ("centre_distribution", "absorption_probabilities"):
            law = getattr(chain, ask)()
            expected = {k: v for k, v in getattr(known, ask)().items() if v}
            assert {k: v.subs(numbers) for k, v in law.items() if v != 0} == expected
        state = chain.transient_states[-1]
        assert chain.expected_turns(state).subs(numbers) == known.expected_turns(state)
        moved = chain.win_probabilities(state)
        assert tuple(x.subs(numbers) for x in moved) == known.win_probabilities(state)


def test_a_formula_worked_out_by_hand():
    """Two players, one chip each: w = (1 − b)(0) + b (1 − w) with b the blank."""
    chain = Rules(2, 1, die=DICE["three symbols"]).chain()
    b = 1 - p - q - r
    assert sympy.cancel(chain.win_probabilities()[0] - b / (1 + b)) == 0
    assert chain.expected_turns() == 1 / (p + q + r)
    assert sympy.cancel(chain.variance_turns() - b / (1 - b) ** 2) == 0


def test_formulas_are_reduced():
    win = Rules(3, 1, die=DICE["one symbol"]).chain().win_probabilities()
    for formula in win:
        numerator, denominator = (sympy.Poly(x, p) for x in sympy.fraction(formula))
        assert sympy.gcd(numerator, denominator).degree() == 0
        assert denominator.degree() == 12


def test_the_table_of_a_formula_and_its_function():
    win = Rules(3, 1, die=DICE["one symbol"]).chain().win_probabilities()
    assert "Player 3" in win._repr_html_()
    assert sum(sympy.lambdify(p, win)(Fraction(1, 6))) == 1


def test_floats_keep_their_digits_in_a_long_formula():
    """In powers of p alone nothing of the value would be left at this degree."""
    win = Rules(3, 2, die=DICE["one symbol"]).chain().win_probabilities()
    formula = sympy.lambdify(p, win[0])
    for value in ("1/100", "1/6", "3/10", "333/1000"):
        number = sympy.Rational(value)
        exact = float(win[0].subs(p, number))
        assert abs(formula(float(number)) / exact - 1) < 1e-12
    expanded = sympy.lambdify(p, sympy.expand(sympy.numer(win[0])))
    assert abs(expanded(0.3) / sympy.lambdify(p, sympy.numer(win[0]))(0.3) - 1) > 0.01


def test_formulas_can_be_differentiated():
    win = Rules(3, 1, die=DICE["two symbols"]).chain().win_probabilities()
    numbers = values(1)
    step = sympy.Rational(1, 10**12)
    for symbol in (p, q):
        slope = win[0].diff(symbol).subs(numbers)
        beyond = {**numbers, symbol: numbers[symbol] + step}
        assert abs((win[0].subs(beyond) - win[0].subs(numbers)) / step - slope) < 1e-9


def test_too_many_positions_for_symbols_are_refused():
    chain = Rules(3, 3, die=DICE["three symbols"]).chain()
    for ask in (chain.win_probabilities, chain.expected_turns, chain.centre_distribution):
        with pytest.raises(ValueError, match=r"3 players with 9 chips .* in p, q, r: up to 657 p"):
            ask()
    two = Rules(3, 2, die=DICE["two symbols"]).chain()
    with pytest.raises(ValueError, match="in p, q: up to 249 positions; give the die numbers"):
        two.variance_turns()
    for ask in (two.expected_visits, two.fundamental_matrix, two.given_winner):
        with pytest.raises(ValueError, match="6 chips are too many for this answer in p, q"):
            ask(*[0] if ask == two.given_winner else [])
    # What elimination can do stays possible.
    small = Rules(2, 2, die=DICE["one symbol"]).chain()
    visits = small.expected_visits()
    assert sympy.cancel(sum(visits.values()) - small.expected_turns()) == 0


def test_numbers_of_another_kind_go_the_old_way():
    root = sympy.sqrt(2) / 8
    assert not has_weights(Die(root, root, root, 1 - 3 * root))
    assert not has_weights(Die(root * p, p, p, 1 - (2 + root) * p))
    chain = Rules(2, 1, die=Die(root * p, p, p, 1 - (2 + root) * p)).chain()
    assert sympy.simplify(chain.expected_turns() * (2 + root) * p) == 1
    # Neither sum to 1 where sine and cosine are thought to be independent.
    wave = sympy.sin(p) ** 2
    die = Die(wave / 2, 0, wave / 2, sympy.cos(p) ** 2)
    assert not has_weights(die)
    with pytest.raises(ValueError, match="must sum to 1"):
        Rules(2, 1, die=die).chain()


def test_a_face_that_is_zero_in_disguise():
    nothing = p * (1 - p) - p + p**2
    chain = Rules(2, 1, die=Die(p, nothing, 1 - p, 0)).chain()
    assert chain.win_probabilities() == (0, 1)
    assert chain.states == (State((1, 1), 0), State((0, 2), None))


@pytest.mark.parametrize("name", DICE)
def test_weights_are_the_law_of_the_die(name):
    die = DICE[name]
    weights = Weights(die, 2)
    field = weights.factor.ring.to_field()
    for dice in range(3):
        law = die.law(dice)
        assert [roll for roll, _ in weights.law[dice]] == list(law)
        for roll, weight in weights.law[dice]:
            found = weights.expression(field(weight) / field(weights.factor))
            assert sympy.simplify(found - law[roll]) == 0


# The solver on its own, on systems that are no game


@st.composite
def systems(draw, symbols):
    """Small systems in levels whose entries are polynomials, and numbers for the symbols."""
    names = ["a", "b", "c"][:symbols]
    ring = sympy.ring(names, sympy.ZZ)[0]
    seats, columns = draw(st.integers(1, 5 - symbols)), draw(st.integers(1, 2))
    exponents = st.tuples(*[st.integers(0, 2 if symbols == 1 else 1)] * symbols)

    def polynomial():
        terms = draw(st.dictionaries(exponents, small, max_size=2))
        return ring.from_dict({e: ring.domain(c) for e, c in terms.items() if c})

    small = st.integers(-3, 3)
    factor = ring(20) + polynomial()
    levels, first = [], 0
    for _ in range(draw(st.integers(1, 2))):
        levels.append(range(first, first + draw(st.integers(1, 2))))
        first = levels[-1].stop
    rows, constants = [], []
    for level in levels:
        for _ in level:
            rows.append({j: polynomial() for j in range(level.stop)})
            constants.append([[polynomial() for _ in range(seats)] for _ in range(columns)])
    follow = {1: (0, draw(small))} if columns > 1 and draw(st.booleans()) else {}
    point = [draw(st.integers(-2, 2)) for _ in range(symbols)]
    return System(seats, factor, rows, levels, constants, follow), point


def evaluated(system, point):
    def number(polynomial):
        return int(polynomial.evaluate(list(zip(polynomial.ring.gens, point, strict=True))))

    return System(
        system.seats,
        number(system.factor),
        [{j: number(w) for j, w in row.items()} for row in system.rows],
        system.levels,
        [[[number(c) for c in seats] for seats in row] for row in system.constants],
        system.follow,
    )


@pytest.mark.parametrize("module", ENGINES)
@pytest.mark.parametrize("symbols", [1, 2, 3])
@given(data=st.data())
@settings(max_examples=8, deadline=None)
def test_any_system_against_elimination_in_numbers(module, symbols, data):
    system, point = data.draw(systems(symbols))
    row = data.draw(st.integers(0, len(system.rows) - 1))
    with pytest.MonkeyPatch.context() as patch:
        engine(patch, module)
        try:
            answer = solve_symbolic(system, row)
        except ArithmeticError:
            assume_singular(system)
            return
    try:
        known = eliminated(evaluated(system, point))[row]
    except StopIteration:  # no pivot: the equations are singular at this very point
        return
    for found, expected in zip(answer, known, strict=True):
        for fraction, number in zip(found, expected, strict=True):
            where = list(zip(fraction.field.ring.gens, point, strict=True))
            if below := int(fraction.denom.evaluate(where)):
                assert Fraction(int(fraction.numer.evaluate(where)), below) == number


def assume_singular(system):
    """Only equations that are singular for all values may be left unsolved."""
    for k in range(3):
        with pytest.raises(StopIteration):
            eliminated(evaluated(system, [1000 + 37 * k] * system.factor.ring.ngens))


def test_wrong_solutions_are_caught(monkeypatch):
    ring, a = sympy.ring("a", sympy.ZZ)
    system = System(1, ring(2), [{0: a}], [range(1)], [[[a**2]]])
    assert [[x.as_expr() for x in c] for c in solve_symbolic(system, 0)] == [
        [-(sympy.Symbol("a") ** 2) / (sympy.Symbol("a") - 2)]
    ]
    real = symbolic._lift_primes

    def wrong(solver):
        ((numerator, denominator),) = real(solver)
        return [({**numerator, (0,): 1}, denominator)]

    monkeypatch.setattr(symbolic, "_lift_primes", wrong)
    with pytest.raises(ArithmeticError, match="does not satisfy the equations"):
        solve_symbolic(system, 0)


def test_wrong_sums_are_caught(monkeypatch):
    ring, a = sympy.ring("a", sympy.ZZ)
    constants = [[[ring(2) - a, ring(0)]]]  # 2 y = a · moved(y) + constant; y sums to 1
    good = System(2, ring(2), [{0: a}], [range(1)], constants, totals=[1])
    assert sum(solve_symbolic(good, 0)[0]) == 1
    bad = System(2, ring(2), [{0: a}], [range(1)], constants, totals=[2])
    with pytest.raises(ArithmeticError, match="does not satisfy the equations"):
        solve_symbolic(bad, 0)
    real = symbolic._lift_primes
    monkeypatch.setattr(symbolic, "_check", lambda *_: None)
    monkeypatch.setattr(symbolic, "_lift_primes", lambda solver: [real(solver)[0]] * 2)
    with pytest.raises(ArithmeticError, match="has a wrong sum"):
        solve_symbolic(good, 0)


def test_singular_equations_are_not_solved_for_ever():
    ring, a = sympy.ring("a", sympy.ZZ)
    system = System(1, a, [{0: a}], [range(1)], [[[ring(1)]]])
    with pytest.raises(ArithmeticError, match="no solution in the symbols"):
        solve_symbolic(system, 0)


def test_images_that_fit_no_answer_are_not_gathered_for_ever(monkeypatch):
    ring, a = sympy.ring("a", sympy.ZZ)
    system = System(1, ring(2), [{0: a}], [range(1)], [[[ring(1)]]])

    class Series:
        """Series without any pattern, or fractions that differ at every prime."""

        BITS = 62
        as_fraction = staticmethod(series_plain.as_fraction)
        growth = 3

        def expand(self, matrices, sides, levels, wanted, count, prime):
            terms = [pow(7, k**self.growth + 1, prime) for k in range(count)]
            return [[terms]]

    engine(monkeypatch, Series())
    with pytest.raises(ArithmeticError, match="no fraction of possible degree"):
        solve_symbolic(system, 0)
    monkeypatch.setattr(Series, "growth", 1)
    monkeypatch.setattr(
        Series,
        "expand",
        lambda self, *given: [[[pow(given[-1] // 3, k + 1, given[-1]) for k in range(given[-2])]]],
    )
    with pytest.raises(ArithmeticError, match="no coefficients of possible size"):
        solve_symbolic(system, 0)


@pytest.mark.parametrize("module", ENGINES)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_fractions_are_found_from_their_series(module, data):
    low = st.integers(0, PRIME - 1)
    numerator = data.draw(st.lists(low, max_size=6))
    denominator = [1, *data.draw(st.lists(low, max_size=6))]
    size = 2 * max(len(numerator), len(denominator)) + 2
    terms = []
    for k in range(size):
        known = numerator[k] if k < len(numerator) else 0
        known -= sum(d * terms[k - i] for i, d in enumerate(denominator) if 0 < i <= k)
        terms.append(known % PRIME)
    above, below = module.as_fraction(terms, PRIME)
    assert below[0] == 1
    for k in range(size):
        total = sum(d * terms[k - i] for i, d in enumerate(below) if i <= k)
        assert (total - (above[k] if k < len(above) else 0)) % PRIME == 0
    assert len(above) <= max(len(numerator), 0)
    assert len(below) <= len(denominator)
    # Both ends of the series agree between the engines.
    assert (above, below) == series_plain.as_fraction(terms, PRIME)


@given(st.integers(1, 3), st.data())
@settings(max_examples=30, deadline=None)
def test_polynomials_are_found_from_a_corner_of_values(axes, data):
    degree = data.draw(st.integers(0, 4))
    places = list(corner(axes, degree))
    polynomial = {e: data.draw(st.integers(0, 50)) for e in places}
    polynomial = {e: c for e, c in polynomial.items() if c}
    nodes = [
        data.draw(st.permutations(range(degree + 3)).map(lambda line: line[: degree + 1]))
        for _ in range(axes)
    ]

    def value(point):
        total = 0
        for exponents, c in polynomial.items():
            for x, e in zip(point, exponents, strict=True):
                c *= x**e
            total += c
        return total % PRIME

    points = {k: [line[i] for line, i in zip(nodes, k, strict=True)] for k in places}
    found = interpolate({k: value(x) for k, x in points.items()}, nodes, degree, PRIME)
    assert found == polynomial
    by = [data.draw(st.integers(0, 9)) for _ in range(axes)]
    moved = shifted(polynomial, by, PRIME)
    back = shifted(moved, [-b for b in by], PRIME)
    assert back == polynomial
    assert sum(moved.values()) % PRIME == value([1 - b for b in by])
