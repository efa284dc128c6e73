"""The command line as a process: pipes that close, Ctrl-C, terminals."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.cases import rest_long
from support.entangled import entangled

EXPERT = Path(__file__).resolve().parents[2] / "examples" / "positions" / "expert.txt"
ANALYSE = [sys.executable, "-m", "sapper", "analyse"]
EXPERT_BOARD = [*ANALYSE, str(EXPERT), "--level", "expert"]

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes and terminals")


def environment(**variables: str) -> dict[str, str]:
    """The environment of this process without its variables about colour, and with `variables`."""
    ours = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM", "COLUMNS", "LINES", "TTY_COMPATIBLE")
    rest = {name: value for name, value in os.environ.items() if name not in ours}
    return {**rest, "TERM": "xterm-256color", **variables}


@posix
def test_a_reader_that_leaves_ends_the_command_quietly() -> None:
    with subprocess.Popen(EXPERT_BOARD, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_gets_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(EXPERT_BOARD, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "sapper: cannot read or write: No space left on device\n"


@posix
def test_control_c_ends_a_long_count() -> None:
    position = entangled()
    command = [*ANALYSE, "--mines", str(position.mines), "--json"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin
        # More than fits in a pipe, in few enough lines: once all is written, the command has begun to read.
        process.stdin.write(position.to_text() + "\n" * 90_000)
        process.stdin.close()
        process.stdin = None
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=60)
    assert (process.returncode, out, error) == (130, "", "\nsapper: interrupted\n")


def in_a_terminal(command: list[str], typed: str = "", **variables: str) -> tuple[int, str]:
    """Runs a command in a terminal of its own; its exit code and all that the terminal showed."""
    import pty  # not on Windows

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment(**variables)
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:  # Linux says this when no process has the terminal open any more
        pass
    os.close(ours)
    return process.wait(60), shown.decode().replace("\r\n", "\n")


@posix
def test_a_terminal_gets_colour() -> None:
    code, shown = in_a_terminal(EXPERT_BOARD, COLUMNS="120")
    assert code == 0
    assert "\x1b[" in shown


@posix
@pytest.mark.parametrize("variables", rest_long([{"NO_COLOR": "1"}, {"TERM": "dumb"}]))
def test_a_terminal_without_colour_gets_none(variables: dict[str, str]) -> None:
    code, shown = in_a_terminal(EXPERT_BOARD, COLUMNS="120", **variables)
    assert code == 0
    assert "\x1b" not in shown
    assert ">06" in shown


@pytest.mark.long
@posix
def test_an_option_decides_against_the_environment() -> None:
    assert "\x1b[" in in_a_terminal([*EXPERT_BOARD, "--color", "always"], NO_COLOR="1")[1]
    assert "\x1b" not in in_a_terminal([*EXPERT_BOARD, "--color", "never"])[1]


@posix
def test_a_narrow_terminal_wraps_nothing() -> None:
    code, shown = in_a_terminal([*EXPERT_BOARD, "--color", "never"], COLUMNS="60")
    assert code == 0
    assert max(map(len, shown.splitlines())) <= 60


@posix
def test_with_nothing_to_read_a_terminal_is_told_what_to_do() -> None:
    code, shown = in_a_terminal([*ANALYSE, "--mines", "3"])
    assert code == 2
    assert "there is no position to read. Name a file" in shown


@posix
def test_who_starts_the_engine_by_hand_is_told_what_it_wants() -> None:
    code, shown = in_a_terminal([sys.executable, "-m", "sapper", "engine"], typed='{"command": "quit"}\n')
    assert code == 0
    assert "Type requests, such as" in shown
    assert shown.endswith('{"answer": "bye"}\n')


@posix
def test_a_position_can_be_typed() -> None:
    code, shown = in_a_terminal([*ANALYSE, "-", "--mines", "1", "--color", "never"], typed="1.\n\x04")
    assert code == 0
    assert "press Ctrl-D" in shown
    assert "1: (0,1)" in shown
