"""Ctrl-C while processes start: a terminal sends it to them too, before Python in them can take it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

__all__ = ["interruptible", "starting_processes"]


@contextmanager
def starting_processes() -> Iterator[None]:
    """Ctrl-C waits until the processes that start within are there, and then is for this process only.

    They hear none, nor do those that the threads made within start later. On Windows, where nothing is
    inherited, only the waiting holds.
    """
    pressed: list[int] = []
    with ExitStack() as after:
        if threading.current_thread() is threading.main_thread():  # others are never interrupted
            before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
            after.callback(signal.signal, signal.SIGINT, before)
        if sys.platform != "win32":
            from multiprocessing import resource_tracker

            resource_tracker.ensure_running()  # started within, it would have its thread hear again
            mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            after.callback(signal.pthread_sigmask, signal.SIG_SETMASK, mask)
        yield
    if pressed:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def interruptible() -> Iterator[None]:
    """In a process that was started so: within, Ctrl-C ends it, without a word; afterwards it waits again."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform == "win32":
        yield
        return
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
