"""Files of positions, minefields and replays. The engine reads and writes them, in `engine/formats`.

`FORMATS` holds every format by name. `parse` and `read` detect the format from the content unless the caller
names it. They refuse bytes that mean different things in different formats. `docs/formats.md` describes the
formats.

`__init__.pyi` lists the names. Each is imported on first use, because most programs read no files.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
