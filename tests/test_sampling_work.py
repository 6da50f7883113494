"""Long work: any executor gives the same sample, and a stop leaves no bias behind."""

import doctest
import os
import re
import sys
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from lcr_teach.rules import Rules
from lcr_teach.sampling import counting, simulate, work
from lcr_teach.sampling.games import BLOCK

RULES = Rules(7, 3)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(work, "BLOCK", 100)


@pytest.fixture
def usual():
    return simulate(RULES, 1050, seed=1)


class LastFirst(Executor):
    """Does the work only when four tasks wait, and then the last one first."""

    _max_workers = 2

    def __init__(self):
        self.waiting = []
        self.submitted = 0

    def submit(self, function, /, *arguments):
        future = Future()
        self.submitted += 1
        self.waiting.append((future, function, arguments))
        if len(self.waiting) == 4 or arguments[3] == 10:
            while self.waiting:
                done, function, arguments = self.waiting.pop()
                done.set_result(function(*arguments))
        return future


def test_the_order_of_finishing_does_not_matter(usual):
    assert simulate(RULES, 1050, seed=1, executor=LastFirst()) == usual


@pytest.mark.parametrize("workers", [1, 3])
def test_the_number_of_workers_does_not_matter(usual, workers):
    with ThreadPoolExecutor(workers) as pool:
        assert simulate(RULES, 1050, seed=1, executor=pool) == usual


def test_a_pool_of_processes_plays_the_same_games(usual):
    with ProcessPoolExecutor(2) as pool:
        assert simulate(RULES, 1050, seed=1, executor=pool) == usual


def _die(*_):
    os._exit(1)


def test_a_pool_whose_workers_die_loses_nothing(usual):
    with ProcessPoolExecutor(2) as pool:

        def progress(done, games):
            if done == 300:
                pool.submit(_die)

        assert simulate(RULES, 1050, seed=1, executor=pool, progress=progress) == usual


def test_an_error_of_a_worker_is_not_hidden():
    class Broken(Executor):
        def submit(self, function, /, *arguments):
            future = Future()
            future.set_exception(MemoryError("no more"))
            return future

    with pytest.raises(MemoryError, match="no more"):
        simulate(RULES, 1050, seed=1, executor=Broken())


def test_a_cluster_of_two_processes_survives_the_death_of_one(usual):
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor()
        assert simulate(RULES, 1050, seed=1, executor=executor) == usual
        pids = list(client.run(os.getpid).values())
        killed = []

        def progress(done, games):
            if not killed:
                killed.append(pids[0])
                os.kill(pids[0], 9)

        sample = simulate(RULES, 1050, seed=1, executor=executor, progress=progress)
        assert killed
        assert sample == usual
        assert sample.complete


def test_the_page_on_many_processors_is_right(monkeypatch):
    monkeypatch.setattr(work, "BLOCK", BLOCK)
    page = Path(__file__).parents[1] / "docs" / "many-machines.md"
    blocks = re.findall(r"^```python\n(.+?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) == 2
    for block in blocks:
        if "distributed" in block:
            pytest.importorskip("distributed")
        example = doctest.DocTestParser().get_doctest(block, {}, page.name, str(page), 0)
        assert len(example.examples) == 4
        assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("executor", [None, "threads"])
def test_progress_of_games_played_one_by_one(executor):
    told = []
    with ThreadPoolExecutor(2) as pool:
        simulate(
            RULES,
            450,
            seed=1,
            executor=pool if executor else None,
            progress=lambda done, games: told.append((done, games)),
        )
    done = [d for d, _ in told]
    assert done == sorted(done)
    assert len(told) == 5
    assert told[-1] == (450, 450)


def test_progress_of_games_that_are_counted():
    told = []
    simulate(Rules(3, 2), 1000, seed=1, progress=lambda *numbers: told.append(numbers))
    done = [d for d, _ in told]
    assert done == sorted(done)
    assert len(told) > 10
    assert told[-1] == (1000, 1000)


@pytest.mark.parametrize(
    ("rules", "stop", "shown"),
    [
        (RULES, None, r"100%.* 1\.05k/1\.05k .* games/s"),
        (RULES, iter([False, True]).__next__, r" 19%.* 200/1\.05k .* games/s"),
        (Rules(3, 2), None, r"100%.* 1\.05k/1\.05k .* games/s"),
    ],
    ids=["one by one", "stopped", "counted"],
)
def test_a_bar_shows_how_far_it_is(capsys, rules, stop, shown):
    sample = simulate(rules, 1050, seed=1, progress=True, stop=stop)
    out, err = capsys.readouterr()
    assert out == ""
    assert "  0%|" in err
    assert re.search(shown, err.rpartition("\r")[2])
    assert err.endswith("\n")  # a bar that is left open has no end of line
    assert sample == simulate(rules, sample.games, seed=1)


def test_a_bar_is_closed_when_the_work_fails(capsys, monkeypatch):
    monkeypatch.setattr(counting, "_MOST_TURNS", 3)
    with pytest.raises(ValueError, match="not over after 3 turns"):
        simulate(Rules(), 1000, seed=1, progress=True)
    assert capsys.readouterr().err.endswith("\n")


def test_nothing_is_shown_or_imported_unless_it_is_asked_for(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    simulate(RULES, 1050, seed=1)
    simulate(RULES, 1050, seed=1, progress=False)
    assert capsys.readouterr() == ("", "")
    with pytest.raises(ImportError, match="tqdm"):
        simulate(RULES, 1050, seed=1, progress=True)


def test_a_stopped_run_has_the_first_blocks_of_the_whole_run():
    event = threading.Event()
    stopped = simulate(
        RULES, 1050, seed=1, stop=event, progress=lambda done, _: event.set() if done > 250 else 0
    )
    assert not stopped.complete
    assert stopped.games == 300
    assert stopped == simulate(RULES, 300, seed=1)
    assert stopped.seeds == (1,)


def test_blocks_that_were_begun_are_finished():
    executor = LastFirst()
    calls = iter([False] * 3 + [True] * 100)
    stopped = simulate(RULES, 1050, seed=1, executor=executor, stop=lambda: next(calls))
    assert not stopped.complete
    assert stopped.games == 100 * executor.submitted == 400
    assert stopped == simulate(RULES, stopped.games, seed=1)


def test_a_stop_before_the_first_game_still_gives_a_sample():
    stopped = simulate(RULES, 1050, seed=1, stop=lambda: True)
    assert (stopped.games, stopped.complete) == (100, False)
    stopped = simulate(Rules(), 10**6, seed=1, stop=lambda: True)
    assert (stopped.games, stopped.complete) == (10_000, False)


def test_a_stop_that_comes_too_late_leaves_the_sample_complete():
    assert simulate(RULES, 50, seed=1, stop=lambda: True).complete
    few = simulate(Rules(3, 2), 1000, seed=1, stop=lambda: True)
    assert few.complete
    assert few == simulate(Rules(3, 2), 1000, seed=1)


@pytest.mark.parametrize("turn", [1, 12, 40])
def test_a_stopped_count_has_the_law_of_whole_games(turn):
    """Chi-square of the joint counts against 10**12 games that were not stopped.

    Over 20 seeds the p-values must look uniform; false alarm 1 in 1000.
    """
    rules, seeds = Rules(), 20
    law = simulate(rules, 10**12, seed=99).joint
    p_values = []
    for seed in range(seeds):
        asked = iter(range(1000))
        sample = simulate(rules, 10**6, seed=seed, stop=lambda asked=asked: next(asked) == turn)
        assert sample.games == 10_000
        assert not sample.complete
        pairs = [(sample.joint.get(k, 0), n / 10**8) for k, n in law.items() if n >= 5 * 10**8]
        observed, expected = np.array([*pairs, np.subtract(10_000, np.sum(pairs, axis=0))]).T
        p_values.append(stats.chisquare(observed, expected * 10_000 / expected.sum()).pvalue)
    assert stats.kstest(p_values, "uniform").pvalue > 0.001


def test_all_games_are_as_likely_to_be_kept():
    """Of a million games, each cell keeps its share within 5 standard errors."""
    ended = [np.array([[0, 1, 1, 0, 300_000], [1, 2, 2, 0, 100_000]])]
    here = (np.arange(3), np.zeros(3, np.int64), np.array([400_000, 199_999, 1]))
    rows, position, _, count = counting._choose(ended, *here, np.random.default_rng(1))
    kept = dict(zip(position.tolist(), count.tolist(), strict=True))
    assert sum(kept.values()) + rows[0][:, 4].sum() == counting._KEPT
    for found, share in [*zip(rows[0][:, 4], [0.3, 0.1], strict=True), (kept[0], 0.4)]:
        mean = counting._KEPT * share
        assert abs(found - mean) < 5 * np.sqrt(mean * (1 - share))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"executor": 2}, "executor must be an Executor, not 2."),
        ({"progress": 1}, "progress must be True or a function of two numbers, not 1."),
        ({"stop": True}, "stop must be a function or an event, not True."),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(options, sentence):
    with pytest.raises(TypeError, match=f"^{sentence}$"):
        simulate(RULES, 10, seed=1, **options)
