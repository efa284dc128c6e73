"""Film `sapper bot` as it wins a game of another program, for docs/guides/bot.md.

    python tools/make/bot_film.py docs/images/bot.gif [--program "kmines medium"]

Needs what `benchmarks/screen/bot.py` needs. Plays until a game is won. A frame is taken before each move.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from PIL import Image

import sapper
from sapper.bot.bot_move import BotMove
from sapper.bot.desktop import RealDesktop, window_box
from sapper.bot.window_player import Bot

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.other_programs import PROGRAMS, running, screen

FRAME_MS = 400
LAST_MS = 3000
TRIES = 5


def main() -> None:
    """Films one game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--program", default="kmines medium", choices=PROGRAMS)
    options = parser.parse_args()
    program = PROGRAMS[options.program]
    with screen(), running(program), RealDesktop() as desktop:
        box = window_box(program.title)
        frames: list[Image.Image] = []

        def film(_move: BotMove | None = None) -> None:
            frames.append(Image.fromarray(desktop.capture(box)))

        assert isinstance(program.new_game, str)
        bot = Bot(
            desktop,
            program.mines,
            sapper.Strategy("best"),
            within=box,
            new_game=[program.new_game],
            show=film,
        )
        for _ in range(TRIES):
            if bot.play().status == "won":
                break
            frames.clear()
            bot.start_again()
        film()
    few = [frame.quantize(64) for frame in frames]
    times = [FRAME_MS] * (len(few) - 1) + [LAST_MS]
    few[0].save(options.out, save_all=True, append_images=few[1:], duration=times, loop=0, optimize=True)
    print(f"{options.out}: {len(few)} frames, {options.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
