"""Chooses the positions and games of Sapper-Bench, and writes src/sapper/llm_bench/suites.json.

    python tools/make/bench_suites.py

Run it only with a new `VERSION` of the suites: another choice is another benchmark. It takes some minutes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from math import hypot
from pathlib import Path
from random import Random
from typing import Any, Final

import sapper
from sapper.board.topology import topology_by_name
from sapper.environments import TextGame
from sapper.hints.hints import RULES
from sapper.llm_bench.suites import SUITES
from sapper.strategy.autoplaying import good_first_cell

SEED: Final = 20_260_701
FILE: Final = Path(__file__).parents[2] / "src" / "sapper" / "llm_bench" / "suites.json"
POSITIONS: Final = 20
GAMES: Final = {
    "games-small": 20,
    "games-beginner": 10,
    "games-torus": 10,
    "games-intermediate": 5,
    "games-hexagons": 10,
    "games-graph": 20,
}
BOARDS: Final[dict[str, tuple[str, tuple[int, ...], int]]] = {
    **dict.fromkeys(("single", "subset", "overlap", "mine_count"), ("square", (8, 8), 12)),
    **dict.fromkeys(("chain", "cases", "counting"), ("square", (8, 8), 14)),
    "torus": ("torus", (8, 8), 12),
    "hexagons": ("hexagons", (8, 8), 14),
    "octagons": ("octagons", (8, 8), 12),
    "large": ("square", (16, 30), 99),
    "guess": ("square", (6, 6), 8),
    "games-small": ("square", (5, 5), 5),
    "games-beginner": ("square", (9, 9), 10),
    "games-torus": ("torus", (6, 6), 6),
    "games-intermediate": ("square", (16, 16), 40),
    "knight": ("knight", (8, 8), 12),
    "cube": ("grid", (4, 4, 4), 7),
    "graph": ("graph", (36,), 8),
    "games-hexagons": ("hexagons", (6, 6), 8),
    "games-graph": ("graph", (40,), 5),
}


def board_of(suite: str, seed: int) -> sapper.Board[Any]:
    """The board of a suite. Each seed has a graph of its own."""
    name, shape, mines = BOARDS[suite]
    topology = graph_of(shape[0], seed) if name == "graph" else topology_by_name(name, shape)
    return sapper.Board(topology, mines)


def graph_of(size: int, seed: int) -> sapper.Topology[int]:
    """A graph in one piece: points of a plane, each of which touches its four nearest, and the other way."""
    draw = Random(seed)
    while True:
        points = [(draw.random(), draw.random()) for _ in range(size)]
        near: list[set[int]] = [set() for _ in points]
        for cell, (x, y) in enumerate(points):
            distances = sorted((hypot(x - u, y - v), other) for other, (u, v) in enumerate(points))
            for _, other in distances[1:5]:
                near[cell].add(other)
                near[other].add(cell)
        area, todo = {0}, [0]
        while todo:
            more = near[todo.pop()] - area
            area |= more
            todo += more
        if len(area) == size:
            return sapper.Topology.graph([sorted(each) for each in near])


def starts(suite: str) -> Iterator[sapper.Game[Any]]:
    """Games of the suite's board with their first cell open, none won by that."""
    seed = SEED + list(SUITES).index(suite)
    for number in count():
        board = board_of(suite, seed + number)
        game = sapper.Game(board, seed=seed, number=number)
        game.open(good_first_cell(board, "opening"))
        if game.status == "playing":
            yield game


def _safe_by(deductions: list[Any], easiest: int) -> set[Any]:
    return {cell for each in deductions if RULES.index(each.difficulty) == easiest for cell in each.safe}


def positions(suite: str) -> Iterator[sapper.Game[Any]]:
    """Games on boards that need the rule, up to a position whose easiest deduction is of it."""
    rule = suite if suite in RULES else "subset"
    reach = RULES.index(rule)
    for seed in count(SEED + 1000 * list(SUITES).index(suite)):
        maker = TextGame(board_of(suite, seed), hardest=rule, time_limit=None)
        maker.reset(seed)
        session = maker._under_way()
        assert session.minefield is not None
        game = sapper.Minefield(session.minefield, session.topology).game()
        game.open(session.history[0].cell)
        while game.status == "playing":
            deductions = [each for each in sapper.hint(game).deductions if each.safe]
            easiest = min((RULES.index(each.difficulty) for each in deductions), default=len(RULES))
            under_way = game.safe_left < 0.8 * (game.topology.size - game.board.mines)
            if easiest == reach and under_way:
                yield game
            if easiest > reach or (easiest == reach and under_way):
                break
            for cell in sorted(_safe_by(deductions, easiest)):
                if game.status == "playing":
                    game.open(cell)


def guesses(suite: str) -> Iterator[sapper.Game[Any]]:
    """Games that come to a guess whose chances are exact, and where the choice matters."""
    for game in starts(suite):
        while game.status == "playing":
            safe = sapper.analyse(game).safe
            if safe:
                game.open(safe[0])
                continue
            moves = [move for move in sapper.rank(game, by="win") if move.evaluation is not None]
            chances = [move.evaluation.win_probability for move in moves if move.evaluation]
            exact = all(move.evaluation and move.evaluation.error == 0 for move in moves)
            if moves and exact and sapper.evaluate(game).exact and max(chances) - min(chances) > 0.1:
                yield game
            break


def row(name: str, game: sapper.Game[Any]) -> list[Any]:
    """What the file says of an item."""
    topology = game.topology
    assert game.minefield is not None
    mines = [topology.index(cell) for cell in sapper.Minefield(game.minefield, topology).cells()]
    clicks = [topology.index(action.cell) for action in game.history]
    adjacency = [list(map(topology.neighbours, topology))] if topology.kind == "graph" else []
    return [name, topology.name, list(topology.shape), mines, clicks, *adjacency]


def main() -> None:
    """Writes the file."""
    rows: list[list[Any]] = []
    for suite in SUITES:
        source = guesses(suite) if suite == "guess" else (starts if suite in GAMES else positions)(suite)
        rows += [row(f"{suite}-{number:02}", next(source)) for number in range(GAMES.get(suite, POSITIONS))]
        print(suite, flush=True)
    FILE.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
