"""What simulating costs besides the games: threads, summing up, the file, a cluster.

    python benchmarks/simulation.py [--strategy NAME] [--games COUNT] [--cluster]

Processor time, so that other work on the machine matters less; each pair of lines is measured in turns.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import sapper
from sapper.simulation import play_range


def threads(strategy: str, games: int, rounds: int = 5) -> None:
    """Processor time a game on 1 and on 2 threads."""
    times = {1: 0.0, 2: 0.0}
    inside = 0.0
    for number in range(rounds):
        for count in times:
            start = time.process_time()
            report = play_range(strategy, "expert", seed=number, count=games, threads=count)
            times[count] += time.process_time() - start
            inside += report.timing.nanoseconds / 1e9
    for count, seconds in times.items():
        print(f"{count} threads: {1000 * seconds / rounds / games:.4f} ms of processor time a game")
    print(f"2 threads cost {times[2] / times[1]:.3f} times 1 thread")
    print(f"outside the games: {100 * (1 - inside / sum(times.values())):.1f} % (measuring them, summing up)")


def storage(strategy: str, games: int, chunk: int) -> None:
    """What a run takes on disk."""
    with tempfile.TemporaryDirectory() as folder:
        out, kept = Path(folder, "run.sapper"), Path(folder, "games")
        sapper.simulate("expert", strategy, games=games, chunk=chunk, out=out, games_folder=kept)
        print(f"file: {out.stat().st_size / (games / chunk):.0f} bytes a chunk of {chunk} games")
        for part in ("games", "timings"):
            size = sum(path.stat().st_size for path in (kept / part).iterdir())
            print(f"{part} in Parquet: {size / games:.1f} bytes a game")


def cluster(strategy: str, games: int, chunk: int) -> None:
    """How much longer a cluster of one worker takes than one thread."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as workers,
        Client(workers) as client,
    ):
        sapper.simulate("expert", strategy, games=chunk, chunk=chunk, cluster=client)
        seconds = {"a thread": 0.0, "a worker": 0.0}
        inside = 0.0
        for seed in range(3):
            here = sapper.simulate("expert", strategy, games=games, chunk=chunk, seed=seed, threads=1)
            there = sapper.simulate("expert", strategy, games=games, chunk=chunk, seed=seed, cluster=client)
            seconds["a thread"] += here.seconds
            seconds["a worker"] += there.seconds
            inside += there.timing.nanoseconds / 1e9
            assert here.digest == there.digest
    for where, time_taken in seconds.items():
        print(f"{where}: {time_taken:.2f} s for {3 * games} games in chunks of {chunk}")
    print(f"on the worker {100 * inside / seconds['a worker']:.1f} % of the time went into games")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strategy", default="exact+first")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--chunk", type=int, default=1000)
    parser.add_argument("--cluster", action="store_true", help="measure a Dask worker too")
    asked = parser.parse_args()
    threads(asked.strategy, asked.games)
    storage(asked.strategy, asked.games, asked.chunk)
    if asked.cluster:
        cluster(asked.strategy, 5 * asked.games, 5 * asked.chunk)


if __name__ == "__main__":
    main()
