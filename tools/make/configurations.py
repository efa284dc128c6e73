"""Write tests/data/configurations.json: fixed positions with exact counts from the reference.

    python tools/make/configurations.py

Always writes the same file. tests/data/README.md describes its contents.
"""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sapper import reference
from sapper.reference.truth import EXPLODED, FLAG, HIDDEN, QUESTION, hidden_cells

Record = dict[str, Any]
Board = tuple[Record, list[list[int]]]

TARGET = Path(__file__).parents[2] / "tests" / "data" / "configurations.json"
SEED = 2024
TINY_EACH = 9

MAKERS: dict[str, Callable[..., list[list[int]]]] = {
    "square": reference.square,
    "torus": reference.torus,
    "hexagons": reference.hexagons,
    "grid": reference.grid,
}

TINY: dict[str, list[tuple[int, ...]]] = {
    "square": [(1, 7), (3, 5), (4, 4)],
    "torus": [(2, 3), (3, 5), (4, 4)],
    "hexagons": [(4, 4), (3, 5), (5, 3)],
    "grid": [(9,), (2, 3, 3), (2, 2, 2, 2)],
}

# Topology, shape, mines, and how many games to play: each gives one position.
GAMES: list[tuple[str, tuple[int, ...], int, int]] = [
    ("square", (9, 9), 10, 3),
    ("square", (16, 16), 40, 4),
    ("square", (16, 30), 99, 6),
    ("torus", (12, 12), 24, 3),
    ("torus", (16, 30), 99, 3),
    ("hexagons", (14, 18), 55, 4),
    ("grid", (5, 5, 5), 10, 3),
    ("grid", (3, 3, 3, 3), 5, 2),
]
GRAPH_GAMES = [(60, 12, 3), (150, 36, 3)]

# Topology, shape, mines, and how many safe cells are open, wherever they lie.
SCATTERS: list[tuple[str, tuple[int, ...], int, int]] = [
    ("square", (16, 30), 99, 40),
    ("square", (16, 30), 99, 80),
    ("square", (30, 30), 180, 60),
    ("torus", (16, 16), 40, 20),
    ("hexagons", (16, 20), 70, 60),
    ("grid", (5, 5, 5), 12, 8),
]


def regular_board(topology: str, shape: tuple[int, ...]) -> Board:
    """A regular board: how the file names it, and its neighbour lists."""
    return {"topology": topology, "shape": list(shape)}, MAKERS[topology](*shape)


def graph(size: int, rng: random.Random) -> Board:
    """A random graph whose cells have about five neighbours."""
    touching: list[set[int]] = [set() for _ in range(size)]
    for _ in range(5 * size // 2):
        one, other = rng.sample(range(size), 2)
        touching[one].add(other)
        touching[other].add(one)
    adjacency = [sorted(cells) for cells in touching]
    return {"topology": "graph", "adjacency": adjacency}, adjacency


def number(neighbours: list[list[int]], mine_cells: set[int], cell: int) -> int:
    """What a safe cell shows."""
    return sum(other in mine_cells for other in neighbours[cell])


def scatter(neighbours: list[list[int]], mines: int, open_count: int, rng: random.Random) -> list[int]:
    """A position with some safe cells open, wherever they lie, and every kind of mark among the others."""
    mine_cells = set(rng.sample(range(len(neighbours)), mines))
    safe = [cell for cell in range(len(neighbours)) if cell not in mine_cells]
    marks = [HIDDEN] * len(neighbours)
    for cell in rng.sample(safe, open_count):
        marks[cell] = number(neighbours, mine_cells, cell)
    for cell in hidden_cells(marks):
        if rng.random() < 0.2:
            marks[cell] = rng.choice([FLAG, QUESTION, EXPLODED if cell in mine_cells else HIDDEN])
    return marks


def guesses(neighbours: list[list[int]], mines: int, rng: random.Random) -> Iterator[list[int]]:
    """Plays a game that continues after mines, and yields the positions without a certainly safe cell."""
    mine_cells = set(rng.sample(range(len(neighbours)), mines))
    marks = [HIDDEN] * len(neighbours)
    next_cells = [
        min(set(range(len(neighbours))) - mine_cells, key=lambda cell: number(neighbours, mine_cells, cell))
    ]
    while set(hidden_cells(marks)) - mine_cells:
        for cell in next_cells:
            open_cell(neighbours, mine_cells, marks, cell)
        truth = reference.solve(neighbours, marks, mines)
        next_cells = truth.safe
        if not next_cells and set(hidden_cells(marks)) - mine_cells:
            yield marks.copy()
            counts = {
                cell: count for cell, count in enumerate(truth.mine_configurations) if count is not None
            }
            next_cells = [min(counts, key=lambda cell: counts[cell])]


def open_cell(neighbours: list[list[int]], mine_cells: set[int], marks: list[int], cell: int) -> None:
    """Open a cell, and around every zero the cells that it touches."""
    if cell in mine_cells:
        marks[cell] = EXPLODED
        return
    todo = [cell]
    while todo:
        cell = todo.pop()
        if marks[cell] == HIDDEN:
            marks[cell] = number(neighbours, mine_cells, cell)
            if marks[cell] == 0:
                todo.extend(neighbours[cell])


def record(board: Board, mines: int, marks: list[int]) -> Record:
    """One entry of the file; a contradictory position has no configurations and no counts."""
    names, neighbours = board
    entry: Record = {**names, "mines": mines, "marks": list(marks)}
    try:
        truth = reference.solve(neighbours, marks, mines)
    except ValueError:
        return {**entry, "configurations": "0", "mine_configurations": {}}
    cells: dict[str, list[int]] = {}
    for cell, count in enumerate(truth.mine_configurations):
        if count is not None:
            cells.setdefault(str(count), []).append(cell)
    return {**entry, "configurations": str(truth.configurations), "mine_configurations": cells}


def tiny_records(rng: random.Random) -> Iterator[Record]:
    """Random positions on boards small enough for plain enumeration, and some with one number wrong."""
    for topology in [*TINY, "graph"]:
        for at in range(TINY_EACH):
            if topology == "graph":
                board = graph(rng.randint(8, 14), rng)
            else:
                board = regular_board(topology, TINY[topology][at % 3])
            size = len(board[1])
            mines = rng.randint(1, size // 2)
            marks = scatter(board[1], mines, rng.randint(1, size // 2), rng)
            yield record(board, mines, marks)
            if at % 4 == 0:
                wrong = rng.choice([cell for cell, mark in enumerate(marks) if mark >= 0])
                marks[wrong] += 1 if marks[wrong] == 0 else -1
                yield record(board, mines, marks)


def game_records(rng: random.Random) -> Iterator[Record]:
    """Positions reached by play, with some mines flagged. Each is a guess of another game."""
    games = [(regular_board(topology, shape), mines, count) for topology, shape, mines, count in GAMES]
    games += [(graph(size, rng), mines, count) for size, mines, count in GRAPH_GAMES]
    for board, mines, count in games:
        for _ in range(count):
            positions: list[list[int]] = []
            while not positions:
                positions = list(guesses(board[1], mines, rng))
            marks = rng.choice(positions)
            for cell in reference.solve(board[1], marks, mines).mines:
                marks[cell] = rng.choice([HIDDEN, FLAG])
            yield record(board, mines, marks)


def scattered_records(rng: random.Random) -> Iterator[Record]:
    """Positions whose numbers lie far apart: wide frontiers and many components."""
    for topology, shape, mines, open_count in SCATTERS:
        board = regular_board(topology, shape)
        yield record(board, mines, scatter(board[1], mines, open_count, rng))


def text() -> str:
    """The whole file, one position a line."""
    rng = random.Random(SEED)
    records = [*tiny_records(rng), *game_records(rng), *scattered_records(rng)]
    return "[\n" + ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in records) + "\n]\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
