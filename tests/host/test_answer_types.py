"""What the worker answers has the types by which the page reads it, also where the engine makes it."""

import re
from typing import Any

from support.live import Live
from support.wasm import SOURCES

INTERFACE = re.compile(r"^export interface (\w+)[^{\n]* \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
PLAIN: dict[str, type | tuple[type, ...]] = {"number": (int, float), "string": str, "boolean": bool}


def interfaces() -> dict[str, dict[str, str]]:
    """The fields of each type and their types."""
    text = (SOURCES / "page" / "answers.d.ts").read_text(encoding="utf-8")
    text = re.sub(r"/\*\*.*?\*/", "", text, flags=re.DOTALL)
    field = re.compile(r"^  (\w+): (.*);$", re.MULTILINE)
    return {name: dict(field.findall(body)) for name, body in INTERFACE.findall(text)}


TYPES = interfaces()


def check(value: Any, kind: str) -> None:
    """Refuses a value that is not of a type; of types that are made of others it checks the others."""
    kinds = kind.split(" | ")
    if value is None:
        assert kinds[-1] == "null", kind
    elif kind.endswith(("[]", "[] | null")):
        for each in value:
            check(each, kind.removesuffix(" | null")[:-2])
    elif kind.startswith("{"):
        check_fields(value, dict(re.findall(r"(\w+): ([^;}]+?) ?[;}]", kind)))
    elif kinds[0] in PLAIN:
        assert isinstance(value, PLAIN[kinds[0]]), (value, kind)
        assert isinstance(value, bool) == (kinds[0] == "boolean")
    elif kinds[0] in TYPES:
        check_fields(value, TYPES[kinds[0]])
    elif kinds[0].startswith("'"):
        assert f"'{value}'" in kinds


def check_fields(value: dict[str, Any], fields: dict[str, str]) -> None:
    assert set(fields) <= set(value), set(fields) - set(value)
    for name, kind in fields.items():
        check(value[name], kind)


FIELD: dict[str, Any] = {"rows": 4, "columns": 4, "mines": 3, "mined": [0, 5, 15]}


def lost(live: Live, **fields: Any) -> dict[str, Any]:
    """A game that is lost by a guess."""
    game = live.new(**fields)["game"]
    for cell in range(81):
        end = live.open(game, cell)
        if end["status"] != "playing":
            return end
    raise AssertionError("it was won")


def test_games_stand_as_their_types_say(live: Live) -> None:
    state = live.new(board={"level": "beginner"}, seed="1")
    check(state, "Standing")
    for variant in ("normal", "hard_core"):
        end = lost(live, board={"level": "beginner"}, first_click="any", seed="3", variant=variant)
        assert end["end"] is not None
        check(end, "Standing")
        explained = live.ask("explain", game=end["game"])
        check(explained, "Loss")
    check(live.get("games")["games"][0], "Summary")


def test_hints_and_analyses_are_as_their_types_say(live: Live) -> None:
    seen = set()
    for seed in range(4):
        game = live.new(board={"level": "intermediate"}, seed=f"{seed}")["game"]
        for cell in (0, 60, 128):
            hint = live.ask("hint", game=game, all=True)
            check(hint, "Hint")
            for each in hint["hints"]:
                check(each, "OneHint")
            for each in hint["moves"]:
                check(each, "Guess")
            seen.add((hint["certain"], hint["guess"] is None))
            analysis = live.ask("analyse", game=game, count=True, zeros=True, guess=True, moves=3)
            check({**analysis, "mine_probability": 0, "zero_probability": 0}, "Analysis")
            check(live.ask("evaluate", position={"shape": [4, 4], "mines": 3}), "Evaluation")
            if live.open(game, cell)["status"] != "playing":
                break
    assert len(seen) > 1


def test_reviews_and_reports_are_as_their_types_say(live: Live) -> None:
    for seed in range(3):
        lost(live, board={"level": "beginner"}, seed=f"{seed}")
    game = live.get("games")["games"][0]["game"]
    check(live.ask("review", game=game)["metrics"], "Metrics")
    chances = live.ask("chances", game=game)["moves"]
    assert chances
    for each in chances:
        check(each, "MoveChance")
    for win in (False, True):
        check(live.ask("report", win=win), "ReportFigures")


def test_statistics_are_as_their_types_say(live: Live) -> None:
    category = '{"board": {"topology": "square", "shape": [9, 9], "mines": 10}, "level": "beginner"}'
    result = {"category": category, "standing": "won", "elapsed_ms": 5000, "at": 1, "clicks": 9, "game": "a"}
    kept = [{**result, "three_bv": bv} for bv in (30, None)]
    for results in (kept, kept[1:], [{**kept[0], "standing": "lost"}]):
        [answer] = live.ask_test("statistics", results=results)["categories"]
        check(answer, "CategoryFigures")


def test_what_is_read_is_as_its_type_says(live: Live) -> None:
    game = lost(live, board={"level": "beginner"}, seed="1")["game"]
    replay = live.get(f"games/{game}/file?format=rawvf")
    minefield = live.post("write", {"minefield": FIELD, "format": "mbf"})
    kinds = []
    for path, content in (("read?mines=1", b"1..\n...\n..."), ("read", minefield), ("read", replay)):
        read = live.post(path, content)
        kinds.append(read["kind"])
        check(read, f"Read{read['kind'].capitalize()}")
    assert kinds == ["position", "minefield", "replay"]


def test_a_file_must_be_bytes(live: Live) -> None:
    for path in ("read", "archive"):
        for body in (None, "1..", {"length": 3}):
            assert live.post(path, body)["error"]["type"] == "request"
