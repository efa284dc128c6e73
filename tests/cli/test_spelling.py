"""Errors spell options as they are typed, and no option is ignored without a word."""

import re

import pytest
from support.command_line import command_line

EXPERT = "\n".join(["1" + "." * 29, *["." * 30] * 15])
HEADED = "9x9x10\n" + "\n".join(["H" * 9] * 9)


@pytest.mark.parametrize(
    ("line", "text", "said"),
    [
        ("analyse", EXPERT, "give --mines or --level expert"),
        ("analyse -f zig", "....", "give --mines"),
        ("analyse --most 1", "1..", "give --mines"),
        ("analyse -m 9", HEADED, "but --mines 9 was given"),
        ("info -l expert", HEADED, "but --level expert was given"),
        ("convert - - --to board", EXPERT, "give --mines or --level expert"),
        ("simulate --strategy fast --effort 3", "", "--effort is only for the strategy 'best'"),
        ("generate -l expert -m 400 --time-limit 0.5", "", "--method adjusted makes fair minefields"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_errors_spell_options_as_typed(line: str, text: str, said: str, as_json: bool) -> None:
    arguments = line.split()
    if as_json:
        if arguments[0] == "convert":
            pytest.skip("it has no JSON")
        arguments.append("--json")
    done = command_line(*arguments, text=text)
    assert done.exit_code in (2, 3)
    assert said in done.output
    assert not re.search(r"\b[a-z_]+=", done.output)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("analyse -m 4 --theme dark", "--theme needs --svg"),
        ("hint -m 4 --theme dark", "--theme needs --svg"),
        ("review --theme dark", "--theme needs --html or --svg"),
        ("generate --any --hardest single", "--hardest does not go with --any"),
        ("generate --any --no-mine-count", "--no-mine-count does not go with --any"),
        ("generate --any --method adjusted", "--method does not go with --any"),
        ("generate --json --format mbf", "--format does not go with --json"),
    ],
)
def test_options_that_would_do_nothing_are_refused(line: str, said: str) -> None:
    done = command_line(*line.split(), text="1..\n...\n")
    assert done.exit_code == 2
    assert said in done.stderr


def test_a_hint_spells_options_as_typed_in_json_too() -> None:
    for options in ([], ["--json"]):
        done = command_line("hint", *options, text="1........\n" + ".........\n" * 8)
        assert "give --mines or --level beginner" in " ".join(done.output.split())
