"""Answers to questions about positions: figures, hints, reviews."""
