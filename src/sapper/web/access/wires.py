"""Limits the connections: their number, their time, and the memory that they hold.

Every connection is a wire. It waits for a request, or has a request answered, or is live (a WebSocket).
Strangers can open many wires, send half a request, or never read the answers. So the time to wait and the
memory of all wires are limited. If a limit is reached, the wire that does most harm is cut, and new
connections are accepted.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable
from itertools import chain
from typing import Final

from sapper.web import limits

_LOOK_EVERY: Final = 1.0
"""Seconds between two checks of all wires."""


class Wire:
    """One connection."""

    def __init__(
        self,
        wires: Wires,
        network: str,
        cut: Callable[[], object],
        buffered: Callable[[], int] = lambda: 0,
    ) -> None:
        """Takes a function that ends the connection, and one that counts the bytes sent but not yet read."""
        self.network = network  # its address, as `network_of` gives it
        self.held = 0  # bytes of an unfinished request, and of messages that wait to be sent
        self.ended = False  # whether the connection has ended
        self._wires = wires
        self._cut = cut
        self._buffered = buffered
        self._unread = 0
        self._stalled_for = 0

    @property
    def size(self) -> int:
        """Bytes in memory for this connection."""
        return self.held + self._unread

    def hold(self, more: int) -> None:
        """Counts more or fewer bytes. May cut this wire or another."""
        self.held += more
        self._wires.held(self, more)

    def waits(self) -> None:
        """Starts to wait for a request. The wire is cut if the head of one does not arrive in time."""
        self._wires.wait(self)

    def works(self) -> None:
        """Ends the wait: a request is answered, or the wire is live."""
        self._wires.waiting.pop(self, None)
        self._wires.unfinished.pop(self, None)

    def waits_for_body(self) -> None:
        """Starts to wait for more of a body. If all places are taken, the wire may be cut."""
        self._wires.wait_for_body(self)

    def cut(self) -> None:
        """Ends the connection at once. Data that was not read is lost."""
        self._wires.leave(self)
        self._cut()

    def too_much(self) -> bool:
        """Whether this wire holds more than one wire may."""
        return self.held + self._buffered() > limits.HELD_BYTES_OF_A_WIRE

    def look(self) -> bool:
        """Counts the unread bytes. Returns whether the other side has read nothing for too long."""
        before, self._unread = self._unread, self._buffered()
        stalled = 0 < before <= self._unread
        self._stalled_for = self._stalled_for + 1 if stalled else 0
        return self._stalled_for * _LOOK_EVERY >= limits.STALL_SECONDS


class Wires:
    """All connections. Its methods are for the event loop."""

    def __init__(self, places: int = limits.WIRES, now: Callable[[], float] | None = None) -> None:
        """Starts without wires. `now` tells the time; by default that of the running loop."""
        self._places = places
        self.waiting: OrderedDict[Wire, float] = OrderedDict()
        self.unfinished: OrderedDict[Wire, None] = OrderedDict()  # they wait for more of a body
        self._all: set[Wire] = set()
        self._from: Counter[str] = Counter()
        self._held = 0
        self._now = now

    def now(self) -> float:
        """The time in seconds."""
        return asyncio.get_running_loop().time() if self._now is None else self._now()

    @property
    def count(self) -> int:
        """How many wires there are."""
        return len(self._all)

    @property
    def total(self) -> int:
        """Bytes in memory for all wires."""
        return sum(wire.size for wire in self._all)

    def enter(self, wire: Wire) -> bool:
        """Adds a wire, which waits. If all places are taken, the wire that has waited longest is cut.

        Those that wait for a request go before those that wait for more of a body.

        Returns:
            False if there is no room: all places are taken, and no wire waits.
        """
        wait = chain(self.waiting, self.unfinished)
        if self._from[wire.network] >= limits.WIRES_OF_A_NETWORK:
            oldest = next((other for other in wait if other.network == wire.network), None)
        elif len(self._all) >= self._places:
            oldest = next(wait, None)
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
        """Notes that a wire waits from now on, if it is still here."""
        if wire in self._all:
            self.unfinished.pop(wire, None)
            self.waiting[wire] = self.now()
            self.waiting.move_to_end(wire)

    def wait_for_body(self, wire: Wire) -> None:
        """Notes that a wire waits for more of a body from now on, if it is still here."""
        if wire in self._all:
            self.unfinished[wire] = None
            self.unfinished.move_to_end(wire)

    def leave(self, wire: Wire) -> None:
        """Removes a wire, if it is still here."""
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
        """Counts more or fewer bytes of a wire. Cuts it, or another, if that is too much."""
        if wire not in self._all:
            return
        self._held += more
        if more > 0 and wire.too_much():
            wire.cut()
        elif self._held > limits.HELD_BYTES:
            self._cut_largest()

    def look(self) -> None:
        """Cuts the wires that waited too long or do not read. Cuts the largest if all hold too much."""
        late = self.now() - limits.HEAD_SECONDS
        for wire in list(self._all):
            if wire.look() or (self.waiting.get(wire, late + 1) <= late and not wire.size):
                wire.cut()
        self._cut_largest()

    async def watch(self) -> None:
        """Checks all wires every second, until it is cancelled."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            self.look()

    def _cut_largest(self) -> None:
        """Cuts the largest wire of the network that holds most, until the total is below the limit."""
        total = Counter[str]()
        for wire in self._all:
            total[wire.network] += wire.size
        while total.total() > limits.HELD_BYTES:
            network, _ = total.most_common(1)[0]
            largest = max((w for w in self._all if w.network == network), key=lambda wire: wire.size)
            total[network] -= largest.size
            largest.cut()


def network_of(host: str) -> str:
    """What one subscriber has: an IPv4 address, or a /64 of IPv6. Other text is returned as it is."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
