"""Carries out calls of tools."""

from __future__ import annotations

import functools
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from sapper._support.engine_call import Deadline
from sapper._support.words import unknown
from sapper.board.game import Game
from sapper.board.json_form import board_object, cell_value
from sapper.board.minefield import Minefield
from sapper.errors import ArgumentError, SapperError
from sapper.hints.hints import RULES, hint
from sapper.hints.ranking import rank
from sapper.inference.analysing import analyse
from sapper.inference.analysis import Cancel
from sapper.mcp_server import answer_schemas
from sapper.mcp_server import arguments as models
from sapper.mcp_server.answer_schemas import Schema, plain_schema, to_schema
from sapper.mcp_server.arguments import MOST_HINTS
from sapper.mcp_server.game_store import GameStore
from sapper.minefields.generation import generate
from sapper.protocol.answers import (
    Object,
    analysis_object,
    exact_configurations,
    hint_object,
    moves_object,
    read_as,
)
from sapper.reviews.reviewing import review
from sapper.strategy.evaluation import evaluate

_VERBS: Final = (
    ("Input should ", "should "),
    ("Field required", "is missing"),
    ("Extra inputs are", "is"),
)
"""Beginnings of messages of pydantic, and the verbs that replace them in a sentence about the field."""

_LONGEST_NAME: Final = 100
"""The most characters of the name of a field, which strangers choose."""


class Tool(NamedTuple):
    """A tool: what it is for, the model of its arguments, the schema of its answer, and what answers."""

    description: str
    arguments: type[models.Arguments]
    answer: Object
    call: Callable[[GameStore, Any, Cancel], Object]

    is_reading: bool = True  # whether a call leaves everything as it was

    @property
    def schema(self) -> Schema:
        """The schema of its arguments."""
        return _schema_of(self.arguments)


_schema_of = functools.cache(plain_schema)


class ToolError(Exception):
    """A call that cannot be carried out. Its text says why, for people."""


def answer_of(games: GameStore, name: str, arguments: Mapping[str, Any] | None, cancel: Cancel) -> Object:
    """Calls a tool. It takes at most its time limit, and some seconds to read a large text.

    `cancel` ends it from another thread.

    Raises:
        ToolError: It cannot be carried out.
    """
    tools = tools_for(only_play=games.only_play)
    if name not in tools:
        raise ToolError(unknown("tool", name, tools))
    tool = tools[name]
    try:
        request = tool.arguments.model_validate(to_schema(dict(arguments or {}), tool.schema))
        return tool.call(games, request, cancel)
    except ValidationError as error:
        raise ToolError(_readable(error)) from None
    except SapperError as error:
        raise ToolError(str(error)) from None
    except MemoryError:
        raise ToolError("there is not enough memory") from None
    except Exception as error:  # noqa: BLE001  # a bug of ours must not end the server
        traceback.print_exc(file=sys.stderr)
        raise ToolError(f"a bug in Sapper: {error!r}") from None


def _readable(error: ValidationError) -> str:
    """The first thing that is wrong with arguments, and its place. Does not quote what was sent."""
    first = error.errors(include_input=False, include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"] if not str(part).startswith("function-"))
    subject = f"`{where[:_LONGEST_NAME]}`" if where else "the request"
    if first["type"] == "model_type":  # whose message names the class
        return f"{subject} should be an object"
    for beginning, verb in _VERBS:
        if first["msg"].startswith(beginning):
            return f"{subject} {verb}{first['msg'].removeprefix(beginning)}"
    return f"{subject}: {first['msg']}"


def _analyse(games: GameStore, request: models.AnalyseRequest, cancel: Cancel) -> Object:
    position, format = request.position(games)
    deadline, start = Deadline(request.seconds), time.perf_counter()
    analysis = analyse(position, trust_flags=request.trust_flags, time_limit=request.seconds, cancel=cancel)
    seconds = time.perf_counter() - start
    configurations = exact_configurations(analysis, deadline.left, cancel) if request.configurations else None
    return analysis_object(analysis, seconds, configurations) | read_as(format)


def _hint(games: GameStore, request: models.HintRequest, cancel: Cancel) -> Object:
    position, format = request.position(games)
    start = time.perf_counter()
    answer_hint = hint(
        position,
        trust_flags=request.trust_flags,
        by=request.by,
        seed=request.seed,
        time_limit=request.seconds,
        cancel=cancel,
    )
    answer = hint_object(answer_hint, time.perf_counter() - start, everything=request.all) | read_as(format)
    if request.all:
        del answer["deductions"][MOST_HINTS:]
    return answer


def _rank(games: GameStore, request: models.RankRequest, cancel: Cancel) -> Object:
    position, format = request.position(games)
    moves = rank(
        position,
        by=request.by,
        seed=request.seed,
        trust_flags=request.trust_flags,
        time_limit=request.seconds,
        cancel=cancel,
        most=request.most,
    )
    return {"moves": moves_object(moves)} | read_as(format)


def _evaluate(games: GameStore, request: models.EvaluateRequest, cancel: Cancel) -> Object:
    position, format = request.position(games)
    evaluation = evaluate(
        position,
        trust_flags=request.trust_flags,
        strategy=request.strategy,
        error=request.error,
        games=request.games,
        seed=request.seed,
        threads=1,
        time_limit=request.seconds,
        cancel=cancel,
    )
    return evaluation.to_dict() | read_as(format)


def _review(games: GameStore, request: models.ReviewRequest, cancel: Cancel) -> Object:
    replay = request.replay(games)
    result = review(
        replay, by=request.by, seed=request.seed, time_limit=request.seconds, cancel=cancel
    ).to_dict()
    del result["metrics"], result["doubts"], result["guesses"]["near"]  # no hand moved a mouse here
    for move in result["moves"]:
        del move["missed_by"]
    return result


def _generate(_games: GameStore, request: models.GenerateRequest, cancel: Cancel) -> Object:
    puzzle = generate(
        request.board.board(),
        fair=request.fair,
        hardest=request.hardest,
        method=request.method,
        rules=request.first_click,
        seed=request.seed,
        time_limit=request.seconds,
        cancel=cancel,
    )
    return {
        "board": board_object(puzzle.board),
        "minefield": str(puzzle.minefield),
        "first_cell": cell_value(puzzle.first_cell),
        "seed": puzzle.seed,
        "number": puzzle.number,
    }


def _play(games: GameStore, request: models.PlayRequest, cancel: Cancel) -> Object:
    count = 0
    if request.action == "new":
        if request.board is None or (request.game, request.cell) != (None, None):
            raise ArgumentError("the action 'new' needs a `board`, and takes no `game` and no `cell`")
        game = _new_game(games, request, cancel)
        name = games.add(game)
    else:
        if request.game is None or (request.board, request.seed) != (None, None):
            raise ArgumentError(
                f"the action {request.action!r} needs a `game`, and takes no `board` or `seed`"
            )
        if (request.cell is None) != (request.action == "show"):
            raise ArgumentError("the actions 'open', 'flag' and 'chord' need a `cell`, and 'show' takes none")
        name, game = request.game, games.get(request.game)
        if request.action != "show":
            count = game.act(request.action, tuple(request.cell or ()))
    is_mine = None if game.status == "playing" else game.minefield
    return {
        "game": name,
        "status": game.status,
        "board": board_object(game.board),
        "text": str(game),
        "mines_left": game.mines_left,
        "safe_left": game.safe_left,
        "changed": count,
        "minefield": None if is_mine is None else str(Minefield(is_mine, game.topology)),
    }


def _new_game(games: GameStore, request: models.PlayRequest, cancel: Cancel) -> Game:
    """A new game. Unless the client gives a seed, the server takes its next one, which nobody knows."""
    assert request.board is not None
    board = request.board.board()
    if request.seed is not None and games.only_play:
        raise ArgumentError("this server chooses the boards: `seed` is not permitted")
    seed, number = games.next_seed() if request.seed is None else (request.seed, 0)
    if request.fair or request.hardest != RULES[-1]:
        puzzle = generate(
            board,
            hardest=request.hardest,
            seed=seed,
            number=number,
            time_limit=request.seconds,
            cancel=cancel,
        )
        return puzzle.play()
    return Game(board, seed=seed, number=number)


_SUBJECT: Final = "Give the position as 'text' with its number of 'mines', or a 'game'."

TOOLS: Final[Mapping[str, Tool]] = {
    "analyse": Tool(
        "The exact mine probability of every cell, the certainly safe cells and mines, and the cell of "
        f"least risk. {_SUBJECT}",
        models.AnalyseRequest,
        answer_schemas.ANALYSIS,
        _analyse,
    ),
    "hint": Tool(
        f"What to do next and why, in words: the simplest deduction, or the best guess. {_SUBJECT}",
        models.HintRequest,
        answer_schemas.HINT,
        _hint,
    ),
    "rank": Tool(
        f"The best moves, the best first, each with its risk and the rule that proves it. {_SUBJECT}",
        models.RankRequest,
        answer_schemas.RANKING,
        _rank,
    ),
    "evaluate": Tool(
        "The chance to win from a position, with its standard error, estimated from games that a strategy "
        f"plays on from there. If the time is up, it gives the estimate so far. {_SUBJECT}",
        models.EvaluateRequest,
        answer_schemas.EVALUATION,
        _evaluate,
    ),
    "review": Tool(
        "Judges every move of a recorded game by exact probabilities: risk, guesses that were not needed, "
        "and luck. Give a replay as 'text' or as a 'file' in base64, or a 'game' that is over.",
        models.ReviewRequest,
        answer_schemas.REVIEW,
        _review,
    ),
    "generate": Tool(
        "Makes a minefield, usually one that needs no guess, as hard as 'hardest' allows. The answer shows "
        f"its mines. The rules, easiest first: {', '.join(RULES)}.",
        models.GenerateRequest,
        answer_schemas.BOARD,
        _generate,
    ),
    "play": Tool(
        "Plays Minesweeper. 'new' begins a game and gives its id. 'open', 'flag' and 'chord' act on a cell; "
        "'show' only shows the game. The mines are hidden until the game is over.",
        models.PlayRequest,
        answer_schemas.GAME,
        _play,
        is_reading=False,
    ),
}
"""The tools by name. This is the registry."""


def tools_for(*, only_play: bool) -> Mapping[str, Tool]:
    """The tools that a server offers: all, or only the one that plays and tells nothing else."""
    return {name: tool for name, tool in TOOLS.items() if not (only_play and tool.is_reading)}
