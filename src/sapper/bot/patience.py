"""How long the bot waits."""

GLANCE = 0.03
"""Seconds between two captures, which must be equal."""

CALM = 0.5
"""Seconds without a change, after which animations are over."""

CALM_END = 1.5
"""The same before the end of a game is judged."""

PATIENCE = 4.0
"""Seconds for animations, for what covers the board, and for a new game."""

TICK = 1.2
"""Seconds in which a clock that runs changes."""
