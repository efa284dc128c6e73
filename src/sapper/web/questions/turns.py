"""Threads that players share in turns, so that nobody waits for all the work of somebody else."""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from sapper._support.deadline import Deadline
from sapper.web.errors import WebError

Result = TypeVar("Result")


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

        Args:
            player: The player who asks.
            function: The function.
            deadline: When to give up waiting for a turn.

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
                message = "the server was busy with other players for all of the time limit: ask again"
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
