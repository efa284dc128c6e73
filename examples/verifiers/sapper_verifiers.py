"""Minesweeper for verifiers: each task is a game that the model plays to the end.

    pip install examples/verifiers
    vf-eval sapper-verifiers --client.base-url http://localhost:8000/v1 --model my-model -n 20

The reward is the chance to win that the model kept, as a share of what there was. So luck, flags and stopping
early gain nothing. Metrics tell the format from the reasoning.
"""

import asyncio
from collections.abc import Iterator

import verifiers.v1 as vf  # pyright: ignore[reportMissingImports]  # optional

from sapper.environments import TextFormat, TextGame

__all__ = ["MinesweeperEnv", "MinesweeperTaskset"]


class MinesweeperData(vf.TaskData):  # type: ignore[misc]  # the package has no types that mypy follows here
    """A game: its seed, and what makes its board."""

    seed: int
    rows: int
    columns: int
    mines: int
    hardest: str | None
    format: TextFormat

    def game(self) -> TextGame:
        return TextGame((self.rows, self.columns, self.mines), hardest=self.hardest, format=self.format)


class MinesweeperTask(vf.Task[MinesweeperData]):  # type: ignore[misc]  # as above
    """A game."""


class MinesweeperConfig(vf.TasksetConfig):  # type: ignore[misc]  # as above
    """The board, the hardest rule that it may need, or None, and the form of prompts."""

    rows: int = 6
    columns: int = 6
    mines: int = 6
    hardest: str | None = None
    format: TextFormat = "text"
    first_seed: int = 0


class MinesweeperTaskset(vf.Taskset[MinesweeperTask, MinesweeperConfig]):  # type: ignore[misc]  # as above
    """Games of the seeds from `first_seed` on."""

    INFINITE = True

    def load(self) -> Iterator[MinesweeperTask]:
        choices = self.config.model_dump(include={"rows", "columns", "mines", "hardest", "format"})
        seed = self.config.first_seed
        while True:
            data = MinesweeperData(name=f"seed {seed}", prompt="", seed=seed, **choices)
            yield MinesweeperTask(
                data.model_copy(update={"prompt": data.game().reset(seed)}), self.config.task
            )
            seed += 1


class MinesweeperEnvConfig(vf.EnvConfig):  # type: ignore[misc]  # as above
    """The player: a plain chat, whose program runs on this machine."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class MinesweeperEnv(vf.Env[MinesweeperEnvConfig]):  # type: ignore[misc]  # as above
    """Answers each reply with the next prompt."""

    async def run(self, task: MinesweeperTask, agents: vf.Agents) -> None:
        game = task.data.game()
        game.reset(task.data.seed)
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                step = game.step(segment.last_reply)
                if step.done:
                    break
                segment = await interaction.turn(step.prompt)
        score = await asyncio.to_thread(game.score, by="win")
        assert score.kept is not None
        interaction.trace.record_reward("kept", score.kept.kept / score.kept.chance, 1.0)
        steps = max(score.steps, 1)
        shares = {"won": score.won, "credit": score.credit, "parsed": score.parsed / steps}
        interaction.trace.record_metrics({name: float(share) for name, share in shares.items()})
