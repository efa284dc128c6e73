"""Check the stated errors of estimates against exact answers: how often is the truth within them?

The positions are lattices that can be counted. The script estimates them with a budget too small to count
them. The tests check a few. Before a release, run:

    python tools/check/estimates.py --seeds 25
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.estimates import SHAPES, CountableError, both, hits


def main() -> None:
    """Prints the share of cells within one, two and three stated errors, in all and at the worst."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=25, help="positions of each kind (%(default)s)")
    parser.add_argument("--first", type=int, default=10, help="the first seed (%(default)s)")
    options = parser.parse_args()
    risk_sums: dict[int, list[float]] = {1: [], 2: [], 3: []}
    cells, logs = [], []
    for rows, columns, density in SHAPES:
        for seed in range(options.first, options.first + options.seeds):
            for sea in (False, True):
                try:
                    exact, estimate = both(rows, columns, density, seed, sea)
                except CountableError:
                    continue
                for bars, shares in risk_sums.items():
                    shares.append(float(hits(exact, estimate, bars).mean()))
                cells.append(hits(exact, estimate))
                off = abs(estimate.log_configurations - exact.log_configurations)
                logs.append(off <= estimate.log_configurations_error)
        worst = ", ".join(f"{bars} in {min(shares):.0%}" for bars, shares in risk_sums.items())
        share = np.concatenate(cells).mean()
        print(
            f"{len(logs)} positions: within the stated error {share:.1%} of the cells and "
            f"{np.mean(logs):.1%} of the logarithms; at the worst position within {worst}",
            flush=True,
        )


if __name__ == "__main__":
    main()
