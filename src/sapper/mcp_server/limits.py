"""What a client may ask of the server for agents."""

from typing import Final

MOST_CELLS: Final = 1_000_000
MOST_SIDE: Final = 2_000
MOST_HINTS: Final = 1_000
"""The most hints in one answer."""
MOST_MOVES: Final = 100
"""The most ranked guesses in one answer."""
GAME_CELLS: Final = 500
MOVE_CELLS: Final = 20
"""A game counts as its cells and `GAME_CELLS`, and each of its moves as `MOVE_CELLS`."""
CELLS_IN_MEMORY: Final = 3_000_000
"""Cells of all games. A cell takes about 12 bytes."""
READING_SECONDS: Final = 5.0
"""How long the server reads a text."""
FILE_BYTES: Final = 3 * 2**20
TIME_LIMIT_MS: Final = 30_000
DEFAULT_TIME_LIMIT_MS: Final = 10_000
CALLS_AT_ONCE: Final = 4
