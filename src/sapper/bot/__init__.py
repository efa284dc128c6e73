"""Plays Minesweeper in the windows of other programs: sees the board, and moves the mouse."""
