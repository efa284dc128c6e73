"""The whole benchmark: its items, a local server that answers by script, and players of known strength."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import mean, pstdev
from typing import Any

import numpy as np
import pytest
from support.command_line import command_line
from support.scripted_server import serving, solution

import sapper
from sapper.hints.hints import RULES
from sapper.llm_bench.players import Reply
from sapper.llm_bench.running import Record, Setting, run
from sapper.llm_bench.scores import page_of, report_of
from sapper.llm_bench.suites import SUITES, VERSION, Item, all_items, items_of

DIGESTS = {2: "e41420930eee2a049e43ca3628fe9b981fe5ab976c32e97e8807aef083a7a27e"}
"""The SHA-256 of the items of each version."""


def test_the_items_of_a_version_never_change() -> None:
    data = files("sapper.llm_bench").joinpath("suites.json").read_bytes()
    assert hashlib.sha256(data).hexdigest() == DIGESTS[VERSION]
    names = [item.name for item in all_items()]
    assert len({*names}) == len(names)
    counts = Counter(item.suite for item in all_items())
    assert list(counts) == list(SUITES)
    names_of_items = [item.name for item in items_of(["guess", "chain"], 2)]
    assert names_of_items == ["guess-00", "guess-01", "chain-00", "chain-01"]
    with pytest.raises(sapper.ArgumentError, match="unknown suite 'gues': did you mean 'guess'"):
        items_of(["gues"])
    assert all(count == 20 for suite, count in counts.items() if not suite.startswith("games"))


SOME = [item for item in all_items() if item.name.endswith("0")]


@pytest.mark.parametrize("item", SOME, ids=[item.name for item in SOME])
def test_an_item_is_what_its_suite_says(item: Item) -> None:
    game = item.game()
    assert game.status == "playing"  # it is not won already
    assert all(f"{side}" in SUITES[item.suite] for side in (*item.shape, len(item.mines)))
    safe = [each for each in sapper.hint(game).deductions if each.safe]
    if item.is_game:
        assert len(item.opened) == 1
    elif item.suite == "guess":
        assert not sapper.analyse(game).safe
        chances = [move.evaluation for move in sapper.rank(game, by="win") if move.evaluation]
        assert all(each.error == 0 for each in chances)
        assert max(each.behind for each in chances) > 0.1
    else:
        rule = item.suite if item.suite in RULES else "subset"
        assert min((each.difficulty for each in safe), key=RULES.index) == rule
    names = [name for name in ("torus", "hexagons", "octagons", "knight", "graph") if name in item.suite]
    names += ["grid"] if len(item.shape) == 3 else ["square"]
    assert item.topology == names[0]


def test_each_graph_is_another_one_and_in_one_piece() -> None:
    graphs = [item for item in all_items() if item.topology == "graph"]
    assert len({str(item.adjacency) for item in graphs}) == len(graphs) == 40
    for item in graphs:
        topology = item.game().topology
        cells_reached: set[object] = set()
        todo = [0]
        while todo:
            cell = todo.pop()
            cells_reached.add(cell)
            todo += [each for each in topology.neighbours(cell) if each not in cells_reached]
        assert len(cells_reached) == topology.size


@pytest.fixture
def in_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


bench = partial(command_line, "bench-llm", env={"OPENAI_API_KEY": "secret"})


@pytest.mark.usefixtures("in_own_folder")
def test_a_model_is_asked_and_scored() -> None:
    """It solves one position of two, breaks the format once, and fails once before an answer."""
    first, second = (item.game().position.to_text() for item in items_of(["subset"], 2))

    def script(prompt: str, number: int) -> tuple[int, str]:
        if number == 0:
            return 500, "overloaded"
        return 200, solution(prompt) if first in prompt else "I cannot tell."

    with serving(script) as (address, requests):
        arguments = (
            "--model a/b --suite subset --most 2 --samples 2 --concurrency 1 --temperature 0.5 "
            "--max-tokens 99 --price-in 1 --price-out 1e3 --leaderboard board.json --json"
        )
        result = bench("--endpoint", address, *arguments.split())
    assert len(requests) == 5
    assert {each["path"] for each in requests} == {"/v1/chat/completions"}
    assert {(x["model"], x["temperature"], x["max_tokens"]) for x in requests} == {("a/b", 0.5, 99)}
    assert {each["key"] for each in requests} == {"Bearer secret"}
    report = json.loads(result.stdout)
    (suite,) = report["suites"]
    assert (suite["score"], suite["parsed"], suite["pass_at"]) == (0.5, 0.5, {"1": 0.5, "2": 0.5})
    assert (report["prompt_tokens"], report["reply_tokens"], report["complete"]) == (400, 40, False)
    assert report["cost"] == pytest.approx(4 * (100 + 10 * 1000) / 1e6)
    setting, *lines = map(json.loads, Path("bench-a-b.jsonl").read_text().splitlines())
    assert (setting["sapper_bench"], setting["model"], setting["samples"]) == (VERSION, "a/b", 2)
    assert {line["turns"][0]["reply"] for line in lines if not line["solved"]} == {"I cannot tell."}
    assert second in next(line for line in lines if not line["solved"])["turns"][0]["prompt"]
    assert "secret" not in Path("bench-a-b.jsonl").read_text()
    assert "a/b (incomplete)" in Path("board.html").read_text()


@pytest.mark.usefixtures("in_own_folder")
def test_what_had_no_answer_is_asked_again() -> None:
    working = [False]

    def script(prompt: str, number: int) -> tuple[int, str]:
        return (200, solution(prompt)) if working[0] or number < 2 else (400, "no such <model>")

    arguments = ("--model", "m", "--suite", "single", "--most", "3", "--concurrency", "1", "--json")
    with serving(script) as (address, requests):
        result = bench("--endpoint", address, *arguments, ends=2)
        assert "1 item of 3 had no answer" in result.stdout.splitlines()[1]
        assert "no such <model>" in result.stderr
        assert json.loads(result.stdout.splitlines()[0])["suites"][0]["items"] == 2
        transcript = Path("bench-m.jsonl")
        transcript.write_text(transcript.read_text()[:-20])  # as if the power had gone
        working[0] = True
        request_count = len(requests)
        result = bench("--endpoint", address, *arguments)
        assert len(requests) == request_count + 2
        assert bench("--endpoint", address, *arguments).stdout == result.stdout
        assert len(requests) - request_count == 2
        other = bench("--endpoint", address, *arguments, "--prompt", "table", ends=2)
        assert "holds format 'text', and you asked for 'table'" in other.stdout
    transcript.write_text("{}\n")
    assert (
        "is not a transcript" in bench("--anchor", "random", "--transcript", "bench-m.jsonl", ends=2).stderr
    )
    for wrong in ([], ["--model", "m", "--anchor", "exact"], ["--model", "m", "--price-in", "1"]):
        bench(*wrong, ends=2)


@pytest.mark.usefixtures("in_own_folder")
def test_better_players_score_more() -> None:
    scores = {}
    for anchor in ("random", "rules", "exact"):
        suites = [x for name in ("single", "overlap", "games-small", "guess") for x in ("--suite", name)]
        result = bench("--anchor", anchor, *suites, "--most", "4", "--leaderboard", "board.json", "--json")
        report = json.loads(result.stdout)
        scores[anchor] = {x["suite"]: x["score"] for x in report["suites"]} | {"all": report["score"]}
    assert scores["random"]["all"] < scores["rules"]["all"] < scores["exact"]["all"]
    assert scores["rules"]["single"] == scores["exact"]["single"] == scores["exact"]["overlap"] == 1
    assert scores["exact"]["guess"] > 0.95 > scores["random"]["guess"]
    assert scores["rules"]["overlap"] < 1
    entries = json.loads(Path("board.json").read_text())["entries"]
    assert [entry["setting"]["model"] for entry in entries] == ["exact", "rules", "random"]
    assert "score" in bench("--anchor", "exact", "--suite", "single", "--most", "4").stdout
    Path("board.json").write_text("[]")
    refusal = bench(
        "--anchor", "exact", "--suite", "single", "--most", "1", "--leaderboard", "board.json", ends=2
    )
    assert "is not a leaderboard" in refusal.stderr


HACKS: dict[str, Callable[[str], str]] = {
    "copies the prompt": lambda prompt: prompt,
    "flags a mine that one number shows": lambda prompt: action_of("flag", analysis_of(prompt).mines),
    "opens a mine": lambda prompt: action_of("open", analysis_of(prompt).mines),
    "names two cells": lambda prompt: f"{solution(prompt)} or open 0 0",
    "opens what is open": lambda prompt: action_of(
        "open", np.argwhere(analysis_of(prompt).position.marks >= 0)
    ),
    "stops": lambda _: "<answer>I stop here.</answer>",
}


def analysis_of(prompt: str) -> sapper.Analysis[Any]:
    return sapper.analyse(prompt.split("\n\n")[-2], int(re.findall(r"with (\d+) mine", prompt)[0]))


def action_of(kind: str, cells: Any) -> str:
    return f"{kind} {cells[0][0]} {cells[0][1]}" if len(cells) else "none"


@dataclass(frozen=True)
class Hacker:
    name: str

    async def reply(self, prompt: str, game: sapper.Game[Any], seed: int) -> Reply:  # noqa: ARG002
        return Reply(HACKS[self.name](prompt))

    async def close(self) -> None:
        pass


@pytest.mark.parametrize("name", HACKS)
def test_no_hack_scores(name: str, tmp_path: Path) -> None:
    """In no suite, by positions nor by games: not even where a mine is easier to see than a safe cell."""
    items = items_of(["subset", "chain", "counting", "games-small"], 4)
    records, failures = run(Hacker(name), Setting(name), items, tmp_path / "transcript.jsonl")
    assert not failures
    assert report_of(Setting(name), items, records).score <= 1e-9


def record(item: str, sample: int, share: float, chance: float = 1.0) -> Record:
    return Record(item, sample, share == chance, chance, share, 0.0, 1, 1, 1, 0, 0)


def test_scores_are_what_their_definitions_say() -> None:
    draw = Random(1)
    items = items_of(["games-small"])
    records = []
    for item in items:
        chance = draw.uniform(0.3, 1)
        records += [
            record(item.name, sample, chance * draw.choice([0, 0.5, 1]), chance) for sample in range(4)
        ]
    (score,) = report_of(Setting("m", 4), items, records).suites
    groups = [[each for each in records if each.item == item.name] for item in items]
    ratio = sum(each.kept for each in records) / sum(each.chance for each in records)
    assert score.score == pytest.approx(ratio)
    outcomes = [any(each.solved for each in pair) for group in groups for pair in combinations(group, 2)]
    assert score.pass_at[2] == pytest.approx(mean(outcomes))
    means = []  # the bootstrap, over items
    for _ in range(3000):
        sample = [each for group in draw.choices(groups, k=len(groups)) for each in group]
        means.append(sum(each.kept for each in sample) / sum(each.chance for each in sample))
    assert score.score_error == pytest.approx(pstdev(means), rel=0.15)
    assert score.interval[0] < score.score < score.interval[1]


def test_the_page_is_safe_from_names() -> None:
    items = items_of(["single"], 2)
    report = report_of(Setting("<script>"), items, [record(item.name, 0, 1) for item in items])
    page = page_of([report.to_dict()])
    assert "<script>" not in page
    assert "&lt;script&gt; (incomplete)" in page
    assert report.suites[0].score_error > 0  # two answers do not make certain
