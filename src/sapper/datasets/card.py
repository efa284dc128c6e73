"""The card of a data set: what it holds and how it was made, as a README that Hugging Face reads too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sapper._support.installation import this_version
from sapper._support.words import quantity
from sapper.simulation.configuration import Configuration, board_name

if TYPE_CHECKING:
    from sapper.datasets.columns import Column


def card_of(
    configuration: Configuration,
    columns: Mapping[str, Column],
    made: Mapping[str, Any],
    positions: int,
    games: int,
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
        "Board": board_name(board),
        **_origin(configuration, made),
        "Kept": "every position" if made["every"] == 1 else f"one position of {made['every']}",
        "Made by": f"Sapper {this_version()}, pyarrow {pyarrow.__version__}",
        "Licence": licence,
    }
    told = "\n".join(f"| {name} | {value} |" for name, value in facts.items())
    return f"""---
license: {json.dumps(licence)}
pretty_name: Minesweeper positions
tags: [minesweeper]
configs:
- config_name: default
  data_files: data/*.parquet
---

# Minesweeper positions

{quantity(positions, "position")} of Minesweeper with the exact probability of a mine in every hidden cell.

| | |
|---|---|
{told}

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


def _origin(configuration: Configuration, made: Mapping[str, Any]) -> dict[str, str]:
    if "replays" in made:
        return {"From": f"recorded games; SHA-256 of their files {made['replays']}"}
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
