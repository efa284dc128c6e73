"""Reviews of folders, against reviews of the single games; when they end early, nothing found is lost."""

import errno
import json
import multiprocessing
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Set as AbstractSet
from concurrent.futures import Future, wait
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil
import pytest
from support.cases import rest_long

import sapper
from sapper.reviews import folder_review

BOARD = sapper.Board.square(6, 6, 9)


def replay_of_game(seed: int, timestamp: str = "") -> sapper.Replay:
    """A game of a player who sees only what a single number shows."""
    game = sapper.Strategy("single+random").play(sapper.Game(BOARD, seed=seed))
    times = [0.5 * number for number, _ in enumerate(game.history, start=1)]
    return sapper.Replay.from_game(game, times, {"Timestamp": timestamp} if timestamp else {})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Games in three formats, two of them in a container, and files that are damaged or no games."""
    folder = tmp_path / "replays"
    (folder / "older").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    sapper.write(replay_of_game(1), folder / "undated.rawvf")
    sapper.write(replay_of_game(2, "2024-05-01 12:00:00"), folder / "a.rawvf")
    sapper.write(replay_of_game(3, "2021-05-01 12:00:00"), folder / "older" / "b.RAWVF")
    sapper.write(replay_of_game(4, "1700000000"), folder / "game.evf")
    whole = (folder / "a.rawvf").read_bytes()
    (folder / "copy of a.rawvf").write_bytes(whole)
    (folder / "cut off.rawvf").write_bytes(whole[: len(whole) // 2])
    (folder / "noise.avf").write_bytes(b"\x00\xff" * 40)
    for stray in ("notes.txt", "._a.rawvf", ".hidden/c.rawvf"):
        (folder / stray).write_bytes(b"no replay")
    units = b""
    for number in (5, 6):
        sapper.write(replay_of_game(number, "1600000000"), tmp_path / "unit.evf")
        data = (tmp_path / "unit.evf").read_bytes()
        units += b"unit.evf\0" + struct.pack(">I", len(data)) + data
    (folder / "session.evfs").write_bytes(b"\0" + struct.pack(">H", 0) + units)
    return folder


ORDER = ["session.evfs#1", "session.evfs#2", "older/b.RAWVF", "game.evf", "a.rawvf", "undated.rawvf"]


def singly(folder: Path) -> list[sapper.ReviewedGame]:
    """The games, each read and reviewed by itself."""
    games = []
    for name in ORDER:
        file, _, number = name.partition("#")
        replay = list(sapper.formats.read_all(folder / file))[int(number or 1) - 1]
        games.append(sapper.ReviewedGame.from_review(sapper.review(replay), name))
    return games


@pytest.mark.parametrize("threads", rest_long([2, 1]))
def test_a_folder_is_its_games_in_the_order_of_play(folder: Path, threads: int) -> None:
    steps: list[sapper.Progress] = []
    report = sapper.review_folder(folder, threads=threads, progress=steps.append)
    assert list(report.games) == singly(folder)
    assert report.needless > 3
    assert [file.name for file in report.skipped] == ["cut off.rawvf", "noise.avf"]
    assert "line" in report.skipped[0].error
    assert not any(file.gave_up or str(folder) in file.error for file in report.skipped)
    assert steps == [(step, 8) for step in range(1, 9)]


def test_a_mistake_shows_what_the_player_saw(folder: Path) -> None:
    for mistake in sapper.review_folder(folder, threads=1).worst():
        risks = sapper.analyse(mistake.position).mine_probability
        assert (risks[mistake.cell], risks[mistake.safest]) == (pytest.approx(mistake.risk), 0)


def test_nothing_is_reviewed_twice(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = tmp_path / "found"
    whole = sapper.review_folder(folder, threads=1)
    cancel = sapper.Cancel()

    def stop(progress: sapper.Progress) -> None:
        if progress.done == 3:
            cancel.set()

    with pytest.raises(sapper.CancelledError, match="folder"):
        sapper.review_folder(folder, threads=1, findings=findings, progress=stop, cancel=cancel)
    lines = findings.read_bytes().splitlines(keepends=True)
    assert len(lines) == 3  # the header, a game and a damaged file; the copy is kept once
    findings.write_bytes(b"".join(lines[:-1]) + lines[-1][:-9])  # as if the machine had failed during a write
    assert sapper.review_folder(folder, threads=1, findings=findings) == whole
    (folder / "a.rawvf").rename(folder / "renamed.rawvf")
    monkeypatch.setattr(folder_review, "review", None)  # fails if it is called
    again = sapper.review_folder(folder, threads=1, findings=findings)
    assert [game.name for game in again.games] == [*ORDER[:-2], "copy of a.rawvf", "undated.rawvf"]
    assert again.skipped == whole.skipped
    assert again.worst(99)[0].position == whole.worst(99)[0].position


def test_findings_of_another_version_are_made_again(folder: Path, tmp_path: Path) -> None:
    findings = tmp_path / "found"
    findings.write_text('{"sapper_findings": 0}\n{"file": 3}\n', encoding="utf-8")
    assert len(sapper.review_folder(folder, threads=1, findings=findings).games) == 6
    header, *lines = map(json.loads, findings.read_text(encoding="utf-8").splitlines())
    assert header["sapper_findings"] > 0
    assert len({line["file"] for line in lines}) == len(lines) == 7  # a copy is kept once


def test_another_file_is_never_overwritten(folder: Path) -> None:
    findings = folder / "notes.txt"
    with pytest.raises(sapper.FormatError, match="holds something else"):
        sapper.review_folder(folder, threads=1, findings=findings)
    assert findings.read_bytes() == b"no replay"


def test_what_takes_too_long_is_tried_again(folder: Path, tmp_path: Path) -> None:
    findings = tmp_path / "found"
    quick_report = sapper.review_folder(folder, threads=1, findings=findings, time_limit=1e-9)
    assert quick_report.games == ()
    assert all(file.gave_up for file in quick_report.skipped)
    assert len(sapper.review_folder(folder, threads=1, findings=findings).games) == 6


def test_anything_but_a_folder_of_replays_is_refused(tmp_path: Path) -> None:
    with pytest.raises(sapper.MissingFileError, match="no file in it has an ending of"):
        sapper.review_folder(tmp_path)
    with pytest.raises(sapper.MissingFileError, match="none"):
        sapper.review_folder(tmp_path / "none")


@pytest.mark.skipif(sys.platform == "win32", reason="has no such pipes")
def test_pipes_are_left_out_and_broken_links_reported(folder: Path, tmp_path: Path) -> None:
    odd_folder = tmp_path / "mixed"
    odd_folder.mkdir()
    os.mkfifo(odd_folder / "pipe.rawvf")
    with pytest.raises(sapper.MissingFileError, match="no file in it has an ending of"):
        sapper.review_folder(odd_folder)  # instead of waiting for somebody who writes to the pipe
    (odd_folder / "link.rawvf").symlink_to(folder / "a.rawvf")
    (odd_folder / "broken.rawvf").symlink_to("nowhere")
    report = sapper.review_folder(odd_folder, threads=1)
    assert [game.name for game in report.games] == ["link.rawvf"]
    assert [file.name for file in report.skipped] == ["broken.rawvf"]


def test_periods_share_out_the_games() -> None:
    game = sapper.ReviewedGame.from_review(sapper.review(replay_of_game(1)))
    when = datetime(2020, 1, 1, tzinfo=UTC)
    report = sapper.PlayerReport(tuple(replace(game, name=str(number), played=when) for number in range(7)))
    periods = report.periods(3)
    assert [len(period.games) for period in periods] == [2, 2, 3]
    assert tuple(game for period in periods for game in period.games) == report.games
    assert len(report.periods()) == 7
    assert sapper.player_report([]).periods() == ()
    assert sum(period["mines_hit"] for period in report.to_dict()["periods"]) == report.mines_hit


def test_pluck_is_the_luck_in_tens() -> None:
    game = replace(sapper.ReviewedGame.from_review(sapper.review(replay_of_game(1))), status="won")
    lucks = {1.0: 0.0, 0.01: 2.0, 0.0: float("inf")}
    assert {luck: replace(game, luck=luck).pluck for luck in lucks} == lucks
    lost = replace(game, luck=0.0, status="lost")
    report = sapper.PlayerReport((replace(game, luck=0.1), replace(game, luck=0.001), lost))
    assert report.pluck == pytest.approx(2.0)


GAMES = 5
LINES = GAMES + 1  # of the findings: a header, and the games


@pytest.fixture
def piped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some games, and a pipe. A process that reads it waits until the test writes.

    A review leaves pipes out, so it is told of this one.
    """
    if os.name == "nt":
        pytest.skip("there are no such pipes and signals")
    piped = tmp_path / "replays"
    piped.mkdir()
    replays = folder_review.replay_files

    def with_pipe(place: Path) -> dict[str, Path]:
        pipe = piped / "pipe.rawvf"
        return {**replays(place), **({pipe.name: pipe} if pipe.exists() else {})}

    monkeypatch.setattr(folder_review, "replay_files", with_pipe)
    for seed in range(GAMES):
        game = sapper.Strategy("single+random").play(sapper.Game(sapper.Board.square(6, 6, 9), seed=seed))
        sapper.write(game, piped / f"{seed}.rawvf")
    os.mkfifo(piped / "pipe.rawvf")
    return piped


def reader_of(pipe: Path) -> int:
    """Waits until a process reads a pipe, and holds on to it."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:  # that is: nobody reads it yet
                raise
            time.sleep(0.01)
    pytest.fail("no process reads the pipe")


def check_the_next_run(piped: Path, findings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks that all findings are kept and no game is reviewed again."""
    assert len(findings.read_bytes().splitlines()) == LINES
    (piped / "pipe.rawvf").unlink()
    monkeypatch.setattr(folder_review, "review", None)  # fails if it is called
    report = sapper.review_folder(piped, threads=1, findings=findings)
    assert [game.name for game in report.games] == [f"{seed}.rawvf" for seed in range(GAMES)]
    assert not report.skipped


@pytest.mark.parametrize(
    ("name", "error", "text"),
    [
        (
            "SIGKILL",
            sapper.GameError,
            r"ended too early; .* It worked on .*\.rawvf\. Leave .* fewer threads; what was found is kept$",
        ),
        ("SIGINT", KeyboardInterrupt, None),
    ],
)
def test_what_was_found_in_the_meantime_is_kept(
    piped: Path, monkeypatch: pytest.MonkeyPatch, name: str, error: type[BaseException], text: str | None
) -> None:
    findings, number = piped.parent / "found", signal.Signals[name]
    pipes = []

    def end_early(running: AbstractSet[Future[Any]], **_: object) -> Any:
        """Ends the processes when all but the pipe is found, and nobody has taken it yet."""
        pipes.append(reader_of(piped / "pipe.rawvf"))
        while sum(future.done() for future in running) < GAMES:
            time.sleep(0.01)
        for process in multiprocessing.active_children():
            assert process.pid is not None
            os.kill(process.pid, number)
        if number == signal.SIGINT:
            signal.raise_signal(number)  # as a terminal does
        return wait(running)

    monkeypatch.setattr(folder_review, "wait", end_early)
    monkeypatch.setattr(folder_review, "_QUEUE", GAMES + 1)
    with pytest.raises(error, match=text):
        sapper.review_folder(piped, threads=2, findings=findings)
    os.close(pipes[0])
    assert multiprocessing.active_children() == []
    check_the_next_run(piped, findings, monkeypatch)


COMMAND_WITH_PIPE = """
from sapper.cli import main
from sapper.reviews import folder_review

replays = folder_review.replay_files
folder_review.replay_files = lambda folder: {**replays(folder), "pipe.rawvf": folder / "pipe.rawvf"}
main()
"""


@pytest.mark.long
@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_a_command_that_ends_early_leaves_no_process(
    piped: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    number = signal.Signals[name]
    report = piped.parent / "report.html"
    options = ["review", str(piped), "--threads", "2", "--html", str(report)]
    command = [sys.executable, "-c", COMMAND_WITH_PIPE, *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        children = []
        pipe = reader_of(piped / "pipe.rawvf")
        try:
            while len(report.with_suffix(".findings").read_bytes().splitlines()) < LINES:
                time.sleep(0.01)
            children = psutil.Process(process.pid).children()
            if number == signal.SIGINT:
                os.killpg(process.pid, number)  # as a terminal does
            else:
                process.send_signal(number)
            _, error_text = process.communicate(timeout=120)
            _, alive = psutil.wait_procs(children, timeout=30)
            assert not alive
        finally:
            process.kill()
            os.close(pipe)
            for one in children:
                if one.is_running():
                    one.kill()
    if number == signal.SIGINT:
        assert process.returncode == 130
        words_at_end = "The findings are kept. The same command goes on with them."
        assert [line for line in error_text.splitlines() if line] == [words_at_end, "sapper: interrupted"]
    assert not report.exists()
    check_the_next_run(piped, report.with_suffix(".findings"), monkeypatch)
