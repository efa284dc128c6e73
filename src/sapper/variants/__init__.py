"""Two variants of the game: in hard core a needless guess loses, in lucky a forced guess never does."""
