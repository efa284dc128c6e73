"""What the worker answers has the types by which the page reads it, also where the engine makes it."""

import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from support.live import Live
from support.wasm import SOURCES

# Where two files have a type of one name, the first counts.
FILES = ("page/answers.d.ts", "js/index.d.ts")
INTERFACE = re.compile(
    r"^export interface (\w+)(?:<(\w+) = ([^>]+)>)?(?: extends ([^{\n]+))? \{\n(.*?)^\}",
    re.MULTILINE | re.DOTALL,
)
ALIAS = re.compile(r"^export type (\w+) = (.*);$", re.MULTILINE)
FIELD = re.compile(r"(?:^  |[{;] )(\w+)(\??): ((?:\{[^}]*\}|[^;{}])+)", re.MULTILINE)
PLAIN: dict[str, type | tuple[type, ...]] = {"number": (int, float), "string": str, "boolean": bool}


@dataclass
class Type:
    """An interface, or another name of a type.

    Attributes:
        bases: What it extends, or what it is another name of.
        fields: Their types.
        optional: The fields that may be missing.
        parameter: The name of the type that it is given, and that type by default.
    """

    bases: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    optional: set[str] = field(default_factory=set)
    parameter: tuple[str, str] = ("", "")


def fields_in(text: str) -> tuple[dict[str, str], set[str]]:
    found = FIELD.findall(text)
    return {name: kind.strip() for name, _, kind in found}, {name for name, mark, _ in found if mark}


def parts(kind: str, sign: str) -> list[str]:
    """Splits a type at a sign outside all brackets."""
    found, depth = [""], 0
    for letter in kind:
        depth += (letter in "{<(") - (letter in "}>)")
        if letter == sign and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [part.strip() for part in found]


def types() -> dict[str, Type]:
    known: dict[str, Type] = {}
    for file in FILES:
        text = re.sub(r"/\*\*.*?\*/", "", (SOURCES / file).read_text(encoding="utf-8"), flags=re.DOTALL)
        for name, parameter, usual, bases, body in INTERFACE.findall(text):
            known.setdefault(name, Type(" & ".join(parts(bases, ",")), *fields_in(body), (parameter, usual)))
        for name, kind in ALIAS.findall(text):
            known.setdefault(name, Type(kind))
    return known


TYPES = types()


def misfit(value: Any, kind: str, without: frozenset[str] = frozenset()) -> str | None:
    """Why a value is not of a type; None if it is.

    Args:
        value: What JSON has.
        kind: The type.
        without: Fields that do not matter.

    Raises:
        LookupError: There is no such type, or it is not known what is in it.
    """
    if len(either := parts(kind, "|")) > 1:
        reasons = [misfit(value, each, without) for each in either]
        return None if None in reasons else " and ".join(str(reason) for reason in reasons)
    if len(all_of := parts(kind, "&")) > 1:
        return next(filter(None, (misfit(value, each, without) for each in all_of)), None)
    if kind.endswith("[]"):
        if not isinstance(value, list):
            return f"{value!r:.200} is no {kind}"
        return next(filter(None, (misfit(each, kind[:-2]) for each in value)), None)
    if not re.match(r"[A-Z]", kind):
        return misfit_of_plain(value, kind, without)
    name, _, arguments = kind.removesuffix(">").partition("<")
    given = parts(arguments, ",")
    if name == "Record":
        return next(filter(None, (misfit(each, given[1]) for each in value.values())), None)
    if name == "Omit":
        return misfit(value, given[0], without | {each.strip("'") for each in parts(given[1], "|")})
    its = TYPES[name]
    parameter, usual = its.parameter
    if parameter:
        named = re.compile(rf"\b{parameter}\b")
        fields = {field: named.sub(arguments or usual, each) for field, each in its.fields.items()}
        its = Type(its.bases, fields, its.optional)
    if its.bases and (reason := misfit(value, its.bases, without | set(its.fields))) is not None:
        return reason
    return misfit_of_fields(value, its, without) if its.fields else None


def misfit_of_plain(value: Any, kind: str, without: frozenset[str]) -> str | None:
    """The same for the types that need no declaration."""
    if kind.startswith("{"):
        return misfit_of_fields(value, Type("", *fields_in(f"{kind[:-1].rstrip('; ')};")), without)
    if kind == "null":
        fits = value is None
    elif kind in PLAIN:
        fits = isinstance(value, PLAIN[kind]) and isinstance(value, bool) == (kind == "boolean")
    else:
        fits = value == kind.strip("'\"")
    return None if fits else f"{value!r:.200} is no {kind}"


def misfit_of_fields(value: Any, its: Type, without: frozenset[str]) -> str | None:
    if not isinstance(value, dict):
        return f"{value!r:.200} is no object"
    for name, kind in its.fields.items():
        if name in without or (name in its.optional and name not in value):
            continue
        if name not in value:
            return f"{name} is missing in {value!r:.200}"
        if (reason := misfit(value[name], kind)) is not None:
            return f"{name}: {reason}"
    return None


def check(value: Any, kind: str) -> None:
    assert misfit(value, kind) is None


def test_a_value_of_another_type_is_found() -> None:
    hint = {
        "rule": None, "pattern": None, "difficulty": None, "safe": [1], "mines": [], "numbers": [],
        "cells": [2], "mine_count": False, "sentence": "So.",
    }  # fmt: skip
    assert misfit(hint, "OneHint") is None
    rest = {"certain": True, "hints": [hint], "conclusion": "", "guess": None, "safest": None, "moves": []}
    assert misfit({**hint, **rest}, "Hint") is None
    assert "rule is missing" in str(misfit(rest, "Hint"))  # it is a field of what a hint extends
    assert "safe" in str(misfit({**hint, **rest, "safe": None}, "Hint"))
    assert "cell" in str(misfit({**hint, **rest, "guess": {"cell": "1"}}, "Hint"))
    assert misfit("over", "Status") is not None
    assert misfit(True, "number | null") is not None
    for kind in ("Unheard", "Unheard[]", "number | Unheard", "State"):
        with pytest.raises(LookupError):
            misfit([1] if kind.endswith("[]") else "x", kind)


MINEFIELD: dict[str, Any] = {"rows": 4, "columns": 4, "mines": 3, "mined": [0, 5, 15]}


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
    for guessing in ("free", "hard_core"):
        end = lost(live, board={"level": "beginner"}, first_click="any", seed="3", guessing=guessing)
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
            seen.add((hint["certain"], hint["guess"] is None))
            analysis = live.ask("analyse", game=game, count=True, zeros=True, guess=True, moves=3)
            check(analysis, "Analysis<string>")
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
    minefield = live.post("write", {"minefield": MINEFIELD, "format": "mbf"})
    kinds = []
    for path, content in (("read?mines=1", b"1..\n...\n..."), ("read", minefield), ("read", replay)):
        read = live.post(path, content)
        kinds.append(read["kind"])
        check(read, f"Read{read['kind'].capitalize()}")
    assert kinds == ["position", "minefield", "replay"]
