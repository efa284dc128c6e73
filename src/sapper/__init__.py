"""Sapper: Minesweeper, its exact mine probabilities, and players built on them.

The public names, and the modules they come from, are listed in `__init__.pyi`. They are imported when first
used, so that `import sapper` and commands that need little stay quick.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
