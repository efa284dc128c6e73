"""A package, so that its tests share a browser."""
