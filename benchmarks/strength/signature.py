"""Print one number that changes only when the players do.

It hashes every action of seeded games, and the risk that the player saw in each action, to the last bit. A
change that should not affect play must leave this number the same, on every machine. It takes some ten
seconds.

    python benchmarks/strength/signature.py
    python benchmarks/strength/signature.py --games 1000
"""

import argparse
import hashlib
import struct

import sapper
from sapper.board.rules import FirstClick

STRATEGIES = ("fast", "best", "exact+first")

BOARDS = {
    "beginner": sapper.LEVELS["beginner"],
    "intermediate": sapper.LEVELS["intermediate"],
    "expert": sapper.LEVELS["expert"],
    "8x8, 10 mines": sapper.Board.square(8, 8, 10),
    "tall, 70 columns": sapper.Board.square(9, 70, 110),
    "torus": sapper.Board(sapper.Topology.torus(12, 12), 28),
    "hexagons": sapper.Board(sapper.Topology.hexagons(12, 14), 34),
    "three dimensions": sapper.Board(sapper.Topology.grid(5, 5, 6), 12),
}


def signature_of(board: sapper.Board, strategy: str, first_click: FirstClick, games: int) -> str:
    """The hash of some games: the actions, their cells and risks, and how each game ended."""
    digest = hashlib.blake2b(digest_size=8)
    for number in range(games):
        game = sapper.Game(board, rules=first_click, seed=2026, number=number)
        for move in sapper.autoplay(game, strategy=strategy):
            digest.update(f"{move.action.kind} {move.action.cell}".encode())
            digest.update(struct.pack("<d", move.risk))
        digest.update(game.status.encode())
    return digest.hexdigest()


def main() -> None:
    """Plays, and prints the signature of each board and strategy and that of all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=500, help="games of each board and strategy (500)")
    games = parser.parse_args().games
    total = hashlib.blake2b(digest_size=8)
    for name, board in BOARDS.items():
        for strategy in STRATEGIES:
            signature = signature_of(board, strategy, "safe", games // 2)
            signature += signature_of(board, strategy, "opening", games - games // 2)
            total.update(signature.encode())
            print(f"{name:18} {strategy:12} {signature}")
    print(f"signature of {games} games each: {total.hexdigest()}")


if __name__ == "__main__":
    main()
