"""A data scientist: the risks of many positions at once, as arrays."""

import numpy as np
from numpy.typing import NDArray

import sapper


def stuck_positions(count: int) -> list[sapper.Position[tuple[int, int]]]:
    """Positions of beginner games in which nothing is safe."""
    positions_of_guesses: list[sapper.Position[tuple[int, int]]] = []
    number = 0
    while len(positions_of_guesses) < count:
        game = sapper.Game("beginner", seed=1, number=number)
        number += 1
        game.open(4, 4)
        while game.status == "playing" and (safe := sapper.analyse(game).safe):
            game.open(*safe[0])
        if game.status == "playing":
            positions_of_guesses.append(game.position)
    return positions_of_guesses


positions = stuck_positions(20)
marks: NDArray[np.int16] = np.stack([position.marks for position in positions])
analyses = sapper.analyse_many(marks, 10)
risks: NDArray[np.float64] = analyses.mine_probability
hidden = ~np.isnan(risks)
assert np.allclose(np.where(hidden, risks, 0).sum(axis=(1, 2)), 10)
assert risks.shape == (20, 9, 9)
hard = analyses[analyses.safest_risk > 0.2]
cells: list[tuple[int, int] | None] = [analysis.safest for analysis in hard if analysis is not None]
print(f"{len(hard)} of {len(analyses)} positions are dangerous; least risks in them at {cells[:3]}")
