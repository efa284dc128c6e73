"""Metrics of minefields and games, and the generation of fair minefields and of puzzles."""
