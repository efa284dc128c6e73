"""Whom the server answers.

A page of somebody else must not reach this server through the browser of its user. Browsers say in `Host`
which name they asked for, and in `Origin` whose page asks.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

_HOST: Final = re.compile(r"(?:(?P<name>[^\[\]:]+)|\[(?P<bracketed>[0-9a-f:.]+)\])(?::[0-9]{1,5})?")
"""A `Host` header: a name, an IPv4 address or an IPv6 address in brackets, with or without a port."""


class Hosts:
    """The host names that this server answers to.

    Somebody else's DNS may point a name at this machine, so that their page could pass for ours. Such a name
    is refused. Numeric addresses are safe: no DNS can point them elsewhere.
    """

    def __init__(self, bound_to: str, more: Iterable[str] = ()) -> None:
        """Allows the host that the server binds to, and further names."""
        self._names = {"localhost", bound_to.lower(), *(name.lower() for name in more)}
        self._any_address = not is_loopback(bound_to)
        if self._any_address:
            self._names.add(socket.gethostname().lower())

    def allow(self, host: str) -> bool:
        """Whether a `Host` header names this server. The port does not matter."""
        written = _HOST.fullmatch(host.lower())
        if written is None:
            return False
        name = written["name"] or written["bracketed"]
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return written["name"] in self._names
        return self._any_address or address.is_loopback or name in self._names


def same_origin(origin: str | None, host: str) -> bool:
    """Whether an `Origin` header names the page of this server. Browsers send one with every WebSocket."""
    try:
        parts = urlsplit((origin or "").lower())
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc == host.lower()


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that is bound to this host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
