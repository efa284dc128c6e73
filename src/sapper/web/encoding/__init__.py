"""How values are written as JSON, and the models of all answers."""
