"""Small helpers that every package uses: texts of messages, time limits, calls of the engine."""
