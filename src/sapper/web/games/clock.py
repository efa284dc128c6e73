"""A clock that measures how long a game has taken, and can be stopped."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Measures milliseconds of play. It is stopped at first."""

    def __init__(
        self, elapsed_ms: int = 0, stood_ms: int = 0, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Sets the clock. `stood_ms` is how long it has been stopped."""
        self._before = elapsed_ms / 1000
        self._since: float | None = None
        self._still_since = now() - stood_ms / 1000
        self._now = now

    @property
    def running(self) -> bool:
        """Whether the clock runs."""
        return self._since is not None

    @property
    def elapsed_ms(self) -> int:
        """The time that it shows."""
        running = 0.0 if self._since is None else self._now() - self._since
        return int(1000 * (self._before + running))

    @property
    def stood_ms(self) -> int:
        """How long it has been stopped; 0 while it runs."""
        return 0 if self.running else int(1000 * (self._now() - self._still_since))

    def start(self) -> None:
        """Starts the clock, if it is stopped."""
        if self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        """Stops the clock."""
        self._still_since = self._now()
        if self._since is not None:
            self._before += self._still_since - self._since
            self._since = None

    def make_up(self) -> None:
        """Adds the time for which it was stopped. Does nothing while it runs."""
        if self._since is None:
            still_since, self._still_since = self._still_since, self._now()
            self._before += self._still_since - still_since
