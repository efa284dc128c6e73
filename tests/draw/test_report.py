"""Reports and timelines: well-formed, complete, and safe from what a file says."""

import html
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from statistics import fmean
from xml.etree import ElementTree

import pytest

import sapper
from sapper.draw.captions import summary
from sapper.draw.html_pages import _part, review_html
from sapper.draw.palettes import PALETTES, PaletteName, palette_of
from sapper.draw.player_pages import player_html
from sapper.draw.review_chart import line_chart, review_svg
from sapper.errors import BoardError

VOID = {"meta", "br"}


class Checker(HTMLParser):
    """Fails on tags that do not match."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002  # what the parser calls
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def checker_of(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    return checker


def guessed_game(topology: sapper.Topology | None = None) -> sapper.Game:
    board = sapper.Board(topology or sapper.Topology.square(9, 12), 14)
    game = sapper.Game(board, rules=sapper.Rules(on_mine="continue"), seed=6)
    game.open(board.topology.cell(board.topology.size // 2))
    while game.status == "playing":
        position = game.position
        hidden = [cell for cell in game.topology if position[cell] == -1]
        game.open(hidden[0] if len(game.history) % 4 == 0 else sapper.analyse(position).safest)
    return game


def test_a_page_shows_every_guess_and_every_move() -> None:
    review = sapper.review(guessed_game())
    assert review.needless
    checker = checker_of(page := review_html(review))
    assert checker.tags.count("figure") == len(review.guesses)
    assert checker.tags.count("tr") == len(review.moves) + 1
    assert checker.tags.count("svg") == len(review.guesses) + 2
    assert not re.search(r"(src|href)=\"(?!#)", page)
    for move in review.guesses:
        assert f"open ({move.action.cell[0]},{move.action.cell[1]})" in page
        assert all(html.escape(deduction.text) in page for deduction in move.missed)
    assert page.count("<p class=why>") == review.needless


@pytest.mark.parametrize(
    ("topology", "theme"),
    [
        *((None, theme) for theme in PALETTES),
        *((getattr(sapper.Topology, kind)(8, 8), "classic") for kind in ("torus", "hexagons")),
        *((sapper.Topology.grid(*shape), "classic") for shape in ((4, 4, 5), (60,))),
    ],
)
def test_all_boards_and_themes_make_pages(topology: sapper.Topology | None, theme: PaletteName) -> None:
    checker_of(review_html(sapper.review(guessed_game(topology)), theme=theme))


def test_what_a_file_says_is_text() -> None:
    replay = sapper.Replay.from_game(guessed_game(), about={"Player": '<script>alert("1")</script>'})
    page = review_html(sapper.review(replay))
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "<i>" not in review_html(sapper.review(replay), title="<i>")


def test_a_game_without_guesses_says_so() -> None:
    game = sapper.generate("beginner", seed=2).play()
    while game.status == "playing":
        game.open(sapper.analyse(game.position).safest)
    assert "every move was certain" in review_html(sapper.review(game))


def test_nothing_uncertain_is_called_certain() -> None:
    lost = sapper.Minefield([(0, 0)], sapper.Topology.square(2, 2)).game()
    lost.open(0, 0)
    review = sapper.review(lost)
    assert "None: the first cell was a mine" in review_html(review)
    assert ("First cell", "a mine") in list(summary(review))
    assert "Luck" not in dict(summary(review))
    replay = sapper.Replay(sapper.Minefield([(0, 0)], sapper.Topology.square(2, 2)), ())
    assert "None: no cell was opened" in review_html(sapper.review(replay))


def test_every_move_has_its_time_and_how_long_it_took() -> None:
    game = sapper.Minefield([(0, 0)], sapper.Topology.square(3, 3)).game()
    game.open(0, 1)
    game.open(2, 2)
    page = review_html(sapper.review(sapper.Replay.from_game(game, [1.5, 4.0])))
    assert "<td class=n>4.00 s</td><td class=n>2.50 s</td>" in page


@pytest.mark.parametrize(
    ("first", "last", "begin", "end"),
    [(4, 4, 0, 9), (6, 6, 0, 11), (7, 7, 3, 12), (22, 22, 18, 27), (23, 24, 19, 30), (0, 29, 0, 30)],
)
def test_a_picture_of_a_guess_goes_up_to_a_near_edge(first: int, last: int, begin: int, end: int) -> None:
    assert _part(first, last, 30, 4) == range(begin, end)


@pytest.mark.parametrize("moves", [1, 3, 40, 2000])
def test_a_timeline_fills_its_width(moves: int) -> None:
    game = sapper.Minefield([(0, 0)], sapper.Topology.square(50, 50)).game()
    game.open(0, 1)
    for cell in list(game.topology)[2 : moves + 1]:
        game.flag(cell)
    root = ElementTree.fromstring(review_svg(sapper.review(game)))
    space = "{http://www.w3.org/2000/svg}"
    bars = [rect for rect in root.iter(f"{space}rect") if rect.find(f"{space}title") is not None]
    left = float(bars[0].attrib["x"]) - 46
    right = 860 - 14 - float(bars[-1].attrib["x"]) - float(bars[-1].attrib["width"])
    assert len(bars) == moves
    assert left == pytest.approx(right, abs=0.1)


def test_a_timeline_explains_its_colours_and_numbers_its_moves() -> None:
    game = sapper.Minefield([(0, 0)], sapper.Topology.square(5, 5)).game()
    game.open(0, 1)
    for cell in list(game.topology)[2:]:
        game.flag(cell)
    root = ElementTree.fromstring(review_svg(sapper.review(game)))
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    numbers = [str(number) for number in range(2, 25, 2)]
    assert words == ["0 %", "25 %", "50 %", "75 %", "100 %", *numbers, "first cell", "flag", "mine"]


def test_a_timeline_has_a_bar_for_every_move_and_a_cross_for_every_mine() -> None:
    review = sapper.review(guessed_game())
    root = ElementTree.fromstring(review_svg(review))
    space = "{http://www.w3.org/2000/svg}"
    bars = [rect for rect in root.iter(f"{space}rect") if rect.find(f"{space}title") is not None]
    assert len(bars) == len(review.moves)
    heights = [float(bar.attrib["height"]) for bar in bars]
    risks = [move.risk or 0 for move in review.moves]
    assert heights.index(max(heights)) == risks.index(max(risks))
    crosses = [path for path in root.iter(f"{space}path") if "l8 8" in path.attrib["d"]]
    assert len(crosses) == sum(move.exploded for move in review.moves) + 1  # one in the legend
    with pytest.raises(BoardError):
        review_svg(review, theme="plaid")  # type: ignore[arg-type]  # wrong on purpose


def test_a_report_of_a_player_has_charts_and_the_worst_mistakes() -> None:
    player = sapper.Strategy("single+random")
    games = [player.play(sapper.Game("beginner", seed=seed)) for seed in range(20)]
    entries = [
        sapper.ReviewedGame.from_review(sapper.review(game), f"<{seed}>") for seed, game in enumerate(games)
    ]
    report = sapper.PlayerReport(tuple(entries), (sapper.SkippedFile("<b>.avf", "<i>"),))
    page = player_html(report, theme="dark")
    examples = len(report.worst()) + sum(min(2, len(kind.mistakes)) for kind in report.missed)
    assert examples > 2
    assert "3BV per second" not in page  # these games have no times
    assert checker_of(page).tags.count("svg") == 5 + (report.won > 0) + examples
    won = [replace(game, seconds=10.0, status="won", luck=0.5) for game in report.games]
    report_of_wins = replace(report, games=tuple(won))
    # Wins alone show no luck. The others have a chart more: that of the times.
    assert checker_of(player_html(report_of_wins)).tags.count("svg") == 6 + 1 + examples
    for reason in (mistake.reason for mistake in report.worst()):
        assert html.escape(str(reason)) in page
    assert "&lt;b&gt;.avf" in page
    for element in re.findall("<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(element)
    checker_of(player_html(sapper.player_report([])))
    with pytest.raises(sapper.ArgumentError, match="`report` must be"):
        player_html(games)  # type: ignore[arg-type]  # games are no report


def test_times_of_wins_have_a_chart_for_each_kind_of_games() -> None:
    """Means of parts of the wins of a kind, without games whose files contradict their events."""
    player = sapper.Strategy("best")
    games = []
    for seed in range(60):
        game = player.play(sapper.Game((5, 5, 2) if seed % 2 else (6, 6, 2), seed=seed))
        about = {"Time": "999"} if seed == 31 else {}
        times = [float(place * seed) for place, _ in enumerate(game.history)]
        games.append(
            sapper.ReviewedGame.from_review(
                sapper.review(sapper.Replay.from_game(game, times, about)), str(seed)
            )
        )
    report = sapper.PlayerReport(tuple(games))
    page = player_html(report)
    charts = re.findall("<svg.*?Time of wins, s: means of up to 2.*?</svg>", page, re.DOTALL)
    assert len(charts) == len(report.standings) == 2
    for standing, chart in zip(report.standings, charts, strict=True):
        wins = [game for game in games if game.board == standing.board and game.status == "won"]
        seconds = [game.seconds for game in wins if game.seconds and not game.is_disproved]
        values = [float(value) for value in re.findall(r"<title>\d+: ([\d.]+)</title>", chart)]
        ends = [len(seconds) * part // 20 for part in range(21)]
        means = [fmean(seconds[first:last]) for first, last in pairwise(ends)]
        assert values == pytest.approx(means, rel=0.01)


def test_a_chart_shows_each_value_where_it_is() -> None:
    picture = line_chart("A <figure>", ["a", "b", "c", "d"], [0.0, 1.0, None, -1.0], palette_of("classic"))
    root = ElementTree.fromstring(picture)
    circles = [each for each in root.iter() if each.tag.endswith("circle")]
    assert [circle[0].text for circle in circles] == ["a: 0", "b: 1", "d: -1"]
    zero, up, down = (float(circle.attrib["cy"]) for circle in circles)
    assert down - zero == pytest.approx(zero - up, abs=0.2)
    lines = [each.attrib["d"] for each in root.iter() if each.attrib.get("fill") == "none"]
    assert lines[0].count("M") == 2  # no line across the gap
