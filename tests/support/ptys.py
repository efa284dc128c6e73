"""A command in a terminal of its own."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

PATIENCE = 120  # seconds that anything may take on a busy machine

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


class Terminal:
    """A program in a terminal of 80 x 24, and all that it wrote."""

    def __init__(self, *command: str, typing: bool = True, **options: Any) -> None:
        """Starts a command, with options of `subprocess.Popen`."""
        self._master, self._slave = pty.openpty()
        os.set_blocking(self._master, False)
        variables = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            command,
            stdin=self._slave if typing else subprocess.DEVNULL,
            stdout=self._slave,
            stderr=self._slave,
            env={**variables, "TERM": "xterm-256color", "LC_MESSAGES": "C"},
            **{"start_new_session": True, **options},
        )
        self.output = ""

    def write(self, keys: str) -> None:
        """Types. If the program lags behind, it first reads what the program writes."""
        rest = keys.encode()
        end = time.monotonic() + PATIENCE
        while rest:
            assert time.monotonic() < end, "the program reads nothing"
            with suppress(BlockingIOError):
                rest = rest[os.write(self._master, rest) :]
                continue
            self.read(0.01)

    def modes(self) -> list[Any]:
        """How the terminal treats what is typed."""
        return termios.tcgetattr(self._slave)

    def until(self, text: str) -> None:
        """Reads on until the program wrote that."""
        self._read_until(lambda: text in self.output, text)

    def read(self, seconds: float) -> None:
        """Reads what the program writes within a time."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            if select.select([self._master], [], [], rest)[0]:
                self._read()

    def resize(self, rows: int, columns: int) -> None:
        """Gives the terminal another size, and tells the program."""
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def rest(self, code: int = 0) -> str:
        """Reads until the program ends, with that exit code; all it wrote."""
        self._read_until(lambda: self.process.poll() is not None, "its end")
        self._read()
        assert self.process.returncode == code, self.output
        return self.output

    def leave(self) -> str:
        """Presses q until the program ends, since the first q may close the page of keys; as `rest`."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            with suppress(OSError):  # full, or gone
                self.write("q")
            self.read(0.1)
        return self.rest()

    def seconds_used(self) -> float:
        """The processor time of the program so far; 0 if the system does not tell it."""
        stat_file = Path(f"/proc/{self.process.pid}/stat")
        if not stat_file.exists():
            return 0.0
        user, system = stat_file.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def _read_until(self, is_there: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not is_there():
            assert time.monotonic() < end, f"no {what!r} after {self.output!r}"
            if select.select([self._master], [], [], 0.1)[0]:
                self._read()

    def _read(self) -> None:
        try:
            while part := os.read(self._master, 65536):
                self.output += part.decode(errors="replace")
        except OSError:  # nothing to read now, or never again
            return

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._slave)
        os.close(self._master)
