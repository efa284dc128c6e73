"""Small things that every room uses: words for people, time limits, calls of the engine."""
