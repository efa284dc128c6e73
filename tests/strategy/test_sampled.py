"""Probabilities from samples: close to the exact ones, never falsely certain."""

import numpy as np
import pytest
from numpy.typing import NDArray
from support.any_topology import EACH_KIND, random_positions

from sapper import Cell, Position, Strategy, analyse

Risks = NDArray[np.float64]


def sampled_risks(position: Position, seed: int = 0) -> Risks:
    """What the sampled level gives a policy."""
    seen: list[Risks] = []

    def policy(position: Position, risks: Risks) -> Cell:
        seen.append(risks)
        return position.topology.cell(int(np.nanargmin(risks)))

    Strategy(level="sampled", policy=policy).choose(position, seed=seed)
    return seen[0]


@pytest.mark.parametrize("kind", EACH_KIND)
def test_estimates_are_near_and_never_certain_where_nothing_is(kind: str) -> None:
    errors = []
    for position in random_positions(kind, 300, seed=4):
        if (
            position.hidden <= position.board.mines
            or not (position.marks >= 0).any()
            or analyse(position).safe
        ):
            continue
        exact = analyse(position).mine_probability
        risks = sampled_risks(position)
        assert (np.isnan(risks) == np.isnan(exact)).all()
        for certain in (0.0, 1.0):
            assert ((risks == certain) == (exact == certain)).all()
        errors += (risks - exact)[~np.isnan(exact)].tolist()
    assert len(errors) > 50
    assert np.abs(errors).max() < 6 * 0.5 / 16  # 256 samples: deviations of at most 1/32
    assert abs(np.mean(errors)) < 0.01


def test_a_seed_repeats_the_samples() -> None:
    position = Position([[-1, 1, -1, 1, -1, -1], [-1, -1, -1, -1, -1, -1]], 3)
    one, same, other = (sampled_risks(position, seed) for seed in (1, 1, 2))
    assert np.array_equal(one, same, equal_nan=True)
    assert not np.array_equal(one, other, equal_nan=True)


def test_samples_deal_mines_among_components_as_configurations_do() -> None:
    """Two numbers that affect each other only through the mines they share."""
    position = Position([[-1, 1, -1, -1, 1, -1, -1, -1]], 3)
    exact = analyse(position).mine_probability
    mean = np.mean([sampled_risks(position, seed) for seed in range(40)], axis=0)
    assert np.nanmax(np.abs(mean - exact)) < 0.02


def test_large_boards_have_weights_in_range() -> None:
    marks = np.full((60, 60), -1)
    marks[5::12, 5::12] = 3
    position = Position(marks, 700)
    exact, risks = analyse(position).mine_probability, sampled_risks(position)
    assert np.nanmax(np.abs(risks - exact)) < 0.2
