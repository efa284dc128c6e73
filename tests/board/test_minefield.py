"""The random numbers, and the minefields that are drawn with them."""

from itertools import islice
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import random_model
from support.strategies import boards
from support.truth import neighbours_of

from sapper import Board, Game, Rules, Topology, _engine
from sapper.board.rules import FirstClick

SEEDS = st.integers(0, 2**64 - 1)
CLICKS = st.sampled_from(get_args(FirstClick))


def mines_after(board: Board, rule: FirstClick, click: int, seed: int, game: int = 0) -> list[int]:
    """The mines after this first click, which may be one of them."""
    first_click_game = Game(board, Rules(rule, on_mine="continue"), seed=seed, number=game)
    first_click_game.open(board.topology.cell(click))
    assert first_click_game.minefield is not None
    return np.flatnonzero(first_click_game.minefield).tolist()


RING = Topology.graph([[1, 11], *([i - 1, i + 1] for i in range(1, 11)), [10, 0]])
BEGINNER = Board.level("beginner")
# Frozen: these mines are what (seed, game, rule, click) means, in every version and on every machine.
VECTORS: list[tuple[Board, FirstClick, int, int, int, list[int]]] = [
    (BEGINNER, "opening", 40, 7, 0, [0, 3, 8, 9, 11, 18, 35, 61, 65, 77]),
    (BEGINNER, "opening", 0, 7, 1, [14, 20, 26, 29, 32, 40, 56, 63, 69, 72]),
    (BEGINNER, "safe", 0, 2**64 - 1, 2**64 - 1, [1, 18, 19, 29, 36, 48, 59, 67, 72, 77]),
    (Board.square(4, 6, 9), "any", 0, 1, 0, [0, 1, 2, 3, 11, 14, 17, 18, 21]),
    (
        Board.square(4, 6, 19),  # an opening that is impossible
        "opening",
        8,
        1,
        0,
        [0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 14, 16, 17, 18, 19, 20, 21, 22, 23],
    ),
    (Board(Topology.torus(4, 5), 6), "opening", 0, 2, 3, [2, 3, 7, 10, 12, 13]),
    (Board(Topology.hexagons(5, 4), 7), "opening", 9, 2, 2**32, [0, 1, 2, 6, 14, 15, 16]),
    (Board(Topology.grid(3, 3, 3), 8), "opening", 0, 2**32, 4, [2, 5, 8, 14, 16, 18, 21, 23]),
    (Board(Topology.grid(3, 3, 3), 8), "opening", 13, 2**32, 4, [4, 5, 8, 12, 14, 18, 21, 23]),
    (Board(RING, 4), "safe", 5, 99, 0, [1, 8, 9, 11]),
]


@pytest.mark.parametrize(("board", "rule", "click", "seed", "game", "mines"), VECTORS)
def test_minefields_stay_what_they_are(
    board: Board, rule: FirstClick, click: int, seed: int, game: int, mines: list[int]
) -> None:
    assert mines_after(board, rule, click, seed, game) == mines


@given(boards(), CLICKS, st.data(), SEEDS, SEEDS)
def test_minefields_agree_with_their_definition(
    board: Board, rule: FirstClick, data: st.DataObject, seed: int, game: int
) -> None:
    click = data.draw(st.integers(0, board.topology.size - 1))
    expected = random_model.minefield(neighbours_of(board.topology), board.mines, rule, click, seed, game)
    assert mines_after(board, rule, click, seed, game) == sorted(expected)


# Those above 2^31 reject up to half of the words.
BOUNDS = st.integers(1, 100) | st.integers(1, 2**32 - 1) | st.integers(2**31, 2**31 + 2**30)


# The known answers that the authors of Philox publish with it (Random123, kat_vectors).
@pytest.mark.parametrize(
    ("counter", "key", "block"),
    [
        ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
)
def test_philox_gives_the_published_answers(counter: str, key: str, block: str) -> None:
    def numbers(text: str) -> list[int]:
        return [int(word, 16) for word in text.split()]

    assert _engine.philox(numbers(counter), numbers(key)) == numbers(block)
    assert random_model.philox(numbers(counter), numbers(key)) == numbers(block)


@given(SEEDS, SEEDS, st.sampled_from(_engine.Stream))
def test_a_stream_is_the_blocks_of_its_counter(seed: int, game: int, stream: _engine.Stream) -> None:
    random = _engine.Random(seed, game, stream)
    expected = list(islice(random_model.words(seed, game, stream.value), 13))
    assert [random.next() for _ in range(13)] == expected


@given(SEEDS, st.lists(BOUNDS, min_size=1, max_size=30))
def test_bounded_numbers_agree_with_their_definition(seed: int, bounds: list[int]) -> None:
    random = _engine.Random(seed, 0, _engine.Stream.strategy)
    source = random_model.words(seed, 0, _engine.Stream.strategy.value)
    assert [random.below(n) for n in bounds] == [random_model.below(source, n) for n in bounds]
