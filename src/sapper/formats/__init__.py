"""The file formats of positions, minefields and replays: one module each, one registry.

`FORMATS` holds every format by name. `parse` and `read` tell the format by the content unless it is named;
bytes that read as different things in different formats are refused. What each format holds is told in
`docs/formats.md`.

The names are listed in `__init__.pyi`, and imported when first used: most programs read no file.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
