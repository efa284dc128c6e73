"""Grades for actions in text, by exact probabilities."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from sapper._support.words import size_words
from sapper.board.game import Game
from sapper.board.json_form import cell_value
from sapper.board.marks import EXPLODED, FLAG
from sapper.board.position import Position, as_position_with_mines
from sapper.cells import Cell
from sapper.environments.replies import Extract, answer_in
from sapper.hints.hints import hint
from sapper.inference.analysis import analyse


@dataclass(frozen=True, slots=True)
class Grade:
    """What an action is worth. Made by `grade` and `TextGame.step`.

    Attributes:
        parsed: Whether the reply has an action in a known form. So a model that reasons well and one that
            only breaks the format can be told apart.
        kind: `"open"` or `"flag"`; None if the reply has no action.
        cell: Its cell; None if the reply has no action.
        legal: Whether the action would change something.
        deducible: Whether the cell was certain: safe for `"open"`, a mine for `"flag"`.
        rule: The easiest rule that shows it, one of `sapper.hints.hints.RULES`. None if the cell
            was not certain, or the board is too large to find the rule.
        risk: The chance that the cell had a mine; None if the action was not legal.
        regret: For `"open"`, the risk of the cell less the least risk of any cell. For `"flag"`, the chance
            that the cell had no mine. None if the action was not legal.
        credit: From 0 to 1. 1 for a certain cell. For a guess while no cell was certainly safe, 1 less the
            regret. For a guess while some cell was safe, half of its chance to be safe. For a flag on an
            uncertain cell, half of its chance to be a mine. 0 if the action removes a flag or is not legal.
        safe: Whether it hit no mine; None before it is done, and for flags.
        text: What was wrong with the reply, as a sentence; empty if it was legal.
    """

    parsed: bool
    kind: Literal["open", "flag"] | None
    cell: Cell | None
    legal: bool
    deducible: bool = False
    rule: str | None = None
    risk: float | None = None
    regret: float | None = None
    credit: float = 0.0
    safe: bool | None = None
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The grade as plain values, for JSON."""
        cell = None if self.cell is None else cell_value(self.cell)
        return {**asdict(self), "cell": cell}


def grade(position: Position[Any] | Game[Any], reply: str, *, extract: Extract | None = None) -> Grade:
    r"""Grades a reply to the prompt of a position, by exact probabilities. It does not know the mines.

    The action is found where models write it. What they think in `<think>` does not count. The last
    `<answer>` counts alone, or else the last `\boxed{}`. Without both, the action is the last line, such
    as `open 3 5`,
    `Action: **flag (3, 5)**.` or `open row 3, column 5`; or else the last object of JSON, such as
    `{"action": "open", "row": 3, "column": 5}` or `{"action": "open", "cell": [3, 5]}`. Fences, quotes,
    asterisks and tokens that end a reply do not matter.

    Args:
        position: What the player sees, with its mine count: a position or a game, on any board.
        reply: The reply.
        extract: Takes the reply and returns the part with the action, for other forms; None if there is none.

    Returns:
        The grade. It takes a millisecond or two, about as long as an analysis and a hint together.

    Raises:
        ArgumentError: `reply` is not a string, or `extract` is no such function.
        ContradictionError: No minefield fits the position.
        PositionError: The position has no mine count.
        BudgetError: The position is too entangled.

    Example:
        >>> position = sapper.Position("1??\n1??\n???", 2)
        >>> graded = sapper.environments.grade(position, "So:\n**open 2 0**")
        >>> graded.credit, graded.deducible, graded.rule
        (1.0, True, 'subset')
        >>> sapper.environments.grade(position, "I resign.").parsed
        False
    """
    position = as_position_with_mines(position, None, None)
    answer = answer_in(reply, extract)
    if answer is None:
        text = "it has no action: end with a line such as 'open 3 5' or 'flag 3 5'"
        return Grade(False, None, None, legal=False, text=text)
    kind: Literal["open", "flag"] = answer.kind
    cell: Any = answer.cell
    if cell not in position.topology:
        where = (
            f"in row {cell[0]}, column {cell[1]}" if isinstance(cell, tuple) and len(cell) == 2 else f"{cell}"
        )
        text = f"there is no cell {where}: the board has {size_words(position.topology.shape)}"
        return Grade(True, kind, cell, legal=False, text=text)
    mark = position[cell]
    if mark >= 0 or mark == EXPLODED:
        return Grade(True, kind, cell, legal=False, text=f"the cell {cell} is already open")
    if mark == FLAG and kind == "open":
        return Grade(True, kind, cell, legal=False, text=f"the cell {cell} has a flag, which protects it")
    return _graded(position, kind, cell)


def _graded(position: Position[Any], kind: Literal["open", "flag"], cell: Any) -> Grade:
    analysis = analyse(position)
    risk, least = float(analysis.mine_probability[cell]), float(np.nanmin(analysis.mine_probability))
    regret = 1 - risk if kind == "flag" else risk - least
    if position[cell] == FLAG:  # the flag goes
        return Grade(True, kind, cell, legal=True, risk=risk, regret=risk)
    if cell in (analysis.mines if kind == "flag" else analysis.safe):
        deductions = (each for each in hint(position).deductions if cell in each.claims)
        rule = next((each.difficulty for each in deductions), None)
        return Grade(
            True, kind, cell, legal=True, deducible=True, rule=rule, risk=risk, regret=regret, credit=1.0
        )
    halved = {"flag": risk, "open": 1 - risk}[kind] / 2
    is_forced = kind == "open" and not analysis.safe and risk < 1
    return Grade(
        True, kind, cell, legal=True, risk=risk, regret=regret, credit=1 - regret if is_forced else halved
    )
