"""Games that a strategy plays while a person watches."""
