"""What the games of a run add up to."""
