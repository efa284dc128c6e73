"""Thinking beside play: in threads, few at once, fair to every player, each with a way to stop it.

Nobody can tell beforehand how long a question takes, so each is tried for a moment first, by threads that do
nothing else. What is not done by then begins anew among the long thoughts, with all of its time. So while n
other players think of whatever they like, a question that needs less than `SLICE` waits for n / 2 such
moments at most, rounded up; and a long one for one long thought of every other player at most.
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
from sapper.web.questions.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.web.questions.figures import Budget

__all__ = ["LARGE_CELLS", "SLICE", "Thoughts"]

Result = TypeVar("Result")

_MANY: Final = 64
"""Running and waiting, of all players. Where there are so many, each player has one at a time."""

_MOST_AT_ONCE: Final = 256

SLICE: Final = 0.25
"""Seconds that every question is tried for before it counts as long."""

LARGE_CELLS: Final = 100_000
"""What is about boards of more cells counts as long from the start: there a moment is not enough."""

_QUICK_THREADS: Final = 2
_FILE_THREADS: Final = 4


class Thoughts:
    """The threads, and who has how many thoughts."""

    def __init__(self) -> None:
        """Starts no thread yet."""
        self._quick = Turns(_QUICK_THREADS, "quick")
        self._long = Turns(max(2, min(6, os.cpu_count() or 2)), "thought")
        self._files = Turns(_FILE_THREADS, "file")
        self._running: Counter[str] = Counter()

    @contextmanager
    def place(self, player: str) -> Iterator[None]:
        """Room for one thought of a player, which may call `think` several times.

        Raises:
            WebError: The player, or all of them, think of too much already.
        """
        mine, total = self._running[player], self._running.total()
        if mine >= limits.THOUGHTS:
            raise WebError("busy", f"{limits.THOUGHTS} thoughts are under way: stop one, or wait")
        if total >= _MOST_AT_ONCE or (mine and total >= _MANY):
            raise WebError("busy", "too many players think at once: try again in a moment")
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
        """Calls a function in a thread: for a moment, then once more with all the time if need be.

        Args:
            player: Who asks.
            work: Gets the time that it has. It may be called twice, and must then begin anew.
            budget: All the time, waiting included. The second call gets this very object.
            long: Whether to leave out the first try.

        Raises:
            WebError: The thoughts of others took all the time.
        """
        if not long:
            done, answer = await self._quick.call(player, lambda: _tried(work, budget), budget.deadline)
            if done:
                return answer  # type: ignore[return-value]  # done
        return await self._long.call(player, lambda: work(budget), budget.deadline)

    async def with_files(self, player: str, function: Callable[[], Result]) -> Result:
        """Calls a function that reads or writes files, in a thread."""
        return await self._files.call(player, function)

    def close(self) -> None:
        """Starts nothing more; what runs has to be stopped by whoever started it."""
        for turns in (self._quick, self._long, self._files):
            turns.close()


def _tried(work: Callable[[Budget], Result], budget: Budget) -> tuple[bool, Result | None]:
    """Whether the work was done within a moment, and the answer."""
    moment = budget.part(SLICE)
    all_there_is = moment.deadline is budget.deadline
    try:
        answer = work(moment)
    except BudgetError:
        if all_there_is or not moment.deadline.is_over:
            raise  # there is no more time, or it was the memory
        return False, None
    # What ended late may have left out what there was no time for.
    return (True, answer) if all_there_is or not moment.deadline.is_over else (False, None)
