"""Programs that a test runs to their end."""

import subprocess
from typing import Any


def run_program(*command: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """What a program wrote, and its exit code; with options of `subprocess.run`."""
    how = {"capture_output": True, "text": True, "timeout": 300}
    return subprocess.run(list(map(str, command)), check=False, **(how | options))


def start_program(*command: object, **options: Any) -> subprocess.Popen[str]:
    """A program with a pipe for each of its streams."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(list(map(str, command)), **(pipes | {"text": True} | options))
