"""Ctrl-C while processes start. The terminal sends it to them too, before Python in them can handle it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager


@contextmanager
def starting_processes() -> Iterator[None]:
    """Delays Ctrl-C until the processes that start within have started. Then only this process gets it.

    The new processes ignore it, and so do the processes that threads from within start later. On Windows
    processes do not inherit this, so there Ctrl-C is only delayed.
    """
    pressed: list[int] = []
    with ExitStack() as after:
        if threading.current_thread() is threading.main_thread():  # no other thread gets Ctrl-C
            before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
            after.callback(signal.signal, signal.SIGINT, before)
        if sys.platform != "win32":
            from multiprocessing import resource_tracker

            resource_tracker.ensure_running()  # if it started within, it would unblock the signal
            mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            after.callback(signal.pthread_sigmask, signal.SIG_SETMASK, mask)
        yield
    if pressed:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def interruptible() -> Iterator[None]:
    """For a process started that way. Within, Ctrl-C ends it silently. Afterwards it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform == "win32":
        yield
        return
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
