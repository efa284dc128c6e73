"""The terminal while a game has it: the keys, read as they are pressed, and Ctrl-Z, by hand and watching."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, Self

_ESCAPES: Final = re.compile(r"\x1b(?:[\[O][0-9;]*.)?")
"""What arrows and the like send."""


class Keys(AbstractContextManager["Keys"]):
    """The keys of the terminal that is standard input. From entering to leaving they are not echoed."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._ended = False

    if sys.platform == "win32":
        import msvcrt

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            """Leaves the keys that were not read."""

        def _read(self, seconds: float) -> str:
            end = time.monotonic() + seconds
            while not self.msvcrt.kbhit():
                left = end - time.monotonic()
                if left <= 0:
                    return ""
                time.sleep(min(left, 0.02))  # seconds; Windows has no way to wait for a key and a time
            key = self.msvcrt.getwch()
            if key in "\0\xe0":  # an arrow or the like, of two parts
                self.msvcrt.getwch()
                return ""
            if key == "\x03":
                raise KeyboardInterrupt
            return key

    else:
        import select
        import termios
        import tty

        def __enter__(self) -> Self:
            self._before = self.termios.tcgetattr(sys.stdin)
            self.tty.setcbreak(sys.stdin)
            return self

        def __exit__(self, *_: object) -> None:
            """Gives the terminal back as it was. Keys that were not read are forgotten."""
            self.termios.tcsetattr(sys.stdin, self.termios.TCSAFLUSH, self._before)

        def _read(self, seconds: float) -> str:
            if not self.select.select([sys.stdin], [], [], seconds)[0]:
                return ""
            read = os.read(sys.stdin.fileno(), 1024)
            self._ended = not read
            return _ESCAPES.sub("", read.decode(errors="ignore"))

    def wait(self, seconds: float) -> str:
        """The next key, as soon as there is one; an empty text if there is none within that time."""
        if not self._waiting and self._ended:  # the terminal is gone
            time.sleep(seconds)
        elif not self._waiting:
            self._waiting.extend(self._read(seconds))
        return self._waiting.popleft() if self._waiting else ""


def keys_of_terminal() -> Keys | None:
    """The keys of standard input; None if that is not a terminal."""
    return Keys() if sys.stdin is not None and sys.stdin.isatty() else None


_SIGNAL: Final[Any] = getattr(signal, "SIGTSTP", None)  # Windows has none, and suspends nothing


class Suspension:
    """Suspends the program at Ctrl-Z, and at the signal of that name, until the shell lets it go on.

    Within `with suspension:` it answers the signal.
    """

    def __init__(
        self,
        away: Callable[[], AbstractContextManager[object]],
        soon: Callable[[Callable[[], object]], object] = lambda call: call(),
    ) -> None:
        """Prepares it.

        Args:
            away: Its beginning gives the terminal back as it was. Its end takes it again and draws all.
            soon: Calls a function when the signal came, at a moment that suits the program.
        """
        self._away = away
        self._soon = soon
        self._is_put_off = self._is_due = False
        self._before: Any = None  # what the signal did before

    def __enter__(self) -> Self:
        if _SIGNAL is not None:
            self._before = signal.signal(_SIGNAL, lambda *_: self._soon(self.now))
        return self

    def __exit__(self, *_: object) -> None:
        """Lets the signal do what it did before."""
        if _SIGNAL is not None:
            signal.signal(_SIGNAL, self._before)

    @contextmanager
    def put_off(self) -> Iterator[None]:
        """Within this, Ctrl-Z waits for the end. What is drawn must be drawn as a whole."""
        self._is_put_off = True
        try:
            yield
        finally:
            self._is_put_off = False
        if self._is_due:
            self.now()

    def now(self) -> None:
        """Suspends the program at once, or at the end of `put_off`."""
        self._is_due = self._is_put_off
        if _SIGNAL is None or self._is_put_off:
            return
        with self._away():
            answer = signal.signal(_SIGNAL, signal.SIG_DFL)
            signal.raise_signal(_SIGNAL)  # stops here
            signal.signal(_SIGNAL, answer)
