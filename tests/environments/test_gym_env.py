"""Minesweeper for Gymnasium, by Gymnasium's own checker."""

import copy
import pickle
import subprocess
import sys
import warnings
from functools import partial
from random import Random
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
        observation, reward, is_over, is_cut, info = env.step(action)
        game.open(divmod(int(action), 9))
        assert np.array_equal(observation, np.asarray(game.position))
        assert is_over == (game.status != "playing")
        assert not is_cut
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


def test_it_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    env = MinesweeperEnv("beginner", render_mode="ansi")
    env.reset(seed=1)
    env.step(40)
    assert "\n1  1  1     1  1  1     1  1 \n" in env.render()
    people = MinesweeperEnv("beginner", render_mode="human")
    people.reset(seed=1)
    people.step(40)
    assert capsys.readouterr().out.count("\n8  .  .") == 2
    picture = MinesweeperEnv("beginner", render_mode="rgb_array")
    picture.reset(seed=1)
    hidden = picture.render()
    picture.step(40)
    after = picture.render()
    assert hidden.shape == after.shape
    assert (hidden.dtype, hidden.shape[2]) == (np.uint8, 3)
    assert not np.array_equal(hidden, after)


def test_a_vector_is_many_environments() -> None:
    envs = gymnasium.make_vec("sapper/Minesweeper-v0", num_envs=3, board="beginner")
    assert isinstance(envs.unwrapped, MinesweeperVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    observations, infos = envs.reset(seed=2)
    assert observations.shape == envs.observation_space.shape == (3, 9, 9)
    assert infos["action_mask"].shape == (3, 81)
    copy_of_first = observations.copy()
    later, rewards, terminations, truncations, _ = envs.step(np.array([40, 0, 80]))
    assert np.array_equal(observations, copy_of_first)
    # The n-th game of the seed is the first of environment n.
    for number, (cell, marks) in enumerate(zip(((4, 4), (0, 0), (8, 8)), later, strict=True)):
        game = sapper.Game("beginner", seed=2, number=number, history=[("open", cell)])
        assert np.array_equal(game.position.marks, marks)
    assert (rewards.dtype, terminations.dtype, truncations.dtype) == (np.float64, np.bool_, np.bool_)


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_a_vector_does_what_gymnasium_does_with_single_environments(autoreset: Any) -> None:
    board = sapper.Board.square(5, 5, 4)
    fields = [sapper.Minefield(Random(n).sample(list(board.topology), 4), board.topology) for n in range(6)]
    alone = SyncVectorEnv(
        [partial(MinesweeperEnv, board, minefields=fields[at::3]) for at in range(3)],
        autoreset_mode=AutoresetMode[autoreset.upper()],
    )
    ours = MinesweeperVectorEnv(3, board, minefields=fields, autoreset=autoreset)
    results: list[Any] = [each.reset(seed=1) for each in (alone, ours)]
    ends = 0
    for _ in range(60):
        theirs, its_results = results
        for expected, array in zip(theirs[:-1], its_results[:-1], strict=True):
            assert np.array_equal(expected, array)
        check_infos(theirs[-1], its_results[-1], np.ones(3, np.bool_))
        ends += "final_info" in its_results[-1]
        assert np.array_equal(ours.action_masks(), its_results[-1]["action_mask"])
        actions = ours.games.sample().copy()
        results = [each.step(actions) for each in (alone, ours)]
    assert ends >= 3 * (autoreset == "same_step")


def check_infos(theirs: dict[str, Any], ours: dict[str, Any], where: Any) -> None:
    """The same keys and masks, and the same values where these hold."""
    assert set(theirs) == set(ours)
    for name, expected in theirs.items():
        mask = where if name.startswith("_") else ours[f"_{name}"]
        if isinstance(expected, dict):
            check_infos(expected, ours[name], mask)
        else:
            assert np.array_equal(np.stack(expected[mask]), ours[name][mask]), name


def test_a_vector_with_options() -> None:
    envs = MinesweeperVectorEnv(50, "beginner", autoreset="same_step", copy=False)
    observations, _ = envs.reset(seed=1)
    again, *_ = envs.step(envs.games.sample())
    assert again is observations
    assert not again.flags.writeable
    with pytest.raises(sapper.ArgumentError, match="`seed` must be one whole number for all environments"):
        envs.reset(seed=[1, 2])
    with pytest.raises(sapper.ArgumentError, match="cannot be drawn"):
        MinesweeperVectorEnv(2, render_mode="ansi")  # type: ignore[arg-type]
    envs = MinesweeperVectorEnv(3, "beginner", autoreset="disabled")
    envs.reset(seed=1)
    before = envs.step([40, 40, 40])[0]
    after, _ = envs.reset(options={"reset_mask": np.array([True, False, False])})
    assert (after[1:] == before[1:]).all()
    assert (after[0] == -1).all()
    with pytest.raises(sapper.ArgumentError, match="no option `mask` here: only `reset_mask`"):
        envs.reset(options={"mask": [True, False, False]})
    with pytest.raises(sapper.ArgumentError, match="no option `seed` here"):
        MinesweeperEnv("beginner").reset(options={"seed": 1})


def test_an_environment_can_be_copied_to_search() -> None:
    env = MinesweeperEnv("beginner")
    env.reset(seed=1)
    before = env.step(40)[0]
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert not np.array_equal(twin.step(int(np.flatnonzero(twin.action_masks())[0]))[0], before)
    assert np.array_equal(env.games.observations[0], before)


@pytest.mark.parametrize("first", ["gymnasium, sapper", "gymnasium; import sapper.environments"])
def test_gymnasium_knows_the_name(first: str) -> None:
    code = f"import {first}; assert gymnasium.make('sapper/Minesweeper-v0').action_space.n == 480"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("options", [{"render_mode": "svg"}, {"reward": "x"}, {"colour": 1}], ids=repr)
def test_wrong_arguments_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises((sapper.ArgumentError, TypeError)):
        MinesweeperEnv("beginner", **options)
