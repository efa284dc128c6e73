# The public names of `sapper.environments`. `__init__.py` imports each when it is first used.
from .games import Autoreset as Autoreset, Games as Games
from .minesweeper import (
    MinesweeperEnv as MinesweeperEnv,
    MinesweeperVectorEnv as MinesweeperVectorEnv,
    Observation as Observation,
)
from .games import Reward as Reward
from .text import (
    Grade as Grade,
    TextFormat as TextFormat,
    TextGame as TextGame,
    TextScore as TextScore,
    TextStep as TextStep,
    grade as grade,
)
