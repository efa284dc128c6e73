"""The assistant: makes certain moves and guesses, and plays whole games while the player watches."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from sapper.board.marks import FLAG, QUESTION
from sapper.board.position import Position
from sapper.errors import GameError
from sapper.strategy.autoplaying import good_first_cell
from sapper.web.encoding.values import Object
from sapper.web.errors import WebError
from sapper.web.games.autoplaying import Shadow
from sapper.web.games.desk import Desk, Step, Table
from sapper.web.questions.figures import Budget
from sapper.web.questions.thoughts import LARGE_CELLS

if TYPE_CHECKING:
    from sapper.board.game import Game
    from sapper.inference.analysis import Cancel
    from sapper.strategy.strategy import Strategy
    from sapper.web.games.desk import Follower
    from sapper.web.games.moves import By
    from sapper.web.questions.thoughts import Thoughts

_MOST_STEPS: Final = 500
_MOST_LARGE_STEPS: Final = 50
"""Moves made at once if there is no delay between them. On large boards fewer, so that stopping is quick."""


@dataclass
class Pace:
    """How fast to play. It may change during play.

    Attributes:
        delay_ms: The delay between two moves.
        changed: Ends the current delay.
    """

    delay_ms: int
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def set(self, delay_ms: int) -> None:
        """Changes the delay at once."""
        self.delay_ms = delay_ms
        self.changed.set()

    async def wait(self) -> None:
        """Waits for the time of the next move."""
        self.changed.clear()
        try:
            await asyncio.wait_for(self.changed.wait(), self.delay_ms / 1000)
        except TimeoutError:
            return


@dataclass
class Assistant:
    """Makes moves in a game for its player.

    The methods return why they stopped: `"done"`, `"guess"` (nothing certain is left), `"over"`, `"stopped"`,
    or `"acted"` (somebody else acted).

    Attributes:
        desk: Makes the moves.
        thoughts: The threads to think in.
        table: The game.
        strategy: Picks the guesses, or plays.
        by: `"assist"` or `"autoplay"`.
        flags: Whether to flag certain mines.
        pace: How fast to play.
        time_limit_ms: The time limit of each thought.
        cancel: Stops the assistant.
        say: Called with every update.
        follower: The connection that gets the updates by `say`.
        moves: How many moves were made.
    """

    desk: Desk
    thoughts: Thoughts
    table: Table
    strategy: Strategy
    by: By
    flags: bool
    pace: Pace
    time_limit_ms: int
    cancel: Cancel
    say: Callable[[Object], None]
    follower: Follower | None = None
    moves: int = 0

    async def certain(self, most: int | None = None) -> str:
        """Makes certain moves, at most `most` of them. Raises BudgetError or CancelledError."""
        while True:
            if self.table.hosted.over:
                return "over"
            position, version = self.table.hosted.game.position, self.table.hosted.version
            steps = await self._in_time(self._certain_steps, position)
            if not steps:
                return "guess"
            reason = await self._make(steps, version, most)
            if reason is not None:
                return reason

    async def guess(self) -> str:
        """Opens one cell: a certain one if there is one, else the cell that the strategy picks.

        Raises:
            BudgetError: The time is up.
            CancelledError: It was stopped.
        """
        if self.table.hosted.over:
            return "over"
        position, version = self.table.hosted.game.position, self.table.hosted.version
        steps = await self._in_time(self._guess_steps, position)
        return await self._make(steps, version, len(steps)) or "done"

    async def autoplay(
        self, guesses: bool, before: Callable[[Position], Awaitable[None]] | None = None
    ) -> str:
        """Lets the strategy play.

        Args:
            guesses: Whether to go on if it has to guess.
            before: Called with the position before each thought.

        Raises:
            BudgetError: A position is too hard, or the time is up.
            CancelledError: It was stopped during a thought.
        """
        hosted = self.table.hosted
        if hosted.needs_fair_board:
            raise WebError("game", "a fair board is made around the first cell that you open: open a cell")
        version, game = hosted.version, hosted.game
        shadow = self._shadow(game)
        while not hosted.over:
            if before is not None:
                await before(hosted.game.position)
            most = 1 if self.pace.delay_ms > 0 else _MOST_STEPS
            budget = Budget.of(self.time_limit_ms, self.cancel)
            ahead = partial(shadow.next, most, guesses, budget)
            with budget.kept():
                steps = await self.thoughts.think(hosted.player, ahead, budget, long=shadow.long)
            if hosted.version != version:
                return "acted"
            if not steps:
                return "guess"
            if self.flags:
                steps += await self._in_time(self._flag_steps, hosted.game.position)
            reason = await self._make(steps, version, None)
            if reason is not None:
                return reason
            version = hosted.version
            if hosted.game is not game:  # the mines moved: the copy needs them too
                game, shadow = hosted.game, self._shadow(hosted.game)
        return "over"

    def _shadow(self, game: Game) -> Shadow:
        return Shadow(game, self.strategy, self.time_limit_ms / 1000, self.cancel, self._is_long)

    @property
    def _is_long(self) -> bool:
        """Whether thoughts are long from the start. A strategy in Python would not stop to start again."""
        return self.table.hosted.game.topology.size > LARGE_CELLS or self.strategy._is_in_python

    async def _in_time(
        self, steps: Callable[[Position, Budget], list[Step]], position: Position
    ) -> list[Step]:
        """Thinks of steps, within the time limit."""
        budget = Budget.of(self.time_limit_ms, self.cancel)
        with budget.kept():
            return await self.thoughts.think(
                self.table.hosted.player, partial(steps, position), budget, long=self._is_long
            )

    async def _make(self, steps: list[Step], version: int, most: int | None) -> str | None:
        """Makes moves one by one, or many at once without a delay. Returns why to stop, or None."""
        hosted = self.table.hosted
        while steps:
            if hosted.version != version:
                return "acted"
            if self.cancel.is_set:
                return "stopped"
            at_once = _MOST_STEPS if hosted.small else _MOST_LARGE_STEPS
            room = at_once if most is None else most - self.moves
            now = steps[: min(room, at_once)] if self.pace.delay_ms == 0 else steps[:1]
            del steps[: len(now)]
            try:
                update = await self.desk.act(self.table, now, self.by, self.follower)
            except GameError:
                return "over"
            changed, version = hosted.version - version, hosted.version
            self.moves += changed
            if changed:
                self.say(update)
            if hosted.over:
                return "over"
            if most is not None and self.moves >= most:
                return "done"
            if self.pace.delay_ms > 0 and changed:
                await self.pace.wait()
        return "stopped" if self.cancel.is_set else None

    def _certain_steps(self, position: Position, budget: Budget) -> list[Step]:
        """The certain moves: safe cells to open and, if wanted, mines to flag."""
        hosted = self.table.hosted
        if not hosted.begun:
            return []
        analysis = budget.analyse(position)
        index = position.topology.index
        steps = [step for cell in analysis.safe for step in _opening(position, index(cell), 0.0)]
        if self.flags or hosted.origin.win == "flagged":
            steps += [step for cell in analysis.mines for step in _flagging(position, index(cell))]
        return steps

    def _flag_steps(self, position: Position, budget: Budget) -> list[Step]:
        analysis = budget.analyse(position)
        index = position.topology.index
        return [step for cell in analysis.mines for step in _flagging(position, index(cell))]

    def _guess_steps(self, position: Position, budget: Budget) -> list[Step]:
        hosted = self.table.hosted
        if not hosted.begun:
            if hosted.needs_fair_board:
                raise WebError(
                    "game", "a fair board is made around the first cell that you open: open a cell"
                )
            cell = good_first_cell(hosted.game.board, hosted.game.rules.first_click)
            risk = hosted.game.board.density if hosted.game.rules.first_click == "any" else 0.0
            return _opening(position, position.topology.index(cell), risk)
        analysis = budget.analyse(position)
        if analysis.best_risk == 0:
            choice = analysis.best
        else:
            choice = self.strategy.choose(
                position, rules=hosted.game.rules, time_limit=budget.seconds, cancel=budget.cancel
            ).cell
        if choice is None:
            raise WebError("game", "every hidden cell is a mine: there is nothing to open")
        cell_number = position.topology.index(choice)
        return _opening(position, cell_number, float(analysis.mine_probability.flat[cell_number]))


def _opening(position: Position, cell: int, risk: float) -> list[Step]:
    """Opens a cell, and removes its flag first."""
    step = Step("open", cell, _key(), risk)
    return [Step("flag", cell, _key()), step] if position.marks.flat[cell] == FLAG else [step]


def _flagging(position: Position, cell: int) -> list[Step]:
    turns = {FLAG: 0, QUESTION: 2}.get(int(position.marks.flat[cell]), 1)
    return [Step("flag", cell, _key()) for _ in range(turns)]


def _key() -> str:
    return secrets.token_hex(8)
