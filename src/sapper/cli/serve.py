"""`sapper serve`: the page to play, learn, analyse and review on."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from sapper.cli.common.options import Whole
from sapper.errors import SapperError

__all__ = ["command"]

EPILOG = """
\b
Examples:
  sapper serve
  sapper serve --host 0.0.0.0 --allow-host minesweeper.home

Ctrl-C stops it; games, statistics and settings are kept.
"""


@click.command(epilog=EPILOG)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    default=8765,
    show_default=True,
    type=Whole(0, 65535),
    help="The port; 0 takes a free one.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where games and runs are kept. By default the place for such things on this system.",
)
@click.option(
    "--allow-host",
    "allowed_hosts",
    multiple=True,
    metavar="NAME",
    help="A further name to answer to, such as this machine's in the local network.",
)
def command(host: str, port: int, data: Path | None, allowed_hosts: tuple[str, ...]) -> None:
    """Open the page to play, learn, analyse and review on.

    Serves a page to browsers, by default on this machine only, and JSON to other programs.
    """
    try:
        from sapper.web.server import serve
    except ImportError as error:
        raise SapperError(f"the page needs more packages ({error.name}): pip install 'sapper[web]'") from None
    serve(
        data or default_data(),
        host,
        port,
        allowed_hosts,
        lambda address: click.echo(f"Sapper is at {address}"),
    )


def default_data() -> Path:
    """Where games and runs are kept, if nobody says."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "sapper"
