"""The live board: how fast it goes, how often it draws, what is in view."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

from sapper import Board, Rules, Strategy
from sapper.autoplay import autoplay
from sapper.cli.board_options import board_on
from sapper.cli.play import live
from sapper.cli.play.auto import Series
from sapper.cli.play.live import LiveBoard
from sapper.cli.play.setup import Setup

CURSOR = "48;2;95;215;255m"  # the background of the cell under the cursor


class Time:
    """A clock that only sleeping moves on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.now += seconds


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(live, "time", time)
    return time


def watched(setup: Setup, speed: float, width: int = 80, height: int = 24) -> tuple[list[str], str]:
    """Plays the first game; every frame that was drawn, and what was left on the terminal."""
    console = Console(
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        width=width,
        height=height,
        _environ={},
    )
    spectator = LiveBoard(setup, 1, speed, console)
    with spectator:
        Series(setup, (0, 0), Strategy("exact+first")).play(1, spectator)
    assert isinstance(console.file, StringIO)
    drawn, _, left = console.file.getvalue().rpartition("\x1b[?1049l")
    return [frame for frame in drawn.split("\x1b[H")[1:] if "Game" in frame], left


def plain(text: str) -> list[str]:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).split("\n")


def expert(seed: int = 3) -> Setup:
    return Setup(Board.level("expert"), Rules(), seed)


def moves(setup: Setup) -> int:
    return sum(1 for _ in autoplay(setup.game(0), (0, 0)))


@pytest.mark.parametrize("speed", [2.0, 10.0, 500.0])
def test_goes_as_fast_as_told(clock: Time, speed: float) -> None:
    begun = clock.now
    watched(expert(), speed)
    lasted = clock.now - begun - min(1, 5 / speed)
    assert lasted == pytest.approx(moves(expert()) / speed)


def test_shows_every_move_that_the_eye_can_follow() -> None:
    frames, _ = watched(expert(), 10)
    assert len(frames) == moves(expert()) + 1
    for number, frame in enumerate(frames[:-1], 1):
        assert f"Move {number}," in frame
        assert frame.count(CURSOR) == 1


def test_leaves_out_what_the_eye_cannot_follow() -> None:
    frames, _ = watched(expert(), 600)
    assert moves(expert()) / 20 - 2 <= len(frames) <= moves(expert()) / 20 + 3
    assert f"Move {moves(expert())}," in frames[-1]


def test_the_view_follows_the_play_where_the_board_does_not_fit() -> None:
    setup = Setup(board_on("hexagons", 50, 60, 400), Rules(), 2)
    frames, left = watched(setup, 20, width=40, height=14)
    assert len({plain(frame)[0] for frame in frames}) > 10
    for frame in frames:
        lines = plain(frame)
        assert len(lines) == 14
        assert all(len(line) <= 40 for line in lines)
    assert all(frame.count(CURSOR) == 1 for frame in frames[:-1])
    assert left.strip() == ""


def test_leaves_the_last_board_where_it_fits() -> None:
    frames, left = watched(expert(), 10)
    assert len(plain(left.rstrip("\n"))) == 16
    assert any(outcome in plain(frames[-1])[18] for outcome in ("Won", "Lost"))


def test_tells_what_happens() -> None:
    frames, _ = watched(expert(), 10)
    told = [" ".join(plain(frame)[16:]) for frame in frames]
    assert "Begins at (0, 0)." in told[0]
    assert any(re.search(r"Opens \(\d+, \d+\), certainly safe\.", text) for text in told)
    assert any(re.search(r"Guesses \(\d+, \d+\), a mine at \d+\.\d %\.", text) for text in told)
    flags, _ = watched(Setup(Board.level("beginner"), Rules(win="flagged"), 1), 10)
    assert any(re.search(r"Flags \(\d+, \d+\)\.", frame) for frame in flags)
