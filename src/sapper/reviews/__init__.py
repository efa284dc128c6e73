"""A recorded game looked at again, move by move."""
