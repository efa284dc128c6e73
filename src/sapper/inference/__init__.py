"""What is known about a position: exact probabilities, counts, and how they follow from the numbers."""
