"""`sapper bench-llm`: how well a language model plays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from sapper._support.words import percent, quantity
from sapper.cli.shared.options import AS_JSON, NameChoice, PathName, Whole
from sapper.cli.shared.progress import counting
from sapper.environments.prompts import TextFormat
from sapper.llm_bench.players import ANCHORS, Anchor, Endpoint, EndpointError, Player
from sapper.llm_bench.running import Setting, run
from sapper.llm_bench.scores import BenchReport, add_to_leaderboard, report_of
from sapper.llm_bench.suites import SUITES, items_of
from sapper.protocol.answers import json_line

if TYPE_CHECKING:
    from sapper.llm_bench.scores import SuiteScore

EPILOG = """
\b
Examples:
  sapper bench-llm --endpoint http://localhost:8000/v1 --model my-model
  sapper bench-llm --model my-model --suite guess --samples 4
  sapper bench-llm --anchor random --leaderboard board.json

The key is taken from OPENAI_API_KEY. If the command is interrupted, run it again, and it continues.
"""


@click.command(epilog=EPILOG)
@click.option(
    "--endpoint", metavar="URL", help="An address that speaks as OpenAI's does.  [default: OpenAI's]"
)
@click.option("--model", metavar="NAME", help="The model, as the server calls it.")
@click.option("--anchor", type=click.Choice(list(ANCHORS)), help="Ask a player of Sapper's own instead.")
@click.option(
    "--suite",
    "suites",
    multiple=True,
    type=NameChoice("suite", SUITES),
    metavar="SUITE",
    help=f"Only this one; may be repeated. One of {', '.join(SUITES)}.",
)
@click.option("--most", type=Whole(min=1), metavar="N", help="Only the first N items of each suite.")
@click.option(
    "--samples",
    type=Whole(min=1, max=64),
    default=1,
    show_default=True,
    help="Ask each item K times.",
    metavar="K",
)
@click.option(
    "--prompt", "format", type=click.Choice(get_args(TextFormat)), default="text", show_default=True,
    help="How prompts show positions.",
)  # fmt: skip
@click.option("--temperature", type=click.FloatRange(0, 5), help="The temperature.  [default: the server's]")
@click.option("--max-tokens", type=Whole(min=1), help="The most tokens of a reply.  [default: the server's]")
@click.option(
    "--concurrency", type=Whole(min=1, max=1000), default=8, show_default=True, help="Items at a time."
)
@click.option(
    "--retries", type=Whole(min=0, max=100), default=5, show_default=True, help="Tries after an error."
)
@click.option(
    "--price-in", type=click.FloatRange(0), metavar="P", help="What a million tokens of prompts cost."
)
@click.option(
    "--price-out", type=click.FloatRange(0), metavar="P", help="What a million tokens of replies cost."
)
@click.option(
    "--transcript", type=PathName(), metavar="FILE", help="Where to write.  [default: bench-MODEL.jsonl]"
)
@click.option(
    "--leaderboard", type=PathName(), metavar="FILE", help="Put the scores into this file, and its page."
)
@AS_JSON
def command(
    *,
    endpoint: str | None,
    model: str | None,
    anchor: str | None,
    suites: tuple[str, ...],
    most: int | None,
    samples: int,
    format: TextFormat,
    temperature: float | None,
    max_tokens: int | None,
    concurrency: int,
    retries: int,
    price_in: float | None,
    price_out: float | None,
    transcript: Path | None,
    leaderboard: Path | None,
    as_json: bool,
) -> None:
    """Measure how well a language model plays.

    Asks Sapper-Bench: fixed positions, by the hardest rule that they need, and games. A game is scored by the
    chance to win that the model keeps, so luck does not count. It needs 'sapper[llm]', except with --anchor.
    """
    if (model is None) == (anchor is None):
        raise click.UsageError("give --model, or --anchor for a player of Sapper's own")
    player: Player
    if anchor is not None:
        player = Anchor(anchor)
    else:
        assert model is not None
        player = Endpoint(endpoint, model, retries=retries, most_tokens=max_tokens, temperature=temperature)
    if (price_in is None) != (price_out is None):
        raise click.UsageError("give both --price-in and --price-out, or neither")
    prices = None if price_in is None or price_out is None else (price_in, price_out)
    setting = Setting(player.name, samples, format, temperature)
    items = items_of(suites, most)
    path = transcript or Path(f"bench-{_file_name(player.name)}.jsonl")
    with counting("Asking", "items", hidden=as_json) as progress:
        records, failures = run(player, setting, items, path, concurrency=concurrency, progress=progress)
    if not records:
        raise EndpointError(failures[0] if failures else "there was nothing to ask")
    report = report_of(setting, items, records, prices)
    if leaderboard is not None:
        add_to_leaderboard(leaderboard, report)
    click.echo(json_line(report.to_dict()) if as_json else _text(report))
    for failure in failures[:3]:
        click.echo(f"Not answered: {failure}", err=True)
    if failures:
        raise EndpointError(
            f"{quantity(len(failures), 'item')} of {len(items) * samples} had no answer: run it again"
        )


def _file_name(model: str) -> str:
    return "".join(each if each.isalnum() or each in "-._" else "-" for each in model)[:100] or "model"


def _text(report: BenchReport) -> str:
    width = max(len(each.suite) for each in report.suites)
    lines = [_line(each, width) for each in report.suites]
    lines.append(f"{'score':<{width}}  {_score(report)}")
    tokens = f"{report.prompt_tokens:,} tokens of prompts, {report.reply_tokens:,} of replies"
    cost = "" if report.cost is None else f", cost {report.cost:.2f}"
    return "\n".join([*lines, tokens + cost])


def _line(suite: SuiteScore, width: int) -> str:
    passes = "".join(f"  pass@{k} {percent(share, 0)}" for k, share in suite.pass_at.items() if k > 1)
    return (
        f"{suite.suite:<{width}}  {_score(suite)}  solved {percent(suite.solved, 0)}  "
        f"parsed {percent(suite.parsed, 0)}{passes}"
    )


def _score(score: SuiteScore | BenchReport) -> str:
    low, high = score.interval
    return f"{percent(score.score, 1)} ({percent(low, 1)} to {percent(high, 1)})"
