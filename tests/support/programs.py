"""Programs that a test runs or starts."""

import subprocess
from typing import Any


def run_program(*command: object, ends: int | None = 0, **options: Any) -> subprocess.CompletedProcess[str]:
    """What a program wrote, and its exit code; with options of `subprocess.run`.

    It has to end with the exit code `ends`. With None it may end with any, and the caller looks at it."""
    how = {"capture_output": True, "text": True, "timeout": 300}
    process = subprocess.run(list(map(str, command)), check=False, **(how | options))
    assert ends in (None, process.returncode), process.stdout + process.stderr
    return process


def start_program(*command: object, **options: Any) -> subprocess.Popen[str]:
    """A program with a pipe for each of its streams."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(list(map(str, command)), **(pipes | {"text": True} | options))
