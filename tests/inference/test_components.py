"""The solver's view: components and groups as they are defined, on every topology."""

import random

import pytest

import sapper
from sapper.inference.components import anatomy_of, sweep_of


@pytest.mark.parametrize("topology", ["square", "torus", "hexagons"])
@pytest.mark.parametrize("seed", range(5))
def test_components_are_what_constraints_tie_together(topology: str, seed: int) -> None:
    board = sapper.Board(getattr(sapper.Topology, topology)(9, 11), 20)
    game = sapper.Game(board, seed=seed)
    chance = random.Random(seed)
    game.open(4, 5)
    while game.status == "playing" and chance.random() < 0.8:
        game.open(*divmod(chance.randrange(99), 11))
    seen = game.position
    if game.status != "playing":
        return
    found = anatomy_of(seen)
    decided = set(found.safe) | set(found.mines)
    analysis = sapper.analyse(seen)
    assert set(found.safe) <= set(analysis.safe)
    assert set(found.mines) <= set(analysis.mines)
    constraints = {
        cell: frozenset(
            near for near in board.topology.neighbours(cell) if seen[near] < 0 and near not in decided
        )
        for cell in board.topology
        if seen[cell] >= 0
    }
    live = {cell: cells for cell, cells in constraints.items() if cells}
    for component in found.components:
        assert {cell for number in component.numbers for cell in live[number]} == set(component.cells)
        for group in component.sweep:
            under = [{number for number, cells in live.items() if cell in cells} for cell in group]
            assert all(numbers == under[0] for numbers in under)
    placed = [cell for component in found.components for cell in component.cells]
    assert len(placed) == len(set(placed))
    assert set(placed) == set().union(*live.values())
    assert found.sea == seen.hidden - len(decided) - len(placed)


def test_a_sweep_is_the_anatomy_as_maps() -> None:
    seen = sapper.Game("expert", seed=3)
    seen.open(8, 8)
    found, maps = anatomy_of(seen.position), sweep_of(seen.position)
    assert len(found.components) == len(maps.lengths) > 0
    walked = 0
    for number, component in enumerate(found.components):
        assert maps.lengths[number] == len(component.sweep)
        for step, group in enumerate(component.sweep):
            for cell in group:
                assert (maps.component[cell], maps.step[cell]) == (number, step)
                walked += 1
    assert (maps.component >= 0).sum() == (maps.step >= 0).sum() == walked
