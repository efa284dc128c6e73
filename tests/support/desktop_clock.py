"""The clock of drawn desktops. It goes on when the bot looks or waits, so that no test waits itself."""

import pytest

LOOK = 0.02  # seconds for a look at the screen


class DesktopClock:
    """Seconds since some moment."""

    now = 0.0

    def go_on(self, seconds: float = LOOK) -> None:
        """Time goes by: by default that of one look."""
        self.now += seconds

    def turn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Lets the bot have this clock from its beginning on."""
        self.now = 0.0
        monkeypatch.setattr("time.monotonic", lambda: self.now)


CLOCK = DesktopClock()
