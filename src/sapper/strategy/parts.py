"""Strategies and their parts written in Python, and their adapter for the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from sapper.board.marks import EXPLODED
from sapper.board.position import Position
from sapper.errors import CellError, StrategyError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper import _engine
    from sapper.board.board import Board
    from sapper.board.topology import Cell

__all__ = ["InferenceRule", "Policy", "WholeStrategy", "for_engine"]


class WholeStrategy(Protocol):
    """A strategy of your own. It chooses every cell to open, from the first to the last."""

    def __call__(self, position: Position, /) -> Cell:
        """Returns the hidden cell to open."""


class InferenceRule(Protocol):
    """An inference rule of your own, to combine with a policy."""

    def __call__(self, position: Position, /) -> tuple[Iterable[Cell], Iterable[Cell]]:
        """Returns the hidden cells that are certainly safe, and those that are certainly mines."""


class Policy(Protocol):
    """A policy of your own, to combine with an inference level. It chooses the guess."""

    def __call__(self, position: Position, risks: NDArray[np.float64], /) -> Cell:
        """Returns the hidden cell to guess.

        Args:
            position: What the player sees.
            risks: The mine probability of every hidden cell, for the levels that compute it (exact, sampled).
                The other levels give 1.0 for known mines. nan for the rest. float64 of the board's shape.
        """


class _ForEngine:
    """Calls a part written in Python for the engine: with a `Position`, and with its result checked."""

    def __init__(self, part: Callable[..., Any], board: Board) -> None:
        self._part = part
        self._board = board
        self._name = getattr(part, "__name__", type(part).__name__)

    def choose(self, position: _engine.Position) -> int:
        seen = Position._of(position, self._board)
        return self.hidden(self._call(seen), seen)

    def conclude(self, position: _engine.Position) -> tuple[list[int], list[int]]:
        seen = Position._of(position, self._board)
        answer = self._call(seen)
        try:
            safe_cells, mine_cells = (list(dict.fromkeys(cells)) for cells in answer)
        except (TypeError, ValueError):
            what = "not two collections of cells, the safe ones and the mines"
            raise StrategyError(f"the inference rule {self._name!r} returned {answer!r}: {what}") from None
        safe = [self.hidden(cell, seen) for cell in safe_cells]
        mines = [self.hidden(cell, seen) for cell in mine_cells]
        if both := set(safe) & set(mines):
            where = self._board.topology.describe(self._board.topology.cell(min(both)))
            raise StrategyError(f"the inference rule {self._name!r} calls {where} both safe and a mine")
        return safe, mines

    def pick(self, position: _engine.Position, risks: Sequence[float]) -> int:
        seen = Position._of(position, self._board)
        array = np.array(risks).reshape(self._board.topology.shape)
        return self.hidden(self._call(seen, array), seen)

    def _call(self, *arguments: Any) -> Any:
        try:
            return self._part(*arguments)
        except Exception as error:
            text = f"the strategy {self._name!r} raised {type(error).__name__}: {error}"
            raise StrategyError(text) from error

    def hidden(self, cell: Any, position: Position) -> int:
        """The index of a cell that the part chose. Raises StrategyError if the cell is not hidden."""
        try:
            index = position.topology.index(cell)
        except CellError as error:
            raise StrategyError(f"the strategy {self._name!r} returned {cell!r}: {error}") from None
        mark = int(position.marks.flat[index])
        if mark >= 0 or mark == EXPLODED:
            where = position.topology.describe(position.topology.cell(index))
            state = f"is open already and shows {mark}" if mark >= 0 else "is an exploded mine"
            raise StrategyError(f"the strategy {self._name!r} returned {where}, which {state}", cell)
        return index


def for_engine(part: Callable[..., Any], board: Board) -> _ForEngine:
    """Wraps a part for the engine: cells become indices, and every result is checked."""
    return _ForEngine(part, board)
