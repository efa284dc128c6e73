"""Combine a policy of your own with an inference level. The policy chooses the guess."""

import numpy as np
from numpy.typing import NDArray

import sapper


def daring(position: sapper.Position, risks: NDArray[np.float64]) -> sapper.Cell:
    """Of the cells almost as safe as the safest, the one with the most hidden neighbours."""
    near = [cell for cell in position.topology if risks[cell] <= np.nanmin(risks) + 0.03]
    return max(near, key=lambda cell: sum(position[at] < 0 for at in position.topology.neighbours(cell)))


for strategy in (sapper.Strategy(level="exact", policy=daring), sapper.Strategy("exact+first")):
    games = [strategy.play(sapper.Game("intermediate", seed=1, number=number)) for number in range(50)]
    print(f"{strategy.name} wins {sum(game.status == 'won' for game in games)} of {len(games)} games")
