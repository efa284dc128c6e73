"""Games that a person plays in the terminal."""
