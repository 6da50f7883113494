"""Draw the sheets for the classroom: python docs/teaching/sheets/make.py.

Each is one page A4 in black and white, an SVG that any browser prints. Lengths are in mm.
"""

from __future__ import annotations

import math
from html import escape
from pathlib import Path

WIDTH, HEIGHT, MARGIN = 210, 297, 18
FOLDER = Path(__file__).parent


def text(x: float, y: float, words: str, size: float = 5, anchor: str = "start") -> str:
    """Words that begin, end or have their middle at a point; their height in mm."""
    bold = ' font-weight="bold"' if size > 6 else ""
    return (
        f'<text xml:space="preserve" x="{x:g}" y="{y:g}" font-size="{size:g}" '
        f'text-anchor="{anchor}"{bold}>'
        f"{escape(words)}</text>"
    )


def line(x1: float, y1: float, x2: float, y2: float, width: float = 0.3) -> str:
    """A straight line."""
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="black" '
        f'stroke-width="{width:g}"/>'
    )


def box(x: float, y: float, width: float, height: float, dashed: bool = False) -> str:
    """A rectangle that is written into; a dashed one is cut out."""
    dashes = ' stroke-dasharray="2 1.5"' if dashed else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="white" '
        f'stroke="black" stroke-width="0.3"{dashes}/>'
    )


def circle(x: float, y: float, radius: float) -> str:
    """A circle that hides what is below it."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="white" stroke="black" '
        'stroke-width="0.5"/>'
    )


def arrow(x1: float, y1: float, x2: float, y2: float, bend: float = 0) -> str:
    """An arrow, bent to its left, with a box for its chance in the middle."""
    length = math.hypot(x2 - x1, y2 - y1)
    across = ((y2 - y1) / length, -(x2 - x1) / length)
    middle = ((x1 + x2) / 2 + bend * across[0], (y1 + y2) / 2 + bend * across[1])
    # A curve goes half as far aside as the point that pulls it.
    pull = ((x1 + x2) / 2 + 2 * bend * across[0], (y1 + y2) / 2 + 2 * bend * across[1])
    angle = math.atan2(y2 - pull[1], x2 - pull[0])
    tip = " ".join(
        f"{x2 - 4 * math.cos(angle + turn):.2f},{y2 - 4 * math.sin(angle + turn):.2f}"
        for turn in (-0.35, 0.35)
    )
    return (
        f'<path class="arrow" d="M {x1:g} {y1:g} Q {pull[0]:.2f} {pull[1]:.2f} {x2:g} {y2:g}" '
        f'fill="none" stroke="black" stroke-width="0.5"/>'
        f'<polygon points="{x2:g},{y2:g} {tip}"/>'
        + box(round(middle[0] - 8, 2), round(middle[1] - 5, 2), 16, 10)
    )


def page(title: str, says: str, *drawn: str) -> str:
    """A whole page with its title, and what it is for those who do not see it."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Arial, sans-serif" role="img">',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(says)}</desc>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            text(MARGIN, 25, title, 9),
            *drawn,
            "</svg>\n",
        ]
    )


def tally_sheet(games: int = 40) -> str:
    """Winner and turns of each game, in the columns that the class types in."""
    drawn = [
        text(MARGIN, 37, "Players _____  Chips each _____  Names in the order of play:"),
        line(MARGIN, 49, WIDTH - MARGIN, 49),
        text(MARGIN, 57, "Winner: 1 is the player who begins, 2 the one who plays next.", 4.5),
        text(MARGIN, 64, "Turns: each time the dice are passed on counts; missed turns too.", 4.5),
        text(MARGIN, 71, "Make a stroke for each turn; write their number at the end.", 4.5),
    ]
    columns = {"game": 14, "winner": 20, "turns": 49}
    rows = games // 2
    for half in range(2):
        left = MARGIN + half * (sum(columns.values()) + 8)
        x = left
        for name, width in columns.items():
            drawn += [box(x, 76, width, 9), text(x + width / 2, 82, name, 4.5, "middle")]
            for row in range(rows):
                drawn.append(box(x, 85 + row * 9.5, width, 9.5))
                if name == "game":
                    number = str(half * rows + row + 1)
                    drawn.append(text(x + width / 2, 91.5 + row * 9.5, number, 4.5, "middle"))
            x += width
    says = f"A table with the columns game, winner and turns for {games} games."
    return page("Tally sheet: our games", says, *drawn)


def dice_agreement() -> str:
    """What the numbers of an ordinary die mean at this table."""
    rows = [
        ("L", "one chip to the left neighbour", "1"),
        ("C", "one chip into the centre, for good", "2"),
        ("R", "one chip to the right neighbour", "3"),
        ("blank", "the chip stays", "4, 5, 6"),
    ]
    drawn = [
        text(
            MARGIN,
            38,
            "Before the game, a table agrees on what the numbers mean.",
        ),
        text(MARGIN, 46, "Each number of the die belongs to exactly one line.", 5),
        box(MARGIN, 56, 30, 14),
        box(MARGIN + 30, 56, 84, 14),
        box(MARGIN + 114, 56, 60, 14),
        text(MARGIN + 15, 65, "it means", 5, "middle"),
        text(MARGIN + 72, 65, "what happens", 5, "middle"),
        text(MARGIN + 144, 65, "numbers of our die", 5, "middle"),
    ]
    for row, (face, happens, _) in enumerate(rows):
        y = 70 + row * 24
        drawn += [
            box(MARGIN, y, 30, 24),
            box(MARGIN + 30, y, 84, 24),
            box(MARGIN + 114, y, 60, 24),
            text(MARGIN + 15, y + 14.5, face, 9 if len(face) == 1 else 6, "middle"),
            text(MARGIN + 34, y + 14, happens, 4.3),
        ]
    usual = ";  ".join(f"{numbers} = {face}" for face, _, numbers in rows)
    drawn += [
        text(MARGIN, 182, "The usual agreement with six faces:", 5),
        text(MARGIN, 192, usual, 5.5),
        text(MARGIN, 212, "Our die has _____ faces. The chance of each meaning is:", 5),
        text(MARGIN, 230, "L ________   C ________   R ________   blank ________", 5),
        text(MARGIN, 246, "Together they must make  __________ .", 5),
        text(MARGIN, 270, "Signed by the players:", 5),
        line(MARGIN + 60, 271, WIDTH - MARGIN, 271),
    ]
    says = "A table to write down which numbers of a die mean L, C, R and blank."
    return page("Our agreement for ordinary dice", says, *drawn)


def state_graph() -> str:
    """The six positions of two players with one chip, and their arrows, to be filled in."""
    going_on = [(70, 160), (140, 160)]
    over = [(40, 92), (40, 228), (170, 92), (170, 228)]
    drawn = [
        text(MARGIN, 37, "In each circle: who has how many chips, and who rolls next. A double", 5),
        text(MARGIN, 44, "circle is a position where the game is over: write who has won.", 5),
        text(MARGIN, 51, "In each box: the chance of this arrow. The arrows out of one circle", 5),
        text(MARGIN, 58, "must add up to 1.", 5),
        arrow(79, 146, 131, 146, 12),
        arrow(131, 174, 79, 174, 12),
        arrow(63, 143, 47, 110),
        arrow(63, 177, 47, 210),
        arrow(147, 143, 163, 110),
        arrow(147, 177, 163, 210),
    ]
    for x, y in going_on:
        drawn += [circle(x, y, 18), text(x, y - 2, "( __ , __ )", 5, "middle")]
        drawn.append(text(x, y + 8, "Pl. __ rolls", 4.5, "middle"))
    for x, y in over:
        drawn += [circle(x, y, 19), circle(x, y, 17.5), text(x, y - 2, "( __ , __ )", 5, "middle")]
        drawn.append(text(x, y + 8, "Pl. __ wins", 4.5, "middle"))
    drawn += [
        text(49, 151, "start", 4.5, "end"),
        text(MARGIN, 268, "Name", 5),
        line(MARGIN + 16, 269, WIDTH - MARGIN, 269),
    ]
    says = "Two circles and four double circles joined by six arrows, all without their numbers."
    return page("Two players with one chip each", says, *drawn)


def prediction_slips() -> str:
    """Eight slips to cut out, on which students commit themselves."""
    width, height = (WIDTH - 2 * MARGIN) / 2, 60
    drawn = [text(MARGIN, 34, "Cut along the dashes: one slip for each student and question.", 4.5)]
    for number in range(8):
        x, y = MARGIN + number % 2 * width, 40 + number // 2 * height
        drawn += [
            box(x, y, width, height, dashed=True),
            text(x + 5, y + 9, "Lesson ____    Question ____", 5),
            text(x + 5, y + 21, "My prediction:", 5),
            line(x + 5, y + 33, x + width - 5, y + 33),
            text(x + 5, y + 43, "How sure?  a guess ○  fairly ○  sure ○", 3.7),
            text(x + 5, y + 54, "Name", 5),
            line(x + 22, y + 55, x + width - 5, y + 55),
        ]
    says = "Eight equal slips, each with room for the lesson, a prediction, how sure, and a name."
    return page("Predictions", says, *drawn)


def sheets() -> dict[str, str]:
    """All sheets: the name of the file and what is in it."""
    return {
        "tally-sheet.svg": tally_sheet(),
        "dice-agreement.svg": dice_agreement(),
        "state-graph.svg": state_graph(),
        "prediction-slips.svg": prediction_slips(),
    }


if __name__ == "__main__":
    for name, drawn in sheets().items():
        (FOLDER / name).write_text(drawn, "utf-8", newline="\n")
