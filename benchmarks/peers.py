"""One solver in a process of its own, with a time limit: ours, or what others offer.

:func:`measured` starts ``python -m benchmarks.peers``, waits until the solver is imported
and has what it is given, and from then on for at most so many seconds. Each solver gets
the rules and says which of ``win`` (one number a seat), ``turns`` (the mean) and
``variance`` are wanted.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lcr_teach import Rules

#: What a solver makes of the rules before the clock starts: what is then timed.
Prepared = Callable[[], list[Any]]


@dataclass(frozen=True)
class Solver:
    """What solves a table."""

    title: str
    #: The library that must be there.
    needs: str
    prepare: Callable[[Rules, Sequence[str]], Prepared]


@dataclass(frozen=True)
class Measured:
    """How long a solver took."""

    title: str
    #: ``None`` where the solver is not installed; the time limit where it was stopped.
    seconds: float | None
    stopped: bool = False
    answers: tuple[Fraction | float, ...] = ()


def _ours(rules: Rules, wanted: Sequence[str]) -> Prepared:
    try:
        import lcr_teach.markov.lifting_fast
    except ImportError:
        import lcr_teach.markov.lifting_plain
    import lcr_teach.chain

    def answers() -> list[Any]:
        chain = lcr_teach.chain.GameChain(rules)
        found: list[Any] = []
        if "win" in wanted:
            found += chain.win_probabilities()
        # The variance brings the expected turns along, so it is asked first.
        variance = [chain.variance_turns()] if "variance" in wanted else []
        if "turns" in wanted:
            found.append(chain.expected_turns())
        return [Fraction(int(x.p), int(x.q)) for x in found + variance]

    return answers


def _elimination(rules: Rules, wanted: Sequence[str]) -> Prepared:
    """What answers small tables in the kit: ``DomainMatrix``, class after class."""
    from lcr_teach import AbsorbingChain

    def answers() -> list[Any]:
        # The same chain without what a game knows better: seats that are alike.
        chain = rules.chain()
        plain = AbsorbingChain({s: chain.transitions(s) for s in chain.states}, chain.start)
        found: list[Any] = []
        if "win" in wanted:
            win = [0] * rules.players
            for end, p in plain.absorption_probabilities().items():
                win[end.winner or 0] += p
            found += win
        if "turns" in wanted:
            found.append(plain.expected_turns())
        if "variance" in wanted:
            found.append(plain.variance_turns())
        return [Fraction(int(x.p), int(x.q)) for x in found]

    return answers


def _fractions(rules: Rules, wanted: Sequence[str]) -> Prepared:
    from benchmarks import plain

    return plain.prepared(rules, wanted)


def _storm(exact: bool) -> Callable[[Rules, Sequence[str]], Prepared]:
    def prepare(rules: Rules, wanted: Sequence[str]) -> Prepared:
        from benchmarks import storm

        return storm.prepared(rules, wanted, exact)

    return prepare


def _sympy(rules: Rules, wanted: Sequence[str]) -> Prepared:
    chain = rules.chain()
    process = chain.to_sympy()
    names = {str(state): state for state in chain.states}

    def answers() -> list[Any]:
        states, _, R, _ = process.decompose()
        N = process.fundamental_matrix()
        ends = [names[str(s)] for s in states[: R.cols]]
        start = [str(s) for s in states].index(str(rules.start)) - R.cols
        found: list[Any] = []
        if "win" in wanted:
            win = [0] * rules.players
            for end, p in zip(ends, N[start, :] * R, strict=True):
                win[end.winner or 0] += p
            found += win
        means = [sum(N[k, :]) for k in range(N.rows)]
        if "turns" in wanted:
            found.append(means[start])
        if "variance" in wanted:
            second = sum(p * (2 * t - 1) for p, t in zip(N[start, :], means, strict=True))
            found.append(second - means[start] ** 2)
        return [Fraction(int(x.p), int(x.q)) for x in found]

    return answers


def _pydtmc(rules: Rules, wanted: Sequence[str]) -> Prepared:
    import pydtmc

    chain = rules.chain()
    matrix = chain.to_scipy().toarray()
    names = [str(state) for state in chain.states]
    ends = [state.winner for state in chain.absorbing_states]
    place = chain.transient_states.index(chain.start)

    def answers() -> list[Any]:
        process = pydtmc.MarkovChain(matrix, names)
        found: list[Any] = []
        if "win" in wanted:
            chances = process.absorption_probabilities()[:, place]
            found += [
                sum(p for p, winner in zip(chances, ends, strict=True) if winner == seat)
                for seat in range(rules.players)
            ]
        if not hasattr(process, "mean_absorption_times"):  # PyDTMC 10
            statistics = [
                n for k, n in (("turns", "mean"), ("variance", "variance")) if k in wanted
            ]
            found += [process.absorption_times(name)[place] for name in statistics]
            return [float(x) for x in found]
        means = process.mean_absorption_times()
        if "turns" in wanted:
            found.append(means[place])
        if "variance" in wanted:
            # PyDTMC 8 has no variance, but what the textbook's formula for it needs.
            second = process.fundamental_matrix[place] @ (2 * means - 1)
            found.append(second - means[place] ** 2)
        return [float(x) for x in found]

    return answers


SOLVERS = {
    "ours": Solver("lcr_teach", "lcr_teach", _ours),
    "elimination": Solver("DomainMatrix elimination of the same chain", "sympy", _elimination),
    "fractions": Solver(
        "Fraction elimination level by level, transition table given", "lcr_teach", _fractions
    ),
    "storm": Solver("Storm, exact; hand-written PRISM program", "stormpy", _storm(exact=True)),
    "storm_float": Solver(
        "Storm, floats at its own precision 1e-6", "stormpy", _storm(exact=False)
    ),
    "sympy": Solver("sympy.stats.DiscreteMarkovChain, matrix given", "sympy", _sympy),
    "pydtmc": Solver("PyDTMC, floats, matrix given", "pydtmc", _pydtmc),
}


def measured(
    name: str,
    players: int,
    chips: int,
    wanted: Sequence[str],
    limit: float,
    runs: int = 5,
    without: Sequence[str] = (),
) -> Measured:
    """Time one solver at one table.

    Parameters
    ----------
    name : str
        One of `SOLVERS`.
    limit : float
        Seconds after which the solver is stopped.
    runs : int
        The median of so many runs, of fewer if they take long.
    without : sequence of str
        Libraries that cannot be imported there.
    """
    solver = SOLVERS[name]
    if importlib.util.find_spec(solver.needs) is None:
        return Measured(f"{solver.needs} is not installed: make peers", None)
    print(f"… {players} x {chips}: {solver.title}", file=sys.stderr)
    task = {"name": name, "players": players, "chips": chips, "wanted": list(wanted)}
    task |= {"limit": limit, "runs": runs, "without": list(without)}
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.peers", json.dumps(task)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parent.parent,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line == "ready\n":
                break
        try:
            shown, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            return Measured(solver.title, limit, stopped=True)
    if process.returncode:
        raise RuntimeError(f"{solver.title} failed at {players} x {chips}.")
    found = json.loads(shown.splitlines()[-1])
    answers = tuple(map(_read, found["answers"]))
    return Measured(solver.title, found["seconds"], answers=answers)


# Fractions travel in hexadecimal: Python reads and writes decimals of limited length only.


def _shown(number: Fraction | float) -> str | float:
    if isinstance(number, Fraction):
        return f"{number.numerator:x}/{number.denominator:x}"
    return number


def _read(number: str | float) -> Fraction | float:
    if isinstance(number, str):
        above, below = number.split("/")
        return Fraction(int(above, 16), int(below, 16))
    return number


class _Refuse:
    """Makes libraries as if they were not installed."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = set(names)

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.split(".")[0] in self._names:
            raise ImportError(name)


def main(task: dict[str, Any]) -> None:
    """Time one solver; this runs in the process of its own."""
    # A rival's answers may come as decimals of any length.
    sys.set_int_max_str_digits(0)
    sys.meta_path.insert(0, _Refuse(task["without"]))
    from lcr_teach import Rules

    rules = Rules(task["players"], task["chips"])
    solve = SOLVERS[task["name"]].prepare(rules, task["wanted"])
    print("ready", flush=True)
    times: list[float] = []
    while len(times) < task["runs"]:
        start = time.perf_counter()
        answers = solve()
        times.append(time.perf_counter() - start)
        # Another run must neither be stopped nor keep anybody waiting.
        if sum(times) + 2 * times[-1] > min(task["limit"], 20):
            break
    print(json.dumps({"seconds": median(times), "answers": list(map(_shown, answers))}))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
