"""The best chance to win that anyone can have on a small board."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from sapper import _engine
from sapper._engine import Cancel
from sapper._support import limits
from sapper._support.engine_call import EngineCall, check_kinds
from sapper.board.board import Board
from sapper.board.rules import FirstClick, Rules
from sapper.errors import BoardError, BudgetError, GameError

if TYPE_CHECKING:
    from sapper.board.topology import Cell

__all__ = ["Optimum", "optimum"]

_MOST_MEMORY: Final = 2**62
"""Bytes. More is taken for as much."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """What perfect play makes of a board. Made by `optimum`.

    Attributes:
        board: The board.
        rule: What the first click is sure of.
        wins: In how many minefields perfect play wins.
        minefields: How many there are after the first click, each equally likely.
        first_click: A cell that perfect play may open first.
        nodes: How many positions were looked through.
    """

    board: Board
    rule: FirstClick
    wins: int
    minefields: int
    first_click: Cell
    nodes: int

    @property
    def win_probability(self) -> Fraction:
        """The exact chance to win."""
        return Fraction(self.wins, self.minefields)


def optimum(
    board: Board,
    first_click: FirstClick = "opening",
    *,
    memory: int = 2**30,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Optimum:
    """The exact chance to win under perfect play, from the first click on.

    Plays out the whole game tree, so it is for small boards: the work grows about tenfold with every mine or
    two. `docs/best.md` has the times.

    Args:
        board: At most 64 cells, at least one of them without a mine.
        first_click: What the first click is sure of: `"safe"`, `"opening"` or `"any"`.
        memory: About how many bytes may be taken.
        time_limit: In seconds.
        cancel: Stops the work from another thread.

    Raises:
        BoardError: `board` is no board.
        GameError: There is no such first click, or no cell would be safe.
        ArgumentError: `memory` or `time_limit` is none.
        BudgetError: The board is too large for the memory, or the time is up.
        CancelledError: `cancel` was set.
    """
    rules = Rules(first_click=first_click)
    if not isinstance(board, Board):
        raise BoardError(f"an optimum is of a Board, not of {board!r}")
    memory = min(limits.whole("memory", memory, 1), _MOST_MEMORY)
    check_kinds(cancel=cancel)
    if board.mines == board.topology.size:
        raise GameError(f"a board of {board.topology.size} cells needs fewer mines for a first click")
    with EngineCall("playing out the board", time_limit):
        try:
            answer = _engine.optimum(
                board.topology._engine, board.mines, rules._for_engine(), memory, time_limit, cancel
            )
        except _engine.OptimumTooLarge as error:
            raise BudgetError(f"this board is too large to be played out: {error}") from None
    wins, minefields, cell, nodes = answer
    return Optimum(board, first_click, wins, minefields, board.topology.cell(cell), nodes)
