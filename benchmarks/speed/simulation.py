"""Measure what simulation costs besides the games: threads, summing up, the file, memory, a cluster.

    python benchmarks/speed/simulation.py [--strategy NAME] [--games COUNT] [--memory] [--cluster]

Times are processor time, so that other work on the machine matters less. Whatever is compared is measured in
turns, and the ratios are medians over the turns. The extra cost of 2 threads over 1 may come from the machine
(shared caches, two threads of one core). So 2 processes, which share nothing of Sapper's, are measured as
well.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median

from distributed import Client, LocalCluster

import sapper

# On Linux, getrusage also counts the memory of the program that started this one.
_PEAK = """
import re, resource, sys, sapper
from pathlib import Path
sapper.simulate("beginner", "exact+first", games=int(sys.argv[1]), chunk=5000, threads=2, out=sys.argv[2])
if sys.platform == "linux":
    print(1024 * int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]))
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""


def played(strategy: str, seed: int, first: int, count: int, threads: int) -> tuple[float, float]:
    """The processor time of some games, and the share of it that the games themselves took."""
    start = time.process_time()
    report = sapper.simulate("expert", strategy, seed=seed, number=first, games=count, threads=threads)
    return time.process_time() - start, report.timing.nanoseconds / 1e9


def threads(strategy: str, games: int, rounds: int) -> None:
    """Processor time a game on 1 and on 2 threads, and in 2 processes."""
    one, two, apart, inside = [], [], [], []
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(played, [strategy] * 2, [0] * 2, [0] * 2, [100] * 2, [1] * 2))
        for seed in range(rounds):
            seconds, within = played(strategy, seed, 0, games, 1)
            one.append(seconds)
            inside.append(within / seconds)
            two.append(played(strategy, seed, 0, games, 2)[0])
            halves = [pool.submit(played, strategy, seed, i * games // 2, games // 2, 1) for i in (0, 1)]
            apart.append(sum(half.result()[0] for half in halves))
    print(f"1 thread: {1000 * median(one) / games:.4f} ms of processor time a game")
    print(f"2 threads cost {_ratio(two, one):.3f} times 1 thread; 2 processes {_ratio(apart, one):.3f} times")
    print(f"outside the games: {100 * (1 - median(inside)):.1f} % (measuring them, summing up)")


def _ratio(some: list[float], others: list[float]) -> float:
    return median(a / b for a, b in zip(some, others, strict=True))


def storage(strategy: str, games: int, chunk: int) -> None:
    """What a run takes on disk."""
    with tempfile.TemporaryDirectory() as folder:
        out, games_out = Path(folder, "run.sapper"), Path(folder, "games")
        sapper.simulate("expert", strategy, games=games, chunk=chunk, out=out, games_folder=games_out)
        print(f"file: {out.stat().st_size / (games / chunk):.0f} bytes a chunk of {chunk} games")
        for part in ("games", "timings"):
            size = sum(path.stat().st_size for path in (games_out / part).iterdir())
            print(f"{part} in Parquet: {size / games:.1f} bytes a game")


def chunk_cost(strategy: str, client: Client | None, rounds: int) -> None:
    """The overhead of a chunk: how much more processor time many small chunks take than a few large ones."""
    costs = []
    for seed in range(rounds):
        seconds = []
        for chunk in (10, 1000):
            with tempfile.TemporaryDirectory() as folder:
                start = _processor_time(client)
                play = partial(sapper.simulate, "expert", strategy, games=2000, chunk=chunk, seed=seed)
                out = Path(folder, "run.sapper")
                play(out=out, threads=1) if client is None else play(out=out, cluster=client)
                seconds.append(_processor_time(client) - start)
        costs.append((seconds[0] - seconds[1]) / (200 - 2))
    where = "on a thread" if client is None else "on a cluster, all together"
    print(f"a chunk costs {1000 * median(costs):.1f} ms of processor time {where}")


def memory() -> None:
    """The peak memory of runs of few and of many games, each in its own process."""
    for games in (10_000, 100_000, 1_000_000):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-c", _PEAK, str(games), str(Path(folder, "run.sapper"))]
            peak = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        print(f"{games} games: {peak / 2**20:.1f} MiB at the most")


def cluster(strategy: str, games: int, workers: int, rounds: int) -> None:
    """How much more `--cluster local:N` takes than as many threads, without start and end."""
    more = []
    for seed in range(rounds):
        there, here = (
            _besides_games(strategy, seed, games, how)
            for how in (["--cluster", f"local:{workers}"], ["--threads", str(workers)])
        )
        more.append(there - here)
    print(f"local:{workers} takes {100 * median(more):+.2f} % more processor time than {workers} threads")


def _besides_games(strategy: str, seed: int, games: int, how: list[str]) -> float:
    """Processor time of all processes for each second that goes into games, which last longer on a busy
    machine: what many games take more than few.
    """
    besides, inside = [], []
    for count in (games // 4, games):  # the first chunks of a run are short
        with tempfile.TemporaryDirectory() as folder:
            start = _time_of_children()
            command = [
                sys.executable,
                "-m",
                "sapper",
                "simulate",
                "--level",
                "expert",
                "--strategy",
                strategy,
            ]
            options = ["--games", str(count), "--seed", str(seed), "--json", "--out", f"{folder}/run.sapper"]
            output = subprocess.run([*command, *options, *how], capture_output=True, check=True).stdout
            inside.append(json.loads(output)["timing"]["ms_per_game"] * count / 1000)
            besides.append(_time_of_children() - start - inside[-1])
    return float((besides[1] - besides[0]) / (inside[1] - inside[0]))


def _time_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _processor_time(client: Client | None) -> float:
    """The processor time of this process, which has the client and the scheduler, and of all workers."""
    workers = {} if client is None else client.run(time.process_time)
    return time.process_time() + float(sum(workers.values()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strategy", default="exact+first")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--chunk", type=int, default=1000)
    parser.add_argument("--memory", action="store_true", help="measure memory too, up to a million games")
    parser.add_argument("--cluster", action="store_true", help="measure Dask workers of this machine too")
    options = parser.parse_args()
    threads(options.strategy, options.games, options.rounds)
    storage(options.strategy, options.games, options.chunk)
    chunk_cost(options.strategy, None, options.rounds)
    if options.memory:
        memory()
    if options.cluster:
        with (
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
            Client(local) as client,
        ):
            chunk_cost(options.strategy, client, options.rounds)
        for workers in (1, 2):
            cluster(options.strategy, 20 * options.games, workers, options.rounds)


if __name__ == "__main__":
    main()
