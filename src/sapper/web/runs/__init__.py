"""Simulations that are started and watched from the page."""
