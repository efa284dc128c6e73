"""How a move changed the chance to win, and its grade."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, cast

from sapper import _engine
from sapper._support.values import Figures
from sapper.board.json_form import cell_value
from sapper.cells import CellT_co

Grade = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
"""The grades of a move, by how much of the chance to win it lost."""

GRADES: Final[Mapping[Grade, float]] = MappingProxyType(
    {cast("Grade", name): most for name, most in _engine.grades()}
)
"""Each grade, and the largest loss of the chance to win that it allows."""

_NAMES: Final = tuple(GRADES)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MoveChance(Figures, Generic[CellT_co]):
    """How a move changed the chance to win. In `ReviewedMove.chance`, made by `review` with `win=True`.

    All chances are those of `evaluate`, for the strategy `"fast"`.

    Attributes:
        before: The chance to win before the move, by the best move that was found.
        before_error: Its standard error; 0.0 if it is exact.
        chosen: The chance to win by the move that was played, before its outcome was known.
        lost: What the choice lost: `before` less `chosen`. 0.0 for a move without risk, and if the difference
            is within two standard errors.
        lost_error: The standard error of the difference. It is small, because both moves were tried on the
            same minefields.
        after: The chance to win after the outcome: 1.0 after a win, 0.0 after a mine. nan if the game was
            left in a position that is too entangled to count.
        best: The best cell that was found; None if it is the cell that was played.
    """

    before: float
    before_error: float
    chosen: float
    lost: float
    lost_error: float
    after: float
    best: CellT_co | None

    @property
    def luck(self) -> float:
        """What the outcome gained: `after` less `chosen`. Luck has a mean of 0 over many games."""
        return self.after - self.chosen

    @property
    def kept(self) -> float:
        """The share of the chance to win that the choice kept, from 0 to 1."""
        return _engine.kept_share(self.before, self.lost)

    @property
    def grade(self) -> Grade:
        """The grade of the move, by what it lost.

        It is `"best"` if it lost nothing, `"fine"` up to 2 %, `"inaccuracy"` up to 5 %, `"mistake"` up to
        10 %, and `"blunder"` beyond.
        """
        return _NAMES[_engine.grade_of(self.lost)]

    def to_dict(self) -> dict[str, Any]:
        """The chances as plain values, for JSON. `docs/review.md` describes the fields."""
        return {
            "before": self.before,
            "before_error": self.before_error,
            "chosen": self.chosen,
            "lost": self.lost,
            "lost_error": self.lost_error,
            "after": None if math.isnan(self.after) else self.after,
            "luck": None if math.isnan(self.after) else self.luck,
            "grade": self.grade,
            "best": None if self.best is None else cell_value(self.best),
        }
