"""The live board: how fast it goes, how often it draws, what is in view."""

from __future__ import annotations

import re
from io import StringIO
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from support.terminal import Terminal, frames

from sapper import Beliefs, Board, Position, Rules, Strategy
from sapper.cli.common.board_options import board_on
from sapper.cli.play.setup import Setup
from sapper.cli.play.watching import live
from sapper.cli.play.watching.auto import Series
from sapper.cli.play.watching.live import LiveBoard, Show
from sapper.cli.play.window import View
from sapper.draw.scene import Scene
from sapper.strategy.autoplaying import autoplay

CURSOR = "48;2;95;215;255"  # the background of the cell under the cursor


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


class Frame:
    """What was on the screen."""

    def __init__(self, terminal: Terminal) -> None:
        self.lines = terminal.text()
        self.text = "\n".join(self.lines)
        self.cursors = terminal.styles(CURSOR)


def watched(
    setup: Setup,
    speed: float,
    width: int = 80,
    height: int = 24,
    show: Show = "moves",
    strategy: str = "exact+first",
) -> tuple[list[Frame], str]:
    """Plays the first game; every frame that was drawn, and what was left on the terminal."""
    console = Console(
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        width=width,
        height=height,
        _environ={},
    )
    player = Strategy(strategy)
    spectator = LiveBoard(setup, 1, speed, show, console, player)
    with spectator:
        Series(setup, (0, 0), player).play(1, spectator)
    assert isinstance(console.file, StringIO)
    drawn, _, left = console.file.getvalue().rpartition("\x1b[?1049l")
    return [Frame(terminal) for terminal in frames(drawn, width, height)], left


def plain(text: str) -> list[str]:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).split("\n")


def expert(seed: int = 3) -> Setup:
    return Setup(Board.level("expert"), Rules(), seed)


def moves(setup: Setup) -> int:
    return sum(1 for _ in autoplay(setup.game(0), (0, 0), "exact+first"))


@pytest.mark.parametrize("speed", [2.0, 10.0, 500.0])
def test_goes_as_fast_as_told(clock: Time, speed: float) -> None:
    begun = clock.now
    watched(expert(), speed)
    lasted = clock.now - begun - min(1, 5 / speed)
    assert lasted == pytest.approx(moves(expert()) / speed)


def test_what_drawing_takes_is_made_good(clock: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = live.LiveBoard._draw

    def slow(*arguments: object) -> None:
        draw(*arguments)  # type: ignore[arg-type] # whatever it is
        clock.now += 0.02

    monkeypatch.setattr(live.LiveBoard, "_draw", slow)
    begun = clock.now
    watched(expert(), 500)
    lasted = clock.now - begun - 5 / 500
    assert lasted == pytest.approx(moves(expert()) / 500, abs=0.05)


def test_shows_every_move_that_the_eye_can_follow() -> None:
    frames, _ = watched(expert(), 10)
    assert len(frames) == moves(expert()) + 1
    for number, frame in enumerate(frames[:-1], 1):
        assert f"Move {number}," in frame.text
        assert frame.cursors == 1


def test_leaves_out_what_the_eye_cannot_follow() -> None:
    frames, _ = watched(expert(), 600)
    assert moves(expert()) / 20 - 2 <= len(frames) <= moves(expert()) / 20 + 3
    assert f"Move {moves(expert())}," in frames[-1].text


def test_the_view_follows_the_play_where_the_board_does_not_fit() -> None:
    setup = Setup(board_on("hexagons", 50, 60, 400), Rules(), 2)
    frames, left = watched(setup, 20, width=40, height=14)
    assert len({frame.lines[0] for frame in frames}) > 10
    assert all("Record" in frame.lines[13] for frame in frames)
    assert all(frame.cursors == 1 for frame in frames[:-1])
    assert "".join(plain(left)).strip() == ""


def test_a_view_of_fast_play_glides_and_arrives() -> None:
    scene = Scene(Position(np.full((100, 200), -1), 500))
    views = View(4), View(4, glides=True)
    for view in views:
        list(view.lines(scene, (80, 24), (90, 180)))
    seen = [views[1].seen(scene, (80, 24))]
    while seen[-1] != views[0].seen(scene, (80, 24)):
        list(views[1].lines(scene, (80, 24), (90, 180)))
        seen.append(views[1].seen(scene, (80, 24)))
    assert 8 < len(seen) < 60
    for (top, left, *_), (next_top, next_left, *_) in pairwise(seen):
        assert 0 <= next_top - top <= 25
        assert 0 <= next_left - left <= 50


def test_a_board_nine_times_expert_fits_a_large_terminal_whole() -> None:
    setup = Setup(board_on("square", 48, 90, 891), Rules("opening", on_mine="continue"), 2)
    frames, left = watched(setup, 3000, width=200, height=60)
    for frame in frames[:-1]:
        assert max(map(len, frame.lines[:48])) <= 180
        assert "48 x 90, 891 mines" in frame.lines[49]
    assert len(plain(left.rstrip("\n"))) == 48
    assert "·" not in "".join(frames[-1].lines[:48])


def test_leaves_the_last_board_where_it_fits() -> None:
    frames, left = watched(expert(), 10)
    assert len(plain(left.rstrip("\n"))) == 16
    assert any(outcome in frames[-1].lines[18] for outcome in ("Won", "Lost"))


def test_tells_what_happens() -> None:
    frames, _ = watched(expert(), 10)
    told = [" ".join(frame.lines[16:]) for frame in frames]
    assert "Begins at (0, 0)." in told[0]
    assert any(re.search(r"Opens \(\d+, \d+\), certainly safe\.", text) for text in told)
    assert any(re.search(r"Guesses \(\d+, \d+\), a mine at \d+\.\d %\.", text) for text in told)
    flags, _ = watched(Setup(Board.level("beginner"), Rules(win="flagged"), 1), 10)
    assert any(re.search(r"Flags \(\d+, \d+\)\.", frame.text) for frame in flags)


def test_every_risk_shows_when_asked_for() -> None:
    few, _ = watched(expert(), 10)
    all_of_them, _ = watched(expert(), 10, show="risks")
    assert "·" in few[5].text
    assert "·" not in "".join(all_of_them[5].lines[:16])
    assert re.search(r"\b[0-9]{2,}", "".join(all_of_them[5].lines[:16]))


def test_the_beliefs_are_those_of_the_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    believe = Strategy.beliefs

    def beliefs(self: Strategy, position: Position, **options: Any) -> Beliefs:
        asked.append(self.name)
        return believe(self, position, **options)

    monkeypatch.setattr(Strategy, "beliefs", beliefs)
    seen, _ = watched(expert(), 10, show="beliefs", strategy="subset+density")
    assert set(asked) == {"subset+density"}
    exact, _ = watched(expert(), 10, show="risks", strategy="subset+density")
    assert len(seen) == len(exact)
    assert [frame.lines for frame in seen[5:9]] != [frame.lines for frame in exact[5:9]]
    assert len(asked) > 5


def test_thinking_shows_the_walk_before_the_risks(clock: Time) -> None:
    begun = clock.now
    frames, _ = watched(expert(), 10, show="thinking")
    assert clock.now - begun > moves(expert()) / 10 + 1
    thinks = [frame for frame in frames if "Thinks." in frame.text]
    walking = [number for number, frame in enumerate(frames) if "•" in frame.text]
    assert len(walking) > 20
    for number in walking:
        assert frames[number] in thinks
    for frame in thinks:
        assert frame.cursors == 0
    for number in walking:
        later = next(frame for frame in frames[number:] if "•" not in frame.text)
        assert re.search(r"[0-9]{2}|[✓●]", "".join(later.lines[:16]))


def test_fast_play_takes_no_time_to_think(clock: Time) -> None:
    begun = clock.now
    frames, _ = watched(expert(), 500, show="thinking")
    assert clock.now - begun < 2 * moves(expert()) / 500
    assert not any("•" in frame.text for frame in frames)
