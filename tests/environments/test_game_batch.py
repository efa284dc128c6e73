"""Many games at once, of one size or several, are the games that `Game` plays one by one."""

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from support.any_topology import EACH_KIND, topology_of
from support.optional import not_none

import sapper
from sapper import ArgumentError, Board, Game, GameBatch, GameError, Rules, Topology
from sapper.board.game import ActionKind
from sapper.board.marks import FLAG, HIDDEN
from sapper.environments import MixedBatch, crops, marks_of_crops, marks_of_planes, planes
from sapper.environments.encoders import ABSENT
from sapper.strategy.autoplaying import good_first_cell

RULES = [Rules(), Rules("any", on_mine="continue"), Rules("safe", win="flagged")]
ACTIONS: tuple[ActionKind, ...] = ("open", "flag", "chord")


class Shadow:
    """One of the games, played with `Game`, and what each step is worth by definition."""

    def __init__(self, games: GameBatch[Any], at: int, rules: Rules) -> None:
        self.games, self.at, self.rules = games, at, rules
        self.begin(at)

    def begin(self, number: int) -> None:
        self.number, self.steps = number, 0
        self.game = Game(self.games.board, self.rules, seed=self.games.seed, number=number)

    def step(self, action: int, most: int) -> tuple[dict[str, float], bool, bool]:
        cells = self.game.topology.size
        kind, cell = self.games.actions[action // cells], self.game.topology.cell(action % cells)
        before, left_before, exploded = self.game.position, self.game.safe_left, self.game.exploded
        is_first = not any(action.kind == "open" for action in self.game.history)
        is_protected = is_first and self.game.rules.first_click != "any"
        change = self.game.act(kind, cell)
        new_open_cells, set_off = left_before - self.game.safe_left, self.game.exploded - exploded
        self.steps += 1
        is_over = self.game.status != "playing"
        worth = {
            "outcome": {"won": 1.0, "lost": -1.0}.get(self.game.status, 0.0),
            "cells": new_open_cells / (cells - self.game.board.mines) - set_off,
            "deduction": float(-set_off),
            "regret": 0.0 if change else -1.0,
        }
        probability = sapper.analyse(before).mine_probability if change else np.zeros(before.topology.shape)
        if kind == "flag" and change:
            is_mine = float(probability[cell])
            worth["regret"] = -is_mine if before[cell] == FLAG else is_mine - 1
        if kind == "chord" and change:
            near = [other for other in self.game.topology.neighbours(cell) if before[other] == HIDDEN]
            riskiest = max(float(probability[other]) for other in near)
            worth["regret"] = min(float(np.nanmin(probability)) - riskiest, 0.0)
        if kind == "open" and change:
            risk = 0.0 if is_protected else float(probability[cell])
            least = 0.0 if is_protected else float(np.nanmin(probability))
            worth["deduction"] += new_open_cells > 0 and risk == 0
            worth["regret"] = least - risk
        return worth, is_over, not is_over and self.steps >= most


@pytest.mark.parametrize(
    ("autoreset", "rules", "reward"),
    [
        ("next_step", RULES[0], "outcome"),
        ("same_step", RULES[1], "cells"),
        ("disabled", RULES[2], "deduction"),
        ("same_step", RULES[0], "deduction"),
        pytest.param("next_step", RULES[1], "regret", marks=pytest.mark.long),
        ("same_step", RULES[2], "regret"),
    ],
)
def test_they_are_the_games_one_by_one(autoreset: Any, rules: Rules, reward: Any) -> None:
    board = Board.square(4, 5, 4)
    games = GameBatch(
        5, board, rules, seed=3, actions=ACTIONS, reward=reward, autoreset=autoreset, max_steps=25
    )
    shadows = [Shadow(games, at, rules) for at in range(5)]
    over = [False] * 5
    ends = 0
    for number in range(60):
        actions = games.sample().copy()
        for at, (shadow, action) in enumerate(zip(shadows, actions, strict=True)):
            if not over[at] and number % 6 == at:
                marks = np.asarray(shadow.game.position)
                legal = [legal_by_trying(shadow.game, each) for each in range(60)]
                assert games.legal[at].tolist() == legal
                assert np.array_equal(games.observations[at], marks)
                assert legal[action] or not any(legal)
        observations, rewards, terminations, truncations = games.step(actions)
        for at, shadow in enumerate(shadows):
            if over[at]:
                assert rewards[at] == 0
                if autoreset == "next_step":
                    shadow.begin(shadow.number + 5)
                    over[at] = False
                    assert not terminations[at] | truncations[at]
                continue
            worth, is_over, cut = shadow.step(int(actions[at]), 25)
            assert rewards[at] == pytest.approx(worth[reward], abs=1e-9)
            assert (terminations[at], truncations[at]) == (is_over, cut)
            assert games.won[at] == (shadow.game.status == "won")
            ends += is_over or cut
            if (is_over or cut) and autoreset == "same_step":
                assert np.array_equal(not_none(games.last_observations)[at], np.asarray(shadow.game.position))
                shadow.begin(shadow.number + 5)
            else:
                over[at] = is_over or cut
            assert np.array_equal(observations[at], np.asarray(shadow.game.position))
            assert games.numbers[at] == shadow.number
    assert ends >= 5


def legal_by_trying(game: Game[Any], action: int) -> bool:
    again = Game(game.board, game.rules, seed=game.seed, number=game.number, history=game.history)
    return again.act(ACTIONS[action // 20], game.topology.cell(action % 20)) > 0


@pytest.mark.parametrize("kind", EACH_KIND)
def test_any_topology(kind: str) -> None:
    topology = topology_of(kind, Random(3))
    games = GameBatch(3, board=Board(topology, 2), seed=5)
    for _ in range(10):
        games.step(games.sample())
    assert games.observations.shape == (3, *topology.shape)
    assert games.position(1) == sapper.Position(games.observations[1], 2, topology)


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_fair_games_are_those_of_the_seed_that_need_no_guess(autoreset: Any) -> None:
    board = Board.square(6, 7, 9)
    games = GameBatch(3, board, seed=4, fair=True, hardest="subset", autoreset=autoreset, actions=ACTIONS)
    start = good_first_cell(board, "opening")

    def game_from_start(number: int) -> Game[Any]:
        game = Game(board, seed=4, number=number)
        game.open(start)
        return game

    def is_fair_game(number: int) -> bool:
        game = game_from_start(number)
        minefield = sapper.Minefield(not_none(game.minefield), board.topology, first_cell=start)
        return game.status == "playing" and sapper.is_fair(minefield, hardest="subset")

    numbers_seen: list[list[int]] = [[], [], []]
    for _ in range(40):
        for at, number in enumerate(games.numbers.tolist()):
            if number not in numbers_seen[at]:
                numbers_seen[at].append(number)
                assert np.array_equal(games.observations[at], game_from_start(number).position.marks)
        games.step(games.sample())
    for at, numbers in enumerate(numbers_seen):
        assert numbers == [number for number in range(at, numbers[-1] + 1, 3) if is_fair_game(number)]
        assert len(numbers) > 2


def test_a_search_for_fair_games_may_find_none_or_be_cancelled() -> None:
    cases: list[tuple[dict[str, Any], type[Exception], str]] = [
        (
            {"board": (1, 2, 1), "fair": True},
            sapper.GenerationError,
            "none of 1000000 games of the seed is fair",
        ),
        ({"hardest": "subset"}, ArgumentError, "`hardest='subset'` needs `fair`"),
        ({"count": 10**12}, ArgumentError, r"at most 2\^27 cells in all, so 1657008 games"),
        ({"actions": ("flag",)}, ArgumentError, r"`actions` must be \('open',\), \('open', 'flag'\) or"),
        ({"board": (9, 9, 81)}, GameError, "a game needs a safe cell"),
    ]
    for options, error, words in cases:
        with pytest.raises(error, match=words):
            GameBatch(**{"count": 1, "board": "beginner", "rules": "safe", **options})
    cancel = sapper.Cancel()
    begin = partial(GameBatch, 2, (9, 9, 20), fair=True, seed=1, cancel=cancel)
    games = begin()
    cancel.set()
    for start in (begin, games.reset, partial(games.reset, seed=1)):
        with pytest.raises(sapper.CancelledError, match="the search for fair games was cancelled"):
            start()
    assert len(GameBatch(2, "beginner", cancel=cancel)) == 2  # nothing is searched for


def test_the_arrays_stay_and_a_reset_begins_other_games() -> None:
    games = GameBatch(4, "beginner", seed=9)
    array = games.observations
    first = games.step([40] * 4)[0].copy()
    assert games.reset() is array
    assert games.numbers.tolist() == [4, 5, 6, 7]
    second = games.step([40] * 4)[0]
    assert second is array
    assert not np.array_equal(first, second)
    games.reset(seed=9)
    assert np.array_equal(games.step([40] * 4)[0], first)
    assert np.shares_memory(np.from_dlpack(games.observations), array)
    games = GameBatch(2, Board(Topology.square(3, 3), 0), seed=1, autoreset="same_step")
    for name in ("observations", "legal", "rewards", "terminations", "truncations", "won", "numbers"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(games, name)[:] = 0
    assert not not_none(games.last_observations).flags.writeable
    assert games.step([0, 4])[2].all()  # a board without mines is won at once
    assert games.won.all()


def test_threads_step_games_of_their_own_side_by_side() -> None:
    def total(seed: int) -> float:
        games = GameBatch(300, "intermediate", seed=seed, reward="cells")
        return sum(float(games.step(games.sample())[1].sum()) for _ in range(30))

    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(total, range(4))] == [*map(total, range(4))]


def test_sampling_is_uniform_and_follows_from_the_seed() -> None:
    sample = GameBatch(2000, board=Board.square(2, 3, 1), rules="any", seed=1).sample().copy()
    assert np.bincount(sample, minlength=6) == pytest.approx(2000 / 6, rel=0.2)
    assert np.array_equal(GameBatch(2000, board=Board.square(2, 3, 1), seed=1).sample(), sample)


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0, 0], "`actions` must be 3 whole numbers, not an array of shape (2,)"),
        ([0.0, 0.5, 1.0], "`actions` must be whole numbers, but number 1 (0-based) is 0.5"),
        ([True] * 3, "`actions` must be whole numbers, not bool"),
        ("abc", "`actions` must be 3 whole numbers"),
        (None, "`actions` must be 3 whole numbers"),
        ([0, 81, 0], "game 1 has no action 81: they are numbered from 0 to 80"),
        ([0, 0, -1], "game 2 has no action -1: they are numbered from 0 to 80"),
        (np.full(3, 2**64 - 1, np.uint64), "`actions` must be from 0 to 80"),
    ],
)
@pytest.mark.parametrize("reward", ["outcome", "deduction"])
def test_wrong_actions_change_nothing(actions: Any, words: str, reward: Any) -> None:
    games = GameBatch(3, "beginner", seed=1, reward=reward)
    with pytest.raises(ArgumentError) as refusal:
        games.step(actions)
    assert words in str(refusal.value)
    assert (games.observations == -1).all()


def test_nothing_but_opening_safest_cells_has_no_regret() -> None:
    """Flags back and forth, actions that change nothing: all cost something in the long run."""
    games = GameBatch(1, board=Board.square(5, 5, 5), actions=ACTIONS, reward="regret", seed=3)
    cells = 25
    games.step([12])
    hidden = int(np.flatnonzero(games.observations.ravel() == HIDDEN)[0])
    open_cell = int(np.flatnonzero(games.observations.ravel() >= 0)[0])
    for hack in ([cells + hidden] * 8, [open_cell] * 4, [cells + open_cell] * 4, [2 * cells + hidden] * 4):
        rewards = [float(games.step([action])[1][0]) for action in hack]
        assert sum(rewards) <= -len(hack) / 2 + 1e-9
    safest = int(np.nanargmin(sapper.analyse(games.position(0)).mine_probability))
    assert games.step([safest])[1][0] == 0


def test_some_games_can_begin_anew() -> None:
    games, other = (GameBatch(3, "beginner", seed=1) for _ in range(2))
    for each in (games, other):
        each.step([40, 40, 40])
    before = games.observations.copy()
    games.reset(mask=[True, False, True])
    assert (games.observations[1] == before[1]).all()
    assert (games.observations[[0, 2]] == HIDDEN).all()
    assert games.numbers.tolist() == [3, 1, 5]
    games.step([40, 0, 40])
    game_from_start = Game("beginner", seed=1, number=3, history=[("open", (4, 4))])
    assert np.array_equal(games.observations[0], game_from_start.position.marks)
    for wrong in ([1, 0, 1], [True], True):
        with pytest.raises(sapper.ArgumentError, match="`mask` must be 3 truth values"):
            games.reset(mask=wrong)
    with pytest.raises(sapper.ArgumentError, match="not both"):
        games.reset(seed=1, mask=[True, False, True])


FAIR: dict[str, Any] = {"fair": True, "hardest": "subset", "rules": "safe"}
ALL: dict[str, Any] = {"actions": ACTIONS, "reward": "regret"}


def mixed_batch(autoreset: Any, **options: Any) -> MixedBatch:
    boards = ((4, 7, 5), (6, 3, 4))
    return MixedBatch([GameBatch(3, board, seed=2, autoreset=autoreset, **options) for board in boards])


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize(
    "make",
    [
        lambda autoreset: GameBatch(6, (5, 6, 5), RULES[1], seed=2, autoreset=autoreset, **ALL),
        lambda autoreset: GameBatch(6, (5, 6, 5), seed=2, autoreset=autoreset, **ALL, **FAIR),
        mixed_batch,
    ],
    ids=["usual", "fair", "mixed"],
)
def test_copies_go_on_as_the_original(
    autoreset: Any, make: Callable[[Any], GameBatch[Any] | MixedBatch]
) -> None:
    games: Any = make(autoreset)
    for _ in range(25):
        games.step(games.sample())
    copy_before = games.copy()
    others = [copy.deepcopy(games), pickle.loads(pickle.dumps(games)), make(autoreset).set(games)]
    steps = []
    for _ in range(25):
        actions = games.sample()
        assert all(np.array_equal(actions, each.sample()) for each in others)
        for each in (games, *others):
            each.step(actions)
        assert all(state_of(each) == state_of(games) for each in others)
        steps.append(state_of(games))
    games.set(copy_before)
    for step in steps:  # back, and forth again
        games.step(games.sample())
        assert state_of(games) == step


def state_of(games: GameBatch[Any] | MixedBatch) -> list[Any]:
    names = ["observations", "legal", "rewards", "terminations", "truncations", "won"]
    names += ["numbers", "seed", "last_observations", "last_legal"] if isinstance(games, GameBatch) else []
    return [np.asarray(getattr(games, name)).tolist() for name in names]


def test_one_game_is_tried_in_many_ways() -> None:
    games = GameBatch(3, "beginner", seed=1)
    games.step([40, 40, 40])
    tries = GameBatch(28, "beginner", seed=7).set(games, [0] * 28)
    tries.step(np.flatnonzero(games.legal[0]))
    mined = not_none(Game("beginner", seed=1, number=0, history=[("open", (4, 4))]).minefield)
    assert (tries.rewards == -1).sum() == (mined.ravel() & games.legal[0]).sum() == 10
    tries.reset()
    assert tries.numbers.tolist() == [28] * 28
    for other, places, words in (
        (GameBatch(3, "expert"), None, "the same board"),
        (games, [3] * 28, "no game 3"),
        (games, [0], "28 whole numbers"),
        (games, None, "there are 3 other games for 28"),
    ):
        with pytest.raises(ArgumentError, match=words):
            tries.set(other, places)


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_given_minefields_are_played_in_turn(autoreset: Any) -> None:
    topology = Topology.hexagons(4, 4)
    draw = Random(1)
    fields = [sapper.Minefield(draw.sample(list(topology), 3), topology) for _ in range(5)]
    games = GameBatch(
        2, Board(topology, 3), minefields=fields, seed=3, autoreset=autoreset, reward="deduction"
    )
    models = [fields[at].game() for at in range(2)]
    for _ in range(60):
        actions = games.sample()
        over = [model.status != "playing" for model in models]
        for at, action in enumerate(actions):
            if not over[at]:
                models[at].open(topology.cell(int(action)))
        games.step(actions)
        for at, model in enumerate(models):
            if over[at] or (autoreset == "same_step" and model.status != "playing"):
                models[at] = fields[int(games.numbers[at]) % 5].game()
            assert np.array_equal(games.observations[at], models[at].position.marks)
    assert games.numbers.min() > 5
    for wrong, words in (
        ([], "a list of"),
        ([1], "number 0 is 1"),
        ([sapper.Minefield([(0, 0)], topology)], "on another"),
    ):
        with pytest.raises(ArgumentError, match=words):
            GameBatch(2, Board(topology, 3), minefields=wrong)  # type: ignore[arg-type]  # wrong values
    with pytest.raises(ArgumentError, match="cannot come with `minefields`"):
        GameBatch(2, Board(topology, 3), minefields=fields, fair=True)


def batches(count: int, *boards: tuple[int, int, int]) -> list[GameBatch]:
    return [GameBatch(count, board, seed=2, actions=("open", "flag")) for board in boards]


def test_mixed_boards_are_their_parts_with_padding() -> None:
    parts, models = (batches(3, (4, 7, 5), (6, 3, 4)) for _ in range(2))
    games = MixedBatch(parts)
    assert (len(games), games.observations.shape, games.legal.shape) == (6, (6, 6, 7), (6, 84))
    for _ in range(30):
        actions = games.sample()
        assert games.legal[np.arange(6), actions].all() or games.terminations.any()
        games.step(actions)
        for number, model in enumerate(models):
            rows, columns = model.topology.shape
            places = slice(3 * number, 3 * number + 3)
            kind, cell = np.divmod(actions[places], 42)
            row, column = np.divmod(cell, 7)
            model.step((kind * rows + row) * columns + column)
            marks_here = games.observations[places]
            assert np.array_equal(marks_here[:, :rows, :columns], model.observations)
            assert (marks_here == ABSENT).sum() == 3 * (42 - rows * columns)
            legal = games.legal[places].reshape(3, 2, 6, 7)
            assert np.array_equal(legal[:, :, :rows, :columns].reshape(3, -1), model.legal)
            assert legal.sum() == model.legal.sum()
            for name in ("rewards", "terminations", "truncations", "won"):
                assert np.array_equal(getattr(games, name)[places], getattr(model, name))
    before = games.observations.copy()
    with pytest.raises(ArgumentError, match="game 3 has no action 6"):
        games.step([0, 0, 0, 6, 0, 0])  # the second board has three columns
    assert np.array_equal(games.observations, before)
    games.reset(mask=[False, True, False, False, False, True])
    assert [(rows < 0).all() for rows in games.observations[[1, 5]]] == [True, True]
    with pytest.raises(ArgumentError, match="same actions"):
        MixedBatch([parts[0], GameBatch(1, "beginner")])


def test_a_place_takes_over_one_of_its_own_part() -> None:
    games = MixedBatch(batches(2, (4, 7, 5), (6, 3, 4)))
    games.step(games.sample())
    tries = MixedBatch(batches(5, (4, 7, 5), (6, 3, 4)))
    choice = [1, 0, 1, 1, 0, 2, 3, 2, 2, 3]
    tries.set(games, choice)
    for name in ("observations", "legal", "rewards", "terminations", "won"):
        assert np.array_equal(getattr(tries, name), getattr(games, name)[choice])
    games.set(games, [1, 1, 2, 2])
    assert np.array_equal(games.observations[0], games.observations[1])
    before = tries.observations.copy(), tries.legal.copy()
    for other, places, words in (
        (games, None, "there are 4 other games for 10"),
        (games, [0] * 10, "part 1 must take over one of part 1"),
        (games, [2] * 10, "part 0 must take over one of part 0"),
        (games, [0, 0, 0, 0, 0, 2, 2, 2, 2, 4], "part 1"),
        (MixedBatch(batches(2, (6, 3, 4), (4, 7, 5))), [0] * 10, "the same kinds of parts"),
        (GameBatch(4, (4, 7, 5)), None, "the same kinds of parts"),
    ):
        with pytest.raises(ArgumentError, match=words):
            tries.set(other, places)  # type: ignore[arg-type]
    assert np.array_equal(tries.observations, before[0])
    assert np.array_equal(tries.legal, before[1])


def test_encoded_marks_can_be_decoded() -> None:
    games = MixedBatch(batches(20, (9, 9, 10), (5, 6, 9)))
    for _ in range(4):
        games.step(games.sample())
    marks = games.observations
    layers = planes(marks)
    assert layers.shape == (40, 13, 9, 9)
    assert (layers.sum(axis=1) == 1).all()
    assert [layers[:, each].sum() for each in (1, 9)] == [(marks == 1).sum(), (marks == HIDDEN).sum()]
    assert np.array_equal(marks_of_planes(layers), marks)
    windows = crops(marks, 1)
    for number, row, column in ((0, 0, 0), (3, 4, 8), (39, 2, 2)):
        with_edge = np.pad(marks[number], 1, constant_values=ABSENT)
        assert np.array_equal(windows[number, row, column], with_edge[row : row + 3, column : column + 3])
    assert crops(marks, 1, wrap=True)[0, 0, 0, 0, 0] == marks[0, 8, 8]
    assert np.array_equal(marks_of_crops(windows), marks)
    for function, wrong in ((planes, [[9]]), (planes, []), (crops, [[1]]), (marks_of_planes, [1.0])):
        with pytest.raises(ArgumentError):
            function(wrong)
