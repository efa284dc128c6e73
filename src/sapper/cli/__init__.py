"""The command line: `sapper`. `commands` says where each command stands. Described in `docs/cli.md`."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Runs `sapper` with the arguments of this process, and ends the process."""
    import gc
    import os

    from sapper.cli.shared.starting import end_at_interrupts

    end_at_interrupts()
    from sapper.cli.shared.exit_codes import open_missing_streams
    from sapper.cli.shared.plain_terminals import fit_streams

    open_missing_streams()
    fit_streams()
    from sapper.cli.commands import sapper

    if "_SAPPER_COMPLETE" in os.environ:
        from sapper.cli.shared.tab_completion import add_shells  # only the tab key needs it

        add_shells()

    try:
        sapper(prog_name="sapper")
    finally:
        gc.freeze()  # or the interpreter would look at every object once more before it ends
