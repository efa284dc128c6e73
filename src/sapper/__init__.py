"""Sapper: Minesweeper, its exact mine probabilities, and players built on them.

`__init__.pyi` lists the public names and their modules. Each name is imported on first use, so
`import sapper` is quick, and so are commands that need little.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
