"""Writes values as JSON; the models of all answers."""
