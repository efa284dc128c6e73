"""The command `sapper`: the table of its commands, whose modules are imported only when they are used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from sapper._support.words import unknown
from sapper.cli.shared.exit_codes import ending_well
from sapper.cli.shared.starting import raise_at_interrupts

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class CommandLine(NamedTuple):
    """The module and the function of a command, and its line in the help."""

    module: str
    function: str
    summary: str


COMMANDS: Final[Mapping[str, CommandLine]] = {
    "analyse": CommandLine(
        "sapper.cli.positions", "analyse_command", "Compute the exact mine probabilities of a position."
    ),
    "hint": CommandLine(
        "sapper.cli.positions", "hint_command", "Explain the simplest deduction in a position."
    ),
    "play": CommandLine(
        "sapper.cli.play.command", "command", "Play by keyboard and mouse, or watch the engine play."
    ),
    "generate": CommandLine("sapper.cli.boards", "generate_command", "Make boards that need no guess."),
    "puzzle": CommandLine("sapper.cli.boards", "puzzle_command", "Make puzzles with one solution."),
    "review": CommandLine(
        "sapper.cli.review", "command", "Review a recorded game, or all those in a folder."
    ),
    "simulate": CommandLine(
        "sapper.cli.runs", "simulate_command", "Play many games with one strategy and report the results."
    ),
    "compare": CommandLine(
        "sapper.cli.runs", "compare_command", "Find out which of two strategies wins more games."
    ),
    "dataset": CommandLine(
        "sapper.cli.dataset", "command", "Write positions with exact probabilities as Parquet files."
    ),
    "report": CommandLine(
        "sapper.cli.runs", "report_command", "Report the results of runs from their files."
    ),
    "strategies": CommandLine("sapper.cli.strategies", "strategies_command", "List the strategies."),
    "literature": CommandLine("sapper.cli.runs", "literature_command", "Replicate published win rates."),
    "optimum": CommandLine(
        "sapper.cli.strategies",
        "optimum_command",
        "Compute the best possible win rate on a small board.",
    ),
    "bot": CommandLine("sapper.cli.bot", "command", "Play in the window of another program."),
    "picture": CommandLine("sapper.cli.picture", "command", "Draw a position, a minefield or a game."),
    "convert": CommandLine(
        "sapper.cli.file_commands", "convert_command", "Convert a file into another format."
    ),
    "info": CommandLine("sapper.cli.file_commands", "info_command", "Show the contents of a file."),
    "serve": CommandLine(
        "sapper.cli.serve", "command", "Serve the page for play, training, analysis and review."
    ),
    "engine": CommandLine(
        "sapper.cli.stdio_servers", "engine_command", "Answer requests of another program in JSON lines."
    ),
    "bench-llm": CommandLine("sapper.cli.bench_llm", "command", "Measure how well a language model plays."),
    "mcp": CommandLine(
        "sapper.cli.stdio_servers",
        "mcp_command",
        "Serve tools to language models by the Model Context Protocol.",
    ),
}
"""The commands by name."""

EPILOG: Final = """
\b
Example:
  sapper analyse position.txt --mines 99

\b
Exit codes:
    0  done
    1  no minefield fits the position
    2  wrong usage, or input that cannot be read
    3  gave up: time limit or memory
  130  interrupted by Ctrl-C
  141  the reader of the output has gone
"""


class LazyGroup(click.Group):
    """A group that knows the names and summaries of its commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Imports a command."""
        if cmd_name not in COMMANDS:
            return None
        line = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(line.module), line.function)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command. For an unknown name, the error suggests the nearest one.

        The modules of the command are there now, so Ctrl-C may raise an exception.
        """
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(unknown("command", name, COMMANDS))
        resolution = super().resolve_command(ctx, args)
        raise_at_interrupts()
        return resolution

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Writes the table."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line.summary) for name, line in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands or options that the tab key offers."""
        from click.shell_completion import CompletionItem  # only the tab key needs it

        names = [
            CompletionItem(name, help=line.summary)
            for name, line in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return names + click.Command.shell_complete(self, ctx, incomplete)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the options before the command."""
        with ending_well(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command."""
        with ending_well(ctx):
            return super().invoke(ctx)


@click.command(
    cls=LazyGroup,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)
@click.version_option(package_name="sapper", message="sapper %(version)s")
def sapper() -> None:
    """Minesweeper: the game, exact mine probabilities, and players built on them.

    'sapper COMMAND --help' explains a command.
    """
