# The public names of `sapper.environments`. `__init__.py` imports each when it is first used.
from .games import Autoreset as Autoreset, Games as Games
from .minesweeper import MinesweeperEnv as MinesweeperEnv, MinesweeperVectorEnv as MinesweeperVectorEnv
from .rewards import Reward as Reward

__all__ = ["Autoreset", "Games", "MinesweeperEnv", "MinesweeperVectorEnv", "Reward"]
