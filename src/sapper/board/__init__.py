"""The game: topologies, boards, rules, minefields, positions, games."""
