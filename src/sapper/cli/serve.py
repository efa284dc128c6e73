"""`sapper serve`: serves the page, and opens it in the browser."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser

import click

from sapper._support.installation import importing
from sapper.cli.shared.options import Whole
from sapper.cli.shared.run_options import find_strategy, strategies_beginning

EPILOG = """
\b
Examples:
  sapper serve
  sapper serve my_bot.py:Mine
  sapper serve --host 0.0.0.0 --allow-host minesweeper.home

Ctrl-C stops it. Games, statistics and settings are in the browser, which keeps them for the address and the
port.
"""


@click.command(epilog=EPILOG)
@click.argument("strategies", nargs=-1, metavar="[STRATEGY]...", shell_complete=strategies_beginning)
@click.option("--no-open", is_flag=True, help="Do not open the page in the browser.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    default=8765,
    show_default=True,
    type=Whole(0, 65535),
    help="The port; 0 chooses a free one, so the page begins without its games.",
)
@click.option(
    "--allow-host",
    "allowed_hosts",
    multiple=True,
    metavar="NAME",
    help="Another host name to answer to, such as the name of this machine in your network.",
)
def command(
    strategies: tuple[str, ...], no_open: bool, host: str, port: int, allowed_hosts: tuple[str, ...]
) -> None:
    """Serve the page for play, training, analysis and review.

    Opens it in the browser. STRATEGY is MODULE:NAME or FILE.py:NAME, a strategy in Python. The page can show
    it, step it and simulate it. By default only this machine can connect.
    """
    with importing("web", "serving the page needs websockets"):
        from sapper.serve.page_server import is_loopback, page_folder, serve
    folder = page_folder()
    for name in strategies:
        find_strategy(name)

    def on_start(port: int) -> None:
        here = (
            "127.0.0.1"
            if host == "0.0.0.0"
            else "[::1]"
            if host == "::"
            else f"[{host}]"
            if ":" in host
            else host
        )
        address = f"http://{here}:{port}/"
        click.echo(f"Sapper is at {address}")
        if not is_loopback(host):
            click.echo(f"In your network it is at http://{socket.gethostname()}:{port}/")
        if not no_open and _has_screen():
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

    serve(folder, strategies, host, port, allowed_hosts, on_start)


def _has_screen() -> bool:
    """Whether a browser has somewhere to appear. Otherwise Python would start one in the terminal."""
    return sys.platform in ("win32", "darwin") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ))
