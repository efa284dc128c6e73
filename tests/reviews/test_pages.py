"""`docs/fair-boards.md` and `docs/review.md` leave nothing out, and their Python runs."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import sapper
from sapper.hints.hints import RULES
from sapper.minefields.generation import GenerateOptions, Method
from sapper.reviews.reviewing import Verdict

DOCS = Path(__file__).resolve().parents[2] / "docs"
FAIR = (DOCS / "fair-boards.md").read_text(encoding="utf-8")
REVIEW = (DOCS / "review.md").read_text(encoding="utf-8")


def test_every_option_is_described() -> None:
    described = set(re.findall(r"`\"?(\w+)\"?`", FAIR))
    wishes = set(GenerateOptions.__annotations__)
    assert wishes <= described
    assert {*RULES, *get_args(Method)} <= described


def test_every_part_of_a_review_is_described() -> None:
    described = set(re.findall(r"`(\w+)(?:\(i\))?`", REVIEW))
    assert set(get_args(Verdict)) <= described
    fields_told = {field.name for field in fields(sapper.ReviewedMove) if field.repr}
    parts = fields_told - {"action", "verdict"}
    assert parts <= described
    game = sapper.Minefield([(0, 0)], sapper.Topology.square(2, 2)).game()
    game.open(1, 1)
    plain = sapper.review(game).to_dict()
    assert {*plain, *plain["moves"][0]} <= described


def test_every_part_of_a_report_is_described() -> None:
    described = set(re.findall(r"`(\w+)(?:\(n\))?`", REVIEW))
    careless = sapper.Strategy("single+random")
    report = sapper.player_report(
        sapper.review(careless.play(sapper.Game("beginner", seed=seed))) for seed in range(20)
    )
    plain = report.to_dict()
    assert {*plain, *plain["missed"][0], *plain["worst"][0]} <= described
    parts = {field.name for kind in (sapper.ReviewedGame, sapper.MissedRule) for field in fields(kind)}
    assert parts <= described
