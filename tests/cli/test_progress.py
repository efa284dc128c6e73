"""Long work shows its progress on a terminal, on standard error, and nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has other terminals", allow_module_level=True)
import pty

OPTIMUM = ["optimum", "--rows", "4", "--columns", "5", "--mines", "4", "--first-click", "safe"]
LITERATURE = ["literature", "--strategy", "frontier", "--games", "3000"]


def shown(arguments: list[str]) -> tuple[str, str]:
    """What a command prints into a pipe, and what it shows on the terminal that is its standard error."""
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "24"}
    with subprocess.Popen(
        [sys.executable, "-m", "sapper", *arguments],
        stdout=subprocess.PIPE,
        stderr=slave,
        env=environment,
        text=True,
    ) as process:
        os.close(slave)
        seen = b""
        try:
            while part := os.read(master, 65536):
                seen += part
        except OSError:  # the terminal has no writer any more
            pass
        assert process.stdout is not None
        out = process.stdout.read()
    os.close(master)
    assert process.returncode == 0
    return out, seen.decode(errors="replace")


def test_a_search_says_how_long_it_has_been_going_on() -> None:
    out, seen = shown([*OPTIMUM, "--time-limit", "500"])
    assert "Searching all play" in seen
    assert "0:00:0" in seen
    assert "of at most 8 min 20 s" in seen
    assert out.splitlines()[1].startswith("wins ")
    assert "\x1b" not in out


@pytest.mark.long
def test_a_replication_says_which_row_and_how_many_games() -> None:
    out, seen = shown(LITERATURE)
    assert "1 of 2: frontier, 16x30/99" in seen
    assert "2 of 2: frontier, 16x30/99" in seen
    assert "of 3,000 games" in seen
    assert "\x1b" not in out
    assert len(out.splitlines()) == 3


@pytest.mark.parametrize("arguments", [OPTIMUM, pytest.param(LITERATURE, marks=pytest.mark.long)])
def test_with_json_nothing_shows(arguments: list[str]) -> None:
    out, seen = shown([*arguments, "--json"])
    assert seen == ""
    assert out.startswith("{")
