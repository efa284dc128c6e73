"""What every cell of a drawing shows: a position, and what is laid over it.

All drawings start here: pictures, text, and the boards of `sapper play`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol

import numpy as np

from sapper.board.marks import EXPLODED, FLAG, HIDDEN, QUESTION, SAFE, is_hidden
from sapper.errors import BoardError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper.board.position import Position
    from sapper.cells import Cell
    from sapper.hints.hints import Hint
    from sapper.inference.analysis import Analysis

LookKind = Literal[
    "number",
    "unread",  # open, but its number is not known
    "hidden",
    "flag",
    "question",
    "exploded",
    "bomb",  # a mine that is shown
    "wrong",  # a flag where no mine is
    "risk",
    "safe",
    "mine",  # a certain mine
    "ahead",  # in a component, before the solver visits it
    "under",  # in a component, while the solver visits it
]
"""What a cell is."""

Role = Literal["", "best", "conflict", "premise", "proof"]
"""Why a cell is marked: as the best one, a number in conflict, a premise of a hint, or what it proves."""

Reveal = Literal["wrong flags", "mines", "flags"]
"""How much of the minefield shows: wrong flags; those and the mines; flags on all mines, as after a win."""

Stage = Literal["ahead", "under", "behind"]
"""Where a cell stands in the solver's sweep: still to come, visited now, visited."""


class Look(NamedTuple):
    """What a cell looks like."""

    kind: LookKind
    value: int = 0  # the number; or the risk in per cent, 0 for less than 1 and 100 for more than 99
    mark: str = ""  # `"flag"` or `"question"` beside a risk, or nothing
    role: Role = ""  # why it is marked
    component: int = -1  # of the frontier, or -1 where none shows
    under_cursor: bool = False  # whether the cursor is on it

    @property
    def name(self) -> str:
        """A name for what pictures show of it, in letters, digits and hyphens."""
        return "-".join(
            part for part in (self.kind, str(self.value) if self.value else "", self.mark) if part
        )


class Sweeps(Protocol):
    """The solver's sweeps of the components of the frontier."""

    def stages(self, cells: Sequence[int]) -> list[tuple[int, Stage] | None]:
        """The component and the stage of each cell, None for cells in no component."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A position and what is laid over it. Cells are the engine's numbers, arrays have the board's shape."""

    position: Position
    risks: NDArray[np.float64] | None = None  # nan where none shows
    best: int | None = None
    every_risk: bool = True  # or only those that are certain and that of the best cell
    minefield: NDArray[np.bool_] | None = None  # where the mines are
    reveal: Reveal = "mines"  # how much of `minefield` shows
    roles: Mapping[int, Role] = field(default_factory=dict)  # why other cells are marked
    cursor: int | None = None
    sweeps: Sweeps | None = None

    def __post_init__(self) -> None:
        """Refuses a minefield of another board."""
        shape = self.position.topology.shape
        if self.minefield is not None and self.minefield.shape != shape:
            raise BoardError(
                f"a minefield of shape {self.minefield.shape} does not fit a board of shape {shape}"
            )

    def looks(self, cells: Sequence[int]) -> list[Look]:
        """What these cells look like. Takes time linear in their number."""
        marks = _of(self.position.marks, cells)
        if self.minefield is not None:
            is_mine = _of(self.minefield, cells)
            looks = [_look_of(mark, mine, self.reveal) for mark, mine in zip(marks, is_mine, strict=True)]
        elif self.risks is not None:
            risks = _of(self.risks, cells)
            looks = [
                self._look_at(cell, mark, risk) for cell, mark, risk in zip(cells, marks, risks, strict=True)
            ]
            if self.sweeps is not None:
                self._lay_sweeps(looks, cells, marks, risks)
        else:
            looks = [_mark_look(mark) for mark in marks]
        for place, cell in enumerate(cells) if self.roles else ():
            if cell in self.roles:
                looks[place] = looks[place]._replace(role=self.roles[cell])
        for place in (cells.index(cell) for cell in (self.best, self.cursor) if cell in cells):
            if cells[place] == self.best and looks[place].kind in ("risk", "safe", "mine"):
                looks[place] = looks[place]._replace(role="best")
            if cells[place] == self.cursor:
                looks[place] = looks[place]._replace(under_cursor=True)
        return looks

    def _look_at(self, cell: int, mark: int, risk: float) -> Look:
        """A cell whose risk may be known. Risks of cells that were opened since do not matter."""
        if risk != risk or not is_hidden(mark):
            return _mark_look(mark)
        if self.every_risk or risk in (0, 1) or cell == self.best:
            return _risk(risk, mark)
        return _mark_look(mark)

    def _lay_sweeps(
        self, looks: list[Look], cells: Sequence[int], marks: list[int], risks: list[float]
    ) -> None:
        """Lays the sweeps over cells without a flag: dots before a sweep, risks after it."""
        assert self.sweeps is not None
        for place, sweep in enumerate(self.sweeps.stages(cells)):
            if sweep is None or marks[place] != HIDDEN or risks[place] != risks[place]:
                continue
            component, stage = sweep
            if stage != "behind":
                looks[place] = Look(stage, component=component)
            elif 0 < risks[place] < 1 and cells[place] != self.best:
                looks[place] = _risk(risks[place], HIDDEN)._replace(component=component)


def check_board(position: Position, *others: Analysis | Hint | None) -> None:
    """Raises BoardError if an analysis or a hint is of another board than the position."""
    topology = position.topology
    for each in others:
        if each is not None and each.position.topology != topology:
            what = type(each).__name__.lower()
            raise BoardError(
                f"the {what} is of another position, on {each.position.topology!r} and not on {topology!r}"
            )


def risks_of(
    position: Position, analysis: Analysis | None = None, others: Mapping[Cell, float] | None = None
) -> NDArray[np.float64] | None:
    """The risks that a drawing shows, or None if it shows none. `others` are further risks, of single cells.

    Raises:
        BoardError: The analysis is of another position.
        CellError: A cell is not on the board.
    """
    check_board(position, analysis)
    if analysis is not None and analysis.position != position:
        raise BoardError("the analysis is of another position")
    if not others:
        return None if analysis is None else analysis.mine_probability
    shape = position.topology.shape
    risks = np.full(shape, np.nan) if analysis is None else analysis.mine_probability.copy()
    for cell, risk in others.items():
        risks.flat[position.topology.index(cell)] = risk
    return risks


def _of(array: NDArray[np.generic], cells: Sequence[int]) -> list[Any]:
    """What an array of the board's shape holds for these cells."""
    flat = array.reshape(-1)
    part = flat[cells.start : cells.stop] if isinstance(cells, range) else flat.take(cells)
    values: list[Any] = part.tolist()
    return values


_MARKS: Final[Mapping[int, Look]] = {
    HIDDEN: Look("hidden"),
    FLAG: Look("flag"),
    QUESTION: Look("question"),
    EXPLODED: Look("exploded"),
    SAFE: Look("unread"),
}


@cache
def _mark_look(mark: int) -> Look:
    """A cell as the player sees it."""
    return _MARKS.get(mark) or Look("number", mark)


def _look_of(mark: int, is_mine: bool, reveal: Reveal) -> Look:
    """A cell of a known minefield."""
    if not is_hidden(mark):
        return _mark_look(mark)
    if mark == FLAG:
        return Look("flag" if is_mine else "wrong")
    if reveal == "wrong flags":
        return _mark_look(mark)
    return Look("hidden") if not is_mine else Look("bomb" if reveal == "mines" else "flag")


def _risk(risk: float, mark: int) -> Look:
    beside = {FLAG: "flag", QUESTION: "question"}.get(mark, "")
    if risk in (0, 1):
        return Look("mine" if risk else "safe", mark=beside)
    return Look("risk", round(100 * risk), beside)
