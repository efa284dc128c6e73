"""Says why a picture was not read, in the words of whoever gave it."""

from __future__ import annotations

from sapper import _engine


def refusal_behind(error: Exception) -> _engine.PictureRefusal | None:
    """What the engine said, if that is behind an error of `read_picture`."""
    refusal = error.__context__
    return refusal if isinstance(refusal, _engine.PictureRefusal) else None


def refusal_kind(refusal: _engine.PictureRefusal) -> str:
    """The kind of a refusal, as the engine names it: `no_board`, `several_boards`, `contradiction`..."""
    return str(refusal.args[0])


def refusal_words(
    refusal: _engine.PictureRefusal,
    *,
    where: str = "in this picture",
    place: str | None = "`within`=({}, {}, {}, {})",
    advice: str | None = None,
) -> str:
    """Why a picture was not read, and what to do.

    Args:
        refusal: What the engine says.
        where: Where the board should have been.
        place: How a part of the picture is given: left, top, right, bottom. None where no part can be given.
        advice: A sentence without its full stop, or an empty text; by default that of the engine.
    """
    kind, finding, reason, its_advice, places = refusal.args
    text = finding if kind == "contradiction" else f"{finding} {where}"
    if reason:
        text += f": {reason}"
    if places and place is not None:
        names = " and ".join(place.format(*each) for each in places)
        text += f"; {'the board is' if len(places) == 1 else 'they are'} at {names}"
    advice = its_advice if advice is None else advice
    return f"{text}. {advice}" if advice else text
