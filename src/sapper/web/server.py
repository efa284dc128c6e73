"""Runs the application until it is stopped."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import uvicorn

from sapper.errors import SapperError
from sapper.web import limits
from sapper.web.access.guard import Guard
from sapper.web.app import create_app
from sapper.web.transport.protocols import HttpProtocol, LiveProtocol

__all__ = ["configured", "serve"]

_OTHER_FILES: Final = 100
"""Files that are open beside the connections."""


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
        app = create_app(data, host, allowed_hosts, _places(limits.WIRES))
        logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
        shown = f"[{host}]" if ":" in host else host
        started(f"http://{shown}:{listener.getsockname()[1]}/")
        uvicorn.Server(configured(app)).run(sockets=[listener])


def configured(app: Guard) -> uvicorn.Config:
    """How uvicorn serves the application."""
    logging.getLogger("uvicorn.error").addFilter(_worth_a_line)
    return uvicorn.Config(
        app,
        http=HttpProtocol,
        ws=LiveProtocol,
        ws_max_size=limits.FRAME_BYTES,
        ws_per_message_deflate=False,  # boards are packed already, and small answers should be quick
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="error",  # what strangers send wrong is answered, and fills no log
        timeout_graceful_shutdown=2,
    )


def _worth_a_line(record: logging.LogRecord) -> bool:
    """Whether a fault is ours: uvicorn logs text that is no UTF-8 with a traceback, and answers it well."""
    return not record.getMessage().startswith("Invalid UTF-8")


def _places(wanted: int) -> int:
    """How many connections the system lets this process have, of those wanted."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        hard = wanted + _OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted + _OTHER_FILES:
        soft = min(hard, wanted + _OTHER_FILES)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else max(10, min(wanted, soft - _OTHER_FILES))


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
