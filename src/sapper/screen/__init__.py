"""Positions from pictures of boards, of any program."""
