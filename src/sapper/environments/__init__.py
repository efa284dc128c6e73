"""Environments: many games stepped together, and Minesweeper for Gymnasium.

`__init__.pyi` lists the public names. Each is imported on first use: `GameBatch` needs numpy alone.
"""

import lazy_loader

from sapper._support.installation import is_installed
from sapper.environments.registration import register

__getattr__, _names, __all__ = lazy_loader.attach_stub(__name__, __file__)

_OF_GYMNASIUM = ("minesweeper", "MinesweeperEnv", "MinesweeperVectorEnv", "Observation")

register()


def __dir__() -> list[str]:
    """The names that can be imported here: `help` imports them all."""
    names = _names()
    return names if is_installed("gymnasium") else [name for name in names if name not in _OF_GYMNASIUM]
