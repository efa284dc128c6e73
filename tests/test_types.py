"""Programs with strict types. `make check` runs `mypy --strict` and pyright on them, and the tests run them.

An unused `type: ignore` is an error there, so the comments below say what type checkers must refuse.
"""

from typing import Any, assert_type

import numpy as np

import sapper
from sapper import Board, Game, Inference, Minefield, Position, Strategy, Topology

TEXT = "0?\n??"
PATH = Topology.graph([[1], [0, 2], [1]])
NAMES = ["left", "middle", "right"]


def best_of(position: Position) -> sapper.Cell:
    """For any board: `Position` alone is a position on a grid or a graph."""
    best = sapper.analyse(position).safest
    return position.topology.cell(0) if best is None else best


def names_of(position: Position[int]) -> list[str]:
    """For graphs alone."""
    return [NAMES[cell] for cell in sapper.analyse(position).safe]


def test_texts_lists_and_levels_have_rows_and_columns() -> None:
    """`assert_type` is checked by type checkers alone."""
    lists = [[0, -1], [-1, -1]]
    assert_type(sapper.analyse(TEXT, 0), sapper.Analysis[tuple[int, int]])
    assert_type(sapper.analyse(lists, 0, topology="torus").safest, tuple[int, int] | None)
    assert_type(sapper.hint(TEXT, 0), sapper.Hint[tuple[int, int]])
    assert_type(sapper.rank(TEXT, mines=0)[0].cell, tuple[int, int])
    assert_type(Position(TEXT, 0, "hexagons"), Position[tuple[int, int]])
    assert_type(Position.from_text(TEXT), Position[tuple[int, int]])
    assert_type(Position(Game("expert")), Position[tuple[int, int]])
    assert_type(Minefield.from_text("*.").first_cell, tuple[int, int] | None)
    assert_type(Minefield(np.zeros((2, 2), bool)).cells(), list[tuple[int, int]])
    assert_type(Minefield([(0, 0)], Topology.square(2, 2)).game().changed, list[tuple[int, int]])
    assert_type(Strategy("fast").choose(Position(TEXT, 0)).cell, tuple[int, int])
    cube = Topology.grid(2, 1, 1)
    assert_type(sapper.analyse("?\n\n?", 0, topology=cube).safe, list[tuple[Any, ...]])
    assert_type(Position.from_text("?\n\n?", 0, cube), Position[tuple[Any, ...]])
    assert_type(Position([-1, 0, -1], 0, PATH), Position[int])
    assert_type(Minefield.from_text("*..", PATH).cells(), list[int])
    assert_type(Game(Board(PATH, 1)).changed, list[int])
    assert_type(Inference(Board(PATH, 3)).mines, list[int])
    assert_type(Inference(Position(TEXT, 0)).mines, list[tuple[int, int]])
    assert_type(Inference(Board.square(2, 2, 0)).safe, list[tuple[int, int]])
    assert_type(Topology.square(3, 3).neighbours((0, 0)), list[tuple[int, int]])
    assert_type(list(Board.level("beginner").topology), list[tuple[int, int]])
    assert_type(Minefield([(0, 1)], Topology.hexagons(4, 4)).cells(), list[tuple[int, int]])
    assert_type(sapper.optimum(Board.square(2, 2, 1)).first_cell, tuple[int, int])
    assert_type(sapper.GameBatch(1, "beginner"), sapper.GameBatch[tuple[int, int]])
    assert_type(sapper.GameBatch(1, board=(3, 3, 1)).position(0), Position[tuple[int, int]])
    assert_type(sapper.GameBatch(1, Board(PATH, 1)), sapper.GameBatch[int])
    assert_type(sapper.GameBatch(1, board=Board(PATH, 1)), sapper.GameBatch[int])


def test_arrays_batches_and_fair_boards_have_rows_and_columns() -> None:
    marks = np.zeros((2, 2), dtype=np.int16) - 1
    assert_type(sapper.analyse(marks, 0).safe, list[tuple[int, int]])
    assert_type(sapper.hint(marks, 0), sapper.Hint[tuple[int, int]])
    assert_type(Position(marks, 0).topology.cell(0), tuple[int, int])
    assert_type(sapper.analyse_many([TEXT], 0), sapper.Analyses[tuple[int, int]])
    boards: np.ndarray[tuple[int, int, int], np.dtype[np.int64]] = np.full((1, 2, 2), -1)
    assert_type(sapper.analyse_many(boards, 0), sapper.Analyses[tuple[int, int]])
    assert_type(sapper.analyse_many([Game("expert")]), sapper.Analyses[tuple[int, int]])
    assert_type(sapper.analyse_many([Position([-1, 0, -1], 0, PATH)]), sapper.Analyses[int])
    assert_type(sapper.analyse_many([[-1, 0, -1]], 0, topology=PATH), sapper.Analyses[int])
    assert_type(sapper.generate("beginner", seed=1).first_cell, tuple[int, int])
    assert_type(sapper.generate(Board(PATH, 1), fair=False, rules="safe").first_cell, int)
    assert_type(sapper.generate_many(1, "beginner", seed=1)[0].first_cell, tuple[int, int])


class Corner(Strategy):
    """As people write it, without a `type: ignore`."""

    def choose(self, position: Position) -> sapper.Cell | sapper.Choice:
        if position[position.topology.cell(0)] < 0:
            return position.topology.cell(0)
        return super().choose(position)

    def beliefs(self, position: Position) -> sapper.Beliefs:
        return super().beliefs(position)


class ByName(Strategy):
    """Plays by a name."""


def test_games_and_what_is_said_of_them_have_rows_and_columns() -> None:
    game = Game("beginner", seed=1)
    game.open(4, 4)
    assert_type(game.history[0].cell, tuple[int, int])
    assert_type(sapper.analyse(game).safe, list[tuple[int, int]])
    assert_type(sapper.review(game).moves[0].action.cell, tuple[int, int])
    deduction = sapper.hint("1?\n11", 1).deduction
    assert deduction is not None
    assert_type(deduction.mines, tuple[tuple[int, int], ...])
    assert best_of(Position(TEXT, 0)) == (0, 1)


def test_subclasses_override_with_less_and_callers_lose_no_types() -> None:
    position = Position(TEXT, 0)
    assert_type(Corner("exact+first").choose(position), sapper.Cell | sapper.Choice)
    assert_type(Strategy(Corner("exact+first")).choose(position, seed=1), sapper.Choice[tuple[int, int]])
    assert_type(Strategy(Corner("exact+first")).beliefs(position), sapper.Beliefs)
    assert_type(ByName("exact+first").choose(position), sapper.Choice[tuple[int, int]] | Any)
    assert Strategy(Corner("exact+first")).choose(position).cell == (0, 1)


def test_cells_of_graphs_are_numbers() -> None:
    position = Position([-1, 0, -1], 0, PATH)
    assert names_of(position) == ["left", "right"]
    deduction = sapper.hint(position).deduction
    assert deduction is not None
    assert_type(deduction.safe, tuple[int, ...])
    assert_type(sapper.analyse([-1, 0, -1], 0, topology=PATH).safe, list[int])
    assert_type(Strategy("exact+first").choose(position).cell, int)
    assert_type(sapper.rank(position)[0].cell, int)
    assert best_of(position) == 0


def wrong() -> None:
    """What type checkers must refuse. Nothing calls it."""
    for _, _ in sapper.analyse(Position([0, -1], 0, PATH)).safe:  # type: ignore[misc]
        pass
    for name in sapper.analyse(Game(Board.level("expert"))).safe:
        print(NAMES[name])  # type: ignore[call-overload]
    names_of(Position("0", 0, Topology.square(1, 1)))  # type: ignore[arg-type]
    Strategy("fast").choose(object())  # type: ignore[arg-type]
    Strategy("fast").choose(Position("0", 0), rule=3)  # type: ignore[call-arg]
