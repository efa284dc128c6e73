"""Environments: many games stepped together, and Minesweeper for Gymnasium.

`__init__.pyi` lists the public names. Each is imported on first use: `Games` needs numpy alone.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
