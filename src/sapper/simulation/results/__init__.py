"""The results of games, and their sums."""
