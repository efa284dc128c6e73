"""Processes that play for another one: they end when it does, and never start a run of their own."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from multiprocessing.connection import wait
from typing import Final

__all__ = ["IMPORTED_A_SCRIPT", "IN_A_SCRIPT", "end_if_importing_a_script", "end_with_parent"]

IMPORTED_A_SCRIPT: Final = 79
"""The exit status of a process that found the script it imports starting a run."""

IN_A_SCRIPT: Final = "In a script the call has to stand below 'if __name__ == \"__main__\":'."


def end_with_parent() -> None:
    """Ends this process as soon as the one that started it is gone, also if it was killed.

    A thread waits for that on a pipe of which only the parent has the other end (on Windows, on the process
    itself). It takes its turn between the games, and between any two steps of a strategy in Python.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="ends with the parent", daemon=True).start()


def end_if_importing_a_script() -> None:
    """Ends a process that was started to play and is still importing the script that started it.

    The script has no `if __name__ == "__main__":`, so it would start processes from here, without end.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):  # what multiprocessing itself asks
        sys.exit(IMPORTED_A_SCRIPT)
