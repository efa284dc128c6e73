# The public names of `sapper.environments`. `__init__.py` imports each when it is first used.
from .gym_env import (
    MinesweeperEnv as MinesweeperEnv,
    MinesweeperVectorEnv as MinesweeperVectorEnv,
    Observation as Observation,
)
from .many_games import Autoreset as Autoreset, Games as Games
from .rewards import Reward as Reward
from .text_game import (
    Grade as Grade,
    TextFormat as TextFormat,
    TextGame as TextGame,
    TextScore as TextScore,
    TextStep as TextStep,
    grade as grade,
)
