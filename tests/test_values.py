"""Results as plain values for JSON, and as tables of Arrow."""

import copy
import json
import math
import pickle
import re
from collections.abc import Callable
from typing import Any

import jsonschema
import numpy as np
import pyarrow as pa
import pytest
from support.optional import not_none

import sapper
from sapper import Board, Game, Minefield, Position, Replay, Strategy, Topology
from sapper.board.json_form import cell_value
from sapper.literature import ROWS, replicate
from sapper.protocol.answers import analysis_schema, hint_schema

PATH = Topology.graph([[1], [0, 2], [1]])
POSITIONS = [
    Position("1..\n...", 2),
    Position("F1\n11\n..", 1),
    Position("1..\n..1\n...", 2),
    Position([-1, 1, -1], 1, PATH),
    Position("2.\n.q", 2, "torus"),
]


class Middle(Strategy):
    """Opens cells in order, and tells no risk."""

    def choose(self, position: Position) -> sapper.Cell:
        return next(cell for cell in position.topology if position[cell] == -1)


def lost_game() -> Game:
    game = Minefield([(0, 0), (2, 1)], Topology.square(3, 3)).game()
    for cell in ((1, 1), (0, 1), (2, 1)):
        game.open(cell)
    return game


def strict(values: dict[str, Any]) -> Any:
    """What a reader of strict JSON reads."""
    return json.loads(json.dumps(values, allow_nan=False))


@pytest.mark.parametrize("position", POSITIONS)
def test_analyses_and_hints_have_the_json_of_the_schemas(position: Position) -> None:
    analysis, hint = sapper.analyse(position), sapper.hint(position)
    values = strict(analysis.to_dict())
    jsonschema.validate({**values, "elapsed_ms": 0}, analysis_schema())
    assert values["configurations"] is None
    assert values["safe"] == [cell_value(cell) for cell in analysis.safe]
    count = str(analysis.configurations)  # which is not counted before it is asked for
    assert strict(analysis.to_dict())["configurations"] == count
    of_hint = strict(hint.to_dict())
    jsonschema.validate({**of_hint, "elapsed_ms": 0}, hint_schema())
    assert (len(of_hint["deductions"]), of_hint["text"]) == (len(hint.deductions), hint.text)
    moves = sapper.rank(position)
    assert [strict(move.to_dict())["cell"] for move in moves] == [cell_value(move.cell) for move in moves]


def test_people_see_six_digits_of_a_figure() -> None:
    position = Position("1......\n2......\n.......\n.......\n......1\n.......", 9)
    move = sapper.rank(position, most=1)[0]
    assert not_none(move.figures).progress != 0.8  # to the last bit
    assert "risk=0.2, numbers=2, progress=0.8, survival=0.8, closed=False, score=0.8112" in repr(move)
    third = Strategy("best").choose(Position("1??\n???", 2))
    assert repr(third) == "Choice(cells=((0, 2),), flags=(), risk=0.5, win_probability=0.333333)"
    many_digits = re.compile(r"\d\.\d{10,}")
    game = Strategy("single+random").play(Game("beginner", seed=2))
    values = [*sapper.rank(position), sapper.hint(position), sapper.hint(position).guess]
    for value in (*values, *sapper.review(game).moves, *sapper.autoplay(Game("beginner", seed=2))):
        assert not many_digits.search(repr(value)), value


def test_what_is_not_known_is_equal() -> None:
    review = sapper.review(Strategy("single+random").play(Game("beginner", seed=2)))
    assert any(math.isnan(move.safest_risk) for move in review.moves)
    twin = pickle.loads(pickle.dumps(review))
    assert twin == review
    assert [hash(move) for move in twin.moves] == [hash(move) for move in review.moves]
    moves, again = (list(sapper.autoplay(Game("beginner", seed=2), strategy=Middle)) for _ in range(2))
    assert any(math.isnan(move.risk) for move in moves)
    assert moves == again
    assert moves[0] != review.moves[0] != "a move"


@pytest.mark.parametrize("position", [*POSITIONS, Position(np.full((2, 2), -1), 1)], ids=repr)
def test_what_says_the_same_is_equal(position: Position) -> None:
    other = Position(np.full((2, 2), -1), 2)
    asks: list[Callable[[Any], Any]] = [sapper.analyse, sapper.hint, lambda one: sapper.analyse_many([one])]
    for ask in asks:
        result = ask(position)
        for same in (ask(position), pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
            assert same == result
            assert hash(same) == hash(result)
        assert result != ask(other)
        assert result != position
    assert sapper.analyse("1F", 1) != sapper.analyse("1F", 1, trust_flags=True)
    assert list(sapper.analyse_many([position])) == [sapper.analyse(position)]


def test_metrics_as_plain_values() -> None:
    game = lost_game()
    metrics = sapper.measure(game, seconds=2.0)
    values = strict(metrics.to_dict())
    assert values["board"] == {"topology": "square", "shape": [3, 3], "mines": 2}
    assert (values["status"], values["seconds"], values["clicks"]) == ("lost", 2.0, 3)
    assert values["three_bv_per_second"] == metrics.three_bv_per_second
    assert strict(sapper.measure(Replay.from_game(game).minefield).to_dict()).items() <= values.items()
    assert values["efficiency"] == sapper.review(game).to_dict()["efficiency"]


def test_a_batch_as_a_table() -> None:
    marks = np.array([[[1, -1, -1]], [[0, -1, -1]], [[-1, -1, -1]], [[1, -1, -1]]])
    batch = sapper.analyse_many(marks, [1, 1, 3, 0])
    table = batch.to_arrow()
    assert table.num_rows == 4
    assert table["possible"].to_pylist() == batch.possible.tolist() == [True, True, True, False]
    assert table["mine_count"].to_pylist() == [1, 1, 3, 0]
    assert table["safest_index"].to_pylist() == [2, 1, None, None]
    assert table["safest_risk"].to_pylist() == [0.0, 0.0, None, None]
    assert table["safe"].to_pylist() == batch.safe.reshape(4, 3).tolist()
    cells = np.stack(table["mine_probability"].combine_chunks().to_numpy(zero_copy_only=False))
    np.testing.assert_array_equal(cells, batch.mine_probability.reshape(4, 3))
    assert table["log_configurations"].to_pylist()[3] == -math.inf
    assert strict(batch[2:].to_dict()) == {"analyses": [sapper.analyse("...", 3).to_dict(), None]}
    assert batch[1:2].to_arrow()["safest_index"].to_pylist() == [1]
    assert batch[:0].to_arrow().num_rows == 0


@pytest.mark.parametrize("position", [*POSITIONS, Position([[-1, -1]], 2)], ids=repr)
def test_one_analysis_is_the_table_of_a_batch_of_one(position: Position) -> None:
    one, batch = sapper.analyse(position).to_arrow(), sapper.analyse_many([position]).to_arrow()
    assert one.schema == batch.schema
    np.testing.assert_equal(one.to_pydict(), batch.to_pydict())  # nan is nan


@pytest.mark.parametrize("position", POSITIONS, ids=repr)
def test_beliefs_as_plain_values_and_pickles(position: Position) -> None:
    beliefs = Strategy("subset+density").beliefs(position)
    values = strict(beliefs.to_dict())
    for name, cells in (("safe", beliefs.safe), ("mines", beliefs.mines)):
        assert values[name] == [cell_value(cell) for cell in position.topology if cells[cell]]
    np.testing.assert_array_equal(np.array(values["risk"], dtype=float), beliefs.risk)
    cells_of = [list(map(cell_value, each.cells)) for each in beliefs.statements]
    assert [each["cells"] for each in values["statements"]] == cells_of
    for same in (pickle.loads(pickle.dumps(beliefs)), copy.deepcopy(beliefs)):
        assert (same, hash(same)) == (beliefs, hash(beliefs))
        assert not same.risk.flags.writeable
    assert beliefs != Strategy("subset+density").beliefs(Position(np.full((2, 2), -1), 1))
    without = sapper.Beliefs(beliefs.safe, beliefs.mines, beliefs.risk)
    assert without != beliefs
    if position.topology.dimension == 2:
        assert without.to_dict() == {**beliefs.to_dict(), "statements": []}


def test_choices_and_optima_as_plain_values() -> None:
    choice = Strategy("best").choose(POSITIONS[1])
    plain = {"cells": [[2, 0], [2, 1]], "flags": [], "risk": 0.0}
    assert strict(choice.to_dict()) == plain | {"win_probability": choice.win_probability}
    assert strict(Strategy("exact+first").choose(POSITIONS[3]).to_dict())["cells"] == [0]
    optimum = sapper.optimum(Board(PATH, 1), "any")
    values = strict(optimum.to_dict())
    assert values["fraction"] == [optimum.fraction.numerator, optimum.fraction.denominator]
    assert (values["rules"]["first_click"], values["first_cell"]) == ("any", optimum.first_cell)


def test_replications_as_tables() -> None:
    rows = [replicate(row, games=5, threads=1) for row in ROWS[:3]]
    table = pa.concat_tables(each.to_arrow() for each in rows)
    assert table["games"].to_pylist() == [5, 5, 5]
    assert table["difference"].to_pylist() == [each.difference for each in rows]
    assert table["published_win_rate"].to_pylist() == [each.row.published for each in rows]


def test_metrics_as_tables() -> None:
    games = [lost_game(), Strategy("fast").play(Game("beginner", seed=1))]
    metrics = [sapper.measure(games[0]), sapper.measure(games[1], seconds=2.5)]
    table = pa.concat_tables(each.to_arrow() for each in metrics)  # one schema, whatever is known
    plain = [strict(each.to_dict()) for each in metrics]
    hand = not_none(sapper.measure(sapper.Replay.from_game(games[0])).mouse)
    names = [name for name in plain[0] if name not in ("board", "mouse")]
    assert table.column_names[: len(names) + 3] == ["topology", "shape", "mines", *names]
    assert {*table.column_names[len(names) + 3 :]} == {*hand.to_dict()}
    for name in ["topology", "shape", "mines", *names]:
        assert table[name].to_pylist() == [{**each["board"], **each}[name] for each in plain], name
    on_graph = sapper.measure([0], PATH).to_arrow()
    assert on_graph.to_pylist()[0].items() >= {"topology": "graph", "shape": [3], "mines": 1}.items()
    assert on_graph.schema == metrics[0].board.to_arrow().schema


RESULTS: dict[str, Callable[[], Any]] = {
    "player report": lambda: sapper.player_report([sapper.review(lost_game())]),
    "analyses": lambda: sapper.analyse_many(POSITIONS[:1]),
    "analysis": lambda: sapper.analyse(POSITIONS[0]),
    "replication": lambda: replicate(ROWS[0], games=5, threads=1),
    "review": lambda: sapper.review(lost_game()),
    "report": lambda: sapper.simulate("beginner", "fast", games=20),
    "game metrics": lambda: sapper.measure(lost_game()),
    "board metrics": lambda: sapper.measure(lost_game()).board,
    "comparison": lambda: sapper.compare("fast", "exact+first", "beginner", games=20),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_a_value(name: str) -> None:
    result = RESULTS[name]()
    values = strict(result.to_dict())
    for same in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert same == result
        assert hash(same) == hash(result)
        assert strict(same.to_dict()) == values  # with the times
    assert len(repr(result)) < 500


@pytest.mark.parametrize("name", RESULTS)
def test_others_read_tables_by_the_capsule_interface(name: str) -> None:
    result = RESULTS[name]()
    table = pa.RecordBatchReader.from_stream(result).read_all()
    assert table.schema.equals(result.to_arrow().schema)
    np.testing.assert_equal(table.to_pydict(), result.to_arrow().to_pydict())  # nan is nan
    assert table.num_rows > 0


def test_a_review_as_a_table() -> None:
    review = sapper.review(lost_game(), by="win")
    table, moves = review.to_arrow(), review.to_dict()["moves"]
    assert table.num_rows == len(moves) == 3
    chances = [move.pop("chance") or {} for move in moves]
    assert any(chances)
    for name in table.column_names:
        rows = moves if name in moves[0] else chances
        assert table[name].to_pylist() == [row.get(name) for row in rows], name
    path = Minefield([0], PATH).game()
    path.open(2)
    assert sapper.review(path).to_arrow()["cell"].to_pylist() == [2]


def test_reports_as_tables_have_the_columns_of_csv() -> None:
    report = sapper.simulate(Board.square(4, 4, 3), "fast", games=20)
    table = report.to_arrow()
    assert table.column_names == report.to_csv().splitlines()[0].split(",")
    row = table.to_pylist()[0]
    assert (row["games"], row["won"], row["win_rate"]) == (report.games, report.won, report.win_rate)
    comparison = sapper.compare("fast", "exact+first", "beginner", games=20)
    assert comparison.to_arrow()["difference"].to_pylist()[0] == comparison.difference


def test_others_read_tables_without_copies() -> None:
    batch = sapper.analyse_many(np.full((3, 2, 2), -1), 1)
    column = batch.to_arrow()["mine_probability"].chunk(0).flatten()
    assert np.shares_memory(column.to_numpy(), batch.mine_probability)
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    frame = polars.DataFrame(batch)
    assert frame.shape == (3, 11)
    assert np.shares_memory(frame["mine_probability"].explode().to_numpy(), batch.mine_probability)
    frame = batch.to_arrow().to_pandas(types_mapper=pandas.ArrowDtype)
    column = frame["log_configurations"].array.__arrow_array__()
    assert np.shares_memory(column.chunk(0).to_numpy(), batch.log_configurations)
    if hasattr(pandas.DataFrame, "from_arrow"):  # pandas 3
        assert list(pandas.DataFrame.from_arrow(batch).columns) == batch.to_arrow().column_names
