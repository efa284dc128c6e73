"""Write tests/data/tatham.txt: game IDs from Simon Tatham's Mines, which promises that they need no guess.

    python tools/make/tatham_ids.py [IDS_OF_EACH_SIZE]

Needs `sgt-mines` (on Debian the package sgt-puzzles). It writes other IDs every time; the tests accept any.
Each line has the parameters (width x height n mines) and the ID.
"""

import shutil
import subprocess
import sys
from pathlib import Path

TARGET = Path(__file__).parents[2] / "tests" / "data" / "tatham.txt"
SIZES = ["4x4n2", "7x5n6", "9x9n10", "13x11n25", "16x16n40", "30x16n99"]


def main() -> None:
    """Writes the file."""
    program = shutil.which("sgt-mines", path="/usr/games:/usr/local/games") or shutil.which("sgt-mines")
    if program is None:
        sys.exit("There is no sgt-mines: install the package sgt-puzzles.")
    count = sys.argv[1] if len(sys.argv) > 1 else "3"
    lines = []
    for size in SIZES:
        command = [program, "--generate", count, size]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        lines += [f"{size} {game_id}\n" for game_id in output.split()]
    TARGET.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
