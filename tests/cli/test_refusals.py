"""Wrong options get one line that spells them as they are typed, and leave no file."""

import re
import shlex
from pathlib import Path

import pytest
from support.command_line import command_line

import sapper

POSITION = "01...\n12F..\n.....\n.....\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the commands name."""
    folder = tmp_path_factory.mktemp("refusals")
    (folder / "in.txt").write_text(POSITION)
    game = sapper.Strategy("fast").play(sapper.Game("beginner", seed=2))
    sapper.write(sapper.Replay.from_game(game), folder / "game.rawvf")
    sapper.simulate("beginner", "exact+first", games=10, out=folder / "a.sapper")
    return folder


REFUSALS = [
    ("analyse --mines many", "'many' is neither a number of mines, a range such as 90-110"),
    ("analyse --level export", "unknown level 'export': did you mean 'expert'?"),
    ("analyse --level expert --mines 99", "leave out --mines"),
    ("analyse --mines 99 --rows 16", "--rows and --columns go together"),
    ("analyse --topology ring", "unknown topology 'ring'"),
    ("analyse --mine 3", "sapper: no such option"),
    ("analyse a.txt b.txt", "unexpected extra argument"),
    ("analyse -m 4 --theme dark", "--theme needs --svg"),
    ("analyse -m 4 --svg a.svg --theme pink", "'pink'"),
    ("analyse -m 4 --svg no/a.svg", "no/a.svg: cannot be written: No such file or directory"),
    ("analyse -m 4 --svg a.PNG", "the picture is SVG, not .PNG: use a name that ends in .svg"),
    ("analyse -m 4 --answer 0,0", "'0,0' does not say"),
    ("analyse -m 4 --accept", "are for pictures"),
    ("analyse -m 4 --partial", "are for pictures"),
    ("hint -m 4 --theme dark", "--theme needs --svg"),
    ("bot --mines 10 --level expert", "leave out --mines"),
    ("bot --mines 10 --games 2", "--games needs --play"),
    ("bot --mines 10 --new-game n", "--new-game needs --play"),
    ("bot --mines 10 --within 1,2,3", "is not LEFT,TOP,RIGHT,BOTTOM"),
    ("bot --mines 10 --within 1,2,3,4 --window Mines", "give one of them"),
    ("bot --mines 10 --strategy bst", "did you mean 'best'"),
    ("bot --mines 10 --keys up=k", "--keys needs --terminal"),
    ("bot --mines 10 --terminal x --keys up=k,flag=f", "'flag=f' is not MOVE=KEY"),
    ("bot --mines 10 --rows 9", "--rows and --columns go together"),
    ("bot --level expert --rows 16 --columns 30", "leave out --rows and --columns"),
    ("compare best fast --margin 0", "0 is not between 0 and 1"),
    ("compare best fast --margin 0.5", "half a percentage point is 0.005"),
    ("compare best fast --threads 0", "0 is not in the range 1<=x<=1024"),
    ("compare best fast -n 0", "0 is not in the range x>=1"),
    ("dataset made --replays . --games 5", "--games does not go with --replays"),
    ("generate --three-bv 9-3", "--three-bv: the least, 9, is above the most, 3"),
    ("generate --efficiency 1-2-3", "'--efficiency': '1-2-3' is not a range"),
    ("generate --rows 9 --columns 9 --mines 10 --level expert", "leave out"),
    ("generate --count 2 --out x.mbf", "--out"),
    ("generate --out board.foo", "no format has the ending .foo: use one of .board, .mbf"),
    ("generate --count 2 --format mbf", "the format 'mbf' holds only one board at a time"),
    ("generate --mines 480", "480 mines"),
    ("generate --level beginner --topology torus --format mbf", "torus"),
    ("generate --any --hardest single", "--hardest does not go with --any"),
    ("generate --any --no-mine-count", "--no-mine-count does not go with --any"),
    ("generate --any --method adjusted", "--method does not go with --any"),
    ("generate --json --format mbf", "--format does not go with --json"),
    ("picture -o out.jpg", "out.jpg: the name of a picture must end in .svg, .png or .gif"),
    ("picture -o out", "out: the name of a picture must end in"),
    ("picture", "missing option '--out' / '-o'"),
    ("picture -o out.gif", "a GIF shows a game, and this is a position: name it OUT.svg or OUT.png"),
    ("picture -o out.svg --speed 3", "--speed needs a moving picture, OUT.gif"),
    ("picture -o out.gif --speed 0", "0"),
    ("picture -o out.svg --cell-size 7", "7"),
    ("picture -o out.svg --seed 3", "--seed needs --strategy"),
    ("picture -o out.svg --rows 3", "--rows needs --strategy"),
    ("picture -o out.svg --strategy best -f plain", "--format needs FILE"),
    ("picture in.txt -o out.svg --strategy best", "leave out FILE"),
    ("picture -o out.svg --theme pink", "pink"),
    ("picture -o missing/out.svg", "missing/out.svg: cannot be written: No such file or directory"),
    ("picture -o out.svg --level beginner", "the level 'beginner' has 9 rows and 9 columns"),
    (
        "picture -o a.svg --strategy best --rows 150 --columns 150 --mines 9",
        "22500 cells are too many for a picture",
    ),
    ("play --games 3", "--games needs --auto"),
    ("play --first-cell 1,1", "--first-cell needs --auto"),
    ("play --auto --no-record", "--no-record is for games by hand"),
    ("play --auto --speed 5", "--speed needs --watch"),
    ("play --auto --watch --show thinkin", "did you mean 'thinking'?"),
    ("play --auto --watch --json", "--watch and --json do not go together"),
    ("play --auto --watch --verbose", "--watch and --verbose do not go together"),
    ("play --auto --rows 5 --columns 5", "--rows, --columns and --mines go together"),
    ("play --auto --level expert --rows 5", "leave out --rows and --columns"),
    ("play --auto --first-cell corner", "'corner' is not a cell: give its row and column, such as 3,5"),
    ("play --auto --speed 0 --watch", "0"),
    ("play --auto --hardest subset", "--hardest needs --fair"),
    ("play --auto --fair --hardest subst", "did you mean 'subset'?"),
    ("play --auto --fair --first-click any", "leave out --first-click any"),
    ("play --auto --save in.txt/folder", "folder: cannot be made"),
    ("play", "playing by hand needs a terminal"),
    ("puzzle --out sheet.pdf", "FILE.html, FILE.svg or FILE.board"),
    ("puzzle --out sheet.html --json", "does not go with"),
    ("puzzle --out no/sheet.html", "no/sheet.html: cannot be written"),
    ("puzzle --out one.svg --count 2", "write several to FILE.html"),
    ("puzzle --out one.board --count 2", "write several to FILE.html"),
    ("report a.sapper --json --markdown", "--json and --markdown do not go together."),
    ("report a.sapper --plot-format svg", "--plot-format goes with --plots."),
    ("report a.sapper --plots ''", "'--plots': the name is empty."),
    ("report a.sapper --html ''", "'--html': the name is empty."),
    ("report .", "'sapper review' sums up the replays in a folder"),
    ("review --theme dark", "--theme needs --html or --svg"),
    ("review none", "none: cannot be read"),
    ("review game.rawvf --html no/out.html", "no/out.html: cannot be written"),
    ("review . --all", "is for a single replay"),
    ("review . --svg a.svg", "is for a single replay"),
    ("review . -f avf", "is for a single replay"),
    ("review game.rawvf --parquet 1", "--parquet needs a folder of replays"),
    ("review game.rawvf --findings 1", "--findings needs a folder of replays"),
    ("review game.rawvf --threads 1", "--threads needs a folder of replays"),
    ("simulate --threads 2000", "2000 is not in the range 1<=x<=1024"),
    ("simulate --seed -1", "-1 is not in the range 0<=x<=18446744073709551615"),
    ("simulate -n 1.5", "'1.5' is not a valid whole number"),
    ("simulate --rows 3 --columns 3 --mines 9", "safe cell, but 9 mines leave none"),
    ("simulate --first-cell 99,0", "the first cell:"),
    ("simulate --interval-width nan", "nan is not between 0 and 1"),
    ("simulate --seconds -1", "-1.0 is not in the range x>0"),
    ("simulate --interval-width half", "'half' is not a share, such as 0.005 or 0.5%"),
    ("simulate --out ''", "'--out' / '-o': the name is empty."),
    ("simulate --keep-games ''", "'--keep-games': the name is empty."),
    ("simulate --json --csv", "--json and --csv do not go together."),
    ("simulate --reports there", "--reports goes with --all-levels. See"),
    ("simulate --all-levels --level expert", "--level"),
]


@pytest.mark.parametrize(("line", "words"), REFUSALS, ids=[line for line, _ in REFUSALS])
def test_wrong_options_get_one_line(
    line: str, words: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SAPPER_RUNS", str(folder / "runs"))
    before = sorted(folder.iterdir())
    result = command_line(*shlex.split(line), text=POSITION, ends=2)
    assert result.stdout == ""
    (complaint,) = result.stderr.splitlines()
    assert complaint.startswith("sapper: ")
    assert words in complaint
    assert sorted(folder.iterdir()) == before


def test_without_a_screen_the_bot_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    assert "there is no screen to play on" in command_line("bot", "--mines", "10", ends=2).stderr


EXPERT = "\n".join(["1" + "." * 29, *["." * 30] * 15])
WITH_HEADER = "9x9x10\n" + "\n".join(["H" * 9] * 9)


@pytest.mark.parametrize(
    ("line", "text", "words"),
    [
        ("analyse", EXPERT, "give --mines or --level expert"),
        ("analyse -f zig", "....", "give --mines"),
        ("analyse --most 1", "1..", "give --mines"),
        ("hint", "\n".join(["1" + "." * 8, *["." * 9] * 8]), "give --mines or --level beginner"),
        ("analyse -m 9", WITH_HEADER, "but --mines says 9"),
        ("info -l expert", WITH_HEADER, "but --level expert says 99"),
        ("convert - - --to board", EXPERT, "give --mines or --level expert"),
        ("simulate --strategy fast --effort 3", "", "--effort is only for the strategy 'best'"),
    ],
)
def test_errors_spell_options_as_typed(line: str, text: str, words: str) -> None:
    ends = 0 if line == "hint" else 2
    for options in ([], ["--json"]) if "convert" not in line else ([],):
        result = command_line(*line.split(), *options, text=text, ends=ends)
        assert words in " ".join(result.output.split())
        assert not re.search(r"\b[a-z_]+=", result.output)
