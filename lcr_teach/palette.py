"""The colours of the kit, the same in every drawing and figure.

Seats get seven colours of Okabe and Ito (Color Universal Design, 2008) and a grey, which
stay apart for people who see colours differently. From the ninth seat on they repeat, and
nowhere in the kit does a colour alone say anything: a number, a shape or a word stands
beside it.
"""

from __future__ import annotations

__all__ = ["CHIP", "EXACT", "FELT", "MOVE", "SEATS", "ink", "luminance", "seat_colour"]

#: Colours of the seats, in the order of play.
SEATS = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#D55E00",
    "#F0E442",
    "#666666",
)

#: Exact answers are outlines of this colour on paper; on the screen they follow the theme.
EXACT = "#222222"

#: The cloth of the table, the chips on it, and what has just moved.
FELT = "#1D5B4B"
CHIP = "#F6EEDC"
MOVE = "#FFD34D"


def seat_colour(seat: int) -> str:
    """The colour of a seat, counted from 0.

    Examples
    --------
    >>> seat_colour(0), seat_colour(8)
    ('#0072B2', '#0072B2')
    """
    return SEATS[seat % len(SEATS)]


def luminance(colour: str) -> float:
    """Relative luminance of a colour ``#rrggbb``, from 0 (black) to 1 (white).

    As WCAG 2.1 defines it, for the contrast of two colours.

    Examples
    --------
    >>> luminance("#000000"), luminance("#FFFFFF")
    (0.0, 1.0)
    """
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink(colour: str) -> str:
    """Black or white, whichever is read more easily on a colour.

    Examples
    --------
    >>> ink("#0072B2"), ink("#F0E442")
    ('#FFFFFF', '#000000')
    """
    light = luminance(colour)
    return "#000000" if (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) else "#FFFFFF"
