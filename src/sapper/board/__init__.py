"""Topologies, boards, rules, minefields, positions and games."""
