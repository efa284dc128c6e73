"""The inference levels: true, ordered by strength, and just what their rules say."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from support.any_topology import EACH_KIND, KINDS, random_positions, topology_of
from support.levels_model import LEVELS, RULES, closure, conclusions_of, indices
from support.sets import Hubs, letter_position
from support.strategies import positions
from support.truth import configurations_of, marks_of, neighbours_of

from sapper import Board, Game, Position, Rules, _engine, analyse


def test_the_levels_have_names_and_summaries() -> None:
    assert LEVELS == ("single", "subset", "propositions", "bounds", "exact")
    for _, summary in _engine.levels():
        assert summary.endswith(".")
        assert "\n" not in summary


@pytest.mark.parametrize("kind", EACH_KIND)
def test_each_level_finds_what_the_weaker_find_and_nothing_false(kind: str) -> None:
    for position in random_positions(kind, 500):
        conclusions = [conclusions_of(level, position) for level in LEVELS]
        for (safe, mines), (more_safe, more_mines) in pairwise(conclusions):
            assert safe <= more_safe, position
            assert mines <= more_mines, position
        analysis = analyse(position)
        assert conclusions[-1][0] == indices(position.topology, analysis.safe), position
        assert conclusions[-1][1] == indices(position.topology, analysis.mines), position


@pytest.mark.parametrize("kind", EACH_KIND)
@pytest.mark.parametrize("level", RULES)
def test_a_level_is_the_closure_of_its_rule(level: str, kind: str) -> None:
    for position in random_positions(kind, 60, seed=2, most=6):
        assert conclusions_of(level, position) == closure(position, RULES[level]), position


@pytest.mark.parametrize("level", LEVELS)
def test_items_hold_in_every_configuration(level: str) -> None:
    for kind in KINDS:
        for position in random_positions(kind, 30, seed=3, most=4):
            if position.hidden > 14:
                continue
            configurations = configurations_of(position)
            safe, mines, items = _engine.conclude(level, position._engine)
            for cells, least, most in items:
                assert not set(cells) & {*safe, *mines}
                mined = [len(configuration & set(cells)) for configuration in configurations]
                assert least <= min(mined), position
                assert max(mined) <= most, position


@pytest.mark.parametrize("level", LEVELS)
def test_every_number_with_undecided_neighbours_is_an_item(level: str) -> None:
    for position in random_positions("square", 100, seed=4):
        safe, mines, items = _engine.conclude(level, position._engine)
        bounds = {frozenset(cells): (least, most) for cells, least, most in items}
        marks = marks_of(position)
        for number, around in enumerate(neighbours_of(position.topology)):
            unknown_cells = frozenset(cell for cell in around if marks[cell] == -1) - {*safe, *mines}
            if marks[number] >= 0 and unknown_cells:
                need = marks[number] - len({*mines} & {*around})
                assert bounds[unknown_cells] == (need, need), position


def letters_of(level: str, sets: dict[str, int], mines: int, more: str = "") -> tuple[str, str]:
    """The safe letters and the mined ones that a level finds."""
    position, letters = letter_position(sets, mines, more)
    safe, mined = conclusions_of(level, position)
    return "".join(letters[cell] for cell in sorted(safe)), "".join(letters[cell] for cell in sorted(mined))


def test_the_difference_rules_are_recursive() -> None:
    # No two numbers decide a cell. C and D hold at most one mine, so A and B at least one, which leaves none
    # for E and H. The same holds for F and G.
    sets = {"ABCD": 2, "CDFG": 1, "ABEH": 1}
    assert letters_of("propositions", sets, 5, "UVWXYZ") == ("", "")
    assert letters_of("bounds", sets, 5, "UVWXYZ") == letters_of("exact", sets, 5, "UVWXYZ") == ("EFGH", "")


@given(positions())
def test_impossible_positions_terminate_too(position: Position) -> None:
    for level in LEVELS:
        _engine.conclude(level, position._engine)


def test_hubs_take_bounded_memory() -> None:
    # Thirty numbers, each around half of 400 cells: differences of differences without end.
    groups = [([number for number in range(30) if (cell * (number + 3)) % 7 < 3], 1) for cell in range(400)]
    mined = set(range(0, 400, 9))
    needs = [sum(cell in mined and number in groups[cell][0] for cell in range(400)) for number in range(30)]
    position = Hubs(needs, groups, len(mined)).position
    for level in ("subset", "propositions", "bounds"):
        _, _, items = _engine.conclude(level, position._engine)
        assert len(items) <= 128 * 400


def positions_in_games(kind: str, seed: int) -> Iterator[Position]:
    """The positions of a game that goes on after mines, with flags here and there."""
    random = Random(f"{kind} {seed}")
    topology = topology_of(kind, random)
    mines = random.randint(1, max(1, topology.size // 4))
    game = Game(Board(topology, mines), rules=Rules(first_click="safe", on_mine="continue"), seed=seed)
    game.open(random.choice(list(topology)))
    yield game.position
    while game.status == "playing":
        analysis = analyse(game.position)
        hidden = [cell for cell in topology if game.position[cell] == -1]
        if random.random() < 0.2 and len(hidden) > 1:
            game.flag(random.choice(hidden))
        else:
            choices = [cell for cell in analysis.safe or hidden if game.position[cell] == -1]
            if not choices:
                return
            game.open(random.choice(choices))
        yield game.position


@pytest.mark.parametrize("kind", EACH_KIND)
@pytest.mark.parametrize("level", LEVELS)
def test_following_is_starting_afresh(level: str, kind: str) -> None:
    for seed in range(15):
        positions = list(positions_in_games(kind, seed))
        results = _engine.conclude_all(level, [position._engine for position in positions])
        for position, (safe, mines, items) in zip(positions, results, strict=True):
            fresh_safe, fresh_mines, fresh_items = _engine.conclude(level, position._engine)
            assert set(safe) == set(fresh_safe), position
            assert set(mines) == set(fresh_mines), position
            if level in ("single", "exact"):
                assert sorted(items) == sorted(fresh_items), position
