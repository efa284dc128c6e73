"""`sapper optimum`: what it prints, and how it gives up."""

import json
from functools import partial

from support.command_line import command_line

BOARD = ("--rows", "4", "--columns", "4", "--mines", "3", "--first-click", "safe")


run = partial(command_line, "optimum")


def test_it_prints_a_fraction_and_a_decimal() -> None:
    result = run(*BOARD)
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    assert first == "80/91 = 0.879120879121"
    assert second.startswith("wins 400 of 455 minefields, starting at ")


def test_json_holds_the_same() -> None:
    answer = json.loads(run(*BOARD, "--json").stdout)
    assert answer["fraction"] == [80, 91]
    assert answer["win_probability"] == 80 / 91
    assert answer["board"] == {"topology": "square", "shape": [4, 4], "mines": 3}
    assert (answer["wins"], answer["minefields"], answer["first_cell"]) == (400, 455, [0, 0])


def test_it_gives_up_in_time() -> None:
    board = ("--rows", "5", "--columns", "5", "--mines", "6", "--first-click", "safe")
    late = run(*board, "--time-limit", "0.05")
    assert (late.exit_code, "within 0.05 seconds" in late.stderr) == (3, True)


def test_a_board_full_of_mines_is_wrong_usage() -> None:
    assert run("--rows", "2", "--columns", "2", "--mines", "4").exit_code == 2
