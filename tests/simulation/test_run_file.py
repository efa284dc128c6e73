"""The file of a run loses nothing, whatever happens to the program or the disk."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.programs import run_program, start_program
from support.runs import CHUNK, GAMES, chunk_counts, run

import sapper
from sapper import Progress, Report
from sapper.simulation import read_report
from sapper.simulation.run_file import RunFile

# Slow enough to be observed at many moments.
PROGRAM = f"""
import sys, time, sapper
sapper.simulate(
    "expert", "exact+first", games={GAMES}, chunk={CHUNK}, threads=1, out=sys.argv[1],
    progress=lambda _: time.sleep(0.02),
)
"""

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals and limits")


@pytest.fixture(scope="module")
def expected() -> sapper.Report:
    return run()


def wait_for_chunks(process: subprocess.Popen[Any], out: Path, count: int) -> None:
    """Waits until the process has played some chunks, or has ended."""
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline:
        if out.exists() and out.stat().st_size and len(chunk_counts(out)) > count:
            return
        time.sleep(0.002)


def test_a_run_that_another_program_ends_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "run.sapper"
    start = RunFile.start_session

    def play() -> Report:
        return sapper.simulate("beginner", "fast", games=1500, seed=1, threads=1, chunk=100, out=file)

    def after_another_program(run_file: RunFile, place: str) -> None:
        start(run_file, place)
        monkeypatch.undo()
        assert play().games == 1500

    monkeypatch.setattr(RunFile, "start_session", after_another_program)
    report = play()
    assert report.complete
    assert report.digest == play().digest


def test_a_run_can_be_made_longer_and_read_shorter(tmp_path: Path, expected: sapper.Report) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=515)
    assert chunk_counts(out)[-1] == (34, 5)
    assert read_report(out).games == 515
    assert run(out, games=505).games == 505
    assert read_report(out).games == 510  # whole chunks only, or the last
    assert read_report(out).complete
    longer = run(out, chunk=None)  # takes the size of the chunks from the file
    assert longer.digest == expected.digest
    before = out.stat().st_size
    assert run(out).to_dict() == longer.to_dict() == read_report(out).to_dict()  # is not played again
    assert out.stat().st_size == before
    assert run(out, games=515).digest == run(games=515).digest
    assert chunk_counts(out) == [(number, CHUNK) for number in range(GAMES // CHUNK)]


def test_what_a_file_holds_counts_to_its_last_game(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    short = run(out, games=515)
    assert read_report(out).complete
    broken_off: list[int] = []

    def break_off(progress: Progress) -> None:
        broken_off.append(progress.done)
        raise KeyboardInterrupt

    with sqlite3.connect(out) as connection:  # as if killed between asking for more games and the first chunk
        connection.execute("UPDATE run SET value = json_set(value, '$.games', 900) WHERE name = 'stop'")
        connection.execute("UPDATE run SET value = 'false' WHERE name = 'ended'")
    report_of_file = read_report(out)
    assert (report_of_file.games, report_of_file.digest) == (515, short.digest)
    assert not report_of_file.complete
    with pytest.raises(KeyboardInterrupt):
        sapper.simulate("expert", "exact+first", games=900, threads=1, out=out, progress=break_off)
    assert read_report(out).games == broken_off[0] == 525
    assert not read_report(out).complete


@pytest.mark.parametrize("strategy", ["exact+first", lambda position: sapper.analyse(position).safest])
def test_a_run_that_is_cancelled_keeps_its_games_and_can_go_on(tmp_path: Path, strategy: Any) -> None:
    cancel = sapper.Cancel()

    def stop(progress: Progress) -> None:
        assert progress.total == 60
        if progress.done >= 20:
            cancel.set()

    plan: Any = {"games": 60, "chunk": 10, "seed": 5, "threads": 1, "out": tmp_path / "run.sapper"}
    with pytest.raises(sapper.CancelledError, match="the run was cancelled"):
        sapper.simulate("beginner", strategy, progress=stop, cancel=cancel, **plan)
    assert read_report(tmp_path / "run.sapper").games == 20
    assert sapper.simulate("beginner", strategy, **plan).games == 60
    with pytest.raises(sapper.CancelledError):
        sapper.compare("fast", strategy, "beginner", games=100, threads=1, cancel=cancel)


def test_a_run_of_some_seconds_is_complete_when_they_are_over(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    run_report = sapper.simulate("expert", "exact+first", seconds=0.05, threads=1, chunk=CHUNK, out=out)
    assert run_report.complete
    assert read_report(out).complete
    assert read_report(out).games == run_report.games
    assert run(out, games=run_report.games + 20).games == run_report.games + 20
    assert read_report(out).complete


def test_the_file_of_another_run_is_refused_with_the_difference(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=50)
    with pytest.raises(sapper.SimulationError, match=r"chunk 10 instead of 15"):
        run(out, games=50, chunk=10)
    with pytest.raises(sapper.SimulationError) as refusal:
        sapper.simulate("beginner", "exact+corners", rules="safe", seed=4, games=50, out=out)
    text = str(refusal.value)
    assert str(out) in text
    assert "seed 4 instead of 0" in text
    assert "exact+corners" in text
    assert '"mines": 10' in text
    assert chunk_counts(out) == [(0, 15), (1, 15), (2, 15), (3, 5)]


def test_a_chunk_that_comes_out_differently_is_an_error(tmp_path: Path) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=50)
    with RunFile.read(out) as run_file:
        chunk = run_file.chunk(0)
        assert chunk is not None
        assert chunk.count == 15
        other = replace(chunk, number=1)
        with pytest.raises(sapper.SimulationError, match="chunk 1 was played before, with other results"):
            run_file.store(other)
    assert run(out, games=50).digest == run(games=50).digest


@posix
def test_a_full_disk_keeps_what_was_written(tmp_path: Path, expected: sapper.Report) -> None:
    out = tmp_path / "run.sapper"
    run(out, games=200)
    limit = out.stat().st_size + 8192
    program = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
{PROGRAM}"""
    process = run_program(sys.executable, "-c", program, out, ends=1)
    assert "sapper.errors.SimulationError" in process.stderr
    assert "the disk failed: is it full?" in process.stderr
    assert str(out) in process.stderr
    assert len(chunk_counts(out)) >= 8
    assert run(out).digest == expected.digest


def test_a_place_that_cannot_be_written_gets_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(sapper.SimulationError, match="does the folder exist"):
        run(tmp_path / "not there" / "run.sapper", games=25)
    with pytest.raises(sapper.SimulationError, match="is a folder"):
        run(tmp_path, games=25)
    if os.name == "posix":
        (tmp_path / "gone").mkdir()
        monkeypatch.chdir(tmp_path / "gone")
        (tmp_path / "gone").rmdir()
        with pytest.raises(sapper.SimulationError, match=r"^run\.sapper: cannot be used: No such file"):
            run(Path("run.sapper"), games=25)
        monkeypatch.undo()
    if hasattr(os, "geteuid") and os.geteuid():  # root may write anywhere
        out = tmp_path / "run.sapper"
        run(out, games=50)
        out.chmod(0o400)
        assert read_report(out).games == 50
        with pytest.raises(sapper.SimulationError, match="cannot be written"):
            run(out, games=100)


@pytest.mark.parametrize("content", [b"not a run", b"SQLite format 3\0" + b"\xff" * 4000])
def test_a_file_that_is_not_a_run_is_refused(tmp_path: Path, content: bytes) -> None:
    out = tmp_path / "run.sapper"
    out.write_bytes(content)
    readings: list[Callable[[], Report]] = [lambda: read_report(out), lambda: run(out, games=25)]
    for reading in readings:
        with pytest.raises(sapper.SimulationError, match=str(out)):
            reading()
    assert out.read_bytes() == content
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE other (x)")
    with pytest.raises(sapper.SimulationError, match="is not the file of a run"):
        run(other, games=25)


@pytest.mark.long
def test_a_file_does_not_depend_on_the_games_asked_for_first(tmp_path: Path) -> None:
    out, at_once = tmp_path / "run.sapper", tmp_path / "at once.sapper"
    run(out, games=10, chunk=None)
    assert len(chunk_counts(out)) > 1  # something for each thread
    run(out, games=2000, chunk=None)
    report = run(at_once, games=2000, chunk=None)
    assert chunk_counts(out) == chunk_counts(at_once)
    assert read_report(out).digest == report.digest == run(games=2000, chunk=77).digest


@pytest.mark.long
@posix
def test_memory_does_not_grow_with_the_games() -> None:
    program = """
import resource, sapper
def peak(games):
    sapper.simulate("beginner", "exact+first", games=games, chunk=500, threads=1)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
few = peak(2_000)
print(peak(40_000) - few)
"""
    process = run_program(sys.executable, "-c", program)
    assert int(process.stdout) * (1 if sys.platform == "darwin" else 1024) < 4 * 2**20


@posix
def test_control_c_leaves_a_run_that_can_continue(tmp_path: Path, expected: sapper.Report) -> None:
    out = tmp_path / "run.sapper"
    command = [sys.executable, "-m", "sapper", "simulate", "--strategy", "exact+first"]
    command += ["--games", "100000", "--chunk", str(CHUNK), "--out", str(out)]
    with start_program(*command) as process:
        wait_for_chunks(process, out, 9)
        process.send_signal(signal.SIGINT)
        text, error = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Win rate" in text
    assert "(the run is not complete)" in text
    assert "The same command goes on with it." in error
    assert error.endswith("sapper: interrupted\n")
    assert len(chunk_counts(out)) > 5
    assert run(out).digest == expected.digest
