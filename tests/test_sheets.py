"""The sheets for the classroom are as their script draws them, and fit what the kit reads."""

from __future__ import annotations

import runpy
import xml.etree.ElementTree as ET

import pytest
from prose.pages import ROOT

from lcr_teach import Rules, Tally

FOLDER = ROOT / "docs" / "teaching" / "sheets"
SVG = "{http://www.w3.org/2000/svg}"
SHEETS = runpy.run_path(str(FOLDER / "make.py"))["sheets"]()


def words(name):
    return [element.text for element in ET.fromstring(SHEETS[name]).iter(f"{SVG}text")]


def test_no_sheet_is_out_of_date():
    kept = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.svg")}
    assert kept == SHEETS, "run: python docs/teaching/sheets/make.py"


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_one_page_in_black_and_white_that_says_what_it_is(name):
    page = ET.fromstring(SHEETS[name])
    assert (page.get("width"), page.get("height")) == ("210mm", "297mm")
    assert page.get("viewBox") == "0 0 210 297"
    assert page.find(f"{SVG}title").text
    assert len(page.find(f"{SVG}desc").text.split()) > 5
    for element in page.iter():
        for colour in ("fill", "stroke"):
            assert element.get(colour) in {None, "black", "white", "none"}
        for along, longest in (("x", 210), ("x1", 210), ("x2", 210), ("y", 297), ("y2", 297)):
            assert 0 <= float(element.get(along, 0)) <= longest
        # No letter of the usual fonts is wider than 0.56 of its height, on average.
        if element.tag == f"{SVG}text" and element.get("text-anchor") == "start":
            width = 0.56 * float(element.get("font-size")) * len(element.text)
            assert float(element.get("x")) + width <= 210, element.text


def test_the_tally_sheet_has_the_columns_that_a_tally_reads():
    template = Tally(Rules(3, 3)).template(games=40).splitlines()
    head, *rows = [line for line in template if not line.startswith("#")]
    written = words("tally-sheet.svg")
    for column in head.split(","):
        assert written.count(column) == 2  # two halves of a page
    assert [word for word in written if word.isdigit()] == [row.split(",")[0] for row in rows]


def test_the_state_graph_has_the_positions_and_arrows_of_the_smallest_table():
    chain = Rules(players=2, chips=1).chain()
    page = ET.fromstring(SHEETS["state-graph.svg"])
    circles = [circle.get("r") for circle in page.iter(f"{SVG}circle")]
    assert len(circles) == len(chain.transient_states) + 2 * len(chain.absorbing_states)
    arrows = [path for path in page.iter(f"{SVG}path") if path.get("class") == "arrow"]
    assert len(arrows) == sum(len(chain.transitions(state)) for state in chain.transient_states)


def test_the_agreement_names_all_faces():
    assert {"L", "C", "R", "blank"} <= set(words("dice-agreement.svg"))
