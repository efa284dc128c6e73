"""A player lists each safe cell once, however many numbers prove it safe."""

import pytest

import sapper
from sapper import Strategy, _engine


@pytest.mark.parametrize("strategy", ["fast", "exact+first"])
@pytest.mark.parametrize(
    "board",
    [sapper.Board(sapper.Topology.torus(16, 16), 42), sapper.Board(sapper.Topology.hexagons(14, 14), 36)],
    ids=["torus", "hexagons"],
)
def test_a_player_names_a_safe_cell_once(strategy: str, board: sapper.Board) -> None:
    several = 0
    for number in range(60):
        face = sapper.Game(board, seed=5, number=number)
        game = face._engine
        player = Strategy.of(strategy)._player(board, face.rules)
        player.begin(game, 5, number)
        while face.status == "playing":
            cells = player.next().cells
            assert len(set(cells)) == len(cells)
            several += len(cells) > 1
            for cell in cells:
                if game.status == _engine.Status.playing and game.mark(cell) == -1:
                    game.open(cell)
                    player.follow(game)
    assert several > 100
