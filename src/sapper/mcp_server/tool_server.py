"""Speaks the Model Context Protocol, by the official SDK."""

from __future__ import annotations

import json
from functools import partial
from importlib.metadata import version
from typing import Any, Final

import anyio
import anyio.to_thread
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from sapper.inference.analysis import Cancel
from sapper.mcp_server.arguments import CALLS_AT_ONCE
from sapper.mcp_server.game_store import GameStore
from sapper.mcp_server.tools import ToolError, answer_of, tools_for

_INSTRUCTIONS: Final = (
    "Sapper analyses Minesweeper exactly. A position is a text: a row on each line, digits for open cells, "
    "'.' for hidden ones, 'F' for flags. Cells are [row, column], from 0."
)


def make_server(*, only_play: bool = False, seed: int | None = None) -> Server[Any]:
    """A server with its own games. It carries out a few calls at once, in threads; others wait.

    Args:
        only_play: Whether to offer `play` alone, without seeds, to test a model.
        seed: Decides the minefields of the games, in order. None draws random ones.
    """
    games, places = GameStore(only_play=only_play, seed=seed), anyio.CapacityLimiter(CALLS_AT_ONCE)

    async def list_tools(_context: object, _page: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(
            tools=[
                Tool(
                    name=name,
                    description=tool.description,
                    input_schema=tool.schema,
                    output_schema=tool.answer,
                    annotations=ToolAnnotations(
                        read_only_hint=tool.is_reading,
                        destructive_hint=False,
                        idempotent_hint=tool.is_reading,
                        open_world_hint=False,
                    ),
                )
                for name, tool in tools_for(only_play=only_play).items()
            ]
        )

    async def call_tool(_context: object, request: CallToolRequestParams) -> CallToolResult:
        cancel = Cancel()
        work = partial(answer_of, games, request.name, request.arguments, cancel)
        try:
            answer = await anyio.to_thread.run_sync(work, abandon_on_cancel=True, limiter=places)
        except ToolError as error:
            return CallToolResult(content=[TextContent(text=str(error))], is_error=True)
        finally:
            cancel.set()  # the client may have cancelled the call, or gone
        return CallToolResult(content=[TextContent(text=json.dumps(answer))], structured_content=answer)

    return Server(
        "sapper",
        version=version("sapper"),
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def serve(*, only_play: bool = False, seed: int | None = None) -> None:
    """Serves the client at standard input and output until it closes them. Arguments as in `make_server`.

    Raises:
        OSError: The answers cannot be written.
    """
    try:
        anyio.run(_serve, make_server(only_play=only_play, seed=seed))
    except BaseExceptionGroup as errors:  # of the tasks that read and write
        if (write_errors := errors.subgroup(OSError)) is None:
            raise
        raise _first_of(write_errors) from None


def _first_of(errors: BaseExceptionGroup[Any]) -> BaseException:
    first: BaseException = errors.exceptions[0]
    return _first_of(first) if isinstance(first, BaseExceptionGroup) else first


async def _serve(server: Server[Any]) -> None:
    async with stdio_server() as (requests, answers):
        await server.run(requests, answers, server.create_initialization_options())
