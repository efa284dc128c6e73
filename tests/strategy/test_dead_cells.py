"""Dead cells, against the definition of a cell that can tell nothing."""

import pytest

import sapper
from sapper import _engine


def positions(count: int) -> list[sapper.Position]:
    """Positions in the middle of games that need a guess."""
    found = []
    for seed in range(count):
        game = sapper.Game((7, 8, 14), rules="safe", seed=seed)
        moves = list(sapper.autoplay(game, strategy="fast"))
        found += [move.position for move in moves if move.risk > 0 and move.position is not None]
    return found


def test_dead_cells_show_one_number_only_and_are_uncertain() -> None:
    dead = 0
    for position in positions(40):
        analysis = sapper.analyse(position)
        for index in _engine.dead_cells(position._engine, trust_flags=False):
            cell = position.topology.cell(index)
            assert 0 < analysis.mine_probability[cell] < 1
            assert len(analysis.outcomes(cell)) == 1
            dead += 1
    assert dead > 20


def test_it_can_be_stopped() -> None:
    cancel = sapper.Cancel()
    cancel.set()
    position = sapper.Position.from_text("1..\n...", mines=2)
    with pytest.raises(_engine.Cancelled):
        _engine.dead_cells(position._engine, trust_flags=False, cancel=cancel)
    with pytest.raises(_engine.TimeIsUp):
        _engine.dead_cells(position._engine, trust_flags=False, time_limit=0.0)
