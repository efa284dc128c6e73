"""When Ctrl-C takes effect.

The terminal also sends it to processes that start, before Python in them can handle it.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

_ENDED_BY_CONTROL_C: Final = 0xC000013A if sys.platform == "win32" else -signal.SIGINT
_ON_ITS_WAY: Final = 2.0  # seconds; a busy machine may take tenths of one


@contextmanager
def delayed() -> Iterator[None]:
    """Delays Ctrl-C until the end of the block."""
    if not _gets_control_c():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def starting_processes() -> Iterator[None]:
    """Delays Ctrl-C until the processes that start within have started. Then only this process gets it.

    The new processes ignore it, and so do the processes that threads from within start later. On Windows
    processes do not inherit this, so there Ctrl-C is only delayed.
    """
    with delayed():  # if processes have ended in between, they have ended because of it
        if sys.platform == "win32":
            yield
            return
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # if it started within, it would unblock the signal
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def wait_for_control_c(ended: Iterable[int | None]) -> None:
    """If Ctrl-C ended one of the processes, waits a moment until this process gets it too.

    The terminal sends it to one process after the other. So the end of a process may be seen first.

    Args:
        ended: The exit statuses of processes that were interruptible.

    Raises:
        KeyboardInterrupt: It came.
    """
    if _ENDED_BY_CONTROL_C in ended and _gets_control_c():
        time.sleep(_ON_ITS_WAY)


def _gets_control_c() -> bool:
    """Whether this thread gets Ctrl-C: no thread but the main one does."""
    return threading.current_thread() is threading.main_thread()


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
