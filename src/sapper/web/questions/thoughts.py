"""Thinking beside play: in threads, few at once, each with a way to stop it."""

from __future__ import annotations

import asyncio
import contextvars
import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from sapper.web import limits
from sapper.web.errors import WebError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Thoughts"]

Result = TypeVar("Result")

_MOST_AT_ONCE: Final = 64
"""Running and waiting, of all players."""


class Thoughts:
    """The threads, and who has how many of them."""

    def __init__(self) -> None:
        """Starts no thread yet."""
        workers = max(2, min(8, os.cpu_count() or 2))
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="thought")
        self._running: Counter[str] = Counter()

    @contextmanager
    def place(self, player: str) -> Iterator[None]:
        """Room for one thought of a player, which may call `think` several times.

        Raises:
            WebError: The player, or all of them, think of too much already.
        """
        if self._running[player] >= limits.THOUGHTS:
            raise WebError("busy", f"{limits.THOUGHTS} thoughts are under way: stop one, or wait")
        if self._running.total() >= _MOST_AT_ONCE:
            raise WebError("busy", "too many players think at once: try again in a moment")
        self._running[player] += 1
        try:
            yield
        finally:
            self._running[player] -= 1
            if not self._running[player]:
                del self._running[player]

    async def think(self, function: Callable[[], Result]) -> Result:
        """Calls a function in a thread, where words count as they do here."""
        here = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._threads, here.run, function)

    def close(self) -> None:
        """Starts nothing more; what runs has to be stopped by whoever started it."""
        self._threads.shutdown(wait=False, cancel_futures=True)
