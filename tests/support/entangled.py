"""A position that takes long."""

import numpy as np

import sapper


def entangled() -> sapper.Position:
    """Scattered numbers: tenths of a second to analyse, seconds to count the configurations exactly."""
    size = 70
    rng = np.random.default_rng(0)
    mined = rng.random((size, size)) < 0.2
    framed = np.pad(mined, 1).astype(int)
    around = sum(framed[r : r + size, c : c + size] for r in range(3) for c in range(3))
    marks = np.where(~mined & (rng.random((size, size)) < 0.3), around, -1)
    return sapper.Position(marks, int(mined.sum()))
