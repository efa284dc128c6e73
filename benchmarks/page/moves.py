"""Measure how many moves the page's worker makes in five seconds on a board of a million cells, in Node.js.

    make page && python benchmarks/page/moves.py [FILES ...]

Prints the moves while a strategy plays without a pause, and while the assistant goes on until a guess, in all
and in a second of processor time, which other programs on the machine disturb less. Each FILES is a folder
with the package and the page, as `build/page-tools/files`, and stands for a build to compare with. They are
measured in turns.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from support.live import SCRIPT, Live
from support.wasm import SOURCES, node

SECONDS = 5
TURNS = 3
BOARD = {"shape": [1000, 1000], "mines": 150_000}
PLAY: dict[str, dict[str, Any]] = {
    "a strategy plays": {"type": "autoplay", "delay_ms": 0, "strategy": "best", "guesses": True},
    "the assistant goes on": {"type": "assist", "action": "run", "flags": True},
}


def measure(files: Path, message: dict[str, Any]) -> tuple[int, float]:
    """The moves, and the seconds of processor time."""
    command = [node(), str(SCRIPT), f"{files}/", "1", ""]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        live = Live(process)
        game = live.new(board=BOARD, first_click="opening", seed="3")["game"]
        live.open(game, 500_500)
        before = processor_seconds(process.pid)
        request = live.send(game=game, **message)
        time.sleep(SECONDS)
        live.send("stop", request=request)
        moves = live.all_answers(request)[-1]["moves"]
        seconds = processor_seconds(process.pid) - before
        assert process.stdin is not None
        process.stdin.close()
    return moves, seconds


def processor_seconds(number: int) -> float:
    """The processor time of a process and those below it: `node` may be a script that starts the real one."""
    first = psutil.Process(number)
    times = [process.cpu_times() for process in (first, *first.children(recursive=True))]
    return float(sum(each.user + each.system for each in times))


def main() -> None:
    """Print a line for each turn."""
    folders = [Path(argument).resolve() for argument in sys.argv[1:]] or [SOURCES]
    for what, message in PLAY.items():
        for _ in range(TURNS):
            for files in folders:
                moves, seconds = measure(files, message)
                figures = {"moves": moves, "moves_per_processor_second": round(moves / seconds)}
                print(f"{files}: {what}: {json.dumps(figures)}", flush=True)


if __name__ == "__main__":
    main()
