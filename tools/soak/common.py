"""What all attacks share: the input of a round, and its report."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds in which anything small has to be answered. `patiently` waits longer on a busy machine."""

_BURST: Final = 0.02  # seconds of processor time that tell how busy the machine is
_SLICE: Final = 1.0  # seconds between two looks at how busy it is
_LEAST: Final = 0.01  # a smaller share of a processor counts as this one, so that every wait ends


def share() -> float:
    """The share of a processor that a process gets now: 1 on an idle machine, and less on a busy one."""
    start, work_start = time.monotonic(), time.thread_time()
    while (work := time.thread_time() - work_start) < _BURST:
        pass
    return max(_LEAST, min(1.0, work / max(time.monotonic() - start, 1e-9)))


class Patience:
    """A limit of time that holds on a busy machine: its seconds are as long as the machine is busy."""

    def __init__(self, seconds: float) -> None:
        """Begins now."""
        self._left, self._last = seconds, time.monotonic()

    def is_over(self) -> bool:
        """Whether the time is over. To be asked often."""
        now = time.monotonic()
        self._left -= (now - self._last) * share()
        self._last = now
        return self._left <= 0


def patiently(wait: Callable[[float], T], late: type[Exception], seconds: float = PATIENCE) -> T:
    """Waits for something that has to come within some seconds of an idle machine.

    Args:
        wait: Waits for at most so many seconds.
        late: What it raises if nothing came.
        seconds: The limit.

    Raises:
        Exception: `late`, if the time is over.
    """
    limit = Patience(seconds)
    while True:
        try:
            return wait(_SLICE)
        except late:
            if limit.is_over():
                raise


class Faults(list[str]):
    """Broken promises. Each is told at once, where somebody listens."""

    tell: Callable[[str], None] | None = None

    def append(self, line: str) -> None:
        """Adds a line and tells it."""
        super().append(line)
        if Faults.tell is not None:
            Faults.tell(line)

    def extend(self, lines: Iterable[str]) -> None:
        """Adds some lines and tells them."""
        for line in lines:
            self.append(line)

    # Narrower than that of lists on purpose: what is added is told, too, so `+=` goes by `extend`.
    def __iadd__(self, lines: Iterable[str]) -> Faults:  # type: ignore[override,misc]
        """Adds some lines and tells them."""
        self.extend(lines)
        return self


@dataclass(frozen=True)
class Work:
    """The input of a round.

    Attributes:
        folder: An empty folder of its own.
        seed: Decides what the attack tries.
        seconds: How long a round should take. A round does everything at least once, so it may take longer.
    """

    folder: Path
    seed: int
    seconds: float

    def random(self, number: int) -> Random:
        """Random numbers for the round with this number."""
        return Random(f"{self.seed} {number}")


@dataclass
class Round:
    """The report of a round.

    Attributes:
        tries: The number of inputs, moves, kills or positions.
        slowest: The seconds of the slowest answer.
        faults: A line for every promise that was broken, with all that is needed to repeat it.
        note: Further remarks.
    """

    tries: int = 0
    slowest: float = 0.0
    faults: list[str] = field(default_factory=Faults)
    note: str = ""

    def took(self, seconds: float) -> None:
        """Records how long an answer took."""
        self.slowest = max(self.slowest, seconds)


Attack = Callable[[Work], Iterator[Round]]
"""Plays one round for every `next`. What it started ends when the iterator is closed."""


def examples(strategy: SearchStrategy[T], count: int, seed: int) -> list[T]:
    """At most this many values, drawn as the tests draw them. The same seed gives the same values."""
    values: list[T] = []

    @hypothesis.seed(seed)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def draw(value: T) -> None:
        values.append(value)

    draw()
    return values
