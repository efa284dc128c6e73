"""The scores of a run, suite by suite, with intervals, and the leaderboard of several players."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any, Final

from sapper._support.file_bytes import write_whole
from sapper._support.words import percent
from sapper.errors import FileError, FormatError
from sapper.llm_bench.running import Record, Setting
from sapper.llm_bench.suites import SUITES, VERSION, Item

_CONFIDENCE: Final = 1.96
"""Standard errors to each side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class SuiteScore:
    """The score of a suite.

    Attributes:
        suite: One of `SUITES`.
        items: How many items it has answers to.
        score: Positions: the share of answers that were certain, and for guesses the share of the chance
            to win that they kept. Games: what was kept of the chance to win, as a share of what there was.
            From 0 to 1 for positions; games may fall below 0 by chance.
        score_error: The standard error of the score, over the items.
        solved: The share of positions solved, or of games won.
        pass_at: For k = 1, 2, 4, ... the chance that one of k answers solves an item.
        parsed: The share of replies with an action.
        legal: The share of replies that changed something.
    """

    suite: str
    items: int
    score: float
    score_error: float
    solved: float
    pass_at: dict[int, float]
    parsed: float
    legal: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score."""
        low, high = _interval(self.score, self.score_error)
        return low if self.suite.startswith("games") else max(low, 0.0), high


@dataclass(frozen=True, slots=True)
class BenchReport:
    """The scores of a player.

    Attributes:
        setting: What was asked.
        suites: The suites, in order.
        score: The mean of the scores of the suites.
        score_error: Its standard error.
        complete: Whether all items of all suites were answered.
        prompt_tokens: The tokens of all prompts.
        reply_tokens: The tokens of all replies.
        cost: What they cost, if prices were given.
    """

    setting: Setting
    suites: tuple[SuiteScore, ...]
    score: float
    score_error: float
    complete: bool
    prompt_tokens: int
    reply_tokens: int
    cost: float | None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score."""
        return _interval(self.score, self.score_error)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values, for JSON."""
        suites = [
            {**asdict(each), "pass_at": {str(k): share for k, share in each.pass_at.items()}}
            for each in self.suites
        ]
        return {**asdict(self), "version": VERSION, "suites": suites}


def report_of(
    setting: Setting,
    items: Sequence[Item],
    records: Sequence[Record],
    prices: tuple[float, float] | None = None,
) -> BenchReport:
    """Scores the records of some items.

    Args:
        setting: What was asked.
        items: What should have been answered.
        records: What was.
        prices: For a million tokens of prompts and of replies; None if unknown.
    """
    suite_of = {item.name: item.suite for item in items}
    scores = []
    for suite in SUITES:
        of_suite = [record for record in records if suite_of.get(record.item) == suite]
        if of_suite:
            scores.append(_score(suite, of_suite))
    prompts, replies = (
        sum(getattr(record, name) for record in records) for name in ("prompt_tokens", "reply_tokens")
    )
    answers = len(items) * setting.samples
    return BenchReport(
        setting=setting,
        suites=tuple(scores),
        score=sum(each.score for each in scores) / len(scores) if scores else 0.0,
        score_error=math.hypot(*(each.score_error for each in scores)) / len(scores) if scores else 0.0,
        complete=len(records) == answers and {item.suite for item in items} == set(SUITES),
        prompt_tokens=prompts,
        reply_tokens=replies,
        cost=None if prices is None else (prompts * prices[0] + replies * prices[1]) / 1e6,
    )


def _score(suite: str, records: Sequence[Record]) -> SuiteScore:
    by_item: dict[str, list[Record]] = {}
    for record in records:
        by_item.setdefault(record.item, []).append(record)
    shares = [_mean([each.kept for each in group]) for group in by_item.values()]
    chance = [_mean([each.chance for each in group]) for group in by_item.values()]
    score = sum(shares) / sum(chance) if sum(chance) else 0.0
    # The error of a ratio of two means, to first order: that of what each item has beyond the score.
    beyond = [value - score * all_of_it for value, all_of_it in zip(shares, chance, strict=True)]
    count = len(shares)
    spread = math.sqrt(sum(value**2 for value in beyond) / (count - 1)) if count > 1 else 0.0
    estimates = math.hypot(*(record.error for record in records)) / len(records)
    error = math.hypot(spread / math.sqrt(count), estimates) / (_mean(chance) or 1.0)
    if error == 0 and not suite.startswith("games"):
        error = 1 / (count + 2) / _CONFIDENCE  # all alike: a few items cannot tell what others would be
    steps = sum(record.steps for record in records) or 1
    least = min(len(group) for group in by_item.values())
    return SuiteScore(
        suite=suite,
        items=count,
        score=score,
        score_error=error,
        solved=_mean([record.solved for record in records]),
        pass_at={
            k: _mean([_pass_at(k, [each.solved for each in group]) for group in by_item.values()])
            for k in (1, 2, 4, 8, 16, 32, 64)
            if k <= least
        },
        parsed=sum(record.parsed for record in records) / steps,
        legal=sum(record.legal for record in records) / steps,
    )


def _interval(score: float, error: float) -> tuple[float, float]:
    return score - _CONFIDENCE * error, min(score + _CONFIDENCE * error, 1.0)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _pass_at(k: int, solved: Sequence[bool]) -> float:
    """The chance that one of k answers, drawn from these without repeats, is right."""
    wrong = len(solved) - sum(solved)
    return 1 - math.comb(wrong, k) / math.comb(len(solved), k)


_STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem;max-width:90rem}table{border-collapse:collapse}"
    "th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid #8886}"
    "th:first-child,td:first-child{text-align:left}.scroll{overflow-x:auto}"
    "@media(prefers-color-scheme:dark){body{background:#111;color:#eee}}"
)


def add_to_leaderboard(path: Path, report: BenchReport) -> list[dict[str, Any]]:
    """Puts a report into a leaderboard, in place of an earlier one of this model, and writes its page.

    Args:
        path: A file of JSON. The page has its name with `.html`.
        report: The report.

    Returns:
        The entries, the best first.

    Raises:
        FormatError: The file is no leaderboard of this version.
        FileError: It cannot be read or written.
    """
    entry = report.to_dict()
    entries = [each for each in _entries(path) if each["setting"]["model"] != report.setting.model]
    entries = sorted([*entries, entry], key=lambda each: -each["score"])
    board = {"sapper_bench": VERSION, "entries": entries}
    try:
        write_whole(path, (json.dumps(board, indent=1) + "\n").encode())
        write_whole(path.with_suffix(".html"), page_of(entries).encode())
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror}") from None
    return entries


def _entries(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    try:
        board = json.loads(path.read_bytes())
        entries: list[dict[str, Any]] = board["entries"]
        if board["sapper_bench"] != VERSION:
            raise FormatError(
                f"{path}: is of version {board['sapper_bench']!r}, not {VERSION}. Name another file"
            )
        page_of(entries)  # whether they have what it shows
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise FormatError(f"{path}: is not a leaderboard of sapper bench-llm") from None
    return entries


def page_of(entries: list[dict[str, Any]]) -> str:
    """The page of a leaderboard: HTML without scripts."""
    heads = ["Model", "Score", *SUITES, "Parsed", "Tokens", "Cost"]
    rows = []
    for entry in entries:
        scores = {each["suite"]: each for each in entry["suites"]}
        parse_rate = sum(each["parsed"] for each in scores.values()) / (len(scores) or 1)
        name = escape(entry["setting"]["model"]) + ("" if entry["complete"] else " (incomplete)")
        cost = "" if entry["cost"] is None else f"{entry['cost']:.2f}"
        tokens = f"{entry['prompt_tokens'] + entry['reply_tokens']:,}"
        cells = [name, _with_error(entry), *(_with_error(scores.get(suite)) for suite in SUITES)]
        cells += [percent(parse_rate, 0), tokens, cost]
        rows.append("".join(f"<td>{cell}</td>" for cell in cells))
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(f"<tr>{row}</tr>\n" for row in rows)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>Sapper-Bench {VERSION}</title><style>{_STYLE}</style></head>'
        f"<body><h1>Sapper-Bench {VERSION}</h1><p>The chance to win that a model keeps, and the share of "
        "positions that it solves, with 95 % intervals. Luck, format and padding do not count.</p>"
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>'
        "</body></html>\n"
    )


def _with_error(score: dict[str, Any] | None) -> str:
    if score is None:
        return ""
    return f"{percent(score['score'], 1)} &plusmn; {percent(1.96 * score['score_error'], 1)}"
