"""`sapper simulate`, `report`, `compare`, `dataset` and `review` on the command line."""

import csv
import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from support.command_line import command_line

import sapper
from sapper.board.board import LEVELS
from sapper.draw.captions import percent
from sapper.simulation.run import OpenRun

FAST = ["--strategy", "exact+first"]


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that keeps runs by default."""
    monkeypatch.setenv("SAPPER_RUNS", str(tmp_path / "runs"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "runs"


def test_a_newcomer_gets_a_result(runs: Path) -> None:
    result = command_line("simulate", "--level", "beginner", "--games", "300")
    assert "Win rate        9" in result.stdout
    assert "95 % confidence: " in result.stdout
    (file,) = runs.iterdir()
    assert result.stderr == f"Keeping the run in {file}\n"
    again = command_line("simulate", "--level", "beginner", "--games", "300")
    assert again.stdout == result.stdout
    assert f"{file} keeps all these games already." in again.stderr
    longer = command_line("simulate", "--level", "beginner", "--games", "400")
    assert "Going on after 263 games" in longer.stderr
    assert "Games           400\n" in longer.stdout
    fewer = command_line("simulate", "--level", "beginner", "--games", "80")
    assert "Games           80\n" in fewer.stdout
    words = "keeps 400 games of this run. For the report on all of them, use --games 400."
    assert fewer.stderr == f"{file} {words}\n"


def test_every_form_tells_the_same(tmp_path: Path) -> None:
    play = ("simulate", *FAST, "-l", "beginner", "-n", "2e2", "--seed", str(2**53 + 1), "--out", "a.sapper")
    answer = json.loads(command_line(*play, "--json").stdout)
    assert (answer["games"], answer["configuration"]["seed"]) == (200, 2**53 + 1)
    report = ("report", "a.sapper")
    assert json.loads(command_line(*report, "--json").stdout) == answer
    (row,) = csv.DictReader(command_line(*report, "--csv").stdout.splitlines())
    assert float(row["win_rate"]) == answer["win_rate"]
    assert f"| {100 * answer['win_rate']:.2f} % |" in command_line(*report, "--markdown").stdout
    assert f"{100 * answer['win_rate']:.2f} %" in command_line(*report).stdout
    files = ("--html", "page.html", "--plots", "plots", "--plot-format", "svg")
    assert command_line(*report, *files).stdout == ""
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert f"{100 * answer['win_rate']:.2f} %" in page
    assert page.count("<svg") == 4
    assert "<script" not in page
    names = {"guesses.svg", "calibration.svg", "times.svg", "lost.svg"}
    assert {path.name for path in (tmp_path / "plots").iterdir()} == names


def test_all_levels_make_a_report_each(tmp_path: Path) -> None:
    result = command_line("simulate", *FAST, "--all-levels", "--games", "20", "--csv")
    rows = list(csv.DictReader(result.stdout.splitlines()))
    assert [row["board"].partition(" ")[0] for row in rows] == ["beginner", "intermediate", "expert"]
    for row in rows:
        name = row["board"].partition(" ")[0]
        answer = json.loads((tmp_path / "sapper-reports" / f"{name}.json").read_text(encoding="utf-8"))
        assert answer["won"] == int(row["won"])


def test_control_c_tells_of_the_levels_that_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    play = OpenRun.play

    def interrupt(session: OpenRun, watch: Any, ready: Any) -> None:
        play(session, watch, ready)
        if session.plan.configuration.board == LEVELS["intermediate"]:
            raise KeyboardInterrupt

    monkeypatch.setattr(OpenRun, "play", interrupt)
    result = command_line("simulate", *FAST, "--all-levels", "--games", "20", ends=130)
    assert [line for line in result.stdout.splitlines() if line.startswith("Board")] == [
        "Board           beginner (9 x 9, 10 mines)",
        "Board           intermediate (16 x 16, 40 mines)",
    ]
    assert "The same command goes on with it." in result.stderr


def test_a_board_of_any_kind(tmp_path: Path) -> None:
    command_line(
        "simulate", *FAST, "-n", "30", "--rows", "6", "--columns", "5", "--mines", "4", "--topology", "torus",
        "--first-click", "any", "--first-cell", "2,2", "--on-mine", "continue", "--out", "t.sapper",
        "--keep-games", "games", "--threads", "1", "--chunk", "10", "--seed", "5",
    )  # fmt: skip
    text = command_line("report", "t.sapper").stdout
    assert "torus 6 x 5, 4 mines" in text
    assert "(won-lost-drawn)" in text
    assert len(list((tmp_path / "games" / "games").iterdir())) == 3


def test_the_same_command_goes_on_with_a_damaged_file(tmp_path: Path) -> None:
    play = ("simulate", *FAST, "-l", "beginner", "-n", "200", "--out", "a.sapper")
    whole = command_line(*play).stdout
    file = tmp_path / "a.sapper"
    file.write_bytes(file.read_bytes()[:-4096])
    again = command_line(*play)
    assert "a.sapper was damaged. The run begins anew, with the same games." in again.stderr
    assert "The damaged file is now a.sapper.damaged." in again.stderr
    assert again.stdout[again.stdout.index("Digest") :] == whole[whole.index("Digest") :]


@pytest.mark.parametrize("play", [("simulate", *FAST), ("compare", "exact+first", "exact+random")])
def test_a_run_without_games_is_told_in_every_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, play: tuple[str, ...]
) -> None:
    """Ctrl-C before the end of the first chunk leaves such a run."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(OpenRun, "play", interrupt)
        result = command_line(*play, "--markdown", "--out", "a.sapper", ends=130)
    nothing = "| exact+first | expert (16 x 30, 99 mines) | opening | 0 | unknown | 0.00 to 100.00 |"
    assert nothing in result.stdout
    assert "The run is kept." in result.stderr
    for style in ([], ["--json"], ["--csv"], ["--markdown"], ["--html", "page.html"]):
        command_line("report", "a.sapper", *style)
    plots = command_line("report", "a.sapper", "--plots", "plots", ends=2)
    assert plots.stderr == "sapper: there is nothing to draw: no games are counted yet\n"
    assert not (tmp_path / "plots").exists()


def test_strategies_are_compared(runs: Path) -> None:
    play = ("compare", "exact+first", "single+random", "-l", "beginner", "-n", "5000")
    result = command_line(*play)
    assert "Verdict         exact+first is better than single+random\n" in result.stdout
    answer = json.loads(command_line(*play, "--json").stdout)
    assert answer["better"] == 1
    low, high = answer["difference_interval"]
    assert 0 < low <= answer["difference"] <= high
    pairs = dict(answer["pairs"])
    assert pairs.pop("games") == sum(pairs.values())
    (file,) = runs.iterdir()
    assert command_line("report", str(file)).stdout == result.stdout
    assert json.loads(command_line("report", str(file), "--json").stdout) == answer
    rows = list(csv.DictReader(command_line("report", str(file), "--csv").stdout.splitlines()))
    assert [row["strategy"] for row in rows] == ["exact+first", "single+random"]
    assert [row["verdict"] for row in rows] == [answer["verdict"]] * 2
    assert [float(row["difference"]) for row in rows] == [answer["difference"], -answer["difference"]]
    assert [float(rows[0][f"difference_{end}"]) for end in ("low", "high")] == answer["difference_interval"]
    markdown = command_line("report", str(file), "--markdown").stdout
    assert "**exact+first is better than single+random**" in markdown


def test_it_writes_what_the_library_writes(tmp_path: Path) -> None:
    typed_options = [
        *("--rows", 4, "--columns", 5, "--mines", 4, "--strategy", "exact+first", "--first-click", "safe"),
        *("--games", 9, "--seed", 3, "--difficulty", "--every", 2, "--ranked", 2, "--estimate", "30%"),
        *("--licence", "mit", "--threads", 1),
    ]
    result = command_line("dataset", tmp_path / "typed", *typed_options)
    options: Any = {"games": 9, "seed": 3, "every": 2, "difficulty": True, "ranked": 2, "estimate": 0.3}
    options |= {"strategy": "exact+first", "rules": "safe", "licence": "mit"}
    data_set = sapper.write_dataset(tmp_path / "called", (4, 5, 4), **options)
    folder = tmp_path / "typed"
    assert result.output == f"{data_set.positions} positions of 9 games in 1 file: {folder / 'data'}\n"
    for name in ("README.md", "data/chunk-000000000.parquet"):
        assert (folder / name).read_bytes() == (tmp_path / "called" / name).read_bytes()
    answer = json.loads(command_line("dataset", folder, *typed_options, "--json").output)
    assert answer == data_set.to_dict() | {"folder": str(folder)}


def test_replays_of_other_boards_are_named(tmp_path: Path) -> None:
    for level in ("beginner", "intermediate"):
        game = sapper.Strategy("fast").play(sapper.Game(level, seed=1))
        sapper.write(sapper.Replay.from_game(game), tmp_path / f"{level}.rawvf")
    result = command_line("dataset", tmp_path / "made", "--level", "beginner", "--replays", tmp_path)
    assert "Skipped intermediate.rawvf: it is on another board: intermediate" in result.output
    assert parquet.read_table(tmp_path / "made" / "data").num_rows > 0


review_of = partial(command_line, "review")


@pytest.fixture
def game() -> sapper.Game:
    """A certain move, then a needless guess, on a mine."""
    game = sapper.Game("beginner", seed=2)
    game.open(4, 4)
    game.open(sapper.analyse(game.position).safe[0])
    assert sapper.analyse(game.position).safe
    assert game.minefield is not None
    position = game.position
    hidden = [cell for cell in game.topology if position[cell] == -1 and game.minefield[cell]]
    game.open(hidden[-1])
    return game


@pytest.fixture
def replay(game: sapper.Game, tmp_path: Path) -> str:
    path = tmp_path / "game.rawvf"
    sapper.write(sapper.Replay.from_game(game, [1.0, 2.0, 4.5], {"Player": "Eve"}), path)
    return str(path)


def test_it_prints_what_was_risked(game: sapper.Game, replay: str) -> None:
    output = review_of(replay).output
    review = sapper.review(game)
    assert "Status            lost" in output
    assert f"Needless guesses  {review.needless}" in output
    assert "needless guess" in output
    assert "rule: single" in output
    last, *why = output[output.index("rule: single, a mine") :].splitlines()
    assert last.endswith("a mine")
    assert " ".join(line.strip() for line in why) == review.guesses[-1].reason
    assert len(review_of(replay, "--all").output.splitlines()) > len(output.splitlines())
    assert re.search(r"4\.50 s +2\.50 s", output)  # when it was, and how long it took
    assert "\x1b[" not in output
    assert "\x1b[" in review_of(replay, "--colour", "always").output


def test_it_prints_json(replay: str) -> None:
    answer = json.loads(review_of(replay, "--json").output)
    assert answer == sapper.review(sapper.read(replay, kind=sapper.Replay)).to_dict()
    assert answer == json.loads(review_of("-", "--json", text=Path(replay).read_bytes()).output)


def test_it_writes_pictures(replay: str, tmp_path: Path) -> None:
    page, picture = tmp_path / "out.html", tmp_path / "out.svg"
    review_of(replay, "--html", str(page), "--svg", str(picture), "--theme", "dark")
    assert "A game of Eve" in page.read_text(encoding="utf-8")
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_it_says_what_guesses_lost_of_the_chance(game: sapper.Game, replay: str, tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    result = review_of(replay, "--win", "--html", str(page))
    review = sapper.review(game, by="win")
    chance = review.guesses[-1].chance
    assert chance is not None
    assert review.accuracy == pytest.approx(chance.kept)
    assert f"Accuracy          {percent(review.accuracy)}" in result.output
    assert f"chance {percent(chance.before)}, lost {percent(chance.lost)} (blunder)" in result.output
    text = page.read_text(encoding="utf-8")
    assert "The chance to win before every move" in text
    assert "blunder 1" in text
    folder = json.loads(review_of(str(tmp_path), "--win", "--threads", "1", "--json").output)
    assert folder["accuracy"] == review.accuracy
    assert "The chance to win" not in sapper.draw.review_html(sapper.review(game))


@pytest.fixture
def folder(replay: str) -> Path:
    """A folder with a game and a damaged file."""
    folder = Path(replay).parent
    (folder / "noise.avf").write_bytes(b"\x00\xff" * 40)
    return folder


def test_a_folder_is_a_report(folder: Path, replay: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    out = tmp_path_factory.mktemp("out")
    files = "--html", str(out / "report.html"), "--parquet", str(out / "games.parquet")
    output = review_of(str(folder), "--threads", "1", *files, ends=2)
    report = sapper.review_folder(folder, threads=1)
    assert f"Needless guesses  {report.needless}\n" in output.output
    assert "Missed single: 1 time" in output.output
    assert "game.rawvf, move 3: " in output.output
    assert "Skipped 1 file:\n  noise.avf: " in output.output
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2  # the mistake, among the worst and of its kind
    assert "noise.avf" in page
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(out / "games.parquet").equals(report.to_arrow())
    assert len((out / "report.findings").read_bytes().splitlines()) == 3
    assert json.loads(review_of(str(folder), "--threads", "1", "--json", ends=2).output) == report.to_dict()
    (folder / "noise.avf").unlink()
    review_of(str(folder), "--threads", "1")
    for subject in (replay, folder):
        review_of(subject, "--time-limit", "1e-9", ends=3)
