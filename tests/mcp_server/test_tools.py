"""The tools, called by the client of the official SDK, which checks every answer against its schema."""

import asyncio
import base64
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest
from jsonschema import Draft202012Validator
from support.lattices import entangled_position

import sapper
from sapper.board.json_form import plain
from sapper.board.topology import topology_by_name
from sapper.mcp_server import game_store
from sapper.mcp_server.arguments import CALLS_AT_ONCE, TIME_LIMIT_MS
from sapper.mcp_server.game_store import GAME_CELLS, MOVE_CELLS, GameStore
from sapper.mcp_server.tools import TOOLS
from sapper.reference import enumerate_truth, grid

Ask = Callable[..., Awaitable[Any]]


@asynccontextmanager
async def client(server: Any = None) -> AsyncIterator[Ask]:
    """A client of a server. `await ask(tool, **arguments)` gives an answer or an error's text."""
    # Imported here, as only the process that runs these tests should wait a second for it.
    from mcp import Client
    from mcp_types import TextContent

    from sapper.mcp_server.tool_server import make_server

    async with Client(make_server() if server is None else server) as session:

        async def ask(tool: str, **arguments: Any) -> Any:
            result = await session.call_tool(tool, arguments)
            (content,) = result.content
            assert isinstance(content, TextContent)
            if result.is_error:
                return content.text
            assert json.loads(content.text) == result.structured_content
            return result.structured_content

        yield ask


async def test_a_process_answers_a_client() -> None:
    """All tools over the pipes of `sapper mcp`; the client refuses answers that break a schema."""
    from mcp import StdioServerParameters, stdio_client

    arguments = ["-m", "sapper", "mcp"]
    command = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
    async with client(stdio_client(command)) as ask:
        question: dict[str, Any] = {"text": "1...\n....\n...1", "mines": 3}
        truth = enumerate_truth(grid(3, 4), [1, *[-1] * 10, 1], 3)
        analysis = await ask("analyse", **question, configurations=True)
        assert analysis["configurations"] == str(truth.configurations)
        risks = [chance for row in analysis["mine_probability"] for chance in row]
        for chance, count in zip(risks, truth.mine_configurations, strict=True):
            assert (chance is None) == (count is None)
            assert count is None or chance == pytest.approx(count / truth.configurations)
        assert (await ask("hint", **question, all=True))["text"] == sapper.hint(question["text"], 3).text
        ranking = await ask("rank", **question, most=2)
        assert [move["risk"] for move in ranking["moves"]] == [
            risks[4 * row + column] for row, column in (move["cell"] for move in ranking["moves"])
        ]
        assert await ask("evaluate", **question) == sapper.evaluate(question["text"], mines=3).to_dict()
        answer = await ask("generate", board={"level": "beginner"}, seed=3, hardest="subset")
        minefield = sapper.Minefield.from_text(answer["minefield"])
        assert sapper.is_fair(minefield, tuple(answer["first_cell"]), hardest="subset")
        replay = sapper.Replay.from_game(sapper.Strategy("fast").play(sapper.Game("beginner", seed=2)))
        content = bytes(sapper.formats.render(replay, "rawvf"))
        review = await ask("review", text=content.decode())
        assert review == await ask("review", file=base64.b64encode(content).decode())
        assert [x["risk"] for x in review["moves"]] == [x.risk for x in sapper.review(replay).moves]


async def test_a_seed_decides_the_estimates() -> None:
    async with client() as ask:
        text, mines = "\n".join(["2......", *["." * 7] * 6]), 9
        answers = [await ask("rank", text=text, mines=mines, by="win", seed=seed) for seed in (5, 5, 6)]
        assert answers[0] == answers[1] != answers[2]
        assert answers[2]["moves"][0] == sapper.rank(text, mines, by="win", seed=6)[0].to_dict()
        hints = [await ask("hint", text=text, mines=mines, by="win", seed=seed) for seed in (5, 6)]
        assert hints[0]["guess"] != hints[1]["guess"]
        few = {"text": "1??\n???\n???", "mines": 2}
        usual, by_win = await ask("hint", **few), await ask("hint", **few, by="win")
        assert "If the strategy fast plays on" not in usual["text"]
        assert "If the strategy fast plays on" in by_win["text"]
        assert by_win["text"] == sapper.hint("1??\n???\n???", 2, by="win").text
        game = sapper.Game("intermediate", "safe", seed=4, history=[("open", (0, 0)), ("open", (0, 15))])
        replay = bytes(sapper.formats.render(sapper.Replay.from_game(game), "rawvf")).decode()
        reviews = [await ask("review", text=replay, by="win", seed=seed) for seed in (5, 6)]
        lost = [sapper.review(game, by="win", seed=seed).chance_lost for seed in (5, 6)]
        assert [review["chance_lost"] for review in reviews] == lost
        assert lost[0] != lost[1]


async def test_a_format_that_is_detected_and_not_plain_is_named() -> None:
    async with client() as ask:
        for tool in ("analyse", "hint", "rank", "evaluate"):
            rows = "1\n?1\n?1\n"
            assert (await ask(tool, text=rows))["read_as"] == "counted"
            assert "read_as" not in await ask(tool, text=rows, format="counted")
            assert "read_as" not in await ask(tool, text="?1\n?1\n", mines=1)
            refusal = await ask(tool, text="..1xxx", mines=1)
            assert "as 'plain' (" in refusal
            assert "and as 'zeros' (" in refusal
            assert refusal.endswith("choose with `format`")


async def test_a_game_hides_its_mines_until_it_is_over() -> None:
    async with client() as ask:
        reply = await ask("play", action="new", board={"shape": [4, 5], "mines": 4})
        name = reply["game"]
        assert (reply["status"], reply["text"]) == ("playing", "\n".join(["....."] * 4))
        assert "not over" in await ask("review", game=name)
        cells = [[row, column] for row in range(4) for column in range(5)]
        answer = await ask("play", action="flag", game=name, cell=[3, 4])
        assert (answer["changed"], answer["mines_left"]) == (1, 3)
        for cell in cells[:-1]:
            assert set(reply) == set(answer)
            assert reply["minefield"] is None
            reply = await ask("play", action="open", game=name, cell=cell)
            if reply["status"] != "playing":
                break
        mined = [row.replace(".", "0") for row in reply["minefield"].split()]
        assert sum(row.count("*") for row in mined) == 4
        for row, column in cells:  # what was shown was the truth
            sign = reply["text"].split()[row][column]
            near = [line[max(column - 1, 0) : column + 2] for line in mined[max(row - 1, 0) : row + 2]]
            assert not sign.isdigit() or int(sign) == "".join(near).count("*")
        assert (await ask("review", game=name))["status"] == reply["status"]
        assert "over" in await ask("play", action="open", game=name, cell=[0, 0])
        fair = await ask("play", action="new", board={"level": "beginner"}, fair=True)
        assert fair["safe_left"] < 71
        assert (await ask("hint", game=fair["game"]))["deduction"]["safe"]


@pytest.mark.parametrize(
    ("tool", "arguments", "text"),
    [
        ("dance", {}, "unknown tool 'dance'"),
        ("hint", {}, "give exactly one of `text` and `game`"),
        ("hint", {"game": "1", "mines": 2}, "go with `text`"),
        ("hint", {"text": "1.\n..", "mines": "two"}, "`mines` should be a valid integer"),
        ("hint", {"text": "1.\n..", "mines": 1.5}, "`mines` should be a valid integer"),
        ("hint", {"text": 1}, "`text` should be a valid string"),
        ("play", {"action": None}, "`action` is missing"),
        ("play", {"action": "new", "board": "[1]"}, "`board` should be an object"),
        ("play", {"action": "new", "board": "[" * 5000}, "`board` should be an object"),
        ("play", {"action": "show", "game": "1", "seed": 1}, "takes no `board` or `seed`"),
        ("hint", {"text": "1.\n..", "mines": 1, "tme": 1}, "`tme` is not permitted"),
        ("analyse", {"text": "1.\n..", "mines": 1, "time_limit_ms": 0}, "greater than or equal to 1"),
        ("analyse", {"text": "1.\n..", "mines": 1, "time_limit_ms": 10**6}, "less than or equal to 30000"),
        ("analyse", {"text": "3.\n..", "mines": 1}, "the 3 at row 0, column 0"),
        ("analyse", {"text": "1.\n..", "mines": 1, "topology": "klein"}, "unknown topology 'klein': there"),
        ("analyse", {"text": "1.\n..", "mines": 1, "topology": "offsets:0,1"}, "needs its opposite (0, -1)"),
        ("analyse", {"text": "1.\n..", "mines": 1, "topology": "offsets:x"}, "'x' is no list of steps"),
        ("generate", {"board": {"shape": [9, 9], "mines": 9, "topology": "torsu"}}, "did you mean 'torus'?"),
        ("analyse", {"text": "." * 2001, "mines": 1}, "too large"),
        ("evaluate", {"text": "1.\n..", "mines": 1, "strategy": "os:system"}, "unknown strategy"),
        ("generate", {"board": {"shape": [2000, 2000], "mines": 1}}, "at most 1000000 cells"),
        ("review", {"file": "?"}, "base64"),
        ("play", {"action": "open", "game": "1", "cell": [0, 0]}, "there is no such game"),
        ("play", {"action": "open"}, "needs a `game`"),
        ("play", {"action": "new"}, "needs a `board`"),
    ],
)
async def test_an_error_is_a_sentence(tool: str, arguments: dict[str, Any], text: str) -> None:
    async with client() as ask:
        answer = await ask(tool, **arguments)
        assert isinstance(answer, str)
        assert text in answer
        assert "\n" not in answer
        assert len(answer) < 400


@pytest.mark.parametrize("topology", ["knight", "cross/wrap", "offsets:-1,0/0,-1/0,1/1,0", "torus"])
async def test_every_topology_of_the_command_line_is_taken(topology: str) -> None:
    async with client() as ask:
        text = "1???\n????\n??s?\n????"
        answer = await ask("analyse", text=text, mines=3, topology=topology)
        assert answer["board"]["topology"] == topology
        expected = sapper.analyse(sapper.Position(text, 3, topology_by_name(topology, (4, 4))))
        assert answer["mine_probability"] == plain(expected.mine_probability.tolist())
        generation = await ask("generate", board={"shape": [6, 6], "mines": 5, "topology": topology}, seed=1)
        assert generation["board"]["topology"] == topology


async def test_long_work_ends_in_time_or_when_the_client_gives_up() -> None:
    position = entangled_position()
    question = {"text": str(position), "mines": position.mines, "by": "win"}

    async with client() as ask:
        assert "within 0.02 seconds" in await ask("rank", **question, time_limit_ms=20)
        with anyio.move_on_after(0.05) as scope:
            await ask("rank", **question, time_limit_ms=TIME_LIMIT_MS)
        assert scope.cancelled_caught
        few = [ask("hint", text="1..\n...", mines=2) for _ in range(2 * CALLS_AT_ONCE)]
        assert len(await asyncio.gather(*few)) == 2 * CALLS_AT_ONCE


def test_games_that_were_not_used_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_store, "CELLS_IN_MEMORY", 3 * (GAME_CELLS + 81) + MOVE_CELLS)
    games = GameStore()
    first, second, _ = [games.add(sapper.Game("beginner", seed=seed)) for seed in range(3)]
    games.get(first).open(4, 4)
    games.get(first)
    games.add(sapper.Game("beginner", seed=4))
    assert games.get(first).seed == 0
    with pytest.raises(sapper.GameError, match="newer games took its place"):
        games.get(second)


async def test_a_game_with_a_seed_can_be_repeated() -> None:
    game = sapper.Game((9, 9, 60), seed=7)
    for cell in game.topology:
        if game.status == "playing" and game.position[cell] == -1:
            game.open(cell)
    assert game.minefield is not None

    async with client() as ask:

        async def mines(**options: Any) -> str:
            reply = await ask("play", action="new", board={"shape": [9, 9], "mines": 60}, **options)
            for cell in game.topology:
                if reply["status"] == "playing":
                    reply = await ask("play", action="open", game=reply["game"], cell=[*cell])
            return str(reply["minefield"])

        assert await mines(seed=7) == str(sapper.Minefield(game.minefield, game.topology)) != await mines()


QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("analyse", {"text": "1.\n..", "mines": 1, "configurations": True, "trust_flags": False}),
    ("hint", {"text": "1.\n..", "mines": 1, "all": True, "time_limit_ms": 5000}),
    ("rank", {"text": "1.\n..", "mines": 1, "most": 2}),
    ("evaluate", {"text": "1..\n...", "mines": 2, "error": 0.05, "games": 50, "seed": 2**64 - 1}),
    ("generate", {"board": {"shape": [5, 6], "density": 0.2, "topology": "torus"}, "fair": False, "seed": 3}),
    ("play", {"action": "new", "board": {"level": "beginner"}, "fair": True, "seed": 4}),
]


def steady(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name not in ("elapsed_ms", "game")}


@pytest.mark.parametrize(("tool", "arguments"), QUESTIONS)
async def test_clients_may_send_texts_floating_numbers_and_all_fields(
    tool: str, arguments: dict[str, Any]
) -> None:
    """Some clients send every argument as text, some have no integers, and some send all fields."""

    def texts(value: Any, *, parts: bool) -> Any:
        if isinstance(value, dict) and parts:
            return {name: texts(each, parts=False) for name, each in value.items()}
        if isinstance(value, list) and parts:
            return [texts(each, parts=False) for each in value]
        return value if isinstance(value, str) else json.dumps(value)

    def floating(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: floating(each) for name, each in value.items()}
        if isinstance(value, list):
            return [floating(each) for each in value]
        is_exact = isinstance(value, int) and not isinstance(value, bool) and value < 2**53
        return float(value) if is_exact else value

    def with_nulls(value: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
        parts = schema["properties"]
        whole = {
            name: with_nulls(each, parts[name]) if isinstance(each, dict) else each
            for name, each in value.items()
        }
        return dict.fromkeys(parts) | whole

    ways = [{name: texts(each, parts=parts) for name, each in arguments.items()} for parts in (False, True)]
    ways += [floating(arguments), with_nulls(arguments, TOOLS[tool].schema)]
    async with client() as ask:
        answers = [steady(await ask(tool, **each)) for each in (arguments, *ways)]
    assert answers == answers[:1] * 5


async def test_a_model_under_test_can_only_play() -> None:
    from mcp import Client

    from sapper.mcp_server.tool_server import make_server

    for only_play, expected in ((True, {"play": False}), (False, {name: name != "play" for name in TOOLS})):
        async with Client(make_server(only_play=only_play, seed=5)) as session:
            tools = (await session.list_tools()).tools
            hints = {tool.name: tool.annotations and tool.annotations.read_only_hint for tool in tools}
            assert hints == expected
    board, texts = {"level": "beginner"}, []
    for _ in range(2):
        async with client(make_server(only_play=True, seed=5)) as ask:
            assert "unknown tool 'analyse'" in await ask("analyse", text="1.", mines=1)
            assert "not permitted" in await ask("play", action="new", board=board, seed=1)
            for fair in (False, True, False):
                game = await ask("play", action="new", board=board, fair=fair)
                if not fair:
                    game = await ask("play", action="open", game=game["game"], cell=[4, 4])
                texts.append(game["text"])
    assert (texts[:3], len(set(texts))) == (texts[3:], 3)
    assert texts[0] == str(sapper.Game("beginner", seed=5, history=[("open", (4, 4))]))


def test_every_schema_is_one() -> None:
    for tool in TOOLS.values():
        for schema in (tool.schema, tool.answer):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
        assert tool.schema["additionalProperties"] is False
        parts = [tool.schema]
        for part in parts:  # what every client understands
            parts += [*part.get("properties", {}).values(), *([part["items"]] if "items" in part else [])]
            assert isinstance(part["type"], str)
            assert not {"anyOf", "oneOf", "$ref", "$defs", "title"} & set(part)
            assert part.get("default", "") is not None
