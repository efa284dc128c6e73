"""Answers about positions: figures, hints, reviews."""
