"""Runs the application until it is stopped."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterable
from pathlib import Path

import uvicorn

from sapper.errors import SapperError
from sapper.web import limits
from sapper.web.app import create_app

__all__ = ["serve"]


def serve(
    data: Path,
    host: str,
    port: int,
    allowed_hosts: Iterable[str],
    started: Callable[[str], object],
) -> None:
    """Serves until a signal ends it.

    Args:
        data: The folder where games and runs are kept.
        host: What to bind to: a name or an address.
        port: Where; 0 takes a free one.
        allowed_hosts: Further names to answer to.
        started: Is told the address of the page.

    Raises:
        SapperError: The port is taken, the host is none of this machine, or the data cannot be opened.
    """
    listener = _bound(host, port)
    with listener:
        app = create_app(data, host, allowed_hosts)
        logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
        config = uvicorn.Config(
            app,
            http="h11",
            ws="websockets-sansio",
            ws_max_size=limits.FRAME_BYTES,
            ws_per_message_deflate=False,  # boards are packed already, and small answers should be quick
            proxy_headers=False,
            server_header=False,
            access_log=False,
            log_config=None,
            log_level="warning",
            timeout_graceful_shutdown=2,
        )
        shown = f"[{host}]" if ":" in host else host
        started(f"http://{shown}:{listener.getsockname()[1]}/")
        uvicorn.Server(config).run(sockets=[listener])


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_REUSEADDR") and not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)  # so that whoever is told the address is not refused
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise SapperError(f"cannot listen on {host}, port {port}: {reason}") from None
    return listener
