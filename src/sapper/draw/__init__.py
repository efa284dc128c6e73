"""Drawings of positions and of what is known about them, one module for each medium.

`sapper.draw.terminal` draws with characters and colours, as `rich` text; `sapper.draw.svg` makes pictures,
`sapper.draw.png` pixels of them, and `sapper.draw.gif` an animation of a game.
"""
