"""Environments: many games stepped together, and Minesweeper for Gymnasium."""
