"""A designer of games: boards of other shapes, and generated boards that need no guess."""

import sapper
from sapper import Board, Topology

board = Board(Topology.hexagons(6, 7), 8)
puzzle = sapper.generate(board, seed=5)
game = puzzle.play()
while game.status == "playing":
    for cell in sapper.hint(game).cells:
        game.open(cell)
assert game.status == "won"

ring: Topology[int] = Topology.graph([[1, 5], [0, 2], [1, 3], [2, 4], [3, 5], [4, 0]])
seats = sapper.Game(Board(ring, 2), seed=1)
first: int = seats.open(0)
sure: list[int] = sapper.analyse(seats).safe
cube = Topology.grid(3, 3, 3)
deep = sapper.Game(Board(cube, 2), seed=1)
deep.open(1, 1, 1)
layers = {layer for layer, _, _ in sapper.analyse(deep).safe}
clicks = sapper.measure(puzzle.minefield).three_bv
print(f"{clicks} clicks at least; seat 0 shows {first}, so {sure} are safe; safe layers: {layers}")
