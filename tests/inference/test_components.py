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
    view = game.position
    if game.status != "playing":
        return
    anatomy = anatomy_of(view)
    certain = set(anatomy.safe) | set(anatomy.mines)
    analysis = sapper.analyse(view)
    assert set(anatomy.safe) <= set(analysis.safe)
    assert set(anatomy.mines) <= set(analysis.mines)
    constraints = {
        cell: frozenset(
            near for near in board.topology.neighbours(cell) if view[near] < 0 and near not in certain
        )
        for cell in board.topology
        if view[cell] >= 0
    }
    live = {cell: cells for cell, cells in constraints.items() if cells}
    for component in anatomy.components:
        assert {cell for number in component.numbers for cell in live[number]} == set(component.cells)
        for group in component.sweep:
            under = [{number for number, cells in live.items() if cell in cells} for cell in group]
            assert all(numbers == under[0] for numbers in under)
    places = [cell for component in anatomy.components for cell in component.cells]
    assert len(places) == len(set(places))
    assert set(places) == set().union(*live.values())
    assert anatomy.sea == view.hidden - len(certain) - len(places)


def test_a_sweep_is_the_anatomy_as_maps() -> None:
    view = sapper.Game("expert", seed=3)
    view.open(8, 8)
    anatomy, maps = anatomy_of(view.position), sweep_of(view.position)
    assert len(anatomy.components) == len(maps.lengths) > 0
    steps = 0
    for number, component in enumerate(anatomy.components):
        assert maps.lengths[number] == len(component.sweep)
        for step, group in enumerate(component.sweep):
            for cell in group:
                assert (maps.component[cell], maps.step[cell]) == (number, step)
                steps += 1
    assert (maps.component >= 0).sum() == (maps.step >= 0).sum() == steps
