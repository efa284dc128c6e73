"""The command line: `sapper`, one module for each command. Described in `docs/cli.md`."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Runs `sapper` with the arguments of this process, and ends the process."""
    import gc

    from sapper.cli.group import sapper

    try:
        sapper(prog_name="sapper")
    finally:
        gc.freeze()  # or the interpreter would look at every object once more before it ends
