"""Requests about whole games and minefields, which need no position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, get_args

import numpy as np

from sapper import _engine
from sapper._support.checks import whole
from sapper._support.engine_call import EngineCall
from sapper.board.board import Board
from sapper.board.game import Status
from sapper.board.json_form import board_object, cell_value
from sapper.board.minefield import Minefield
from sapper.board.rules import Rules
from sapper.errors import GameError
from sapper.minefields.generation import generate_many
from sapper.minefields.metrics import measure as measured
from sapper.protocol.answers import Object, generated_object
from sapper.protocol.boards import board_in, shaped_topology_in
from sapper.protocol.requests import Request, RequestError
from sapper.simulation.tally import NO_CELL
from sapper.strategy.names import DEFAULT_STRATEGY
from sapper.strategy.strategy import Strategy

if TYPE_CHECKING:
    from sapper._engine import Records
    from sapper.inference.analysis import Cancel

MOST_AT_ONCE: Final = 10_000
"""The most games or minefields of a request, so that a short line cannot use up the memory."""

_STATUSES: Final = get_args(Status)


def play(request: Request, cancel: Cancel) -> Object:
    """Plays games of a seed by a strategy.

    Raises:
        RequestError: A field is missing or malformed.
        SapperError: There is no such board, strategy, rule or cell, or `cancel` was set.
    """
    board = board_in(request)
    name = request.get("player", str) or DEFAULT_STRATEGY
    seed, first = _word(request, "seed"), _word(request, "first_game")
    count = _count(request, "games")
    rules = Rules(**_given(request, first_click=str, win=str, on_mine=str))
    cell = board.topology.index(request.cell("first_cell")) if request.has("first_cell") else None
    request.refuse_others()
    strategy = Strategy(name)
    try:
        pool = _engine.Pool(board.topology._engine, board.mines, rules._for_engine(), cell, [name], 1)
    except _engine.GameError as error:
        raise GameError(error.args[0]) from None
    pool.submit(seed, first, count)
    with EngineCall("the play"):
        (records,) = pool.take(cancel).records
    return {
        "answer": "games",
        "board": board_object(board),
        "player": strategy.name,
        "seed": seed,
        "first_game": first,
        "games": _games(board, records),
    }


def generate(request: Request, cancel: Cancel) -> Object:
    """Makes minefields that need no guess.

    Raises:
        RequestError: A field is missing or malformed.
        SapperError: As `sapper.generate`.
    """
    board, count = board_in(request), _count(request, "count")
    given = _given(
        request, first_click=str, method=str, hardest=str, mine_count=bool, fair=bool, seed=int, game=int
    )
    if request.has("start"):
        given["start"] = request.cell("start")
    if request.has("three_bv"):
        given["three_bv"] = _range(request)
    if request.has("time_limit"):
        given["time_limit"] = request.seconds("time_limit")
    request.refuse_others()
    made = generate_many(count, board, cancel=cancel, **given)
    return {"answer": "minefields", "minefields": list(map(generated_object, made))}


def measure(request: Request) -> Object:
    """Measures a minefield.

    Raises:
        RequestError: A field is missing or malformed.
        SapperError: There is no such board or cell, or a cell is listed twice.
    """
    topology, cells = shaped_topology_in(request), request.cells("mines")
    request.refuse_others()
    return {"answer": "metrics", **measured(Minefield(cells, topology)).to_dict()}


def _games(board: Board, records: Records) -> list[Object]:
    topology = board.topology
    guesses = [
        {"cell": cell_value(topology.cell(cell)), "risk": risk, "exploded": bool(exploded)}
        for cell, risk, exploded in zip(
            records.guess_cell.tolist(),
            records.guess_risk.tolist(),
            records.guess_exploded.tolist(),
            strict=True,
        )
    ]
    ends = np.cumsum(records.guesses, dtype=np.int64)
    names = ("clicks", "opened", "found", "exploded", "three_bv", "openings", "solved", "risk")
    columns = {name: getattr(records, name).tolist() for name in names}
    return [
        {
            "status": _STATUSES[records.outcome[number]],
            **{name: column[number] for name, column in columns.items()},
            "lost_at": None if lost_at == NO_CELL else cell_value(topology.cell(lost_at)),
            "guesses": guesses[end - of_game : end],
        }
        for number, (lost_at, end, of_game) in enumerate(
            zip(records.lost_at.tolist(), ends.tolist(), records.guesses.tolist(), strict=True)
        )
    ]


def _given(request: Request, **kinds: type) -> dict[str, Any]:
    """The fields that are there. Each must have the given type."""
    values = {name: request.get(name, kind) for name, kind in kinds.items()}
    return {name: value for name, value in values.items() if value is not None}


def _word(request: Request, name: str) -> int:
    """A whole number that the engine takes; 0 if it is missing."""
    return whole(name, request.get(name, int) or 0)


def _count(request: Request, name: str) -> int:
    """How many are asked for; 1 if it is missing."""
    count = request.get(name, int)
    if count is not None and not 1 <= count <= MOST_AT_ONCE:
        raise RequestError(f"{name!r} of {request.command!r} must be from 1 to {MOST_AT_ONCE}, not {count}")
    return 1 if count is None else count


def _range(request: Request) -> tuple[int, int]:
    """The least and the most 3BV."""
    limits = request.integers("three_bv")
    if len(limits) != 2:
        raise RequestError("'three_bv' of 'generate' must be an array of the least and the most")
    return limits[0], limits[1]
