"""The screen, the mouse and the keyboard. Needs the extra `sapper[bot]`.

It was tried on X11. On Windows and macOS it uses the same libraries.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

import numpy as np

from sapper._support.installation import importing
from sapper._support.words import unknown
from sapper.errors import GameError

if TYPE_CHECKING:
    from types import TracebackType

    from numpy.typing import NDArray

    Box = tuple[int, int, int, int]

PRESS: Final = 0.012
"""Seconds between going somewhere, pressing, releasing and going on."""

_MOVING: Final = 0.5  # seconds at most to wait for the mouse to arrive
_REPORT_DELAY: Final = 0.1  # seconds by which the screen may report the mouse late
_HEARING: Final = 0.4  # seconds at most until the listener hears a key
_POINTER_TOLERANCE: Final = 2  # pixels that the pointer may be off although nobody moved it


class StoppedError(Exception):
    """A person stopped the bot: with Escape, or by moving the mouse."""


class Desktop(Protocol):
    """What the bot needs of a screen."""

    def capture(self, box: Box | None = None) -> NDArray[np.uint8]:
        """The pixels within left, top, right, bottom, of shape (height, width, 3); by default of all."""

    def click(self, place: tuple[int, int], seconds: float = PRESS) -> None:
        """Clicks with the left button, and holds it for some seconds."""

    def go(self, place: tuple[int, int]) -> None:
        """Moves the mouse."""

    def press(self, keys: str) -> None:
        """Presses keys together, such as `ctrl+n`."""

    def front(self) -> int | None:
        """The window that gets the keys; None if that cannot be told."""

    def check(self) -> None:
        """Raises StoppedError if a person wants the bot to stop."""

    def sleep(self, seconds: float) -> None:
        """Waits."""


class RealDesktop:
    """The screen that the person sees, from entering to leaving."""

    def __init__(self) -> None:
        """Connects to the screen.

        Raises:
            GameError: There is no screen.
            MissingExtraError: The libraries are not installed.
        """
        if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
            raise GameError("there is no screen to play on: DISPLAY is not set (it needs X11)")
        with importing("bot", "playing on the screen needs mss and pynput"):
            import mss
            import pynput
        self._take = mss.MSS()
        self._whole = self._take.monitors[0]
        self._keyboard, self._keys = pynput.keyboard.Controller(), pynput.keyboard
        self._mouse, self._left = pynput.mouse.Controller(), pynput.mouse.Button.left
        self._stop = threading.Event()
        self._listener = pynput.keyboard.Listener(on_press=self._on_press)
        self._place: tuple[int, int] | None = None
        self._own = 0.0  # until then an Escape is one that the bot pressed

    def __enter__(self) -> Self:
        """Listens to the keyboard."""
        self._listener.start()
        self._listener.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Lets go of the screen."""
        self._listener.stop()
        self._keyboard.tap(self._keys.Key.shift)  # on X11 the listener ends with the next key
        self._listener.join(_HEARING)
        self._take.close()
        del self._keyboard, self._mouse, self._listener  # they close their connections when they go

    def _on_press(self, key: Any) -> None:
        if key == self._keys.Key.esc and time.monotonic() > self._own:
            self._stop.set()

    def capture(self, box: Box | None = None) -> NDArray[np.uint8]:
        """The pixels within left, top, right, bottom, of shape (height, width, 3); by default of all.

        What lies beyond the right and the lower edge is left out.
        """
        area = self._whole
        if box is not None:
            left, top = self._whole["left"], self._whole["top"]
            right, bottom = left + self._whole["width"], top + self._whole["height"]
            box = box[0] + left, box[1] + top, min(box[2] + left, right), min(box[3] + top, bottom)
        shot = self._take.grab(area if box is None else box)
        return np.frombuffer(shot.rgb, dtype=np.uint8).reshape(shot.height, shot.width, 3)

    def click(self, place: tuple[int, int], seconds: float = PRESS) -> None:
        """Clicks with the left button, and holds it for some seconds."""
        self.check()
        self.go(place)
        time.sleep(seconds)
        self._mouse.press(self._left)
        time.sleep(seconds)
        self._mouse.release(self._left)
        time.sleep(seconds)  # a program that looks once in a picture has to see that the mouse is still there

    def go(self, place: tuple[int, int]) -> None:
        """Moves the mouse."""
        self._place = place[0] + self._whole["left"], place[1] + self._whole["top"]
        self._mouse.position = self._place
        end = time.monotonic() + _MOVING
        while self._away() > _POINTER_TOLERANCE and time.monotonic() < end:
            time.sleep(0.001)

    def _away(self) -> int:
        """How many pixels the mouse is from where the bot left it."""
        now, left = self._mouse.position, self._place
        return 0 if left is None else max(abs(now[0] - left[0]), abs(now[1] - left[1]))

    def press(self, keys: str) -> None:
        """Presses keys together, such as `ctrl+n`."""
        codes = [self._key(name) for name in keys.split("+")]
        if self._keys.Key.esc in codes:
            self._own = time.monotonic() + _HEARING
        for key in codes:
            self._keyboard.press(key)
            time.sleep(PRESS)
        for key in reversed(codes):
            self._keyboard.release(key)

    def front(self) -> int | None:
        """The window that gets the keys; None if that cannot be told, as outside X11."""
        if not sys.platform.startswith("linux"):
            return None
        from Xlib import X, display

        with closing(display.Display()) as connection:
            root = connection.screen().root
            reply = root.get_full_property(connection.get_atom("_NET_ACTIVE_WINDOW"), X.AnyPropertyType)
        return int(reply.value[0]) if reply is not None and len(reply.value) else None

    def _key(self, name: str) -> Any:
        return name if len(name) == 1 else self._keys.Key[name.lower()]

    def check(self) -> None:
        """Raises StoppedError if Escape was pressed or the mouse is not where the bot left it."""
        if self._stop.is_set():
            raise StoppedError("Escape was pressed")
        if self._away() > _POINTER_TOLERANCE:
            time.sleep(_REPORT_DELAY)
        if self._away() > _POINTER_TOLERANCE:
            raise StoppedError("the mouse was moved by hand")

    def sleep(self, seconds: float) -> None:
        """Waits."""
        if self._stop.wait(seconds):
            self.check()


KEYS: Final = (
    *("esc", "ctrl", "alt", "shift", "cmd", "enter", "space", "tab", "backspace", "delete", "home", "end"),
    *("up", "down", "left", "right", *(f"f{number}" for number in range(1, 13))),
)
"""The names of keys besides single characters."""


def check_keys(keys: str) -> None:
    """Raises GameError if keys such as `ctrl+n` are not known."""
    for name in keys.split("+"):
        if len(name) != 1 and name.lower() not in KEYS:
            raise GameError(f"{unknown('key', name, KEYS)} Or any one character. '+' joins keys: ctrl+n")


def window_box(title: str) -> Box:
    """Where a window lies on the screen: left, top, right, bottom. X11 only.

    Args:
        title: Its title or a part of it, in any case.

    Raises:
        GameError: There is no such window, or several, or the screen is not X11.
        MissingExtraError: The libraries are not installed.
    """
    if not sys.platform.startswith("linux"):
        raise GameError("windows are found by their titles on X11 only: give the place of the board instead")
    with importing("bot", "finding windows needs python-xlib"):
        from Xlib import X, display, error
    try:
        connection = display.Display()
    except error.DisplayError as problem:
        raise GameError(f"there is no screen: {problem}") from None
    with closing(connection):
        boxes = dict(_windows(connection.screen(), title, X.IsViewable, error.XError))
    boxes = {name: box for name, box in boxes.items() if name.lower() == title.lower()} or boxes
    if not boxes:
        raise GameError(f"there is no window with {title!r} in its title")
    if len(boxes) > 1:
        raise GameError(f"several windows have {title!r} in their titles: {', '.join(sorted(boxes))}")
    return next(iter(boxes.values()))


def _windows(
    screen: Any, title: str, viewable: int, window_error: type[Exception]
) -> Iterator[tuple[str, Box]]:
    """The windows with some title, and where they lie."""
    waiting = [screen.root]
    while waiting:
        window = waiting.pop()
        with suppress(window_error):  # windows may close meanwhile
            waiting += window.query_tree().children
            full = window.get_full_text_property(window.display.get_atom("_NET_WM_NAME"))
            name = full or window.get_wm_name()
            is_visible = window.get_attributes().map_state == viewable
            if isinstance(name, str) and title.lower() in name.lower() and is_visible:
                size, at = window.get_geometry(), screen.root.translate_coords(window, 0, 0)
                right, bottom = at.x + size.width, at.y + size.height
                right, bottom = min(right, screen.width_in_pixels), min(bottom, screen.height_in_pixels)
                yield name, (max(0, at.x), max(0, at.y), right, bottom)
