"""A writer: drawings of positions in several forms, and the position read back from a picture."""

from pathlib import Path
from tempfile import TemporaryDirectory

import sapper
from sapper import draw

position = sapper.Position("11100\n1?100\n11100\n00000\n00000", mines=1)
analysis = sapper.analyse(position)
svg: str = draw.board_svg(position, analysis, theme="dark", title="One mine")
text: str = draw.board_text(position, ascii_only=True).plain
assert svg.startswith("<svg")
assert text.count("\n") >= 5
with TemporaryDirectory() as name:
    path = Path(name) / "board.png"
    path.write_bytes(draw.png_of(svg))
    game = sapper.Game((6, 6, 4), seed=1)
    sapper.Strategy("best").play(game)
    draw.write_gif(game, Path(name) / "game.gif", seconds=0.2)
reading = sapper.read_picture(draw.png_of(draw.board_svg(position)), mines=1)
again: sapper.Position[tuple[int, int]] = reading.position
assert again == position
print(f"{len(svg)} characters of SVG")
