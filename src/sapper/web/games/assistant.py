"""The assistant: makes certain moves and guesses, and plays whole games while the player watches."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from sapper import _engine
from sapper._support.engine_call import EngineCall
from sapper.board.position import Position
from sapper.errors import GameError
from sapper.strategy.autoplaying import good_first_cell
from sapper.strategy.playing import flagging, opening
from sapper.web import limits
from sapper.web.encoding.values import Object
from sapper.web.errors import WebError
from sapper.web.games.autoplaying import Shadow
from sapper.web.games.desk import Desk, Step, Table
from sapper.web.questions.figures import Budget
from sapper.web.questions.hints import hint_figures
from sapper.web.questions.thoughts import LARGE_CELLS

if TYPE_CHECKING:
    from sapper.board.game import Game
    from sapper.inference.analysis import Cancel
    from sapper.strategy.strategy import Strategy
    from sapper.web.games.desk import Follower
    from sapper.web.games.hosted import HostedGame
    from sapper.web.games.moves import By
    from sapper.web.questions.thoughts import Thoughts


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
        strategy: Plays in `autoplay`.
        by: `"assist"` or `"autoplay"`.
        flags: Whether to flag certain mines.
        pace: How fast to play.
        time_limit_ms: The time limit of each thought.
        cancel: Stops the assistant.
        say: Called with every update.
        follower: The connection that gets the updates by `say`.
        moves: How many moves were made.
        told: The hint that `guess` followed, as the fields of `hint`.
    """

    desk: Desk
    thoughts: Thoughts
    table: Table
    strategy: Strategy | None
    by: By
    flags: bool
    pace: Pace
    time_limit_ms: int
    cancel: Cancel
    say: Callable[[Object], None]
    follower: Follower | None = None
    moves: int = 0
    told: Object | None = None

    async def move(self) -> str:
        """Opens all cells that are known to be safe and flags all known mines.

        Raises:
            BudgetError: The time is up.
            CancelledError: It was stopped.
        """
        return await self._do(self._certain_steps)

    async def step(self, number: int) -> str:
        """Does what a hint says first: opens or flags one cell.

        Args:
            number: Which hint, counted from 0 as in the field `hints` of `hint`.

        Raises:
            BudgetError: The time is up.
            CancelledError: It was stopped.
        """
        return await self._do(partial(self._certain_steps, hint=number))

    async def go_on(self) -> str:
        """Moves until a guess is needed. Raises BudgetError or CancelledError."""
        while (reason := await self.move()) == "done":
            pass
        return reason

    async def guess(self) -> str:
        """Opens the cell that a hint names: its first safe cell if there is one, else its guess.

        Raises:
            BudgetError: The time is up.
            CancelledError: It was stopped.
        """
        return await self._do(self._guess_steps)

    async def begin(self, cell: int) -> str:
        """Opens the first cell, for which a fair board was made."""
        version = self.table.hosted.version
        return await self._make(_opening(self.table.hosted.game.position, [cell], 0.0), version) or "done"

    async def _do(self, think: Callable[[Position, Budget], list[Step]]) -> str:
        """Makes the moves that a thought finds."""
        if self.table.hosted.over:
            return "over"
        position, version = self.table.hosted.game.position, self.table.hosted.version
        steps = await self._in_time(think, position)
        if not steps:
            await self.desk.help(self.table)  # to hear that nothing is certain helps too
            return "guess"
        return await self._make(steps, version) or "done"

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
            most = 1 if self.pace.delay_ms > 0 else limits.STEPS
            budget = Budget.of(self.time_limit_ms, self.cancel)
            ahead = partial(shadow.next, most, guesses, budget)
            with budget.kept():
                steps = await self.thoughts.think(hosted.player, ahead, budget, long=shadow.long)
            if hosted.version != version:
                return "acted"
            if not steps:
                return "guess"
            if self.flags:
                steps += await self._in_time(partial(self._certain_steps, opens=False), hosted.game.position)
            reason = await self._make(steps, version)
            if reason is not None:
                return reason
            version = hosted.version
            if hosted.game is not game:  # the mines moved: the copy needs them too
                game, shadow = hosted.game, self._shadow(hosted.game)
        return "over"

    def _shadow(self, game: Game) -> Shadow:
        assert self.strategy is not None
        return Shadow(game, self.strategy, self.time_limit_ms / 1000, self.cancel, self._is_long)

    @property
    def _is_long(self) -> bool:
        """Whether thoughts are long from the start. A strategy in Python would not stop to start again."""
        large = self.table.hosted.game.topology.size > LARGE_CELLS
        return large or (self.strategy is not None and self.strategy._is_in_python)

    async def _in_time(
        self, steps: Callable[[Position, Budget], list[Step]], position: Position
    ) -> list[Step]:
        """Thinks of steps, within the time limit."""
        budget = Budget.of(self.time_limit_ms, self.cancel)
        with budget.kept():
            return await self.thoughts.think(
                self.table.hosted.player, partial(steps, position), budget, long=self._is_long
            )

    async def _make(self, steps: list[Step], version: int) -> str | None:
        """Makes moves one by one, or many at once without a delay. Returns why to stop, or None."""
        hosted = self.table.hosted
        while steps:
            if hosted.version != version:
                return "acted"
            if self.cancel.is_set:
                return "stopped"
            at_once = limits.STEPS if hosted.small else limits.LARGE_STEPS
            now = steps[:at_once] if self.pace.delay_ms == 0 else steps[:1]
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
            if self.pace.delay_ms > 0 and changed:
                await self.pace.wait()
        return "stopped" if self.cancel.is_set else None

    def _certain_steps(
        self, position: Position, budget: Budget, hint: int | None = None, opens: bool = True
    ) -> list[Step]:
        """All certain moves, or the first one of a hint. Without `opens`, the flags for all mines."""
        hosted = self.table.hosted
        flags = self.flags or hosted.origin.win == "flagged"
        rules, seconds = hosted.game.rules._for_engine(), budget.seconds
        with EngineCall("the search for hints", seconds, position):
            safe, mines = _engine.certain_moves(
                position._view, rules, opens, flags, hint, seconds, budget.cancel
            )
        return _opening(position, safe, 0.0) + [
            Step(kind, cell, _key())
            for cell in mines
            for kind, _ in flagging(int(position.marks.flat[cell]), cell)
        ]

    def _guess_steps(self, position: Position, budget: Budget) -> list[Step]:
        told = hint_figures(position, budget, self.table.hosted.game.rules, everything=True)
        chosen = told["hints"][0 if told["safe"] else -1]  # the advice on the guess is the last
        self.told = {**told, "sentence": chosen["sentence"], "hints": []}
        if told["safe"]:
            return _opening(position, told["safe"][:1], 0.0)
        if told["guess"] is None:
            raise WebError("game", "every hidden cell is a mine: there is nothing to open")
        return _opening(position, [told["guess"]["cell"]], told["guess"]["risk"])


def first_cell(hosted: HostedGame) -> int:
    """The cell that a hint names before a cell is open."""
    board = hosted.game.board
    return board.topology.index(good_first_cell(board, hosted.game.rules.first_click))


def _opening(position: Position, cells: list[int], risk: float) -> list[Step]:
    """The steps that open cells. Flags are removed first."""
    return [
        Step(kind, cell, _key(), risk if kind == "open" else None)
        for cell in cells
        for kind, _ in opening(int(position.marks.flat[cell]), cell)
    ]


def _key() -> str:
    return secrets.token_hex(8)
