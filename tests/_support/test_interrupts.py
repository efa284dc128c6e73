"""Ctrl-C while processes start ends the run as at any other time, without tracebacks."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import psutil
import pytest
from support.programs import run_program, start_program

from sapper._support.parallel import delay_control_c, starting_processes, wait_for_control_c

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups")


def waiting(then: str = "pass") -> subprocess.Popen[str]:
    """A process that says when it has started, and ends normally when its input ends."""
    program = f"import sys; {then}; print('there', flush=True); sys.stdin.read(); print('unharmed')"
    return start_program(sys.executable, "-c", program)


def stop(process: subprocess.Popen[str]) -> tuple[str, str]:
    with process:
        assert process.stdout
        assert process.stdout.readline() == "there\n"
        process.send_signal(signal.SIGINT)
        return process.communicate(timeout=60)


@pytest.mark.parametrize("delaying", [delay_control_c, starting_processes])
def test_control_c_waits_until_the_end(delaying: Callable[[], AbstractContextManager[None]]) -> None:
    steps = []

    def start() -> None:
        with delaying():
            os.kill(os.getpid(), signal.SIGINT)
            steps.append(1)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        start()
    assert steps
    assert signal.getsignal(signal.SIGINT) is before
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()


def test_control_c_is_what_counts_when_the_start_fails() -> None:
    def start() -> None:
        with starting_processes():
            os.kill(os.getpid(), signal.SIGINT)
            raise OSError("a process has ended")

    with pytest.raises(KeyboardInterrupt):
        start()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()


def test_control_c_may_come_after_it_has_ended_others() -> None:
    wait_for_control_c([0, None, -signal.SIGTERM])  # it has not ended these, so there is nothing to wait for
    soon = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))

    def wait() -> None:
        soon.start()
        wait_for_control_c([0, -signal.SIGINT])

    try:
        with pytest.raises(KeyboardInterrupt):
            wait()
    finally:
        soon.cancel()


@pytest.mark.long
@pytest.mark.timing
@pytest.mark.parametrize("comes", [True, False])
def test_a_run_whose_worker_ends_before_it_knows(tmp_path: Path, comes: bool) -> None:
    """The strategy ends its worker as Ctrl-C does. With `comes` the run gets it too, a little later."""
    signals = "kill -INT" if comes else "true"
    (tmp_path / "of_mine.py").write_text(
        "import os, signal, subprocess, time\n"
        "def pick(seen):\n"
        "    try:\n"
        "        os.mkdir('first')\n"
        "    except FileExistsError:  # this is the other worker\n"
        "        time.sleep(60)\n"
        f"    subprocess.Popen(['sh', '-c', f'sleep 0.3; {signals} {{os.getppid()}}'])\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
    )
    command = [sys.executable, "-m", "sapper", "simulate", "--strategy", "of_mine:pick", "--threads", "2"]
    process = run_program(*command, ends=130 if comes else 2, cwd=tmp_path)
    last = process.stderr.splitlines()[-1]
    assert last == "sapper: interrupted" if comes else "a worker process ended too early" in last


LISTENING = "from sapper._support.parallel import interruptible; hears = interruptible(); hears.__enter__()"


@pytest.mark.parametrize(
    ("then", "output", "code"),
    [
        ("pass", "unharmed\n", 0),
        (LISTENING, "", -signal.SIGINT),
        (f"{LISTENING}; hears.__exit__(None, None, None)", "unharmed\n", 0),
    ],
    ids=["started", "listens", "listened"],
)
def test_a_process_started_that_way_ignores_it_unless_it_listens(then: str, output: str, code: int) -> None:
    with starting_processes():
        process = waiting(then)
    assert stop(process) == (output, "")
    assert process.returncode == code


def test_one_that_such_a_thread_starts_later_ignores_it_too() -> None:
    later, processes = threading.Event(), []

    def start() -> None:
        later.wait()
        processes.append(waiting())

    with starting_processes():
        thread = threading.Thread(target=start)
        thread.start()
    later.set()
    thread.join()
    assert stop(processes[0]) == ("unharmed\n", "")


@pytest.mark.timing
@pytest.mark.parametrize("workers", [pytest.param("cluster", marks=pytest.mark.long), "processes"])
@pytest.mark.parametrize("delay", [0.0, pytest.param(0.4, marks=pytest.mark.long)])
def test_a_run_whose_workers_are_starting_ends_quietly(tmp_path: Path, workers: str, delay: float) -> None:
    (tmp_path / "of_mine.py").write_text("import sapper\ndef pick(it):\n    return sapper.analyse(it).safest")
    how = {
        "cluster": ["--strategy", "exact+first", "--cluster", "local:2"],
        "processes": ["--strategy", "of_mine:pick", "--threads", "2"],
    }[workers]
    command = [sys.executable, "-m", "sapper", "simulate", *how, "--games", "1000000", "--out", "a.sapper"]
    with start_program(*command, cwd=tmp_path, start_new_session=True) as process:
        while process.poll() is None and not is_starting_others(process.pid):
            time.sleep(0.001)
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        text, error = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "(the run is not complete)" in text
    assert "Traceback" not in error
    lines = [line for line in error.splitlines() if line]
    assert lines[-2:] == ["The run is kept. The same command goes on with it.", "sapper: interrupted"]


def is_starting_others(pid: int) -> bool:
    """Whether a process has started a worker process."""
    for child in psutil.Process(pid).children():
        try:
            if "spawn_main" in " ".join(child.cmdline()):
                return True
        except psutil.Error:  # it has ended, or has not started yet
            continue
    return False
