"""Time `import sapper` and the commands from start to finish: the least of several runs, in seconds.

    python benchmarks/speed/startup.py [RUNS]

The limits are 0.15 s for the import and 0.3 s for `sapper analyse`. numpy is shown beside them: it takes most
of the time, and shows how fast the machine is.
"""

import subprocess
import sys
import time
from pathlib import Path

POSITION = Path(__file__).resolve().parents[2] / "examples" / "positions" / "expert.txt"
ANALYSE = ["-m", "sapper", "analyse", str(POSITION), "--level", "expert"]
COMMANDS = {
    "python alone": ["-c", "pass"],
    "import numpy": ["-c", "import numpy"],
    "import sapper": ["-c", "import sapper"],
    "sapper --help": ["-m", "sapper", "--help"],
    "sapper analyse": ANALYSE,
    "sapper analyse --color always": [*ANALYSE, "--color", "always"],
    "sapper analyse --json": [*ANALYSE, "--json"],
}


def seconds(arguments: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    for name, arguments in COMMANDS.items():
        print(f"{min(seconds(arguments) for _ in range(runs)):6.3f}  {name}")


if __name__ == "__main__":
    main()
