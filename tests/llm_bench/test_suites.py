"""The items are what their suites say, and they never change within a version."""

import hashlib
from collections import Counter
from importlib.resources import files

import pytest

import sapper
from sapper.hints.hints import RULES
from sapper.llm_bench.suites import SUITES, VERSION, Item, all_items, items_of

DIGESTS = {2: "e41420930eee2a049e43ca3628fe9b981fe5ab976c32e97e8807aef083a7a27e"}
"""The SHA-256 of the items of each version."""


def test_the_items_of_a_version_never_change() -> None:
    data = files("sapper.llm_bench").joinpath("suites.json").read_bytes()
    assert hashlib.sha256(data).hexdigest() == DIGESTS[VERSION]
    names = [item.name for item in all_items()]
    assert len({*names}) == len(names)
    counts = Counter(item.suite for item in all_items())
    assert list(counts) == list(SUITES)
    names_of_items = [item.name for item in items_of(["guess", "chain"], 2)]
    assert names_of_items == ["guess-00", "guess-01", "chain-00", "chain-01"]
    with pytest.raises(sapper.ArgumentError, match="unknown suite 'gues': did you mean 'guess'"):
        items_of(["gues"])
    assert all(count == 20 for suite, count in counts.items() if not suite.startswith("games"))


SOME = [item for item in all_items() if item.name.endswith("0")]


@pytest.mark.parametrize("item", SOME, ids=[item.name for item in SOME])
def test_an_item_is_what_its_suite_says(item: Item) -> None:
    game = item.game()
    assert game.status == "playing"  # it is not won already
    assert all(f"{side}" in SUITES[item.suite] for side in (*item.shape, len(item.mines)))
    safe = [each for each in sapper.hint(game).deductions if each.safe]
    if item.is_game:
        assert len(item.opened) == 1
    elif item.suite == "guess":
        assert not sapper.analyse(game).safe
        chances = [move.evaluation for move in sapper.rank(game, by="win") if move.evaluation]
        assert all(each.error == 0 for each in chances)
        assert max(each.behind for each in chances) > 0.1
    else:
        rule = item.suite if item.suite in RULES else "subset"
        assert min((each.difficulty for each in safe), key=RULES.index) == rule
    names = [name for name in ("torus", "hexagons", "octagons", "knight", "graph") if name in item.suite]
    names += ["grid"] if len(item.shape) == 3 else ["square"]
    assert item.topology == names[0]


def test_each_graph_is_another_one_and_in_one_piece() -> None:
    graphs = [item for item in all_items() if item.topology == "graph"]
    assert len({str(item.adjacency) for item in graphs}) == len(graphs) == 40
    for item in graphs:
        topology = item.game().topology
        cells_reached: set[object] = set()
        todo = [0]
        while todo:
            cell = todo.pop()
            cells_reached.add(cell)
            todo += [each for each in topology.neighbours(cell) if each not in cells_reached]
        assert len(cells_reached) == topology.size
