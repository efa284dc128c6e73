"""A process that answers the page: it does what the page's own helpers do, with strategies in Python.

    python -m sapper.serve.helper NAME...

It reads one question per line from stdin, and writes one line for each: `{"answer": ...}` or
`{"error": ...}`. Before that, a line says that the strategies are loaded.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, get_args

import numpy as np

from sapper import _engine
from sapper._support.engine_call import Deadline
from sapper._support.words import counting_from
from sapper.board.board import Board
from sapper.board.game import ActionKind, Game
from sapper.board.json_form import plain
from sapper.board.position import Position
from sapper.board.rules import Rules
from sapper.board.topology import topology_by_name
from sapper.errors import GameError, SapperError, StrategyError
from sapper.protocol.answers import error_object
from sapper.simulation.statistics import LuckSums
from sapper.simulation.tally import Records, Tally
from sapper.strategy.autoplaying import Move, autoplay
from sapper.strategy.loading import load_strategy

Object = dict[str, Any]
"""An object in JSON."""

_KINDS: Final = get_args(ActionKind)
"""The kinds of actions by the numbers that histories have."""

_SILENT_SECONDS: Final = 0.1
"""Seconds of thinking before the moves so far are shown."""

_MOST_STATEMENTS: Final = 2_000
"""The most statements of a strategy in one answer."""

_TYPES: Final[Mapping[type[SapperError], str]] = {GameError: "game", StrategyError: "request"}
"""The types of errors that the protocol of `sapper engine` does not name."""


class Helper:
    """Answers questions. It keeps a game that a strategy plays, so that the strategy can remember."""

    def __init__(self, names: Sequence[str]) -> None:
        """Loads the strategies. Raises StrategyError."""
        self._strategies = {name: load_strategy(name) for name in names}
        self._moves: Iterator[Move] = iter(())
        self._game: Game | None = None
        self._next_move: Move | None = None

    def answer(self, request: Object) -> Object:
        """The answer to a question: `answer`, or `error`."""
        works: dict[str, Callable[[Object], Any]] = {
            "answer": self._beliefs,
            "move": self._next_moves,
            "play": self._play,
        }
        try:
            return {"answer": works[request["work"]](request)}
        except SapperError as error:
            return {"error": _error_answer(error)}
        except MemoryError:
            return {"error": {"type": "budget", "message": "this took too much memory", "place": {}}}
        except Exception:  # noqa: BLE001  # a question that is wrong must not end the process
            traceback.print_exc()
            message = "sapper serve has a fault: the terminal that it runs in has the details"
            return {"error": {"type": "internal", "message": message, "place": {}}}

    def _beliefs(self, question: Object) -> Object:
        """What a strategy believes in a position. The answer is complete only for the window."""
        request = question["details"]
        strategy = self._strategies[request["strategy"]]
        board = _board(question["board"])
        topology = board.topology
        marks = np.array(question["marks"], dtype=np.int16).reshape(topology.shape)
        rules = None if request["rules"] is None else Rules(**request["rules"])
        beliefs = strategy.beliefs(Position(marks, board.mines, topology), rules=rules)
        rows, columns = topology.shape
        top, left, bottom, right = window = request["window"] or [0, 0, rows, columns]
        numbers = np.arange(topology.size).reshape(topology.shape)[top:bottom, left:right]
        inside = set(numbers.ravel().tolist())
        near = []
        for statement in beliefs.statements:
            cells = list(map(topology.index, statement.cells))
            if not inside.isdisjoint(cells):
                near.append({"cells": cells, "least": statement.least, "most": statement.most})
        safe, mines = (array[top:bottom, left:right] for array in (beliefs.safe, beliefs.mines))
        return {
            "strategy": strategy.name,
            "window": window,
            "risk": [plain(risk) for risk in beliefs.risk[top:bottom, left:right].ravel().tolist()],
            "safe": numbers[safe].tolist(),
            "mines": numbers[mines].tolist(),
            "safe_count": int(np.count_nonzero(beliefs.safe)),
            "mine_count": int(np.count_nonzero(beliefs.mines)),
            "statements": near[:_MOST_STATEMENTS],
            "statement_count": len(beliefs.statements),
        }

    def _next_moves(self, request: Object) -> list[Object]:
        """The next moves of a strategy: up to `most` of them, and none after a guess.

        The list is empty if there is nothing to do. Guesses are kept for later unless `guesses` asks for
        them. With `begin` it plays a copy of another game from now on.
        """
        if request["begin"] is not None:
            self._begin(request["begin"])
        assert self._game is not None
        moves: list[Move] = []
        deadline = Deadline(_SILENT_SECONDS)
        while len(moves) < request["most"] and not deadline.is_over:
            move = self._next_move or next(self._moves, None)
            self._next_move = None
            if move is None:
                break
            if move.risk != 0 and (moves or not request["guesses"]):
                self._next_move = move
                break
            moves.append(move)
        index = self._game.topology.index
        return [
            {
                "kind": move.action.kind,
                "cell": index(move.action.cell),
                "risk": plain(move.risk),
            }
            for move in moves
        ]

    def _begin(self, request: Object) -> None:
        board = _board(request["board"])
        topology = board.topology
        minefield = None
        if request["mined"] is not None:
            minefield = np.array(request["mined"], dtype=bool).reshape(topology.shape)
        pairs = iter(request["history"])
        history = [(_KINDS[kind], topology.cell(cell)) for kind, cell in zip(pairs, pairs, strict=True)]
        seed = None if minefield is not None else int(request["seed"])
        self._game = Game(board, Rules(**request["rules"]), seed=seed, minefield=minefield, history=history)
        self._moves = autoplay(self._game, strategy=self._strategies[request["strategy"]])
        self._next_move = None

    def _play(self, request: Object) -> list[Any]:
        """Plays games of a run. The answer has what a chunk of the page's own run has."""
        plan = request["plan"]
        board, rules = _board(plan["board"]), Rules(plan["first_click"])
        player = self._strategies[plan["strategy"]]._player(board, rules)
        series = _engine.Series(board.topology._engine, board.mines, rules._for_engine(), None, player)
        records = Records.from_engine(series.play(int(plan["seed"]), request["first"], request["count"]))
        tally = Tally.from_records(records, board)
        counts = (tally.by_guesses, tally.risk_counts, tally.risk_sums, tally.lost_at)
        luck = LuckSums.empty(1)
        luck.add(LuckSums.from_records(request["first"], (records,)))
        return [
            each.ravel().tolist() for each in (*counts, _engine.time_bins(records.nanoseconds), luck.blocks)
        ]


def _board(values: Object) -> Board:
    shape = tuple(values["shape"])
    return Board(topology_by_name(values["topology"], shape), values["mines"])


def _error_answer(error: SapperError) -> Object:
    answer = error_object(error)
    type, message = answer.pop("type"), answer.pop("message")
    type = next((name for kind, name in _TYPES.items() if isinstance(error, kind)), type)
    return {"type": type, "message": message, "place": answer}


def _questions() -> queue.SimpleQueue[bytes]:
    """The questions, read in a thread: when the server is gone, the process ends whatever it does."""
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return lines


def main(names: Sequence[str]) -> None:
    """Answers questions until the server is gone."""
    # What a strategy prints goes to the terminal of the server, not among the answers.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)
        lines = _questions()

        def write(message: Object) -> None:
            print(json.dumps(message), file=answers, flush=True)

        with counting_from(1):
            helper = Helper(names)
            write({"ready": True})
            while True:
                write(helper.answer(json.loads(lines.get())))


if __name__ == "__main__":
    main(sys.argv[1:])
