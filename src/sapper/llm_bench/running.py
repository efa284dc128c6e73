"""Asks a player all questions, several at a time, and writes a transcript that a later call continues."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from sapper._support.installation import this_version
from sapper._support.values import Progress
from sapper.environments.prompts import TextFormat
from sapper.environments.text_game import TextGame
from sapper.errors import FileError, FormatError, SimulationError
from sapper.llm_bench.players import EndpointError, Player
from sapper.llm_bench.suites import VERSION, Item

_MOST_STEPS: Final = 2
"""The most steps of a game, for each of its cells."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What decides the questions, and so which transcripts belong together.

    Attributes:
        model: The name of the player.
        samples: How often each item is asked.
        format: How prompts show positions.
        temperature: That of the model; None if the server chooses.
    """

    model: str
    samples: int = 1
    format: TextFormat = "text"
    temperature: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """The first line of a transcript."""
        return {"sapper_bench": VERSION, **asdict(self)}


@dataclass(frozen=True, slots=True)
class Record:
    """One answer to an item, or one game of it, and what it was worth.

    Attributes:
        item: Its name.
        sample: Which of the times it was asked, from 0.
        solved: A position: whether the answer was certain. A game: whether it was won.
        chance: The chance to win at the beginning.
        kept: How much of that chance was kept.
        error: The standard error of `kept`.
        steps: How many replies there were.
        parsed: How many of them had an action.
        legal: How many of them changed something.
        prompt_tokens: The tokens of all prompts.
        reply_tokens: The tokens of all replies.
    """

    item: str
    sample: int
    solved: bool
    chance: float
    kept: float
    error: float
    steps: int
    parsed: int
    legal: int
    prompt_tokens: int
    reply_tokens: int


def run(
    player: Player,
    setting: Setting,
    items: Sequence[Item],
    transcript: Path,
    *,
    concurrency: int = 8,
    progress: Callable[[Progress], object] | None = None,
) -> tuple[list[Record], list[str]]:
    """Asks what the transcript does not have yet, and returns all records of the items.

    Args:
        player: Who answers.
        setting: What is asked; that of the transcript, if there is one.
        items: The items.
        transcript: A file of lines of JSON: the setting, and then an object for each item that is
            finished, with all prompts and replies. It is continued if it is there.
        concurrency: How many items are asked at a time.
        progress: Called after every item.

    Returns:
        The records in the order of the items, and what went wrong with those that are missing.

    Raises:
        SimulationError: The transcript has another setting.
        FormatError: The file is no transcript.
        FileError: It cannot be read or written.
    """
    records = _begin(transcript, setting)
    questions = [(item, sample) for item in items for sample in range(setting.samples)]
    todo = [(item, sample) for item, sample in questions if (item.name, sample) not in records]
    failures: list[str] = []
    places = asyncio.Semaphore(concurrency)

    async def one(item: Item, sample: int) -> None:
        async with places:
            try:
                record, turns = await _ask(player, setting, item, sample)
            except EndpointError as error:
                failures.append(f"{item.name}: {error}")
                return
            _append(transcript, {**asdict(record), "turns": turns})
            records[item.name, sample] = record
            if progress is not None:
                count = sum((item.name, sample) in records for item, sample in questions)
                progress(Progress(count, len(questions)))

    async def work() -> None:
        try:
            await asyncio.gather(*(one(*each) for each in todo))
        finally:
            await player.close()

    asyncio.run(work())
    keys = [(item.name, sample) for item, sample in questions]
    return [records[key] for key in keys if key in records], failures


async def _ask(
    player: Player, setting: Setting, item: Item, sample: int
) -> tuple[Record, list[dict[str, Any]]]:
    game = item.game()
    limit = _MOST_STEPS * game.topology.size if item.is_game else 1
    text = TextGame(game.board, format=setting.format, flags=False, max_steps=limit)
    prompt = text.begin(game)
    turns: list[dict[str, Any]] = []
    tokens = [0, 0]
    while not text.done:
        reply = await player.reply(prompt, game, sample)
        step = text.step(reply.text)
        tokens = [tokens[0] + reply.prompt_tokens, tokens[1] + reply.reply_tokens]
        turns.append({"prompt": prompt, "reply": reply.text, "grade": step.grade.to_dict()})
        prompt = step.prompt
        await asyncio.sleep(0)  # others may go on
    score = await asyncio.to_thread(
        text.score, by="win" if item.is_game or item.suite == "guess" else "credit"
    )
    grade = turns[0]["grade"]
    chance = share = 1.0
    error = 0.0
    if item.is_game and score.kept is not None:
        chance, share, error = score.kept.chance, score.kept.kept, score.kept.error
    elif score.kept is not None:  # a guess: what is left afterwards was not lost
        chance = score.kept.chance
        share = chance - score.kept.lost if grade["legal"] and grade["kind"] == "open" else 0.0
    else:
        share = float(grade["deducible"])
    record = Record(
        item=item.name,
        sample=sample,
        solved=score.won if item.is_game else share >= chance - 1e-9,
        chance=chance,
        kept=share,
        error=error,
        steps=score.steps,
        parsed=score.parsed,
        legal=score.legal,
        prompt_tokens=tokens[0],
        reply_tokens=tokens[1],
    )
    return record, turns


def _begin(transcript: Path, setting: Setting) -> dict[tuple[str, int], Record]:
    """The records that a transcript has. Begins it if it is not there. A torn last line is cut off."""
    try:
        data = transcript.read_bytes() if transcript.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            with transcript.open("r+b") as file:
                file.truncate(len(whole))
    except OSError as error:
        raise FileError(f"{transcript}: cannot be read: {error.strerror}") from None
    lines = whole.splitlines()
    if not lines:
        _append(transcript, setting.to_dict())
        return {}
    try:
        first, *rest = map(json.loads, lines)
        there = {name: first[name] for name in setting.to_dict()}
        fields = [{name: each[name] for name in Record.__slots__} for each in rest]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise FormatError(f"{transcript}: is not a transcript of sapper bench-llm") from None
    for name, value in setting.to_dict().items():
        if there[name] != value:
            raise SimulationError(
                f"{transcript}: holds {name} {there[name]!r}, and you asked for {value!r}. Name another file"
            )
    records = [Record(**each) for each in fields]
    return {(record.item, record.sample): record for record in records}


def _append(transcript: Path, line: dict[str, Any]) -> None:
    line = line if "sapper_bench" not in line else {**line, "version": this_version()}
    try:
        with transcript.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(line) + "\n")
    except OSError as error:
        raise FileError(f"{transcript}: cannot be written: {error.strerror}") from None
