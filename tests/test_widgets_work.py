import asyncio
import threading
import time

import pytest

from lcr_teach import Rules, simulate
from lcr_teach.widgets import work as work_module
from lcr_teach.widgets.work import Work


def in_a_kernel(scenario):
    """Run a scenario in an event loop, as a kernel has one."""

    async def limited():
        await asyncio.wait_for(scenario(), timeout=60)

    asyncio.run(limited())


def endless():
    while True:
        yield 0.5


def test_steps_let_others_work_and_stop():
    work = Work("lcr-work")
    ended = []

    async def scenario():
        assert work.step(endless, lambda: ended.append(True))
        assert work.is_running
        assert (work.bar.value, work.button.disabled) == ("", True)
        while work.button.disabled:
            await asyncio.sleep(0.02)
        assert 'aria-valuenow="50"' in work.bar.value
        work.button.click()
        await work.wait()
        await asyncio.sleep(0)

    in_a_kernel(scenario)
    assert ended == [True]
    assert work.was_stopped
    assert (work.is_running, work.bar.value, work.button.disabled) == (False, "", True)


def test_a_second_start_does_nothing():
    work = Work("lcr-work")

    async def scenario():
        assert work.step(endless)
        assert not work.step(endless)
        assert not work.compute(lambda progress, stop: 1, print)
        work.stop()
        await work.wait()
        assert work.step(lambda: iter([1.0]))
        await work.wait()
        assert not work.was_stopped

    in_a_kernel(scenario)


def test_a_thread_computes_with_a_bar_and_hands_over_what_it_has_when_stopped():
    work = Work("lcr-work")
    results, bars = [], set()
    begun = threading.Event()

    def compute(progress, stop):
        number = 0
        while not stop.is_set():
            number += 1
            progress(25, 100)
            begun.set()
            time.sleep(0.001)
        return number, threading.current_thread() is threading.main_thread()

    async def scenario():
        assert work.compute(compute, results.append)
        while not begun.is_set() or 'aria-valuenow="25"' not in work.bar.value:
            await asyncio.sleep(0.01)
        bars.add(work.bar.value)
        work.stop()
        await work.wait()

    in_a_kernel(scenario)
    ((number, main),) = results
    assert number > 0
    assert not main
    assert work.was_stopped
    assert "25 %" in bars.pop()


def test_the_library_can_be_stopped():
    work = Work("lcr-work")
    samples = []

    async def scenario():
        work.compute(
            lambda progress, stop: simulate(Rules(12), 10**8, seed=1, progress=progress, stop=stop),
            samples.append,
        )
        await asyncio.sleep(0.05)
        work.stop()
        await work.wait()

    in_a_kernel(scenario)
    # One block may take longer than anybody waits; then there is no result.
    for sample in samples:
        assert not sample.complete


def test_who_does_not_listen_to_stop_is_left_alone(monkeypatch):
    monkeypatch.setattr(work_module, "_PATIENCE", 0.05)
    work = Work("lcr-work")
    results = []
    let_go = threading.Event()

    async def scenario():
        work.compute(lambda progress, stop: let_go.wait(30), results.append)
        work.stop()
        await work.wait()
        let_go.set()
        await asyncio.sleep(0.05)

    in_a_kernel(scenario)
    assert results == []
    assert work.was_stopped


def test_an_error_is_handed_over():
    work = Work("lcr-work")
    errors = []

    def fail(progress, stop):
        raise ValueError("too large")

    in_a_kernel_done = []

    async def scenario():
        work.compute(fail, in_a_kernel_done.append, errors.append)
        await work.wait()

    in_a_kernel(scenario)
    assert [str(error) for error in errors] == ["too large"]
    assert in_a_kernel_done == []


def test_without_an_event_loop_it_is_done_at_once():
    results, changes = [], []
    work = Work("lcr-work", lambda: changes.append(work.is_running))
    assert work.compute(lambda progress, stop: 7, results.append)
    assert results == [7]
    assert changes == [False]
    with pytest.raises(ZeroDivisionError):
        work.compute(lambda progress, stop: 1 // 0, results.append)


def test_a_widget_is_told_when_work_begins_and_ends():
    changes = []
    work = Work("lcr-work", lambda: changes.append(work.is_running))

    async def scenario():
        work.step(lambda: iter([1.0]))
        await work.wait()
        await asyncio.sleep(0)

    in_a_kernel(scenario)
    assert changes == [True, False]


def test_cancelled_work_has_no_result():
    work, results = Work("lcr-work"), []

    async def scenario():
        work.compute(lambda progress, stop: stop.wait(30), results.append)
        await asyncio.sleep(0.02)
        work.cancel()
        await work.wait()

    in_a_kernel(scenario)
    assert results == []


def test_running_a_cell_again_stops_what_it_left(monkeypatch):
    now = ["cell", "first"]
    monkeypatch.setattr(work_module, "_cell_now", lambda: tuple(now))
    monkeypatch.setattr(work_module, "_BY_CELL", {})

    async def scenario():
        one, two = Work("lcr-work"), Work("lcr-work")
        one.step(endless)
        two.step(endless)
        now[:] = ["another cell", "second"]
        Work("lcr-work")
        await asyncio.sleep(0.02)
        assert one.is_running
        assert two.is_running
        now[:] = ["cell", "third"]
        again = Work("lcr-work")
        again.step(endless)
        await asyncio.sleep(0.02)
        assert (one.is_running, two.is_running, again.is_running) == (False, False, True)
        again.cancel()

    in_a_kernel(scenario)


@pytest.mark.parametrize("replaced", [True, False])
def test_work_that_is_replaced_tells_of_no_end(replaced):
    told = []
    work = Work("lcr-work", changed=lambda: told.append(work.is_running))

    async def forever():
        while True:
            await asyncio.sleep(0.01)

    async def scenario():
        work.run(forever)
        work.cancel(replaced=replaced)
        await asyncio.sleep(0.03)

    asyncio.run(scenario())
    assert told == ([True] if replaced else [True, False])
    assert work.button.disabled
