"""A board of any shape has room of its own, whatever board stood there before."""

import pytest
from playwright.sync_api import Browser
from support.cases import rest_long
from support.pages import NEXT_FRAMES, visitor
from support.static_site import StaticSite

Shapes = list[tuple[int, int]]

FEW: Shapes = [(1, 8), (30, 1), (9, 9), (100, 100)]
SHAPES: Shapes = [*FEW, (3, 30), (1, 30), (2, 2), (16, 30)]

# What lies over cells in the corners and in the middle once they are scrolled to, and over controls.
COVERS = """async () => {
    const board = document.querySelector('main .board');
    const box = () => board.getBoundingClientRect();
    const frame = () => new Promise(requestAnimationFrame);
    const across = board.scrollWidth / board.ariaColCount;
    const down = board.scrollHeight / board.ariaRowCount;
    const places = (cell, length) => [cell / 2, length / 2 - cell / 2, length - cell / 2];
    const covers = [];
    const nameOf = (one) => `${one?.tagName} ${one?.getAttribute('class')}`;
    for (const x of places(across, board.scrollWidth))
        for (const y of places(down, board.scrollHeight)) {
            board.scrollTo(x - board.clientWidth / 2, y - board.clientHeight / 2);
            scrollBy(0, box().top + y - board.scrollTop - innerHeight / 2);
            await frame();
            const { left, top } = box();
            const over = document.elementFromPoint(left + x - board.scrollLeft, top + y - board.scrollTop);
            if (!board.contains(over)) covers.push(`${nameOf(over)} over a cell at ${x}, ${y}`);
        }
    board.scrollTo(0, 0);
    for (const control of document.querySelectorAll('.play button, .play summary')) {
        if (!control.checkVisibility({ visibilityProperty: true })) continue;
        control.scrollIntoView({ block: 'center' });
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!control.contains(over)) covers.push(`${nameOf(over)} over ${control.textContent}`);
    }
    scrollTo(0, 0);
    return covers;
}"""
SIZES = [(390, 844), (320, 454), (844, 390), (1366, 768), (3840, 2160)]
# Where the parts of the view stand.
PLACES = """() => {
    const parts = '.play, .play-main, .stage, .cabinet, .board, .zoom, .panel';
    return [...document.querySelectorAll(parts)].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [one.className, x, y, width, height].join(' ');
    });
}"""


@pytest.mark.parametrize(
    ("width", "height", "shapes"),
    rest_long([pytest.param(*SIZES[0], FEW), *(pytest.param(*size, SHAPES) for size in SIZES)]),
)
def test_nothing_covers_a_board_of_any_shape_after_any_other(
    browser: Browser, host: StaticSite, width: int, height: int, shapes: Shapes
) -> None:
    touch = width < 900
    size = {"width": width, "height": height}
    with visitor(browser, host.address, viewport=size, has_touch=touch, is_mobile=touch) as sapper:
        places: dict[tuple[int, int], list[str]] = {}
        for shape in shapes + shapes[::-1]:
            rows, columns = shape
            sapper.play_on("*" + "-" * (columns - 1), *["-" * columns] * (rows - 1))
            sapper.page.evaluate(NEXT_FRAMES)
            assert sapper.page.evaluate(COVERS) == [], shape
            there = sapper.page.evaluate(PLACES)
            assert places.setdefault(shape, there) == there
