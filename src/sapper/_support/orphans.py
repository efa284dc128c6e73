"""Worker processes end with the process that started them, and never start runs themselves."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from multiprocessing.connection import wait
from typing import Final

from sapper.errors import SimulationError

IMPORTED_A_SCRIPT: Final = 79
"""The exit status of a worker process whose script starts a run when it is imported."""


class UnguardedScriptError(SimulationError, SystemExit):
    """A script starts a run outside of `if __name__ == "__main__":`.

    If nothing catches this error, its text is all that the user sees, as for any `SystemExit`. A traceback
    would hide the cure, and the error is caught like any other.
    """

    def __init__(self, instead: str | None = None) -> None:
        """Says the cure, and what else can be done."""
        other = "" if instead is None else f", {instead}"
        SystemExit.__init__(
            self,
            "each worker process reads this script first: put the call below "
            f"'if __name__ == \"__main__\":'{other}",
        )


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
