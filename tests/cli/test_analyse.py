"""`sapper analyse` and `sapper hint`: what they read, what they print, how they end."""

import json
import re
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from support.command_line import command_line, json_object
from support.screens import (
    LOOKS,
    WITHOUT_LINES,
    midgame,
    picture_file,
    picture_of_unclear_size,
    unclear_picture,
    window,
)

import sapper
from sapper.board.topology import TOPOLOGY_NAMES
from sapper.cli.positions import analysis_text
from sapper.draw.svg import board_svg
from sapper.protocol.answers import analysis_schema, hint_schema, moves_object

EXPERT = Path(__file__).resolve().parents[2] / "examples" / "positions" / "expert.txt"
POSITION = "01...\n12F..\n.....\n.....\n"
CONTRADICTION = "2..\n.1.\n...\n"


run = partial(command_line, "analyse")
object_of = partial(json_object, schema=analysis_schema)


def test_the_chance_to_win_on_request() -> None:
    lines = run("--mines", "4", "--win", text=POSITION).stdout.splitlines()
    chance = sapper.evaluate(POSITION, mines=4)
    assert lines[-1] == f"Win             {chance} if the strategy fast plays on"
    evaluation = object_of(run(str(EXPERT), "--level", "expert", "--win", "--json"))["evaluation"]
    assert evaluation["error"] <= 0.01
    assert abs(evaluation["win_probability"] - 0.42) < 0.05
    assert "games)" in run(str(EXPERT), "--level", "expert", "--win").stdout


@pytest.mark.parametrize(
    ("position", "chance_words", "estimate_words"),
    [
        ("???\n???\n???", " if the first cell is an opening", " and the first cell is an opening"),
        ("!1?\n???\n???", " from here, as if no mine had exploded", ""),
        ("11?\n???\n???", "", ""),
    ],
)
def test_the_chances_to_win_say_what_they_take_for_granted(
    position: str, chance_words: str, estimate_words: str
) -> None:
    perfect, estimate = run("--mines", "2", "--win", text=position).stdout.splitlines()[-2:]
    assert perfect.endswith(f"% with perfect play{chance_words}")
    assert estimate.endswith(f"% if the strategy fast plays on{estimate_words}")


def test_only_the_best_guess_is_called_best_where_the_chances_are_exact() -> None:
    position = "1??\n???\n???"
    moves = sapper.rank(position, mines=2, by="win")
    behind = [move.evaluation.behind for move in moves if move.evaluation is not None]
    assert len(behind) == 8
    assert max(behind) > 0.05
    lines = run("--mines", "2", "--win", "--most", "8", text=position).stdout.splitlines()
    rows = [line for line in lines if re.match(r"\d\.  ", line)]
    assert [row.endswith("best") for row in rows] == [each == 0 for each in behind]
    assert not any("+-" in row for row in rows)


def test_svg_is_the_picture_of_the_analysis_or_of_the_contradiction(tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    result = run("--mines", 4, "--svg", path, text=POSITION)
    assert result.stdout.split("Time")[0] == run("--mines", 4, text=POSITION).stdout.split("Time")[0]
    position = sapper.Position.from_text(POSITION, 4)
    assert path.read_text(encoding="utf-8") == board_svg(position, sapper.analyse(position))
    run("--mines", 4, "--svg", path, "--theme", "dark", "--json", text=POSITION)
    assert path.read_text(encoding="utf-8") == board_svg(position, sapper.analyse(position), theme="dark")
    conflict = board_svg(sapper.Position.from_text(CONTRADICTION, 4), conflicts=[(0, 0), (1, 1)])
    for options in ([], ["--json"]):
        path.unlink()
        run("--mines", 4, "--svg", path, *options, text=CONTRADICTION, ends=1)
        assert path.read_text(encoding="utf-8") == conflict


def test_a_picture_without_lines_is_read_with_its_size(tmp_path: Path) -> None:
    fresh = sapper.Position(np.full((9, 9), -1))
    path = tmp_path / "flat.png"
    path.write_bytes(picture_file(window(fresh, WITHOUT_LINES["flat"], size=(500, 500))))
    assert "say how many rows and columns it has" in run(str(path), "--mines", "10", ends=2).stderr
    for options in (["--mines", "10", "--rows", "9", "--columns", "9"], ["--level", "beginner"]):
        assert "square 9 x 9, 10 mines, 81 cells hidden" in run(str(path), *options).stdout
    other = run(str(path), "--mines", "10", "--rows", "9", "--columns", "8", ends=2)
    assert "found no board of 9 rows and 8 columns" in other.stderr


def test_what_a_picture_leaves_open_is_answered_or_accepted(tmp_path: Path) -> None:
    position, picture = unclear_picture()
    path = tmp_path / "unclear.png"
    path.write_bytes(picture)
    refusal = run(str(path), "--mines", "6", ends=2)
    *drawing, error = refusal.stderr.splitlines()
    assert "--answer ROW,COLUMN=MARK; --accept takes the likeliest" in error
    rows = len(position.marks)
    assert [int(line.split()[0]) for line in drawing[1 : 1 + rows]] == list(range(rows))
    assert drawing[1 + rows].startswith("a: what is in row ")
    answer = object_of(run(str(path), "--mines", "6", "--answer", "0,0=2", "--json"))
    assert answer["configurations"] == str(sapper.analyse(position).configurations)
    likeliest = sapper.read_picture(path, 6).position
    likely_answer = object_of(run(str(path), "--mines", "6", "--accept", "--json"))
    assert likely_answer["configurations"] == str(sapper.analyse(likeliest).configurations)
    assert "no minefield" in run(str(path), "--mines", "6", "--answer", "0,0=5", ends=2).stderr


def test_in_a_part_of_a_board_nothing_follows_from_the_edge_of_the_picture(tmp_path: Path) -> None:
    position, look, cut = midgame(9, 11, 14, seed=4, moves=4), LOOKS["bevel"], 3
    path = tmp_path / "part.png"
    path.write_bytes(picture_file(window(position, look, size=(700, 640))[:, 137 + cut * look.pitch :]))
    run(path, "--mines", "unknown", ends=2)
    part = object_of(run(path, "--mines", "unknown", "--partial", "--json"))
    assert part["board"]["shape"] == [9, 11 - cut]
    whole = sapper.analyse(position, 14)
    for kind, certain in (("safe", whole.safe), ("mines", whole.mines)):
        assert set() < {(row, column + cut) for row, column in part[kind]} <= set(certain)
    assert "leave out the mines" in run(path, "--mines", "14", "--partial", ends=2).stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_terminal_takes_corrections_of_a_picture(tmp_path: Path) -> None:
    from support.ptys import in_terminal  # Windows has none

    _, picture = unclear_picture()
    path = tmp_path / "unclear.png"
    path.write_bytes(picture)
    arguments = ["analyse", str(path), "--mines", "6"]
    code, output = in_terminal(arguments, tmp_path, b"0,0=9\na=2\n", TERM="dumb", COLUMNS="200")
    assert code == 0
    assert b"0 a" in output
    assert b"'0,0=9' does not say what a cell shows" in output
    assert b"Configurations" in output
    position, picture = picture_of_unclear_size()
    path.write_bytes(picture)
    code, output = in_terminal(
        ["analyse", str(path), "--mines", "28", "--json"], tmp_path, b"17x17\n", TERM="dumb"
    )
    assert code == 0
    assert b"17x16 if this is all of it" in output
    assert str(sapper.analyse(position).configurations).encode() in output


def test_json_says_what_the_library_says() -> None:
    assert object_of(run("--json", text="2x2x1\n1H\nHH"))["board"]["mines"] == 1  # a format may say them
    for options, mines in ((), []), (("--trust-flags",), [[0, 1]]):
        assert object_of(run("--json", "-m", "1", *options, text="1F\n.."))["mines"] == mines
    answer = object_of(run("--json", "--level", "expert", str(EXPERT)))
    analysis = sapper.analyse(sapper.read(EXPERT, mines=99, kind=sapper.Position))
    assert answer["configurations"] == str(analysis.configurations)
    assert (tuple(answer["safest"]), answer["safest_risk"]) == (analysis.safest, analysis.safest_risk)
    assert list(map(tuple, answer["mines"])) == analysis.mines


@pytest.mark.parametrize("topology", TOPOLOGY_NAMES)
def test_the_topology_is_that_which_was_named(topology: str) -> None:
    position = "1...\n....\n....\n....\n"
    answer = object_of(run("--json", "-m", "2", "-t", topology, text=position))
    assert answer["board"]["topology"] == topology
    expected = sapper.analyse(position, 2, topology=topology)  # type: ignore[call-overload]  # one of the names
    assert answer["configurations"] == str(expected.configurations)


def test_the_format_is_named_if_it_is_detected_and_not_plain() -> None:
    rows, words = "1\n?1\n?1\n11\n", "read as counted (code golf: the mine count, then rows, "
    assert run(text=rows).stdout.startswith(words)
    assert object_of(run("--json", text=rows))["read_as"] == "counted"
    for options, text in ((["-f", "counted"], rows), (["-m", "1"], "?1\n?1\n11\n")):
        assert "read as" not in run(*options, text=text).output
        assert "read_as" not in object_of(run("--json", *options, text=text))
    refusal = run("-m", "3", text="..1xxx\n..1xxx\n", ends=2)
    assert "as 'plain' (" in refusal.stderr
    assert "and as 'zeros' (" in refusal.stderr
    assert "choose with --format\n" in refusal.stderr


BAD_INPUT: list[tuple[list[str], str | bytes, str]] = [
    (["-m", "4", "nowhere.txt"], "", "nowhere.txt: cannot be read: No such file"),
    ([], POSITION, "standard input: the number of mines on the board is missing: give --mines\n"),
    (["-m", "4"], b"\xff\xff\x00\x01", "standard input: this is not text: there is no character at offset 0"),
    (["-m", "0"], "0.", "choose with --format\n"),
    (["-l", "expert"], "1.\n1.", "cannot hold 99 mines; the level 'expert' has 16 rows and 30 columns"),
    (["-l", "beginner"], POSITION, "has 9 rows and 9 columns, but the position has 4 rows and 5 columns"),
    (
        ["-m", "4", "-r", "9", "-c", "9"],
        POSITION,
        "the options say 9 rows and 9 columns, but the position has 4 rows and 5 columns",
    ),
    (["-m", "1", "-t", "square"], "1.\n\n..", "the topology 'square' has rows and columns"),
]


@pytest.mark.parametrize(("arguments", "text", "message"), BAD_INPUT)
def test_unreadable_input_gets_one_clear_line(arguments: list[str], text: str | bytes, message: str) -> None:
    result = run(*arguments, text=text, ends=2)
    assert result.stdout == ""
    assert result.stderr.startswith("sapper: ")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr


def test_a_file_that_is_no_position_by_its_size_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.formats.LARGEST_FILE", 100)
    monkeypatch.setattr("sapper._support.file_bytes.LARGEST_FILE", 100)
    path = tmp_path / "large.txt"
    path.write_text("." * 101)
    for result in (run("-m", "4", str(path), ends=2), run("-m", "4", text="." * 101, ends=2)):
        assert "a file has at most 100 bytes, and this one has more" in result.stderr


def test_a_large_board_is_not_drawn() -> None:
    run_large = partial(run, "-m", "1", text="\n".join(["." * 201] * 100))
    assert "too many for a picture" in run_large("--svg", "a.svg", ends=2).stderr
    result = run_large()
    assert result.stdout.startswith("Board           square 100 x 201, 1 mine, 20100 cells hidden\n")
    assert len(result.stdout.splitlines()) == 7


def test_least_risk_and_the_best_move_are_told_apart() -> None:
    lines = run("--mines", "2", "--most", "1", text="1..\n...\n").stdout.splitlines()
    assert "Least risk      (0,1) 33.33 % risk" in lines
    first = lines.index("Best moves, the best first:")
    assert lines[first + 2].startswith("1.  open (0,2)")
    assert lines[first + 3].startswith("Progress: the chance that ")
    assert not any(line.startswith("Best ") and "(0,1)" in line for line in lines)


@pytest.mark.parametrize(
    ("text", "mines", "words"),
    [
        ("1..\n...\n", "unknown", "unknown without the number of mines"),
        ("1.\n", "unknown", "every hidden cell is a mine"),
        ("1.\n", "1", "every hidden cell is a mine"),
        ("000\n", "0", "nothing is hidden"),
    ],
)
def test_a_position_without_a_least_risk_says_why(text: str, mines: str, words: str) -> None:
    assert f"Least risk      {words}\n" in run("--mines", mines, text=text).stdout


def entries(analysis: sapper.Analysis, width: int = 100) -> dict[str, str]:
    """The lines, those that are wrapped put together."""
    text = analysis_text(analysis, 0.0123, width).replace("\n" + " " * 16, " ")
    return {line[:16].rstrip(): line[16:] for line in text.splitlines()}


def test_a_board_that_is_certain_is_won() -> None:
    lines_by_name = entries(sapper.analyse("1.", mines=1))
    assert (lines_by_name["Safe"], lines_by_name["Mines"]) == ("none", "1: (0,1)")
    assert lines_by_name["Least risk"] == "every hidden cell is a mine"
    assert lines_by_name["Win"] == "100 % with perfect play"


def test_cells_of_a_graph_are_numbers() -> None:
    graph = sapper.Topology.graph([[1], [0, 2], [1]])
    lines_by_name = entries(sapper.analyse([1, -1, -1], mines=1, topology=graph))
    assert (lines_by_name["Board"], lines_by_name["Safe"]) == ("graph 3, 1 mine, 2 cells hidden", "1: 2")
    assert lines_by_name["Cells"] == "counted from 0"
    assert entries(sapper.analyse(np.full((2, 2, 2), -1), mines=1))["Cells"] == "counted from 0"


@pytest.mark.parametrize(
    ("size", "mines", "width", "text"),
    [
        ((10, 10), 10, 100, "17,310,309,456,440"),
        ((10, 10), 50, 16 + 39, "100,891,344,545,564,193,334,812,497,256"),
        ((10, 10), 50, 16 + 38, "about 1.0089e29"),  # the line has no room for it
        ((16, 30), 99, 100, "about 5.6022e104"),
        ((100, 100), 1, 100, "10,000"),
    ],
)
def test_configurations_are_exact_while_people_can_read_them(
    size: tuple[int, int], mines: int, width: int, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert entries(sapper.analyse(np.full(size, -1), mines=mines), width)["Configurations"] == text
    nearly = property(lambda _: (50 - 1e-9) * np.log(10))
    monkeypatch.setattr(sapper.Analysis, "log_configurations", nearly)
    assert entries(sapper.analyse("1.", mines=1))["Configurations"] == "about 1.0000e50"  # below ten


def test_many_cells_are_counted_and_not_all_listed_and_a_flag_is_mentioned() -> None:
    analysis = sapper.analyse(np.full((10, 10), -1), mines=0)
    safe = entries(analysis)["Safe"]
    assert safe.startswith("100: (0,0) (0,1)")
    assert safe.endswith("(3,9) and 60 more")
    lines = analysis_text(analysis, 0, 50).splitlines()
    assert max(map(len, lines)) <= 50
    assert len(lines) > 6
    assert entries(sapper.analyse([[0, -2]], mines=0))["Least risk"] == "(0,1) safe, flagged"


hint = partial(command_line, "hint")
object_of_hint = partial(json_object, schema=hint_schema)


def test_a_hint_names_a_format_that_is_detected_and_not_plain() -> None:
    text = "2x2x1\nH1\n11\n"
    assert hint(text=text).stdout.startswith("read as jsminesweeper (JSMinesweeper: ")
    assert object_of_hint(hint("--json", text=text))["read_as"] == "jsminesweeper"
    assert "read_as" not in object_of_hint(hint("--json", "-m", "1", text=".1\n11\n"))


def test_the_drawing_and_the_words() -> None:
    result = hint("--mines", "1", text="111\n...\n")
    assert result.stdout == (
        "   0  1  2\n0 [1 [1  1\n1  .  . >+\n\n"
        ">+  safe   [1  number it rests on\n\n"
        "[subset, 1-1] The 1 at row 0, column 0 has one mine among cells that the 1 at row 0, column 1 also\n"
        "touches. That leaves no mine for the other cell of that 1: row 1, column 2 is safe.\n"
        "Rows and columns count from 0.\n"
    )


def test_all_deductions_in_order() -> None:
    words = hint("--all", "--mines", "4", text="1211\n....\n....\n").stdout.rpartition("\n\n")[2]
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
    assert "No hidden cell is certainly safe" in hint("--mines", "2", text=text).stdout
    result = hint("--mines", "2", "--trust-flags", "--most", "1", text=text)
    assert "row 1, columns 0 and 1 are safe" in result.stdout
    assert "1.  open (1,0)   0 %  single" in result.stdout
    wrong = hint("--mines", "1", "--trust-flags", text="FF.\n...", ends=1)
    assert "need at least 2 mines, but the board has 1" in wrong.stderr


def test_without_the_number_of_mines() -> None:
    result = hint("--all", text="1211\n....\n....\n")
    assert result.stdout == hint("--all", "--mines", "4", text="1211\n....\n....\n").stdout
    assert object_of_hint(hint("--json", text="1211\n....\n....\n"))["board"]["mines"] is None
    nothing = hint(text="..\n..\n")
    assert "No hidden cell is certainly safe" in nothing.stdout
    assert nothing.stdout.endswith("give --mines.\n")
    for everything in ([], ["--all"]):
        expert = hint(*everything, text=("." * 30 + "\n") * 16)
        assert " ".join(expert.stdout.split()).endswith("give --mines or --level expert.")


def test_json_of_a_hint_says_what_the_library_says() -> None:
    answer = object_of_hint(hint("--json", "--all", "--level", "expert", str(EXPERT)))
    expected = sapper.hint(sapper.read(EXPERT, mines=99, kind=sapper.Position))
    assert expected.deduction is not None
    assert expected.guess is not None
    assert (answer["difficulty"], answer["text"]) == (expected.difficulty, expected.text)
    assert answer["deduction"] == answer["deductions"][0]
    assert len(answer["deductions"]) == len(expected.deductions)
    assert answer["guess"]["cell"] == json.loads(json.dumps(expected.guess.cell))
    assert [tuple(cell) for cell in answer["deduction"]["mines"]] == list(expected.deduction.mines)


def test_a_contradiction_and_giving_up() -> None:
    result = hint("--mines", "3", text="2..\n.1.\n...\n", ends=1)
    assert "!2" in result.stdout
    assert "these numbers together" in result.stderr
    hint("--mines", "1", "--time-limit", "1e-9", text="111\n...\n", ends=3)


def test_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "hint.svg"
    hint("--mines", "1", "--svg", str(path), text="111\n...\n")
    assert path.read_text(encoding="utf-8").startswith("<svg")
    hint("--mines", "2", "--svg", str(path), text="1..\n...\n")
    assert "cs-best" in path.read_text(encoding="utf-8")


def test_the_best_moves_are_listed() -> None:
    result = hint("--mines", "2", "--most", "2", text="1..\n...\n")
    lines = result.stdout.splitlines()
    first = lines.index("Best moves, the best first:")
    assert lines[first + 1 : first + 4] == [
        "    Move           Risk  Progress  Survival   Score   Worth      Win",
        "1.  open (0,2)     50 %      50 %      50 %  0.3340  0.1169  33.33 %",
        "2.  open (0,1)  33.33 %       0 %   33.33 %  0.3320  0.1073  33.33 %",
    ]
    names = ["Progress", "Survival", "Score", "Worth"]
    assert [line.split(":")[0] for line in lines[first + 4 :]] == names
    result = hint("--mines", "1", "--most", "9", text="F1\n11\n..\n")
    assert result.stdout.splitlines()[-3:] == [
        "    Move        Risk  Rule",
        "1.  open (2,0)   0 %  single",
        "2.  open (2,1)   0 %  single",
    ]
    assert hint("--mines", "1", "--most", "2", text="F1\n11\n").stdout.endswith("\nThere is no move.\n")


def test_certain_moves_are_listed_without_the_number_of_mines() -> None:
    lines = hint("--most", "3", text="1?\n1?\n1?\n??\n").stdout.splitlines()
    assert lines[-2:] == ["1.  open (2,1)   0 %  subset", "To rank the other moves, give --mines."]
    assert hint("--most", "3", text="1F\n11\n??\n").stdout.endswith("open (2,1)   0 %  single\n")
    nothing = hint("--most", "3", text="1?\n??\n")
    assert nothing.stdout.endswith("\nNo move is certain.\nTo rank the other moves, give --mines.\n")
    assert object_of_hint(hint("--most", "3", "--json", text="1?\n??\n"))["moves"] == []


def test_the_best_moves_are_in_the_json() -> None:
    for position, mines in (("1..\n...\n", 2), ("1.\n11\n", 1), ("F1\n11\n..\n", 1)):
        ranking = json.loads(json.dumps(moves_object(sapper.rank(position, mines=mines, most=3))))
        for command in ("hint", "analyse"):
            result = command_line(command, "--mines", mines, "--most", 3, "--json", text=position)
            assert json.loads(result.stdout)["moves"] == ranking
    assert "moves" not in object_of_hint(hint("--mines", "2", "--json", text="1..\n...\n"))
