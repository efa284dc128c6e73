"""The board on the screen. It draws the cells in view, moves the cursor, and reports what the player does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sapper.board.game import ActionKind
from sapper.cli.play.tiles import (
    GAP,
    NUMBER,
    SMALL,
    Tiles,
    column_numbers,
    place_of,
    row_number,
    screen_line,
    size_of,
    start_in_view,
)
from sapper.cli.shared.plain_terminals import segments_for
from sapper.draw.scene import Scene

_MIDDLE, _RIGHT = 2, 3  # mouse buttons


class BoardView(ScrollView, can_focus=True):
    """A scene, scrolled so that the cursor is in view. Only the cells in view are drawn."""

    DEFAULT_CSS = """
    BoardView {
        width: auto;
        height: auto;
        max-width: 100%;
        max-height: 100%;
        scrollbar-size: 1 1;
        scrollbar-color: $soft;
        scrollbar-background: $surface;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1, 0)", "Move", show=False),
        Binding("down", "move(1, 0)", "Move", show=False),
        Binding("left", "move(0, -1)", "Move", show=False),
        Binding("right", "move(0, 1)", "Move", show=False),
        Binding("home", "row_end(0)", "First column", show=False),
        Binding("end", "row_end(1)", "Last column", show=False),
        Binding("pageup", "page(-1)", "A page up", show=False),
        Binding("pagedown", "page(1)", "A page down", show=False),
        Binding("space,enter", "play('open')", "Open"),
        Binding("f", "play('flag')", "Flag"),
        Binding("c", "play('chord')", "Chord"),
    ]

    class PointerMove(Message):
        """Sent when the cursor was moved."""

    def __init__(
        self,
        scene: Scene,
        act: Callable[[ActionKind, tuple[int, int]], None],
        press: Callable[[bool], None],
    ) -> None:
        """Shows a scene.

        Args:
            scene: What to show.
            act: Called when the player opens, flags or chords a cell. A message would come too late: the
                next key could overtake it.
            press: Called with True when the player holds a mouse button on a cell, with False at its release.
        """
        super().__init__()
        self._act = act
        self._press = press
        self.tiles = SMALL  # how large a cell is
        self.has_edges = False  # whether rows and columns have numbers at the edges
        self.cursor = (0, 0)  # the cell that the keys act on
        self._scene = scene
        self._pointing = True  # whether the cursor shows
        self._press_at: tuple[int, tuple[int, int]] | None = None  # a mouse button, and where
        self.show(scene)

    @property
    def scene(self) -> Scene:
        """What is shown."""
        return self._scene

    def show(self, scene: Scene, *, pointing: bool = True) -> None:
        """Shows another scene.

        The cursor of the scene is ignored. If not `pointing`, the cursor shows only after it moves.
        """
        self._scene = scene
        self._pointing = pointing
        row, column = self.cursor
        rows, columns = self._shape
        self.cursor = (min(row, rows - 1), min(column, columns - 1))
        self.draw_in(self.tiles)

    def draw_in(self, tiles: Tiles) -> None:
        """Draws the cells in that size."""
        self.tiles = tiles
        size = self.size_for(tiles)
        if size != self.virtual_size:
            self.virtual_size = size
            self.call_after_refresh(self._follow)
        self.refresh()

    def size_for(self, tiles: Tiles) -> Size:
        """How many characters wide and high the whole board is, with its numbers."""
        return Size(*size_of(self._scene, tiles)) + self._edge

    def rule(self, has_edges: bool) -> None:
        """Shows the numbers of rows and columns, or hides them."""
        self.has_edges = has_edges
        self.draw_in(self.tiles)

    def go(self, row: int, column: int) -> None:
        """Moves the cursor to a cell, or as near as the board allows, and the view with it."""
        rows, columns = self._shape
        self.cursor = (min(max(0, row), rows - 1), min(max(0, column), columns - 1))
        self._pointing = True
        self._follow()
        self.refresh()
        self.post_message(self.PointerMove())

    def centre(self) -> None:
        """Moves the cursor to the middle of the board."""
        rows, columns = self._shape
        self.go(rows // 2, columns // 2)

    def render_line(self, y: int) -> Strip:
        """A line of what is in view."""
        left, top = self.scroll_offset
        width = self.size.width
        edge, above = self._edge
        if top + y >= self.virtual_size.height:
            return Strip.blank(width, GAP)
        if y < above:
            numbers = column_numbers(self._scene, self.tiles, left, width - edge)
            return Strip([Segment(" " * edge + numbers, NUMBER)], width)
        index = self._scene.position.topology.index
        scene = replace(self._scene, cursor=index(self.cursor) if self._pointing else None)
        line = screen_line(scene, self.tiles, top + y - above, left, width - edge)
        label = row_number(self.tiles, top + y - above).rjust(edge - 1) + " " if edge else ""
        return Strip(segments_for(self.app.console, [Segment(label, NUMBER), *line]), width)

    def on_resize(self) -> None:
        """Keeps the cursor in view."""
        self._follow()

    def action_move(self, down: int, right: int) -> None:
        """Moves the cursor. On a board without edges it leaves at one side and comes back at the other."""
        row, column = self.cursor[0] + down, self.cursor[1] + right
        if self._scene.position.topology.wraps:
            rows, columns = self._shape
            row, column = row % rows, column % columns
        self.go(row, column)

    def action_row_end(self, last: int) -> None:
        """Moves the cursor to the first or the last column."""
        self.go(self.cursor[0], last * (self._shape[1] - 1))

    def action_page(self, down: int) -> None:
        """Moves the cursor by as many rows as are in view."""
        room = self.size.height - self._edge.height
        self.go(self.cursor[0] + down * max(1, room // self.tiles.height), self.cursor[1])

    def action_play(self, kind: ActionKind) -> None:
        """Acts on the cell under the cursor."""
        self._act(kind, self.cursor)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Flags at once. Opening and chording wait until the button is released on the same cell."""
        cell = self._cell_at(event)
        if cell is None:
            return
        self.cursor, self._pointing = cell, True  # no scrolling: the cell stays under the mouse
        self.refresh()
        self.post_message(self.PointerMove())
        if event.button == _RIGHT:
            self._act("flag", cell)
        else:
            self._press_at = event.button, cell
            self.capture_mouse()
            self._press(True)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Opens or chords, unless the mouse was moved off the cell."""
        if self._press_at is None:
            return
        (button, cell), self._press_at = self._press_at, None
        self.release_mouse()
        self._press(False)
        if self._cell_at(event) == cell:
            on_number = self._scene.position[cell] > 0
            self._act("chord" if button == _MIDDLE or on_number else "open", cell)

    def _cell_at(self, event: events.MouseEvent) -> tuple[int, int] | None:
        offset = event.get_content_offset_capture(self)
        edge, above = self._edge
        if not self.size.region.contains_point(offset) or offset.x < edge or offset.y < above:
            return None
        x, y = offset + self.scroll_offset - (edge, above)
        return place_of(self._scene, self.tiles, x, y)

    @property
    def _edge(self) -> Size:
        """The characters that the numbers take at the left and at the top."""
        return Size(len(str(self._shape[0])) + 1, 1) if self.has_edges else Size(0, 0)

    @property
    def _shape(self) -> tuple[int, int]:
        rows, columns = self._scene.position.topology.shape
        return rows, columns

    def _follow(self) -> None:
        """Scrolls so that the cursor is in view."""
        (row, column), (wide, high) = self.cursor, self.tiles
        (width, height), (columns, rows) = self.size - self._edge, self.virtual_size - self._edge
        x = start_in_view(round(self.scroll_x), column * wide, width, columns, wide)
        y = start_in_view(round(self.scroll_y), row * high, height, rows, high)
        self.scroll_to(x, y, animate=False)
