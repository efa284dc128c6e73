"""Probabilities next to 0 and next to 1, which are neither; and components that outgrow a double."""

from __future__ import annotations

import numpy as np
import pytest
from support.sets import Hubs
from support.stars import Stars
from support.truth import check_against_reference, check_counts

from sapper import Position, Topology, analyse


@pytest.mark.parametrize(
    ("leaves", "sea", "mines"),
    [
        (3, 1000, 20),
        (10, 1000, 20),  # 4e-17 from certain: less than the last digit of a number near 1
        (20, 1000, 30),
        (30, 20000, 100),
        (60, 20000, 19900),
        (100, 20000, 200),  # 1e-211 from certain
        (200, 20000, 210),  # less than the least double from certain, on either side
        (300, 5000, 5000),
    ],
)
def test_nearly_certain_is_not_certain(leaves: int, sea: int, mines: int) -> None:
    stars = Stars([leaves], sea, mines)
    check_counts(analyse(stars.position), *stars.counts())


def test_a_sea_that_is_nearly_full_or_nearly_empty() -> None:
    for mines in (500, 501, 500 + 20_000, 499 + 20_000):
        hubs = Hubs([500], [((0,), 900), ((), 20_000)], mines)
        check_counts(analyse(hubs.position), *hubs.counts())


def beam(length: int) -> Position:
    """A 3 x 3 beam with a number in every other cell of its axis. All hidden cells form one component."""
    random = np.random.default_rng(length)
    mined = random.random((3, 3, length)) < 0.5
    mined[1, 1, ::2] = False
    framed = np.pad(mined, 1).astype(int)
    numbers = framed[:, :, :-2] + framed[:, :, 1:-1] + framed[:, :, 2:]
    marks = np.full((3, 3, length), -1)
    marks[1, 1, ::2] = numbers[:, :, ::2].sum((0, 1))
    marks[1, 1, ::2] -= mined[1, 1, ::2]
    return Position(marks, int(mined.sum()), Topology.grid(3, 3, length))


def test_a_short_beam() -> None:
    check_against_reference(beam(16))


@pytest.mark.parametrize("length", [150, 180, 205, 220, 260, 300])
def test_components_of_a_thousand_bits(length: int) -> None:
    position = beam(length)
    analysis = analyse(position)
    probability = analysis.mine_probability[position.marks == -1]
    assert ((probability > 0) & (probability < 1)).all()
    assert probability.sum() == pytest.approx(position.mines, rel=1e-12)
    # The mirror image has the same truth, reached from the other end.
    mirrored = analyse(Position(position.marks[:, :, ::-1], position.mines))
    np.testing.assert_allclose(mirrored.mine_probability[:, :, ::-1], analysis.mine_probability, rtol=1e-11)
    assert mirrored.log_configurations == pytest.approx(analysis.log_configurations, rel=1e-13)
