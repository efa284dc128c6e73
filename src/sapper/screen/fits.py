"""How likely the numbers and the flags of a reading are, by the minefields that fit them."""

from __future__ import annotations

from collections.abc import Sequence
from math import lgamma
from typing import TYPE_CHECKING, Final

import numpy as np

from sapper import _engine
from sapper._support.engine_call import EngineCall, limits_left
from sapper.board.marks import EXPLODED, FLAG, HIDDEN
from sapper.board.topology import Topology

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.screen.compared import Compared

NEVER: Final = -1e9  # the score of readings that are not possible

_WRONG_FLAGS: Final = 0.1  # how often some flag is not on a mine
_FEW_WRONG: Final = 4  # the most wrong flags with a look of their own, such as a cross
_MINED: Final = 0.45  # the part of the covered cells beside numbers that are mines
_DENSITIES: Final = (0.13, 0.2)  # of mines, if their number is not known
_SPARE: Final = 2  # spare cells for each cell of the board, which may hold mines, too


class Fits:
    """Counts the minefields that fit readings of a board."""

    def __init__(self, looks: Compared, mines: int | None) -> None:
        """Prepares. `mines` is None if their number is not known."""
        self._looks, self._mines = looks, mines
        self._counted = self._board(Topology.square(*looks.shape))

    def of_readings(self, meanings: NDArray[np.int16]) -> NDArray[np.float64]:
        """How likely the numbers and flags of readings are, in natural logarithms up to a constant.

        Args:
            meanings: The mark of each look, of shape (readings, looks).
        """
        fits = self.of_marks(meanings[:, self._looks.of])
        flagged = np.flatnonzero((meanings == FLAG).any(axis=1))
        if flagged.size:
            fits[flagged] = self._of_flags(meanings[flagged], fits[flagged])
        return fits

    def of_marks(
        self, marks: NDArray[np.int16], used: NDArray[np.bool_] | None = None
    ) -> NDArray[np.float64]:
        """The logarithm of how many minefields fit each position, as a part of all.

        Cells that are not `used` are open, but what they show is not known. Flags may be anywhere.
        """
        topology, counts = self._counted
        cells = topology.size
        marks = np.where(marks == FLAG, HIDDEN, marks)
        spare = np.full((len(marks), cells - marks.shape[1]), HIDDEN, dtype=np.int16)
        marks = np.concatenate([marks, spare], axis=1)
        all_used = [
            *([True] * self._looks.of.size if used is None else used.tolist()),
            *[True] * spare.shape[1],
        ]
        room = (marks < 0).sum(axis=1)
        known = (marks == EXPLODED).sum(axis=1)
        every = np.full((len(counts), len(marks)), NEVER)
        for row, count in enumerate(counts):
            fitting = np.flatnonzero((known <= count) & (count <= room))
            if fitting.size:
                time_limit, cancel = limits_left()
                with EngineCall("reading the picture", time_limit):
                    logs = _engine.count_batch(
                        topology._engine,
                        marks[fitting].ravel(),
                        np.full(fitting.size, count, dtype=np.uint32),
                        all_used,
                        time_limit,
                        cancel,
                    )
                every[row, fitting] = np.maximum(np.array(logs) - log_ways((count, cells - count)), NEVER)
        top = every.max(axis=0)
        sums: NDArray[np.float64] = top + np.log(np.exp(every - top).sum(axis=0) / len(counts))
        return sums

    def _of_flags(self, meanings: NDArray[np.int16], anywhere: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same as `of_marks` for readings with flags, with how likely the flags are.

        Either all of them are on mines, or those of one look with few cells may be anywhere, or all may be.
        `anywhere` has the fits for the last.
        """
        marks = meanings[:, self._looks.of]
        on_mines = np.where(marks == FLAG, EXPLODED, marks)
        flags = (marks == FLAG).sum(axis=1)
        on, off = self._log_choices_of(marks)
        ways = [self.of_marks(on_mines) - on, anywhere - off + np.log(_WRONG_FLAGS)]
        for number in np.flatnonzero(self._looks.sizes <= _FEW_WRONG):
            few = np.full(len(flags), self._looks.sizes[number])
            some = np.flatnonzero((meanings[:, number] == FLAG) & (flags > few))
            if some.size:
                here, few = on_mines[some], few[some]
                here[:, self._looks.of == number] = HIDDEN
                on, _ = self._log_choices_of(np.where(here == EXPLODED, FLAG, here))
                right = self.of_marks(here) - on
                ways.append(np.full(len(flags), NEVER))
                ways[-1][some] = right - _log_choices((here == HIDDEN).sum(axis=1), few)
                ways[-1][some] += np.log(_WRONG_FLAGS)
        sums: NDArray[np.float64] = np.logaddexp.reduce(ways)
        return np.maximum(sums, NEVER)

    def _log_choices_of(self, marks: NDArray[np.int16]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The logarithms of the numbers of ways to choose which mines of each position have flags, or cells.

        Players flag what is beside numbers, so other flags are counted apart.
        """
        rows, columns = self._looks.shape
        numbers = np.pad((marks > 0).reshape(-1, rows, columns), ((0, 0), (1, 1), (1, 1)))
        near = numbers[:, :-2] | numbers[:, 1:-1] | numbers[:, 2:]
        near = (near[:, :, :-2] | near[:, :, 1:-1] | near[:, :, 2:]).reshape(len(marks), -1)
        cells, flags = (
            [(each & which).sum(axis=1) for each in (near, ~near)] for which in (marks < 0, marks == FLAG)
        )
        mines = self._mines or round(_DENSITIES[-1] * self._looks.of.size)
        beside = np.minimum(mines, np.round(_MINED * cells[0]).astype(int))
        return (
            _log_choices(np.maximum(beside, flags[0]), flags[0])
            + _log_choices(np.maximum(mines - beside, flags[1]), flags[1]),
            _log_choices(cells[0], flags[0]) + _log_choices(cells[1], flags[1]),
        )

    def _board(self, board: Topology) -> tuple[Topology, list[int]]:
        """The board to count on, and the numbers of mines to count with.

        If the number is not known, the board gets spare cells that touch nothing. They hold the mines that
        are not on the board, so nearly every number is possible, the usual ones most.
        """
        if self._mines is not None:
            return board, [self._mines]
        spare: list[list[int]] = [[] for _ in range(_SPARE * board.size)]
        cells = [near.tolist() for near in self._looks.neighbours]
        return Topology.graph(cells + spare), [
            round(density * (1 + _SPARE) * board.size) for density in _DENSITIES
        ]


def log_ways(sizes: Sequence[int]) -> float:
    """The logarithm of the number of ways to divide cells into groups of these sizes."""
    return lgamma(sum(sizes) + 1) - sum(lgamma(size + 1) for size in sizes)


def _log_choices(places: NDArray[np.int_], taken: NDArray[np.int_]) -> NDArray[np.float64]:
    """The logarithm of the number of ways to take some places, for each pair."""
    ways = [log_ways((few, many - few)) for many, few in zip(places.tolist(), taken.tolist(), strict=True)]
    return np.array(ways)
