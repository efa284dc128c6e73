"""Games that the server keeps for its players."""
