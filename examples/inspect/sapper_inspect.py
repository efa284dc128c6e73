"""Minesweeper for Inspect: each sample is a game that the model plays to the end.

    pip install examples/inspect openai
    export LOCAL_BASE_URL=http://localhost:8000/v1 LOCAL_API_KEY=none
    inspect eval sapper_inspect/minesweeper --model openai-api/local/my-model

The score is the chance to win that the model kept, as a share of what there was. So luck, flags and stopping
early gain nothing. `-T board=9,9,10 -T games=50 -T hardest=subset` chooses other games.
"""

import asyncio
from typing import Any

from inspect_ai import Task, task  # pyright: ignore[reportMissingImports]  # optional
from inspect_ai.dataset import MemoryDataset, Sample  # pyright: ignore[reportMissingImports]
from inspect_ai.model import ChatMessageUser  # pyright: ignore[reportMissingImports]
from inspect_ai.scorer import Score, Scorer, mean, scorer, stderr  # pyright: ignore[reportMissingImports]
from inspect_ai.solver import Generate, Solver, TaskState, solver  # pyright: ignore[reportMissingImports]

from sapper.environments import TextFormat, TextGame


@task  # type: ignore[untyped-decorator]  # the package has no types that mypy follows here
def minesweeper(
    board: list[int] | None = None,
    games: int = 20,
    first_seed: int = 0,
    hardest: str | None = None,
    format: TextFormat = "text",
) -> Task:
    """Games of the seeds from `first_seed` on; by default on 6 x 6 with 6 mines."""
    rows, columns, mines = board or (6, 6, 6)
    options: dict[str, Any] = {"board": (rows, columns, mines), "hardest": hardest, "format": format}
    seeds = range(first_seed, first_seed + games)
    samples = [
        Sample(input=TextGame(**options).reset(seed), id=f"seed {seed}", metadata={"seed": seed})
        for seed in seeds
    ]
    return Task(dataset=MemoryDataset(samples), solver=play(options), scorer=kept())


@solver  # type: ignore[untyped-decorator]  # as above
def play(options: dict[str, Any]) -> Solver:
    """Answers each reply with the next prompt."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        game = TextGame(**options)
        game.reset(state.metadata["seed"])
        while not (game.done or state.completed):
            state = await generate(state)
            step = game.step(state.output.completion)
            if not step.done:
                state.messages.append(ChatMessageUser(content=step.prompt))
        state.store.set("score", (await asyncio.to_thread(game.score, by="win")).to_dict())
        return state

    return solve


@scorer(metrics=[mean(), stderr()])  # type: ignore[untyped-decorator]  # as above
def kept() -> Scorer:
    """The kept share of the chance to win. The metadata tell the format from the reasoning."""

    async def score(state: TaskState, target: Any) -> Score:  # noqa: ARG001  # it is called with both
        result = state.store.get("score")
        if result is None:  # the sample was cut off by a limit of Inspect
            return Score(value=0.0, explanation="the game was left")
        return Score(value=result["kept"]["kept"] / result["kept"]["chance"], metadata=result)

    return score
