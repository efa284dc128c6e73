"""Runs thoughts in threads beside play, fairly shared between players.

Nobody knows beforehand how long a thought takes. So threads that do nothing else try each thought for a
moment first. If it is not done by then, it starts again among the long thoughts, with all of its time. So
while n other players think, a thought that needs less than `SLICE` waits for at most n / 2 such moments,
rounded up. A long thought waits for at most one long thought of every other player.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from sapper.errors import BudgetError
from sapper.web import limits
from sapper.web.errors import WebError
from sapper.web.questions.patience import with_patience
from sapper.web.questions.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.web.questions.figures import Budget

Result = TypeVar("Result")

_MANY: Final = 64
"""If all players together have this many thoughts, each player may have only one."""

_MOST_AT_ONCE: Final = 256

SLICE: Final = 0.25
"""A thought that takes more seconds counts as long."""

LARGE_CELLS: Final = 100_000
"""Thoughts about boards of more cells count as long from the start."""

_QUICK_THREADS: Final = 2
_FILE_THREADS: Final = 4


class Thoughts:
    """The threads, and the number of thoughts of every player."""

    def __init__(self) -> None:
        """Starts threads only when they are needed."""
        self._quick = Turns(_QUICK_THREADS, "quick")
        self._long = Turns(max(2, min(6, os.cpu_count() or 2)), "thought")
        self._files = Turns(_FILE_THREADS, "file")
        self._running: Counter[str] = Counter()

    @contextmanager
    def place(self, player: str) -> Iterator[None]:
        """Takes the place of one thought. It may call `think` several times.

        Raises:
            WebError: The player, or all players together, have too many thoughts.
        """
        mine, total = self._running[player], self._running.total()
        if mine >= limits.THOUGHTS:
            raise WebError(
                "busy", f"you already have {limits.THOUGHTS} thoughts in progress: stop one, or wait"
            )
        if total >= _MOST_AT_ONCE or (mine and total >= _MANY):
            raise WebError(
                "busy", "the server is busy with the thoughts of other players: try again in a moment"
            )
        self._running[player] += 1
        try:
            yield
        finally:
            self._running[player] -= 1
            if not self._running[player]:
                del self._running[player]

    async def think(
        self, player: str, work: Callable[[Budget], Result], budget: Budget, *, long: bool = False
    ) -> Result:
        """Calls a function in a thread: for a moment first, then again with all the time if necessary.

        Args:
            player: The player who asks.
            work: Called with the budget that it has. If it is called twice, it has to start again.
            budget: The whole time limit, including the wait. The second call gets this same object.
            long: Whether to skip the first call.

        Raises:
            WebError: The thoughts of others took all of the time.
        """
        if not long:
            done, answer = await self._quick.call(player, lambda: _tried(work, budget), budget.deadline)
            if done:
                return answer  # type: ignore[return-value]  # done
        return await self._long.call(player, lambda: with_patience(work, budget), budget.deadline)

    async def with_files(self, player: str, function: Callable[[], Result]) -> Result:
        """Calls a function that reads or writes files, in a thread."""
        return await self._files.call(player, function)

    def close(self) -> None:
        """Starts no more thoughts. Running ones go on until they are cancelled."""
        for turns in (self._quick, self._long, self._files):
            turns.close()


def _tried(work: Callable[[Budget], Result], budget: Budget) -> tuple[bool, Result | None]:
    """Whether the work was done in a moment, and its answer."""
    moment = budget.part(SLICE)
    all_there_is = moment.deadline is budget.deadline
    try:
        answer = with_patience(work, moment)
    except BudgetError:
        if all_there_is or not moment.deadline.is_over:
            raise  # all of the time is up, or the memory ran out
        return False, None
    # Work that ended late may have left out parts for lack of time.
    return (True, answer) if all_there_is or not moment.deadline.is_over else (False, None)
