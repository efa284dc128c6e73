"""Where too many minefields fit for exact play: the best guess if the safest cells are opened after it."""

from collections.abc import Iterator
from itertools import count, islice

import pytest
from support.safest_play import SafestPlay

import sapper
from sapper import Board, Position, Rules, Topology
from sapper.strategy import Strategy

BOARDS = [Board.square(5, 5, 8), Board(Topology.torus(4, 5), 7), Board(Topology.hexagons(5, 5), 9)]
# How many configurations fit, and how many of the safest cells are then tried each time. Fewer are played out
# exactly, more would take the definition too long.
RANGES = [(400, 1500, 2), (2000, 3000, 1)]
QUICK = [(RANGES[1], BOARDS[0]), (RANGES[0], BOARDS[2])]


def positions(board: Board, above: int, most: int) -> Iterator[Position]:
    """Positions in which a guess is needed and this many minefields fit."""
    player = Strategy("fast")
    for number in count():
        game = sapper.Game(board, Rules("safe"), seed=8, number=number)
        game.open(board.topology.cell(0))
        while game.status == "playing":
            truth = sapper.analyse(game.position)
            if not truth.safe and above < truth.configurations <= most:
                yield game.position
                break
            game.open(player.choose(game.position).cell)


@pytest.mark.parametrize(
    ("above", "most", "tried", "board", "numbers"),
    [
        pytest.param(*within, board, numbers, id=f"{within[0]}-{board!r}-{numbers[0]}", marks=marks)
        for within in RANGES
        for board in BOARDS
        for numbers in [(0, 1), (1, 5)]
        # Few configurations on hexagons, many on a square board.
        for marks in [[] if numbers == (0, 1) and (within, board) in QUICK else [pytest.mark.long]]
    ],
)
def test_no_other_guess_is_sure_to_win_more(
    above: int, most: int, tried: int, board: Board, numbers: tuple[int, int]
) -> None:
    best = Strategy("best")
    for position in islice(positions(board, above, most), *numbers):
        play = SafestPlay(position, tried)
        choice = best.choose(position)
        wins = [play.wins_after(cell) for cell in range(board.topology.size)]
        assert wins[board.topology.index(choice.cell)].most >= max(each.least for each in wins)


def test_its_chance_to_win_is_not_proven() -> None:
    position = next(positions(BOARDS[0], 400, 1500))
    assert Strategy("best").choose(position).win_probability is None
