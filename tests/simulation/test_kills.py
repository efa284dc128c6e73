"""Programs that are killed leave no process and lose nothing, and a script without a guard gets one line."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from support.cases import rest_long
from support.own_strategies import Keeper, exact_rule
from support.programs import run_program, start_program

import sapper
from sapper.simulation import read_report
from sapper.simulation.plan import Plan
from sapper.simulation.run import workers_for
from sapper.strategy.strategy import Strategy

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
        pytest.param(MAKING, 10, 4, id="some calls"),
        pytest.param(MAKING, 40, 1, id="making", marks=pytest.mark.long),
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


MODULE = """
import pathlib, re, time, sapper

def best(position):
    pathlib.Path("playing").touch()
    return sapper.analyse(position).safest

def asleep(position):
    pathlib.Path("playing").touch()
    time.sleep(600)

def busy(position):
    pathlib.Path("playing").touch()
    while True:
        pass

def in_the_engine(position):
    pathlib.Path("playing").touch()
    sapper.simulate("expert", "best@4", games=100_000_000, threads=1)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize(
    "options",
    rest_long([*(f"{name} --threads 2" for name in ("in_the_engine", "best", "asleep", "busy")),
               "best --cluster local:2"]),
)  # fmt: skip
def test_a_killed_run_leaves_no_process(tmp_path: Path, options: str) -> None:
    (tmp_path / "of_mine.py").write_text(MODULE)
    command = [sys.executable, "-m", "sapper", "simulate", "--games", "1000000", "--out", "a.sapper"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command += ["--strategy", *f"of_mine:{options}".split()]
    quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    process = start_program(*command, cwd=tmp_path, env=environment, **quiet)
    workers: list[psutil.Process] = []
    try:
        deadline = time.monotonic() + 120
        while not (tmp_path / "playing").exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        workers = psutil.Process(process.pid).children(recursive=True)
        assert len(workers) >= 3  # two that play, and one that cleans up after them
        process.kill()
        process.wait()
        _, alive = psutil.wait_procs(workers, timeout=30)
        assert not alive
    finally:
        process.kill()
        for worker in workers:
            if worker.is_running():
                worker.kill()


def python(folder: Path, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs Python in a folder, where nobody types unless the options say what."""
    return run_program(sys.executable, *arguments, cwd=folder, **{"input": "", **options})


PICK = "import sapper\ndef pick(position):\n    return sapper.analyse(position).safest\n"


BY_NAME = ["-m", "sapper", "simulate", "--games", "9", "--strategy", "script:pick"]
WITHOUT_GUARD = [
    pytest.param(["script.py"], "pick, games=20, threads=2, out='a.sapper'"),
    pytest.param(["-c", "import script"], "pick, games=20, threads=2", id="imported"),
    pytest.param(BY_NAME, "pick, games=20, threads=2", id="named on the command line"),
    pytest.param(["script.py"], "pick, games=20, threads=2"),
    pytest.param(["script.py"], "pick, games=9, cluster='local:2'"),
]


@pytest.mark.parametrize(("command", "arguments"), rest_long(WITHOUT_GUARD, 2))
def test_a_run_without_a_guard_gets_one_line(tmp_path: Path, command: list[str], arguments: str) -> None:
    """In a script, or in a module that starts it when it is imported."""
    (tmp_path / "script.py").write_text(f"{PICK}sapper.simulate('beginner', {arguments})\n")
    process = python(tmp_path, *command, ends=None)
    assert process.returncode
    assert "put the call below 'if __name__ == \"__main__\":'" in process.stderr
    assert len(process.stderr.splitlines()) == 1, "a traceback hides the cure"


@pytest.mark.long
def test_a_script_with_a_guard_plays_in_processes(tmp_path: Path) -> None:
    play = "    print(sapper.simulate('beginner', pick, games=20, threads=2).games)"
    (tmp_path / "script.py").write_text(f"{PICK}if __name__ == '__main__':\n{play}\n")
    process = python(tmp_path, "script.py")
    assert (process.stdout, process.stderr) == ("20\n", "")


@pytest.mark.long
def test_a_script_that_workers_cannot_read_ends_the_run(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        f"{PICK}if __name__ != '__main__': raise ValueError('unreadable')\n"
        "sapper.simulate('beginner', pick, games=9, cluster='local:2')\n"
    )
    process = python(tmp_path, script.name, ends=1)
    assert "each reads the script first, and that fails" in process.stderr.splitlines()[-1]
    assert process.stderr.count("ValueError: unreadable") == 1


@pytest.mark.parametrize(
    ("command", "strategy"),
    [
        (["-c", "{}"], "pick"),
        pytest.param(["-"], "functools.partial(pick)", marks=pytest.mark.long),
        pytest.param(["-i", "-q"], "lambda position: pick(position)", marks=pytest.mark.long),
    ],
    ids=["command", "piped", "prompt"],
)
def test_typed_code_plays_in_this_process(tmp_path: Path, command: list[str], strategy: str) -> None:
    play = f"sapper.simulate('beginner', {strategy}, games=20)"
    program = f"import functools\n{PICK}\nprint({play}.games)\n"
    process = python(tmp_path, *(part.format(program) for part in command), input=program)
    assert process.stdout == "20\n"
    assert "Error" not in process.stderr


@pytest.mark.parametrize(
    "command", rest_long([["-i", "script.py"], ["-m", "IPython", "--no-banner", "script.py"]])
)
def test_a_script_without_a_guard_at_a_prompt_plays_here(tmp_path: Path, command: list[str]) -> None:
    if "IPython" in command:
        pytest.importorskip("IPython")
    (tmp_path / "script.py").write_text(f"{PICK}print(sapper.simulate('beginner', pick, games=20).games)\n")
    process = python(tmp_path, *command)
    assert process.stdout.splitlines()[-1].endswith("20")
    assert "Traceback" not in process.stdout + process.stderr


def test_what_was_typed_in_plays_in_this_process_or_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)

    def pick(_: sapper.Position) -> sapper.Cell:
        raise AssertionError

    pick.__module__ = "__main__"
    subclass = type("Typed", (Keeper,), {"__module__": "__main__"})
    parts = Strategy(level=exact_rule, policy=subclass().choose)
    for strategy in (pick, subclass, subclass(), Strategy(subclass), parts):
        assert str(workers_for(Plan.from_arguments("beginner", [strategy]))) == "this process"
    assert str(workers_for(Plan.from_arguments("beginner", [Keeper], threads=3))) == "3 processes"
    with pytest.raises(sapper.SimulationError, match="with `threads` 1"):
        workers_for(Plan.from_arguments("beginner", [pick], threads=2))
