"""Data sets: positions with the exact truth about them, in Parquet files.

`__init__.pyi` lists the public names. Each is imported on first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
