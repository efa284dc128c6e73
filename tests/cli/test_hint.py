"""`sapper hint`: what it shows, what it says, how it ends."""

import json
from functools import partial
from pathlib import Path

from support.command_line import command_line, json_object

import sapper
from sapper.protocol.answers import hint_schema, moves_object

EXPERT = Path(__file__).resolve().parents[2] / "examples" / "positions" / "expert.txt"


run = partial(command_line, "hint")
object_of = partial(json_object, schema=hint_schema)


def test_the_format_is_named_if_it_is_detected_and_not_plain() -> None:
    text = "2x2x1\nH1\n11\n"
    assert run(text=text).stdout.startswith("read as jsminesweeper (JSMinesweeper: ")
    assert object_of(run("--json", text=text))["read_as"] == "jsminesweeper"
    assert "read_as" not in object_of(run("--json", "-m", "1", text=".1\n11\n"))


def test_the_drawing_and_the_words() -> None:
    result = run("--mines", "1", text="111\n...\n")
    assert result.stdout == (
        "   0  1  2\n0 [1 [1  1\n1  .  . >+\n\n"
        ">+  safe   [1  number it rests on\n\n"
        "[subset, 1-1] The 1 at row 0, column 0 has one mine among cells that the 1 at row 0, column 1 also\n"
        "touches. That leaves no mine for the other cell of that 1: row 1, column 2 is safe.\n"
        "Rows and columns count from 0.\n"
    )


def test_all_deductions_in_order() -> None:
    words = run("--all", "--mines", "4", text="1211\n....\n....\n").stdout.rpartition("\n\n")[2]
    lines = [line for line in words.splitlines() if not line.startswith(" ")]
    assert [line.partition("]")[0] for line in lines] == [
        "1. [subset, 1-2-1",
        "2. [single",
        "3. [single",
        "Hardest rule needed: subset",
        "Rows and columns count from 0.",
    ]


def test_trusted_flags() -> None:
    text = "1F.\n..."
    assert "No hidden cell is certainly safe" in run("--mines", "2", text=text).stdout
    result = run("--mines", "2", "--trust-flags", "--most", "1", text=text)
    assert "row 1, columns 0 and 1 are safe" in result.stdout
    assert "1.  open (1,0)   0 %  single" in result.stdout
    wrong = run("--mines", "1", "--trust-flags", text="FF.\n...", ends=1)
    assert "need at least 2 mines, but the board has 1" in wrong.stderr


def test_without_the_number_of_mines() -> None:
    result = run("--all", text="1211\n....\n....\n")
    assert result.stdout == run("--all", "--mines", "4", text="1211\n....\n....\n").stdout
    assert object_of(run("--json", text="1211\n....\n....\n"))["board"]["mines"] is None
    nothing = run(text="..\n..\n")
    assert "No hidden cell is certainly safe" in nothing.stdout
    assert nothing.stdout.endswith("give --mines.\n")
    for everything in ([], ["--all"]):
        expert = run(*everything, text=("." * 30 + "\n") * 16)
        assert " ".join(expert.stdout.split()).endswith("give --mines or --level expert.")


def test_json_says_what_the_library_says() -> None:
    answer = object_of(run("--json", "--all", "--level", "expert", str(EXPERT)))
    expected = sapper.hint(sapper.read(EXPERT, mines=99, kind=sapper.Position))
    assert expected.deduction is not None
    assert expected.guess is not None
    assert (answer["difficulty"], answer["text"]) == (expected.difficulty, expected.text)
    assert answer["deduction"] == answer["deductions"][0]
    assert len(answer["deductions"]) == len(expected.deductions)
    assert answer["guess"]["cell"] == json.loads(json.dumps(expected.guess.cell))
    assert [tuple(cell) for cell in answer["deduction"]["mines"]] == list(expected.deduction.mines)


def test_a_contradiction_and_giving_up() -> None:
    result = run("--mines", "3", text="2..\n.1.\n...\n", ends=1)
    assert "!2" in result.stdout
    assert "these numbers together" in result.stderr
    run("--mines", "1", "--time-limit", "1e-9", text="111\n...\n", ends=3)


def test_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "hint.svg"
    run("--mines", "1", "--svg", str(path), text="111\n...\n")
    assert path.read_text(encoding="utf-8").startswith("<svg")
    run("--mines", "2", "--svg", str(path), text="1..\n...\n")
    assert "cs-best" in path.read_text(encoding="utf-8")


def test_the_best_moves_are_listed() -> None:
    result = run("--mines", "2", "--most", "2", text="1..\n...\n")
    lines = result.stdout.splitlines()
    first = lines.index("Best moves, the best first:")
    assert lines[first + 1 : first + 4] == [
        "    Move           Risk  Progress  Survival   Score   Worth      Win",
        "1.  open (0,2)     50 %      50 %      50 %  0.3340  0.1169  33.33 %",
        "2.  open (0,1)  33.33 %       0 %   33.33 %  0.3320  0.1073  33.33 %",
    ]
    names = ["Progress", "Survival", "Score", "Worth"]
    assert [line.split(":")[0] for line in lines[first + 4 :]] == names
    result = run("--mines", "1", "--most", "9", text="F1\n11\n..\n")
    assert result.stdout.splitlines()[-3:] == [
        "    Move        Risk  Rule",
        "1.  open (2,0)   0 %  single",
        "2.  open (2,1)   0 %  single",
    ]
    assert run("--mines", "1", "--most", "2", text="F1\n11\n").stdout.endswith("\nThere is no move.\n")


def test_certain_moves_are_listed_without_the_number_of_mines() -> None:
    lines = run("--most", "3", text="1?\n1?\n1?\n??\n").stdout.splitlines()
    assert lines[-2:] == ["1.  open (2,1)   0 %  subset", "To rank the other moves, give --mines."]
    assert run("--most", "3", text="1F\n11\n??\n").stdout.endswith("open (2,1)   0 %  single\n")
    nothing = run("--most", "3", text="1?\n??\n")
    assert nothing.stdout.endswith("\nNo move is certain.\nTo rank the other moves, give --mines.\n")
    assert object_of(run("--most", "3", "--json", text="1?\n??\n"))["moves"] == []


def test_the_best_moves_are_in_the_json() -> None:
    for position, mines in (("1..\n...\n", 2), ("1.\n11\n", 1), ("F1\n11\n..\n", 1)):
        ranking = json.loads(json.dumps(moves_object(sapper.rank(position, mines=mines, most=3))))
        for command in ("hint", "analyse"):
            result = command_line(command, "--mines", mines, "--most", 3, "--json", text=position)
            assert json.loads(result.stdout)["moves"] == ranking
    assert "moves" not in object_of(run("--mines", "2", "--json", text="1..\n...\n"))
