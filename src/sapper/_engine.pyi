"""
The engine of Sapper. Use the classes in `sapper`: this module checks little.
"""

from collections.abc import Callable, Sequence
import enum
from typing import Annotated, overload

import numpy
from numpy.typing import NDArray


class TimeIsUp(TimeoutError):
    pass

class Cancelled(RuntimeError):
    pass

class Cancel:
    """Stops a computation from another thread."""

    def __init__(self) -> None: ...

    def set(self) -> None:
        """
        Stops the computation that has this object, and any that gets it later.
        """

    @property
    def is_set(self) -> bool: ...

MAX_DIMENSIONS: int = 6

def board_levels() -> list[tuple[str, int, int, int]]:
    """The names, rows, columns and mines of the levels."""

def level_of(topology: Topology, mines: int) -> str: ...

class Topology:
    """Which cells touch which."""

    @staticmethod
    def grid(shape: Sequence[int]) -> Topology: ...

    @staticmethod
    def torus(shape: Sequence[int]) -> Topology: ...

    @staticmethod
    def hexagons(rows: int, columns: int) -> Topology: ...

    @staticmethod
    def octagons(rows: int, columns: int) -> Topology: ...

    @staticmethod
    def graph(adjacency: Sequence[Sequence[int]]) -> Topology: ...

    @property
    def kind(self) -> str: ...

    @property
    def shape(self) -> tuple[int, ...]: ...

    @property
    def size(self) -> int: ...

    @property
    def max_degree(self) -> int: ...

    def neighbours(self, cell: int) -> list[int]: ...

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class PositionError(ValueError):
    pass

class Position:
    """What the player sees."""

    def __init__(self, topology: Topology, mines: int, marks: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def topology(self) -> Topology: ...

    @property
    def mines(self) -> int: ...

    @property
    def marks(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,), writable=False)]: ...

    def __eq__(self, arg: object, /) -> bool: ...

class Stream(enum.Enum):
    """What random numbers are for."""

    minefield = 0

    strategy = 1

    metrics = 2

def philox(counter: Sequence[int], key: Sequence[int]) -> list[int]:
    """One block of Philox4x32-10."""

class Random:
    """The random numbers of (seed, game, stream)."""

    def __init__(self, seed: int, game: int, stream: Stream) -> None: ...

    def next(self) -> int: ...

    def below(self, bound: int) -> int: ...

class GameError(ValueError):
    pass

class FirstClick(enum.Enum):
    any = 0

    safe = 1

    opening = 2

class Win(enum.Enum):
    cleared = 0

    flagged = 1

class OnMine(enum.Enum):
    stop = 0

    resume = 1

class Status(enum.Enum):
    playing = 0

    won = 1

    lost = 2

    cleared = 3

class Rules:
    """The rules of a game."""

    def __init__(self, first_click: FirstClick, win: Win, on_mine: OnMine, question_marks: bool) -> None: ...

class ActionKind(enum.Enum):
    open = 0

    flag = 1

    chord = 2

class Action:
    """An action and its cell."""

    def __init__(self, kind: ActionKind, cell: int) -> None: ...

    @property
    def kind(self) -> ActionKind: ...

    @property
    def cell(self) -> int: ...

class Game:
    """A game and its rules."""

    @overload
    def __init__(self, topology: Topology, mines: int, rules: Rules, seed: int, game: int) -> None: ...

    @overload
    def __init__(self, topology: Topology, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], rules: Rules) -> None: ...

    @overload
    def __init__(self, position: Position, rules: Rules) -> None:
        """A game that shows a position and cannot be played."""

    @overload
    def restart(self, seed: int, game: int) -> None: ...

    @overload
    def restart(self) -> None: ...

    def open(self, cell: int) -> int: ...

    def act(self, action: Action) -> int: ...

    def copy(self) -> Game: ...

    def undone(self) -> Game:
        """The game before its last action."""

    @property
    def status(self) -> Status: ...

    @property
    def position(self) -> Position: ...

    @property
    def minefield(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)] | None: ...

    @property
    def history(self) -> list[Action]: ...

    @property
    def is_fresh(self) -> bool: ...

    def mark(self, cell: int) -> int: ...

    @property
    def actions(self) -> int: ...

    @property
    def changed(self) -> list[int]: ...

    @property
    def flags(self) -> int: ...

    @property
    def exploded(self) -> int: ...

    @property
    def safe_left(self) -> int: ...

    @property
    def mines_left(self) -> int: ...

    def __eq__(self, arg: object, /) -> bool: ...

NO_CELL: int = 4294967295

def mouse_kinds() -> list[str]: ...

def mouse_actions(kinds: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> list[tuple[int, ActionKind]]:
    """The actions of events, each with the index of its event."""

def chord_presses(kinds: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> list[int]: ...

def time_of(timestamp: str) -> tuple[int, int] | None:
    """
    Microseconds since 1970, and how many seconds the clock was ahead of UTC.
    """

MOST_EVENTS: int = 500000

CELL_SIZE: int = 16

NO_PIXEL: int = -9223372036854775808

FARTHEST_PIXEL: int = 9007199254740992

class FormatError(ValueError):
    pass

class Recording:
    """What a file of a replay holds."""

    def __init__(self, topology: Topology, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], times: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], kinds: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], x: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], y: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], win: Win, on_mine: OnMine, question_marks: bool, cell_size: int, about: Sequence[tuple[bytes, bytes]]) -> None: ...

    @property
    def topology(self) -> Topology: ...

    @property
    def mined(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def times(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def kinds(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    @property
    def cells(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

    @property
    def x(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    @property
    def y(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

    @property
    def win(self) -> Win: ...

    @property
    def on_mine(self) -> OnMine: ...

    @property
    def question_marks(self) -> bool: ...

    @property
    def cell_size(self) -> int: ...

    @property
    def about(self) -> list[tuple[bytes, bytes, bool]]:
        """Names, values, and whether they have the common encoding of `shared`."""

    @property
    def shared(self) -> bytes: ...

    @property
    def stated_encoding(self) -> bytes: ...

class MalformedPosition(ValueError):
    pass

class FilePosition:
    """A position in a file."""

    def __init__(self, position: Position, is_counted: bool) -> None: ...

    @property
    def position(self) -> Position: ...

    @property
    def is_counted(self) -> bool:
        """
        Whether the mine count is known. If not, that of the position means nothing.
        """

class FileMinefield:
    """A minefield in a file."""

    def __init__(self, topology: Topology, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], start: int | None) -> None: ...

    @property
    def topology(self) -> Topology: ...

    @property
    def mined(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def start(self) -> int | None: ...

class Hints:
    """What the caller knows about a file, or wants from it."""

    def __init__(self, mines: int | None, topology: Topology | None, topology_name: str, kind: int | None, first: int) -> None:
        """`kind` is 0 for a position, 1 for a minefield, 2 for a replay."""

LARGEST_FILE: int = 16777216

class FileFormat:
    """A format of files."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def kinds(self) -> list[str]: ...

    @property
    def is_text(self) -> bool: ...

    @property
    def writes(self) -> bool: ...

    @property
    def endings(self) -> list[str]: ...

    def recognises(self, data: bytes) -> bool: ...

    def read(self, data: bytes, hints: Hints, most_events: int, time_limit: float | None = None, cancel: Cancel | None = None) -> FilePosition | FileMinefield | Recording: ...

    def write(self, contents: FilePosition | FileMinefield | Recording, program: str, microseconds: int, first: int) -> bytes:
        """The bytes of a file."""

def file_formats() -> list[FileFormat]: ...

def identify(data: bytes, hints: Hints, format: FileFormat | None, most_events: int, time_limit: float | None = None, cancel: Cancel | None = None) -> tuple[str, FilePosition | FileMinefield | Recording]:
    """The name of the format, and what the data hold."""

class Container:
    """Reads the replays of an EVFS file one at a time."""

    def __init__(self, data: bytes) -> None: ...

    def next(self, most_events: int, time_limit: float | None = None, cancel: Cancel | None = None) -> Recording | None: ...

def encodings_of(text: bytes, stated: bytes) -> list[str]: ...

class Contradiction(ValueError):
    pass

class BudgetExceeded(RuntimeError):
    pass

class Analysis:
    """What the numbers say about the hidden cells."""

    @property
    def mine_probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def error(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """The error of an estimate; 0 where the probability is exact."""

    @property
    def verdicts(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """0 revealed, 1 uncertain, 2 safe, 3 mine."""

    @property
    def log_configurations(self) -> float: ...

    @property
    def log_configurations_error(self) -> float: ...

    @property
    def exact(self) -> bool: ...

    @property
    def best(self) -> int | None: ...

    @property
    def sea(self) -> int: ...

    @property
    def mines(self) -> int: ...

    @property
    def sweeps(self) -> list[tuple[int, float]]: ...

    def ways_modulo(self, sweep: int, prime: int, time_limit: float | None = None, cancel: Cancel | None = None) -> list[int]: ...

def analyse(position: Position, trust_flags: bool, time_limit: float | None, budget: int | None, cancel: Cancel | None = None) -> Analysis: ...

def couple(components: Sequence[tuple[int, Sequence[float]]], sea: int, mines: int, contour: bool) -> tuple[list[list[float]], float, float] | None: ...

class ComponentAnatomy:
    """A component, and how it is swept."""

    @property
    def numbers(self) -> list[int]: ...

    @property
    def sweep(self) -> list[list[int]]: ...

class Anatomy:
    """How the solver sees a position."""

    @property
    def safe(self) -> list[int]: ...

    @property
    def mines(self) -> list[int]: ...

    @property
    def components(self) -> list[ComponentAnatomy]: ...

    @property
    def sea(self) -> int: ...

def anatomy(position: Position, trust_flags: bool) -> Anatomy: ...

def nearest_mine_count(position: Position, time_limit: float | None, cancel: Cancel | None = None) -> int: ...

def action_risk(position: Position, action: Action, first_is_safe: bool, time_limit: float | None = None, cancel: Cancel | None = None) -> float: ...

class BatchAnalysis:
    """What is known about many positions."""

    @property
    def mine_probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def error(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def verdicts(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def log_configurations(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def log_configurations_error(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def exact(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def best(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]:
        """2^32 - 1 if no cell can be safe."""

    @property
    def best_risk(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def possible(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

def analyse_batch(topology: Topology, marks: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], mines: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], trust_flags: bool, threads: int, time_limit: float | None = None, cancel: Cancel | None = None) -> BatchAnalysis: ...

class Inference:
    """Inference on one position that changes."""

    def __init__(self, topology: Topology, mines: int, time_limit: float | None = None, cancel: Cancel | None = None) -> None: ...

    def load(self, position: Position, trust_flags: bool = False) -> None: ...

    def reveal(self, cell: int, number: int) -> None: ...

    def explode(self, cell: int) -> None: ...

    def push(self) -> None: ...

    def pop(self) -> None: ...

    @property
    def depth(self) -> int: ...

    def possible(self) -> bool: ...

    def mine_probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def error(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def verdicts(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """0 revealed, 1 uncertain, 2 safe, 3 mine."""

    def safest(self) -> tuple[int, float] | None: ...

    def outcomes(self, cell: int) -> list[float]:
        """The chances that the cell is safe and shows 0, 1, ..."""

    def log_configurations(self) -> float: ...

    def log_configurations_error(self) -> float: ...

    def exact(self) -> bool: ...

class Deduction:
    """Cells that are certain, and why."""

    @property
    def rule(self) -> int: ...

    @property
    def difficulty(self) -> int: ...

    @property
    def safe(self) -> list[int]: ...

    @property
    def mines(self) -> list[int]: ...

    @property
    def numbers(self) -> list[int]: ...

    @property
    def given(self) -> list[int]: ...

    @property
    def mine_count(self) -> bool: ...

    def __getstate__(self) -> tuple[int, int, list[tuple[int, bool]], list[int], list[int], bool, list[tuple[int, bool, int]], int]: ...

    def __setstate__(self, arg: tuple[int, int, Sequence[tuple[int, bool]], Sequence[int], Sequence[int], bool, Sequence[tuple[int, bool, int]], int], /) -> None: ...

class Explanation:
    """Deductions, by their places, which are put in words when asked for."""

    def __init__(self, position: Position, deductions: Sequence[Deduction], complete: bool) -> None: ...

    def __len__(self) -> int: ...

    @property
    def deductions(self) -> list[Deduction]: ...

    @property
    def complete(self) -> bool:
        """Whether the deductions cover everything that is certain."""

    @property
    def in_turn(self) -> list[int]: ...

    @property
    def conclusion(self) -> tuple[str, dict[str, object]]: ...

    def deduction(self, place: int) -> Deduction: ...

    def pattern(self, place: int) -> str | None: ...

    def sentence(self, place: int) -> tuple[str, dict[str, object]]: ...

    def support(self, place: int) -> list[int]: ...

    def explanation(self, place: int) -> tuple[str, dict[str, object]] | None:
        """None if it is the sentence."""

def explain(position: Position, time_limit: float | None = None, cancel: Cancel | None = None, budget: int | None = None, looks: int | None = None, mine_count: bool = True) -> Explanation: ...

def levels() -> list[tuple[str, str]]:
    """
    The names of the inference levels, the weakest first, and what each is.
    """

def conclude(level: str, position: Position) -> tuple[list[int], list[int], list[tuple[list[int], int, int]]]:
    """What a level concludes about a position: safe cells, mines, and items."""

def conclude_all(level: str, positions: Sequence[Position]) -> list[tuple[list[int], list[int], list[tuple[list[int], int, int]]]]:
    """The same for positions of one game, one after another."""

def difficulties() -> list[tuple[str, str]]:
    """The names of the rules, the easiest first, and what each is."""

def difficulty_of(position: Position, time_limit: float | None = None, cancel: Cancel | None = None) -> int | None: ...

def conclude_up_to(hardest: int, position: Position) -> tuple[list[int], list[int], list[tuple[list[int], int, int]]]:
    """
    What the rules up to this index conclude: safe cells, mines, and items.
    """

class Making(enum.Enum):
    any = 0

    drawn = 1

    adjusted = 2

class Terms:
    """The rules that certain moves may use."""

    def __init__(self, hardest: str, mine_count: bool) -> None: ...

class BoardOrder:
    """What a minefield must fulfil."""

    def __init__(self, topology: Topology, mines: int, start: int, first_click: FirstClick, making: Making, terms: Terms, three_bv: tuple[int, int], efficiency: tuple[float, float], seed: int, first_game: int) -> None: ...

class FoundBoard:
    """A minefield that was found."""

    @property
    def game(self) -> int: ...

    @property
    def mined(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

class BoardSearch:
    """A search for minefields, and how far it is."""

    def __init__(self, order: BoardOrder) -> None: ...

    def run(self, count: int, threads: int, time_limit: float | None = None, cancel: Cancel | None = None, progress: Callable[[], None] | None = None) -> list[FoundBoard]: ...

    @property
    def tried(self) -> int: ...

    @property
    def of_other_three_bv(self) -> int: ...

    @property
    def of_other_efficiency(self) -> int: ...

    @property
    def greatest_efficiency(self) -> float: ...

    @property
    def with_guesses(self) -> int: ...

    @property
    def undecided(self) -> int: ...

    @property
    def found(self) -> int: ...

def clears(topology: Topology, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], start: int, terms: Terms, time_limit: float | None = None, cancel: Cancel | None = None) -> bool: ...

class BoardCounts:
    """The 3BV, openings and islands of a minefield."""

    @property
    def three_bv(self) -> int: ...

    @property
    def openings(self) -> int: ...

    @property
    def islands(self) -> int: ...

class ZiniRule(enum.Enum):
    greedy = 0

    human = 1

def three_bv(topology: Topology, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

def count_board(topology: Topology, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> BoardCounts: ...

def solved_three_bv(topology: Topology, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], marks: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int: ...

def zini(topology: Topology, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], rule: ZiniRule) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

def zini_clicks(topology: Topology, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], rule: ZiniRule) -> list[Action]: ...

def random_zini(topology: Topology, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], runs: int, seed: int, time_limit: float | None = None, cancel: Cancel | None = None) -> int: ...

def search_zini(topology: Topology, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], rounds: int, seed: int, time_limit: float | None = None, cancel: Cancel | None = None) -> list[Action]: ...

def least_clicks(topology: Topology, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int: ...

class Choice:
    """What a player wants to do."""

    @property
    def cells(self) -> list[int]: ...

    @property
    def flags(self) -> list[int]: ...

    @property
    def risk(self) -> float | None: ...

    @property
    def win_probability(self) -> float | None: ...

def dead_cells(position: Position, trust_flags: bool, time_limit: float | None = None, cancel: Cancel | None = None) -> list[int]: ...

class Aftermath:
    """What may follow when a cell is opened."""

    @property
    def risk(self) -> float: ...

    @property
    def log_configurations(self) -> float: ...

    @property
    def numbers(self) -> list[float]: ...

    @property
    def progress(self) -> float: ...

    @property
    def next_safety(self) -> float: ...

    @property
    def proven(self) -> bool: ...

def aftermath_of(position: Position, cell: int, trust_flags: bool, time_limit: float | None = None, cancel: Cancel | None = None) -> Aftermath: ...

def zero_chances(position: Position, cells: Sequence[int], trust_flags: bool, time_limit: float | None = None, cancel: Cancel | None = None) -> list[float]:
    """
    The chances that each cell is safe and shows a zero; nan for open cells.
    """

class Statement:
    """Bounds on the mines among some cells."""

    @property
    def cells(self) -> list[int]: ...

    @property
    def least(self) -> int: ...

    @property
    def most(self) -> int: ...

class Beliefs:
    """What a player believes."""

    @property
    def safe(self) -> list[int]: ...

    @property
    def mines(self) -> list[int]: ...

    @property
    def risks(self) -> list[float]: ...

    @property
    def statements(self) -> list[Statement]: ...

class Player:
    """A player and its game."""

    def begin(self, game: Game, seed: int, number: int, time_limit: float | None = None, cancel: Cancel | None = None) -> None: ...

    def follow(self, game: Game) -> None: ...

    def open_first(self, cell: int) -> None: ...

    def tell(self, begin: Callable[[int, int, int], None], observe: Callable[[Action | None, Sequence[int], Sequence[int]], None] | None) -> None: ...

    def beliefs(self, time_limit: float | None = None, cancel: Cancel | None = None) -> Beliefs: ...

    def next(self, time_limit: float | None = None, cancel: Cancel | None = None) -> Choice: ...

def guess_input(position: Position, cell: int) -> tuple[list[int], list[float]]: ...

def guess_worth(around: Sequence[int], figures: Sequence[float]) -> float: ...

def make_player(name: str, topology: Topology, mines: int, rules: Rules) -> Player: ...

@overload
def needs_mine_count(name: str) -> bool: ...

@overload
def needs_mine_count(level: str | Callable[[Position], tuple[Sequence[int], Sequence[int]]], policy: str | Callable[[Position, Sequence[float]], int], endgame: bool) -> bool: ...

def compose(level: str | Callable[[Position], tuple[Sequence[int], Sequence[int]]], policy: str | Callable[[Position, Sequence[float]], int], endgame: bool, topology: Topology, mines: int, rules: Rules) -> Player: ...

def player_of(choose: Callable[[Position], tuple[Sequence[int], Sequence[int], float, float]]) -> Player: ...

def strategies() -> list[tuple[str, str]]: ...

def strategy_levels() -> list[tuple[str, str]]: ...

def is_policy(arg: str, /) -> bool: ...

def policies() -> list[tuple[str, str]]: ...

def win_probability(position: Position, trust_flags: bool, verdicts: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], exact: bool) -> float | None: ...

def good_first_cell(topology: Topology, mines: int, rules: Rules) -> int: ...

class OptimumTooLarge(MemoryError):
    pass

def optimum(topology: Topology, mines: int, rules: Rules, bytes: int, time_limit: float | None = None, cancel: Cancel | None = None) -> tuple[int, int, int, int]: ...

class GuessFigures:
    """What opening a cell may bring."""

    def __init__(self, risk: float, numbers: int, progress: float, survival: float, closed: bool, score: float, worth: float | None, win_probability: float | None, safest_play: float | None) -> None: ...

    @property
    def risk(self) -> float: ...

    @property
    def numbers(self) -> int: ...

    @property
    def progress(self) -> float: ...

    @property
    def survival(self) -> float: ...

    @property
    def closed(self) -> bool: ...

    @property
    def score(self) -> float: ...

    @property
    def worth(self) -> float | None: ...

    @property
    def win_probability(self) -> float | None: ...

    @property
    def safest_play(self) -> float | None: ...

def figures_of(position: Position, cell: int, time_limit: float | None = None, cancel: Cancel | None = None) -> GuessFigures | None: ...

def reason_for(figures: GuessFigures, safest: GuessFigures, topology: Topology, safest_cell: int) -> tuple[str, dict[str, object]] | None: ...

class ComparedMove:
    """A move compared with others by the chance to win."""

    @property
    def win_probability(self) -> float: ...

    @property
    def error(self) -> float: ...

    @property
    def behind(self) -> float: ...

    @property
    def behind_error(self) -> float: ...

    @property
    def games(self) -> int: ...

class RankedMove:
    """A move in a ranking."""

    @property
    def cell(self) -> int: ...

    @property
    def flag(self) -> bool: ...

    @property
    def risk(self) -> float: ...

    @property
    def exact(self) -> bool: ...

    @property
    def rule(self) -> int | None: ...

    @property
    def figures(self) -> GuessFigures | None: ...

    @property
    def compared(self) -> ComparedMove | None: ...

def rank_moves(position: Position, rules: Rules, most: int, by_win: bool, trust_flags: bool, mine_count: bool, time_limit: float | None = None, cancel: Cancel | None = None) -> list[RankedMove] | None:
    """None if only the mine count could decide, and it is missing."""

class AdvisedGuess:
    """The guess of a hint."""

    @property
    def cell(self) -> int: ...

    @property
    def risk(self) -> float: ...

    @property
    def safest(self) -> int: ...

    @property
    def safest_risk(self) -> float: ...

    @property
    def exact(self) -> bool: ...

    @property
    def figures(self) -> GuessFigures | None: ...

    @property
    def safest_figures(self) -> GuessFigures | None: ...

    @property
    def reason(self) -> tuple[str, dict[str, object]] | None: ...

def advised_guess(position: Position, analysis: Analysis, by_win: bool, time_limit: float | None = None, cancel: Cancel | None = None) -> AdvisedGuess: ...

def picked_guess(position: Position, analysis: Analysis, cell: int, reason: str | None, time_limit: float | None = None, cancel: Cancel | None = None) -> AdvisedGuess: ...

def uncounted_guess(position: Position) -> AdvisedGuess: ...

def wants_guess(explanation: Explanation, mine_count: bool) -> bool: ...

def hint_ending(explanation: Explanation, mine_count: bool, guess: AdvisedGuess | None) -> tuple[tuple[str, dict[str, object]], bool, tuple[str, dict[str, object]]]:
    """The advice, whether it adds anything to the deductions, and the text."""

def cells_named(topology: Topology, cells: Sequence[int]) -> tuple[str, dict[str, object]]:
    """The names of cells, which must be ascending."""

class GameValues:
    """The values of games, in their order."""

    def __init__(self) -> None: ...

    def add(self, values: Sequence[float]) -> None: ...

    @property
    def games(self) -> int: ...

    @property
    def mean(self) -> float:
        """The mean and the error need at least one game."""

    @property
    def error(self) -> float: ...

    def wanted(self, error: float) -> float: ...

class Evaluation:
    """What a position is worth to a player."""

    def __init__(self, position: Position, rules: Rules, player: Player, time_limit: float | None = None, cancel: Cancel | None = None) -> None: ...

    def exact(self, time_limit: float | None = None, cancel: Cancel | None = None) -> float | None: ...

    def values(self, seed: int, first: int, count: int, time_limit: float | None = None, cancel: Cancel | None = None, cells: Sequence[int] = []) -> list[float]:
        """
        The values of games that begin by opening these cells; without cells the player chooses.
        """

def draw_minefields(position: Position, seed: int, count: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

class Records:
    """The records of games, column by column."""

    def __len__(self) -> int: ...

    @property
    def outcome(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def clicks(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def opened(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def found(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def exploded(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def three_bv(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def openings(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def solved(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def guesses(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def risk(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def lost_at(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]:
        """2^32 - 1 if no mine exploded."""

    @property
    def nanoseconds(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]: ...

    @property
    def guess_cell(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def guess_risk(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def guess_exploded(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

class Positions:
    """The positions of games, column by column."""

    def __len__(self) -> int: ...

    @property
    def games(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), writable=False)]: ...

    @property
    def moves(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def outcomes(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def exact(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def chosen(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def exploded(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def win_probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """NaN if none is proven."""

    @property
    def difficulties(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """255 if no cell is certain."""

    @property
    def marks(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,), writable=False)]: ...

    @property
    def mine_probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def safe(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def mined(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def safe_counts(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

    @property
    def mined_counts(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]: ...

MOST_GUESSES: int = 64

RISK_BINS: int = 50

TIME_STEPS: int = 32

TIME_BINS: int = 2048

Z_95: float = 1.959963984540054

def histograms(outcome: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], guesses: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], lost_at: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], guess_risk: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], guess_exploded: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], cells: int) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
    """
    Two counts each by guesses and by risk, the sums of the risks, and the losses by cell.
    """

def time_bins(nanoseconds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int64], dict(shape=(None,))]: ...

def usual_chunk(cells: int, number: int) -> tuple[int, int]:
    """The number of games before a chunk, and in it."""

def wilson(hits: float, trials: float) -> tuple[float, float]: ...

class Played:
    """A range of games, played with each strategy."""

    @property
    def first(self) -> int: ...

    @property
    def records(self) -> list[Records]: ...

class Series:
    """Plays with any player, in the calling thread."""

    def __init__(self, topology: Topology, mines: int, rules: Rules, first_cell: int | None, player: Player) -> None: ...

    def play(self, seed: int, first: int, count: int) -> Records: ...

    def positions(self, seed: int, first: int, count: int, every: int, grade: bool, cancel: Cancel | None = None) -> Positions: ...

class Pool:
    """Plays ranges of games on its own threads."""

    def __init__(self, topology: Topology, mines: int, rules: Rules, first_cell: int | None, strategies: Sequence[str], threads: int) -> None: ...

    def submit(self, seed: int, first: int, count: int) -> None: ...

    @property
    def pending(self) -> int: ...

    def take(self, cancel: Cancel | None = None) -> Played:
        """Waits for a finished range, in any order."""

class NoneFair(RuntimeError):
    pass

class Restart(enum.Enum):
    next_step = 0

    same_step = 1

    never = 2

class Games:
    """Many games on one board, stepped together."""

    def __init__(self, topology: Topology, mines: int, rules: Rules, count: int, kinds: int, restart: Restart, most_steps: int, seed: int, start: int | None, terms: Terms) -> None:
        """With a start, all games are fair from this cell on these terms."""

    def reset(self, seed: int) -> None: ...

    def next(self) -> None: ...

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def sample(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    @property
    def observations(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,))]: ...

    @property
    def legal(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    @property
    def opened(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def exploded(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]: ...

    @property
    def stands(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

    @property
    def last_observations(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,))]: ...

    @property
    def numbers(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]: ...

class Variant(enum.Enum):
    normal = 0

    hard_core = 1

    lucky = 2

class Ruling:
    """What a variant says about an action."""

    @property
    def guess(self) -> list[int]:
        """The cells of a guess that loses; otherwise empty."""

    @property
    def mined(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """The mines after they have moved; otherwise empty."""

def opened_by(position: Position, action: Action) -> list[int]:
    """The cells that an action opens, without those that open from a zero."""

def rule_on(game: Game, variant: Variant, action: Action, seed: int) -> Ruling: ...

def rearranged(position: Position, spared: Sequence[int], seed: int, time_limit: float | None = None) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))] | None: ...

class MoveChance:
    """What a move did to the chance to win."""

    @property
    def before(self) -> float: ...

    @property
    def before_error(self) -> float: ...

    @property
    def chosen(self) -> float: ...

    @property
    def lost(self) -> float: ...

    @property
    def lost_error(self) -> float: ...

    @property
    def after(self) -> float: ...

    @property
    def best(self) -> int | None: ...

class ReviewedMove:
    """A move, and what was known before it."""

    @property
    def verdict(self) -> int: ...

    @property
    def opened(self) -> int: ...

    @property
    def exploded(self) -> bool: ...

    @property
    def risk(self) -> float | None: ...

    @property
    def best(self) -> int | None: ...

    @property
    def best_risk(self) -> float: ...

    @property
    def safe(self) -> int: ...

    @property
    def exact(self) -> bool: ...

    @property
    def rule(self) -> int | None: ...

    @property
    def missed(self) -> list[tuple[Deduction, str | None, tuple[str, dict[str, object]]]]: ...

    @property
    def chance(self) -> MoveChance | None: ...

class Reviewer:
    """Replays a game and judges its moves."""

    def __init__(self, topology: Topology, mined: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], rules: Rules, by_win: bool, time_limit: float | None = None, cancel: Cancel | None = None) -> None: ...

    def act(self, action: Action) -> None: ...

    def set_outcomes(self) -> None:
        """Adds the chance to win after each move."""

    @property
    def is_over(self) -> bool: ...

    @property
    def moves(self) -> list[ReviewedMove]: ...

    def is_fair(self) -> bool | None: ...

def review_summary(moves: Sequence[tuple[int, float | None, float, bool, tuple[float, float] | None]]) -> tuple[int, int, int, float, int, float, float, float, float, float, list[int]]:
    """
    Takes verdict, risk, least risk, whether it hit a mine, and the chance to win before with how much of it was lost, of each move.
    """

def player_figures(games: Sequence[tuple[bool, int, int, float | None, int, int, int, float, int, float, float, float | None, float | None]]) -> tuple[int, int, int, int, float, int, float, float | None, float | None, float | None, float | None, float | None]:
    """The figures of many games together."""

def missed_rules(mistakes: Sequence[tuple[int, float]]) -> list[tuple[int, list[int], float]]:
    """
    Takes rules and risks. Returns each rule, the indices of its mistakes, and the sum of their risks.
    """

def riskiest(mistakes: Sequence[tuple[int, float]], most: int) -> list[int]:
    """The indices of the mistakes of the greatest risk."""

def pluck_of(luck: float) -> float: ...

def excess_risk(verdict: int, risk: float | None, best_risk: float) -> float: ...

def is_riskier(verdict: int, risk: float | None, best_risk: float) -> bool: ...

def grades() -> list[tuple[str, float]]:
    """The names of the grades, and the most that a move of each grade loses."""

def grade_of(lost: float) -> int: ...

def kept_share(before: float, lost: float) -> float: ...

def statistics_of(games: Sequence[tuple[str, int, int, int | None, int, str]]) -> str:
    """
    The statistics as JSON. Takes standing, milliseconds, date, 3BV, clicks and id of each game.
    """
