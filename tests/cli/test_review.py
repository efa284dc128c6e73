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
    sapper.write(sapper.Replay.from_game(game, [1.0, 2.0, 4.5], {"Player": "Eve"}), path)
    return str(path)


def test_it_prints_what_was_risked(game: sapper.Game, replay: str) -> None:
    output = run(replay).output
    review = sapper.review(game)
    assert "Status            lost" in output
    assert f"Needless guesses  {review.needless}" in output
    assert "needless guess" in output
    assert "rule: single" in output
    last, *why = output[output.index("rule: single, a mine") :].splitlines()
    assert last.endswith("a mine")
    assert " ".join(line.strip() for line in why) == review.guesses[-1].reason
    assert len(run(replay, "--all").output.splitlines()) > len(output.splitlines())
    assert re.search(r"4\.50 s +2\.50 s", output)  # when it was, and how long it took
    assert "\x1b[" not in output
    assert "\x1b[" in run(replay, "--color", "always").output


def test_it_prints_json(replay: str) -> None:
    answer = json.loads(run(replay, "--json").output)
    assert answer == sapper.review(sapper.read(replay, kind=sapper.Replay)).to_dict()
    assert answer == json.loads(run("-", "--json", text=Path(replay).read_bytes()).output)


def test_it_writes_pictures(replay: str, tmp_path: Path) -> None:
    page, picture = tmp_path / "out.html", tmp_path / "out.svg"
    run(replay, "--html", str(page), "--svg", str(picture), "--theme", "dark")
    assert "A game of Eve" in page.read_text(encoding="utf-8")
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_it_says_what_guesses_lost_of_the_chance(game: sapper.Game, replay: str, tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    result = run(replay, "--win", "--html", str(page))
    review = sapper.review(game, by="win")
    chance = review.guesses[-1].chance
    assert chance is not None
    assert review.accuracy == pytest.approx(chance.kept)
    assert f"Accuracy          {percent(review.accuracy)}" in result.output
    assert f"chance {percent(chance.before)}, lost {percent(chance.lost)} (blunder)" in result.output
    text = page.read_text(encoding="utf-8")
    assert "The chance to win before every move" in text
    assert "blunder 1" in text
    folder = json.loads(run(str(tmp_path), "--win", "--threads", "1", "--json").output)
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
    output = run(str(folder), "--threads", "1", *files, ends=2)
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
    assert json.loads(run(str(folder), "--threads", "1", "--json", ends=2).output) == report.to_dict()
    (folder / "noise.avf").unlink()
    run(str(folder), "--threads", "1")
    for subject in (replay, folder):
        run(subject, "--time-limit", "1e-9", ends=3)
