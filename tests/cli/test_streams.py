"""Every command with each standard stream closed or full: a short message or the usual output."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import pytest

from sapper.cli.group import COMMANDS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")

REQUEST: Final = '{"command": "hello", "jsonrpc": "2.0", "id": 1, "method": "ping"}'
WAYS: Final = ["<&-", ">&-", "2>&-", ">/dev/full", "2>/dev/full", "<&- >&- 2>&-"]


def ended(arguments: str, way: str) -> tuple[int, str, str]:
    given = "" if "<" in way else f"echo '{REQUEST}' |"
    script = f"{given} '{sys.executable}' -m sapper {arguments} {way}"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False, timeout=120)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "name", ["", *(pytest.param(name, marks=[] if name == "play" else pytest.mark.long) for name in COMMANDS)]
)
@pytest.mark.parametrize("way", WAYS)
def test_help_of_every_command(name: str, way: str) -> None:
    code, out, error = ended(f"{name} --help", way)
    assert "Traceback" not in error
    writes = "Usage" in out
    assert writes == (">&-" not in way.replace("2>", "") and ">/dev/full" not in way.replace("2>", ""))
    assert code == (0 if writes else 2)
    if not writes and "2>" not in way:
        assert error.startswith("sapper: cannot")


@pytest.mark.parametrize(
    "arguments", ["generate --level beginner", "engine", "mcp", "strategies", "no-such-command"]
)
@pytest.mark.parametrize("way", WAYS)
def test_commands_that_do_their_work(arguments: str, way: str) -> None:
    code, out, error = ended(arguments, way)
    assert "Traceback" not in error
    assert code in (0, 2)
    assert code == 0 or error or "2>" in way
    assert out or code == 2 or arguments in ("engine", "mcp")
