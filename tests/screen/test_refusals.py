"""Why pictures are not read: the kind of each refusal, and its words for a picture and for a screen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from support.screens import LOOKS, midgame, window

import sapper
from sapper import _engine
from sapper.screen.reading import refusal_kind, refusal_words

Picture = NDArray[np.uint8]
GREY = np.full((200, 300, 3), 128, dtype=np.uint8)


def refusal_of(
    pixels: Picture, mines: int | None = None, shape: tuple[int, int] | None = None
) -> _engine.PictureRefusal:
    """The refusal of a picture."""
    with pytest.raises(_engine.PictureRefusal) as refusal:
        _engine.read_picture(pixels, mines, shape, None)
    return refusal.value


def board(pitch: int = 20) -> Picture:
    return window(midgame(9, 9, 10, seed=3, moves=5), replace(LOOKS["bevel"], pitch=pitch), size=(500, 480))


def test_each_cause_has_its_kind() -> None:
    colours = np.random.default_rng(1).integers(60, 255, (16, 16, 3)).astype(np.uint8)
    patchwork = colours.repeat(24, axis=0).repeat(24, axis=1)
    patchwork[::24] = patchwork[:, ::24] = 0
    kinds = {
        "no_board": refusal_of(GREY),
        "too_small": refusal_of(GREY[:20]),
        "many_looks": refusal_of(patchwork),
        "other_size": refusal_of(board(), 10, shape=(9, 10)),
        "several_boards": refusal_of(np.concatenate([board(), board(27)], axis=1)),
        "contradiction": refusal_of(board(), 82),
    }
    assert {kind: refusal_kind(refusal) for kind, refusal in kinds.items()} == {kind: kind for kind in kinds}
    for kind, words in (("too_small", "it has only 300 x 20 pixels"), ("many_looks", "too few of them look")):
        assert words in refusal_words(kinds[kind])


def test_boards_that_contradict_the_rules_are_position_errors() -> None:
    with pytest.raises(
        sapper.PositionError,
        match=r"hold 82 mines; the board is at `within=\(\d+, .*\)`\. Something may",
    ):
        sapper.read_picture(board(), 82)


def test_places_and_advice_are_in_the_words_of_who_gave_the_picture() -> None:
    both = refusal_of(np.concatenate([board(), board(27)], axis=1))
    places = [tuple(place) for place in both.args[4]]
    assert len(places) == 2
    names = " and ".join("@{}-{}-{}-{}".format(*place) for place in places)
    text = refusal_words(both, where="there", place="@{}-{}-{}-{}", advice="Choose")
    assert text == f"there are 2 boards there; they are at {names}. Choose"
    for left, top, right, bottom in places:
        within = (left, top, right, bottom)
        pixels = np.concatenate([board(), board(27)], axis=1)
        assert sapper.read_picture(pixels, within=within).position.topology.shape == (9, 9)
    assert refusal_words(refusal_of(GREY), advice="").endswith("in front of them")
