"""`sapper play`: by hand in the terminal, or watching the engine."""
