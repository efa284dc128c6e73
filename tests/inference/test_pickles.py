"""Analyses, batches and inferences come out of a pickle as they went in, to the last bit."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from support.strategies import positions

import sapper
from sapper import Analysis, Board, Inference, Position, Topology

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
