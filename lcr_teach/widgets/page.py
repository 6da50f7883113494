"""What ipywidgets cannot do, in a few lines of the browser's own language each.

Its sliders have no name for those who hear the page: here the slider is the browser's, so it
is dragged, answers to the arrow keys, and says its name and value. Its HTML view tells nobody
what was clicked: here parts of a drawing can be chosen. And JupyterLab takes arrow keys and
letters that are pressed on a control for its own: here a widget keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import traitlets

__all__ = ["ChoiceDrawing", "Keys", "Slider"]

_SLIDER = """
function render({ model, el }) {
  const name = document.createElement("span");
  const input = document.createElement("input");
  const said = document.createElement("output");
  input.type = "range";
  input.min = 0;
  el.classList.add("lcr-slider");
  const refresh = () => {
    const texts = model.get("texts");
    name.textContent = model.get("label");
    input.max = texts.length - 1;
    input.value = model.get("place");
    input.disabled = model.get("disabled");
    said.textContent = texts[model.get("place")] ?? "";
    input.setAttribute("aria-label", model.get("label"));
    input.setAttribute("aria-valuetext", said.textContent);
  };
  input.addEventListener("input", () => {
    model.set("place", Number(input.value));
    model.save_changes();
  });
  const followed = ["texts", "label", "disabled", "place"].map((trait) => `change:${trait}`);
  for (const each of followed) model.on(each, refresh);
  refresh();
  el.append(name, input, said);
  return () => followed.forEach((each) => model.off(each, refresh));
}
export default { render };
"""

_DRAWING = """
function render({ model, el }) {
  const draw = () => {
    const held = el.contains(document.activeElement)
      ? document.activeElement.getAttribute("data-choose") : null;
    el.innerHTML = model.get("value");
    for (const part of el.querySelectorAll("[data-choose]")) {
      part.setAttribute("tabindex", "0");
      part.setAttribute("role", "button");
      if (part.getAttribute("data-choose") === held) part.focus();
    }
  };
  const choose = (event) => {
    const part = event.target.closest("[data-choose]");
    if (part) model.send({ choose: part.getAttribute("data-choose") });
    return part;
  };
  const middle = (part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  // An arrow key goes to the nearest part on that side; what lies aslant counts as farther.
  const go = (event) => {
    const ways = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, -1], ArrowDown: [1, 1] };
    const here = event.target.closest("[data-choose]");
    if (!here || !(event.key in ways)) return;
    event.preventDefault();
    const [axis, sign] = ways[event.key], from = middle(here);
    let best = null, least = Infinity;
    for (const part of el.querySelectorAll("[data-choose]")) {
      const to = middle(part), ahead = sign * (to[axis] - from[axis]);
      const far = ahead + 3 * Math.abs(to[1 - axis] - from[1 - axis]);
      if (ahead > 2 && far < least) [best, least] = [part, far];
    }
    if (!best) return;
    best.focus();
    model.send({ choose: best.getAttribute("data-choose") });
  };
  const press = (event) => {
    if ((event.key === "Enter" || event.key === " ") && choose(event)) event.preventDefault();
    else go(event);
  };
  el.classList.add("lcr-chosen");
  el.addEventListener("click", choose);
  el.addEventListener("keydown", press);
  model.on("change:value", draw);
  draw();
  return () => model.off("change:value", draw);
}
export default { render };
"""

# What Ctrl, Alt or Shift make of a key stays JupyterLab's: it saves, and runs the cell.
_KEYS = """
function render({ el }) {
  const keep = (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key !== "Escape"
        && !(event.shiftKey && event.key === "Enter")) event.stopPropagation();
  };
  let tries = 0;
  const find = () => {
    const widget = el.closest(".lcr-widget");
    if (widget) widget.addEventListener("keydown", keep);
    else if (tries++ < 600) requestAnimationFrame(find);
  };
  el.style.display = "none";
  find();
}
export default { render };
"""


class Keys(anywidget.AnyWidget):
    """Nothing to see: keeps the keys that are pressed in a widget from JupyterLab.

    Without it the arrow keys would go from cell to cell instead of through a list of
    choices, and pressing D twice on a button would delete its cell.
    """

    _esm = _KEYS


class Slider(anywidget.AnyWidget):
    """A slider over any values in their order; made by :func:`lcr_teach.widgets.controls.slider`.

    Attributes
    ----------
    value
        The value where the slider stands; can be set to any of the stops, and observed.
    stops : list
        All values in their order.
    label : str
        Its name.
    text : str
        What stands beside it now.
    """

    _esm = _SLIDER
    label = traitlets.Unicode().tag(sync=True)
    texts = traitlets.List(traitlets.Unicode()).tag(sync=True)
    place = traitlets.Int(0).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    value = traitlets.Any()

    def __init__(
        self, stops: Sequence[Any], label: str, value: Any, written: Callable[[Any], str] = str
    ) -> None:
        self._written = written
        self.stops = list(stops)
        texts = [written(stop) for stop in self.stops]
        super().__init__(label=label, texts=texts, value=value, place=self._place_of(value))

    def _place_of(self, value: Any) -> int:
        if value not in self.stops:
            raise ValueError(f"{self.label or 'a slider'} has no stop {value!r}.")
        return self.stops.index(value)

    @property
    def text(self) -> str:
        """What stands beside the slider."""
        return self._written(self.value)

    def move(self, stops: Sequence[Any], value: Any) -> None:
        """Give it other stops and put it on one of them; observers hear of the value only."""
        self.stops = list(stops)
        place = self._place_of(value)
        texts = [self._written(stop) for stop in self.stops]
        if texts == self.texts:
            self.value = value
            return
        # The place must fit the stops at every moment, here and in the page.
        with self.hold_sync():
            self.set_trait("value", value)
            self.texts = texts
            self.place = place

    @traitlets.observe("place")
    def _placed(self, change: dict[str, Any]) -> None:
        if 0 <= change["new"] < len(self.stops):
            self.value = self.stops[change["new"]]

    @traitlets.validate("value")
    def _known(self, proposal: dict[str, Any]) -> Any:
        self._place_of(proposal["value"])
        return proposal["value"]

    @traitlets.observe("value")
    def _valued(self, change: dict[str, Any]) -> None:
        self.place = self._place_of(change["new"])


class ChoiceDrawing(anywidget.AnyWidget):
    """A drawing, parts of which can be chosen with the mouse, with Tab and Enter, or arrow keys.

    A part is any SVG element with the attribute ``data-choose`` and an ``aria-label``. The
    drawing itself is made with ``picture(…, role="group")``.

    Attributes
    ----------
    value : str
        The drawing, as SVG text.
    """

    _esm = _DRAWING
    value = traitlets.Unicode().tag(sync=True)

    def __init__(self, action: Callable[[str], object]) -> None:
        super().__init__()
        self._action = action
        self.on_msg(self._heard)

    def _heard(self, _: object, said: Any, __: object) -> None:
        if isinstance(said, dict) and isinstance(said.get("choose"), str):
            self._action(said["choose"])
