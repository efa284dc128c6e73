"""What arrays, and mines beside a position, mean to every public function that takes them."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from support.kinds import KINDS
from support.public_calls import CALLS

import sapper
from sapper import Game, GameError, Minefield, Position, PositionError, Topology

MARKS = [[1, -1, -1], [-1, -1, -1]]
POSITION = Position(MARKS, 2)


def array_with_mask(values: Any, mask: Any, dtype: Any = None) -> Any:
    return np.ma.array(values, mask=mask, dtype=dtype)


GAME = Minefield([(0, 1), (1, 1)], Topology.square(2, 3)).game()
NA = KINDS["missing"]


class Table:
    """Stands for a table of pandas of the type Int64: objects, some of which may be missing."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows

    @property
    def ndim(self) -> int:
        return int(np.ndim(np.array(self._rows, object)))

    def __iter__(self) -> Iterator[int]:
        return iter(range(2))  # the names of the columns

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(self._rows, object)


class Frame(Table):
    """Stands for a table of pandas of floating numbers: nan is missing."""

    def isna(self) -> Any:
        return np.isnan(self._rows)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(self._rows, dtype or float)


class Columns:
    """Stands for a table of polars or pyarrow, which has a shape alone."""

    def __init__(self, rows: Any) -> None:
        self._rows = np.array(rows)

    @property
    def shape(self) -> tuple[int, ...]:
        return self._rows.shape

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows.T)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self._rows


def memory(array: Any) -> Any:
    return memoryview(array)


class Sparse:
    """Stands for a tensor of torch that numpy cannot read as it is."""

    ndim, shape = 2, (2, 3)

    def __init__(self, error: type[Exception]) -> None:
        self._error = error

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise self._error("call .to_dense()\nfirst")


GAPS = array_with_mask([[1, 7, -1], [3, -1, -1]], mask=[[0, 1, 0], [1, 0, 0]])
SAME: dict[str, Any] = {
    "masked": GAPS,
    "masked, without signs": array_with_mask(
        [[1, 7, 7], [3, 7, 7]], mask=[[0, 1, 1], [1, 1, 1]], dtype=np.uint8
    ),
    "rows that are masked": list(GAPS),
    "masked entries": [[1, np.ma.masked, -1], [-1, -1, -1]],
    "objects": np.array(MARKS, object),
    "columns first": np.array(MARKS, np.int16, order="F"),
    "the other order of bytes": np.array(MARKS, ">i4"),
    "a view from right to left": np.array([row[::-1] for row in MARKS])[:, ::-1],
    "a table": Table(MARKS),
    "a table of columns": Columns(MARKS),
    "memory": memory(np.array(MARKS)),
    "a table with gaps": Table([[1, NA, -1], [NA, -1, -1]]),
    "rows with gaps": [[1, NA, -1], [NA, -1, -1]],
    "floating numbers": np.array(MARKS, np.float32),
    "floating numbers in lists": [[1.0, -1, -1], [-1, -1.0, -1]],
    "floating numbers, masked": array_with_mask(
        [[1, math.nan, -1], [-1, 7, -1]], mask=[[0, 1, 0], [0, 1, 0]]
    ),
    "floating objects": np.array([[1.0, np.float16(-1), -1], [-1, -1, -1]], object),
    "a table of floating numbers": Frame([[1.0, math.nan, -1], [math.nan, -1, -1]]),
    "numbers of numpy": [[np.int8(each) for each in row] for row in MARKS],
}
"""Other ways to write MARKS."""


def takers(*names: str) -> dict[str, Callable[..., Any]]:
    """The public functions with one of these arguments, called with it and others that are right."""
    functions = {}
    for name, (function, arguments) in CALLS.items():
        argument = next((each for each in names if each in arguments), None)
        takes_no_array = name in ("Position.from_text", "environments.grade")
        if argument is None or "safe" in arguments or takes_no_array:
            continue
        right = {each: value for each, (value, _) in arguments.items()}

        def call(
            value: Any, function: Any = function, right: Any = right, argument: Any = argument, **more: Any
        ) -> Any:
            return function(**{**right, argument: [value] if argument == "positions" else value, **more})

        functions[name] = call
    return functions


POSITIONS = takers("position", "positions", "marks")
WITH_MINES = {name: call for name, call in POSITIONS.items() if "mines" in CALLS[name][1]}


def test_the_functions_are_listed() -> None:
    assert set(WITH_MINES) == {
        *("Position", "analyse", "analyse_many", "evaluate", "evaluate_many", "hint", "rank"),
        *("Strategy.choose", "Strategy.beliefs", "Inference", "count_solutions"),
    }


@pytest.mark.parametrize("name", WITH_MINES)
def test_mines_beside_a_position_are_those_of_the_position(name: str) -> None:
    call = WITH_MINES[name]
    for value in (POSITION, GAME, sapper.analyse(POSITION)):
        call(value, mines=2)
        for wrong in (1, 3, 6):
            with pytest.raises(
                PositionError, match=f"the position has 2 mines, not {wrong}: leave out `mines`"
            ):
                call(value, mines=wrong)
    call(Position(MARKS), mines=3)


def test_each_of_several_counts_is_compared() -> None:
    positions: list[Any] = [POSITION, Position(MARKS), GAME]
    sapper.analyse_many(positions, mines=[2, 5, 2])
    with pytest.raises(PositionError, match=r"position 2 \(0-based\): the position has 2 mines, not 3"):
        sapper.analyse_many(positions, mines=[2, 5, 3])


@pytest.mark.parametrize("name", WITH_MINES)
def test_arrays_of_all_kinds_are_the_same_position(name: str) -> None:
    call = WITH_MINES[name]
    same = call(MARKS, mines=2)
    for kind, value in SAME.items():
        answer = call(value, mines=2)
        if name == "Inference":  # it changes, so it has no equality
            assert answer.position == same.position, kind
        else:
            assert answer == same, kind


@pytest.mark.parametrize("name", POSITIONS)
def test_risks_and_numbers_that_are_not_whole_are_no_marks(name: str) -> None:
    """The risks of an analysis have nan for the open cells, so nan must not stand for hidden."""
    risks = sapper.analyse("1?", 1).mine_probability
    assert risks.tolist()[0][1] == 1
    for wrong in (
        risks,
        [[np.nan, 1.0]],
        np.array([[np.nan, 1]], object),
        np.array([[1, 0.5]]),
        [[1, 0.5]],
        np.array([[1.0, -np.inf]], np.float16),
        [[1, 1e300]],
        [[1, -9.3e18]],
    ):
        with pytest.raises(PositionError):
            POSITIONS[name](wrong)


@pytest.mark.parametrize("error", [TypeError, RuntimeError, ValueError])
def test_an_object_that_gives_no_array_is_refused_in_the_words_of_its_library(error: type[Exception]) -> None:
    tensor: Any = Sparse(error)
    for call in POSITIONS.values():
        for value in (tensor, [tensor, tensor]):
            with pytest.raises(PositionError):
                call(value)
    if error is not ValueError:  # which numpy raises for rows of different lengths
        words = r"cannot be read from [\w.]+Sparse, which gives no array of numpy: call \.to_dense\(\) first"
        with pytest.raises(PositionError, match=f"`marks` {words}"):
            Position(tensor)
        with pytest.raises(GameError, match=f"`mines` {words}"):
            Minefield(tensor)


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("dtype", [np.int16, np.int64])
def test_arrays_are_copied(name: str, dtype: Any) -> None:
    """The engine's own type, in the engine's own order, needs no conversion that would copy."""
    marks = np.array(MARKS, dtype)
    call = POSITIONS[name]
    more = {"mines": 2} if name in WITH_MINES else {}
    answer, same = call(marks, **more), call(MARKS, **more)
    marks[:] = 0  # fails if the answer has made it read-only
    if name == "Inference":
        answer, same = answer.position, same.position
    assert answer == same


def test_an_array_of_positions_is_copied() -> None:
    marks = np.array([MARKS, MARKS], np.int16)
    answer = sapper.analyse_many(marks, 2)
    marks[:] = 0
    assert answer[1] == sapper.analyse(MARKS, 2)


@pytest.mark.parametrize("batch", [sapper.analyse_many, sapper.evaluate_many])
def test_one_board_is_not_a_list_of_boards(batch: Callable[..., Any]) -> None:
    tables = [Table(MARKS), Columns(MARKS), memory(np.array(MARKS))]
    one: list[Any] = [MARKS, np.array(MARKS), GAPS, *tables, iter(MARKS), tuple(MARKS), list(GAPS)]
    for marks in one:
        with pytest.raises(PositionError, match="this is one board: give a list of boards, as in"):
            batch(marks, mines=2)
    with pytest.raises(PositionError, match="this is one board"):
        batch(np.full((2, 2, 2), -1), mines=2, topology=Topology.grid(2, 2, 2))
    boards: list[Any] = [[MARKS], np.array([MARKS]), memory(np.array([MARKS]))]
    assert [len(batch(each, mines=2)) for each in boards] == [1, 1, 1]
    assert len(batch(MARKS, mines=1, topology=Topology.grid(3))) == 2
    assert len(batch(np.array(MARKS), mines=1, topology=Topology.graph([[1], [0, 2], [1]]))) == 2


@pytest.mark.parametrize(
    "take", [Minefield, sapper.measure, lambda mines, topology: Minefield(mines, topology).game()]
)
def test_a_grid_is_never_taken_for_cells(take: Callable[..., Any]) -> None:
    square = Topology.square(3, 2)
    grid = [[True, False], [False, False], [False, True]]
    cells = [(0, 0), (2, 1)]
    same: list[Any] = [
        grid,
        np.array(grid),
        list(np.array(grid)),
        np.array(grid, object),
        Table(grid),
        Columns(grid),
        memory(np.array(grid)),
        array_with_mask(grid, mask=False),
        np.array(cells),
        np.array(cells, object),
        Table(cells),
        [[0, 0], [2, 1]],
        iter(cells),
    ]
    for mines in same:
        assert take(mines, square) == take(cells, square)
    for numbers in ([[1, 0], [0, 0], [0, 1]], [[1, 1], [0, 0], [0, 1]]):
        with pytest.raises(GameError, match="may be cells or a grid of the board: give cells as tuples"):
            take(numbers, square)
        with pytest.raises(GameError, match=r"mines\.astype\(bool\)"):
            take(np.array(numbers), square)
    for rows_and_columns in (np.nonzero(np.array(grid)), np.nonzero(np.ones((3, 2)))):
        with pytest.raises(GameError, match=r"give np\.argwhere"):
            take(rows_and_columns, square)
    missing = array_with_mask(grid, mask=[[0, 0], [1, 0], [0, 0]])
    for gaps in (missing, list(missing), Table([[True, NA], [False, False], [False, True]])):
        with pytest.raises(GameError, match="True or False for every cell of the board"):
            take(gaps, square)
    graph = Topology.graph([[1], [0, 2], [1]])
    assert take([True, False, True], graph) == take([0, 2], graph)


def test_a_mask_is_never_dropped() -> None:
    """Where nothing stands for a missing value, it is refused."""
    mask = array_with_mask([True, False, False], mask=[1, 0, 0])
    with pytest.raises(GameError, match="a value is missing"):
        sapper.draw.board_svg("1?\n??", minefield=array_with_mask(np.eye(2, dtype=bool), mask=np.eye(2)))
    with pytest.raises(GameError, match="a value is missing"):
        Game(sapper.Board(Topology.grid(3), 1), minefield=mask)
    with pytest.raises(sapper.ArgumentError, match=r"number 1 \(0-based\) is missing"):
        sapper.GameBatch(2, "beginner", seed=1).step(array_with_mask([0, 1], mask=[0, 1]))
    words = r"`mines` must be whole numbers, but number 0 \(0-based\) is missing"
    with pytest.raises(PositionError, match=words):
        sapper.analyse_many(["1?", "1?"], Table([NA, 1]))
    with pytest.raises(sapper.BoardError, match="`mines` must be a whole number"):
        sapper.Board(Topology.square(3, 3), array_with_mask(5, mask=True))
    with pytest.raises(sapper.FormatError, match="some pixels are masked"):
        sapper.read_picture(array_with_mask(np.zeros((300, 300, 3), np.uint8), mask=True))


@pytest.mark.parametrize(
    "cell", [Table([[0, 1]]), {0, 1}, {0: 1, 1: 1}, b"\0\1", array_with_mask([0, 1], mask=[1, 0])]
)
def test_what_has_no_order_is_no_cell(cell: Any) -> None:
    with pytest.raises(sapper.CellError):
        Topology.square(3, 3).index(cell)


def test_tables_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame([[1, None, -1], [None, -1, -1]], dtype="Int64")
    assert Position(table, 2) == POSITION
    assert Position(table.fillna(-1), 2) == POSITION
    assert Position(pandas.Series([1, None], dtype="Int64"), 1) == Position([1, -1], 1)
    counts = pandas.Series([2, 3], dtype="Int64")
    assert sapper.analyse_many([MARKS, MARKS], counts) == sapper.analyse_many([MARKS, MARKS], [2, 3])
    with pytest.raises(PositionError, match="is missing"):
        sapper.analyse_many([MARKS, MARKS], pandas.Series([2, None], dtype="Int64"))
    assert sapper.analyse_many(pandas.Series(["1?", "?1"]), 1) == sapper.analyse_many(["1?", "?1"], 1)
    bools = pandas.DataFrame([[True, False]], dtype="boolean")
    assert Minefield(bools) == Minefield([(0, 0)], Topology.square(1, 2))
