"""Sapper: Minesweeper, its exact mine probabilities, and players built on them."""
