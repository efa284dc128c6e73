"""Pictures of boards: every cell shows its mark, where the geometry says."""

import html
import math
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.play import play_out
from support.strategies import positions

from sapper import Board, Game, Minefield, Position, Replay, Rules, Topology, analyse, generate, hint, review
from sapper.draw.palettes import PALETTES, PaletteName
from sapper.draw.review_chart import review_svg
from sapper.draw.svg import board_svg
from sapper.errors import ArgumentError, BoardError, CellError, SapperError

SVG = "{http://www.w3.org/2000/svg}"


class Use(NamedTuple):
    """Something shown: the name of its definition, without the letters of theme and shape, and its place."""

    name: str
    x: float
    y: float


class Parts:
    """A picture taken apart: everything in it, from the bottom to the top."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        assert self.root.tag == SVG + "svg"
        self.title = self.root.findtext(SVG + "title")
        self.cells: list[Use] = []  # in rows, those around a torus among them
        self.ghosts: list[Use] = []
        self.rings: list[Use] = []
        self.labels: list[Use] = []
        for element in self.root:
            if element.tag == SVG + "g" and "opacity" in element.attrib:
                for row in element:
                    self.ghosts += _row(row)
            elif element.tag == SVG + "g" and "transform" in element.attrib:
                self.cells += _row(element)
            elif element.tag == SVG + "use":
                use = _use(element, 0, 0)
                (self.labels if use.name.startswith("label-") else self.rings).append(use)

    @property
    def size(self) -> tuple[float, float]:
        return float(self.root.attrib["width"]), float(self.root.attrib["height"])

    @property
    def box(self) -> tuple[float, float]:
        _, _, width, height = map(float, self.root.attrib["viewBox"].split())
        return width, height

    @property
    def words(self) -> list[str]:
        return [element.text or "" for element in self.root.iter(SVG + "text")]

    def names(self) -> set[str]:
        """Everything that is defined."""
        return {element.attrib["id"] for element in self.root.iter() if "id" in element.attrib}

    def references(self) -> set[str]:
        """Everything that is referred to."""
        references = {element.attrib["href"].removeprefix("#") for element in self.root.iter(SVG + "use")}
        for element in self.root.iter():
            fill = element.attrib.get("fill", "")
            if fill.startswith("url(#"):
                references.add(fill[5:-1])
        return references


def _row(row: ElementTree.Element) -> list[Use]:
    x, y = map(float, row.attrib["transform"].removeprefix("translate(").removesuffix(")").split())
    return [_use(element, x, y) for element in row]


def _use(element: ElementTree.Element, x: float, y: float) -> Use:
    assert element.tag == SVG + "use"
    name = element.attrib["href"].partition("-")[2]
    return Use(name, x + float(element.get("x", 0)), y + float(element.get("y", 0)))


SQUARES = st.builds(Topology.square, st.integers(1, 5), st.integers(1, 5))
TORI = st.builds(Topology.torus, st.integers(1, 5), st.integers(1, 5))
HEXAGONS = st.builds(Topology.hexagons, st.integers(1, 5), st.integers(1, 5))
LINES = st.builds(Topology.grid, st.integers(1, 9)) | st.builds(Topology.torus, st.integers(1, 9))
OCTAGONS = st.builds(Topology.octagons, st.integers(1, 5), st.integers(1, 5))
FLAT = SQUARES | TORI | HEXAGONS | OCTAGONS | LINES
THEMES = st.sampled_from(list(PALETTES))

MARKS = {-1: "hidden", -2: "flag", -3: "exploded", -4: "question", -6: "unread", 0: "number"}
CORNERS = {-2: "-flag", -4: "-question"}


def look_of(mark: int) -> str:
    return MARKS.get(mark) or f"number-{mark}"


def looks(picture: Parts) -> list[str]:
    return [cell.name for cell in picture.cells]


@given(positions(FLAT), THEMES, st.booleans())
@settings(max_examples=150)
def test_every_cell_shows_its_mark(position: Position, theme: PaletteName, labels: bool) -> None:
    picture = Parts(board_svg(position, theme=theme, labels=labels))
    marks = position.marks.ravel().tolist()
    assert looks(picture) == [look_of(mark) for mark in marks]
    assert (picture.rings, picture.words) == ([], [])
    assert picture.names() == picture.references()
    rows, columns = (1, *position.topology.shape)[-2:]
    expected = [*range(rows if rows > 1 else 0), *range(columns)] if labels else []
    assert [label.name for label in picture.labels] == [f"label-{number}" for number in expected]
    width, height = picture.box
    for cell in picture.cells + picture.ghosts:
        assert 0 <= cell.x <= width - 30
        assert 0 <= cell.y <= height - 30


@given(FLAT, st.integers(0, 2**32), THEMES)
@settings(max_examples=150)
def test_an_analysis_shows_risks_and_the_best_cell(topology: Topology, seed: int, theme: PaletteName) -> None:
    game = Game(Board(topology, topology.size // 4), Rules("any", on_mine="continue"), seed=seed)
    position = play_out(game, seed, most=8).position
    analysis = analyse(position)
    picture = Parts(board_svg(position, analysis, theme=theme))
    marks: list[int] = position.marks.ravel().tolist()
    risks: list[float] = analysis.mine_probability.ravel().tolist()
    for use, mark, risk in zip(picture.cells, marks, risks, strict=True):
        if mark >= 0 or mark == -3:
            assert use.name == look_of(mark)
            continue
        kind, _, rest = use.name.removesuffix(CORNERS.get(mark, "")).partition("-")
        assert kind == ("risk" if 0 < risk < 1 else "mine" if risk else "safe")
        if kind == "risk":
            assert abs(int(rest or 0) - 100 * risk) <= 0.5
    best = [] if analysis.safest is None else [picture.cells[position.topology.index(analysis.safest)]]
    assert [(ring.name, ring.x, ring.y) for ring in picture.rings] == [("best", b.x, b.y) for b in best]
    assert picture.words == ["risk 0 %", "100 %", "safe", "mine", "best"]
    assert picture.names() == picture.references()


def test_squares_lie_in_rows_and_columns() -> None:
    picture = Parts(board_svg(Position([[0, 1, -1], [1, 2, -1]], 2)))
    x, y = picture.cells[0].x, picture.cells[0].y
    places = [(30 * column, 30 * row) for row in range(2) for column in range(3)]
    assert [(cell.x - x, cell.y - y) for cell in picture.cells] == places
    assert picture.ghosts == []


def test_odd_rows_of_hexagons_are_shifted_by_half_a_cell() -> None:
    picture = Parts(board_svg(Position(np.full((3, 2), -1), 1, "hexagons"), rows=range(1, 3)))
    x, y = picture.cells[0].x, picture.cells[0].y
    assert [(cell.x - x, cell.y - y) for cell in picture.cells] == [(0, 0), (30, 0), (-15, 26), (15, 26)]


def test_around_a_torus_lie_the_cells_from_the_other_side() -> None:
    picture = Parts(board_svg(Position([[0, 1, 2], [3, 4, 5]], 0, Topology.torus(2, 3))))
    use = {(cell.x, cell.y): cell.name for cell in picture.cells + picture.ghosts}
    assert len(use) == 4 * 5
    left, top = min(use)
    rows = [[use[left + 30 * x, top + 30 * row] for x in range(5)] for row in range(4)]
    assert rows == [[look_of(int(mark)) for mark in row] for row in ("53453", "20120") * 2]
    assert len(picture.cells) == 6


def test_a_part_of_a_board() -> None:
    marks = np.arange(40).reshape(5, 8) % 9
    position = Position(np.minimum(marks, 3), 0)
    picture = Parts(board_svg(position, rows=range(1, 3), columns=range(4, 8), outlined=[(0, 0), (2, 4)]))
    assert looks(picture) == looks(Parts(board_svg(Position(position.marks[1:3, 4:8], 0))))
    assert [label.name for label in picture.labels] == [f"label-{n}" for n in (1, 2, 4, 5, 6, 7)]
    assert len(picture.rings) == 1  # the other cell is not in the picture


@pytest.mark.parametrize(
    ("rows", "columns"), [((0, 5), (0, 8)), ((0, 5), (3, 8)), ((1, 4), (0, 8)), ((2, 3), (4, 5))]
)
@pytest.mark.parametrize("shape", [Topology.square, Topology.hexagons, Topology.octagons])
def test_around_a_part_lie_the_cells_next_to_it(
    shape: Callable[[int, int], Topology], rows: tuple[int, int], columns: tuple[int, int]
) -> None:
    marks = np.arange(40).reshape(5, 8) % 3
    position = Position(marks, 0, shape(5, 8))
    picture = Parts(board_svg(position, rows=range(*rows), columns=range(*columns), labels=False))
    (top, bottom), (left, right) = [
        (max(first - 1, 0), min(end + 1, extent)) for (first, end), extent in ((rows, 5), (columns, 8))
    ]
    around = [
        marks[row, column]
        for row in range(top, bottom)
        for column in range(left, right)
        if not (rows[0] <= row < rows[1] and columns[0] <= column < columns[1])
    ]
    assert [look.name for look in picture.ghosts] == [look_of(mark) for mark in around]
    width, height = picture.box
    assert all(0 <= look.x <= width - 30 and 0 <= look.y <= height - 30 for look in picture.ghosts)


def test_what_a_hint_says() -> None:
    position = Position.from_text("1???\n?F??\n????", 3)
    cells: Any = {"safe": [(0, 1)], "mines": [(1, 1), (2, 3)], "outlined": [(0, 0)], "conflicts": [(0, 0)]}
    picture = Parts(board_svg(position, **cells))
    assert looks(picture)[:6] == ["number-1", "safe", "hidden", "hidden", "hidden", "mine-flag"]
    assert looks(picture)[11] == "mine"
    assert [ring.name for ring in picture.rings] == ["outline", "conflict"]
    assert picture.words == ["safe", "mine", "rests on", "in conflict"]


def test_a_hint_of_a_mine_alone_shows_the_guess_and_its_risk_too() -> None:
    advice = hint("1...\n23..\n...1", 4)
    assert advice.guess is not None
    picture = Parts(str(advice._repr_html_()).partition("<p>")[0])
    assert looks(picture)[1] == "mine"
    assert looks(picture)[advice.position.topology.index(advice.guess.cell)] == "risk-33"
    assert [ring.name for ring in picture.rings] == ["outline", "best"]
    assert picture.words == ["mine", "rests on", "best"]


def test_the_mines_of_a_game_that_is_over() -> None:
    game = Minefield(np.array([[True, False, True, True]])).game()
    game.flag(0, 0)
    game.flag(0, 1)
    game.open(0, 2)
    picture = Parts(board_svg(game.position, minefield=game.minefield))
    assert looks(picture) == ["flag", "wrong", "exploded", "bomb"]


def test_risks_near_certainty_differ_from_certainty() -> None:
    few = Position(np.full((20, 20), -1), 1)
    assert set(looks(Parts(board_svg(few, analyse(few))))) == {"risk"}
    many = Position(np.full((20, 20), -1), 399)
    assert set(looks(Parts(board_svg(many, analyse(many))))) == {"risk-100"}


def test_the_size_of_a_cell_scales_the_picture() -> None:
    position = Position([[0, 0]], 0)
    once, twice = Parts(board_svg(position)), Parts(board_svg(position, cell_size=60))
    assert once.box == twice.box == once.size
    assert twice.size == (2 * once.size[0], 2 * once.size[1])


@given(st.text())
@settings(max_examples=200)
def test_any_title_is_text(title: str) -> None:
    picture = Parts(board_svg(Position([[0]], 0), title=title))
    assert picture.title is not None
    assert len(picture.title) == len(title.replace("\r\n", "\n"))


def test_titles_are_escaped() -> None:
    title = "<script>&amp; \"'\x00"
    svg = board_svg(Position([[0]], 0), title=title)
    assert "<script>" not in svg
    assert Parts(svg).title == title.replace("\x00", "\ufffd")
    assert Parts(board_svg(Position([[0, -1]], 1))).title == "Minesweeper, 1 x 2 cells, 1 mine"


def test_pictures_of_different_themes_and_shapes_share_no_names() -> None:
    marks = np.array([[1, -1], [-2, -4]])
    names: list[str] = []
    for theme in PALETTES:
        for topology in ("square", "hexagons", "octagons"):
            position = Position(marks, 1, topology)
            names += Parts(board_svg(position, analyse(position), theme=theme)).names()
    assert len(names) == len(set(names))


def test_an_expert_board_is_small() -> None:
    game = Game("expert", seed=1)
    game.open(8, 15)
    assert len(board_svg(game.position, analyse(game.position))) < 50_000


@pytest.mark.parametrize(
    ("topology", "text"),
    [
        (Topology.graph([[1], [0]]), "not a graph"),
        (Topology.grid(2, 2, 2), "not a board of 3 dimensions"),
        (Topology.square(200, 101), "choose a part, such as `rows=range"),
    ],
)
def test_boards_that_make_no_picture(topology: Topology, text: str) -> None:
    position = Position(np.full(topology.shape, -1), 1, topology)
    with pytest.raises(BoardError, match=text):
        board_svg(position)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"rows": range(3)}, BoardError, r"`rows` must be a part of range\(2\)"),
        ({"columns": range(2, 2)}, BoardError, "not empty"),
        ({"columns": range(0, 3, 2)}, BoardError, "in steps of 1"),
        ({"rows": range(-1, 1)}, BoardError, "`rows` must be a part"),
        ({"theme": "drak"}, BoardError, "did you mean 'dark'"),
        ({"cell_size": 0}, BoardError, "above 0"),
        ({"cell_size": math.nan}, BoardError, "above 0"),
        ({"outlined": [(2, 0)]}, CellError, "not on the board"),
        ({"safe": [(0, 3)]}, CellError, "not on the board"),
        ({"risks": {(0, 0): 2}}, ArgumentError, "the risk of row 0, column 0 .* must be from 0 to 1, not 2"),
        ({"minefield": np.zeros((3, 2), bool)}, BoardError, "not fit a board of shape"),
        ({"analysis": analyse("0?", 0)}, BoardError, "of another position"),
    ],
)
def test_what_cannot_be_drawn(arguments: dict[str, Any], error: type[SapperError], text: str) -> None:
    with pytest.raises(error, match=text):
        board_svg(Position([[0, 0, 0], [0, 0, 0]], 0), **arguments)


def test_notebooks_show_pictures() -> None:
    position = Position.from_text("01?\n01F", 1)
    analysis = analyse(position)
    assert position._repr_svg_() == board_svg(position)
    assert analysis._repr_svg_() == board_svg(position, analysis)
    game = Minefield(np.array([[False, False, True, False]])).game()
    game.open(0, 0)
    assert game._repr_svg_() == board_svg(game.position)
    game.open(0, 2)
    assert game._repr_svg_() == board_svg(game.position, minefield=game.minefield)
    assert Replay.from_game(game)._repr_svg_() == game._repr_svg_()
    assert review(game)._repr_svg_() == review_svg(review(game))
    board = generate("beginner", seed=1)
    assert board._repr_svg_() == board.minefield._repr_svg_()
    picture = Parts(str(board._repr_svg_()))
    assert [look == "bomb" for look in looks(picture)] == board.minefield.mined.ravel().tolist()
    assert [ring.name for ring in picture.rings] == ["best"]


@pytest.mark.parametrize(
    ("marks", "mines", "sign"), [("F1\n11\n..", 1, "cs-safe"), ("1..\n...", 2, "cs-best")]
)
def test_notebooks_show_hints_with_their_words(marks: str, mines: int, sign: str) -> None:
    advice = hint(marks, mines)
    image, _, text = str(advice._repr_html_()).partition("</svg>")
    assert image.startswith("<svg")
    assert sign in image
    assert text.strip() == f"<p>{html.escape(advice.text)}</p>"


def test_notebooks_fall_back_where_there_is_no_picture() -> None:
    graph = Topology.graph([[1], [0]])
    position = Position([-1, -1], 1, graph)
    assert hint(position)._repr_html_() == f"<p>{html.escape(hint(position).text)}</p>"
    assert position._repr_svg_() is None
    assert analyse(position)._repr_svg_() is None
    assert Game(Board(graph, 1))._repr_svg_() is None
    assert Minefield([1], graph)._repr_svg_() is None
    assert Position(np.full((200, 200), -1), 1)._repr_svg_() is None


def test_faces_import_drawing_only_to_draw() -> None:
    code = """
import sys, sapper
position = sapper.Position.from_text("1?", 1)
sapper.analyse(position)
assert not any(name.startswith("sapper.draw") for name in sys.modules)
assert position._repr_svg_()
"""
    subprocess.run([sys.executable, "-c", code], check=True)
