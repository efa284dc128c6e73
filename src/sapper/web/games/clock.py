"""How long a game has taken: a clock that can stand still."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["Clock"]


class Clock:
    """Milliseconds of play. It stands still until it is started, and again when it is stopped."""

    def __init__(
        self, elapsed_ms: int = 0, stood_ms: int = 0, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Sets the clock.

        Args:
            elapsed_ms: What it shows.
            stood_ms: How long it has stood still.
            now: Seconds from some moment on.
        """
        self._before = elapsed_ms / 1000
        self._since: float | None = None
        self._still_since = now() - stood_ms / 1000
        self._now = now

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self._since is not None

    @property
    def elapsed_ms(self) -> int:
        """What it shows."""
        running = 0.0 if self._since is None else self._now() - self._since
        return int(1000 * (self._before + running))

    @property
    def stood_ms(self) -> int:
        """How long it has stood still; 0 while it runs."""
        return 0 if self.running else int(1000 * (self._now() - self._still_since))

    def start(self) -> None:
        """Lets it run; does nothing while it does."""
        if self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        """Lets it stand still from now on."""
        self._still_since = self._now()
        if self._since is not None:
            self._before += self._still_since - self._since
            self._since = None

    def make_up(self) -> None:
        """Counts the time that it has stood still; does nothing while it runs."""
        if self._since is None:
            still_since, self._still_since = self._still_since, self._now()
            self._before += self._still_since - still_since
