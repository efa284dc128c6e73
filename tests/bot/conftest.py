"""What the tests of the bot share."""

import pytest


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the bot wait hardly at all: a drawn screen shows at once what changes."""
    for name, seconds in (("GLANCE", 0.0), ("CALM", 0.0), ("CALM_END", 0.0), ("PATIENCE", 0.3)):
        monkeypatch.setattr(f"sapper.bot.board_watcher.{name}", seconds)
