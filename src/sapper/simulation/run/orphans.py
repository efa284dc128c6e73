"""Worker processes end with the process that started them, and never start runs themselves."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from multiprocessing.connection import wait
from typing import Final

IMPORTED_A_SCRIPT: Final = 79
"""The exit status of a worker process whose script starts a run when it is imported."""

IN_A_SCRIPT: Final = "In a script, put the call below 'if __name__ == \"__main__\":'."


def end_with_parent() -> None:
    """Ends this process as soon as its parent is gone, even if the parent was killed.

    A thread waits on a pipe whose other end only the parent holds (on Windows, on the parent process). The
    thread runs between games, and between the steps of a strategy in Python.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="ends with the parent", daemon=True).start()


def end_if_importing_a_script() -> None:
    """Ends a worker process that starts a run while it imports the script of its parent.

    Such a script lacks `if __name__ == "__main__":`, so each process would start more processes.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):  # multiprocessing uses this flag too
        sys.exit(IMPORTED_A_SCRIPT)
