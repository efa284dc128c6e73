"""The games that the server keeps for its players."""
