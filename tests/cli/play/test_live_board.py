"""The live board: how fast it goes, how often it draws, what is in view."""

import math
import re
from contextlib import suppress
from functools import cached_property
from io import StringIO
from itertools import pairwise
from typing import Any, Self

import numpy as np
import pytest
from rich.console import Console, ConsoleDimensions
from rich.segment import Segment
from rich.style import Style
from support.terminal import Terminal, frames

from sapper import Beliefs, Board, Position, Rules, Strategy
from sapper.cli.play import live_board, tiles
from sapper.cli.play.advice import THINKING
from sapper.cli.play.keys import WATCHING, Keys
from sapper.cli.play.live_board import LiveBoard, Show
from sapper.cli.play.series import Quit, Series, Setup
from sapper.cli.play.tiles import Viewport
from sapper.cli.shared.board_options import board_on
from sapper.draw.scene import Scene
from sapper.strategy.autoplaying import autoplay
from sapper.strategy.strategy import StrategyLike

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
    monkeypatch.setattr(live_board, "time", time)
    return time


@pytest.fixture(autouse=True)
def fresh_styles() -> None:
    """Styles of rich keep the codes of the first console that shows them, perhaps that of another test."""
    for cache in (Style.parse, Style._add, tiles._tile):
        cache.cache_clear()


class Frame:
    """What was on the screen."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal

    @cached_property
    def lines(self) -> list[str]:
        return self._terminal.text()

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @cached_property
    def cursors(self) -> int:
        return self._terminal.styles(CURSOR)


class KeySchedule(Keys):
    """Keys that are pressed at given times after the beginning."""

    def __init__(self, clock: Time, *times: tuple[float, str]) -> None:
        super().__init__()
        self._clock = clock
        self._times = [(clock.now + after, key) for after, key in times]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def _read(self, seconds: float) -> str:
        assert seconds >= 0
        at, keys = self._times[0] if self._times else (math.inf, "")
        if at > self._clock.now + seconds:
            self._clock.now += seconds
            return ""
        self._clock.now = max(at, self._clock.now)
        del self._times[0]
        return keys


def watch(
    setup: Setup,
    speed: float,
    width: int = 80,
    height: int = 24,
    show: Show = "moves",
    keys: Keys | None = None,
    strategy: StrategyLike = "exact+first",
) -> tuple[list[Frame], str]:
    """Plays the first game; every frame that was drawn, and what was left on the terminal."""
    options: Any = {"width": width, "height": height, "_environ": {}}
    console = Console(file=StringIO(), force_terminal=True, color_system="truecolor", **options)
    player = Strategy(strategy)
    spectator = LiveBoard(setup, 1, speed, show, console, keys, player)
    with spectator, suppress(Quit):
        Series(setup, (0, 0), player).play(1, spectator)
    assert isinstance(console.file, StringIO)
    text, _, rest = console.file.getvalue().rpartition("\x1b[?1049l")
    return [Frame(terminal) for terminal in frames(text, width, height)], rest


def plain(text: str) -> list[str]:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).split("\n")


def expert(seed: int = 6) -> Setup:  # a short game with a guess
    return Setup(Board.level("expert"), Rules(), seed)


def moves(setup: Setup) -> int:
    return sum(1 for _ in autoplay(setup.game(0), "exact+first", first_cell=(0, 0)))


@pytest.mark.parametrize(("speed", "show"), [(2, "moves"), (10, "moves"), (500, "moves"), (500, "thinking")])
def test_goes_at_its_speed(clock: Time, speed: float, show: Show) -> None:
    start = clock.now
    frames, rest = watch(expert(), speed, show=show)
    assert clock.now - start - min(1, 5 / speed) == pytest.approx(moves(expert()) / speed)
    assert not any("•" in frame.text for frame in frames)  # fast play takes no time to think
    assert len(plain(rest.rstrip("\n"))) == 16


def test_shows_and_tells_every_move_that_the_eye_can_follow() -> None:
    frames, _ = watch(expert(), 10)
    assert len(frames) == moves(expert()) + 1
    for number, frame in enumerate(frames[:-1], 1):
        assert f"Move {number}," in frame.text
        assert frame.cursors == 1
    texts = [" ".join(frame.lines[16:]) for frame in frames]
    assert "Begins at row 1, column 1." in texts[0]
    assert any(re.search(r"Opens row \d+, column \d+, certainly safe\.", text) for text in texts)
    assert any(re.search(r"Guesses row \d+, column \d+, risk \d+\.\d %\.", text) for text in texts)
    assert any(outcome in frames[-1].lines[18] for outcome in ("Won", "Lost"))
    flags, _ = watch(Setup(Board.level("beginner"), Rules(win="flagged"), 1), 10)
    assert any(re.search(r"Flags row \d+, column \d+\.", frame.text) for frame in flags)


def test_what_drawing_takes_is_made_good(clock: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = live_board.LiveBoard._draw

    def slow(*arguments: object) -> None:
        draw(*arguments)  # type: ignore[arg-type] # whatever it is
        clock.now += 0.02

    monkeypatch.setattr(live_board.LiveBoard, "_draw", slow)
    start = clock.now
    watch(expert(), 100)
    duration = clock.now - start - 5 / 100
    assert duration == pytest.approx(moves(expert()) / 100, abs=0.05)


def test_leaves_out_what_the_eye_cannot_follow() -> None:
    frames, _ = watch(expert(), 600)
    assert moves(expert()) / 20 - 2 <= len(frames) <= moves(expert()) / 20 + 3
    assert f"Move {moves(expert())}," in frames[-1].text


def test_the_view_follows_the_play_where_the_board_does_not_fit() -> None:
    frames, rest = watch(Setup(board_on("hexagons", 50, 60, 400), Rules(), 2), 20, width=40, height=14)
    assert len({frame.lines[0] for frame in frames}) > 10
    assert all("Record" in frame.lines[13] for frame in frames)
    assert all(frame.cursors == 1 for frame in frames[:-1])
    assert "".join(plain(rest)).strip() == ""


def test_a_view_of_fast_play_glides_and_arrives() -> None:
    scene = Scene(Position(np.full((100, 200), -1), 500))
    views = Viewport(4), Viewport(4, glides=True)
    for view in views:
        list(view.lines(scene, (80, 24), (90, 180)))
    views_so_far = [views[1].in_view(scene, (80, 24))]
    while views_so_far[-1] != views[0].in_view(scene, (80, 24)):
        list(views[1].lines(scene, (80, 24), (90, 180)))
        views_so_far.append(views[1].in_view(scene, (80, 24)))
    assert 8 < len(views_so_far) < 60
    for (top, left, *_), (next_top, next_left, *_) in pairwise(views_so_far):
        assert 0 <= next_top - top <= 25
        assert 0 <= next_left - left <= 50


def test_a_board_nine_times_expert_fits_a_large_terminal_whole() -> None:
    setup = Setup(board_on("square", 48, 90, 891), Rules("opening", on_mine="continue"), 2)
    frames, rest = watch(setup, 3000, width=200, height=60)
    for frame in frames[:-1]:
        assert max(map(len, frame.lines[:48])) <= 180
        assert "48 x 90, 891 mines" in frame.lines[49]
    assert len(plain(rest.rstrip("\n"))) == 48
    assert "·" not in "".join(frames[-1].lines[:48])


def test_the_beliefs_are_those_of_the_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    askers = []
    believe = Strategy.beliefs

    def beliefs(self: Strategy, position: Position, **options: Any) -> Beliefs:
        askers.append(self.name)
        result: Beliefs = believe(self, position, **options)
        return result

    monkeypatch.setattr(Strategy, "beliefs", beliefs)
    by_beliefs, _ = watch(expert(), 10, show="beliefs", strategy="subset+density")
    assert set(askers) == {"subset+density"}
    exact, _ = watch(expert(), 10, show="risks", strategy="subset+density")
    assert len(by_beliefs) == len(exact)
    assert [frame.lines for frame in by_beliefs[5:9]] != [frame.lines for frame in exact[5:9]]
    assert len(askers) > 5


def test_what_is_known_around_the_cell_is_told_below() -> None:
    frames, _ = watch(expert(), 10, show="beliefs", strategy="bounds-boundary")
    board = expert().board.topology
    near = 0
    for frame in frames[:-1]:
        match = re.search(r"(?:at|Opens|Guesses) row (\d+), column (\d+)", frame.text)
        assert match
        cell = int(match[1]) - 1, int(match[2]) - 1
        around = {cell, *board.neighbours(cell)}
        lines = [line for line in frame.lines if line.startswith("Knows: ")]
        assert len(lines) <= 2
        for line in lines:
            match = re.match(r"Knows: (\d+ to )?\d+ mines? among (.+)", line)
            assert match
            pairs = re.findall(r"\((\d+),(\d+)\)", match[2])
            assert around & {(int(row) - 1, int(column) - 1) for row, column in pairs}
            near += 1
    assert near > 20
    assert not any("Knows" in line for line in frames[-1].lines)
    without: list[tuple[Show, StrategyLike]] = [("risks", "bounds-boundary"), ("beliefs", "exact+first")]
    for show, strategy in without:
        others, _ = watch(expert(), 10, show=show, strategy=strategy)
        assert not any("Knows" in frame.text for frame in others)


def test_a_strategy_that_tells_nothing_is_said_to() -> None:
    def pick(position: Position) -> tuple[int, int]:
        row, column = np.argwhere(position.marks < 0)[0].tolist()
        return row, column

    game = Setup(Board.level("beginner"), Rules("safe"), 1)
    frames, _ = watch(game, 10, height=40, show="beliefs", strategy=pick)
    assert "pick does not say what it knows about this position." in frames[0].lines


def test_texts_stand_beside_the_board_where_there_is_no_room_below() -> None:
    frames, _ = watch(Setup(Board.level("beginner"), Rules("safe"), 1), 10, 80, 20, keys=KeySchedule(Time()))
    wide, text = len("▀▀▀ ") * 9, [" ".join(line[37:].split()) for line in frames[-1].lines]
    assert all(len(line) <= 80 for line in frames[-1].lines)
    assert {line[:wide].rstrip() for line in frames[-1].lines[1:18:2]} == {" ".join(["▀▀▀"] * 9)}
    assert " ".join(text).startswith("Game 1 of 1: beginner, 9 x 9, 10 mines; seed 1, game 0")
    assert text[len([line for line in text if line]) - 1].endswith("q quit")


@pytest.mark.long
def test_thinking_shows_the_sweeps_before_the_risks(clock: Time) -> None:
    start = clock.now
    frames, _ = watch(expert(), 10, show="thinking")
    assert clock.now - start > moves(expert()) / 10 + 1
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


def last_move(frame: Frame) -> int:
    match = re.search(r"Move (\d+),", frame.text)
    assert match
    return int(match[1])


def test_keys_risks_and_the_colours_of_thinking_are_explained_where_they_are(clock: Time) -> None:
    without, _ = watch(Setup(Board.level("beginner"), Rules(), 1), 10)
    assert "space" not in without[0].text
    frames, _ = watch(expert(), 10, keys=KeySchedule(clock, (3.05, "q")))
    for frame in frames:
        assert frame.lines[19] == "Record 0-0-0  Speed 10/s" or frame is frames[-1]
        assert frame.lines[20] == "space pause  s step  +/- speed  v knowledge  ? help  q quit"
    assert "·" in frames[5].text
    assert not re.search("[0-9]_", frames[5].text)
    risks, _ = watch(expert(), 10, show="risks", keys=KeySchedule(clock, (3.05, "q")))
    assert "·" not in "".join(risks[5].lines[:16])
    assert re.search("[0-9]_", "".join(risks[5].lines[:16]))
    thoughts, rest = watch(expert(), 10, show="thinking", keys=KeySchedule(clock, (3.05, "q")))
    assert len(THINKING) <= 80
    for frame in (*frames, *thoughts):
        assert (THINKING in frame.lines) == (frame in thoughts)
    assert len(plain(rest.rstrip("\n"))) == 16  # quitting leaves the board as it is


def test_a_pause_lasts_until_it_is_ended_and_steps_make_one_move_each(clock: Time) -> None:
    start = clock.now
    frames, _ = watch(expert(), 10, keys=KeySchedule(clock, (1.05, " "), (101.05, " ")))
    assert clock.now - start == pytest.approx(moves(expert()) / 10 + 100 + 0.5, abs=0.2)
    assert {last_move(frame) for frame in frames if "Paused. " in frame.text} == {11}
    assert [last_move(frame) for frame in frames[-3:]] == [moves(expert()) - 1, *[moves(expert())] * 2]
    steps = [(2 + number, "s") for number in range(4)]
    frames, _ = watch(expert(), 10, keys=KeySchedule(clock, (1.05, " "), *steps, (50, "q")))
    moves_in_pauses = [last_move(frame) for frame in frames if "Paused" in frame.text and frame.cursors]
    assert moves_in_pauses == [11, 11, 12, 12, 13, 13, 14, 14, 15]
    assert last_move(frames[-1]) == 15


def test_steps_are_not_lost_where_keys_come_faster_than_moves(clock: Time) -> None:
    frames, _ = watch(expert(), 10, show="thinking", keys=KeySchedule(clock, (1.05, " sss"), (60, "q")))
    before = next(frame for frame in frames if "Paused" in frame.text)
    assert last_move(frames[-1]) == last_move(before) + 3


def test_a_step_pauses_play_faster_than_the_eye_and_shows_where_it_is(clock: Time) -> None:
    frames, _ = watch(expert(), 600, keys=KeySchedule(clock, (0.1, "s"), (5, "ss"), (9, "q")))
    moves_in_pauses = [last_move(frame) for frame in frames if "Paused" in frame.text]
    assert moves_in_pauses[-1] == moves_in_pauses[0] + 3
    assert clock.now == 1009


def test_steps_lead_through_the_end_of_a_game(clock: Time) -> None:
    setup = Setup(Board.level("beginner"), Rules(), 1)
    steps = [(float(number), "s") for number in range(moves(setup) + 2)]
    frames, _ = watch(setup, 10, keys=KeySchedule(clock, *steps))
    assert last_move(frames[-1]) == moves(setup)
    assert any(end in frames[-1].text for end in ("Won", "Lost"))


def test_keys_change_the_speed(clock: Time) -> None:
    game = Setup(Board.level("beginner"), Rules(), 1)
    for keys, factor in (("+", 2), ("==", 4), ("-", 0.5), ("-+", 1), ("x\t", 1), ("_" * 20, 0.01)):
        start = clock.now
        frames, _ = watch(game, 10, keys=KeySchedule(clock, (1.05, keys)))
        duration = clock.now - start - min(1.0, 5 / (10 * factor))
        rest = moves(game) - 11
        assert duration == pytest.approx(1.05 + rest / (10 * factor), abs=2 / min(10, 10 * factor))
        assert f"Speed {10 * factor:g}/s" in frames[-1].text
    watch(game, 9000, keys=KeySchedule(clock, (0, "+" * 5), (0.001, "q")))


def test_a_pause_draws_anew_only_where_the_size_changes(clock: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    few, _ = watch(expert(), 10, keys=KeySchedule(clock, (1.05, " "), (3, "q")))
    many, _ = watch(expert(), 10, keys=KeySchedule(clock, (1.05, " "), (300, "q")))
    assert len(few) == len(many)
    size = property(lambda _: ConsoleDimensions(80, 24) if clock.now < until else ConsoleDimensions(70, 22))
    monkeypatch.setattr(Console, "size", size)
    until = clock.now + 10
    frames_after, _ = watch(expert(), 10, keys=KeySchedule(clock, (1.05, " "), (300, "q")))
    assert len(frames_after) == len(few) + 1


def test_a_page_covers_the_board_and_halts_the_game_until_a_key(clock: Time) -> None:
    start = clock.now
    frames, _ = watch(expert(), 10, keys=KeySchedule(clock, (1.05, "?"), (51.05, "x")))
    assert clock.now - start == pytest.approx(moves(expert()) / 10 + 50 + 0.5, abs=0.2)
    pages = [frame for frame in frames if "another key goes back" in frame.text]
    assert pages
    for key in WATCHING:
        assert key.meaning in pages[0].text
    assert "Move " in frames[-1].text
    assert "another key" not in frames[-1].text


def test_a_page_scrolls(clock: Time) -> None:
    keys = KeySchedule(clock, (1.05, "?"), (2.05, "j"), (3.05, "k"), (4.05, "jjjjjjjjjjjjjj"), (5.05, " "))
    frames, _ = watch(expert(), 10, height=5, keys=keys)
    pages = [frame for frame in frames if "another key goes back" in frame.text]
    assert [key.meaning in pages[0].text for key in WATCHING] == [True] * 4 + [False] * (len(WATCHING) - 4)
    assert pages[0].lines[-1].startswith(f"{len(WATCHING) - 4} more below; ")
    assert (pages[1].lines[0], pages[2].lines) == (pages[0].lines[1], pages[0].lines)
    assert WATCHING[-1].meaning in pages[-1].text
    assert pages[-1].lines[-1] == "j, k scroll; another key goes back"


def test_a_page_tells_all_that_the_strategy_knows(clock: Time) -> None:
    keys = KeySchedule(clock, (1.05, "v"), (4.05, " "))
    frames, _ = watch(expert(), 10, keys=keys, strategy="bounds-boundary")
    (page,) = {frame.text for frame in frames if "another key goes back" in frame.text}
    assert re.match(r"bounds-boundary takes \d+ cells for safe and \d+ for mines.\nSafe: \(", page)


def test_nothing_is_written_below_a_terminal_that_became_smaller() -> None:
    console = Console(file=StringIO(), force_terminal=True, width=80, height=18, _environ={})
    with LiveBoard(expert(), 1, 10, console=console) as live:
        live._show([[Segment("before")]] * 18)
        console.size = ConsoleDimensions(70, 12)
        live._show([[Segment("after")]] * 12)
    assert isinstance(console.file, StringIO)
    after = console.file.getvalue().rpartition("\x1b[2J")[2]
    assert max(int(row) for row in re.findall(r"\x1b\[(\d+);1H", after)) == 12
