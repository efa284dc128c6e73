"""Minesweeper for Gymnasium, by Gymnasium's own checker."""

from __future__ import annotations

import warnings
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import sapper
from sapper.environments import MinesweeperEnv, MinesweeperVectorEnv

CONTINUES = sapper.Rules(on_mine="continue")
VARIANTS: list[dict[str, Any]] = [
    {"board": "beginner", "reward": "regret"},
    {"board": "beginner", "rules": CONTINUES, "actions": ("open", "flag", "chord"), "reward": "cells"},
    {"board": sapper.Board(sapper.Topology.hexagons(5, 5), 4), "reward": "deduction"},
    {"board": sapper.Board(sapper.Topology.torus(5, 5), 4), "rules": "any"},
    {"board": sapper.Board(sapper.Topology.grid(3, 3, 3), 3)},
    {"board": sapper.Board(sapper.Topology.graph([[1, 2], [0, 2], [0, 1, 3], [2]]), 1)},
    {"board": "beginner", "fair": True, "hardest": "subset", "observation": "graph"},
]


@pytest.mark.parametrize("options", VARIANTS, ids=repr)
def test_gymnasiums_checker_finds_nothing(options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("sapper/Minesweeper-v0", render_mode="ansi", **options).unwrapped)


def test_a_game_is_played_by_what_is_legal() -> None:
    env = gymnasium.make("sapper/Minesweeper-v0", board="beginner")
    _, info = env.reset(seed=4)
    reward: SupportsFloat = 0
    assert set(info) == {"action_mask", "won"}
    game = sapper.Game("beginner", seed=4)
    while game.status == "playing":
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        game.open(divmod(int(action), 9))
        assert np.array_equal(observation, np.asarray(game.position))
        assert terminated == (game.status != "playing")
        assert not truncated
    assert reward == (1 if info["won"] else -1) == (1 if game.status == "won" else -1)


def test_a_graph_has_the_marks_and_the_cells_that_touch() -> None:
    topology = sapper.Topology.graph([[1, 2], [0, 2], [0, 1, 3], [2]])
    env = MinesweeperEnv(board=sapper.Board(topology, 1), observation="graph")
    env.reset(seed=1)
    observation, *_ = env.step(3)
    assert observation.nodes.ravel().tolist() == env.games.observations[0].tolist()
    assert {*map(tuple, observation.edge_links.tolist())} == {
        (cell, other) for cell in topology for other in topology.neighbours(cell)
    }
    assert env.observation_space.contains(observation)


@pytest.mark.parametrize("action", [81, -1, 2**70, 1.5, True, None, "3", [3]])
def test_a_wrong_action_is_refused_and_changes_nothing(action: Any) -> None:
    env = MinesweeperEnv("beginner")
    before, _ = env.reset(seed=4)
    with pytest.raises(sapper.ArgumentError):
        env.step(action)
    assert np.array_equal(env.games.observations[0], before)
    env.step(np.int64(40))
    assert (env.games.observations[0] >= 0).any()


def test_it_is_drawn() -> None:
    env = MinesweeperEnv("beginner", render_mode="ansi")
    env.reset(seed=1)
    env.step(40)
    assert "\n1  1  1     1  1  1     1  1 \n" in env.render()
    picture = MinesweeperEnv("beginner", render_mode="rgb_array")
    picture.reset(seed=1)
    hidden = picture.render()
    picture.step(40)
    shown = picture.render()
    assert hidden.shape == shown.shape
    assert (hidden.dtype, hidden.shape[2]) == (np.uint8, 3)
    assert not np.array_equal(hidden, shown)


def test_for_people_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    env = MinesweeperEnv("beginner", render_mode="human")
    env.reset(seed=1)
    env.step(40)
    assert capsys.readouterr().out.count("\n8  .  .") == 2


@pytest.mark.parametrize("options", [{"render_mode": "svg"}, {"reward": "x"}, {"colour": 1}], ids=repr)
def test_wrong_arguments_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises((sapper.ArgumentError, TypeError)):
        MinesweeperEnv("beginner", **options)


def test_a_vector_is_many_environments() -> None:
    envs = gymnasium.make_vec("sapper/Minesweeper-v0", num_envs=3, board="beginner")
    assert isinstance(envs.unwrapped, MinesweeperVectorEnv)
    # The n-th game of the seed is the first of environment n.
    alone = SyncVectorEnv([lambda: MinesweeperEnv("beginner", rules="any")] * 2)
    assert envs.metadata["autoreset_mode"] is alone.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    observations, infos = envs.reset(seed=2)
    assert observations.shape == envs.observation_space.shape == (3, 9, 9)
    assert infos["action_mask"].shape == (3, 81)
    kept = observations.copy()
    games = [sapper.Game("beginner", seed=2, number=number) for number in range(3)]
    later, rewards, terminations, truncations, _ = envs.step(np.array([40, 0, 80]))
    assert np.array_equal(observations, kept)
    for game, cell, shown in zip(games, ((4, 4), (0, 0), (8, 8)), later, strict=True):
        game.open(cell)
        assert np.array_equal(np.asarray(game.position), shown)
    assert (rewards.dtype, terminations.dtype, truncations.dtype) == (np.float64, np.bool_, np.bool_)


def test_a_vector_without_copies_and_with_the_last_observations() -> None:
    envs = MinesweeperVectorEnv(50, "beginner", autoreset="same_step", copy=False)
    observations, _ = envs.reset(seed=1)
    envs.step(envs.games.sample())
    again, _, terminations, _, infos = envs.step(envs.games.sample())
    assert again is observations
    assert np.array_equal(infos["_final_obs"], terminations)
    over = np.flatnonzero(terminations & ~envs.games.won)
    assert len(over) > 0
    assert ((infos["final_obs"][over] == -3).sum(axis=(1, 2)) == 1).all()
    with pytest.raises(sapper.ArgumentError, match="seed must be one whole number for all environments"):
        envs.reset(seed=[1, 2])
    with pytest.raises(sapper.ArgumentError, match="cannot be drawn"):
        MinesweeperVectorEnv(2, render_mode="ansi")  # type: ignore[arg-type]


def test_options_are_taken_or_refused() -> None:
    envs = MinesweeperVectorEnv(3, "beginner", autoreset="disabled")
    envs.reset(seed=1)
    before = envs.step([40, 40, 40])[0]
    after, _ = envs.reset(options={"reset_mask": np.array([True, False, False])})
    assert (after[1:] == before[1:]).all()
    assert (after[0] == -1).all()
    with pytest.raises(sapper.ArgumentError, match="no option 'mask' here: only 'reset_mask'"):
        envs.reset(options={"mask": [True, False, False]})
    with pytest.raises(sapper.ArgumentError, match="no option 'seed' here"):
        MinesweeperEnv("beginner").reset(options={"seed": 1})
