"""The bot in windows of real programs, on a screen without a monitor. What is not installed is left out."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

if os.name == "nt":
    pytest.skip("these programs need X11", allow_module_level=True)

from support.other_programs import PROGRAMS, play, running, screen

GAMES = 2


@pytest.fixture(scope="module")
def _display() -> Iterator[None]:
    with screen():
        yield


# On a busy machine a program may draw so slowly that a game is given up, or is read half drawn.
@pytest.mark.flaky(reruns=2)
@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["sgt-mines 16x16", "xdemineur", "kmines easy", "gnome-mines small", "xbomb easy"]
)
def test_no_wrong_label_is_acted_upon(name: str, request: pytest.FixtureRequest) -> None:
    program = PROGRAMS[name]
    if program.missing is not None:
        pytest.skip(f"{program.missing} is not installed")
    request.getfixturevalue("_display")
    with running(program):
        played = list(play(program, GAMES))
    assert len(played) == GAMES
    assert not any(each.ended.misread for each in played)
    assert not any(each.wrong for each in played)
    assert all(each.ended.status != "unfinished" for each in played), [each.ended.why for each in played]
    assert any(each.checked for each in played)
