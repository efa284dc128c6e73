"""`sapper serve`: serves the web page."""

from __future__ import annotations

from pathlib import Path

import click

from sapper._support.data_folder import data_folder
from sapper._support.packages import importing
from sapper.cli.common.options import Whole
from sapper.cli.common.players import strategies_beginning, strategy_typed

EPILOG = """
\b
Examples:
  sapper serve
  sapper serve --host 0.0.0.0 --allow-host minesweeper.home
  sapper serve --strategy mymodule:MyStrategy

Ctrl-C stops the server. Games, statistics and settings are kept.
"""


@click.command(epilog=EPILOG)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    default=8765,
    show_default=True,
    type=Whole(0, 65535),
    help="The port; 0 chooses a free one.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder that keeps games and runs.  [default: sapper in your data folder]",
)
@click.option(
    "--allow-host",
    "allowed_hosts",
    multiple=True,
    metavar="NAME",
    help="Another host name to answer to, such as the name of this machine in your network.",
)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    metavar="NAME",
    shell_complete=strategies_beginning,
    help="A strategy to add to the page's list, such as MODULE:NAME in Python.",
)
def command(
    host: str, port: int, data: Path | None, allowed_hosts: tuple[str, ...], strategies: tuple[str, ...]
) -> None:
    """Serve the web page for play, training, analysis and review.

    Serves a page to browsers and JSON to other programs. By default only this machine can connect.
    """
    with importing("web", "the page needs FastAPI, Pydantic, Uvicorn and websockets"):
        from sapper.web.server import serve
    serve(
        data or data_folder(),
        host,
        port,
        allowed_hosts,
        {name: strategy_typed(name) for name in strategies},
        lambda address: click.echo(f"Sapper is at {address}"),
    )
