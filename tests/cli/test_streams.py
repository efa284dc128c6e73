"""Every command with each standard stream closed or full: a short message or the usual output."""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from typing import Final

import pytest

import sapper
from sapper.cli.group import COMMANDS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")

REQUEST: Final = '{"command": "hello", "jsonrpc": "2.0", "id": 1, "method": "ping"}'
WAYS: Final = ["<&-", ">&-", "2>&-", ">/dev/full", "2>/dev/full", "<&- >&- 2>&-"]


def ended(arguments: str, way: str, folder: Path | None = None) -> tuple[int, str, str]:
    given = "" if "<" in way else f"echo '{REQUEST}' |"
    script = f"{given} '{sys.executable}' -m sapper {arguments} {way}"
    done = subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, check=False, timeout=120, cwd=folder
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "name", ["", *(pytest.param(name, marks=[] if name == "play" else pytest.mark.long) for name in COMMANDS)]
)
CASES: Final = [
    *product(QUICK, (*WAYS, "| head -1", "| true")),
    *(
        pytest.param(*each, marks=pytest.mark.long)
        for each in product(WORK, ("<&-", ">&-", "2>&-", ">/dev/full", "| head -1"))
    ),
]


@pytest.mark.parametrize(("arguments", "way"), CASES)
def test_commands_that_do_their_work(arguments: str, way: str, folder: Path) -> None:
    code, out, error = ended(arguments, way, folder)
    assert "Traceback" not in error
    assert "Exception ignored" not in error
    assert code in (0, 2)
    assert code == 0 or error or "2>" in way
    writes_elsewhere = arguments.split()[0] in ("engine", "mcp", "convert", "picture", "dataset")
    assert out or error or code == 2 or writes_elsewhere or way == "| true"


@pytest.mark.parametrize("way", WAYS)
def test_the_server_works_without_streams(way: str, folder: Path) -> None:
    script = f"exec '{sys.executable}' -m sapper serve --no-open --port 0 {way}"
    with subprocess.Popen(["sh", "-c", script], cwd=folder, stderr=subprocess.PIPE) as process:
        time.sleep(3)
        process.terminate()
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
