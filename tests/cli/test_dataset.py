"""`sapper dataset`, through its command line."""

import json
from functools import partial
from pathlib import Path
from typing import Any

from pyarrow import parquet
from support.command_line import command_line

import sapper

run = partial(command_line, "dataset")


def test_it_writes_what_the_library_writes(tmp_path: Path) -> None:
    typed_options = [
        *("--rows", 4, "--columns", 5, "--mines", 4, "--strategy", "exact+first", "--first-click", "safe"),
        *("--games", 9, "--seed", 3, "--difficulty", "--every", 2, "--ranked", 2, "--estimate", "30%"),
        *("--licence", "mit", "--threads", 1),
    ]
    shown = run(tmp_path / "typed", *typed_options)
    options: Any = {"games": 9, "seed": 3, "every": 2, "difficulty": True, "ranked": 2, "estimate": 0.3}
    board = sapper.Board.square(4, 5, 4)
    made = sapper.write_dataset(
        tmp_path / "called", board, "exact+first", rules="safe", licence="mit", **options
    )
    typed = tmp_path / "typed"
    assert shown.output == f"{made.positions} positions of 9 games in 1 file: {typed / 'data'}\n"
    for name in ("README.md", "data/chunk-000000000.parquet"):
        assert (typed / name).read_bytes() == (tmp_path / "called" / name).read_bytes()
    told = json.loads(run(typed, *typed_options, "--json").output)
    assert told == made.to_dict() | {"folder": str(typed)}


def test_replays_of_other_boards_are_named(tmp_path: Path) -> None:
    for level in ("beginner", "intermediate"):
        game = sapper.Strategy("fast").play(sapper.Game(level, seed=1))
        sapper.write(sapper.Replay.of(game), tmp_path / f"{level}.rawvf")
    shown = run(str(tmp_path / "made"), "--level", "beginner", "--replays", str(tmp_path))
    assert "Skipped intermediate.rawvf: it is on another board: intermediate" in shown.output
    assert parquet.read_table(tmp_path / "made" / "data").num_rows > 0
