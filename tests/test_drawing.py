import itertools
import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcr_teach import Face, Game, Rules
from lcr_teach.palette import SEATS, ink, luminance, seat_colour
from lcr_teach.widgets.axes import LogScale, Scale, axis, log_ticks, ticks
from lcr_teach.widgets.charts import Bar, bars, dots, lanes
from lcr_teach.widgets.curves import Curve, curve_plot, interval_plot
from lcr_teach.widgets.drawing import num, picture, text
from lcr_teach.widgets.laws import law_plot
from lcr_teach.widgets.pieces import arrow, chip_stack, die
from lcr_teach.widgets.table_drawing import table, table_in_words

SVG = "{http://www.w3.org/2000/svg}"


def parse(svg):
    return ElementTree.fromstring(svg)


def parse_part(part):
    return parse(picture(100, 100, "part", [part], 100))


def words(svg):
    return [node.text for node in parse(svg).iter(f"{SVG}text")]


def played(players, turns, chips=3, seed=1, **more):
    game = Game(Rules(players, chips, **more), seed)
    for _ in range(turns):
        if not game.state.is_over:
            game.turn()
    return game


def all_pictures():
    bar = Bar("Player 1", seat_colour(0), 0.3, 0.32, (0.28, 0.36))
    yield table(played(3, 0))
    yield table(played(12, 40))
    yield table(played(2, 3))
    yield bars([bar, bar._replace(name="Player 2")], "label", "title")
    yield dots([1, 2, 2, 30], (0, 40), "label", 18.9)
    yield lanes({"a < b": 3, "c & d": 0}, "label", "c & d")
    law = {turns: 0.9**turns / 10 for turns in range(60)}
    yield law_plot(law, "label", sampled={3: 0.1}, marks={"mean": 9.0}, across="turns", log=True)
    yield law_plot({"L < C": 0.4, "C & R": 0.6}, "label", sampled={"L < C": 1.0})
    band = [(1, 0.1, 0.5), (2, 0.2, 0.4)]
    curves = [Curve(f"Player {k}", [(1, 0.1 * k), (2, 0.3)], ribbon=band) for k in range(8)]
    yield curve_plot(curves, "label", levels={"exact": 0.3}, here=1.5, across="games")
    yield interval_plot([(0.1, 0.3), (0.4, 0.5)], 0.2, "label")


@pytest.mark.parametrize("svg", list(all_pictures()))
def test_every_picture_can_stand_twice_on_a_page_and_be_heard(svg):
    root = parse(svg)
    assert root.get("role") == "img"
    assert root.get("aria-label")
    assert "max-width" in root.get("style")
    assert not [node for node in root.iter() if node.get("id")]
    assert "url(#" not in svg
    assert "href" not in svg


@pytest.mark.parametrize("svg", list(all_pictures()))
def test_words_and_lines_on_the_page_follow_the_theme(svg):
    for found in re.findall(r"var\(([^)]*)\)", svg):
        assert re.fullmatch(r"--jp-[a-z0-9-]+, (#[0-9a-f]{3,6}|sans-serif)", found)
    assert "var(--jp-ui-font-color1, #222)" in svg


def test_a_picture_escapes_its_label():
    assert parse(picture(1, 1, 'a "b" <c> & d', [], 1)).get("aria-label") == 'a "b" <c> & d'
    assert parse_part(text(0, 0, "a < b & c")).find(f"{SVG}text").text == "a < b & c"


@pytest.mark.parametrize(
    ("number", "shown"),
    [(1.25, "1.2"), (-0.04, "0"), (3.0, "3"), (-0.06, "-0.1"), (999.96, "1000")],
)
def test_coordinates_are_short(number, shown):
    assert num(number) == shown


def test_dice_show_their_faces():
    for face in (Face.LEFT, Face.CENTRE, Face.RIGHT):
        assert words(picture(9, 9, "", [die(0, 0, face)], 9)) == [face.value]
    blank = parse_part(die(0, 0, Face.BLANK))
    assert not list(blank.iter(f"{SVG}text"))
    assert len(list(blank.iter(f"{SVG}circle"))) == 1


@given(st.integers(0, 60))
def test_a_stack_has_a_disc_for_each_chip_and_stays_in_its_place(number):
    root = parse_part(chip_stack(0, 0, number))
    tops = [e for e in root.iter(f"{SVG}ellipse") if "fill:#F6EEDC" in e.get("style")]
    assert len(tops) == number
    assert [t.text for t in root.iter(f"{SVG}text")] == [str(number)]
    for top in tops:
        assert abs(float(top.get("cx"))) <= 60
        assert abs(float(top.get("cy"))) <= 36


def test_chips_of_one_stack_can_be_told_apart():
    for number in range(2, 37):
        root = parse_part(chip_stack(0, 0, number))
        at = [(e.get("cx"), float(e.get("cy"))) for e in root.iter(f"{SVG}ellipse")]
        columns = {x: sorted({y for column, y in at if column == x}) for x, _ in at}
        gaps = [b - a for ys in columns.values() for a, b in itertools.pairwise(ys)]
        assert min(gaps, default=9) >= 2.5


def test_an_arrow_ends_where_it_should_and_carries_its_number():
    root = parse_part(arrow((0, 0), (50, -20), (100, 0), 2))
    tip = root.find(f".//{SVG}polygon").get("points").split()[0]
    assert tip == "100,0"
    assert root.find(f".//{SVG}text").text == "2"


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(2, 12))
def test_ticks_are_round_few_and_inside(low, width, most):
    high = low + width
    found = ticks(low, high, most)
    assert len(found) <= most + 1
    for value in found:
        assert low - 1e-6 * width <= value <= high + 1e-6 * width
    steps = {round(b - a, 9) for a, b in itertools.pairwise(found)}
    if steps and width > 1:
        step = min(steps)
        digits = f"{step:.0e}"[0]
        assert max(steps) - step <= 1e-6 * max(1, abs(high), abs(low))
        assert digits in "125"


def test_an_axis_marks_what_it_is_given():
    root = parse_part(axis(Scale(0, 10, 100, 300), 50, [(0, "none"), (5, "half")]))
    at = {t.text: float(t.get("x")) for t in root.iter(f"{SVG}text")}
    assert at == {"none": 100, "half": 200}
    upright = parse_part(axis(Scale(0, 1, 300, 100), 50, [(1, "all")], upright=True, grid=9))
    (mark,) = upright.iter(f"{SVG}text")
    assert float(mark.get("y")) == pytest.approx(100, abs=7)
    assert float(mark.get("x")) < 50


def test_bars_are_as_high_as_their_numbers():
    shown = [
        Bar("A", SEATS[0], 0.25, 0.2, (0.15, 0.27)),
        Bar("B", SEATS[1], 0.75, 0.8, (0.73, 0.85)),
    ]
    root = parse(bars(shown, "label", "title"))
    boxes = list(root.iter(f"{SVG}rect"))
    outlined = [float(b.get("height")) for b in boxes if "stroke-width:3" in b.get("style")]
    filled = [float(b.get("height")) for b in boxes if "stroke" not in b.get("style")]
    assert outlined[1] == pytest.approx(3 * outlined[0], rel=0.01)
    assert filled[1] == pytest.approx(4 * filled[0], rel=0.01)
    assert filled[0] == pytest.approx(0.8 * outlined[0], rel=0.01)
    drawn = words(bars(shown, "label", "title"))
    assert drawn[-4:] == ["title", "exact", "sampled", "95 % interval"]


def box_heights(root, style):
    found = [b for b in root.iter(f"{SVG}rect") if style in b.get("style")]
    # The box of the key is no part of the law.
    return [float(b.get("height")) for b in found if float(b.get("y")) > 40]


def test_a_law_is_as_high_as_its_probabilities():
    root = parse(law_plot({1: 0.2, 2: 0.8}, "label", sampled={1: 0.4, 2: 0.6}))
    exact, shares = box_heights(root, "stroke-width:2.5"), box_heights(root, f"fill:{SEATS[0]}")
    assert exact[1] == pytest.approx(4 * exact[0], rel=0.01)
    assert shares == pytest.approx([2 * exact[0], 3 * exact[0]], rel=0.01)
    assert words(law_plot({1: 1.0}, "label"))[-1] == "exact"


def test_a_law_with_many_values_becomes_a_staircase_with_discs():
    law = dict.fromkeys(range(1, 61), 1 / 60)
    root = parse(law_plot(law, "label", sampled={5: 1 / 60, 9: 1 / 30}))
    assert not box_heights(root, "stroke-width:2.5")
    low, high = (float(c.get("cy")) for c in root.iter(f"{SVG}circle"))
    assert high < low
    (stairs,) = (p.get("d") for p in root.iter(f"{SVG}path") if p.get("d").count("L") > 100)
    assert f" {low:g}L" in stairs


def test_a_geometric_tail_is_straight_where_powers_of_ten_stand_evenly():
    law = {turns: 0.5**turns for turns in range(1, 21)}
    tops = box_heights(parse(law_plot(law, "label", log=True)), "stroke-width:2.5")
    steps = [a - b for a, b in itertools.pairwise(tops)]
    assert max(steps) - min(steps) <= 0.21
    assert "10⁻⁷" in words(law_plot(law, "label", log=True))


def test_names_of_marked_numbers_do_not_run_into_each_other():
    law = dict.fromkeys(range(1, 61), 1 / 60)
    marks = {"median 17": 17, "mean 18.9": 18.9, "9 of 10 games by 33": 33, "beyond": 99}
    root = parse(law_plot(law, "label", marks=marks))
    shown = {t.text: t for t in root.iter(f"{SVG}text") if t.text in marks}
    assert set(shown) == {"median 17", "mean 18.9", "9 of 10 games by 33"}
    assert shown["median 17"].get("y") != shown["mean 18.9"].get("y")


def test_words_and_numbers_stand_in_their_order():
    assert words(law_plot({"LC": 0.5, "..": 0.5}, "label"))[-4:-2] == ["LC", ".."]
    assert words(law_plot({3: 0.5, 5: 0.5}, "label"))[-5:-2] == ["3", "4", "5"]


def test_a_law_needs_a_value():
    with pytest.raises(ValueError, match="at least one value"):
        law_plot({}, "label")
    with pytest.raises(ValueError, match="at least one curve"):
        curve_plot([Curve("none", [])], "label")
    with pytest.raises(ValueError, match="at least one interval"):
        interval_plot([], 0.5, "label")


def test_curves_differ_in_more_than_their_colour():
    curves = [Curve(f"Player {k}", [(0, 0.1 * k), (1, 0.05 * k)]) for k in range(12)]
    root = parse(curve_plot(curves, "label"))
    lines = [
        p.get("style") for p in root.iter(f"{SVG}path") if "stroke-width:3.5" in p.get("style")
    ]
    marks = [p.get("d") for p in root.iter(f"{SVG}path") if p.get("transform")]
    dashes = [line.partition("dasharray")[2] for line in lines]
    # The key comes last: twelve lines, each with its mark.
    assert len(set(zip(dashes[-12:], marks[-12:], strict=True))) == 12
    assert {f"Player {k}" for k in range(12)} <= set(words(curve_plot(curves, "label")))


def test_a_curve_goes_through_its_points_and_stays_in_the_picture():
    root = parse(curve_plot([Curve("A", [(0, 0.0), (1, 1.0), (2, 3.0)])], "label", y=(0, 1)))
    (line,) = (p.get("d") for p in root.iter(f"{SVG}path") if p.get("d").count("L") == 2)
    points = [tuple(map(float, pair.split())) for pair in line[1:].split("L")]
    assert points[1][0] - points[0][0] == points[2][0] - points[1][0]
    assert points[2][1] == points[1][1] < points[0][1]


def test_intervals_that_miss_are_crossed_and_counted():
    shown = [(0.1, 0.3), (0.4, 0.5), (0.2, 0.2), (0.0, 0.1)]
    svg = interval_plot(shown, 0.2, "label")
    assert {"holds it: 2", "misses: 2", "exact 20 %"} <= set(words(svg))
    # Two strokes for each cross, and one cross stands in the key.
    assert svg.count("M-6.5 -6.5L6.5 6.5") == 2 * (2 + 1)


def test_powers_of_ten_stand_evenly():
    scale = LogScale(1, 1000, 0, 300)
    assert [scale.at(tick) for tick in log_ticks(1, 1000)] == pytest.approx([0, 100, 200, 300])
    assert scale.at(0) == 0


def test_a_level_is_named_in_the_key():
    bar = Bar("A", SEATS[0], 0.25, 0.2, (0.15, 0.27))
    svg = bars([bar], "label", "title", (0.5, "equal seats"))
    assert "equal seats" in words(svg)
    assert svg.count("stroke-dasharray:10 6") == 2


def test_equal_dots_are_piled_and_the_answer_stands_at_its_number():
    root = parse(dots([10, 10, 30], (0, 40), "label", 20))
    at = [(float(c.get("cx")), float(c.get("cy"))) for c in root.iter(f"{SVG}circle")]
    assert at[0][0] == at[1][0] < at[2][0]
    assert at[0][1] > at[1][1]
    assert at[0][1] == at[2][1]
    (said,) = [t for t in root.iter(f"{SVG}text") if t.text == "answer 20"]
    assert float(said.get("x")) == pytest.approx((at[0][0] + at[2][0]) / 2, abs=0.2)


def test_an_answer_beyond_the_guesses_is_still_in_the_picture():
    root = parse(dots([1], (0, 10), "label", 25))
    (said,) = [t for t in root.iter(f"{SVG}text") if t.text == "answer 25"]
    assert 0 <= float(said.get("x")) <= 860


def test_lanes_show_counts_and_star_the_right_one():
    shown = words(lanes({"one": 1, "two": 0}, "label", "two"))
    assert shown == ["one", "1", "★ two", "0"]


def middle(root):
    """The middle of the table; the picture may be cut off above it, but not at the foot."""
    _, top, wide, high = map(float, root.get("viewBox").split())
    return wide / 2, (top + high) / 2


def seat_cards(game):
    """Where the card of each seat is, from the middle of the table."""
    root = parse(table(game))
    x, y = middle(root)
    found = {}
    for node in root.iter(f"{SVG}text"):
        if node.text.startswith("Player") and node.text.split()[1:][0].isdigit():
            found[node.text] = (float(node.get("x")) - x, float(node.get("y")) - y)
    return found


def test_the_left_neighbour_sits_on_the_left_hand_side():
    # Player 1 sits in front and looks up the page, so left is the reader's left.
    for passing, left in (("left", "Player 2"), ("right", "Player 4")):
        cards = seat_cards(played(4, 0, passing=passing))
        assert cards["Player 1"][1] > 0
        assert cards[left][0] < -150


@pytest.mark.parametrize("players", range(2, 13))
def test_cards_stay_in_the_picture_and_do_not_overlap(players):
    root = parse(table(played(players, 0)))
    _, top, wide, high = map(float, root.get("viewBox").split())
    cards = [r for r in root.iter(f"{SVG}rect") if r.get("rx") == "12"]
    corners = [tuple(float(card.get(k)) for k in ("x", "y", "width", "height")) for card in cards]
    assert len(corners) == players
    for x, y, w, h in corners:
        assert x >= 2
        assert y >= top + 2
        assert x + w <= wide - 2
        assert y + h <= top + high - 2
    for (x, y, w, h), (u, v, _, _) in itertools.combinations(corners, 2):
        assert abs(x - u) >= w or abs(y - v) >= h


def test_the_table_shows_whose_turn_it_is_and_who_is_still_in_without_colour():
    rules = Rules(3)
    game = Game(rules, seed=1)
    game.enter("LCR")
    shown = words(table(game))
    assert shown.count("► rolls next") == 1
    assert shown.index("► rolls next") == shown.index("Player 2") + 1
    assert shown.index("no chips, still in") == shown.index("Player 1") + 1
    assert {"1 turn", "seed 1", "centre"} <= set(shown)


def test_the_table_shows_the_dice_and_each_way_of_the_chips():
    game = Game(Rules(3), seed=1)
    game.enter("LLC")
    root = parse(table(game))
    arrows = [g for g in root.iter(f"{SVG}g") if g.get("class") == "lcr-fade"]
    assert sorted(g.find(f"{SVG}text").text for g in arrows) == ["1", "2"]
    dice = [g for g in root.iter(f"{SVG}g") if g.get("class") == "lcr-drop"]
    assert [g.find(f"{SVG}text").text for g in dice] == ["L", "L", "C"]


def arrow_tips(game):
    root = parse(table(game))
    middle_x, middle_y = middle(root)
    for group in root.iter(f"{SVG}g"):
        if group.get("class") == "lcr-fade":
            x, y = map(float, group.find(f"{SVG}polygon").get("points").split()[0].split(","))
            yield x - middle_x, y - middle_y


@pytest.mark.parametrize("passing", ["left", "right"])
@pytest.mark.parametrize("players", range(3, 13))
def test_arrows_point_to_the_player_who_gets_the_chips(players, passing):
    rules = Rules(players, passing=passing)
    for faces, seat in (("L..", rules.left_of(0)), ("R..", rules.right_of(0))):
        game = Game(rules, seed=1)
        game.enter(faces)
        ((x, y),) = arrow_tips(game)
        tip = math.atan2(y / 138, x / 216)
        spread = 2 * math.pi / players
        places = {
            s: math.pi / 2 + (1 if passing == "left" else -1) * spread * s for s in range(players)
        }
        closest = min(places, key=lambda s: abs(math.remainder(tip - places[s], 2 * math.pi)))
        assert closest == seat


def test_a_missed_turn_and_the_winner_are_written_on_the_table():
    game = Game(Rules(3, chips=[1, 0, 1]), seed=1)
    game.enter(".")
    game.enter("")
    assert "Player 2 misses the turn" in words(table(game))
    game.enter("C")
    shown = words(table(game))
    assert shown.index("★ wins") == shown.index("Player 1") + 1
    assert "► rolls next" not in shown


def test_the_words_of_the_table_say_all_numbers():
    game = Game(Rules(3), seed=1)
    game.enter("LCR")
    assert table_in_words(game) == (
        "Table with 3 players. Player 1: no chips, still in. Player 2: four chips. "
        "Player 3: four chips. Centre: one chip. Player 1 rolled L C R : one chip to Player 2, "
        "one to Player 3, one into the centre. Player 2 rolls next, with three dice."
    )
    assert parse(table(game)).get("aria-label") == table_in_words(game)


def test_ink_is_the_more_readable_of_black_and_white():
    for colour in SEATS:
        contrast = sorted((luminance(colour) + 0.05, luminance(ink(colour)) + 0.05))
        assert contrast[1] / contrast[0] >= 4.5


@pytest.mark.parametrize(("end", "in_the_key"), [(0.52, True), (0.9, False), (0.1, False)])
def test_a_level_is_named_at_its_line_unless_a_curve_runs_there(end, in_the_key):
    svg = curve_plot([Curve("share", [(0, 0.1), (0.4, end), (1, end)])], "x", levels={"half": 0.5})
    y = float(re.search(r'<text x="[^"]*" y="([\d.-]+)"[^>]*>half<', svg)[1])
    assert (y < 60) == in_the_key
