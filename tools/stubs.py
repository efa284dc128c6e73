"""Writes the types of the compiled engine, `src/sapper/_engine.pyi`; run it after changing the bindings."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

STUB = Path(__file__).resolve().parent.parent / "src" / "sapper" / "_engine.pyi"


def write(path: Path) -> None:
    """Writes the stub of the engine that this Python imports."""
    command = [sys.executable, "-m", "nanobind.stubgen", "--quiet", "-m", "sapper._engine", "-o", str(path)]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    write(STUB)
