"""`sapper review`, through its command line."""

import json
import re
from functools import partial
from pathlib import Path

import pytest
from support.command_line import command_line

import sapper
from sapper.draw.captions import percent

run = partial(command_line, "review")


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
    sapper.write(sapper.Replay.of(game, [1.0, 2.0, 4.5], {"Player": "Eve"}), path)
    return str(path)


def test_it_prints_what_was_risked(game: sapper.Game, replay: str) -> None:
    shown = run(replay).output
    reviewed = sapper.review(game)
    assert "Status            lost" in shown
    assert f"Needless guesses  {reviewed.needless}" in shown
    assert "needless guess" in shown
    assert "rule: single" in shown
    last, *why = shown[shown.index("rule: single, a mine") :].splitlines()
    assert last.endswith("a mine")
    assert " ".join(line.strip() for line in why) == reviewed.guesses[-1].reason
    assert len(run(replay, "--all").output.splitlines()) > len(shown.splitlines())
    assert re.search(r"4\.50 s +2\.50 s", shown)  # when it was, and how long it took
    assert "\x1b[" not in shown
    assert "\x1b[" in run(replay, "--color", "always").output


def test_it_prints_json(replay: str) -> None:
    printed = json.loads(run(replay, "--json").output)
    assert printed == sapper.review(sapper.read(replay, kind=sapper.Replay)).to_dict()
    assert printed == json.loads(run("-", "--json", text=Path(replay).read_bytes()).output)


def test_it_writes_pictures(replay: str, tmp_path: Path) -> None:
    page, picture = tmp_path / "out.html", tmp_path / "out.svg"
    result = run(replay, "--html", str(page), "--svg", str(picture), "--theme", "dark")
    assert result.exit_code == 0
    assert "A game of Eve" in page.read_text(encoding="utf-8")
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_it_says_what_guesses_lost_of_the_chance_to_win(
    game: sapper.Game, replay: str, tmp_path: Path
) -> None:
    page = tmp_path / "out.html"
    result = run(replay, "--win", "--html", str(page))
    reviewed = sapper.review(game, by="win")
    chance = reviewed.guesses[-1].chance
    assert chance is not None
    assert reviewed.accuracy == pytest.approx(chance.kept)
    assert f"Accuracy          {percent(reviewed.accuracy)}" in result.output
    assert f"chance {percent(chance.before)}, lost {percent(chance.lost)} (blunder)" in result.output
    written = page.read_text(encoding="utf-8")
    assert "The chance to win before every move" in written
    assert "blunder 1" in written
    folder = json.loads(run(str(tmp_path), "--win", "--threads", "1", "--json").output)
    assert folder["accuracy"] == reviewed.accuracy
    assert "The chance to win" not in sapper.draw.review_html(sapper.review(game))


@pytest.fixture
def folder(replay: str) -> Path:
    """A folder with a game and a damaged file."""
    folder = Path(replay).parent
    (folder / "noise.avf").write_bytes(b"\x00\xff" * 40)
    return folder


def test_a_folder_becomes_a_report(
    folder: Path, replay: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    out = tmp_path_factory.mktemp("out")
    written = "--html", str(out / "report.html"), "--parquet", str(out / "games.parquet")
    shown = run(str(folder), "--threads", "1", *written)
    assert shown.exit_code == 2  # a file cannot be read
    report = sapper.review_folder(folder, threads=1)
    assert f"Needless guesses  {report.needless}\n" in shown.output
    assert "Missed single: 1 time" in shown.output
    assert "game.rawvf, move 3: " in shown.output
    assert "Skipped 1 file:\n  noise.avf: " in shown.output
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2  # the mistake, among the worst and of its kind
    assert "noise.avf" in page
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(out / "games.parquet").equals(report.to_arrow())
    assert len((out / "report.findings").read_bytes().splitlines()) == 3
    assert json.loads(run(str(folder), "--threads", "1", "--json").output) == report.to_dict()
    (folder / "noise.avf").unlink()
    assert run(str(folder), "--threads", "1").exit_code == 0
    for reviewed in (replay, folder):
        assert run(reviewed, "--time-limit", "1e-9").exit_code == 3
