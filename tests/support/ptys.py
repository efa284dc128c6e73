"""A command in a terminal of its own."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path


def in_terminal(arguments: list[str], folder: Path, **environment: str) -> tuple[int, bytes]:
    """Runs `sapper` with these arguments and variables; its exit code, and all that it wrote."""
    master, slave = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(
        [sys.executable, "-m", "sapper", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=slave,
        env={**kept, **environment},
        cwd=folder,
    )
    os.close(slave)
    written = b""
    try:
        while part := os.read(master, 65536):
            written += part
    except OSError:  # Linux says so at the end
        pass
    finally:
        os.close(master)
    return process.wait(120), written
