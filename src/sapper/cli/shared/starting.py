"""Ctrl-C while a command starts.

Nothing is at work yet that must end well, but modules are being imported. numpy cannot be imported again
after an exception ended its import, the engine aborts, and an exception in a callback is lost. So Ctrl-C
ends the process at once. Only in the command itself it is a KeyboardInterrupt, unless a thread of it cannot
be ended.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from typing import Final

_INTERRUPTED: Final = 130  # as `ExitCode`, whose module is not imported yet


def end_at_interrupts() -> None:
    """From now on Ctrl-C ends the process, unless it is ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        with suppress(ValueError):  # only the main thread may
            signal.signal(signal.SIGINT, _end)


def raise_at_interrupts() -> None:
    """From now on Ctrl-C is a KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(*_: object) -> None:
    with suppress(OSError):
        os.write(2, b"\nsapper: interrupted\n")
    os._exit(_INTERRUPTED)
