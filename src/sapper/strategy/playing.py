"""A game that a strategy plays, one turn after the other."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sapper._support.deadline import countdown
from sapper._support.engine_call import EngineCall
from sapper.board.game import Action, Game
from sapper.board.marks import FLAG, QUESTION
from sapper.board.topology import Cell
from sapper.errors import CancelledError

if TYPE_CHECKING:
    from sapper.inference.analysis import Cancel
    from sapper.strategy.strategy import Strategy

__all__ = ["Playing", "Turn"]


class Turn(NamedTuple):
    """What a player wants to do before it thinks again.

    Attributes:
        opens: The cells to open: one to guess, or all that are certainly safe.
        flags: The cells to flag, certain mines.
        risk: The chance that opening any one of them sets off a mine; nan where the player had no idea.
    """

    opens: list[Cell]
    flags: list[Cell]
    risk: float


class Playing:
    """A game that a strategy plays, one turn after the other, whoever else plays on it. Copies no board."""

    def __init__(
        self,
        game: Game,
        strategy: Strategy,
        first_cell: Cell | None = None,
        *,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        """Begins wherever the game stands.

        Args:
            game: Is played on in place.
            strategy: Who plays.
            first_cell: Opened first if no cell was opened yet.
            time_limit: Seconds for every thought, after which to give up.
            cancel: Gives up when set from another thread.
        """
        self._game = game
        self._time_limit = time_limit
        self._cancel = cancel
        self._player = strategy._player(game.board, game.rules)
        self._has_first_cell = first_cell is not None
        if first_cell is not None:
            self._player.open_first(game.topology.index(first_cell))
        self._known = -1  # how many actions of the game it was told of

    def choose(self) -> Turn:
        """What the player wants to do now. Raises what `autoplay` does."""
        game = self._game._engine
        left = countdown(self._time_limit)
        is_given = self._has_first_cell and game.is_fresh
        with EngineCall("the choice", self._time_limit):
            if self._known != game.actions:
                self._player.begin(game, self._game._seed, self._game._game, left(), self._cancel)
            self._known = -1  # a thought that is broken off ends what the player knows
            choice = self._player.next(left(), self._cancel)
            # After a given first cell the player begins anew: that is part of what a seed gives.
            self._known = -1 if is_given else game.actions
        name = self._game.topology.cell
        risk = math.nan if choice.risk is None else choice.risk
        return Turn(list(map(name, choice.cells)), list(map(name, choice.flags)), risk)

    def act(self, turn: Turn) -> Iterator[tuple[Action, float]]:
        """Does what was chosen, while the game goes on: every action and its risk, after it was done."""
        game = self._game
        for cell in turn.opens:
            yield from self._do(_opening(game, cell), turn.risk)
        for cell in turn.flags:
            yield from self._do(_flagging(game, cell), 0.0)

    def _do(self, actions: list[Action], risk: float) -> Iterator[tuple[Action, float]]:
        game = self._game
        for action in actions:
            if game.status != "playing":
                return
            if self._cancel is not None and self._cancel.is_set:
                raise CancelledError("the play was cancelled")
            act = game.open if action.kind == "open" else game.flag
            if act(action.cell):
                self._see()
                yield action, risk if action.kind == "open" else 0.0

    def _see(self) -> None:
        game = self._game._engine
        if game.actions == self._known + 1:
            with EngineCall("the choice"):
                self._player.follow(game)
            self._known = game.actions


def _opening(game: Game, cell: Cell) -> list[Action]:
    """Opening, and before it taking back the flag that would keep the cell shut."""
    opening = Action("open", cell)
    return [Action("flag", cell), opening] if _mark(game, cell) == FLAG else [opening]


def _flagging(game: Game, cell: Cell) -> list[Action]:
    turns = {FLAG: 0, QUESTION: 2}.get(
        _mark(game, cell), 1
    )  # after a question mark comes hidden, then the flag
    return [Action("flag", cell)] * turns


def _mark(game: Game, cell: Cell) -> int:
    return game._engine.mark(game.topology.index(cell))
