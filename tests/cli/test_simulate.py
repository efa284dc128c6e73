"""`sapper simulate`, `sapper report` and `sapper compare` on the command line."""

import csv
import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from support.command_line import command_line as sapper

from sapper.board.board import LEVELS
from sapper.simulation.run import OpenRun

FAST = ["--strategy", "exact+first"]


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that keeps runs by default."""
    monkeypatch.setenv("SAPPER_RUNS", str(tmp_path / "runs"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "runs"


def good(*arguments: str) -> Result:
    result = sapper(*arguments)
    assert result.exit_code == 0, result.output
    return result


def complaint(result: Result) -> str:
    """The only line, which says what was wrong."""
    (line,) = result.stderr.splitlines()
    assert line.startswith("sapper: ")
    return line


def test_a_newcomer_gets_a_result(runs: Path) -> None:
    result = good("simulate", "--level", "beginner", "--games", "300")
    assert "Win rate        9" in result.stdout
    assert "95 % confidence: " in result.stdout
    (kept,) = runs.iterdir()
    assert result.stderr == f"Keeping the run in {kept}\n"
    again = good("simulate", "--level", "beginner", "--games", "300")
    assert again.stdout == result.stdout
    assert f"{kept} keeps all these games already." in again.stderr
    longer = good("simulate", "--level", "beginner", "--games", "400")
    assert "Going on after 263 games" in longer.stderr
    assert "Games           400\n" in longer.stdout
    fewer = good("simulate", "--level", "beginner", "--games", "80")
    assert "Games           80\n" in fewer.stdout
    told = "keeps 400 games of this run. For the report on all of them, use --games 400."
    assert fewer.stderr == f"{kept} {told}\n"


def test_a_large_number_may_be_written_short() -> None:
    result = good("simulate", *FAST, "-l", "beginner", "-n", "1e2", "--seed", str(2**53 + 1), "--json")
    told = json.loads(result.stdout)
    assert told["games"] == 100
    assert told["configuration"]["seed"] == 2**53 + 1


def test_every_form_tells_the_same(tmp_path: Path) -> None:
    play = ("simulate", *FAST, "-l", "beginner", "-n", "200", "--out", "a.sapper")
    told = json.loads(good(*play, "--json").stdout)
    assert told["games"] == 200
    report = ("report", "a.sapper")
    assert json.loads(good(*report, "--json").stdout) == told
    (row,) = csv.DictReader(good(*report, "--csv").stdout.splitlines())
    assert float(row["win_rate"]) == told["win_rate"]
    assert f"| {100 * told['win_rate']:.2f} % |" in good(*report, "--markdown").stdout
    assert f"{100 * told['win_rate']:.2f} %" in good(*report).stdout
    result = good(*report, "--html", "page.html", "--plots", "plots", "--plot-format", "svg")
    assert result.stdout == ""
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert f"{100 * told['win_rate']:.2f} %" in page
    assert page.count("<svg") == 4
    assert "<script" not in page
    names = {"guesses.svg", "calibration.svg", "times.svg", "lost.svg"}
    assert {path.name for path in (tmp_path / "plots").iterdir()} == names


def test_all_levels_make_a_report_each(tmp_path: Path) -> None:
    result = good("simulate", *FAST, "--all-levels", "--games", "20", "--csv")
    rows = list(csv.DictReader(result.stdout.splitlines()))
    assert [row["board"].partition(" ")[0] for row in rows] == ["beginner", "intermediate", "expert"]
    for row in rows:
        name = row["board"].partition(" ")[0]
        told = json.loads((tmp_path / "sapper-reports" / f"{name}.json").read_text(encoding="utf-8"))
        assert told["won"] == int(row["won"])
    assert sapper("simulate", "--all-levels", "--level", "expert").exit_code == 2


def test_control_c_tells_of_the_levels_that_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    play = OpenRun.play

    def interrupted(session: OpenRun, watch: Any, ready: Any) -> None:
        play(session, watch, ready)
        if session.plan.configuration.board == LEVELS["intermediate"]:
            raise KeyboardInterrupt

    monkeypatch.setattr(OpenRun, "play", interrupted)
    result = sapper("simulate", *FAST, "--all-levels", "--games", "20")
    assert result.exit_code == 130
    assert [line for line in result.stdout.splitlines() if line.startswith("Board")] == [
        "Board           beginner (9 x 9, 10 mines)",
        "Board           intermediate (16 x 16, 40 mines)",
    ]
    assert "The same command goes on with it." in result.stderr


def test_a_board_of_any_kind(tmp_path: Path) -> None:
    good(
        "simulate", *FAST, "-n", "30", "--rows", "6", "--columns", "5", "--mines", "4", "--topology", "torus",
        "--first-click", "any", "--first-cell", "2,2", "--on-mine", "continue", "--out", "t.sapper",
        "--keep-games", "games", "--threads", "1", "--chunk", "10", "--seed", "5",
    )  # fmt: skip
    text = good("report", "t.sapper").stdout
    assert "torus 6 x 5, 4 mines" in text
    assert "(won-lost-drawn)" in text
    assert len(list((tmp_path / "games" / "games").iterdir())) == 3


def test_a_function_in_python_plays(tmp_path: Path) -> None:
    text = "import sapper\ndef pick(position):\n    return sapper.analyse(position).safest\n"
    (tmp_path / "of_mine.py").write_text(text)
    result = good("simulate", "--strategy", "of_mine:pick", "-l", "beginner", "-n", "4", "--threads", "1")
    assert "much slower" in result.stderr
    assert "pick@" in result.stdout
    sys.modules.pop("of_mine")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-l", "exprt"], "did you mean 'expert'?"),
        (["--strategy", "exact+corner"], "did you mean 'corners'?"),
        (["--strategy", "no_such_module:f"], "no_such_module"),
        (["--rows", "3", "--columns", "3", "--mines", "10"], "a board of 9 cells cannot hold 10 mines"),
        (["--rows", "3", "--columns", "3", "--mines", "9"], "safe cell, but 9 mines leave none"),
        (["--threads", "2000"], "2000 is not in the range 1<=x<=1024"),
        (["--seed", "-1"], "-1 is not in the range 0<=x<=18446744073709551615"),
        (["-n", "1.5"], "'1.5' is not a valid whole number"),
        (["--width", "nan"], "nan is not between 0 and 1"),
        (["--seconds", "-1"], "-1.0 is not in the range x>0"),
        (["--width", "0.5"], "width must be a share of all games below 0.1, not 0.5"),
        (["--width", "half"], "'half' is not a share, such as 0.005 or 0.5%"),
        (["--first-cell", "99,0"], "the first cell:"),
        (["--cluster", "somewhere"], "is not a cluster"),
        (["--out", "not/there/run.sapper"], "does the folder exist"),
        (["--out", ""], "'--out' / '-o': the name is empty."),
        (["--keep-games", ""], "'--keep-games': the name is empty."),
        (["--json", "--csv"], "--json and --csv do not go together."),
        (["--reports", "there"], "--reports goes with --all-levels. See"),
    ],
)
def test_wrong_arguments_get_one_line(runs: Path, arguments: list[str], words: str) -> None:
    result = sapper("simulate", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in complaint(result)
    assert not runs.exists()


def test_the_same_command_goes_on_with_a_damaged_file(tmp_path: Path) -> None:
    play = ("simulate", *FAST, "-l", "beginner", "-n", "200", "--out", "a.sapper")
    whole = good(*play).stdout
    file = tmp_path / "a.sapper"
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE chunks SET mark = '' WHERE number = 0")
    assert "is damaged. Play the run again as before" in complaint(sapper("report", "a.sapper"))
    again = good(*play).stdout
    assert again[again.index("Digest") :] == whole[whole.index("Digest") :]
    good("report", "a.sapper")
    file.write_bytes(file.read_bytes()[:-4096])
    told = good(*play)
    assert "a.sapper was damaged. The run begins anew, with the same games." in told.stderr
    assert "The damaged file is now a.sapper.damaged." in told.stderr
    assert told.stdout[told.stdout.index("Digest") :] == whole[whole.index("Digest") :]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--json", "--markdown"], "--json and --markdown do not go together."),
        (["--plot-format", "svg"], "--plot-format goes with --plots."),
        (["--plots", ""], "'--plots': the name is empty."),
        (["--html", ""], "'--html': the name is empty."),
        (["."], "'sapper review' sums up the replays in a folder"),
    ],
)
def test_impossible_reports_get_one_line(arguments: list[str], words: str) -> None:
    good("simulate", *FAST, "-l", "beginner", "-n", "10", "--out", "a.sapper")
    result = sapper("report", "a.sapper", *arguments)
    assert result.exit_code == 2
    assert words in complaint(result)


@pytest.mark.parametrize("play", [("simulate", *FAST), ("compare", "exact+first", "exact+random")])
def test_a_run_without_games_is_told_in_every_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, play: tuple[str, ...]
) -> None:
    """Ctrl-C before the end of the first chunk leaves such a run."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(OpenRun, "play", interrupted)
        result = sapper(*play, "--markdown", "--out", "a.sapper")
    assert result.exit_code == 130
    nothing = "| exact+first | expert (16 x 30, 99 mines) | opening | 0 | unknown | 0.00 to 100.00 |"
    assert nothing in result.stdout
    assert "The run is kept." in result.stderr
    for style in ([], ["--json"], ["--csv"], ["--markdown"], ["--html", "page.html"]):
        good("report", "a.sapper", *style)
    assert (
        complaint(sapper("report", "a.sapper", "--plots", "plots"))
        == "sapper: there is nothing to draw: no games are counted yet"
    )
    assert not (tmp_path / "plots").exists()


def test_an_error_of_several_lines_gets_one(tmp_path: Path) -> None:
    (tmp_path / "of_mine.py").write_text("def fail(position):\n    raise ValueError('one\\n  two')\n")
    result = sapper("simulate", "--strategy", "of_mine:fail", "-n", "2", "--threads", "1")
    *_, last = result.stderr.splitlines()
    assert "raised ValueError: one two (line 2 of of_mine.py, game 0 of seed 0)" in last
    sys.modules.pop("of_mine")


def test_strategies_are_compared(runs: Path) -> None:
    play = ("compare", "exact+first", "single+random", "-l", "beginner", "-n", "5000")
    result = good(*play)
    assert "Verdict         exact+first is better than single+random\n" in result.stdout
    told = json.loads(good(*play, "--json").stdout)
    assert told["better"] == 1
    low, high = told["difference_interval"]
    assert 0 < low <= told["difference"] <= high
    pairs = dict(told["pairs"])
    assert pairs.pop("games") == sum(pairs.values())
    (kept,) = runs.iterdir()
    assert good("report", str(kept)).stdout == result.stdout
    assert json.loads(good("report", str(kept), "--json").stdout) == told
    rows = list(csv.DictReader(good("report", str(kept), "--csv").stdout.splitlines()))
    assert [row["strategy"] for row in rows] == ["exact+first", "single+random"]
    assert [row["verdict"] for row in rows] == [told["verdict"]] * 2
    assert [float(row["difference"]) for row in rows] == [told["difference"], -told["difference"]]
    assert [float(rows[0][f"difference_{end}"]) for end in ("low", "high")] == told["difference_interval"]
    assert "**exact+first is better than single+random**" in good("report", str(kept), "--markdown").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["exact+first", "exact+first"], "exact+first is given twice"),
        (["best", "best@3"], "best is given twice"),
        (["exact+first", "exact+corners", "--margin", "0"], "0 is not between 0 and 1"),
        (["exact+first", "exact+corners", "--margin", "0.5"], "half a percentage point is 0.005"),
        (["exact+first", "exact+corners", "--threads", "0"], "0 is not in the range 1<=x<=1024"),
        (["exact+first", "exact+corners", "-n", "0"], "0 is not in the range x>=1"),
    ],
)
def test_wrong_comparisons_get_one_line(runs: Path, arguments: list[str], words: str) -> None:
    result = sapper("compare", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in complaint(result)
    assert not runs.exists()
