"""Errors: the same wrong thing raises the same class everywhere, in one wording at every door."""

import ast
import copy
import errno
import os
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest

import sapper
from sapper import Board, Game, Inference, Minefield, Position, Replay, Rules, Strategy, Topology
from sapper._support.installation import importing
from sapper.cli.commands import COMMANDS
from sapper.cli.commands import sapper as command_line
from sapper.cli.shared.exit_codes import as_options
from sapper.draw.pixels import write_gif
from sapper.errors import (
    ArgumentError,
    BoardError,
    CellError,
    GameError,
    PositionError,
    SapperError,
    StrategyError,
)

SQUARE = Topology.square(3, 3)
BOARD = Board(SQUARE, 1)
lib: Any = sapper  # takes what is wrong on purpose
POSITION = Position("1..\n...", 2)
ELSEWHERE: Any = (9, 9)

OFF_THE_BOARD: dict[str, Callable[[], object]] = {
    "open": lambda: Game(BOARD, seed=1).open(ELSEWHERE),
    "history": lambda: Game(BOARD, seed=1, history=[("open", ELSEWHERE)]),
    "mines of a game": lambda: Minefield([ELSEWHERE], SQUARE).game(),
    "mines": lambda: Minefield([ELSEWHERE], SQUARE),
    "first cell": lambda: Minefield([], SQUARE, first_cell=ELSEWHERE),
    "position": lambda: POSITION[ELSEWHERE],
    "outcomes": lambda: sapper.analyse(POSITION).outcomes(ELSEWHERE),
    "reveal": lambda: Inference(BOARD).reveal(ELSEWHERE, 1),
    "generate": lambda: sapper.generate(BOARD, first_cell=ELSEWHERE),
    "is_fair": lambda: sapper.is_fair(Minefield([], SQUARE), ELSEWHERE),
    "measure": lambda: sapper.measure([ELSEWHERE], SQUARE),
    "play": lambda: Strategy("fast").play(Game(BOARD, seed=1), first_cell=ELSEWHERE),
    "simulate": lambda: sapper.simulate(BOARD, "fast", games=1, first_cell=ELSEWHERE),
    "drawing": lambda: sapper.draw.board_text(POSITION, conflicts=[ELSEWHERE]),
    "replay": lambda: Replay(Minefield([], SQUARE), (event("lc"), event("lr"))).play(),
}


def event(kind: Any) -> sapper.MouseEvent:
    return sapper.MouseEvent(0.0, kind, ELSEWHERE)


@pytest.mark.parametrize("name", OFF_THE_BOARD)
def test_a_cell_that_is_not_on_the_board_is_a_cell_error_everywhere(name: str) -> None:
    with pytest.raises(CellError, match=r"\(9, 9\)") as refusal:
        OFF_THE_BOARD[name]()
    assert isinstance(refusal.value, IndexError)


def test_a_game_counts_as_its_position() -> None:
    game = Minefield([(0, 0)], SQUARE).game()
    game.open(1, 1)
    position = game.position
    expected = sapper.analyse(position).mine_probability
    assert np.array_equal(sapper.analyse(game).mine_probability, expected, equal_nan=True)
    assert np.array_equal(Inference(game).mine_probability, expected, equal_nan=True)
    assert sapper.hint(game).text == sapper.hint(position).text
    assert Strategy("fast").choose(game) == Strategy("fast").choose(position)
    assert Position(game) == Position(position) == position
    assert sapper.analyse(game, 1).position == position
    with pytest.raises(PositionError, match="is on"):
        sapper.analyse(game, topology="torus")


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda: lib.Board(3, 3), BoardError, r"not 3; Board\.square\(rows, columns, mines\)"),
        (lambda: lib.analyse(None), PositionError, "a sapper.Game, a text or an array .*, not None"),
        (lambda: lib.analyse(BOARD), PositionError, "must be a sapper.Position.*, not Board"),
        (lambda: lib.analyse(["1.", ".."]), PositionError, "give one string with a row on each line"),
        (lambda: lib.is_fair(POSITION), GameError, "must be a sapper.Minefield.*, not Position"),
        (
            lambda: lib.autoplay(Game(BOARD, seed=1), first_cell="best"),
            CellError,
            "first_cell: 'best' is not a cell .* a strategy is given as `strategy`",
        ),
        (lambda: lib.is_fair(Game(BOARD)), GameError, "the game has no minefield yet: open a cell first"),
        (
            lambda: lib.simulate(Strategy("best")),
            BoardError,
            r"Strategy\('best'\) is a strategy, not a board: the order is simulate\(board, strategy\)",
        ),
        (lambda: lib.simulate("fast", "beginner"), StrategyError, "'beginner': it is the name of a"),
        (lambda: lib.compare("fast", "best", "best@1"), BoardError, "'best@1' is a strategy, not a"),
        (
            lambda: lib.simulate(POSITION),
            BoardError,
            r"must be a sapper\.Board, a level .*, or rows, columns and mines, .*, not Posit",
        ),
        (lambda: Inference(BOARD).pop(), PositionError, r"each pop\(\) needs a push\(\) before it"),
        (lambda: lib.analyse_many({POSITION}), PositionError, "must be a list or another sequence"),
        (
            lambda: lib.Game(BOARD, minefield=Minefield([(0, 0)], SQUARE)),
            GameError,
            r"such as game\.minefield or the `mined` of a sapper\.Minefield, not Minefield",
        ),
        (lambda: lib.Minefield(SQUARE, SQUARE), GameError, "must be a list of cells"),
        (lambda: lib.Game((3, 3)), BoardError, r"or rows, columns and mines"),
        (lambda: Game((3, 3, 10)), BoardError, "9 cells cannot hold 10 mines"),
        (lambda: Game((3, 3, 9)), GameError, "a game needs a safe cell: 9 mines"),
        (lambda: lib.Game(rules="save"), GameError, "first_click 'save': did you mean 'safe'"),
        (lambda: lib.Game(rules=3), GameError, r"or a first click \('safe', .*\), not 3"),
        (lambda: Game(seed=-1), ArgumentError, r"seed must be from 0 to 2\^64 - 1, not -1"),
        (lambda: Game(number=2**64), ArgumentError, "number must be from 0 to"),
        (lambda: lib.Game(history=[("opn", (0, 0))]), GameError, "'opn': did you mean 'open'"),
        (lambda: lib.Minefield([9], SQUARE), CellError, "a mine cannot be there: 9 is not"),
        (lambda: Minefield([(1, 0)] * 2, SQUARE), GameError, "row 1, column 0 .*listed twice"),
        (lambda: Minefield([(0, 0)], Topology.grid(1, 1)).game(), GameError, "needs a safe cell"),
        (lambda: lib.Minefield([(0, 0)]), BoardError, "the size of the board is missing"),
        (lambda: lib.generate(rules="any"), GameError, "the first cell must be safe: `rules` must be"),
        (lambda: sapper.generate(three_bv=(30, 20)), ArgumentError, "the least, 30, is above"),
        (lambda: sapper.generate(efficiency=(1.6, 1.5)), ArgumentError, "the least, 1.6, is above"),
        (lambda: lib.generate(efficiency=(1, 2, 3)), ArgumentError, "a number, or a tuple"),
        (lambda: sapper.generate(efficiency=-1), ArgumentError, "must be a number above 0"),
        (lambda: lib.measure([(0, 0)]), BoardError, "the board is missing"),
        (lambda: sapper.measure(np.zeros((2, 2), int)), BoardError, "bool array"),
        (lambda: sapper.measure(Game("beginner")), GameError, "open a cell first"),
        (lambda: lib.measure(Game("beginner"), SQUARE), BoardError, "of their own"),
        (lambda: lib.measure(np.eye(2, dtype=bool), seconds=1), ArgumentError, "only for games"),
    ],
)
def test_errors_say_what_to_give(call: Callable[[], object], kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says) as refusal:
        call()
    assert isinstance(refusal.value, SapperError)


def test_a_missing_file_is_one_for_python_too(tmp_path: Path) -> None:
    missing = tmp_path / "not there" / "file.txt"
    for attempt in (
        lambda: sapper.read(missing),
        lambda: sapper.write(POSITION, missing),
        lambda: sapper.simulation.read_report(missing),
    ):
        with pytest.raises(FileNotFoundError, match=r"file\.txt: ") as refusal:
            attempt()
        assert isinstance(refusal.value, sapper.MissingFileError)
        for error in (refusal.value, copy.copy(refusal.value), pickle.loads(pickle.dumps(refusal.value))):
            assert (error.errno, error.filename) == (errno.ENOENT, str(missing))
            assert error.strerror == os.strerror(errno.ENOENT)
            assert str(error) == str(refusal.value)
    with pytest.raises(OSError, match="cannot be read: ") as unreadable:
        sapper.read(tmp_path)
    assert isinstance(unreadable.value, sapper.FileError)
    assert isinstance(unreadable.value, sapper.FormatError)
    assert unreadable.value.errno in (errno.EISDIR, errno.EACCES)
    again = pickle.loads(pickle.dumps(unreadable.value))
    assert (type(again), str(again)) == (type(unreadable.value), str(unreadable.value))
    assert isinstance(sapper.FileError.__new__(sapper.FileError), OSError)  # as tblib does, which Dask uses
    game = Game(BOARD, seed=1)
    game.open(0, 0)
    with pytest.raises(sapper.MissingFileError, match="cannot be written"):
        write_gif(game, missing)


def report_of(**options: Any) -> sapper.Report:
    return sapper.simulate(BOARD, "fast", games=2, threads=1, **options)


def web(_: Path) -> None:
    with importing("web", "serving the page needs websockets"):
        raise ModuleNotFoundError(name="websockets")


def gif(folder: Path) -> None:
    game = Game(BOARD, seed=1)
    game.open(0, 0)
    write_gif(game, folder / "game.gif")


@pytest.mark.parametrize(
    ("extra", "package", "use"),
    [
        ("plots", "matplotlib.figure", lambda _: report_of().plot("guesses")),
        ("parquet", "pyarrow", lambda _: sapper.analyse_many([POSITION]).to_arrow()),
        ("parquet", "pyarrow.parquet", lambda folder: report_of(games_folder=folder / "games")),
        ("cluster", "distributed", lambda _: sapper.simulate(BOARD, "fast", games=2, cluster="local:1")),
        ("web", "websockets", web),
        ("gif", "PIL", gif),
        ("png", "resvg_py", gif),
    ],
)
def test_a_missing_extra_says_how_to_install_it(
    extra: str, package: str, use: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(sapper.MissingExtraError, match=rf'pip install "sapper\[{extra}\]"') as refusal:
        use(tmp_path)
    assert isinstance(refusal.value, SapperError)
    assert isinstance(refusal.value, ImportError)


def test_an_error_in_the_package_itself_is_not_a_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError, match="ours"), importing("web", "x"):
        raise ModuleNotFoundError("ours", name="sapper.serve.gone")


def test_arguments_are_checked_at_the_call() -> None:
    """Not when the first move is asked for."""
    game = Game(BOARD, seed=1)
    for wrong in ({"time_limit": "a"}, {"time_limit": -1}, {"cancel": True}, {"strategy": "bets"}):
        with pytest.raises(SapperError):
            lib.autoplay(game, **wrong)
    assert game.history == ()


def test_a_game_counts_as_its_minefield() -> None:
    game = Minefield([(0, 0)], SQUARE).game()
    assert sapper.is_fair(game, (2, 2))
    with pytest.raises(GameError, match="no first cell"):
        sapper.is_fair(game)
    game.flag(1, 1)
    game.flag(1, 1)
    game.open(2, 2)
    assert sapper.is_fair(game)
    line = Minefield([(0, 1), (0, 3)], Topology.square(1, 5)).game()
    line.open(0, 0)
    line.open(0, 2)
    assert not sapper.is_fair(line)  # from the cell that was opened first
    assert sapper.is_fair(line, (0, 2))


@pytest.mark.parametrize("on_mine", ["stop", "continue"])
def test_a_finished_game_has_no_move(on_mine: Any) -> None:
    game = Minefield([(0, 0), (0, 1)], Topology.square(2, 2)).game(Rules(on_mine=on_mine))
    if on_mine == "continue":
        game.open(0, 0)
    game.open(1, 0)
    game.open(1, 1)
    assert game.status in ("won", "drawn")
    for argument in (game, game.position):
        analysis = sapper.analyse(argument)
        assert (analysis.safest, analysis.safe, analysis.mines[-1]) == (None, [], (0, 1))
        assert sapper.hint(argument).guess is None
        assert sapper.rank(argument) == ()
        by_flags = Rules(win="flagged")
        assert sapper.rank(argument, rules=by_flags)[-1].kind == "flag"
        assert sapper.rank(argument, rules=by_flags)[-1].cell == (0, 1)
        assert Strategy("best").choose(argument, rules=by_flags).flags[-1] == (0, 1)
        for ask in (Strategy("best").choose, Strategy(lambda _: (0, 1)).choose, Strategy("fast").beliefs):
            with pytest.raises(GameError, match="all safe cells are open"):
                ask(argument)
    assert list(sapper.autoplay(game)) == []


def test_texts_count_one_in_the_singular() -> None:
    game = Game(BOARD, seed=1)
    game.open(0, 0)
    assert "seed=1" in repr(game)
    assert "playing after 1 action>" in repr(game)
    assert "1 safe, 1 mine, " in repr(sapper.analyse("1??", 1))
    assert "1 number known" in repr(Inference(Position("1?", 1)))
    assert repr(sapper.analyse_many([POSITION])) == "<Analyses of 1 position, 1 possible>"
    assert ": 2 events in" in repr(Replay.from_game(game))
    with pytest.raises(PositionError, match="has 1 mine but only 0 cells"):
        Position([[0]], 1)
    with pytest.raises(sapper.ContradictionError, match="at least 1 mine, but the board has 0"):
        sapper.analyse("1?", 0)


ROOT = Path(__file__).parent.parent
TREES = {
    path.relative_to(ROOT): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "src" / "sapper").rglob("*.py"))
}
MARKED = re.compile(r"`([a-z_]+)`")
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')


def _strings(tree: ast.AST) -> Iterator[str]:
    """The strings of Python code, with `{}` for values; without docstrings."""
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts | docs:
            yield node.value


def _of_the_engine() -> Iterator[str]:
    for folder in ("engine", "wasm/exports"):
        for path in sorted((ROOT / folder).rglob("*.cpp")):
            for found in LITERALS.findall(path.read_text(encoding="utf-8")):
                yield re.sub(r'"\s*"', "", found)[1:-1]


ENGINE = sorted(set(_of_the_engine()))
PYTHON = sorted({text for tree in TREES.values() for text in _strings(tree)})
MESSAGES = [text for text in ENGINE + PYTHON if MARKED.search(text) and "\n" not in text]


def test_no_message_names_a_parameter_in_the_way_of_one_language() -> None:
    bare = re.compile(r"(?<![-\w`.\"'?&])[a-z_]{2,}=(?=$|[ ,.:;])")
    assert [text for text in ENGINE + PYTHON if " " in text and "<" not in text and bare.search(text)] == []
    with_value = re.compile(r"(?<![-\w`\[])[a-z_]{2,}=(?!=)")
    raised = [node for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    assert [text for node in raised for text in _strings(node) if with_value.search(text)] == []


def test_what_stands_in_backticks_is_a_parameter_of_python_or_a_field_of_json() -> None:
    known = {node.arg for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.arg)}
    known |= {
        node.target.id
        for tree in TREES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    names = {name for text in MESSAGES for name in MARKED.findall(text)}
    assert len(names) > 40
    assert names - known - set(ENGINE) == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_command_line_writes_its_options(name: str) -> None:
    command = command_line.get_command(click.Context(command_line), name)
    assert command is not None
    options = {each.name for each in command.params if isinstance(each, click.Option)}
    for text in MESSAGES:
        typed = as_options(text, command)
        assert not options & set(MARKED.findall(typed))
        assert typed.startswith(text.split("`")[0])
        assert typed.count("--") - text.count("--") == text.count("`") / 2 - typed.count("`") / 2
