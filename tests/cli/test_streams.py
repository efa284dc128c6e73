"""Every command with each standard stream closed or full: a short message or the usual output."""

import socket
import subprocess
import sys
import time
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import pytest
from support.cases import rest_long
from support.command_line import WORK, work_folder
from support.programs import run_program

from sapper.cli.commands import COMMANDS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")

REQUEST: Final = '{"command": "hello", "jsonrpc": "2.0", "id": 1, "method": "ping"}'
PATIENCE: Final = 60  # seconds; on an idle machine a server needs a few
WAYS: Final = ["<&-", ">&-", "2>&-", ">/dev/full", "2>/dev/full", "<&- >&- 2>&-"]


def end_of(arguments: str, way: str, folder: Path | None = None) -> tuple[int, str, str]:
    before_pipe = "" if "<" in way else f"echo '{REQUEST}' |"
    script = f"{before_pipe} '{sys.executable}' -m sapper {arguments} {way}"
    process = run_program("sh", "-c", script, ends=None, cwd=folder)
    return process.returncode, process.stdout, process.stderr


@pytest.mark.parametrize(
    "name", ["", *(pytest.param(name, marks=[] if name == "play" else pytest.mark.long) for name in COMMANDS)]
)
@pytest.mark.parametrize("way", rest_long(WAYS[::-1], 2))
def test_help_of_every_command(name: str, way: str) -> None:
    code, out, error = end_of(f"{name} --help", way)
    assert "Traceback" not in error
    writes = "Usage" in out
    assert writes == (">&-" not in way.replace("2>", "") and ">/dev/full" not in way.replace("2>", ""))
    assert code == (0 if writes else 2)
    if not writes and "2>" not in way:
        assert error.startswith("sapper: cannot")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return work_folder(tmp_path)


QUICK: Final = (
    "generate --level beginner",
    "engine",
    "mcp",
    "no-such-command",
    "play --level beginner",
    "bot --mines 10",
)
FEW: Final = ("<&- >&- 2>&-", ">/dev/full")
"""The ways that `make test` tries with some commands, and the first of them with all."""

CASES: Final = [
    *(
        pytest.param(command, way, marks=[] if way in usual else pytest.mark.long)
        for command in QUICK
        for usual in [(*FEW, "2>&-", "| head -1") if command == QUICK[0] else FEW[:1]]
        for way in (*WAYS, "| head -1", "| true")
    ),
    *(
        pytest.param(*each, marks=pytest.mark.long)
        for each in product(WORK, ("<&-", ">&-", "2>&-", ">/dev/full", "| head -1"))
    ),
]


@pytest.mark.parametrize(("arguments", "way"), CASES)
def test_commands_that_do_their_work(arguments: str, way: str, folder: Path) -> None:
    code, out, error = end_of(arguments, way, folder)
    assert "Traceback" not in error
    assert "Exception ignored" not in error
    assert code in (0, 2)
    assert code == 0 or error or "2>" in way
    writes_elsewhere = arguments.split(maxsplit=1)[0] in ("engine", "mcp", "convert", "picture", "dataset")
    assert out or error or code == 2 or writes_elsewhere or way == "| true"


def end_in_terminal(script: str) -> tuple[int, bytes]:
    from support.ptys import run_in_terminal  # Windows has none

    return run_in_terminal(["sh", "-c", script], None, b"")


@pytest.mark.parametrize("way", rest_long(["<&-", ">&-", "2>&-", "2>/dev/null"], 2))
def test_a_game_by_hand_needs_all_streams_of_its_terminal(way: str) -> None:
    code, words = end_in_terminal(f"'{sys.executable}' -m sapper play --level beginner {way}")
    assert code == 2
    assert words == b"" if "2>" in way else words.startswith(b"sapper: playing by hand needs a terminal")


def test_a_game_by_hand_names_the_extra_that_it_needs() -> None:
    start = "import sys; sys.modules['textual'] = None; from sapper.cli import main; main()"
    code, words = end_in_terminal(f'"{sys.executable}" -c "{start}" play')
    assert code == 2
    assert words == b'sapper: playing by hand needs Textual: pip install "sapper[play]"\r\n'


@pytest.mark.parametrize("way", rest_long([*FEW, *(way for way in WAYS if way not in FEW)], 2))
def test_the_server_works_without_streams(way: str, folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    script = f"exec '{sys.executable}' -m sapper serve --no-open --port {port} {way}"
    with subprocess.Popen(["sh", "-c", script], cwd=folder, stderr=subprocess.PIPE) as process:
        answer = None
        end = time.monotonic() + PATIENCE
        while answer is None and process.poll() is None and time.monotonic() < end:
            with suppress(OSError):  # it does not listen yet
                answer = urlopen(f"http://127.0.0.1:{port}/", timeout=5).status
            time.sleep(0.05)
        process.terminate()
        try:
            _, error = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()  # if it does not end
        assert b"Traceback" not in error
    writes = ">&-" not in way.replace("2>", "") and ">/dev/full" not in way.replace("2>", "")
    assert (answer, process.returncode) == ((200, 0) if writes else (None, 2))
