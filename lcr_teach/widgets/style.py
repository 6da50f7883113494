"""The style sheet of the widgets.

Its names all begin with "lcr-", and every copy of it says the same, so that two widgets in
one notebook do not disturb each other. Colours follow JupyterLab's theme; where the theme's
own are too faint to be read (WCAG 2.1 asks for a contrast of 4.5), the kit has its own.
"""

from __future__ import annotations

__all__ = ["STYLE"]

STYLE = """<style>
.lcr-widget { --lcr-size: 1; color: var(--jp-ui-font-color1, #222); }
.lcr-widget .widget-html-content { line-height: 1.4; }
.lcr-widget .lcr-hidden { display: none; }
.lcr-picture svg { display: block; width: 100%; height: auto; }
.lcr-row { flex-flow: row wrap; gap: 2px 6px; align-items: center; }
.lcr-row .jupyter-button { width: auto; min-width: 2.6em; }
.lcr-row .widget-label { width: auto; }
.lcr-widget .jupyter-button { color: var(--jp-ui-font-color1, #222);
  border: 1px solid var(--jp-border-color1, #bbb); border-radius: 4px; }
.lcr-widget .jupyter-button.mod-primary, .lcr-widget .jupyter-button.mod-primary:hover {
  background: #00558C; color: #fff; border-color: #00558C; }
.lcr-widget .jupyter-button:disabled { opacity: 0.45; }
.lcr-widget :is(input, textarea)::placeholder { color: var(--jp-ui-font-color2, #555); opacity: 1; }
.lcr-widget :is(button, input, select, textarea, [tabindex]):focus-visible {
  outline: 3px solid #D55E00; outline-offset: 1px; }
.lcr-slider { display: flex; flex-flow: row wrap; align-items: center; gap: 2px 10px;
  font-size: var(--jp-widgets-font-size, 13px); max-width: 100%; padding: 2px; }
.lcr-slider input { accent-color: #0072B2; margin: 0; height: var(--jp-widgets-inline-height);
  width: calc(340px * var(--lcr-size)); max-width: 100%; }
.lcr-slider output { font-variant-numeric: tabular-nums; min-width: 4em; }
.lcr-chosen [data-choose] { cursor: pointer; }
.lcr-say { font-size: 1.25em; }
.lcr-play-table .lcr-say { min-height: 2.9em; }
.lcr-ask { font-size: 1.3em; font-weight: 600; padding: 4px 0; }
.lcr-say b { font-weight: 600; }
.lcr-warn { border-left: 4px solid #D55E00; padding: 2px 10px; font-size: 1.1em; }
.lcr-formula { max-width: 34em; white-space: normal; overflow-wrap: anywhere; text-align: left; }
.lcr-note { color: var(--jp-ui-font-color2, #555); }
.lcr-numbers { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 1.05em; }
.lcr-numbers caption { text-align: left; font-weight: 600; padding: 2px 4px; }
.lcr-numbers th, .lcr-numbers td { text-align: right; padding: 2px 12px; white-space: nowrap; }
.lcr-widget .widget-html-content:has(> .lcr-numbers) { overflow-x: auto; }
.lcr-table-sizes .lcr-numbers th, .lcr-table-sizes .lcr-numbers td {
  white-space: normal; padding: 2px 6px;
}
.lcr-numbers th:first-child, .lcr-numbers td:first-child { text-align: left; padding-left: 4px; }
.lcr-numbers tr + tr { border-top: 1px solid var(--jp-border-color2, #ddd); }
.lcr-numbers tbody th { font-weight: normal; }
.lcr-scroll { max-height: 22em; overflow: auto; }
.lcr-key { display: inline-block; min-width: 1.6em; border-radius: 0.8em; text-align: center;
  font-weight: 600; margin-right: 0.5em; }
.lcr-bar { width: calc(260px * var(--lcr-size)); height: 0.8em; border-radius: 0.4em;
  border: 1px solid var(--jp-ui-font-color2, #555); overflow: hidden; display: inline-block;
  vertical-align: middle; margin-right: 0.6em; }
.lcr-bar div { height: 100%; background: #0072B2; }
.lcr-turns { height: 7em; overflow-y: auto; margin: 0; padding: 4px 8px;
  border: 1px solid var(--jp-border-color2, #ddd); border-radius: 4px; }
.lcr-turns div { font-variant-numeric: tabular-nums; }
.lcr-fade { animation: lcr-fade 0.35s ease-out; }
.lcr-drop { animation: lcr-drop 0.3s ease-out; transform-box: fill-box; transform-origin: center; }
.lcr-projector { --lcr-size: 1.6; --jp-widgets-font-size: 21px; --jp-widgets-inline-height: 42px;
  --jp-ui-font-size1: 21px; --jp-widgets-input-padding: 6px; font-size: 21px; }
.lcr-projector .jupyter-button { font-size: 21px; height: 42px; line-height: 38px; }
.lcr-projector .widget-html-content { font-size: 21px; }
.lcr-projector .widget-radio-box label { height: auto; line-height: 1.7; }
.lcr-projector .widget-radio-box input { width: 0.9em; height: 0.9em; margin-top: 0.45em; }
.lcr-projector .lcr-picture svg { max-width: min(100%, 150vh) !important; }
@keyframes lcr-fade { from { opacity: 0; } }
@keyframes lcr-drop { from { opacity: 0; transform: rotate(-100deg) scale(1.5); } }
@media (prefers-reduced-motion: reduce) { .lcr-fade, .lcr-drop { animation: none; } }
</style>"""
