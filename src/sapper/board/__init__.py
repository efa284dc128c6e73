"""The game itself: topologies, boards, rules, minefields, positions, games."""
