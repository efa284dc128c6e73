"""The adapters of `examples/training`, where their libraries are installed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sapper import Game
from sapper.environments import planes

BOARD = (4, 5, 4)


@pytest.fixture(autouse=True)
def in_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder can be imported from, as by a script in it."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples" / "training"))


def stable_baselines() -> Any:
    pytest.importorskip("stable_baselines3")
    import stable_baselines

    return stable_baselines


def test_one_game_at_a_time_is_what_stable_baselines_makes_of_the_environment() -> None:
    adapter = stable_baselines()
    from stable_baselines3.common.vec_env import DummyVecEnv

    from sapper.environments import MinesweeperEnv  # needs a newer Gymnasium than PufferLib

    options: dict[str, Any] = {"max_steps": 9, "reward": "regret"}
    theirs = DummyVecEnv([lambda: MinesweeperEnv(BOARD, **options)])
    ours = adapter.BatchVecEnv(1, BOARD, **options)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    for env in (ours, theirs):
        env.seed(3)
    assert np.array_equal(ours.reset(), theirs.reset())
    draw, ends, cuts = np.random.default_rng(1), 0, 0
    for _ in range(200):
        action = draw.integers(0, 20, 1)
        mine, its = (env.step(action) for env in (ours, theirs))
        for own, other in zip(mine[:3], its[:3], strict=True):
            assert np.array_equal(own, other)
            assert own.dtype == other.dtype
        assert np.array_equal(ours.env_method("action_masks"), theirs.env_method("action_masks"))
        if its[2][0]:
            ends += 1
            cuts += its[3][0]["TimeLimit.truncated"]
            assert mine[3][0]["TimeLimit.truncated"] == its[3][0]["TimeLimit.truncated"]
            assert mine[3][0]["is_success"] == its[3][0]["won"]
            assert np.array_equal(mine[3][0]["terminal_observation"], its[3][0]["terminal_observation"])
    assert ends > cuts > 0


def test_many_games_for_stable_baselines_are_those_of_the_seed() -> None:
    env = stable_baselines().BatchVecEnv(3, BOARD, encode=planes)
    env.seed(5)
    assert env.reset().shape == (3, *env.observation_space.shape) == (3, 13, 4, 5)
    games = [Game(BOARD, seed=5, number=number) for number in range(3)]
    numbers, draw = [0, 1, 2], np.random.default_rng(1)
    for _ in range(100):
        masks = np.stack(env.env_method("action_masks"))
        assert np.array_equal(env.env_method("action_masks", indices=[2])[0], masks[2])
        actions = [int(draw.choice(np.flatnonzero(mask))) for mask in masks]
        marks_shown, rewards, ends, infos = env.step(np.array(actions))
        for place, action in enumerate(actions):
            games[place].open(games[place].topology.cell(action))
            last = games[place].position.marks
            assert rewards[place] == {"won": 1, "lost": -1, "playing": 0}[games[place].status]
            assert ends[place] == (games[place].status != "playing")
            if ends[place]:
                assert np.array_equal(infos[place]["terminal_observation"], planes(last[None])[0])
                numbers[place] += 3
                games[place] = Game(BOARD, seed=5, number=numbers[place])
            assert np.array_equal(marks_shown[place], planes(games[place].position.marks[None])[0])
    assert min(numbers) > 10
    with pytest.raises(AttributeError, match="no method 'render'"):
        env.env_method("render")


def test_masks_reach_sb3_contrib() -> None:
    adapter = stable_baselines()
    contrib = pytest.importorskip("sb3_contrib")
    env = adapter.BatchVecEnv(4, BOARD, reward="regret", seed=1)
    model = contrib.MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=32, seed=1)
    model.learn(64)
    observations = env.reset()
    for _ in range(30):
        masks = env.action_masks()
        actions, _ = model.predict(observations, action_masks=masks)
        assert masks[np.arange(4), actions].all()
        observations, *_ = env.step(actions)


def test_pufferlib_has_the_games_in_its_buffers() -> None:
    pytest.importorskip("pufferlib")
    import puffer

    env = puffer.BatchPufferEnv(6, BOARD, seed=5)
    env.async_reset(5)
    buffer = env.observations
    games = [Game(BOARD, seed=5, number=number) for number in range(6)]
    numbers, draw, infos_told = list(range(6)), np.random.default_rng(1), 0
    for _ in range(50):
        actions = draw.integers(0, 20, 6)
        env.send(actions)
        marks_shown, rewards, terminals, truncations, infos, *_ = env.recv()
        assert marks_shown is buffer
        assert not truncations.any()
        assert bool(infos) == terminals.any()
        infos_told += len(infos)
        for place, action in enumerate(actions):
            game = games[place]
            if game.position[game.topology.cell(int(action))] < 0:
                game.open(game.topology.cell(int(action)))
            assert rewards[place] == {"won": 1, "lost": -1, "playing": 0}[game.status]
            if terminals[place]:
                numbers[place] += 6
                games[place] = Game(BOARD, seed=5, number=numbers[place])
            assert np.array_equal(marks_shown[place], games[place].position.marks)
    assert infos_told > 10
