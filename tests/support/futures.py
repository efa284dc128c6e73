"""What guesses lead to, by listing every configuration: the definitions behind the policies."""

import math
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from support.any_topology import KINDS, random_positions
from support.truth import configurations_of, marks_of, neighbours_of

from sapper import Position, analyse

_MOST_HIDDEN = 12


class Futures:
    """All configurations of a position, and what each cell would show in them."""

    def __init__(self, position: Position, configurations: list[frozenset[int]] | None = None) -> None:
        self.position = position
        self.neighbours = neighbours_of(position.topology)
        self.hidden = [index for index, mark in enumerate(marks_of(position)) if mark in (-1, -2, -4)]
        self._configurations = configurations

    @cached_property
    def configurations(self) -> list[frozenset[int]]:
        if self._configurations is None:
            return configurations_of(self.position)
        return self._configurations

    def risk(self, cell: int) -> float:
        mine_count = sum(cell in configuration for configuration in self.configurations)
        return mine_count / len(self.configurations)

    def after(self, cell: int) -> dict[int, list[frozenset[int]]]:
        """The configurations in which the cell is safe, by what it shows."""
        by_number: dict[int, list[frozenset[int]]] = {}
        for configuration in self.configurations:
            if cell not in configuration:
                number = len(configuration & set(self.neighbours[cell]))
                by_number.setdefault(number, []).append(configuration)
        return by_number

    def safe_after(self, cell: int, configurations: list[frozenset[int]]) -> list[int]:
        mines = frozenset().union(*configurations)
        return [other for other in self.hidden if other != cell and other not in mines]

    def zero(self, cell: int) -> float:
        return len(self.after(cell).get(0, [])) / len(self.configurations)

    def safe_cell(self, cell: int) -> float:
        outcomes = self.after(cell).values()
        total = len(self.configurations)
        return sum(len(group) for group in outcomes if self.safe_after(cell, group)) / total

    def safe_cells(self, cell: int) -> float:
        outcomes = self.after(cell).values()
        total = len(self.configurations)
        return sum(len(group) * len(self.safe_after(cell, group)) for group in outcomes) / total

    def entropy(self, cell: int) -> float:
        counts = [len(group) for group in self.after(cell).values()]
        return -sum(n / sum(counts) * math.log(n / sum(counts)) for n in counts)

    def survival(self, cell: int, more: int) -> float:
        """The chance to survive this guess and `more` further ones; a safe cell on the way is enough."""
        total = len(self.configurations)
        outcomes = self.after(cell).values()
        return sum(len(group) / total * self._survival_of(group, cell, more) for group in outcomes)

    def _survival_of(self, group: list[frozenset[int]], open_cell: int, more: int) -> float:
        hidden = [cell for cell in self.hidden if cell != open_cell]
        counts = Counter(cell for configuration in group for cell in configuration)
        least = min((counts[cell] for cell in hidden), default=0)
        if least in (0, len(group)):
            return 1.0
        if more == 1:
            return 1 - least / len(group)
        later = Futures(self.position, group)
        later.hidden = hidden
        return max(later.survival(cell, more - 1) for cell in later.in_band())

    def in_band(self) -> list[int]:
        """The cells whose safety is near that of the safest."""
        risks = {cell: self.risk(cell) for cell in self.hidden}
        most = 1 - min(risks.values())
        return [cell for cell in self.hidden if 1 - risks[cell] >= 0.9 * most - 1e-9]


def guesses(count: int, seed: int = 5, most: int = 4) -> Iterator[Futures]:
    """Positions of any topology in which no cell is known to be safe, small enough to list."""
    for kind in KINDS:
        number = 0
        for position in random_positions(kind, 400, seed=seed, most=most):
            if number == count:
                break
            if not 1 < position.hidden <= _MOST_HIDDEN or analyse(position).safe:
                continue
            futures = Futures(position)
            if any(futures.after(cell) for cell in futures.hidden):
                number += 1
                yield futures
