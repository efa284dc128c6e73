"""What is to be seen in every cell of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from sapper.board.marks import EXPLODED, FLAG, QUESTION
from sapper.draw.symbols import Look, LookKind
from sapper.errors import BoardError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sapper.board.position import Position
    from sapper.board.topology import Cell
    from sapper.inference.analysis import Analysis
    from sapper.knowledge.hints import Hint

__all__ = ["Scene", "check_board"]

_MARKS: Final[Mapping[int, LookKind]] = {FLAG: "flag", QUESTION: "question"}


def check_board(
    position: Position, minefield: NDArray[np.bool_] | None, *known: Analysis | Hint | None
) -> None:
    """Raises BoardError unless all that is drawn together is of one board."""
    topology = position.topology
    for each in known:
        if each is not None and each.position.topology != topology:
            what = type(each).__name__.lower()
            raise BoardError(
                f"the {what} is of another position, on {each.position.topology!r} and not on {topology!r}"
            )
    if minefield is not None and minefield.shape != topology.shape:
        raise BoardError(
            f"a minefield of shape {minefield.shape} is not of a board of shape {topology.shape}"
        )


class Scene:
    """A position and what is known about it.

    Attributes:
        best: The engine's number of the best cell, if there is an analysis and it has one.
    """

    best: int | None = None

    def __init__(
        self,
        position: Position,
        analysis: Analysis | None = None,
        risks: Mapping[Cell, float] | None = None,
        minefield: NDArray[np.bool_] | None = None,
    ) -> None:
        """Takes what `board_svg` takes; the risks of certain cells are 0 and 1.

        Raises:
            BoardError: The analysis or the minefield is of something else.
            CellError: A cell is not on the board.
        """
        check_board(position, minefield, analysis)
        if analysis is not None and analysis.position != position:
            raise BoardError("the analysis is of another position")
        index = position.topology.index
        self._marks: list[int] = position.marks.ravel().tolist()
        self._risks: dict[int, float] = {}
        if analysis is not None:
            self._risks = dict(enumerate(analysis.mine_probability.ravel().tolist()))
            self.best = None if analysis.best is None else index(analysis.best)
        self._risks |= {index(cell): risk for cell, risk in (risks or {}).items()}
        self._mined: list[bool] | None = None if minefield is None else minefield.ravel().tolist()

    def look(self, cell: int) -> Look:
        """What a cell looks like."""
        mark = self._marks[cell]
        if mark >= 0:
            return Look("number", mark)
        if mark == EXPLODED:
            return Look("exploded")
        if self._mined is not None:
            return self._shown(mark, self._mined[cell])
        if cell in self._risks:
            return _risk(self._risks[cell], _MARKS.get(mark, ""))
        return Look(_MARKS.get(mark, "hidden"))

    def _shown(self, mark: int, mined: bool) -> Look:
        if mark == FLAG:
            return Look("flag" if mined else "wrong")
        return Look("bomb" if mined else "hidden")


def _risk(risk: float, mark: str) -> Look:
    if risk in (0, 1):
        return Look("mine" if risk else "safe", mark=mark)
    return Look("risk", round(100 * risk), mark)
