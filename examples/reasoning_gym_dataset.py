"""Minesweeper as a dataset of reasoning-gym (`pip install reasoning-gym`), with exact partial credit."""

from types import SimpleNamespace
from typing import Any

from reasoning_gym.dataset import ProceduralDataset  # pyright: ignore[reportMissingImports]  # optional

from sapper import Position, rank
from sapper.environments import TextGame, grade


class Minesweeper(ProceduralDataset):  # type: ignore[misc]  # the package has no types
    def __getitem__(self, idx: int) -> dict[str, Any]:
        game = TextGame("beginner", hardest=self.config.hardest)
        question, position = game.reset(self.seed + idx), {"marks": str(game.position), "mines": 10}
        (best,) = rank(game.position, most=1)
        answer = f"{best.kind} {best.cell[0]} {best.cell[1]}"
        return {"question": question, "answer": answer, "metadata": position}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        return grade(Position(**entry["metadata"]), answer or "").credit


dataset = Minesweeper(SimpleNamespace(hardest="overlap"), seed=1, size=3)
print([dataset.score_answer(entry["answer"], entry) for entry in dataset])
