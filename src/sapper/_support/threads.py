"""Threads that work for one call, and that do not keep the program from ending."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Final, TypeVar

from sapper._support.checks import whole
from sapper._support.processes import usable_cores

T = TypeVar("T")

MOST_THREADS: Final = 1024
"""The most threads or processes of one call."""


def thread_count(threads: int | None) -> int:
    """The number of threads that an argument `threads` means; None is one for each processor.

    Raises:
        ArgumentError: It is neither None nor a whole number from 1 to 1024.
    """
    return usable_cores() if threads is None else whole("threads", threads, 1, MOST_THREADS)


class Threads:
    """Daemon threads, as a context that waits for all their work.

    The pool of the standard library would let the program end only when its threads have done all their work,
    even if a daemon thread gave them the work.
    """

    def __init__(self, count: int) -> None:
        """Starts this many threads."""
        self._work: SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None] = (
            SimpleQueue()
        )
        self._threads = [threading.Thread(target=self._run, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Queues a call."""
        future: Future[T] = Future()
        self._work.put((future, function, arguments))
        return future

    def __enter__(self) -> Threads:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for _ in self._threads:
            self._work.put(None)
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        while (task := self._work.get()) is not None:
            future, function, arguments = task
            try:
                future.set_result(function(*arguments))
            except BaseException as error:  # noqa: BLE001  # the caller gets it
                future.set_exception(error)
