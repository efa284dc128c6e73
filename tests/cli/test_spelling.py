"""What commands say spells options as they are typed."""

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
        ("hint", "\n".join(["1" + "." * 8, *["." * 9] * 8]), "give --mines or --level beginner"),
        ("analyse -m 9", HEADED, "but --mines 9 was given"),
        ("info -l expert", HEADED, "but --level expert was given"),
        ("convert - - --to board", EXPERT, "give --mines or --level expert"),
        ("simulate --strategy fast --effort 3", "", "--effort is only for the strategy 'best'"),
        ("generate -l expert -m 400 --time-limit 0.5", "", "--method adjusted makes fair minefields"),
    ],
)
def test_errors_spell_options_as_typed(line: str, text: str, said: str) -> None:
    for options in ([], ["--json"]) if "convert" not in line else ([],):
        done = command_line(*line.split(), *options, text=text)
        assert done.exit_code in ((0,) if line == "hint" else (2, 3))
        assert said in " ".join(done.output.split())
        assert not re.search(r"\b[a-z_]+=", done.output)
