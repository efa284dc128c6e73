"""A player that opens what is certain and otherwise the least likely mine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sapper.analysis import Analysis, analyse
from sapper.board import LEVELS, Board
from sapper.game import Action, Game
from sapper.position import FLAG, QUESTION, Position
from sapper.rules import FirstClick, Rules
from sapper.topology import Cell

__all__ = ["Move", "autoplay", "good_first_cell"]


@dataclass(frozen=True, slots=True)
class Move:
    """What the player did and what it knew.

    Attributes:
        action: What was done, and where.
        risk: The chance that this action would set off a mine, 0 to 1.
        analysis: What the action rests on: a position that may be some certain moves old. None for the first
            move, which has nothing to go by.
    """

    action: Action
    risk: float
    analysis: Analysis | None


def good_first_cell(board: Board, first_click: FirstClick) -> Cell:
    """The cell that wins most often when opened first.

    A corner, unless an opening is sure: then the third cell from both edges, and on boards larger than
    intermediate the fourth (the centre, where the board is too small for either). On a board without edges,
    and on a graph, all cells are taken for equal.

    Args:
        board: The board to begin on.
        first_click: What the first click is sure of.
    """
    topology = board.topology
    if first_click != "opening" or topology.kind in ("torus", "graph"):
        return topology.cell(0)
    inward = 3 if topology.size > LEVELS["intermediate"].topology.size else 2
    return tuple(min(inward, (extent - 1) // 2) for extent in topology.shape)


def autoplay(game: Game, first_cell: Cell | None = None) -> Iterator[Move]:
    """Plays a game to its end, from wherever it stands.

    Every analysis is used up before the next: all certainly safe cells are opened, and where the game is won
    by flags all certain mines flagged; only without any of that the least likely mine is opened.

    Args:
        game: Is played on in place. A game that is over yields nothing.
        first_cell: Opened first if no cell was opened yet. By default `good_first_cell`.

    Yields:
        Every action, after it was done. The caller may stop at any time.

    Raises:
        CellError: `first_cell` is not on the board.
        BudgetError: The engine would need too much memory to analyse a position.
    """
    if all(action.kind == "flag" for action in game.history):
        cell = good_first_cell(game.board, game.rules.first_click) if first_cell is None else first_cell
        risk = game.board.density if game.rules.first_click == "any" else 0.0
        yield from _done(game, _opening(game.position, cell), risk, None)
    while game.status == "playing":
        analysis = analyse(game.position)
        certain = _certain(analysis, game.rules)
        if certain:
            yield from _done(game, certain, 0.0, analysis)
        elif analysis.best is not None:
            yield from _done(game, _opening(analysis.position, analysis.best), analysis.best_risk, analysis)
        else:
            return


def _certain(analysis: Analysis, rules: Rules) -> list[Action]:
    position = analysis.position
    actions = [action for cell in analysis.safe for action in _opening(position, cell)]
    if rules.win == "flagged":
        actions += [action for cell in analysis.mines for action in _flagging(position, cell)]
    return actions


def _opening(position: Position, cell: Cell) -> list[Action]:
    """Opening, and before it taking back the flag that would keep the cell shut."""
    opening = Action("open", cell)
    return [Action("flag", cell), opening] if position[cell] == FLAG else [opening]


def _flagging(position: Position, cell: Cell) -> list[Action]:
    turns = {FLAG: 0, QUESTION: 2}.get(position[cell], 1)  # after a question mark comes hidden, then the flag
    return [Action("flag", cell)] * turns


def _done(game: Game, actions: list[Action], risk: float, analysis: Analysis | None) -> Iterator[Move]:
    for action in actions:
        if game.status != "playing":
            return
        act = game.open if action.kind == "open" else game.flag
        if act(action.cell):
            yield Move(action, risk if action.kind == "open" else 0.0, analysis)
