"""Builds the application: page, requests and WebSocket, behind the guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.websockets import WebSocketDisconnect

from sapper.errors import SapperError
from sapper.web import limits
from sapper.web.access.guard import Guard, Hosts
from sapper.web.access.wires import Wires
from sapper.web.errors import STATUS, WebError, described
from sapper.web.games.store import Store
from sapper.web.questions.strategies import Strategies
from sapper.web.runs.runs import Runs
from sapper.web.service import Service
from sapper.web.transport.api import Json, router
from sapper.web.transport.live import Connection, Connections
from sapper.web.transport.page import Page
from sapper.web.transport.reading import readable

if TYPE_CHECKING:
    from sapper.strategy.strategy import Strategy

_ASK_AGAIN = "no-cache"
_KEEP = "public, max-age=31536000, immutable"


def create_app(
    data: Path,
    host: str = "127.0.0.1",
    allowed_hosts: Iterable[str] = (),
    places: int = limits.WIRES,
    strategies: Mapping[str, Strategy] = MappingProxyType({}),
) -> Guard:
    """Builds the application.

    The folder is made if it is missing. `allowed_hosts` are further names that the server answers to,
    `places` is how many connections are allowed, and `strategies` are further ones for the page.

    Raises:
        SapperError: The folder cannot be used.
    """
    listed = Strategies(strategies)
    service = Service(Store(data / "games.sqlite"), Runs(data / "runs", listed), listed)

    @asynccontextmanager
    async def living(_: FastAPI) -> AsyncIterator[dict[str, Any]]:
        wires = Wires(places)
        tasks = [asyncio.create_task(wires.watch()), asyncio.create_task(service.desk.beat())]
        yield {"wires": wires}  # becomes part of the state of every connection and request
        for task in tasks:
            task.cancel()
        service.close()

    from importlib.metadata import version

    app = FastAPI(
        title="Sapper",
        version=version("sapper"),
        description="Minesweeper: games to play, and exact analyses of positions.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=living,
        routes=router.routes,  # `include_router` would make each of them again when the first request comes
    )
    app.state.service = service
    _serve_page(app)
    _serve_live(app, service)
    _answer_errors(app)
    return Guard(app, Hosts(host, allowed_hosts))


def _serve_page(app: FastAPI) -> None:
    files = Page()

    async def page(request: Request) -> Response:
        found = files.find(request.url.path)
        if found is None:
            raise WebError("unknown", "there is no such address")
        file, lasting = found
        headers = {"etag": file.tag, "cache-control": _KEEP if lasting else _ASK_AGAIN}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        return Response(file.content, media_type=file.type, headers=headers)

    app.add_api_route("/", page, include_in_schema=False, methods=["GET", "HEAD"])
    app.add_api_route("/static/{rest:path}", page, include_in_schema=False, methods=["GET", "HEAD"])


def _serve_live(app: FastAPI, service: Service) -> None:
    connections = Connections()

    @app.websocket("/api/live")
    async def live(socket: WebSocket) -> None:
        player = socket.scope["state"]["player"]
        headers = [] if player.cookie is None else [(b"set-cookie", player.cookie.encode())]
        with suppress(WebSocketDisconnect):  # nobody is left to answer
            await socket.accept(headers=headers)
            connection = Connection(socket, service, player)
            refused = connections.enter(connection)
            if refused is not None:
                # Browsers show pages this reason, but not why a handshake was refused.
                await socket.close(1013, refused)
                return
            try:
                await connection.run(connections)
            finally:
                connections.leave(connection)


def _answer_errors(app: FastAPI) -> None:
    def problem(error: dict[str, Any], status: int) -> Response:
        return Json({"error": error}, status_code=status)

    async def known(_: Request, error: Exception) -> Response:
        assert isinstance(error, SapperError)
        answer = described(error)
        return problem(answer, STATUS[answer["type"]])

    async def malformed(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return problem({"type": "request", "message": readable(error.errors())}, 422)

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        types = {404: "unknown", 405: "method", 408: "slow", 413: "too_large"}
        type = types.get(error.status_code, "request")
        answer = problem({"type": type, "message": str(error.detail)}, STATUS[type])
        answer.headers.update(error.headers or {})
        return answer

    async def fault(_: Request, __: Exception) -> Response:
        return problem(
            {"type": "internal", "message": "the server has a fault; its log has the details"}, 500
        )

    app.add_exception_handler(SapperError, known)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(Exception, fault)
