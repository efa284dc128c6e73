"""Palettes: all can be read, also by people who see no red or green."""

import math
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.draw.palettes import BLACK, PALETTES, WHITE, Colour, PaletteName
from sapper.draw.review_chart import verdict_colour
from sapper.reviews.verdicts import Verdict

BYTES = st.integers(0, 255)
COLOURS = st.builds(Colour, BYTES, BYTES, BYTES)
NAMES = list(PALETTES)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast as the guidelines for accessible pages define it: 1 is none, 21 is black on white."""
    bright, dark = sorted((one.brightness, other.brightness), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", NAMES)
def test_everything_can_be_read(name: PaletteName) -> None:
    palette = PALETTES[name]
    for number in palette.numbers:
        assert contrast(number, palette.open) >= 3
    for percent in range(101):
        risk = Colour.on_scale(palette.risk, percent / 100)
        assert contrast(risk.ink, risk) >= 3.5, percent
    assert contrast(palette.label, palette.page) >= 4.5
    assert contrast(palette.ink, palette.hidden) >= 3.5
    assert contrast(palette.safe.ink, palette.safe) >= 3.5
    assert contrast(palette.mine.ink, palette.mine) >= 3.5
    assert contrast(palette.best, palette.page) >= 3


Triple = tuple[float, float, float]

# Dichromatic sight, on linear RGB (Vienot, Brettel and Mollon 1999).
SIGHTS: dict[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deutan": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE_XYZ = (0.9505, 1.0, 1.089)


def difference(one: Colour, other: Colour, sight: str) -> float:
    """How different two colours look, in CIELAB: 2 is just visible, black and white differ by 100."""
    return math.dist(lab(one, sight), lab(other, sight))


def lab(colour: Colour, sight: str) -> Triple:
    light = times(SIGHTS[sight], [(value / 255) ** 2.2 for value in colour])
    shares = [value / white for value, white in zip(times(XYZ, light), WHITE_XYZ, strict=True)]
    x, y, z = (math.cbrt(share) if share > 0.008856 else 7.787 * share + 16 / 116 for share in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def times(matrix: tuple[Triple, Triple, Triple], vector: Sequence[float]) -> list[float]:
    return [max(0.0, sum(a * b for a, b in zip(row, vector, strict=True))) for row in matrix]


@pytest.mark.parametrize(("name", "sights"), [*((x, ["usual"]) for x in NAMES), ("colour-blind", SIGHTS)])
def test_marks_of_one_kind_can_be_told_apart(name: PaletteName, sights: list[str]) -> None:
    palette = PALETTES[name]
    rings = [palette.best, palette.conflict, palette.outline]
    verdicts: tuple[Verdict, ...] = ("start", "certain", "forced", "needless", "flag")
    bars = [verdict_colour(verdict, palette) for verdict in verdicts]
    for one, other in [*combinations(rings, 2), *combinations(bars, 2)]:
        for sight in sights:
            assert difference(one, other, sight) > 25, (str(one), str(other), sight)
    assert all(contrast(ring, palette.page) >= 3 for ring in rings)


@pytest.mark.parametrize(("name", "sign"), [("classic", -1), ("modern", -1), ("colour-blind", 1)])
def test_the_order_of_risks_shows_without_colour(name: PaletteName, sign: int) -> None:
    scale = [Colour.on_scale(PALETTES[name].risk, percent / 100).brightness for percent in range(101)]
    assert all(sign * (after - before) > 0 for before, after in pairwise(scale))


@given(COLOURS)
def test_colours_read_what_they_write(colour: Colour) -> None:
    assert Colour.from_hex(str(colour)) == colour


@given(COLOURS, COLOURS, st.floats(0, 1))
def test_a_mix_lies_between(one: Colour, other: Colour, share: float) -> None:
    for a, mixture, b in zip(one, one.towards(other, share), other, strict=True):
        assert min(a, b) <= mixture <= max(a, b)
    assert one.towards(other, 0) == one
    assert one.towards(other, 1) == other


@given(st.lists(COLOURS, min_size=2, max_size=6))
def test_a_scale_passes_its_stops(stops: list[Colour]) -> None:
    for place, stop in enumerate(stops):
        assert Colour.on_scale(stops, place / (len(stops) - 1)) == stop


def test_brightness() -> None:
    assert BLACK.brightness == 0
    assert WHITE.brightness == pytest.approx(1)
    assert BLACK.ink == WHITE
    assert WHITE.ink == BLACK
