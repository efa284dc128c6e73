"""Drawings of positions and of what is known about them, one module for each medium.

`text_drawing` draws with characters and colours, as `rich` text. `svg` makes pictures, and `pixels` turns
them into PNG and animates games. `html_pages` and `player_pages` make pages of reviews and puzzles.
`__init__.pyi` lists the public names. Each is imported on first use, because most programs draw nothing.

Every drawing begins with a `Scene`, which says what each cell shows. The colours of all themes are in
`palettes.json`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
