"""Combine an inference rule of your own with a policy. The rule says which cells are certain."""

import sapper


def all_around_are_safe(position: sapper.Position) -> tuple[list[sapper.Cell], list[sapper.Cell]]:
    """Knows nothing but this: around a zero all cells are safe, around an 8 all are mines."""
    topology = position.topology
    around = {cell: topology.neighbours(cell) for cell in topology if position[cell] in (0, 8)}
    hidden = {cell: [near for near in cells if position[near] < 0] for cell, cells in around.items()}
    safe = [near for cell, cells in hidden.items() if position[cell] == 0 for near in cells]
    mines = [near for cell, cells in hidden.items() if position[cell] == 8 for near in cells]
    return safe, mines


for policy in ("random", "density"):
    strategy = sapper.Strategy(level=all_around_are_safe, policy=policy)
    games = [strategy.play(sapper.Game("beginner", seed=1, number=number)) for number in range(50)]
    print(f"{strategy.name} wins {sum(game.status == 'won' for game in games)} of {len(games)} games")
