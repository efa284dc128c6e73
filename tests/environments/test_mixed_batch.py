"""Boards of several sizes in one batch, and marks as networks take them."""

import numpy as np
import pytest

from sapper import ArgumentError, GameBatch
from sapper.board.marks import HIDDEN
from sapper.environments import MixedBatch, crops, marks_of_crops, marks_of_planes, planes
from sapper.environments.encoders import ABSENT


def batches(count: int, *boards: tuple[int, int, int]) -> list[GameBatch]:
    return [GameBatch(count, board, seed=2, actions=("open", "flag")) for board in boards]


def test_mixed_boards_are_their_parts_with_padding() -> None:
    parts, models = (batches(3, (4, 7, 5), (6, 3, 4)) for _ in range(2))
    games = MixedBatch(parts)
    assert (len(games), games.observations.shape, games.legal.shape) == (6, (6, 6, 7), (6, 84))
    for _ in range(30):
        actions = games.sample()
        assert games.legal[np.arange(6), actions].all() or games.terminations.any()
        games.step(actions)
        for number, model in enumerate(models):
            rows, columns = model.topology.shape
            places = slice(3 * number, 3 * number + 3)
            kind, cell = np.divmod(actions[places], 42)
            row, column = np.divmod(cell, 7)
            model.step((kind * rows + row) * columns + column)
            marks_here = games.observations[places]
            assert np.array_equal(marks_here[:, :rows, :columns], model.observations)
            assert (marks_here == ABSENT).sum() == 3 * (42 - rows * columns)
            legal = games.legal[places].reshape(3, 2, 6, 7)
            assert np.array_equal(legal[:, :, :rows, :columns].reshape(3, -1), model.legal)
            assert legal.sum() == model.legal.sum()
            for name in ("rewards", "terminations", "truncations", "won"):
                assert np.array_equal(getattr(games, name)[places], getattr(model, name))
    before = games.observations.copy()
    with pytest.raises(ArgumentError, match="game 3 has no action 6"):
        games.step([0, 0, 0, 6, 0, 0])  # the second board has three columns
    assert np.array_equal(games.observations, before)
    games.reset(mask=[False, True, False, False, False, True])
    assert [(rows < 0).all() for rows in games.observations[[1, 5]]] == [True, True]
    with pytest.raises(ArgumentError, match="same actions"):
        MixedBatch([parts[0], GameBatch(1, "beginner")])


def test_a_place_takes_over_one_of_its_own_part() -> None:
    games = MixedBatch(batches(2, (4, 7, 5), (6, 3, 4)))
    games.step(games.sample())
    tries = MixedBatch(batches(5, (4, 7, 5), (6, 3, 4)))
    choice = [1, 0, 1, 1, 0, 2, 3, 2, 2, 3]
    tries.set(games, choice)
    for name in ("observations", "legal", "rewards", "terminations", "won"):
        assert np.array_equal(getattr(tries, name), getattr(games, name)[choice])
    games.set(games, [1, 1, 2, 2])
    assert np.array_equal(games.observations[0], games.observations[1])
    before = tries.observations.copy(), tries.legal.copy()
    for other, places, words in (
        (games, None, "there are 4 other games for 10"),
        (games, [0] * 10, "part 1 must take over one of part 1"),
        (games, [2] * 10, "part 0 must take over one of part 0"),
        (games, [0, 0, 0, 0, 0, 2, 2, 2, 2, 4], "part 1"),
        (MixedBatch(batches(2, (6, 3, 4), (4, 7, 5))), [0] * 10, "the same kinds of parts"),
        (GameBatch(4, (4, 7, 5)), None, "the same kinds of parts"),
    ):
        with pytest.raises(ArgumentError, match=words):
            tries.set(other, places)  # type: ignore[arg-type]
    assert np.array_equal(tries.observations, before[0])
    assert np.array_equal(tries.legal, before[1])


def test_encoded_marks_can_be_decoded() -> None:
    games = MixedBatch(batches(20, (9, 9, 10), (5, 6, 9)))
    for _ in range(4):
        games.step(games.sample())
    marks = games.observations
    layers = planes(marks)
    assert layers.shape == (40, 13, 9, 9)
    assert (layers.sum(axis=1) == 1).all()
    assert [layers[:, each].sum() for each in (1, 9)] == [(marks == 1).sum(), (marks == HIDDEN).sum()]
    assert np.array_equal(marks_of_planes(layers), marks)
    windows = crops(marks, 1)
    for number, row, column in ((0, 0, 0), (3, 4, 8), (39, 2, 2)):
        with_edge = np.pad(marks[number], 1, constant_values=ABSENT)
        assert np.array_equal(windows[number, row, column], with_edge[row : row + 3, column : column + 3])
    assert crops(marks, 1, wrap=True)[0, 0, 0, 0, 0] == marks[0, 8, 8]
    assert np.array_equal(marks_of_crops(windows), marks)
    for function, wrong in ((planes, [[9]]), (planes, []), (crops, [[1]]), (marks_of_planes, [1.0])):
        with pytest.raises(ArgumentError):
            function(wrong)
