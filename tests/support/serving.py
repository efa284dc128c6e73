"""`sapper serve` as a process of its own."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ELSEWHERE = "sapper.test"
"""A name of the server that a browser trusts no more than any other in the network."""

PATIENCE = 60_000
"""Milliseconds that something may take on a busy machine before it counts as not happening."""


@dataclass
class Server:
    """`sapper serve` as a process of its own, which may be ended and started again at the same address.

    Attributes:
        folder: Where it finds modules and files of strategies.
        options: Its arguments.
        port: Its port, once it has started; 0 before.
    """

    folder: Path
    options: tuple[str, ...] = ()
    port: int = 0
    process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket(self) -> str:
        return f"ws://127.0.0.1:{self.port}/socket"

    def start(self) -> None:
        """Starts it and waits until it tells its address."""
        command = [sys.executable, "-m", "sapper", "serve", "--no-open", "--port", str(self.port)]
        command += ["--allow-host", ELSEWHERE, *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=self.folder)
        assert self.process.stdout is not None
        reply = self.process.stdout.readline()
        match = re.search(r":(\d+)/", reply)
        assert match is not None, f"the server said {reply!r}"
        self.port = int(match[1])

    def end(self, *, kill: bool = False) -> None:
        """Ends it, gently or not."""
        assert self.process is not None
        if kill:
            self.process.kill()
        else:
            self.process.terminate()
        self.process.wait(PATIENCE / 1000)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def serve(folder: Path, *options: str) -> Iterator[Server]:
    """A server that finds modules in a folder."""
    server = Server(folder, options)
    server.start()
    try:
        yield server
    finally:
        server.end()
