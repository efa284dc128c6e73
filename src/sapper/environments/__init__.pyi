# The public names of `sapper.environments`. `__init__.py` imports each when it is first used.
from .encoders import (
    crops as crops,
    marks_of_crops as marks_of_crops,
    marks_of_planes as marks_of_planes,
    planes as planes,
)
from .grading import (
    Grade as Grade,
    ChanceBalance as ChanceBalance,
    grade as grade,
    chance_balance as chance_balance,
)
from .gym_env import (
    MinesweeperEnv as MinesweeperEnv,
    MinesweeperVectorEnv as MinesweeperVectorEnv,
    Observation as Observation,
)
from .game_batch import Autoreset as Autoreset, GameBatch as GameBatch
from .mixed_batch import MixedBatch as MixedBatch
from .prompts import TextFormat as TextFormat
from .replies import Extract as Extract
from .game_choices import Reward as Reward
from .text_game import TextGame as TextGame, TextScore as TextScore, TextStep as TextStep
