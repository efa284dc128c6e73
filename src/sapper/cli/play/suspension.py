"""Ctrl-Z while a game has the whole screen, by hand and watching."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, Self

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
        self._is_put_off = self._is_wanted = False
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
        if self._is_wanted:
            self.now()

    def now(self) -> None:
        """Suspends the program at once, or at the end of `put_off`."""
        self._is_wanted = self._is_put_off
        if _SIGNAL is None or self._is_put_off:
            return
        with self._away():
            answer = signal.signal(_SIGNAL, signal.SIG_DFL)
            signal.raise_signal(_SIGNAL)  # stops here
            signal.signal(_SIGNAL, answer)
