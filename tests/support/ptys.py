"""A command in a terminal of its own."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

SEVERAL = """
import sys
from sapper.cli import main

lines, code = sys.argv[1:], 0
for line in lines:
    sys.argv = ["sapper", *line.split()]
    try:
        main()
    except SystemExit as ended:
        code = ended.code or 0
    print(f"\\x1e{code}\\x1e", flush=True)
"""


def several_in_terminal(lines: list[str], folder: Path, **environment: str) -> list[tuple[int, bytes]]:
    """The same for several lines of arguments, one after the other in one process: it takes long to start."""
    _, written = _run(["-c", SEVERAL, *lines], folder, environment)
    *parts, _ = written.split(b"\x1e")
    return [(int(code), text) for text, code in zip(parts[::2], parts[1::2], strict=True)]


def in_terminal(
    arguments: list[str], folder: Path, typed: bytes = b"", **environment: str
) -> tuple[int, bytes]:
    """Runs `sapper` with these arguments and variables; its exit code, and all that it wrote.

    Its standard input is the terminal if something is typed.
    """
    return _run(["-m", "sapper", *arguments], folder, environment, typed)


def _run(
    arguments: list[str], folder: Path, environment: dict[str, str], typed: bytes = b""
) -> tuple[int, bytes]:
    """Runs Python with these arguments in a terminal."""
    master, slave = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdin=slave if typed else subprocess.DEVNULL,
        stdout=slave,
        stderr=slave,
        env={**kept, **environment},
        cwd=folder,
    )
    os.close(slave)
    os.write(master, typed)
    written = b""
    try:
        while part := os.read(master, 65536):
            written += part
    except OSError:  # Linux says so at the end
        pass
    finally:
        os.close(master)
    return process.wait(120), written
