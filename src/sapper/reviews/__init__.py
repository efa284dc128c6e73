"""Reviews of recorded games, move by move."""
