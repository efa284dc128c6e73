"""Time data sets: thousands of positions a second on one processor, including the writing of the files.

    python benchmarks/speed/dataset.py [--games 2000]

The time is processor time. Each figure is the best of three.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from typing import Any

import sapper


def rate(level: str, strategy: str, games: int, **options: Any) -> tuple[float, float]:
    """Thousands of positions a second, and the bytes that one position takes in the files."""
    best, size = 0.0, 0.0
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            start = time.process_time()
            data = sapper.write_dataset(folder, level, strategy, games=games, seed=1, threads=1, **options)
            best = max(best, data.positions / (time.process_time() - start) / 1e3)
            size = sum(file.stat().st_size for file in data.files) / data.positions
    return best, size


def main() -> None:
    """Runs everything."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--games", type=int, default=2000)
    games = arguments.parse_args().games
    cases: list[tuple[str, str, int, dict[str, Any]]] = [
        *(
            (level, strategy, games, {})
            for level in ("expert", "beginner")
            for strategy in ("exact+first", "best")
        ),
        ("expert", "best", games // 10, {"difficulty": True}),
        ("expert", "best", games // 50, {"ranked": 5}),
    ]
    for level, strategy, number, options in cases:
        speed, size = rate(level, strategy, number, **options)
        what = " ".join([level, strategy, *(f"{name}={value}" for name, value in options.items())])
        print(f"{what:<32} {speed:6.1f} thousand positions a second, {size:4.0f} bytes each")


if __name__ == "__main__":
    main()
