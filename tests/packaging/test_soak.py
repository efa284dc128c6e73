"""`tools/soak` attacks, reports what it saw, and notices a broken promise."""

import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from support.programs import run_program

TOOLS = Path(__file__).resolve().parents[2] / "tools"
ATTACKS = ["protocol", "readers", "runs", "threads", "positions"]


def soak(*options: str, path: Path = TOOLS / "soak", ends: int = 0) -> subprocess.CompletedProcess[str]:
    return run_program(sys.executable, path, "--minutes", 0, *options, ends=ends)


@pytest.mark.long
def test_one_round_of_each_breaks_nothing() -> None:
    process = soak()
    assert process.stderr == "", process.stdout
    table = [line.split() for line in process.stdout.splitlines() if "nothing broken" in line]
    assert [row[0] for row in table] == ATTACKS
    assert [row[1] for row in table] == ["1"] * len(ATTACKS)
    assert all(int(row[2]) > 0 for row in table)


BREAKS = """
from soak.common import Round
def attack(work):
    yield Round(tries=5, faults=["a wrong answer"])
"""
ENDS = """
import os, subprocess, sys, time
def attack(work):
    left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    print(left.pid, file=sys.stderr, flush=True)
    time.sleep(1)
    yield os._exit(6)
"""


def with_attacks(folder: Path, **attacks: str) -> Path:
    """A soak with other attacks."""
    folder = folder / "soak"
    folder.mkdir()
    for name in ("__main__.py", "common.py"):
        (folder / name).write_text((TOOLS / "soak" / name).read_text())
    for name, text in attacks.items():
        (folder / f"{name}.py").write_text(text)
    return folder


@pytest.mark.long
def test_a_broken_promise_and_a_silent_end_are_reported(tmp_path: Path) -> None:
    path = with_attacks(tmp_path, readers=BREAKS, threads=ENDS)
    process = soak("--only", "readers,threads", path=path, ends=1)
    assert process.stderr == ""
    assert [line.split()[:4] for line in process.stdout.splitlines() if " 1 broken " in line] == [
        ["readers", "1", "5", "1"],
        ["threads", "1", "0", "1"],
    ]
    assert "readers: a wrong answer" in process.stdout
    assert "threads: start 1, round 0: the attack ended with status 6" in process.stdout
    number = int(process.stdout.split()[-1])  # what the attack started
    assert not psutil.pid_exists(number) or psutil.Process(number).status() == psutil.STATUS_ZOMBIE


def test_an_unknown_attack_is_refused() -> None:
    process = soak("--only", "reader", ends=2)
    assert "there is no attack 'reader'; there are protocol, readers" in process.stderr
