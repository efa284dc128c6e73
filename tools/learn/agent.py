"""Train the agent of `docs/research/learning-agent.ipynb` in full, and draw its curve in `docs/images`.

    python tools/learn/agent.py

It runs the cells of the notebook as they stand, with 40,000 steps: some six minutes on one processor. The
curve depends a little on how numpy adds. It prints the win rates for the table in the notebook.
"""

import json
import os
import time
from pathlib import Path
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy is imported

import matplotlib

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "docs" / "research" / "learning-agent.ipynb"
PICTURE = ROOT / "docs" / "images" / "agent.svg"
IN_TESTS, IN_FULL = "STEPS, GAMES = 100, 500 ", "STEPS, GAMES = 40_000, 10_000 "


def main() -> None:
    """Runs the cells."""
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "sapper"  # the same names in the file every time
    import matplotlib.pyplot as plt

    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    code = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert IN_TESTS in code
    names: dict[str, Any] = {}
    start = time.process_time()
    exec(code.replace(IN_TESTS, IN_FULL).replace("plt.show()", ""), names)
    print(f"{time.process_time() - start:.0f} s, {names['clicks']:,} clicks")
    for name, rate in names["rates"].items():
        print(f"{name:<14} {100 * rate:.1f} %")
    plt.savefig(PICTURE, metadata={"Date": None}, bbox_inches="tight")


if __name__ == "__main__":
    main()
