"""The command line in this process, without a terminal."""

import json
from collections.abc import Callable
from typing import Any

from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from sapper.cli.commands import sapper


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
