"""The exact chance to win a small board under perfect play."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Final, Generic

from sapper import _engine
from sapper._engine import Cancel
from sapper._support import checks
from sapper._support.engine_call import EngineCall, check_common_arguments
from sapper.board.board import Board, BoardLike, as_board
from sapper.board.json_form import board_object, cell_value
from sapper.board.rules import Rules, RulesLike, as_rules
from sapper.cells import CellT, CellT_co
from sapper.errors import BudgetError, GameError

_MOST_MEMORY: Final = 2**62
"""The largest limit that the engine takes, in bytes. It replaces larger ones."""


@dataclass(frozen=True, slots=True)
class Optimum(Generic[CellT_co]):
    """The result of perfect play on a board. Made by `optimum`.

    Attributes:
        board: The board.
        rules: The rules of the game. Mines end the game, and open cells win it.
        wins: The number of minefields that perfect play wins.
        minefields: The number of minefields that are possible after the first click, all equally likely.
        first_cell: A cell that perfect play may open first.
        nodes: The number of positions that were searched.
    """

    board: Board[CellT_co]
    rules: Rules
    wins: int
    minefields: int
    first_cell: CellT_co
    nodes: int

    @property
    def win_probability(self) -> float:
        """The chance to win: the nearest float to `fraction`."""
        return float(self.fraction)

    @property
    def fraction(self) -> Fraction:
        """The exact chance to win."""
        return Fraction(self.wins, self.minefields)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values, for JSON. `docs/json.md` describes the fields."""
        chance = self.fraction
        return {
            "board": board_object(self.board),
            "rules": asdict(self.rules),
            "win_probability": float(chance),
            "fraction": [chance.numerator, chance.denominator],
            "wins": self.wins,
            "minefields": self.minefields,
            "first_cell": cell_value(self.first_cell),
            "nodes": self.nodes,
        }


def optimum(
    board: BoardLike[CellT],
    rules: RulesLike | None = None,
    *,
    memory: int = 2**30,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Optimum[CellT]:
    """The exact chance to win under perfect play, from the first click on.

    It searches the whole game tree, so it is for small boards. The work grows about tenfold with every one or
    two more mines. `docs/research/best.md` has the times.

    Args:
        board: A `Board`, or rows, columns and mines, as in `(4, 4, 3)`. It has at most 64 cells, at least one
            of them without a mine.
        rules: What the first click guarantees: `"opening"`, `"safe"` or `"any"`; or rules, of which only the
            first click counts. By default `Rules()`.
        memory: The approximate limit of the memory in bytes.
        time_limit: Seconds after which the search stops with an error.
        cancel: Stops the search if it is set from another thread.

    Raises:
        BoardError: The board is impossible.
        GameError: `rules` is invalid, or no cell would be safe.
        ArgumentError: `memory`, `time_limit` or `cancel` is invalid.
        BudgetError: The board is too large for the memory, or the time is up.
        CancelledError: `cancel` was set.

    Example:
        >>> result = sapper.optimum((4, 4, 3), "safe")
        >>> result.fraction, result.first_cell
        (Fraction(80, 91), (0, 0))
    """
    rules = Rules(first_click=as_rules(rules).first_click)  # the search knows no others
    board = as_board(board)
    memory = min(checks.whole("memory", memory, 1), _MOST_MEMORY)
    check_common_arguments(cancel=cancel)
    if board.mines == board.topology.size:
        raise GameError("a game needs a safe cell, but every cell is a mine")
    with EngineCall("playing out the board", time_limit):
        try:
            answer = _engine.optimum(
                board.topology._engine, board.mines, rules._for_engine(), memory, time_limit, cancel
            )
        except _engine.OptimumTooLarge as error:
            raise BudgetError(f"this board is too large for an exact search: {error}") from None
    wins, minefields, cell, nodes = answer
    return Optimum(board, rules, wins, minefields, board.topology.cell(cell), nodes)
