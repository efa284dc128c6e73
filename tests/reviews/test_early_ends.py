"""Reviews of folders that end early: nothing that was found is lost, and no process stays."""

import errno
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Set as AbstractSet
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any

import psutil
import pytest

import sapper
from sapper.reviews import folder_review

if os.name == "nt":
    pytest.skip("there are no such pipes and signals", allow_module_level=True)

GAMES = 5
LINES = GAMES + 1  # of the findings: a header, and the games


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some games, and a pipe. A process that reads it waits until the test writes.

    A review leaves pipes out, so it is told of this one.
    """
    folder = tmp_path / "replays"
    folder.mkdir()
    replays = folder_review.replay_files

    def with_pipe(place: Path) -> dict[str, Path]:
        pipe = folder / "pipe.rawvf"
        return {**replays(place), **({pipe.name: pipe} if pipe.exists() else {})}

    monkeypatch.setattr(folder_review, "replay_files", with_pipe)
    for seed in range(GAMES):
        game = sapper.Strategy("single+random").play(sapper.Game(sapper.Board.square(6, 6, 9), seed=seed))
        sapper.write(game, folder / f"{seed}.rawvf")
    os.mkfifo(folder / "pipe.rawvf")
    return folder


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


def check_the_next_run(folder: Path, findings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks that all findings are kept and no game is reviewed again."""
    assert len(findings.read_bytes().splitlines()) == LINES
    (folder / "pipe.rawvf").unlink()
    monkeypatch.setattr(folder_review, "review", None)  # fails if it is called
    report = sapper.review_folder(folder, threads=1, findings=findings)
    assert [game.name for game in report.games] == [f"{seed}.rawvf" for seed in range(GAMES)]
    assert not report.skipped


@pytest.mark.parametrize(
    ("number", "error", "text"),
    [
        (
            signal.SIGKILL,
            sapper.GameError,
            r"ended too early; .* It worked on .*\.rawvf\. Leave .* fewer threads; what was found is kept$",
        ),
        (signal.SIGINT, KeyboardInterrupt, None),
    ],
)
def test_what_was_found_in_the_meantime_is_kept(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    number: signal.Signals,
    error: type[BaseException],
    text: str | None,
) -> None:
    findings = folder.parent / "found"
    pipes = []

    def end_early(running: AbstractSet[Future[Any]], **_: object) -> Any:
        """Ends the processes when all but the pipe is found, and nobody has taken it yet."""
        pipes.append(reader_of(folder / "pipe.rawvf"))
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
        sapper.review_folder(folder, threads=2, findings=findings)
    os.close(pipes[0])
    assert multiprocessing.active_children() == []
    check_the_next_run(folder, findings, monkeypatch)


COMMAND_WITH_PIPE = """
from sapper.cli import main
from sapper.reviews import folder_review

replays = folder_review.replay_files
folder_review.replay_files = lambda folder: {**replays(folder), "pipe.rawvf": folder / "pipe.rawvf"}
main()
"""


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.long)])
def test_a_command_that_ends_early_leaves_no_process(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    report = folder.parent / "report.html"
    options = ["review", str(folder), "--threads", "2", "--html", str(report)]
    command = [sys.executable, "-c", COMMAND_WITH_PIPE, *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        children = []
        pipe = reader_of(folder / "pipe.rawvf")
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
    check_the_next_run(folder, report.with_suffix(".findings"), monkeypatch)
