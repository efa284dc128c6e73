"""What the tests of the bot share."""

import pytest
from support.desktops import CLOCK


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the bot have the clock of drawn desktops, which never makes it wait."""
    CLOCK.turn(monkeypatch)
