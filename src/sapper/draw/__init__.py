"""Drawings of positions and of what is known about them, one module for each medium.

`sapper.draw.terminal` draws with characters and colours, as `rich` text. `sapper.draw.svg` makes pictures,
`sapper.draw.png` turns them into pixels, and `sapper.draw.gif` makes an animation of a game.

Every drawing begins with a `Scene`, which says what each cell shows. The colours of all themes are in
`palettes.json`.
"""
