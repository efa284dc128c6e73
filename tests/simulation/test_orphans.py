"""Processes that play end with the one that started them, and a script without a guard gets one line."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from support.cases import rest_long
from support.own_strategies import Keeper, exact_rule
from support.programs import run_program, start_program

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
