"""The requests over HTTP. Each takes a few lines; the service does the work."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from fastapi.routing import APIRoute

from sapper import formats
from sapper.board.kinds import TopologyName
from sapper.errors import SapperError
from sapper.formats.picture import is_picture
from sapper.formats.registry import is_auto
from sapper.protocol.answers import error_object
from sapper.web import limits
from sapper.web.access.guard import json_bytes, large_json_bytes
from sapper.web.encoding import answers
from sapper.web.encoding.values import format_object
from sapper.web.errors import STATUS, WebError, described
from sapper.web.games.desk import Step
from sapper.web.games.store import Status
from sapper.web.questions.questions import Call
from sapper.web.transport.reading import json_from
from sapper.web.transport.requests import AnalysisAsked, Deed, FileAsked, GameAsked, HintAsked, RunAsked

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from sapper.web.service import Service

_PROBLEM: Final[dict[str, Any]] = {"model": answers.Problem}
_ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": _PROBLEM,
    422: _PROBLEM,
    503: _PROBLEM,
    507: _PROBLEM,
}
_BYTES: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


class _Request(Request):
    """A request with a body of JSON from strangers."""

    async def json(self) -> Any:
        try:
            return await json_from(await self.body())
        except WebError as error:  # FastAPI passes on its own kind of errors only
            raise HTTPException(STATUS[error.type], str(error)) from None


class _Route(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_strangers(request: Request) -> Response:
            return await handle(_Request(request.scope, request.receive))

        return handle_strangers


router = APIRouter(prefix="/api", responses=_ERRORS, route_class=_Route)

Id = Annotated[str, Path(min_length=1, max_length=64)]
Format = Annotated[str, Query(min_length=1, max_length=40)]
Known = Annotated[str, Query(max_length=2_000, pattern=r"^(\d{1,7}:-?\d(,\d{1,7}:-?\d)*)?$")]
"""Answers to questions about a picture: `CELL:MARK,CELL:MARK`."""
Side = Annotated[int | None, Query(ge=1, le=limits.MOST_SIDE)]
"""The likely number of rows or columns of the board in a picture."""


class Json(Response):
    """JSON in ASCII."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The bytes."""
        return json_bytes(content)


async def _large(answer: dict[str, Any]) -> Response:
    """An answer that may be long."""
    return Response(await large_json_bytes(answer), media_type=Json.media_type)


def _said(model: Any, description: str = "", status: int = 200) -> dict[str, Any]:
    """The arguments of a route with answers of this model."""
    return {
        "response_class": Json,
        "response_model": None,
        "status_code": status,
        "responses": {status: {"model": model, "description": description or model.__doc__ or ""}},
    }


def _problem(error: dict[str, Any]) -> Response:
    return Json({"error": error}, status_code=STATUS[error["type"]])


def _service(request: Request) -> Service:
    return request.app.state.service  # type: ignore[no-any-return]  # put there by create_app


def _player(request: Request) -> str:
    return request.scope["state"]["player"].id  # type: ignore[no-any-return]  # put there by Guard


@router.get("/about", **_said(answers.About))
async def about(request: Request) -> Response:
    """What this server can do, and its limits."""
    return Json(_service(request).about())


@router.get("/formats", **_said(answers.Formats))
async def all_formats() -> Response:
    """The file formats."""
    return Json({"formats": list(map(format_object, formats.FORMATS.values()))})


@router.get("/settings", **_said(dict, "Whatever the page stored."))
async def settings(request: Request) -> Response:
    """The settings of the player."""
    service = _service(request)
    return Json(await service.desk.ask_store(service.store.settings, _player(request)))


@router.put("/settings", **_said(dict, "The new settings."))
async def put_settings(request: Request, settings: dict[str, Any]) -> Response:
    """Replaces the settings of the player."""
    try:
        size = len(json_bytes(settings))
    except ValueError:
        raise WebError("request", "the settings have a number that JSON cannot write") from None
    if size > limits.SETTINGS_BYTES:
        raise WebError("too_large", f"the settings have more than {limits.SETTINGS_BYTES} bytes")
    service = _service(request)
    await service.desk.ask_store(service.store.put_settings, _player(request), settings)
    return Json(settings)


@router.get("/statistics", **_said(answers.Statistics))
async def statistics(request: Request) -> Response:
    """Games, wins, streaks and best times."""
    return Json(await _service(request).statistics(_player(request)))


@router.delete("/statistics", **_said(answers.Statistics))
async def forget(request: Request) -> Response:
    """Deletes the results so far. The games stay."""
    service = _service(request)
    await service.desk.ask_store(service.store.forget, _player(request))
    return Json(await service.statistics(_player(request)))


@router.get("/games", **_said(answers.Games))
async def games(
    request: Request,
    status: Status | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> Response:
    """The games of the player, the latest first."""
    return Json({"games": await _service(request).games(_player(request), status, limit)})


@router.get(
    "/archive",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}}}},
)
async def archive(request: Request) -> Response:
    """All finished games as a ZIP archive."""
    content = _service(request).archive(_player(request))
    headers = {"content-disposition": 'attachment; filename="sapper-games.zip"'}
    return StreamingResponse(content, media_type="application/zip", headers=headers)


@router.post(
    "/archive",
    **_said(answers.Imported),
    openapi_extra=_BYTES,
)
async def add_archive(request: Request) -> Response:
    """Adds the games of such an archive that the player does not have yet."""
    return Json(await _service(request).add_archive(_player(request), await request.body()))


@router.get("/daily", **_said(answers.Daily))
async def daily(request: Request) -> Response:
    """The boards of today, the same for everyone."""
    return Json(await _service(request).daily(_player(request)))


@router.post("/games", **_said(answers.State, status=201))
async def new_game(request: Request, asked: GameAsked) -> Response:
    """Starts a game."""
    service = _service(request)
    table = await service.new_game(_player(request), asked)
    return Json(await service.desk.state(table), status_code=201)


@router.get("/games/{game}", **_said(answers.State))
async def game(request: Request, game: Id) -> Response:
    """A whole game."""
    desk = _service(request).desk
    return Json(await desk.state(await desk.table(_player(request), game)))


@router.post("/games/{game}/actions", **_said(answers.Update))
async def act(request: Request, game: Id, deed: Deed) -> Response:
    """Opens, flags or chords a cell, or undoes a loss."""
    service = _service(request)
    table = await service.desk.table(_player(request), game)
    if deed.kind == "undo":
        if (deed.cell, deed.key) != (None, None):
            raise WebError("request", "'undo' is about the whole game: leave out 'cell' and 'key'")
        return Json(await service.desk.undo(table))
    if deed.cell is None:
        raise WebError("request", f"{deed.kind!r} needs 'cell'")
    step = Step(deed.kind, deed.cell, deed.key or secrets.token_hex(8))
    return Json(await service.act(table, step))


@router.get(
    "/games/{game}/file",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
async def game_file(request: Request, game: Id, format: Format = "rawvf") -> Response:
    """A finished game as a file."""
    content = await _service(request).file(_player(request), game, format)
    return _attachment(content, format)


@router.post("/analyse", **_said(answers.Analysis))
async def analyse(request: Request, asked: AnalysisAsked) -> Response:
    """Analyses a position. Cells are [row, column]."""
    service, player = _service(request), _player(request)
    with service.thoughts.place(player):
        try:
            position = await service.thoughts.built(player, asked.asked_position, asked.bulk)
            answer = await service.questions.analysis(
                Call(player), position, asked.trust_flags, asked.time_limit_ms, asked.count
            )
        except WebError:
            raise
        except SapperError as error:
            return _problem(error_object(error))
    return await _large(answer)


@router.post("/hint", **_said(answers.Hint))
async def hint(request: Request, asked: HintAsked) -> Response:
    """What to do next in a position, and why."""
    service, player = _service(request), _player(request)
    with service.thoughts.place(player):
        position = await service.thoughts.built(player, asked.position.position, asked.position.marks)
        try:
            return Json(await service.questions.hint_for(Call(player), position, asked))
        except SapperError as error:
            return _problem(described(error, position.topology))


@router.post(
    "/read",
    **_said(answers.Contents),
    openapi_extra=_BYTES,
)
async def read(
    request: Request,
    mines: Annotated[int, Query(ge=0, le=limits.MOST_CELLS)] | None = None,
    nearest: bool = False,
    topology: TopologyName | None = None,
    format: Format = "auto",
    known: Known = "",
    rows: Side = None,
    columns: Side = None,
) -> Response:
    """Reads a file: a position, a minefield or a replay, or a picture of a board."""
    content = await request.body()
    if is_auto(format) and is_picture(content):
        if nearest or topology is not None:
            raise WebError("request", "'nearest' and 'topology' go with texts and files, not with pictures")
        answers_given = [(int(cell), int(mark)) for cell, mark in re.findall(r"(\d+):(-?\d+)", known)]
        if (rows is None) != (columns is None):
            raise WebError("request", "'rows' and 'columns' go together")
        likely = None if rows is None or columns is None else (rows, columns)
        read_picture = _service(request).read_picture
        return await _large(await read_picture(_player(request), content, mines, answers_given, likely))
    if known:
        raise WebError("request", "'known' goes with a picture")
    read_file = _service(request).read
    return await _large(await read_file(_player(request), content, mines, nearest, topology, format))


@router.post(
    "/write", response_class=Response, responses={200: {"content": {"application/octet-stream": {}}}}
)
async def write(request: Request, asked: FileAsked) -> Response:
    """Writes a position or a minefield as a file."""
    content = await _service(request).write(_player(request), asked.contents, asked.format)
    return _attachment(content, asked.format)


@router.get("/runs", **_said(answers.Runs))
async def all_runs(request: Request) -> Response:
    """All runs, without their results."""
    return Json({"runs": await _ask_runs(request, _service(request).runs.listed)})


@router.post("/runs", **_said(answers.RunWithResults, status=201))
async def start_run(request: Request, asked: RunAsked) -> Response:
    """Starts a simulation, or continues the one with the same configuration."""
    return Json(await _ask_runs(request, _service(request).runs.start, asked), status_code=201)


@router.get("/runs/{run}", **_said(answers.RunWithResults))
async def one_run(request: Request, run: Id) -> Response:
    """A run with its results."""
    return Json(await _ask_runs(request, _service(request).runs.run, run))


@router.post("/runs/{run}/stop", **_said(answers.RunWithResults))
async def stop_run(request: Request, run: Id) -> Response:
    """Stops a run. It can be resumed."""
    return Json(await _ask_runs(request, _service(request).runs.stop, run))


@router.post("/runs/{run}/resume", **_said(answers.RunWithResults))
async def resume_run(request: Request, run: Id) -> Response:
    """Continues a run."""
    return Json(await _ask_runs(request, _service(request).runs.resume, run))


async def _ask_runs(request: Request, method: Callable[..., Any], *arguments: Any) -> Any:
    return await _service(request).ask_runs(_player(request), method, *arguments)


def _attachment(content: bytes, format: str) -> Response:
    """The bytes as a file to save. No part of the request gets into the name."""
    suffixes = formats.format_named(format).suffixes
    name = f"sapper{suffixes[0] if suffixes else '.txt'}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/octet-stream", headers=headers)
