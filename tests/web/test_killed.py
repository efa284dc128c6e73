"""The server is killed in the middle of play, often: nothing answered is lost, nothing done twice."""

from pathlib import Path

import pytest
from support.killed import play_through_kills


@pytest.mark.long
async def test_every_move_is_there_once_after_kills(tmp_path: Path) -> None:
    assert await play_through_kills(tmp_path, seed=11, moves=100, kills=3) >= 2
