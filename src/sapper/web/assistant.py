"""The assistant at play: certain moves, guesses, whole games in view."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from sapper.autoplay import good_first_cell
from sapper.errors import GameError
from sapper.position import FLAG, QUESTION, Position
from sapper.web.desk import Desk, Step, Table
from sapper.web.figures import Budget
from sapper.web.values import Object

if TYPE_CHECKING:
    from sapper.analysis import Cancel
    from sapper.game import Game
    from sapper.web.desk import Follower
    from sapper.web.moves import By
    from sapper.web.strategies import Guesser
    from sapper.web.thoughts import Thoughts

__all__ = ["Assistant", "Pace", "certain_steps", "first_step"]

Say = Callable[[Object], None]

_MOST_STEPS: Final = 500
"""Done in one go, when there is no delay between moves."""


@dataclass
class Pace:
    """How fast to play; it may change meanwhile.

    Attributes:
        delay_ms: Between two moves.
        changed: Wakes up whoever waits for the next move.
    """

    delay_ms: int
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def set(self, delay_ms: int) -> None:
        """Changes it at once."""
        self.delay_ms = delay_ms
        self.changed.set()

    async def wait(self) -> None:
        """Waits for the next move."""
        self.changed.clear()
        try:
            await asyncio.wait_for(self.changed.wait(), self.delay_ms / 1000)
        except TimeoutError:
            return


@dataclass
class Assistant:
    """Plays on one game for its player.

    Attributes:
        desk: Where moves are made.
        thoughts: Where they are thought of.
        table: The game.
        guesser: Picks the guess.
        by: `"assist"` or `"autoplay"`.
        flags: Whether certain mines are flagged.
        pace: How fast.
        time_limit_ms: For every thought.
        cancel: Stops it.
        say: Takes every update.
        follower: Whoever gets the updates that way.
        before: Called with the position before every guess or group of certain moves.
    """

    desk: Desk
    thoughts: Thoughts
    table: Table
    guesser: Guesser
    by: By
    flags: bool
    pace: Pace
    time_limit_ms: int
    cancel: Cancel
    say: Say
    follower: Follower | None = None
    before: Callable[[Position, Budget], Awaitable[None]] | None = None
    moves: int = 0

    async def play(self, *, certain: bool = True, guesses: bool = True, most: int | None = None) -> str:
        """Plays until there is a reason to stop.

        Args:
            certain: Whether certain moves are made.
            guesses: Whether guesses are made.
            most: How many moves at most.

        Returns:
            `"done"`, `"guess"`, `"over"`, `"stopped"` or `"acted"`.
        """
        while True:
            game = self.table.hosted.game
            if self.table.hosted.over:
                return "over"
            position, version = game.position, self.table.hosted.version
            budget = Budget.of(self.time_limit_ms, self.cancel)
            if self.before is not None:
                await self.before(position, budget)
            think = partial(self._next, position, game, budget, certain, guesses)
            steps = await self.thoughts.think(think)
            if not steps:
                return "guess"
            reason = await self._make(steps, version, most)
            if reason is not None:
                return reason

    def _next(
        self, position: Position, game: Game, budget: Budget, certain: bool, guesses: bool
    ) -> list[Step]:
        if not self.table.hosted.begun:
            return [first_step(game)] if guesses else []
        sure = certain_steps(position, budget, self.flags or game.rules.win == "flagged")
        if sure and (certain or guesses):
            return sure if certain else sure[:1]
        return self.guesser.steps(position, game, budget) if guesses else []

    async def _make(self, steps: list[Step], version: int, most: int | None) -> str | None:
        """Makes moves one by one, or many at once without a delay; says why to stop, if so."""
        while steps:
            if self.table.hosted.version != version:
                return "acted"
            if self.cancel.is_set:
                return "stopped"
            room = _MOST_STEPS if most is None else most - self.moves
            now = steps[: min(room, _MOST_STEPS)] if self.pace.delay_ms == 0 else steps[:1]
            del steps[: len(now)]
            try:
                update = await self.desk.act(self.table, now, self.by, self.follower)
            except GameError:
                return "over"
            self.moves += self.table.hosted.version - version
            version = self.table.hosted.version
            self.say(update)
            if self.table.hosted.over:
                return "over"
            if most is not None and self.moves >= most:
                return "done"
            if self.pace.delay_ms > 0:
                await self.pace.wait()
        return None


def certain_steps(position: Position, budget: Budget, flags: bool) -> list[Step]:
    """Everything certain: safe cells to open and, if wanted, mines to flag.

    Raises:
        BudgetError: It took too long.
        CancelledError: It was stopped.
    """
    analysis = budget.analyse(position)
    index = position.topology.index
    steps = [step for cell in analysis.safe for step in opening(position, index(cell), 0.0)]
    if flags:
        steps += [step for cell in analysis.mines for step in _flagging(position, index(cell))]
    return steps


def first_step(game: Game) -> Step:
    """The first click."""
    cell = good_first_cell(game.board, game.rules.first_click)
    risk = game.board.density if game.rules.first_click == "any" else 0.0
    return Step("open", game.topology.index(cell), _key(), risk)


def opening(position: Position, cell: int, risk: float) -> list[Step]:
    """Opening, and before it taking back the flag that would keep the cell shut."""
    step = Step("open", cell, _key(), risk)
    return [Step("flag", cell, _key()), step] if position.marks.flat[cell] == FLAG else [step]


def _flagging(position: Position, cell: int) -> list[Step]:
    turns = {FLAG: 0, QUESTION: 2}.get(int(position.marks.flat[cell]), 1)
    return [Step("flag", cell, _key()) for _ in range(turns)]


def _key() -> str:
    return secrets.token_hex(8)
