"""`sapper optimum`: what it prints, and how it gives up."""

import json
from functools import partial

from support.command_line import command_line

run = partial(command_line, "optimum", "--first-click", "safe")


def test_it_prints_a_fraction_and_a_decimal_or_json() -> None:
    board = ("--rows", "4", "--columns", "4", "--mines", "3")
    result = run(*board)
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    assert first == "80/91 = 0.879120879121"
    assert second.startswith("wins 400 of 455 minefields, starting at ")
    answer = json.loads(run(*board, "--json").stdout)
    assert (answer["fraction"], answer["win_probability"]) == ([80, 91], 80 / 91)
    assert answer["board"] == {"topology": "square", "shape": [4, 4], "mines": 3}
    assert (answer["wins"], answer["minefields"], answer["first_cell"]) == (400, 455, [0, 0])


def test_it_gives_up_in_time() -> None:
    late = run("--rows", "5", "--columns", "5", "--mines", "6", "--time-limit", "0.05")
    assert (late.exit_code, "within 0.05 seconds" in late.stderr) == (3, True)
