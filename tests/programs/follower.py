"""A developer of a program to play in: it follows a game move by move, in microseconds a move."""

import sapper
from sapper import Board, Inference, Minefield, Topology

minefield = Minefield.from_text("*...\n....\n..*.\n....")
game = minefield.game(sapper.Rules("any", on_mine="continue"), seed=4)
follower = Inference(Board(Topology.square(4, 4), 2))
game.open(0, 3)
while True:
    for cell in game.changed:
        follower.reveal(cell, game.position[cell])
    if game.status != "playing" or not follower.safe:
        break
    game.open(*follower.safe[0])
expected = sapper.analyse(game)
row, column = expected.mines[0] if expected.mines else (-1, -1)
assert (follower.safe, follower.mines) == (expected.safe, expected.mines)
print(f"{game.status}; {expected.configurations} configurations; a mine at ({row}, {column})")
