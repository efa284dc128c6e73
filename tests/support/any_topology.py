"""Topologies of every kind from a seed, for tests of thousands of positions."""

from collections.abc import Iterator
from random import Random

from support.cases import rest_long
from support.marks import scatter

from sapper import Position, Topology
from sapper.board.topology import TOPOLOGY_NAMES, topology_by_name

KINDS = (*TOPOLOGY_NAMES, "grid", "graph")

EACH_KIND = rest_long(sorted(KINDS, key=("square", "octagons", "graph").__contains__, reverse=True), 3)
"""The kinds as parameters of a test; `make test` tries three that differ most."""


def topology_of(kind: str, random: Random, most: int = 7) -> Topology:
    """A small one of this kind."""
    rows, columns = random.randint(2, most), random.randint(2, most)
    if kind == "grid":
        return Topology.grid(random.randint(2, 3), random.randint(2, 3), random.randint(2, 3))
    if kind == "graph":
        return graph_of(random, random.randint(4, 3 * most))
    return topology_by_name(kind, (rows, columns))


def graph_of(random: Random, size: int) -> Topology:
    """A graph with about one edge in four."""
    adjacency: list[list[int]] = [[] for _ in range(size)]
    for i in range(size):
        for j in range(i):
            if random.random() < 0.25:
                adjacency[i].append(j)
                adjacency[j].append(i)
    return Topology.graph(adjacency)


def random_positions(
    kind: str, count: int, seed: int = 1, most: int = 7, *, dense: bool = False
) -> Iterator[Position]:
    """Positions with a minefield behind them, of few or many mines and open cells.

    At most a third of the cells are mines, or if dense a third to two thirds.
    """
    random = Random(f"{kind} {seed}")
    for number in range(count):
        topology = topology_of(kind, random, most)
        third = max(1, topology.size // 3)
        mines = random.randint(third, 2 * third) if dense else random.randint(0, third)
        yield scatter(topology, mines, random.uniform(0.2, 0.7), number)
