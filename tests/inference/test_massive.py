"""Boards of tens of thousands to a million cells."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray
from support.couplings import DIGITS, Factor, Whole
from support.lattices import numbers_of, strewn
from support.marks import HIDDEN

from sapper import Board, Game, Position, Rules, Strategy, analyse, reference
from sapper.reference.solver import Component, Ways, backward, forward, no_need, split
from sapper.reference.truth import hidden_cells


@dataclass(frozen=True)
class Tile:
    """The marks of one tile."""

    marks: NDArray[np.int16]
    mines: int

    @cached_property
    def components(self) -> list[Component]:
        """As the reference splits them."""
        return list(split(reference.square(*self.marks.shape), self.marks.ravel().tolist()))

    @cached_property
    def factors(self) -> list[Factor]:
        """In how many ways each component holds how many mines."""
        return [factor_of(forward(component)[-1][no_need(component)]) for component in self.components]

    @property
    def sea(self) -> list[int]:
        """The cells that no number touches."""
        touched = {step.cell for component in self.components for step in component.sweep}
        return [cell for cell in hidden_cells(self.marks.ravel().tolist()) if cell not in touched]


def tile(size: int, density: float, opened: float, seed: int) -> Tile:
    """Mines anywhere. Some of the safe cells inside are open."""
    random = np.random.default_rng(seed)
    mined = random.random((size, size)) < density
    marks = np.full((size, size), -1, dtype=np.int16)
    open_cells = np.zeros((size, size), dtype=bool)
    open_cells[1:-1, 1:-1] = random.random((size - 2, size - 2)) < opened
    open_cells &= ~mined
    marks[open_cells] = numbers_of(mined)[open_cells]
    return Tile(marks, int(mined.sum()))


@dataclass(frozen=True)
class Tiling:
    """A board of tiles: which one lies where."""

    tiles: Sequence[Tile]
    layout: NDArray[np.int64]

    @property
    def position(self) -> Position:
        """The whole board, with as many mines as the tiles were made with."""
        return Position(self._laid_out([tile.marks for tile in self.tiles]), self._mines)

    def probability(self) -> NDArray[np.float64]:
        """The mine probability of every cell of the board, nan where revealed; 0 and 1 just where certain."""
        boards = [self._probability_of(tile) for tile in self.tiles]
        return self._laid_out(boards)

    def log_configurations(self) -> float:
        """The natural logarithm of the number of configurations."""
        return float(DIGITS.ln(self._whole.total))

    def _laid_out(self, boards: Sequence[NDArray[Any]]) -> NDArray[Any]:
        return np.vstack([np.hstack([boards[at] for at in row]) for row in self.layout.tolist()])

    @property
    def _mines(self) -> int:
        return sum(self.tiles[at].mines for at in self.layout.ravel().tolist())

    @cached_property
    def _whole(self) -> Whole:
        number = Counter(self.layout.ravel().tolist())
        factors = [factor for at in number for factor in self.tiles[at].factors * number[at]]
        sea = sum(len(self.tiles[at].sea) * times for at, times in number.items())
        return Whole(factors, sea, self._mines)

    def _probability_of(self, tile: Tile) -> NDArray[np.float64]:
        whole = self._whole
        probability = np.full(tile.marks.size, np.nan)
        probability[tile.sea] = float(whole.sea_probability)
        for component, factor in zip(tile.components, tile.factors, strict=True):
            # The reference counts with whatever numbers it is given.
            outside = cast("list[int]", [Decimal(0)] * factor.least + whole.others[factor.ways])
            for cell, configurations in backward(component, forward(component), outside):
                probability[cell] = float(DIGITS.divide(Decimal(configurations), whole.total))
        return probability.reshape(tile.marks.shape)


def factor_of(ways: Ways) -> Factor:
    """A component's ways without the mine counts below its least."""
    least = next(k for k, number in enumerate(ways) if number)
    return Factor(least, tuple(ways[least:]))


TILES = [
    tile(15, density=0.2, opened=opened, seed=seed)
    for opened, seed in [(0.2, 0), (0.2, 2), (0.5, 2), (0.5, 0), (0.7, 0), (0.9, 0)]
]


@pytest.mark.long
def test_every_probability_of_a_massive_board() -> None:
    # 150 x 300 cells, a third of them open, 500 components, 7000 mines.
    layout = np.random.default_rng(5).integers(len(TILES), size=(10, 20))
    tiling = Tiling(TILES, layout)
    position = tiling.position
    assert position.topology.shape == (150, 300)
    analysis = analyse(position)
    exact = tiling.probability()
    np.testing.assert_allclose(analysis.mine_probability, exact, rtol=1e-9, atol=0)
    assert np.array_equal(analysis.mine_probability == 1, exact == 1)
    assert analysis.log_configurations == pytest.approx(tiling.log_configurations(), rel=1e-13)
    assert math.log(analysis.configurations) == pytest.approx(tiling.log_configurations(), rel=1e-13)


@pytest.mark.parametrize("share", [0.02, 0.1])
def test_a_million_cells(share: float) -> None:
    position, mined = strewn(1000, 0.2, share, seed=1000)
    probability = analyse(position).mine_probability
    assert np.nansum(probability) == pytest.approx(mined.sum(), rel=1e-9)
    assert not mined[probability == 0].any()
    assert mined[probability == 1].all()
    assert np.array_equal(np.isnan(probability), position.marks != HIDDEN)


def test_a_game_goes_to_the_last_of_45_000_cells() -> None:
    game = Game(Board.square(300, 150, 10_000), Rules(on_mine="continue"), seed=1)
    Strategy("exact+first").play(game)
    assert game.status == "cleared"
    assert game.safe_left == 0
    assert 0 < game.exploded < 60
    assert game.minefield is not None
    marks = game.position.marks
    assert np.array_equal(marks < 0, game.minefield)
