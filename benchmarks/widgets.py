"""Every control of every widget: how long the kernel is busy after a click or a move.

What takes longer than a tenth of a second must run beside the page, with a bar and a Stop
button. Here there is no event loop, so that such work is done at once and counted whole.
"""

from __future__ import annotations

import contextlib
import itertools
import tempfile
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import ipywidgets

from benchmarks.timing import Row
from lcr_teach import widgets
from lcr_teach.widgets.page import Slider
from lcr_teach.widgets.view import Widget

RUNS = 5
LONGEST = 0.1
#: How the widgets are made; all others as their name alone makes them.
MADE: dict[str, Callable[[], Widget]] = {
    "ChainMap": lambda: widgets.ChainMap(3, 1),
    "DieDesigner": lambda: widgets.DieDesigner(3, 1),
    "Predict": lambda: widgets.Predict("How many?", low=0, high=100),
}


def rows() -> Iterator[Row]:
    for name in widgets.__all__:
        made = MADE.get(name, getattr(widgets, name))()
        for css, control in _controls(made.view):
            act = _action(control)
            if act is None:
                continue
            times = []
            # What is saved goes into a folder of its own.
            with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
                for _ in range(RUNS):
                    start = time.perf_counter()
                    act()
                    times.append(time.perf_counter() - start)
            taken = median(times)
            note = "under 0.1 s"
            if taken > LONGEST:
                note = "beside the page, with Stop" if hasattr(made, "_work") else "TOO LONG"
            yield Row(f"{name} {css}", taken, note=note)


def _controls(view: Any) -> Iterator[tuple[str, Any]]:
    """All parts of a view that carry a class of the kit, once each."""
    for child in getattr(view, "children", ()):
        yield from _controls(child)
    names = [name for name in view._dom_classes if name.startswith("lcr-")]
    if names:
        yield names[0], view


def _action(control: Any) -> Callable[[], object] | None:
    """What a reader does with a control: press it, or give it its next value."""
    if isinstance(control, ipywidgets.Button):
        return None if "stop" in control._dom_classes[0] else control.click
    if isinstance(control, Slider):
        return _next_of(control, list(control.stops))
    if isinstance(control, ipywidgets.Dropdown):
        return _next_of(control, [value for _, value in control._options_full])
    if isinstance(control, ipywidgets.Checkbox):
        return _next_of(control, [False, True])
    if isinstance(control, (ipywidgets.IntText, ipywidgets.BoundedIntText)):
        return _next_of(control, [control.value, control.value - 1 or 2])
    return None


def _next_of(control: Any, values: list[Any]) -> Callable[[], object]:
    others = itertools.cycle([value for value in values if value != control.value] + values)

    def act() -> None:
        control.value = next(others)

    return act
