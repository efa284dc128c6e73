"""Levels that follow a game know what fresh ones know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from support.any_topology import EACH_KIND, topology_of
from support.levels_model import LEVELS

from sapper import Board, Game, Position, Rules, _engine, analyse


def played(kind: str, seed: int) -> Iterator[Position]:
    """The positions of a game that goes on after mines, with flags here and there."""
    random = Random(f"{kind} {seed}")
    topology = topology_of(kind, random)
    mines = random.randint(1, max(1, topology.size // 4))
    game = Game(Board(topology, mines), rules=Rules(first_click="safe", on_mine="continue"), seed=seed)
    game.open(random.choice(list(topology)))
    yield game.position
    while game.status == "playing":
        analysis = analyse(game.position)
        hidden = [cell for cell in topology if game.position[cell] == -1]
        if random.random() < 0.2 and len(hidden) > 1:
            game.flag(random.choice(hidden))
        else:
            choices = [cell for cell in analysis.safe or hidden if game.position[cell] == -1]
            if not choices:
                return
            game.open(random.choice(choices))
        yield game.position


@pytest.mark.parametrize("kind", EACH_KIND)
@pytest.mark.parametrize("level", LEVELS)
def test_following_is_starting_afresh(level: str, kind: str) -> None:
    for seed in range(15):
        positions = list(played(kind, seed))
        followed = _engine.conclude_all(level, [position._engine for position in positions])
        for position, (safe, mines, items) in zip(positions, followed, strict=True):
            fresh_safe, fresh_mines, fresh_items = _engine.conclude(level, position._engine)
            assert set(safe) == set(fresh_safe), position
            assert set(mines) == set(fresh_mines), position
            if level in ("single", "exact"):
                assert sorted(items) == sorted(fresh_items), position
