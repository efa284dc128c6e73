"""Processes that play end with the one that started them, and a script without a guard gets one line."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from support.cases import rest_long

import sapper
from sapper.simulation.plan import Plan
from sapper.simulation.run import workers_for
from sapper.strategy.strategy import Strategy

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
    "chosen",
    [
        pytest.param(["--strategy", "of_mine:best", "--threads", "2"], marks=pytest.mark.long),
        pytest.param(["--strategy", "of_mine:asleep", "--threads", "2"], marks=pytest.mark.long),
        pytest.param(["--strategy", "of_mine:busy", "--threads", "2"], marks=pytest.mark.long),
        ["--strategy", "of_mine:in_the_engine", "--threads", "2"],
        pytest.param(["--strategy", "of_mine:best", "--cluster", "local:2"], marks=pytest.mark.long),
    ],
    ids=["playing", "asleep", "busy in Python", "busy in the engine", "cluster"],
)
def test_a_killed_run_leaves_no_process(tmp_path: Path, chosen: list[str]) -> None:
    (tmp_path / "of_mine.py").write_text(MODULE)
    command = [sys.executable, "-m", "sapper", "simulate", *chosen, "--games", "1000000", "--out", "a.sapper"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    started: list[psutil.Process] = []
    try:
        wait_until((tmp_path / "playing").exists)
        started = psutil.Process(process.pid).children(recursive=True)
        assert len(started) >= 3  # two that play, and one that cleans up after them
        process.kill()
        process.wait()
        _, left = psutil.wait_procs(started, timeout=30)
        assert not left
    finally:
        process.kill()
        for one in started:
            if one.is_running():
                one.kill()


def wait_until(there: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not there():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def python(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Runs Python in a folder, and types a program there."""
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=folder, input=typed, capture_output=True, text=True, check=False, timeout=120
    )


PLAY = "    print(sapper.simulate('beginner', pick, games=20, threads=2).games)"
PICK = "import sapper\ndef pick(position):\n    return sapper.analyse(position).safest\n"


@pytest.mark.parametrize(
    "arguments",
    [
        "pick, games=20, threads=2, out='a.sapper'",
        pytest.param("pick, games=20, threads=2", marks=pytest.mark.long),
        pytest.param("pick, games=9, cluster='local:2'", marks=pytest.mark.long),
    ],
)
def test_a_script_without_a_guard_gets_one_line(tmp_path: Path, arguments: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(f"{PICK}sapper.simulate('beginner', {arguments})\n")
    done = python(tmp_path, script.name)
    assert done.returncode == 1
    assert "put the call below 'if __name__ == \"__main__\":'" in done.stderr
    assert len(done.stderr.splitlines()) == 1, "a traceback hides the cure"


@pytest.mark.parametrize(
    "command",
    rest_long(
        [["-c", "import script"], ["-m", "sapper", "simulate", "--games", "9", "--strategy", "script:pick"]]
    ),
    ids=["imported", "named on the command line"],
)
def test_a_module_that_starts_a_run_when_imported_gets_one_line(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "script.py").write_text(f"{PICK}sapper.simulate('beginner', pick, games=20, threads=2)\n")
    done = python(tmp_path, *command)
    assert done.returncode
    assert "put the call below 'if __name__ == \"__main__\":'" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.long
def test_a_script_that_workers_cannot_read_ends_the_run(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        f"{PICK}if __name__ != '__main__': raise ValueError('unreadable')\n"
        "sapper.simulate('beginner', pick, games=9, cluster='local:2')\n"
    )
    done = python(tmp_path, script.name)
    assert done.returncode == 1
    assert "each reads the script first, and that fails" in done.stderr.splitlines()[-1]
    assert done.stderr.count("ValueError: unreadable") == 1


@pytest.mark.long
def test_a_script_with_a_guard_plays_in_processes(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(f"{PICK}if __name__ == '__main__':\n{PLAY}\n")
    done = python(tmp_path, script.name)
    assert done.returncode == 0
    assert (done.stdout, done.stderr) == ("20\n", "")


@pytest.mark.parametrize(
    ("typed", "strategy"),
    [
        (["-c", "{}"], "pick"),
        pytest.param(["-"], "functools.partial(pick)", marks=pytest.mark.long),
        pytest.param(["-i", "-q"], "lambda position: pick(position)", marks=pytest.mark.long),
    ],
    ids=["command", "piped", "prompt"],
)
def test_typed_code_plays_in_this_process_by_default(tmp_path: Path, typed: list[str], strategy: str) -> None:
    play = f"sapper.simulate('beginner', {strategy}, games=20)"
    program = f"import functools\n{PICK}\nprint({play}.games)\n"
    done = python(tmp_path, *(part.format(program) for part in typed), typed=program)
    assert done.stdout == "20\n"
    assert "Error" not in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["-i", "script.py"],
        pytest.param(["-m", "IPython", "--no-banner", "script.py"], marks=pytest.mark.long),
    ],
)
def test_a_script_without_a_guard_at_a_prompt_plays_in_this_process(
    tmp_path: Path, command: list[str]
) -> None:
    if "IPython" in command:
        pytest.importorskip("IPython")
    (tmp_path / "script.py").write_text(f"{PICK}print(sapper.simulate('beginner', pick, games=20).games)\n")
    done = python(tmp_path, *command)
    assert done.stdout.splitlines()[-1].endswith("20")
    assert "Traceback" not in done.stdout + done.stderr


def test_asked_for_processes_a_typed_function_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)

    def pick(position: sapper.Position) -> sapper.Cell:
        cell = sapper.analyse(position).safest
        assert cell is not None
        return cell

    pick.__module__ = "__main__"
    strategy = Strategy.of(pick)
    assert str(workers_for(Plan.of("beginner", [strategy]))) == "this process"
    with pytest.raises(sapper.SimulationError, match="with threads=1"):
        workers_for(Plan.of("beginner", [strategy], threads=2))
