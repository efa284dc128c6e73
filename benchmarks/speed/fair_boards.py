"""Time how long fair boards take to make, beside ms_toollib if it is installed, and compare the methods.

    pip install "sapper[bench]"
    python benchmarks/speed/fair_boards.py [BOARDS]

The generators take turns, a tenth of the boards at a time, after one turn that does not count, and CPU time
is counted. ms_toollib draws until a board needs no guess, as "uniform" does.
"""

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import mean, median, stdev

import sapper
from sapper.minefields.generation import Method

EXPERT = sapper.LEVELS["expert"]
START = (3, 3)
CHUNKS = 10


def main(boards: int) -> None:
    times(boards)
    for mines in (99, 130, 160):
        milliseconds = dense(mines, boards // 5)
        print(
            f"adjusted, {mines} mines: median {median(milliseconds):.2f} ms, worst {max(milliseconds):.2f} ms"
        )
    print()
    methods: Sequence[Method] = ("uniform", "adjusted")
    differences({method: make_boards(method, boards) for method in methods})


def times(boards: int) -> None:
    """Boards a second, and the ratio, in paired chunks."""
    makers: dict[str, Callable[[int], object]] = {
        "uniform": lambda seed: sapper.generate_many(count, "expert", first_cell=START, seed=seed)
    }
    count = boards // CHUNKS
    try:
        import ms_toollib
    except ImportError:
        print("ms_toollib is not installed")
    else:
        makers["ms_toollib"] = lambda _: [
            ms_toollib.laymine_solvable(16, 30, 99, *START, max_times=100_000) for _ in range(count)
        ]
    for make in makers.values():
        make(CHUNKS)  # the first call may take longer
    rates: dict[str, list[float]] = {name: [] for name in makers}
    for seed in range(CHUNKS):
        for name, make in makers.items():
            rates[name].append(count / seconds(partial(make, seed)))
    for name, rate in rates.items():
        print(f"{name}: {median(rate):.0f} expert boards a second, mean {mean(rate):.0f}")
    if len(rates) == 2:
        ratios = [a / b for a, b in zip(rates["uniform"], rates["ms_toollib"], strict=True)]
        print(f"ratio: median {median(ratios):.1f}, from {min(ratios):.1f} to {max(ratios):.1f}")


def dense(mines: int, boards: int) -> list[float]:
    """Milliseconds for each of many adjusted boards."""
    board = sapper.Board(EXPERT.topology, mines)

    def make(seed: int) -> object:
        return sapper.generate(board, method="adjusted", first_cell=START, seed=seed)

    return [1e3 * seconds(partial(make, seed)) for seed in range(boards)]


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def make_boards(method: Method, boards: int) -> list[sapper.Generated]:
    return sapper.generate_many(boards, "expert", method=method, first_cell=START, seed=1)


def differences(boards: dict[str, list[sapper.Generated]]) -> None:
    """A table of what a player may notice: the mean and, in brackets, the standard deviation over boards."""
    print("| | " + " | ".join(boards) + " |\n|---|" + "---|" * len(boards))
    measures: dict[str, Callable[[sapper.Minefield], float]] = {
        "3BV": lambda field: sapper.measure(field).three_bv,
        "openings": lambda field: sapper.measure(field).openings,
        "mines at the edge": at_edge,
        "pairs of mines that touch": touching,
        "cleared by rules up to `subset`, per cent": by_subsets,
    }
    for name, measure in measures.items():
        cells = []
        for fields in boards.values():
            values = [measure(each.minefield) for each in fields]
            cells.append(f"{mean(values):.1f} ({stdev(values):.1f})")
        print(f"| {name} | " + " | ".join(cells) + " |")


def by_subsets(field: sapper.Minefield) -> float:
    return 100 * sapper.is_fair(field, hardest="subset")


def at_edge(field: sapper.Minefield) -> int:
    return int(field.mined.sum() - field.mined[1:-1, 1:-1].sum())


def touching(field: sapper.Minefield) -> float:
    cells = set(field.cells())
    return sum(len(cells.intersection(field.topology.neighbours(cell))) for cell in cells) / 2


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
