"""Drawings of positions and of what is known about them, one module for each medium.

`sapper.draw.terminal` draws with characters and colours, as `rich` text.
"""
