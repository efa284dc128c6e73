"""Time 3BV and ZiNi of expert boards in microseconds, beside ms_toollib if it is installed.

    pip install "sapper[bench]"
    python benchmarks/speed/metrics.py [BOARDS]

Both get the same random boards, in turns, and the script compares their answers. ms_toollib takes lists of
numbers and converts them to its own type at every call.
"""

import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sapper
from sapper import _engine

EXPERT = sapper.LEVELS["expert"]
TOPOLOGY = EXPERT.topology._engine
CHUNK = 100
GREEDY, HUMAN = _engine.ZiniRule.greedy, _engine.ZiniRule.human

Minefields = NDArray[np.uint8]


def minefields(count: int) -> Minefields:
    """Random minefields, one in each row."""
    is_mine = np.zeros((count, EXPERT.topology.size), np.uint8)
    is_mine[:, : EXPERT.mines] = 1
    return np.random.default_rng(1).permuted(is_mine, axis=1)


def numbers(is_mine: Minefields) -> list[list[int]]:
    """A board as ms_toollib wants it: numbers, and -1 for mines."""
    square = is_mine.reshape(EXPERT.topology.shape)
    frame = np.pad(square, 1).astype(int)
    windows = np.lib.stride_tricks.sliding_window_view(frame, (3, 3)).sum(axis=(2, 3))
    board: list[list[int]] = np.where(square, -1, windows).tolist()
    return board


def per_board(measure: Callable[[Any], Any], chunks: list[Any]) -> float:
    """Microseconds of CPU time for each board: the median over chunks, each the least of three runs."""
    return median(min(seconds(measure, chunk) for _ in range(3)) for chunk in chunks) / CHUNK * 1e6


def seconds(measure: Callable[[Any], Any], chunk: Any) -> float:
    start = time.process_time()
    measure(chunk)
    return time.process_time() - start


def one_by_one(measure: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    return lambda chunk: [measure(board) for board in chunk]


OURS: dict[str, Callable[[Minefields], Any]] = {
    "3BV": lambda is_mine: _engine.three_bv(TOPOLOGY, is_mine),
    "ZiNi": lambda is_mine: _engine.zini(TOPOLOGY, is_mine, GREEDY),
    "HZiNi": lambda is_mine: _engine.zini(TOPOLOGY, is_mine, HUMAN),
}
FACES: dict[str, Callable[[Any], Any]] = {
    "sapper.measure(minefield)": sapper.measure,
    "sapper.measure(minefield).zini": lambda mines: sapper.measure(mines).zini,
}


def theirs() -> dict[str, Callable[[Any], Any]]:
    """The functions of ms_toollib. None if it is not installed."""
    try:
        import ms_toollib
    except ImportError:
        return {}
    return {"3BV": ms_toollib.cal_bbbv, "ZiNi": ms_toollib.cal_zini, "HZiNi": ms_toollib.cal_hzini}


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    is_mine = minefields(count)
    chunks = [is_mine[i : i + CHUNK] for i in range(0, count - count % CHUNK, CHUNK)]
    boards = [[numbers(its) for its in chunk] for chunk in chunks]
    others = theirs()
    for name, measure in OURS.items():
        mine = per_board(measure, chunks)
        line = f"{name:32} {mine:8.2f} us"
        if name in others:
            other = one_by_one(others[name])
            agree = all(
                list(measure(ours)) == other(their) for ours, their in zip(chunks, boards, strict=True)
            )
            their_time = per_board(other, boards)
            line += f"   ms_toollib {their_time:8.2f} us   ratio {their_time / mine:6.1f}   equal: {agree}"
        print(line)
    for name, measure in FACES.items():
        boards = [list(chunk.reshape(-1, *EXPERT.topology.shape).astype(np.bool_)) for chunk in chunks]
        print(f"{name:32} {per_board(one_by_one(measure), boards):8.2f} us")


if __name__ == "__main__":
    main()
