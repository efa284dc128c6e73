"""What a minefield asks of its player, and minefields made to order."""
