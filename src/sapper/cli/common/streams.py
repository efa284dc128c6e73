"""The standard streams of a process that was started without some of them."""

from __future__ import annotations

import os
import sys


def open_closed_streams() -> None:
    """Opens the standard streams that are closed, before a file that the command opens takes their place.

    Then standard input is empty, and what goes to standard error is lost. Whoever writes to standard output
    gets an OSError (EBADF), as for any stream that is closed.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(_null(0, os.O_RDONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(_null(1, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(_null(2, os.O_WRONLY), "w")


def _null(number: int, access: int) -> int:
    opened = os.open(os.devnull, access)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)
    return number
