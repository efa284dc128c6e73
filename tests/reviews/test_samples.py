"""Figures hold only for the games that they are about: chosen games, other modes, unknown dates."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

import pytest
from support.command_line import command_line
from support.recordings import evf4
from support.replays import GAME

import sapper
from sapper.draw import player_html, review_html
from sapper.draw.captions import player_summary
from sapper.reviews.findings import review_text, reviews_from

BOARD = sapper.Board.square(6, 6, 9)


@cache
def games() -> tuple[sapper.ReviewedGame, ...]:
    """All games of a player, however they ended."""
    player = sapper.Strategy("single+random")
    games = (player.play(sapper.Game(BOARD, seed=seed)) for seed in range(150))
    return tuple(
        sapper.ReviewedGame.from_review(sapper.review(game), str(seed)) for seed, game in enumerate(games)
    )


def mines_hit(report: sapper.PlayerReport) -> str:
    return dict(player_summary(report))["Mines hit"]


def test_only_games_that_were_not_chosen_are_compared() -> None:
    everything = sapper.player_report(games())
    assert not everything.selected
    assert "expected" in mines_hit(everything)
    assert "Luck: mines" in player_html(everything)
    assert "if these are all games" in mines_hit(everything)
    won = [game for game in games() if game.status == "won"]
    lost = [replace(game, status="lost", mines_hit=1, expected=0.2) for game in games()[:40]]
    for sample in (won, lost):
        report = sapper.player_report(sample)
        assert report.selected
        assert " expected" not in mines_hit(report)
        assert "nothing to compare" in mines_hit(report)
        assert "Luck: mines" not in player_html(report)
        assert report.to_dict()["selected"] is True
    one = sapper.player_report([next(game for game in games() if game.status == "won" and game.guesses)])
    assert one.selected
    assert not sapper.player_report([]).selected


@pytest.mark.parametrize("guesses", [10, 40])
@pytest.mark.parametrize("risk", [Fraction(1, 4), Fraction(1, 2)])
def test_what_chance_explains_is_not_called_chosen(guesses: int, risk: Fraction) -> None:
    """`selected` needs a chance below 1 in 10,000; the exact chance is at most what the engine finds."""
    game = replace(games()[0], status="lost", expected=float(guesses * risk))
    for strikes in range(guesses + 1):
        counts = range(strikes + 1) if strikes < guesses * risk else range(strikes, guesses + 1)
        chance = sum(comb(guesses, hit) * risk**hit * (1 - risk) ** (guesses - hit) for hit in counts)
        if sapper.player_report([replace(game, mines_hit=strikes)]).selected:
            assert chance < Fraction(1, 10_000)
    none, few = (replace(game, expected=expected, mines_hit=0) for expected in (9.3, 9.1))
    assert (sapper.player_report([none]).selected, sapper.player_report([few]).selected) == (True, False)


@pytest.mark.parametrize("mode", ["UPK", "Density", "Cheat", "Strong solvable", "odd"])
def test_games_of_other_modes_are_counted_apart(mode: str) -> None:
    usual = [replace(games()[0], mode="Classic"), replace(games()[1], mode="classic"), games()[2]]
    others = [replace(game, mode=mode) for game in games()[3:7]]
    report = sapper.player_report([*others, *usual])
    assert (report.games, report.apart) == (tuple(usual), tuple(others))
    assert report.forced == sum(game.forced for game in usual)
    assert report.to_dict()["apart"] == {mode: 4}
    assert dict(player_summary(report))["Not counted"] == f"4 games of other kinds: 4 {mode}"
    assert report.to_arrow()["usual"].to_pylist() == [True] * 3 + [False] * 4
    assert sapper.PlayerReport(report.apart).expected == pytest.approx(sum(game.expected for game in others))
    assert "Not counted" in dict(player_summary(sapper.player_report(others)))
    reviews = reviews_from({"": review_text(others[0])})[""]
    assert (reviews.mode, reviews.slips) == (mode, others[0].slips)


def test_a_folder_tells_what_it_left_out(tmp_path: Path) -> None:
    game = sapper.Strategy("single+random").play(sapper.Game(BOARD, seed=1))
    for mode in ("UPK", "Density", "Classic"):
        sapper.write(sapper.Replay.from_game(game, about={"Mode": mode}), tmp_path / f"{mode}.rawvf")
    report = sapper.review_folder(tmp_path, threads=1)
    assert ([game.name for game in report.games], len(report.apart)) == (["Classic.rawvf"], 2)
    result = command_line("review", tmp_path).output
    assert "Not counted       2 games of other kinds: 1 Density, 1 UPK" in result
    single = command_line("review", tmp_path / "UPK.rawvf").output
    assert "UPK (risks are those of the usual game)" in single
    single = command_line("review", tmp_path / "Classic.rawvf").output
    assert "Mode" not in single


def test_an_unknown_date_is_nowhere_1970(tmp_path: Path) -> None:
    data_without_date = evf4(GAME).replace((1_600_000_000_000_000).to_bytes(8, "big"), bytes(8))
    (tmp_path / "a.evf").write_bytes(data_without_date)
    (tmp_path / "b.evf").write_bytes(data_without_date.replace(b"race", b"rare"))  # two games have charts
    report = sapper.review_folder(tmp_path, threads=1)
    replay = sapper.read(tmp_path / "a.evf", kind=sapper.Replay)
    assert replay.played is None
    assert [game.played for game in report.games] == [None] * len(report.games)
    assert report.to_arrow()["played"].to_pylist() == [None] * len(report.games)
    assert all(period["from"] is period["to"] is None for period in report.to_dict()["periods"])
    for page in (player_html(report), review_html(sapper.review(replay))):
        assert "1970" not in page
    single = tmp_path / "a.evf"
    for command in (["review", tmp_path], ["review", single, "--json"], ["info", single]):
        assert "1970" not in command_line(*command).output
