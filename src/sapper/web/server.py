"""Serves the application until a signal stops it."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import uvicorn

from sapper.errors import SapperError
from sapper.web import limits
from sapper.web.access.guard import Guard
from sapper.web.app import create_app
from sapper.web.transport.protocols import HttpProtocol, LiveProtocol

if TYPE_CHECKING:
    from sapper.strategy.strategy import Strategy

_OTHER_FILES: Final = 100
"""File handles that are needed for things other than connections."""


def serve(
    data: Path,
    host: str,
    port: int,
    allowed_hosts: Iterable[str],
    strategies: Mapping[str, Strategy],
    started: Callable[[str], object],
) -> None:
    """Serves until a signal stops it.

    Port 0 takes a free one. `started` is called with the address of the page.

    Raises:
        SapperError: The port is taken, the host is not of this machine, or the data cannot be opened.
    """
    listener = _bound(host, port)
    with listener:
        app = create_app(data, host, allowed_hosts, _places(limits.WIRES), strategies)
        logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
        shown = f"[{host}]" if ":" in host else host
        started(f"http://{shown}:{listener.getsockname()[1]}/")
        uvicorn.Server(configured(app)).run(sockets=[listener])


def configured(app: Guard) -> uvicorn.Config:
    """The configuration of uvicorn."""
    logging.getLogger("uvicorn.error").addFilter(_worth_a_line)
    return uvicorn.Config(
        app,
        http=HttpProtocol,
        ws=LiveProtocol,
        ws_max_size=limits.FRAME_BYTES,
        ws_per_message_deflate=False,  # boards are packed already, and small answers have to be quick
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="error",  # requests that are wrong get an answer and need no line in the log
        timeout_graceful_shutdown=2,
    )


def _worth_a_line(record: logging.LogRecord) -> bool:
    """Whether to log a fault. uvicorn logs text that is not UTF-8 as a fault, but answers it correctly."""
    return not record.getMessage().startswith("Invalid UTF-8")


def _places(wanted: int) -> int:
    """How many of the wanted connections the system allows this process."""
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
    # asyncio sends small answers at once only if the protocol is given. Otherwise they wait 40 ms for more.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if hasattr(socket, "SO_REUSEADDR") and not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)  # nobody who has the address is refused while the server starts
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise SapperError(f"cannot listen on {host}, port {port}: {reason}") from None
    return listener
