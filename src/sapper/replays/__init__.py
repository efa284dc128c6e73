"""Recorded games: what was done when, and where the mouse was."""
