"""The connections from outside: how many, from where, what they hold, and how long they may dawdle.

Every connection is a wire. It waits for a request, or has one answered, or is live (a WebSocket). Strangers
can open many, send half of something, or ask without reading. So waiting has a limit, and so has what all
wires together hold. When a limit is reached, whoever is worst goes, so that those who come get in.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Final

from sapper.web import limits

__all__ = ["Wire", "Wires", "network_of"]

_LOOK_EVERY: Final = 1.0
"""Seconds between two looks at all wires."""


class Wire:
    """One connection.

    Attributes:
        network: Where it comes from.
        held: Bytes of a request that is not whole yet, and of messages that wait to be sent.
        ended: Whether the connection is no more.
    """

    def __init__(
        self,
        wires: Wires,
        network: str,
        cut: Callable[[], object],
        buffered: Callable[[], int] = lambda: 0,
    ) -> None:
        """Takes what ends the connection at once, and what counts the sent bytes that were not read yet."""
        self.network = network
        self.held = 0
        self.ended = False
        self._wires = wires
        self._cut = cut
        self._buffered = buffered
        self._unread = 0
        self._stalled_for = 0

    @property
    def size(self) -> int:
        """Bytes that this side holds for the other."""
        return self.held + self._unread

    def hold(self, more: int) -> None:
        """Holds so many bytes more, or less. May cut this wire or another."""
        self.held += more
        self._wires.held(self, more)

    def waits(self) -> None:
        """From now on a request has to come, whole up to its body, or the wire is cut."""
        self._wires.wait(self)

    def works(self) -> None:
        """A request came: it is answered, or this is live."""
        self._wires.waiting.pop(self, None)

    def cut(self) -> None:
        """Ends the connection at once; what was not read is lost."""
        self._wires.leave(self)
        self._cut()

    def too_much(self) -> bool:
        """Whether this wire alone holds more than one may."""
        return self.held + self._buffered() > limits.HELD_BYTES_OF_A_WIRE

    def look(self) -> bool:
        """Looks how much is unread. Returns whether the other side read nothing for too long."""
        before, self._unread = self._unread, self._buffered()
        stands = 0 < before <= self._unread
        self._stalled_for = self._stalled_for + 1 if stands else 0
        return self._stalled_for * _LOOK_EVERY >= limits.STALL_SECONDS


class Wires:
    """All connections. For the event loop."""

    def __init__(self, places: int = limits.WIRES, now: Callable[[], float] | None = None) -> None:
        """There are none, of at most so many. `now` tells the time, by default that of the running loop."""
        self._places = places
        self.waiting: OrderedDict[Wire, float] = OrderedDict()
        self._all: set[Wire] = set()
        self._from: Counter[str] = Counter()
        self._held = 0
        self._now = now

    def now(self) -> float:
        """Seconds."""
        return asyncio.get_running_loop().time() if self._now is None else self._now()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._all)

    @property
    def total(self) -> int:
        """Bytes that this side holds for all of them."""
        return sum(wire.size for wire in self._all)

    def enter(self, wire: Wire) -> bool:
        """Takes one more, which waits. Where all places are taken, the one that waited longest goes.

        Returns:
            False if none waits: then there is no room.
        """
        if self._from[wire.network] >= limits.WIRES_OF_A_NETWORK:
            oldest = next((other for other in self.waiting if other.network == wire.network), None)
        elif len(self._all) >= self._places:
            oldest = next(iter(self.waiting), None)
        else:
            oldest = wire
        if oldest is None:
            return False
        if oldest is not wire:
            oldest.cut()
        self._all.add(wire)
        self._from[wire.network] += 1
        wire.waits()
        return True

    def wait(self, wire: Wire) -> None:
        """A wire waits from now on, if it is still in."""
        if wire in self._all:
            self.waiting[wire] = self.now()
            self.waiting.move_to_end(wire)

    def leave(self, wire: Wire) -> None:
        """Takes one out; one that is not in stays out."""
        wire.ended = True
        if wire not in self._all:
            return
        self._all.remove(wire)
        self._from[wire.network] -= 1
        if not self._from[wire.network]:
            del self._from[wire.network]
        self._held -= wire.held
        wire.works()

    def held(self, wire: Wire, more: int) -> None:
        """A wire holds more, or less. Cuts it, or another, if that is too much."""
        if wire not in self._all:
            return
        self._held += more
        if more > 0 and wire.too_much():
            wire.cut()
        elif self._held > limits.HELD_BYTES:
            self._cut_largest()

    def look(self) -> None:
        """Cuts the wires that waited too long or do not read, and the largest if all hold too much."""
        late = self.now() - limits.HEAD_SECONDS
        for wire in list(self._all):
            if wire.look() or (self.waiting.get(wire, late + 1) <= late and not wire.size):
                wire.cut()
        self._cut_largest()

    async def watch(self) -> None:
        """Looks again and again."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            self.look()

    def _cut_largest(self) -> None:
        """Cuts the largest of the network that holds most, until all hold little enough."""
        total = Counter[str]()
        for wire in self._all:
            total[wire.network] += wire.size
        while total.total() > limits.HELD_BYTES:
            network, _ = total.most_common(1)[0]
            largest = max((w for w in self._all if w.network == network), key=lambda wire: wire.size)
            total[network] -= largest.size
            largest.cut()


def network_of(host: str) -> str:
    """What one subscriber has: an IPv4 address, or a /64 of IPv6. Other text stands for itself."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
