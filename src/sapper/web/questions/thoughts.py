"""Runs thoughts in threads beside play, fairly shared between players.

Nobody knows beforehand how long a thought takes. So threads that do nothing else try each thought for a
moment first. If it is not done by then, it starts again among the long thoughts, with all of its time. So
while n other players think, a thought that needs less than `SLICE` waits for at most n / 2 such moments,
rounded up. A long thought waits for at most one long thought of every other player.
"""

from __future__ import annotations

import asyncio
import contextvars
import os
import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sapper._support.deadline import Deadline
from sapper.errors import BudgetError, CancelledError
from sapper.strategy.parts import CALL
from sapper.web import limits
from sapper.web.errors import WebError

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

_SHORT_TEXT: Final = 16 * 2**10

_QUICK_THREADS: Final = 2
_FILE_THREADS: Final = 4

_LOOK_EVERY: Final = 0.05
"""Seconds between two looks at a call of a strategy in Python."""

_places: Final = threading.Semaphore(16)
"""For calls of strategies in Python. Those that never end keep their places, so that threads cannot fill the
machine."""


class Thoughts:
    """The threads, and the number of thoughts of every player."""

    def __init__(self) -> None:
        """Starts threads only when they are needed."""
        self._quick = Turns(_QUICK_THREADS, "quick")
        self._long = Turns(max(2, min(6, os.cpu_count() or 2)), "thought")
        self._files = Turns(_FILE_THREADS, "file")
        self._pictures = Turns(1, "picture")  # a large one takes two gigabytes
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
                "busy", f"you already have {limits.THOUGHTS} questions in progress: stop one, or wait"
            )
        if total >= _MOST_AT_ONCE or (mine and total >= _MANY):
            raise WebError(
                "busy", "the server is busy with the questions of other players: try again in a moment"
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

        `work` is called with the budget that it has, and starts again if it is called twice. The whole budget
        includes the wait. `long` skips the first call.

        Raises:
            WebError: The thoughts of others took all of the time.
        """
        if not long:
            done, answer = await self._quick.call(player, lambda: _tried(work, budget), budget.deadline)
            if done:
                return answer  # type: ignore[return-value]  # done
        return await self._long.call(player, lambda: with_patience(work, budget), budget.deadline)

    async def built(self, player: str, build: Callable[[], Result], text: str | None) -> Result:
        """Calls a function that makes something of a text in a request. A long text is for a thread."""
        if len(text or "") <= _SHORT_TEXT:
            return build()
        return await self.with_files(player, build)

    async def with_files(self, player: str, function: Callable[[], Result]) -> Result:
        """Calls a function that reads or writes files, in a thread."""
        return await self._files.call(player, function)

    async def with_pictures(self, player: str, function: Callable[[], Result]) -> Result:
        """Calls a function that reads a picture, in a thread. One picture is read at a time.

        Raises:
            WebError: The pictures of others took the whole time limit.
        """
        return await self._pictures.call(player, function, Deadline(limits.TIME_LIMIT_MS / 1000))

    def close(self) -> None:
        """Starts no more thoughts. Running ones go on until they are cancelled."""
        for turns in (self._quick, self._long, self._files, self._pictures):
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


class Turns:
    """A number of threads. A player has at most one call running, and waiting players are served in turn.

    So a player's first call waits for at most one call of every other player. The methods are for the event
    loop.
    """

    def __init__(self, threads: int, name: str) -> None:
        """Starts threads only when they are needed."""
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = threads
        self._waiting: dict[
            str, deque[asyncio.Future[None]]
        ] = {}  # the player whose turn is next comes first
        self._running: set[str] = set()

    async def call(
        self, player: str, function: Callable[[], Result], deadline: Deadline | None = None
    ) -> Result:
        """Calls a function in a thread, in the context of the caller, when it is the player's turn.

        It waits for the turn until the deadline.

        Raises:
            WebError: There was no turn in time.
        """
        await self._turn(player, deadline)
        loop, here = asyncio.get_running_loop(), contextvars.copy_context()

        def ended(_: object) -> None:
            with suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(self._end, player)

        running = self._threads.submit(here.run, function)
        running.add_done_callback(ended)  # even if nobody waits for the answer any more
        return await asyncio.wrap_future(running)

    def close(self) -> None:
        """Starts no more calls. Running ones go on until their callers cancel them."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _turn(self, player: str, deadline: Deadline | None) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(player, deque()).append(turn)
        self._next()
        try:
            async with asyncio.timeout(None if deadline is None else deadline.left):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                self._end(player)
            if isinstance(error, TimeoutError):
                message = "the server was busy with other players for the whole time limit: ask again"
                raise WebError("busy", message) from None
            raise

    def _next(self) -> None:
        """Gives free threads to the players who wait."""
        for player in list(self._waiting):
            if not self._free:
                return
            if player not in self._running:
                self._begin(player)

    def _begin(self, player: str) -> None:
        turns = self._waiting.pop(player)
        while turns:
            turn = turns.popleft()
            if not turn.done():  # its caller still waits
                self._free -= 1
                self._running.add(player)
                turn.set_result(None)
                break
        if turns:
            self._waiting[player] = turns  # after all other players

    def _end(self, player: str) -> None:
        self._free += 1
        self._running.discard(player)
        if player in self._waiting:  # after all other players
            self._waiting[player] = self._waiting.pop(player)
        self._next()


def with_patience(work: Callable[[Budget], Result], budget: Budget) -> Result:
    """Calls a function with a budget that holds for strategies in Python as well.

    It changes the context of the caller.
    """
    CALL.set(partial(_called, budget))
    return work(budget)


def _called(budget: Budget, function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls a function in a thread of its own, which goes on alone if the budget is used up.

    Raises:
        BudgetError: The time is up, or too many calls do not end.
        CancelledError: It was stopped.
    """
    if not _places.acquire(blocking=False):
        raise BudgetError("too many calls of strategies in Python do not end: the server has to be restarted")
    done = threading.Event()
    answers: list[Any] = []
    errors: list[BaseException] = []

    def call() -> None:
        try:
            answers.append(function(*arguments))
        except BaseException as error:  # noqa: BLE001  # it goes to the caller
            errors.append(error)
        finally:
            _places.release()
            done.set()

    threading.Thread(target=call, name="a strategy in Python", daemon=True).start()
    while not done.wait(_LOOK_EVERY):
        if budget.cancel.is_set:
            raise CancelledError("the choice was cancelled")
        if budget.deadline.is_over:
            raise BudgetError("there was no answer in time")
    if errors:
        raise errors[0]
    return answers[0]
