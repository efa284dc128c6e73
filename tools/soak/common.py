"""What all attacks share: what a round is told, and what it reports."""

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
    """What an attack is told.

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
    """What one round of an attack saw.

    Attributes:
        tried: How many inputs, moves, kills or positions.
        slowest: Seconds of the slowest answer.
        broken: A line for every promise that was broken, with all that is needed to repeat it.
        note: Anything else worth a word.
    """

    tried: int = 0
    slowest: float = 0.0
    broken: list[str] = field(default_factory=list)
    note: str = ""

    def took(self, seconds: float) -> None:
        """Takes note of how long an answer took."""
        self.slowest = max(self.slowest, seconds)


Attack = Callable[[Work], Iterator[Round]]
"""Plays one round for every `next`. What it started ends when the iterator is closed."""


def drawn(strategy: SearchStrategy[T], count: int, seed: int) -> list[T]:
    """At most so many values as the tests draw them: the same ones for the same seed."""
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
