"""The screen, with one that is not real."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from unittest.mock import MagicMock

import pytest

from sapper.bot.desktop import RealDesktop


class EdgedScreen:
    """A screen of 60 by 40 pixels beside another one, which gives no pixel beyond its edges, as X11."""

    monitors = ({"left": 100, "top": 0, "width": 60, "height": 40},)

    def grab(self, area: tuple[int, int, int, int] | dict[str, int]) -> SimpleNamespace:
        """A black picture of a part of it."""
        if isinstance(area, dict):
            area = area["left"], area["top"], area["left"] + area["width"], area["top"] + area["height"]
        left, top, right, bottom = area
        assert left >= 100
        assert top >= 0
        assert right <= 160
        assert bottom <= 40
        height, width = bottom - top, right - left
        return SimpleNamespace(rgb=bytes(3 * height * width), height=height, width=width)


def test_what_lies_beyond_the_screen_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    devices = {"keyboard": MagicMock(), "mouse": MagicMock()}
    for name, parts in (("mss", {"MSS": EdgedScreen}), ("pynput", devices)):
        module = ModuleType(name)
        vars(module).update(parts)
        monkeypatch.setitem(sys.modules, name, module)
    desktop = RealDesktop()
    assert desktop.capture().shape == (40, 60, 3)
    assert desktop.capture((10, 20, 30, 40)).shape == (20, 20, 3)
    assert desktop.capture((0, 0, 65, 45)).shape == (40, 60, 3)  # around a board at the edge
