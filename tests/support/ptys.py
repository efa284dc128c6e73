"""A command in a terminal of its own."""

import os
import pty
import subprocess
import sys
from pathlib import Path

OF_TERMINALS = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM", "COLUMNS", "LINES", "TTY_COMPATIBLE")
"""Variables by which the terminal of whoever runs the tests would show."""

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
    _, output = run_in_terminal([sys.executable, "-c", SEVERAL, *lines], folder, **environment)
    *parts, _ = output.split(b"\x1e")
    return [(int(code), text) for text, code in zip(parts[::2], parts[1::2], strict=True)]


def in_terminal(
    arguments: list[str], folder: Path | None = None, keys: bytes | None = None, /, **environment: str
) -> tuple[int, bytes]:
    """Runs `sapper` with these arguments and variables; its exit code, and all that it wrote."""
    return run_in_terminal([sys.executable, "-m", "sapper", *arguments], folder, keys, **environment)


def run_in_terminal(
    command: list[str], folder: Path | None = None, keys: bytes | None = None, /, **environment: str
) -> tuple[int, bytes]:
    """The same for any command. Its standard input is the terminal if something is typed, even nothing."""
    terminal, end = pty.openpty()
    variables = {name: value for name, value in os.environ.items() if name not in OF_TERMINALS}
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL if keys is None else end,
        stdout=end,
        stderr=end,
        env={**variables, "TERM": "xterm-256color", **environment},
        cwd=folder,
    )
    os.close(end)
    os.write(terminal, keys or b"")
    output = b""
    try:
        while part := os.read(terminal, 65536):
            output += part
    except OSError:  # Linux says so at the end
        pass
    finally:
        os.close(terminal)
    return process.wait(120), output
