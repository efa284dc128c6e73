"""A file of the scores of several players, and a page that shows them."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any, Final

from sapper._support.file_bytes import write_whole
from sapper._support.words import percent
from sapper.errors import FileError, FormatError
from sapper.llm_bench.scores import BenchReport
from sapper.llm_bench.suites import SUITES, VERSION

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
        parsed = sum(each["parsed"] for each in scores.values()) / (len(scores) or 1)
        name = escape(entry["setting"]["model"]) + ("" if entry["complete"] else " (incomplete)")
        cost = "" if entry["cost"] is None else f"{entry['cost']:.2f}"
        tokens = f"{entry['prompt_tokens'] + entry['reply_tokens']:,}"
        cells = [name, _with_error(entry), *(_with_error(scores.get(suite)) for suite in SUITES)]
        cells += [percent(parsed, 0), tokens, cost]
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
    return f"{percent(score['score'], 1)} &plusmn; {percent(1.96 * score['error'], 1)}"
