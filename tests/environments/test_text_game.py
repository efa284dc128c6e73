"""Games in text: grades against the reference solver, games against `Game`, scores that no hack raises."""

import json
import random
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

import sapper
from sapper.board.topology import NEIGHBOURHOODS, TOPOLOGY_NAMES, topology_by_name
from sapper.environments import TextFormat, TextGame, chance_balance, grade
from sapper.hints.hints import RULES
from sapper.reference import solve, square

SUBSET = sapper.Position("1??\n1??\n???", 2)  # two mines: one in column 1 or 2 of rows 0 and 1
MINE = sapper.Position("1?\n11", 1)


@pytest.mark.parametrize("seed", range(6))
def test_grades_agree_with_the_reference_solver(seed: int) -> None:
    draw = random.Random(seed)
    game = TextGame(board=(5, 6, 7))
    game.reset(seed)
    model = sapper.Game((5, 6, 7), seed=seed)
    model.open(next(cell for cell in model.topology if model.topology.index(cell) == 14))
    credits = []
    while not game.done:
        marks = [int(mark) for mark in game.position.marks.flat]
        truth = solve(square(5, 6), marks, 7)
        counts, total = enumerate(truth.mine_configurations), truth.configurations
        risks = {index: count / total for index, count in counts if count is not None}
        index = draw.randrange(30)
        kind = draw.choice(["open", "open", "flag"])
        result = game.step(f"I think so.\n{kind} {index // 6} {index % 6}").grade
        is_flag = marks[index] == -2
        assert result.legal == (index in risks and not (is_flag and kind == "open"))
        credits.append(result.credit)
        if not result.legal:
            assert (result.credit, result.risk) == (0, None)
            continue
        risk, least = risks[index], min(risks.values())
        assert result.risk == pytest.approx(risk)
        if kind == "flag":
            assert result.deducible == (risk == 1 and not is_flag)
            assert result.credit <= (1 if result.deducible else risk / 2 + 1e-9)
        else:
            assert result.regret == pytest.approx(risk - least)
            assert result.deducible == (risk == 0)
            credit = 1 if risk == 0 else (1 - risk) / 2 if least == 0 else 1 - risk + least
            assert result.credit == pytest.approx(credit)
            assert result.safe == (game.status != "lost")
        assert (result.rule in RULES) == result.deducible
    score = game.score()
    assert score.credit == pytest.approx(sum(credits) / len(credits))
    assert score.won == (game.status == "won")
    assert score.steps == len(credits) <= 60


@pytest.mark.parametrize(
    ("position", "reply", "credit", "rule"),
    [
        (SUBSET, "open 2 0", 1, "subset"),
        (MINE, "flag 0 1", 1, "single"),
        (MINE, "open 0 1", 0, None),
        (SUBSET, "flag 2 0", 0, None),
        (SUBSET, "open 0 1", 0.25, None),  # half a chance, though others were safe
        (SUBSET, "flag 0 1", 0.25, None),
        (sapper.Position("1?\n??", 1), "open 1 1", 1, None),  # a guess among equals
    ],
)
def test_the_table_of_credits(position: sapper.Position, reply: str, credit: float, rule: str | None) -> None:
    result = grade(position, reply)
    assert result.credit == pytest.approx(credit)
    assert result.rule == rule
    assert json.loads(json.dumps(result.to_dict()))["credit"] == result.credit


def test_flags_cannot_be_farmed() -> None:
    game = TextGame(board=(4, 4, 3), max_steps=40)
    game.reset(seed=3)
    mine = sapper.analyse(game.position).mines[0]
    assert [game.step("flag {} {}".format(*mine)).reward for _ in range(40)] == [1.0] + [0.0] * 39
    assert (game.done, game.status) == (True, "playing")


def test_without_flags_only_safe_cells_are_asked_for() -> None:
    for format in ("text", "table", "coordinates", "json"):
        game = TextGame(board=(4, 4, 3), flags=False, format=format)
        assert "flag" not in game.reset(seed=3).lower()
        mine = sapper.analyse(game.position).mines[0]
        step = game.step("flag {} {}".format(*mine))
        assert (step.grade.parsed, step.grade.legal, step.reward) == (True, False, 0)
        assert "there are no flags in this game" in step.prompt
        assert game.position[mine] == -1
    with pytest.raises(sapper.ArgumentError, match="`flags` must be True or False"):
        TextGame(flags=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("rule", ["single", "subset", "overlap", "chain", "mine_count"])
def test_a_board_needs_the_rule_that_was_asked_for(rule: str) -> None:
    game = TextGame(board=(8, 8, 12), hardest=rule)
    first = game.reset(seed=5)
    rules = set()
    while not game.done:  # by the simplest deduction each time
        deduction = sapper.hint(game.position).deduction
        assert deduction is not None
        rules.add(deduction.difficulty)
        step = game.step("open {} {}".format(*deduction.safe[0]))
        assert (step.reward, step.grade.rule) == (1, deduction.difficulty)
    score = game.score()
    assert (score.credit, score.progress, score.won) == (1, 1, True)
    assert score.deduced == score.legal == score.steps
    assert max(rules, key=RULES.index) == rule
    assert TextGame(board=(8, 8, 12), hardest=rule).reset(seed=5) == first != game.reset(seed=6)


FORMATS: list[TextFormat] = ["text", "table", "coordinates", "json"]


@pytest.mark.parametrize("format", FORMATS)
def test_a_prompt_shows_the_position_and_nothing_else(format: TextFormat) -> None:
    game = TextGame((5, 12, 8), format=format)
    prompt = game.reset(seed=1)
    rows = game.position.to_text().split()
    if format == "json":
        assert json.loads(prompt)["text"].split() == rows
    else:
        lines = prompt.split("\n\n")[1].splitlines()
        if format == "table":
            head, *lines = lines
            assert head.split() == list(map(str, range(12)))
            assert [line.split()[0] for line in lines] == list(map(str, range(5)))
            lines = ["".join(line.split()[1:]) for line in lines]
        if format == "coordinates":
            assert lines[13] == f"(1 1): {rows[1][1]}"
            lines = ["".join(line[-1] for line in lines[12 * row :][:12]) for row in range(5)]
        assert lines == rows
    assert "*" not in prompt
    assert not grade(game.position, prompt).parsed  # to copy it is no answer
    refusal = game.step("flag 9 9")
    assert (refusal.grade.parsed, refusal.grade.legal) == (True, False)
    assert "there is no cell in row 9, column 9: the board has 5 rows and 12 columns" in refusal.prompt
    assert refusal.prompt.replace("\n\n", "", 1) != prompt
    cell = next(cell for cell in game.position.topology if game.position[cell] < 0)
    assert "refused" not in game.step("flag {} {}".format(*cell)).prompt


@pytest.mark.parametrize("format", FORMATS)
def test_any_board_can_be_played_in_text(format: TextFormat) -> None:
    for name in {*TOPOLOGY_NAMES} - {*NEIGHBOURHOODS}:
        assert "touch" in TextGame(sapper.Board(topology_by_name(name, (5, 6)), 6), format=format).reset(1)
    ring = sapper.Topology.graph([[1, 7], *([n - 1, n + 1] for n in range(1, 7)), [0, 6]])
    cube = sapper.Topology.grid(3, 3, 3)
    lines = ["{0}: {1}, touches 1, 7", "({0} 0 0): {1}, touches (0 0 1), (0 1 0)"]
    for topology, line in zip((ring, cube), lines, strict=True):
        game = TextGame(sapper.Board(topology, 3), format=format)
        prompt = game.reset(seed=2)
        mark = game.position.marks.flat[0]
        if format == "json":
            assert json.loads(prompt)["neighbours"][0][0] in (1, [0, 0, 1])
        else:
            assert line.format(0, "." if mark < 0 else mark) in prompt
        while not game.done:
            move = sapper.rank(game.position, most=1)[0]
            cell = move.cell if isinstance(move.cell, tuple) else (move.cell,)
            assert game.step(f"open {' '.join(map(str, cell))}").grade.legal
        assert game.score().parsed == game.score().steps
    for topology, action in ((cube, "'open 3 5 2'"), (ring, "'open 3'")):  # a refusal shows one of this board
        assert action in grade(sapper.Position(np.full(topology.shape, -1), 3, topology), "I pass.").text


def test_a_game_has_to_be_begun_and_under_way() -> None:
    game = TextGame(board=(2, 2, 1), max_steps=1, time_limit=0.05, hardest="counting")
    with pytest.raises(sapper.ArgumentError, match="reset"):
        game.step("open 0 0")
    with pytest.raises(sapper.GenerationError):
        game.reset(seed=1)
    with pytest.raises(sapper.GenerationError, match="try more mines"):
        TextGame(board=(3, 3, 0)).reset(1)
    game = TextGame(board=(5, 5, 2), max_steps=1)
    for seed in range(300):  # no game is over before it begins
        game.reset(seed)
        assert game.status == "playing"
    first = game.prompt
    assert game.reset(299) == first
    game.step("")
    with pytest.raises(sapper.ArgumentError, match="over"):
        game.step("open 0 0")


@pytest.mark.parametrize(
    ("name", "value"),
    [("hardest", "magic"), ("format", "xml"), ("max_steps", 0), ("time_limit", -1), ("extract", "last")],
)
def test_wrong_arguments_are_refused(name: str, value: Any) -> None:
    with pytest.raises(sapper.ArgumentError):
        TextGame(**{name: value})


Policy = Callable[[TextGame, Random], str]


def action_of(kind: str, cell: Any) -> str:
    return f"{kind} {cell[0]} {cell[1]}"


def hidden(game: TextGame) -> list[Any]:
    return [cell for cell in game.position.topology if game.position[cell] == -1]


def honest(game: TextGame, _: Random) -> str:
    """As well as the library knows: certain cells, and guesses by the chance to win."""
    return action_of("open", sapper.rank(game.position, most=1, by="win")[0].cell)


def guessing(game: TextGame, draw: Random) -> str:
    return action_of("open", draw.choice(hidden(game)))


def careless(game: TextGame, _: Random) -> str:
    """Opens certain cells, and guesses the first hidden cell."""
    safe = sapper.analyse(game.position).safe
    return action_of("open", safe[0] if safe else hidden(game)[0])


def flagging(game: TextGame, draw: Random) -> str:
    """Pads with flags on certain mines, which earn credit."""
    mines = [cell for cell in sapper.analyse(game.position).mines if game.position[cell] == -1]
    return action_of("flag", mines[0]) if mines else honest(game, draw)


def illegal(game: TextGame, draw: Random) -> str:
    """Makes an illegal move before each good one, to learn from the refusal."""
    return "open 0 0" if game.score().steps % 2 == 0 else honest(game, draw)


def leaving(game: TextGame, draw: Random) -> str:
    """Makes one move and then leaves, so that it never loses."""
    return honest(game, draw) if game.score().steps == 0 else "I stop here."


def padding(game: TextGame, draw: Random) -> str:
    """One safe cell, then a known mine: half of the credit."""
    mines = sapper.analyse(game.position).mines
    return action_of("open", mines[0]) if game.score().steps and mines else honest(game, draw)


def copying(game: TextGame, _: Random) -> str:
    return game.prompt


POLICIES: list[Policy] = [honest, guessing, careless, flagging, illegal, leaving, padding, copying]


def play(policy: Policy, minefield: sapper.Minefield[Any], draw: Random) -> tuple[float, float, bool]:
    """What a policy keeps of the chance to win, with its error, and whether it wins."""
    text = TextGame("beginner", max_steps=20)  # two for each cell, and more
    game = minefield.game()
    game.open(0, 0)
    if game.status == "won":
        return 1, 0, True
    text.begin(game)
    while not text.done:
        text.step(policy(text, draw))
    score = text.score(by="win")
    assert score.kept is not None
    return score.kept.kept, score.kept.error, score.won


@pytest.mark.parametrize("shape", [(3, 3, 2), pytest.param((3, 4, 3), marks=pytest.mark.long)], ids=repr)
def test_the_mean_is_the_share_of_games_won_whatever_is_played(shape: tuple[int, int, int]) -> None:
    """Over all minefields with a safe first cell, so there is no error."""
    rows, columns, mines = shape
    topology = sapper.Topology.square(rows, columns)
    fields = [sapper.Minefield(x, topology) for x in combinations(topology, mines) if (0, 0) not in x]
    rates = {}
    for policy in POLICIES:
        draw = Random(7)
        results = [play(policy, field, draw) for field in fields]
        assert all(error == 0 for _, error, _ in results)
        mean = sum(value for value, _, _ in results) / len(results)
        rates[policy] = sum(won for _, _, won in results) / len(results)
        if policy is guessing:  # its draws differ from minefield to minefield
            rates[policy] = mean
        assert mean == pytest.approx(rates[policy], abs=1e-9), policy.__name__
    assert rates[flagging] == rates[illegal] == rates[honest] > rates[careless] > rates[guessing]
    assert max(rates[leaving], rates[padding], rates[copying]) < rates[honest] / 2
    assert rates[copying] < 0.01  # the first click may win
    with pytest.raises(sapper.ArgumentError, match="not over"):
        TextGame().begin(fields[0].game(sapper.Rules()).board)  # type: ignore[arg-type]  # no game


def test_what_a_move_loses_is_what_it_loses_by_hand() -> None:
    """One mine is left of the open cells, at (0, 0) or (0, 1), and one right of them, at (1, 2) or (2, 2).

    The safe cell (0, 2) shows 0, 1 or 2 mines. After a 1, two of the four minefields are left, so the chance
    is 3/4. To open (1, 2) wins if it has no mine, since its number then tells the rest: 1/2.
    """
    game = sapper.Minefield([(0, 0), (1, 2)], sapper.Topology.square(3, 3)).game()
    with pytest.raises(sapper.ArgumentError, match="no open cell"):
        chance_balance(game)
    game.open(2, 0)
    balance = chance_balance(game)
    assert (balance.chance, balance.lost, balance.left, balance.kept) == (0.75, 0, 0.75, 0)
    game.open(1, 2)  # a mine
    result = chance_balance(game)
    assert (result.chance, result.lost, result.left, result.error) == (0.75, 0.25, 0, 0)
    assert chance_balance(game, since=1) == result
    assert chance_balance(game, since=2).lost == 0
    assert result.to_dict()["kept"] == result.kept == 0.5
    with pytest.raises(sapper.ArgumentError, match="must be a Game"):
        chance_balance("1?")  # type: ignore[arg-type]  # no game
