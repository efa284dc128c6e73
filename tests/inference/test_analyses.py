"""Many positions at once give the answers of each alone, and analyses are the same out of a pickle."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray
from support.strategies import positions

import sapper
from sapper import Analysis, Board, Game, Inference, Position, PositionError, Rules, Topology


def positions_of_play(count: int) -> NDArray[np.int16]:
    """Beginner boards, each opened at a few cells."""
    boards = []
    for seed in range(count):
        game = Game("beginner", rules=Rules(on_mine="continue"), seed=seed)
        for cell in [(2, 2), (seed % 9, 8), (8, seed % 7)]:
            if game.status == "playing":
                game.open(cell)
        boards.append(game.position.marks)
    return np.stack(boards)


@pytest.mark.parametrize("threads", [1, 2, 1000])
def test_agrees_with_one_by_one(threads: int) -> None:
    boards = positions_of_play(100)
    many = sapper.analyse_many(boards, mines=10, threads=threads)
    assert len(many) == 100
    assert many.possible.all()
    for i, marks in enumerate(boards):
        one = sapper.analyse(marks, mines=10)
        assert np.array_equal(many.mine_probability[i], one.mine_probability, equal_nan=True)
        assert [tuple(cell) for cell in np.argwhere(many.safe[i])] == one.safe
        assert [tuple(cell) for cell in np.argwhere(many.mines[i])] == one.mines
        assert many.log_configurations[i] == one.log_configurations
        assert np.array_equal(many.safest_risk[i], one.safest_risk, equal_nan=True)
        whole = many[i]
        assert whole is not None
        assert whole.safest == one.safest == (one.safe[0] if one.safe else one.safest)
        assert whole.to_dict() == one.to_dict()


def test_a_mine_count_for_each_and_another_topology() -> None:
    boards = np.full((3, 4, 4), -1, dtype=np.int8)
    boards[:, 0, 0] = 1
    many = sapper.analyse_many(boards, mines=[1, 2, 3], topology="torus")
    for i in range(3):
        one = sapper.analyse(boards[i], mines=i + 1, topology="torus")
        assert np.array_equal(many.mine_probability[i], one.mine_probability, equal_nan=True)


def test_a_contradiction_does_not_stop_the_others() -> None:
    boards = np.full((3, 2, 2), -1)
    boards[1, 0] = [0, 3]
    many = sapper.analyse_many(boards, mines=1)
    assert many.possible.tolist() == [True, False, True]
    assert np.isnan(many.mine_probability[1]).all()
    assert many.safest_index.tolist() == [0, -1, 0]
    assert many.log_configurations[1] == -np.inf
    assert np.allclose(many.mine_probability[2], 0.25)


def test_no_positions_at_all() -> None:
    assert len(sapper.analyse_many(np.empty((0, 3, 3), dtype=np.int16), mines=1)) == 0


def test_names_the_first_malformed_position() -> None:
    boards = np.full((40, 3, 3), -1)
    boards[30, 1, 1] = 9
    boards[35, 1, 1] = 9
    with pytest.raises(PositionError, match=r"position 30 .*row 1, column 1 .*the number is 9") as refusal:
        sapper.analyse_many(boards, mines=1, threads=2)
    assert refusal.value.cell == (1, 1)
    boards[20, 0, 2] = 70_000
    with pytest.raises(PositionError, match=r"position 20 .*row 0, column 2 .*70000 is not a mark"):
        sapper.analyse_many(boards, mines=1)


@pytest.mark.parametrize(
    ("positions", "options", "text"),
    [
        (np.zeros(4, dtype=int), {"mines": 0}, "shape"),
        (np.full((2, 3, 3), 0.5), {"mines": 0}, "whole numbers, but number 0, 0, 0 "),
        (np.full((2, 3, 3), -1), {"mines": 10}, "9 cells"),
        (np.full((2, 3, 3), -1), {"mines": [1, 2, 3]}, "one number or 2"),
        (np.full((1, 3, 3), -1), {"mines": [[1], [1, 2]]}, "one number or 1"),
        ([[[1, -1], [-1]]], {"mines": 1}, "all rows of a position must have the same number of cells"),
        (np.full((2, 3, 3), -1), {"mines": 1.5}, "`mines` must be a whole number or 2 of them, not 1.5"),
        (np.full((2, 3, 3), -1), {"mines": 1, "topology": Topology.square(4, 4)}, "do not fit"),
        (["1?\n??", "2?\n?"], {"mines": 1}, r"^position 1 \(0-based\): line 2 has 1 cell?, but"),
        (["1?\n??", "3"], {"mines": 1}, r"^position 1 \(0-based\): row 0, column 0"),
        (["1?\n??", "2?\n??"], {}, "give `mines`"),
        (["1?\n??"], {"mines": [1, 2]}, "`mines` must be one number or 1 of them"),
        (["1?"], {"mines": 1.5}, "`mines` must be a whole number"),
        (["1?", "1?\n??"], {"mines": 1}, "position 1 .* is on"),
        ("1?\n??", {"mines": 1}, "this is one position: give a list"),
    ],
)
def test_says_what_is_wrong(positions: Any, options: dict[str, Any], text: str) -> None:
    with pytest.raises((PositionError, sapper.FormatError), match=text):
        sapper.analyse_many(positions, **options)


def test_heeds_its_time_limit_and_cancel() -> None:
    boards = np.full((1000, 16, 30), -1)
    with pytest.raises(sapper.BudgetError, match="did not finish within 0 seconds"):
        sapper.analyse_many(boards, mines=99, time_limit=0, threads=2)
    cancel = sapper.Cancel()
    cancel.set()
    with pytest.raises(sapper.CancelledError):
        sapper.analyse_many(boards, mines=99, cancel=cancel, threads=2)


def test_texts_are_read_as_analyse_reads_them() -> None:
    texts = ["1?\n??", "2?\n??"]
    assert list(sapper.analyse_many(texts, [1, 2])) == list(map(sapper.analyse, texts, [1, 2]))
    assert sapper.analyse_many(np.array(texts), 2) == sapper.analyse_many(iter(texts), 2)
    positions: list[Any] = ["1?\n??", sapper.Position("2?\n??", 2), Game((2, 2, 1), rules="safe")]
    assert sapper.analyse_many(positions, [1, 2, 1]).possible.tolist() == [True, True, True]
    torus = sapper.analyse_many(["1??\n???\n???"], 1, topology="torus")
    assert torus[0] == sapper.analyse("1??\n???\n???", 1, topology="torus")


ARRAYS = ("mine_probability", "mine_probability_error")
VALUES = (
    "position", "safe", "mines", "safest", "log_configurations", "log_configurations_error", "exact",
    "win_probability", "configurations",
)  # fmt: skip


def again(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def check_same(one: Analysis, other: Analysis) -> None:
    for name in ARRAYS:
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()
        assert not getattr(one, name).flags.writeable
    for name in VALUES:
        assert getattr(one, name) == getattr(other, name), name
    np.testing.assert_equal(one.safest_risk, other.safest_risk)
    assert repr(one) == repr(other)


@given(positions())
def test_an_analysis(position: Position) -> None:
    try:
        analysis = sapper.analyse(position)
    except sapper.ContradictionError:
        return
    check_same(again(analysis), sapper.analyse(position))
    assert copy.copy(analysis) is copy.deepcopy(analysis) is analysis


def test_an_analysis_with_trusted_flags() -> None:
    position = Position("1F.\n...", 2)
    analysis = sapper.analyse(position, trust_flags=True)
    assert analysis.configurations != sapper.analyse(position).configurations
    for one in (again(analysis), sapper.analyse_many([position], trust_flags=True)[0]):
        assert one is not None
        check_same(one, sapper.analyse(position, trust_flags=True))
        assert one.outcomes((1, 0)) == analysis.outcomes((1, 0))


def test_what_is_known_is_not_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = sapper.analyse("1..\n...", 2)
    count = analysis.configurations
    twin = again(analysis)
    monkeypatch.setattr("sapper._engine.analyse", None)
    assert twin.configurations == count


def test_a_time_limit_holds_for_what_is_computed_again() -> None:
    twin = again(sapper.analyse(np.full((16, 30), -1), 99))
    with pytest.raises(sapper.BudgetError, match="did not finish within 0 seconds"):
        twin.count_configurations(time_limit=0)


TEXTS = ["1..\n...", "11.\n...", "9..\n...".replace("9", "3"), "0..\n..."]


def test_a_batch_is_a_sequence_of_analyses() -> None:
    positions = [Position(text, mines) for text in TEXTS for mines in (1, 2, 3)]
    batch = sapper.analyse_many(positions)
    assert 0 < batch.possible.sum() < len(positions)
    for position, possible, analysis in zip(positions, batch.possible, batch, strict=True):
        assert (analysis is not None) == possible
        if analysis is not None:
            check_same(analysis, sapper.analyse(position))
    last = batch[-3]
    assert last is not None
    check_same(last, sapper.analyse(positions[-3]))
    assert batch[3:7].possible.tolist() == batch.possible[3:7].tolist()
    assert batch[::-1].safest_index.tolist() == batch.safest_index[::-1].tolist()
    assert len(batch[5:5]) == 0
    assert again(batch[batch.possible]) == batch[batch.possible] == batch[np.flatnonzero(batch.possible)]
    assert list(batch[batch.possible]) == [analysis for analysis in batch if analysis is not None]
    assert batch[[3, -1]].safest_index.tolist() == batch.safest_index[[3, -1]].tolist()
    for odd in ([True], [[1]], [0.5], [0, True], [len(positions)], np.array(["a"])):
        with pytest.raises((sapper.ArgumentError, IndexError), match="position"):
            batch[odd]  # type: ignore[index]  # some are of another type
    for wrong in (len(positions), -len(positions) - 1, 2**70):
        with pytest.raises(IndexError, match="there is no position"):
            batch[wrong]
    with pytest.raises(sapper.ArgumentError, match="the number of a position must be a whole number"):
        batch["first"]  # type: ignore[call-overload]


def test_an_inference_as_its_position() -> None:
    for topology in (Topology.hexagons(4, 5), Topology.graph([[1], [0, 2], [1]])):
        inference = Inference(Board(topology, 1))
        inference.push()
        inference.reveal(topology.cell(0), 0)
        for twin in (again(inference), copy.copy(inference), copy.deepcopy(inference)):
            assert twin.position == inference.position
            assert twin.mine_probability.tobytes() == inference.mine_probability.tobytes()
            assert twin.depth == 0
            twin.reveal(topology.cell(1), 1)
            assert twin.position != inference.position
