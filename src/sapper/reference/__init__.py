"""A small exact solver in plain Python. It defines what is correct: the engine is tested against it.

Boards are neighbour lists (`square`, `torus`, `hexagons`, `octagons`, `offsets`, `grid`, or any other).
Positions are flat sequences of marks: 0 and up a number, -1 hidden, -2 flag, -3 exploded mine, -4 question
mark, -6 a safe cell without a number. Flags and question marks are hidden cells like any other. An exploded
mine counts towards the numbers and the mines of the board.

`enumerate_truth` tries every placement of the mines, `solve` counts them by a sweep, and both give the same
result. All counts are integers and all probabilities Fractions. Nothing here uses the engine.
"""

from sapper.reference.play import optimum, outcomes
from sapper.reference.solver import solve
from sapper.reference.topologies import grid, hexagons, octagons, offsets, square, torus
from sapper.reference.truth import Truth, enumerate_configurations, enumerate_truth

__all__ = [
    "Truth",
    "enumerate_configurations",
    "enumerate_truth",
    "grid",
    "hexagons",
    "octagons",
    "offsets",
    "optimum",
    "outcomes",
    "solve",
    "square",
    "torus",
]
