"""Time exact analysis side by side with other solvers from PyPI. Time hints and ranked moves too.

    make bench                               # installs the others and runs this
    python benchmarks/speed/analysis.py [--quick]

All solvers get the same positions in the same run, on one thread, after one call that does not count. Times
are CPU time, so that other work on the machine matters less. The script makes the positions from seeds: stuck
ones (no cell is safe) of expert games, 40 to 110 numbers opened at random on 16 x 30, and lattices with a
number on every second row and column.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

import sapper

Marks = NDArray[np.int16]
MINES = 99
_TURNS = 3  # of each two solvers that are compared
_INPUT_TURNS = 9


def stuck_positions(games: int) -> list[Marks]:
    """Positions of expert games in which no cell is certainly safe. The first click is safe, in a corner."""
    positions = []
    for seed in range(games):
        game = sapper.Game("expert", rules="safe", seed=seed)
        game.open(0, 0)
        while game.status == "playing":
            analysis = sapper.analyse(game.position)
            if not analysis.safe:
                positions.append(game.position.marks)
                assert analysis.safest is not None
                game.open(analysis.safest)
            for cell in analysis.safe:
                if game.status == "playing":
                    game.open(cell)
    return positions


def numbers_of(is_mine: NDArray[np.bool_]) -> Marks:
    """The number every cell would show."""
    frame = np.pad(is_mine.astype(np.int16), 1)
    rows, columns = is_mine.shape
    around = [frame[r : r + rows, c : c + columns] for r in range(3) for c in range(3)]
    return np.sum(around, axis=0, dtype=np.int16) - is_mine


def scattered_positions(count: int) -> list[Marks]:
    """40 to 110 numbers opened at random on 16 x 30, each by itself."""
    positions = []
    for seed in range(count):
        random = np.random.default_rng(seed)
        is_mine = np.zeros(480, dtype=np.bool_)
        is_mine[random.permutation(480)[:MINES]] = True
        numbers = numbers_of(is_mine.reshape(16, 30)).ravel()
        open_cells = random.permutation(np.flatnonzero(~is_mine))[: random.integers(40, 111)]
        marks = np.full(480, -1, dtype=np.int16)
        marks[open_cells] = numbers[open_cells]
        positions.append(marks.reshape(16, 30))
    return positions


def lattice(rows: int, columns: int, mines: int) -> Marks:
    """A number on every second row and column."""
    random = np.random.default_rng(1)
    is_number = np.zeros((rows, columns), dtype=np.bool_)
    is_number[::2, ::2] = True
    is_mine = np.zeros(rows * columns, dtype=np.bool_)
    is_mine[random.permutation(np.flatnonzero(~is_number))[:mines]] = True
    return np.where(is_number, numbers_of(is_mine.reshape(rows, columns)), -1).astype(np.int16)


def times(solve: Callable[[Marks], object], positions: Sequence[Marks]) -> list[float]:
    """CPU milliseconds for each position, with child processes. Positions that fail are left out.

    Runs in a new thread, because a thread remembers the components that it has counted. The last position is
    solved once before, since some solvers prepare tables in their first call.
    """
    *_, last = positions
    with ThreadPoolExecutor(1) as pool:
        pool.submit(_times, solve, [last]).result()
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(_times, solve, positions).result()


def _times(solve: Callable[[Marks], object], positions: Iterable[Marks]) -> list[float]:

    def cpu_seconds() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + children.ru_utime + children.ru_stime

    milliseconds = []
    for marks in positions:
        start = cpu_seconds()
        try:
            solve(marks)
        except Exception as error:  # noqa: BLE001  other solvers fail in ways of their own
            print(f"    {type(error).__name__}: {str(error)[:70]}")
            continue
        milliseconds.append(1e3 * (cpu_seconds() - start))
    return milliseconds


def show(name: str, milliseconds: list[float], own: list[float] | None = None) -> None:
    """Prints one line: the times, and how often they hold those of sapper, by means and by medians."""
    if not milliseconds:
        print(f"  {name:<30} failed on all")
        return
    mean, median = statistics.fmean(milliseconds), statistics.median(milliseconds)
    ratio = ""
    if own is not None:
        its, half = statistics.fmean(own), statistics.median(own)
        ratio = (
            f"\n{'':<34}{mean / its:.1f} times the {its:.4f} ms of sapper; medians {median / half:.1f} times"
        )
    print(
        f"  {name:<30} mean {mean:9.4f} ms  median {median:9.4f}  worst {max(milliseconds):9.3f}"
        f"  ({len(milliseconds)} positions){ratio}"
    )


def show_beside(
    name: str, solve: Callable[[Marks], object], ours: Callable[[Marks], object], positions: Sequence[Marks]
) -> None:
    """Prints the line of another solver. Both take turns, and the least time of each position counts."""
    own, other = [], []
    for _ in range(_TURNS):
        own.append(times(ours, positions))
        other.append(times(solve, positions))
    show(name, *([min(turns) for turns in zip(*all_turns, strict=True)] for all_turns in (other, own)))


def others() -> dict[str, Callable[[Marks], object]]:
    """The solvers that are installed."""
    solvers: dict[str, Callable[[Marks], object]] = {}
    try:
        import ms_toollib

        for name in ("cal_probability_onboard", "cal_probability_csp", "cal_probability_enum"):
            solvers[f"ms_toollib.{name[4:]}"] = _toollib(getattr(ms_toollib, name))
    except ImportError:
        print("ms_toollib is not installed")
    try:
        import zig_minesolver

        def zig(marks: Marks) -> object:
            text = "\n".join(" ".join("#" if mark < 0 else str(mark) for mark in row) for row in marks)
            return zig_minesolver.get_board_probs(text, mines=MINES)

        solvers["zig-minesolver (a process)"] = zig
    except ImportError:
        print("zig-minesolver is not installed")
    return solvers


def _toollib(solve: Callable[[list[list[int]], int], object]) -> Callable[[Marks], object]:
    return lambda marks: solve(np.where(marks < 0, 10, marks).tolist(), MINES)


def engine_times(batch: Marks, threads: int = 1) -> float:
    """CPU milliseconds for each position, without Python."""
    start = time.process_time()
    sapper.analyse_many(batch, mines=MINES, threads=threads)
    return 1e3 * (time.process_time() - start) / len(batch)


def show_inputs(batch: Marks) -> None:
    """Compares an array and a batch with `Position` objects, in turns, by the least time of each."""

    def mean(call: Callable[[], object]) -> float:
        start = time.process_time()
        call()
        return 1e3 * (time.process_time() - start) / len(batch)

    positions = [sapper.Position(marks, mines=MINES) for marks in batch]
    calls: dict[str, Callable[[], object]] = {
        "of a Position": lambda: [sapper.analyse(each).mine_probability for each in positions],
        "of an array": lambda: [sapper.analyse(each, mines=MINES).mine_probability for each in batch],
        "of all as a batch": lambda: sapper.analyse_many(batch, mines=MINES, threads=1).mine_probability,
    }
    least = dict.fromkeys(calls, float("inf"))
    for _ in range(_INPUT_TURNS):
        for name, call in calls.items():
            with ThreadPoolExecutor(1) as pool:  # a thread remembers the components that it has counted
                least[name] = min(least[name], pool.submit(mean, call).result())
    for name, milliseconds in least.items():
        ratio = milliseconds / least["of a Position"]
        print(f"  {f'sapper, {name}':<30} mean {milliseconds:9.4f} ms  {ratio:.2f} times that of a Position")


def show_two_threads(batch: Marks, rounds: int = 9) -> None:
    """Compares the CPU time of two threads with that of one, and that of two separate processes with one."""
    threads, processes = [], []
    with ProcessPoolExecutor(2) as pool:
        for _ in range(rounds + 1):
            one = engine_times(batch)
            threads.append(engine_times(batch, 2) / one)
            processes.append(statistics.mean(pool.map(engine_times, [batch, batch])) / one)
    # The first round starts with cold caches.
    for name, ratios in [("CPU at 2 threads against 1", threads), ("the same of 2 processes", processes)]:
        print(f"  {name:<30} {statistics.median(ratios[1:]):6.3f} times")


def main() -> None:
    """Runs everything."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--quick", action="store_true", help="a tenth of the positions, sapper alone")
    quick = arguments.parse_args().quick
    rivals = {} if quick else others()
    stuck = stuck_positions(30 if quick else 300)
    scattered_marks = scattered_positions(20 if quick else 200)

    def ours(marks: Marks) -> object:
        return sapper.analyse(marks, mines=MINES).mine_probability

    print(f"\nStuck expert positions ({len(stuck)})")
    batch = np.stack(stuck)
    base = statistics.median(engine_times(batch) for _ in range(5))
    print(f"  {'sapper, in the engine':<30} mean {base:9.4f} ms")
    show_inputs(batch)
    show_two_threads(np.concatenate([batch] * 8))
    show("sapper.analyse, from numpy", times(ours, stuck))
    for name, solve in rivals.items():
        show_beside(name, solve, ours, stuck[:200])
    show("sapper.hint", times(lambda marks: sapper.hint(marks, mines=MINES), stuck))
    show("sapper.rank, three moves", times(lambda marks: sapper.rank(marks, mines=MINES, most=3), stuck))
    show("sapper.rank, all moves", times(lambda marks: sapper.rank(marks, mines=MINES), stuck))

    print("\n40 to 110 numbers opened at random on 16 x 30")
    show("sapper.analyse, from numpy", times(ours, scattered_marks))
    for name, solve in rivals.items():
        if not name.endswith("_enum"):  # it tries all placements, and does not end here
            show_beside(name, solve, ours, scattered_marks[:20])

    print("\nLattices: a number on every second row and column")
    for rows, columns, mines in [(16, 30, 99), (30, 30, 185), (60, 60, 740)]:
        marks = lattice(rows, columns, mines)
        start = time.process_time()
        try:
            outcome = f"{sapper.analyse(marks, mines=mines).log_configurations:.1f} = log(configurations)"
        except sapper.BudgetError as error:
            outcome = str(error)
        print(f"  {rows} x {columns}: {1e3 * (time.process_time() - start):.0f} ms, {outcome}")
    print(f"\npeak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
