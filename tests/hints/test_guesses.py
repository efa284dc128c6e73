"""Guesses of hints: the figures behind them by listing every configuration, and the words."""

from collections import Counter
from functools import cache

import pytest
from support.expectimax import Play
from support.futures import Futures, guesses
from support.optional import not_none
from support.safest_play import SafestPlay

from sapper import Game, GuessFigures, Position, Strategy, Topology, _engine, hint
from sapper._support.words import sentence_of
from sapper.board.rules import FirstClick


@cache
def known_futures() -> list[Futures]:
    return list(guesses(15))


def figures_of(position: Position, index: int) -> GuessFigures:
    return GuessFigures._of(not_none(_engine.figures_of(position._engine, index)))


# With many configurations the definition takes long, and is no different.
@pytest.mark.parametrize("many", [False, pytest.param(True, marks=pytest.mark.long)])
def test_figures_are_what_they_are_defined_to_be(many: bool) -> None:
    for futures in known_futures():
        if (len(futures.configurations) > 15) == many:
            check_figures(futures)


def check_figures(futures: Futures) -> None:
    total = len(futures.configurations)
    for cell in futures.hidden:
        after = futures.after(cell)
        if not after:
            continue
        figures = figures_of(futures.position, cell)
        mines = {frozenset(futures.hidden) - {cell}}
        won = sum(len(remainder) for remainder in after.values() if set(remainder) == mines)
        assert figures.risk == pytest.approx(futures.risk(cell))
        assert figures.numbers == len(after)
        assert figures.progress == pytest.approx(futures.safe_cell(cell) + won / total)
        assert figures.survival == pytest.approx(futures.survival(cell, 1))
        if figures.win_probability is not None:
            play = Play(list(map(set, futures.neighbours)), futures.position.board.mines)
            open_cells = frozenset(range(futures.position.topology.size)) - frozenset(futures.hidden)
            wins = play.after(tuple(futures.configurations), open_cells, cell)
            assert figures.win_probability == pytest.approx(wins / total)


def test_a_certain_mine_has_no_chance_to_win_of_its_own() -> None:
    # The corner is a mine, and so is one of the two cells at the right.
    position = Position([[-1, 1, 0, 1, -1], [1, 1, 0, 1, -1]], 2)
    assert figures_of(position, 4).win_probability == 0.5
    assert figures_of(position, 0).win_probability is None


def test_opening_the_safest_cells_from_then_on_wins_as_often_as_stated() -> None:
    wins_known = 0
    for futures in known_futures():
        play = SafestPlay(futures.position, tries=2)
        for cell in futures.hidden:
            if not futures.after(cell):
                continue
            chance = not_none(figures_of(futures.position, cell).safest_play)
            wins = play.wins_after(cell)
            wins_known += wins.most > 0
            if wins.most > 0:  # otherwise opening it tells nothing
                least, most = (each / len(futures.configurations) for each in wins)
                assert least - 1e-12 <= chance <= most + 1e-12
    assert wins_known > 0


def test_the_chance_to_win_is_known_in_endgames() -> None:
    certain = [
        figures_of(futures.position, cell).win_probability is not None
        for futures in known_futures()
        for cell in futures.hidden[:1]
    ]
    assert sum(certain) > len(certain) / 2


def test_nothing_outside_helps_with_a_closed_part() -> None:
    dead_cells = 0
    for futures in known_futures():
        for cell in futures.hidden:
            if not futures.after(cell) or not figures_of(futures.position, cell).closed:
                continue
            dead_cells += 1
            inside = part_of(futures, cell)
            everywhere = shares(futures.configurations, inside)
            for other in set(futures.hidden) - inside:
                for remainder in futures.after(other).values():
                    assert shares(remainder, inside) == everywhere
    assert dead_cells > 0


def part_of(futures: Futures, cell: int) -> frozenset[int]:
    """The hidden cells that numbers connect to a cell, directly or through others."""
    part, waiting = {cell}, [cell]
    while waiting:
        for number in set(futures.neighbours[waiting.pop()]) - set(futures.hidden):
            new = set(futures.neighbours[number]) & set(futures.hidden) - part
            if int(futures.position.marks.flat[number]) >= 0:
                part |= new
                waiting.extend(new)
    return frozenset(part)


def shares(configurations: list[frozenset[int]], inside: frozenset[int]) -> dict[frozenset[int], float]:
    counts = Counter(configuration & inside for configuration in configurations)
    return {mines: round(count / len(configurations), 9) for mines, count in counts.items()}


def test_the_guess_is_that_of_our_own_player_and_explained() -> None:
    with_reason = without_reason = 0
    for futures in known_futures():
        if futures.position.hidden == futures.position.topology.size:
            continue  # a game begins by its rules, which figures do not know
        guess = not_none(hint(futures.position).guess)
        assert guess.cell == Strategy("best").choose(futures.position).cell
        assert guess.figures is not None
        assert guess.safest_figures is not None
        assert guess.figures.risk == pytest.approx(guess.risk)
        win, safest_win = guess.figures.win_probability, guess.safest_figures.win_probability
        if guess.cell == guess.safest:
            assert guess.reason is None
            assert guess.figures == guess.safest_figures
        elif win is not None and safest_win is not None and abs(win - safest_win) < 1e-9:
            without_reason += 1
            assert guess.reason is None
        else:
            with_reason += guess.reason is not None
            assert win is None or safest_win is None or win > safest_win
    assert with_reason > 0
    assert without_reason > 0


# More minefields fit than the engine searches, so the result of perfect play is not known.
MANY_FIT = Position.from_text("1......\n2......\n.......\n.......\n......1\n.......", 9)


def test_figures_explain_the_guess_of_a_named_strategy() -> None:
    own, by_name = hint(MANY_FIT).guess, hint(MANY_FIT, strategy="fast").guess
    assert own is not None
    assert "80.00 %, against 72.40 %" in not_none(own.reason)
    assert by_name == own


def test_figures_that_favour_the_safest_cell_are_shown() -> None:
    text = hint(MANY_FIT, strategy=Strategy(lambda _: (0, 1))).text
    assert "The guess is row 0, column 1, with a risk of " in text
    assert "with a risk of 20.00 %: the chance to survive both it and the next guess is " in text


PLAIN = GuessFigures(0.2, 3, 0.5, 0.7, False, 0.6, 0.03, None, None)


def figures(**changes: float | bool) -> _engine.GuessFigures:
    values = {name: getattr(PLAIN, name) for name in PLAIN.__slots__}
    return _engine.GuessFigures(**(values | changes))


BETTER = "the chance to win with perfect play is then 50.00 %, against 40.00 %"
CLOSED = (
    "no number elsewhere can ever help with the cells around it: you have to guess there sooner or later, "
    "and waiting does not make it safer"
)
BOTH_CLOSED = "no number elsewhere can help with the cells around them, and perfect play there begins with it"
SURVIVAL = "the chance to survive both it and the next guess"
TELLS_NOTHING = (
    f"row 1, column 2 can show only one number, so opening it tells nothing; {SURVIVAL} is 75.00 %, against "
    "70.00 %, and the chance that it proves another cell safe is 50.00 %, against 0 %"
)
SAFEST_PLAY = "the chance to win by opening the safest cells after it is 50.00 %, against 40.00 %"
SCORE = "on average over the numbers that it can show, it leaves fewer or safer guesses"


@pytest.mark.parametrize(
    ("better", "safest", "reason"),
    [
        ({"win_probability": 0.5}, {"win_probability": 0.4}, BETTER),
        ({"closed": True, "survival": 0.5}, {}, CLOSED),
        ({"survival": 0.75}, {"numbers": 1, "progress": 0.0}, TELLS_NOTHING),
        ({"safest_play": 0.5}, {"safest_play": 0.4, "survival": 0.8}, SAFEST_PLAY),
        ({"survival": 0.70012}, {}, f"{SURVIVAL} is 70.01 %, against 70.00 %"),
        ({"progress": 0.8}, {}, "the chance that it proves another cell safe is 80.00 %, against 50.00 %"),
        ({"closed": True}, {"closed": True}, BOTH_CLOSED),
        ({"score": 0.61}, {}, SCORE),
        ({"worth": 0.04}, {}, "games from positions like this one were won more often after it"),
        ({"worth": 0.02}, {}, None),
        ({}, {}, None),
        ({"risk": 0.3, "win_probability": 0.5}, {"win_probability": 0.5}, None),
        ({"survival": 0.9, "win_probability": 0.4}, {"win_probability": 0.5}, None),
        ({"risk": 0.3}, {}, None),
    ],
)
def test_reasons_in_figures(better: dict[str, float], safest: dict[str, float], reason: str | None) -> None:
    topology = Topology.square(3, 3)
    text = _engine.reason_for(figures(**better), figures(**safest), topology._engine, topology.index((1, 2)))
    assert (None if text is None else sentence_of(text)) == reason


@pytest.mark.parametrize(("first_click", "cell"), [("any", (0, 0)), ("safe", (0, 0)), ("opening", (2, 2))])
def test_a_game_begins_at_a_good_cell(first_click: FirstClick, cell: tuple[int, int]) -> None:
    game = Game((6, 6, 9), rules=first_click, seed=1)
    for result in (hint(game), hint(game.position, rules=game.rules)):
        assert result.guess is not None
        assert result.guess.cell == result.guess.safest == cell
        assert result.guess.risk == result.guess.safest_risk == (9 / 36 if first_click == "any" else 0.0)
        assert result.guess.figures is None
        safe = "" if first_click == "any" else " The first cell is always safe."
        place = f"row {cell[0]}, column {cell[1]}"
        assert result.text == f"Nothing is open yet. A good cell to begin with is {place}.{safe}"
        assert result.conclusion == "Nothing else is known before a cell is open."


def test_without_a_game_nobody_says_that_the_first_cell_is_safe() -> None:
    result = hint(Game((6, 6, 9), seed=1).position)
    assert result.guess is not None
    assert (result.guess.cell, result.guess.risk) == ((2, 2), 9 / 36)
    assert "safe" not in result.text


def test_a_first_cell_that_others_pick_is_as_safe_and_keeps_its_reason() -> None:
    game = Game((6, 6, 9), rules="safe", seed=1)
    result = hint(game, policy=lambda _: ((1, 4), "it is far from the corner"))
    guess = not_none(result.guess)
    assert (guess.cell, guess.risk, guess.reason) == ((1, 4), 0.0, "it is far from the corner")
    assert result.text == (
        "Nothing is open yet. A good cell to begin with is row 1, column 4. The first cell is always safe. "
        "It was chosen because it is far from the corner."
    )
    by_name = not_none(hint(game, strategy="fast").guess)
    assert (by_name.cell, by_name.risk) == ((0, 0), 0.0)
