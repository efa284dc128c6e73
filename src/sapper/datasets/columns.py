"""The columns of a data set, the options that add some, and the card that describes them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

import numpy as np

from sapper import _engine
from sapper._support.installation import this_version
from sapper._support.words import quantity
from sapper.board.board import Board
from sapper.board.game import Status
from sapper.board.marks import HIDDEN
from sapper.board.position import Position
from sapper.board.rules import Rules
from sapper.board.topology import Topology
from sapper.hints.hints import RULES
from sapper.hints.ranking import rank
from sapper.simulation.configuration import Configuration, board_name
from sapper.simulation.games_folder import lists_of
from sapper.strategy.evaluation import evaluate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sapper._engine import Cancel

STATUSES: Final = get_args(Status)
_LARGEST_INT8: Final = 127


@dataclass(frozen=True, slots=True)
class Extras:
    """The columns that the caller adds to the usual ones."""

    difficulty: bool
    ranked: int  # the number of moves in the column `ranked`; 0 leaves it out
    estimate: float | None  # the standard error of the column `win_estimate`; None leaves it out
    minefields: bool = False
    openings: bool = False  # rows before the first click, in place of a column


class Positions(NamedTuple):
    """Positions with what is known of them, as the engine gives it: an entry or a row of cells for each."""

    games: NDArray[np.uint64]
    moves: NDArray[np.uint32]
    outcomes: NDArray[Any]
    exact: NDArray[np.uint8]
    chosen: NDArray[np.uint32]
    exploded: NDArray[np.uint8]
    win_probability: NDArray[np.float64]
    difficulties: NDArray[np.uint8]
    marks: NDArray[np.int16]
    mine_probability: NDArray[np.float64]
    safe: NDArray[np.uint32]
    mined: NDArray[np.uint32]
    safe_counts: NDArray[np.uint32]
    mined_counts: NDArray[np.uint32]

    @classmethod
    def from_engine(cls, engine: _engine.Positions) -> Positions:
        """The positions that the engine kept."""
        return cls(*(getattr(engine, name) for name in cls._fields))


class Column(NamedTuple):
    """A column."""

    type: str  # in Arrow; that of an item where there is one for each cell
    meaning: str  # what the card says of it
    # Takes them from positions; None for the columns of `Extras` that Python computes.
    values: Callable[[Positions], Any] | None
    nullable: bool = False  # whether entries may be missing
    per_cell: bool = False  # whether there is an item for each cell


def columns_of(board: Board[Any], extras: Extras) -> dict[str, Column]:
    """The columns of a data set, in their order."""
    marks = "int8" if board.topology.max_degree <= _LARGEST_INT8 else "int16"
    columns = {
        "game": Column("uint64", "the number of the game among those of the seed", lambda p: p.games),
        "move": Column("uint32", "how many positions of its game came before it", lambda p: p.moves),
        "status": Column("string", "how the game ended: `won`, `lost`, `drawn` or `playing`", _statuses),
        "chosen": Column("uint32", "the cell that the player then opened", lambda p: p.chosen),
        "exploded": Column("bool", "whether that was a mine", lambda p: p.exploded.view(np.bool_)),
        "exact": Column(
            "bool", "whether the probabilities are exact; if not, estimates", lambda p: p.exact.view(np.bool_)
        ),
        "win_probability": Column(
            "double",
            "the chance to win that the player had proven; null if none",
            lambda p: p.win_probability,
            nullable=True,
        ),
        "marks": Column(
            marks,
            "0 and up: the number in an open cell; -1 hidden, -2 flag, -3 exploded mine",
            lambda p: p.marks.astype(marks),
            per_cell=True,
        ),
        "mine_probability": Column(
            "double", "of each hidden cell; nan in open cells", lambda p: p.mine_probability, per_cell=True
        ),
        "safe": Column(
            "list of uint32", "the cells that are certainly safe", lambda p: lists_of(p.safe_counts, p.safe)
        ),
        "mines": Column(
            "list of uint32",
            "the cells that are certainly mines",
            lambda p: lists_of(p.mined_counts, p.mined),
        ),
    }
    if extras.difficulty:
        meaning = "the hardest rule that some certain cell needs; null if no cell is certain"
        columns["difficulty"] = Column("string", meaning, _difficulties, nullable=True)
    if extras.ranked:
        meaning = (
            f"the {extras.ranked} best moves in the order of `sapper.rank`: cells to open, with their risk"
        )
        columns["ranked"] = Column("list of cell (uint32) and risk (double)", meaning, None)
    if extras.estimate is not None:
        meaning = f"the chance to win by `sapper.evaluate`, to a standard error of {extras.estimate:g}"
        columns["win_estimate"] = Column("double", meaning, None)
    if extras.minefields:
        columns["minefield"] = Column(
            "bool", "where the mines were, which no player knew", None, per_cell=True
        )
    return columns


def table_of(
    positions: Positions,
    board: Board[Any],
    rules: Rules,
    extras: Extras,
    minefield: Callable[[int], NDArray[np.bool_]],
    cancel: Cancel,
) -> Any:
    """The positions as a table of Arrow. `minefield` gives the mines of a game by its number.

    Raises:
        BudgetError: A position was too hard to rank.
        CancelledError: `cancel` was set.
    """
    import pyarrow as pa

    fields, arrays = [], []
    extra_values = _extra_values(positions, board, rules, extras, cancel)
    if extras.minefields:
        numbers, places = np.unique(positions.games, return_inverse=True)
        mines = np.array([minefield(int(number)).ravel() for number in numbers], np.bool_)
        extra_values["minefield"] = mines.reshape(-1, board.topology.size)[places].ravel()
    for name, column in columns_of(board, extras).items():
        values = extra_values[name] if column.values is None else column.values(positions)
        if column.per_cell:
            item = pa.field("item", pa.type_for_alias(column.type), nullable=False)
            kind = pa.list_(item, board.topology.size)
            values = pa.FixedSizeListArray.from_arrays(pa.array(values, item.type), type=kind)
        elif name == "ranked":
            values = pa.array(values, pa.list_(pa.struct([("cell", pa.uint32()), ("risk", pa.float64())])))
        elif not isinstance(values, pa.Array):
            values = pa.array(
                values, pa.type_for_alias(column.type), from_pandas=column.nullable
            )  # nan is null
        fields.append(pa.field(name, values.type, nullable=column.nullable))
        arrays.append(values)
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


def with_openings(
    positions: Positions, games: Mapping[int, tuple[int, bool, int]], board: Board[Any]
) -> Positions:
    """The positions with a row for each game before its first click, which then comes first.

    Args:
        positions: All positions of the games, game after game.
        games: For each game its first cell, whether that was a mine, and the number of its status if the
            first click ended it.
        board: The board.
    """
    cells, count = board.topology.size, len(positions.games)
    numbers = np.array([*games], np.uint64)
    first, exploded, outcomes = (np.array(column) for column in zip(*games.values(), strict=True))
    later = np.isin(numbers, positions.games)
    outcomes[later] = positions.outcomes[np.searchsorted(positions.games, numbers[later])]
    order = np.lexsort(
        (np.r_[positions.moves + np.uint32(1), np.zeros(len(numbers))], np.r_[positions.games, numbers])
    )
    safe, mined = (
        _lists(positions.safe, positions.safe_counts),
        _lists(positions.mined, positions.mined_counts),
    )
    nothing = [np.empty(0, np.uint32)] * len(numbers)
    pairs = [[*each, *nothing] for each in (safe, mined)]

    def join(old: NDArray[Any], new: Any, width: int = 1) -> NDArray[Any]:
        """The rows of both arrays, in the new order."""
        more = np.broadcast_to(np.asarray(new, old.dtype).reshape(-1, 1), (len(numbers), width))
        rows: NDArray[Any] = np.concatenate([old.reshape(count, width), more])[order]
        return rows.ravel()

    return Positions(
        games=join(positions.games, numbers),
        moves=join(positions.moves + np.uint32(1), 0),
        outcomes=join(positions.outcomes, outcomes),
        exact=join(positions.exact, 1),
        chosen=join(positions.chosen, first),
        exploded=join(positions.exploded, exploded),
        win_probability=join(positions.win_probability, np.nan),
        difficulties=join(positions.difficulties, len(RULES))
        if positions.difficulties.size
        else positions.difficulties,
        marks=join(positions.marks, HIDDEN, cells),
        mine_probability=join(positions.mine_probability, board.mines / cells, cells),
        safe=np.concatenate([np.empty(0, np.uint32), *(pairs[0][at] for at in order)]),
        mined=np.concatenate([np.empty(0, np.uint32), *(pairs[1][at] for at in order)]),
        safe_counts=join(positions.safe_counts, 0),
        mined_counts=join(positions.mined_counts, 0),
    )


def _lists(values: NDArray[Any], counts: NDArray[Any]) -> list[NDArray[Any]]:
    return np.split(values, np.cumsum(counts)[:-1]) if len(counts) else []


def _statuses(positions: Positions) -> Any:
    return np.array(STATUSES)[positions.outcomes]


def _difficulties(positions: Positions) -> Any:
    names = np.array([*RULES, None], dtype=object)
    return names[np.minimum(positions.difficulties, len(RULES))]


def _extra_values(
    positions: Positions, board: Board[Any], rules: Rules, extras: Extras, cancel: Cancel
) -> dict[str, Any]:
    """The columns that Python computes, position by position."""
    columns: dict[str, list[Any]] = {"ranked": [], "win_estimate": []}
    if not extras.ranked and extras.estimate is None:
        return columns
    topology = board.topology
    for marks in positions.marks.reshape(-1, *topology.shape):
        position = Position(marks, board.mines, topology)
        if extras.ranked:
            moves = rank(position, rules=rules, cancel=cancel, most=extras.ranked)
            columns["ranked"].append(
                [
                    {"cell": topology.index(move.cell), "risk": move.risk}
                    for move in moves
                    if move.kind == "open"
                ]
            )
        if extras.estimate is not None:
            evaluation = evaluate(position, rules=rules, error=extras.estimate, threads=1, cancel=cancel)
            columns["win_estimate"].append(evaluation.win_probability)
    return columns


class Repeats:
    """Counts the positions of a data set that equal an earlier one, also when turned or mirrored."""

    def __init__(self, topology: Topology[Any]) -> None:
        self._topology = topology
        self._views: list[list[NDArray[np.uint64]]] = [[], []]

    def add(self, marks: NDArray[np.integer[Any]]) -> None:
        """Adds positions, whose marks are in rows."""
        shape = self._topology.shape
        boards = marks.reshape(-1, *shape).astype(np.int16)
        self._views[0].append(_hashes(boards))
        if len(shape) == 2 and self._topology == Topology.square(*shape):
            views = [boards, boards.swapaxes(1, 2)] if shape[0] == shape[1] else [boards]
            images = [view[:, ::down, ::right] for view in views for down in (1, -1) for right in (1, -1)]
            self._views[1].append(np.min([_hashes(each) for each in images], axis=0))

    def in_words(self) -> str:
        """The counts, for the card."""
        counts = [sum(map(len, view)) - np.unique(np.concatenate(view)).size for view in self._views if view]
        words = f"{counts[0]:,} equal to an earlier position"
        return words if len(counts) < 2 else f"{words}, {counts[1]:,} when turned or mirrored"


def _hashes(boards: NDArray[np.int16]) -> NDArray[np.uint64]:
    """A number for each board. Two different boards have the same number once in 10^19 pairs."""
    digests = (hashlib.blake2b(board.tobytes(), digest_size=8).digest() for board in boards)
    return np.frombuffer(b"".join(digests), np.uint64)


def card_of(
    configuration: Configuration,
    columns: Mapping[str, Column],
    origin: Mapping[str, Any],
    positions: int,
    games: int,
    repeats: Repeats,
    licence: str,
) -> str:
    """The card in Markdown, with the header of a data set of Hugging Face.

    For replays only the board of the configuration counts.
    """
    import pyarrow

    board = configuration.board
    rows = "\n".join(
        f"| `{name}` | {_type_of(column, board.topology.size)} | {column.meaning} |"
        for name, column in columns.items()
    )
    shape = " x ".join(map(str, board.topology.shape))
    facts = {
        "Positions": f"{positions:,}",
        "Games": f"{games:,}",
        "Repeated": repeats.in_words(),
        "Board": board_name(board),
        **_origin(configuration, origin),
        "Kept": "every position" if origin["every"] == 1 else f"one position of {origin['every']}",
        "Made by": f"Sapper {this_version()}, pyarrow {pyarrow.__version__}",
        "Licence": licence,
    }
    fact_rows = "\n".join(f"| {name} | {value} |" for name, value in facts.items())
    return f"""---
license: {json.dumps(licence)}
pretty_name: Minesweeper positions
tags: [minesweeper, probability, games]
task_categories: [tabular-classification, tabular-regression, reinforcement-learning]
size_categories: [{json.dumps(_size(positions))}]
configs:
- config_name: default
  data_files: data/*.parquet
---

# Minesweeper positions

{quantity(positions, "position")} of Minesweeper with the exact probability of a mine in every hidden cell.

| | |
|---|---|
{fact_rows}

## Columns

| Column | Type | Meaning |
|---|---|---|
{rows}

A list of {board.topology.size} has an entry for each cell, in row-major order. The shape of the board is
{shape}. Elsewhere a cell is its number in this order. Positions of one game resemble each other: keep
them together when you split the data. Games of another seed make a test set. `simulate` with the same
seed plays other boards.

## How to read it

```python
import pyarrow.parquet

table = pyarrow.parquet.read_table("data")  # or polars.read_parquet("data/*.parquet")
```

The same call of `sapper.write_dataset`, with the same versions of Sapper and pyarrow, writes the same files.
"""


def _size(rows: int) -> str:
    """The size of a data set, as Hugging Face names it."""
    names = {10**3: "n<1K", 10**4: "1K<n<10K", 10**5: "10K<n<100K", 10**6: "100K<n<1M", 10**7: "1M<n<10M"}
    return next((name for end, name in names.items() if rows < end), "n>10M")


def _origin(configuration: Configuration, origin: Mapping[str, Any]) -> dict[str, str]:
    if "replays" in origin:
        return {"From": f"recorded games; SHA-256 of their files {origin['replays']}"}
    rules = configuration.rules
    return {
        "Player": configuration.strategies[0],
        "Rules": f"first click {rules.first_click}, win {rules.win}, on mine {rules.on_mine}",
        "Seed": str(configuration.seed),
    }


def _type_of(column: Column, cells: int) -> str:
    if column.per_cell:
        return f"list of {cells} {column.type}"
    return f"{column.type} or null" if column.nullable else column.type
