"""What all attacks share: the input of a round, and its report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds in which anything small has to be answered, however busy the machine is."""


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
        tried: The number of inputs, moves, kills or positions.
        slowest: The seconds of the slowest answer.
        broken: A line for every promise that was broken, with all that is needed to repeat it.
        note: Further remarks.
    """

    tried: int = 0
    slowest: float = 0.0
    broken: list[str] = field(default_factory=list)
    note: str = ""

    def took(self, seconds: float) -> None:
        """Records how long an answer took."""
        self.slowest = max(self.slowest, seconds)


Attack = Callable[[Work], Iterator[Round]]
"""Plays one round for every `next`. What it started ends when the iterator is closed."""


def drawn(strategy: SearchStrategy[T], count: int, seed: int) -> list[T]:
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
