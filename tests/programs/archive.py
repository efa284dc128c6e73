"""A player: replays written, read again, reviewed and summed up in a report."""

from pathlib import Path
from tempfile import TemporaryDirectory

import sapper

with TemporaryDirectory() as name:
    folder = Path(name)
    for number in range(4):
        game = sapper.Game("beginner", seed=11, number=number)
        sapper.Strategy("single+random").play(game)
        sapper.write(game, folder / f"{number}.rawvf")
    again: sapper.Replay = sapper.read(folder / "0.rawvf", kind=sapper.Replay)
    review = sapper.review(again)
    needless = [move for move in review.moves if move.verdict == "needless"]
    report = sapper.review_folder(folder, threads=1)
    assert len(report.games) == 4
    worst = max(review.moves, key=lambda move: move.risk or 0.0)
    print(f"{report.won} of 4 won; {len(needless)} needless guesses, the worst at {worst.action.cell}")
