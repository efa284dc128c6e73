"""Drawings of positions and of what is known about them, one module for each medium.

`text_drawing.py` draws with characters and colours, as `rich` text. `svg.py` makes pictures, `png.py` turns
them into pixels, and `gif.py` makes an animation of a game. `__init__.pyi` lists the public names. Each is
imported on first use, because most programs draw nothing.

Every drawing begins with a `Scene`, which says what each cell shows. The colours of all themes are in
`palettes.json`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
