# The public names of `sapper.draw`. `__init__.py` imports each when it is first used.
from .palettes import Palette as Palette, PaletteName as PaletteName, palette_of as palette_of
from .pixels import png_of as png_of, write_gif as write_gif
from .review_chart import review_svg as review_svg
from .html_pages import review_html as review_html
from .player_pages import player_html as player_html
from .html_pages import puzzles_html as puzzles_html
from .svg import board_svg as board_svg, hint_svg as hint_svg
from .text_drawing import (
    board_text as board_text,
    hint_legend_text as hint_legend_text,
    legend_text as legend_text,
)
