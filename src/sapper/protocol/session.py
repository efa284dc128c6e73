"""Carries out the commands of the engine protocol: sets a position and answers questions about it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from sapper import formats
from sapper._support.engine_call import Deadline
from sapper._support.installation import this_version
from sapper.board.board import Board
from sapper.board.json_form import cell_value
from sapper.board.marks import EXPLODED, FLAG, HIDDEN
from sapper.board.position import Position
from sapper.board.topology import Topology
from sapper.formats.registry import format_to_name
from sapper.hints.hints import hint
from sapper.hints.ranking import rank
from sapper.inference.analysis import Analysis, Cancel, analyse
from sapper.protocol.answers import (
    Object,
    analysis_object,
    counted,
    hint_object,
    moves_object,
    position_object,
    read_as,
)
from sapper.protocol.boards import MOST_CELLS, shape_in, topology_in
from sapper.protocol.games import generate, measure, play
from sapper.protocol.requests import Request, RequestError, shortened
from sapper.strategy.evaluation import evaluate

if TYPE_CHECKING:
    from sapper.board.topology import TopologyName
    from sapper.cells import Cell

PROTOCOL: Final = 1
"""The version. It grows if programs that use the protocol have to change."""


class Session:
    """One session. Commands change its position. A command that fails does not change it."""

    def __init__(self) -> None:
        self._position: Position | None = None

    def answer(self, request: Request, cancel: Cancel) -> Object:
        """Carries out a request, and returns the answer without the id. `cancel` ends it from another thread.

        Raises:
            SapperError: The command cannot be carried out.
        """
        return _ANSWERS[request.command](self, request, cancel)

    def _hello(self, request: Request, _cancel: Cancel) -> Object:
        request.refuse_others()
        return {"answer": "ready", "name": "Sapper", "version": this_version(), "protocol": PROTOCOL}

    def _new(self, request: Request, _cancel: Cancel) -> Object:
        position = _new_position(request)
        request.refuse_others()
        return self._now(position)

    def _set_position(self, request: Request, _cancel: Cancel) -> Object:
        mines = request.get("mines", int)
        topology = topology_in(request)
        if request.has("text"):
            text, format = request.need("text", str), request.get("format", str) or "auto"
            request.refuse_others()
            hints = formats.Hints(mines, topology, Position)
            reading = formats.identify(text, hints, format)
            position = cast("Position", reading.contents)
            return {**self._now(position), **read_as(format_to_name(reading, format))}
        marks = request.need("marks", list)
        request.refuse_others()
        return self._now(Position(marks, mines, topology))

    def _open(self, request: Request, _cancel: Cancel) -> Object:
        if request.has("cells"):
            cells, numbers = request.cells(), request.integers("numbers")
        else:
            cells, numbers = [request.cell()], [request.need("number", int)]
        request.refuse_others()
        if len(cells) != len(numbers):
            raise RequestError(f"there are {len(cells)} 'cells' but {len(numbers)} 'numbers'")
        for number in numbers:
            if not (0 <= number <= np.iinfo(np.int16).max or number == EXPLODED):
                raise RequestError(f"an open cell shows 0 or more, or -3 for an exploded mine, not {number}")
        return self._mark(cells, numbers)

    def _flag(self, request: Request, _cancel: Cancel) -> Object:
        cell, is_set = request.cell(), request.get("set", bool)
        request.refuse_others()
        position = self._current()
        if position[cell] >= 0 or position[cell] == EXPLODED:
            raise RequestError(
                f"{position.topology.describe(cell)} is open: only hidden cells can have a flag"
            )
        return self._mark([cell], [HIDDEN if is_set is False else FLAG])

    def _analyse(self, request: Request, cancel: Cancel) -> Object:
        count, most = request.get("configurations", bool), _most_moves(request)
        by = request.get("by", str)
        if by is not None and most is None:
            raise RequestError("'by' orders the moves: it needs 'moves'")
        trust_flags = request.get("trust_flags", bool) or False
        seconds, analysis, time_left = self._analysis(request, cancel)
        deadline = Deadline(time_left)
        moves = self._moves(most, by, deadline.left, cancel, trust_flags)
        configurations = counted(analysis, deadline.left, cancel) if count else None
        return {"answer": "analysis", **analysis_object(analysis, seconds, configurations), **moves}

    def _best(self, request: Request, cancel: Cancel) -> Object:
        _, analysis, _ = self._analysis(request, cancel)
        best = analysis.best
        if best is None:
            return {"answer": "best", "cell": None, "risk": None}
        return {"answer": "best", "cell": cell_value(best), "risk": analysis.best_risk}

    def _hint(self, request: Request, cancel: Cancel) -> Object:
        everything, time_limit = request.get("all", bool) or False, request.seconds("time_limit")
        most, by = _most_moves(request), request.get("by", str)
        request.refuse_others()
        start, deadline = time.perf_counter(), Deadline(time_limit)
        # It refuses other names.
        found = hint(self._current(), by=cast("Any", by or "best"), time_limit=time_limit, cancel=cancel)
        seconds = time.perf_counter() - start
        nothing = most is not None and self._current().mines is None and not found.deductions
        moves = {"moves": []} if nothing else self._moves(most, by, deadline.left, cancel)
        return {"answer": "hint", **hint_object(found, seconds, everything=everything), **moves}

    def _evaluate(self, request: Request, cancel: Cancel) -> Object:
        error = request.positive("error", "between 0 and 1", 1)
        games, seed = request.get("games", int), request.get("seed", int)
        player, time_limit = request.get("player", str), request.seconds("time_limit")
        request.refuse_others()
        given = {"error": error, "games": games, "seed": seed, "player": player}
        evaluation = evaluate(
            self._current(),
            **{name: value for name, value in given.items() if value is not None},  # type: ignore[arg-type]  # of many types
            time_limit=time_limit,
            cancel=cancel,
        )
        return {"answer": "evaluation", **evaluation.to_dict()}

    def _moves(
        self,
        most: int | None,
        by: str | None,
        time_limit: float | None,
        cancel: Cancel,
        trust_flags: bool = False,
    ) -> Object:
        """The field with the best moves, if they are asked for."""
        if most is None:
            return {}
        ranked = rank(
            self._current(),
            most,
            by=cast("Any", by or "best"),  # it refuses other names
            trust_flags=trust_flags,
            time_limit=time_limit,
            cancel=cancel,
        )
        return {"moves": moves_object(ranked)}

    def _stop(self, request: Request, _cancel: Cancel) -> Object:
        request.refuse_others()
        return {"answer": "stopped"}

    def _quit(self, request: Request, _cancel: Cancel) -> Object:
        request.refuse_others()
        return {"answer": "bye"}

    def _analysis(self, request: Request, cancel: Cancel) -> tuple[float, Analysis, float | None]:
        """The seconds taken, the analysis, and the seconds left."""
        trust_flags, time_limit = request.get("trust_flags", bool) or False, request.seconds("time_limit")
        request.refuse_others()
        start = time.perf_counter()
        analysis = analyse(self._current(), trust_flags=trust_flags, time_limit=time_limit, cancel=cancel)
        seconds = time.perf_counter() - start
        return seconds, analysis, None if time_limit is None else max(0.0, time_limit - seconds)

    def _current(self) -> Position:
        if self._position is None:
            raise RequestError("there is no position yet: send 'new' or 'position' first")
        return self._position

    def _mark(self, cells: list[Cell], marks: list[int]) -> Object:
        position = self._current()
        changed = np.array(position.marks)
        for cell, mark in zip(cells, marks, strict=True):
            changed.flat[position.topology.index(cell)] = mark
        return self._now(Position(changed, position.mines, position.topology))

    def _now(self, position: Position) -> Object:
        self._position = position
        return {"answer": "position", **position_object(position)}


_ANSWERS: Final[Mapping[str, Callable[[Session, Request, Cancel], Object]]] = {
    "hello": Session._hello,
    "new": Session._new,
    "position": Session._set_position,
    "open": Session._open,
    "flag": Session._flag,
    "analyse": Session._analyse,
    "best": Session._best,
    "hint": Session._hint,
    "evaluate": Session._evaluate,
    "play": lambda _, request, cancel: play(request, cancel),
    "generate": lambda _, request, cancel: generate(request, cancel),
    "measure": lambda _, request, __: measure(request),
    "stop": Session._stop,
    "quit": Session._quit,
}

COMMANDS: Final = tuple(_ANSWERS)
"""The names of all commands."""


def _most_moves(request: Request) -> int | None:
    """How many moves are asked for."""
    most = request.get("moves", int)
    if most is not None and most < 1:
        raise RequestError(f"'moves' of {request.command!r} must be 1 or more, not {shortened(most)}")
    return None if most is None else min(most, MOST_CELLS)


def _new_position(request: Request) -> Position:
    level = request.get("level", str)
    if level is not None:
        board = Board.level(level)
        return _all_hidden(board.topology.shape, board.mines, board.topology)
    mines, topology = request.need("mines", int), topology_in(request)
    if isinstance(topology, Topology):
        return _all_hidden(topology.shape, mines, topology)
    return _all_hidden(shape_in(request), mines, topology)


def _all_hidden(shape: tuple[int, ...], mines: int, topology: Topology | TopologyName | None) -> Position:
    return Position(np.full(shape, HIDDEN, dtype=np.int16), mines, topology)
