# The public names of `sapper.environments`. `__init__.py` imports each when it is first used.
from .games import Autoreset as Autoreset, Games as Games, Reward as Reward
from .minesweeper import (
    MinesweeperEnv as MinesweeperEnv,
    MinesweeperVectorEnv as MinesweeperVectorEnv,
    Observation as Observation,
)
from .text import (
    Grade as Grade,
    TextFormat as TextFormat,
    TextGame as TextGame,
    TextScore as TextScore,
    TextStep as TextStep,
    grade as grade,
)
