"""Colours stay apart for eyes that see them differently.

Vision without one kind of cone is simulated with the matrices of Machado, Oliveira and
Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency, *IEEE
Transactions on Visualization and Computer Graphics* 15 (2009), severity 1.0. Distances are
CIEDE2000: Sharma, Wu and Dalal, The CIEDE2000 Color-Difference Formula, *Color Research and
Application* 30 (2005). About 2 is just seen side by side; colours that are to be told apart
across a picture should differ by 10 and more.
"""

import itertools
import math

import numpy as np
import pytest

from lcr_teach.palette import CHIP, FELT, MOVE, SEATS, ink, luminance
from lcr_teach.widgets.drawing import MARK

VISION = {
    "usual": np.eye(3),
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
     [0.0193339, 0.1191920, 0.9503041]]
)  # fmt: skip


def lab(colour, vision="usual"):
    """A colour ``#rrggbb`` as it is seen, in CIE L*a*b* under D65."""
    part = np.array([int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)])
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(VISION[vision]) @ linear, 0, 1)
    ratio = TO_XYZ @ seen / TO_XYZ.sum(axis=1)
    f = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio * (29 / 6) ** 2 / 3 + 4 / 29)
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def distance(one, two):
    """CIEDE2000 of two colours in L*a*b*."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    h = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    l, c = (l1 + l2) / 2, (c1 + c2) / 2  # noqa: E741
    cos = [math.cos(math.radians(x)) for x in (h - 30, 2 * h, 3 * h + 6, 4 * h - 63)]
    t = 1 - 0.17 * cos[0] + 0.24 * cos[1] + 0.32 * cos[2] - 0.20 * cos[3]
    sl = 1 + 0.015 * (l - 50) ** 2 / math.sqrt(20 + (l - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    turned = math.radians(60 * math.exp(-(((h - 275) / 25) ** 2)))
    rt = -math.sin(turned) * 2 * math.sqrt(c**7 / (c**7 + 25**7))
    parts = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    return math.sqrt(sum(part**2 for part in parts) + rt * parts[1] * parts[2])


@pytest.mark.parametrize(
    ("one", "two", "published"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (61, -5, 29), 22.8977),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ],
)
def test_the_distance_is_the_published_one(one, two, published):
    assert distance(one, two) == pytest.approx(published, abs=1e-4)
    assert distance(two, one) == pytest.approx(published, abs=1e-4)


def test_grey_is_grey_in_every_vision():
    for vision in VISION:
        assert lab("#FFFFFF", vision) == pytest.approx((100, 0, 0), abs=0.1)
        assert math.hypot(*lab("#777777", vision)[1:]) < 0.1


@pytest.mark.parametrize(
    ("vision", "least"), [("usual", 20), ("protan", 10), ("deutan", 10), ("tritan", 10)]
)
def test_any_two_seats_stay_apart(vision, least):
    for one, two in itertools.combinations(SEATS, 2):
        assert distance(lab(one, vision), lab(two, vision)) >= least, (one, two)


@pytest.mark.parametrize("vision", VISION)
def test_what_lies_on_the_table_is_seen(vision):
    for colour in (CHIP, MOVE, "#FFFFFF"):
        assert distance(lab(colour, vision), lab(FELT, vision)) >= 40
    assert distance(lab(CHIP, vision), lab(MOVE, vision)) >= 10


@pytest.mark.parametrize("vision", VISION)
def test_what_is_pointed_at_differs_from_the_rest(vision):
    assert distance(lab(MARK, vision), lab(SEATS[0], vision)) >= 30


def test_writing_on_the_table_and_on_seats_is_read():
    for above, below in [("#FFFFFF", FELT), *((ink(seat), seat) for seat in SEATS)]:
        light, dark = sorted((luminance(above), luminance(below)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5
