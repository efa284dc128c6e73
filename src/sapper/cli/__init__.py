"""The command line: `sapper`, one module for each command. Described in `docs/cli.md`."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Runs `sapper` with the arguments of this process, and ends the process."""
    from sapper.cli.group import sapper

    sapper(prog_name="sapper")
