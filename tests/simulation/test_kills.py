"""Programs that are killed at every call of the system, and two that start the same run at once."""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.programs import run_program, start_program

import sapper
from sapper.simulation import read_report

# Runs `step` in a child, which it stops at every system call and kills at one of them, each time a later one;
# then runs `step` again, which has to go on, and `check`.
EVERY_CALL = """
import ctypes, os, shutil, signal, sys
from pathlib import Path
import sapper
from sapper.board.board import Board
from sapper.simulation.chunk_result import ChunkResult
from sapper.simulation.games_folder import GamesFolder
from sapper.simulation.run_file import RunFile, begin_anew_after_damage
from sapper.simulation.plan import Plan
from sapper.simulation.workers import play_chunk
from sapper.strategy.strategy import Strategy

TRACE_ME, CALL = 0, 24
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]

strategy = Strategy("exact+first")
configuration = Plan.from_arguments("beginner", [strategy], chunk=5).configuration
chunks = [play_chunk(configuration, [strategy], configuration.chunk_at(number), True) for number in range(3)]

def kill_at(call, step):
    child = os.fork()
    if not child:
        try:
            if libc.ptrace(TRACE_ME, 0, None, None):
                os._exit(3)
            os.kill(os.getpid(), signal.SIGSTOP)
            step()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status):
        sys.exit(77)  # tracing is not allowed here
    for _ in range(2 * call + 1):  # each call stops twice: before it, and after it
        libc.ptrace(CALL, child, None, None)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            return False
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True

folder, place = Path(sys.argv[1]), Path(sys.argv[1]) / "run.sapper"
call = 0
while True:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    prepare()
    going_on = kill_at(call, step)
    step()
    check()
    call += int(sys.argv[2])
    if not going_on:
        break
print(call)
"""
MAKING = """
def prepare(): pass
def step():
    with begin_anew_after_damage(place, configuration)[0]:
        pass
def check():
    with RunFile.read(place) as run_file:
        run_file.check()
        assert run_file.configuration == configuration
    assert [file.name for file in folder.iterdir()] == ["run.sapper"]
"""
STORING = """
def prepare():
    with RunFile.begin(place, configuration) as run_file:
        run_file.store(chunks[0])
def step():
    with RunFile.begin(place, configuration) as run_file:
        run_file.start_session("1 thread")
        run_file.store(chunks[1])
def check():
    with RunFile.read(place) as run_file:
        run_file.check()
        assert [run_file.chunk(number).results_text() for number in (0, 1)] == [
            chunk.results_text() for chunk in chunks[:2]
        ]
        assert sum(session["games"] for session in run_file.sessions()) == 5
"""
SETTING_ASIDE = """
def prepare():
    with RunFile.begin(place, configuration) as run_file:
        for chunk in chunks:
            run_file.store(chunk)
    os.truncate(place, place.stat().st_size - 4096)
    global damaged
    damaged = place.read_bytes()
def step():
    with begin_anew_after_damage(place, configuration)[0]:
        pass
def check():
    with RunFile.read(place) as run_file:
        run_file.check()
        assert run_file.games == 0
    (aside,) = folder.glob("*.damaged")
    assert aside.read_bytes() == damaged
"""
FOLDER = """
def prepare(): pass
def step():
    kept = GamesFolder(folder, configuration)
    for chunk in chunks[:2]:
        if not kept.has(chunk.number, chunk.count):
            kept.store(chunk)
def check():
    import pyarrow.parquet as parquet
    for part in ("games", "timings"):
        assert parquet.read_table(folder / part).num_rows == 10
"""


@pytest.fixture
def in_memory(tmp_path: Path) -> Iterator[Path]:
    """A folder where writing takes no time, if there is one."""
    memory = Path("/dev/shm")  # the folder made in it is ours alone
    if not memory.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


@pytest.mark.skipif(sys.platform != "linux", reason="calls are traced as Linux does it")
@pytest.mark.parametrize(
    ("steps", "least", "stride"),
    [
        pytest.param(MAKING, 40, 1, id="making"),
        pytest.param(STORING, 50, 1, id="storing", marks=pytest.mark.long),
        pytest.param(SETTING_ASIDE, 80, 11, id="setting aside", marks=pytest.mark.long),
        pytest.param(FOLDER, 40, 1, id="games folder", marks=pytest.mark.long),
    ],
)
def test_killed_anywhere_the_step_goes_on(in_memory: Path, steps: str, least: int, stride: int) -> None:
    head, loop = EVERY_CALL.split("folder, place =")
    program = f"{head}{steps}\nfolder, place ={loop}"
    process = run_program(sys.executable, "-c", program, in_memory / "runs", stride, ends=None)
    if process.returncode == 77:
        pytest.skip("this system lets no process trace another")
    assert process.returncode == 0, process.stderr
    assert int(process.stdout) > least


@pytest.mark.long
def test_programs_that_start_one_run_at_once_play_it_together(tmp_path: Path) -> None:
    """None fails, and each reports all games."""
    program = """
import sys, time, sapper
sapper.simulate("beginner", "exact+first", games=1, threads=1)  # imports all that is needed
print("ready", flush=True)
start = float(sys.stdin.readline())
while time.time() < start:
    pass
report = sapper.simulate(
    "beginner", "exact+first", games=400, chunk=10, threads=1,
    out=f"{sys.argv[1]}/run.sapper", games_folder=f"{sys.argv[1]}/games",
)
print(report.digest)
"""
    expected = sapper.simulate("beginner", "exact+first", games=400, chunk=10, threads=1).digest
    programs = [start_program(sys.executable, "-c", program, tmp_path) for _ in range(3)]
    for process in programs:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    start = f"{time.time() + 0.1}\n"
    for process in programs:
        assert process.stdin is not None
        process.stdin.write(start)
        process.stdin.flush()
    assert [process.communicate(timeout=120) for process in programs] == [(f"{expected}\n", "")] * 3
    report = read_report(tmp_path / "run.sapper")
    assert report.digest == expected
    assert report.played == 400  # none twice
    assert len(list((tmp_path / "games" / "games").iterdir())) == 40
