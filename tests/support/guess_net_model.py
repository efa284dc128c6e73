"""The network that judges guesses, computed by numpy from the weights in the engine's source."""

import re
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sapper import Analysis, Position

SIDE = 7
KINDS = 22
FIGURES = 10
_WEIGHTS = Path(__file__).parents[2] / "engine" / "strategy" / "scoring" / "guess_net_weights.hpp"
_RISKS = [0.045, 0.095, 0.145, 0.195, 0.245, 0.295, 0.395, 0.495, 0.595, 0.745, 0.895]


@cache
def _weights() -> dict[str, NDArray[np.float64]]:
    constants = re.findall(r"constexpr [^=]*?(k\w+)(?: = |\{)([^;]*);", _WEIGHTS.read_text())
    return {name: np.array(re.findall(r"-?\d[\d.e+-]*", body), float) for name, body in constants}


def worth(around: NDArray[np.int64], figures: NDArray[np.float64]) -> float:
    """The worth of a guess with these kinds of cells around it, (SIDE, SIDE), and these figures."""
    weights = _weights()
    sums_bias, out = weights["kSumBias"], weights["kFromHidden"]
    vectors = weights["kVectors"].reshape(SIDE * SIDE, KINDS, len(sums_bias))
    from_sums = weights["kFromSums"].reshape(len(sums_bias), len(out))
    from_figures = weights["kFromFigures"].reshape(FIGURES, len(out))
    clip = np.clip(figures, weights["kLeast"], weights["kMost"])
    worths = []
    for mirror in (around, around.T):
        for turns in range(4):
            kinds = np.rot90(mirror, turns).ravel()
            sums = np.maximum(vectors[np.arange(len(kinds)), kinds].sum(0) + sums_bias, 0)
            hidden = np.maximum(weights["kHiddenBias"] + sums @ from_sums + clip @ from_figures, 0)
            worths.append(hidden @ out)
    return float(weights["kScoreWeight"][0] * figures[0] + np.mean(worths))


def _near(shape: tuple[int, ...], row: int, column: int) -> list[tuple[int, int]]:
    return [
        (r, c)
        for r in range(max(row - 1, 0), min(row + 2, shape[0]))
        for c in range(max(column - 1, 0), min(column + 2, shape[1]))
        if (r, c) != (row, column)
    ]


def _obvious_mines(position: Position) -> set[tuple[int, int]]:
    """The mines that single numbers prove: all hidden cells around one. For positions without safe cells."""
    marks = position.marks
    mines: set[tuple[int, int]] = set()
    for row, column in np.argwhere(marks > 0).tolist():
        hidden = {cell for cell in _near(marks.shape, row, column) if marks[cell] < 0}
        if len(hidden) == marks[row, column]:
            mines |= hidden
    return mines


def around(position: Position, analysis: Analysis, row: int, column: int) -> NDArray[np.int64]:
    """What each cell within three of a cell of a square board is: by the analysis, and by the numbers."""
    marks, mines = position.marks, _obvious_mines(position)

    def kind(cell: tuple[int, int]) -> int:
        near = _near(marks.shape, *cell)
        if marks[cell] >= 0:
            hidden = {other for other in near if marks[other] < 0}
            return int(marks[cell]) - len(hidden & mines) if hidden - mines else 0
        if cell in mines:
            return 0
        if all(marks[other] < 0 for other in near):
            return 9
        return 10 + int(np.searchsorted(_RISKS, analysis.mine_probability[cell], side="right"))

    kinds = np.zeros((SIDE, SIDE), np.int64)
    for r, c in np.ndindex(*marks.shape):
        i, j = r - row + SIDE // 2, c - column + SIDE // 2
        if 0 <= i < SIDE and 0 <= j < SIDE:
            kinds[i, j] = kind((r, c))
    return kinds
