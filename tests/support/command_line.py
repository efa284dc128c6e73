"""The command line in this process, without a terminal; and lines for it that do some work."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from sapper import Game, Replay, Strategy, simulate, write
from sapper.cli.commands import sapper

POSITION: Final = "01...\n12F..\n.....\n.....\n"
"""With 4 mines."""

WORK: Final = (
    "analyse position.txt --mines 4 --win --most 5",
    "analyse position.txt --mines 4 --color always",
    "analyse - --mines 2",
    "hint position.txt --mines 4 --most 5",
    "hint position.txt --mines 4 --all",
    "play --auto --level beginner --games 2 --verbose --seed 1",
    "generate --level beginner --topology octagons --seed 3",
    "review game.rawvf --all",
    "review game.rawvf --win",
    "review games",
    "simulate --level beginner --games 20 --out run.sapper",
    "compare fast exact+first --level beginner --games 40 --out pair.sapper",
    "dataset --level beginner --games 5 positions",
    "report kept.sapper",
    "strategies",
    "literature --games 5 --strategy propositions",
    "optimum --rows 4 --columns 4 --mines 3 --first-click safe",
    "picture position.txt --mines 4 --out position.svg",
    "info game.rawvf",
    "info position.txt --mines 4",
    "convert game.rawvf -",
    "convert game.rawvf new.evf",
)
"""Lines that read the files of `work_folder`."""


def work_folder(folder: Path) -> Path:
    """The folder, with a file of each kind that commands read, some of them wrong."""
    (folder / "position.txt").write_text(POSITION)
    (folder / "wrong.txt").write_text("2..\n.1.\n...\n")
    (folder / "broken.txt").write_text("01\n0\n")
    (folder / "games").mkdir()
    for seed in range(6):
        replay = Replay.from_game(Strategy("single+random").play(Game("intermediate", seed=seed)))
        for name in (f"games/a-rather-long-name-of-a-replay-{seed}.rawvf", "game.rawvf"):
            write(replay, folder / name)
    command_line("generate", "-l", "beginner", "-s", 1, "-o", folder / "board.mbf")
    simulate("expert", games=20, out=folder / "kept.sapper")
    return folder


def command_line(*arguments: object, text: str | bytes = "", ends: int = 0, **options: Any) -> Result:
    """Runs `sapper` with arguments, a text as its standard input, and options of `CliRunner.invoke`.

    It has to end with the exit code `ends`, and with no exception but the one that ends a program."""
    result = CliRunner().invoke(sapper, list(map(str, arguments)), input=text, **options)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert result.exit_code == ends, result.output
    return result


def json_object(result: Result, schema: Callable[[], dict[str, Any]]) -> Any:
    """What `--json` printed: one object of one line that fits the schema, and nothing else."""
    (line,) = result.stdout.splitlines()
    answer = json.loads(line)
    Draft202012Validator(schema()).validate(answer)
    assert result.stderr == ""
    return answer
