"""Playing by hand: the screen around a session."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, ClassVar, Literal

from textual.app import App, ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType

from sapper._support.words import percent, quantity
from sapper.board.board import Level
from sapper.board.game import ActionKind
from sapper.board.position import Position
from sapper.cells import Cell
from sapper.cli.play.advice import (
    Advice,
    Adviser,
    HintView,
    Wish,
    advice_on,
    beliefs_text,
    by_rules,
    choice_caption,
    knowledge_text,
    risks_to_draw,
    statement_text,
    statements_around,
)
from sapper.cli.play.hand_board import BoardView
from sapper.cli.play.hand_game import HandGame, ending, standing
from sapper.cli.play.hand_widgets import THEME, Foot, HelpScreen, Mood, Panel, PlayArea
from sapper.cli.play.keys import Suspension, keys_at
from sapper.cli.play.series import in_words
from sapper.cli.shared.exit_codes import ExitCode
from sapper.draw.scene import Reveal, Scene
from sapper.errors import FormatError, GenerationError, SapperError
from sapper.hints.hints import hint
from sapper.strategy.evaluation import Evaluation, evaluate

if TYPE_CHECKING:
    from sapper.board.rules import Rules
    from sapper.inference.analysis import Cancel
    from sapper.strategy import Beliefs, Choice, Strategy

Overlay = Literal["moves", "risks", "beliefs"]
"""What shows after every action: only what was done, every risk, or what a strategy believes."""

_PACE = 0.3  # seconds between two moves of the strategy
_TICK = 0.2  # seconds between looks at the clock
_FOR_CHANCE = 2.0  # seconds after which the chance to win is known well enough
_GLANCE = 0.25  # seconds between looks at the board while all that is certain is done, step after step


class PlayApp(App[None]):
    """Minesweeper by keyboard and mouse."""

    CSS = """
    Screen { background: $background; }
    .-short Panel { height: 1; }
    .-short Panel Digits, .-short Panel #game, .-short Panel #record { display: none; }
    .-short Panel .small { display: block; }
    """
    TITLE = "Sapper"
    ENABLE_COMMAND_PALETTE = False
    VERTICAL_BREAKPOINTS = [(0, "-short"), (22, "-tall")]  # noqa: RUF012 - as the base class declares it

    BINDINGS: ClassVar[list[BindingType]] = [
        ("h", "want('hint')", "Hint"),
        ("H", "want('all hints')", "All hints"),
        ("m", "want('move')", "Move"),
        ("M", "want('step')", "One move"),
        ("g", "want('go on')", "Go on"),
        ("b", "want('guess')", "Guess"),
        ("p", "probabilities", "Odds"),
        ("w", "watch", "Watch"),
        ("v", "knowledge", "Knowledge"),
        ("t", "times", "Times"),
        ("j", "scroll(1)", "Scroll on"),
        ("k", "scroll(-1)", "Scroll back"),
        ("u", "take_back", "Undo"),
        ("s", "mines", "Mines"),
        ("r,f2", "new", "New"),
        ("a", "again", "Again"),
        ("1", "level('beginner')", "Beginner"),
        ("2", "level('intermediate')", "Intermediate"),
        ("3", "level('expert')", "Expert"),
        ("z", "tiles", "Size"),
        ("n", "numbers", "Numbers"),
        ("question_mark", "help", "Help"),
        ("q", "quit", "Quit"),
        Binding("ctrl+c", "interrupt", "Quit", priority=True),
        Binding("ctrl+z", "suspend", "Suspend", priority=True),
    ]

    def __init__(self, session: HandGame, show: Overlay, strategy: Strategy) -> None:
        """Readies the screen. The strategy is the one that can play on, and that tells what it believes."""
        super().__init__()
        self.register_theme(THEME)
        self.theme = THEME.name
        self.session = session
        self._position = session.game.position
        self._adviser = Adviser(self._look, self._on_advice)
        self._advice: Advice | None = None  # on the current position
        self._oracle = Adviser(by_rules(evaluate, self._rules, _FOR_CHANCE), self._on_evaluation)
        self._chance = ""  # to win from the current position, once it is known
        self._strategy = strategy
        self._believes = show == "beliefs"  # whether what shows are the beliefs of the strategy
        self._beliefs: Beliefs | None = None  # of the strategy, on the current position
        self._in_full = False  # whether all that it knows is wanted
        self._witness = Adviser(by_rules(strategy.beliefs, self._rules), self._show_beliefs)
        self._bot = Adviser(by_rules(strategy.choose, self._rules), self._bot_chose)
        self._bot_plays = False
        self._odds = show != "moves"  # whether risks show after every action
        self._wish: Wish | None = None  # what was asked for and is not done yet
        self._look_at = 0.0  # when to draw the board again while that is done
        self._hint_view: HintView = None  # the hint that shows
        self._mines = False  # whether the mines show after a loss
        self._suspension = Suspension(self._away, self.call_later)
        self._panel = Panel()
        self._board = BoardView(self._scene(), self._act, self._press)
        self._area = PlayArea(self._board)
        self._foot = Foot()

    def _rules(self) -> Rules:
        return self.session.game.rules

    def compose(self) -> ComposeResult:
        """The head, the board with the sentences, and the keys."""
        yield self._panel
        yield self._area
        yield self._foot

    def on_mount(self) -> None:
        """Starts the clock and the adviser."""
        self._board.focus()
        self._panel.set_interval(_TICK, self._show_counts)
        for adviser in (self._adviser, self._oracle, self._witness, self._bot):
            self.run_worker(adviser.run())
        self._suspension.__enter__()
        self._on_new_game()
        self._say("space opens, f flags, h gives a hint, ? lists all keys")

    def on_unmount(self) -> None:
        """Leaves Ctrl-Z to others."""
        self._suspension.__exit__()

    @contextmanager
    def _away(self) -> Iterator[None]:
        """Gives the terminal back for a while."""
        with self.suspend():
            yield
        self.refresh(layout=True)
        self.screen.refresh(layout=True)

    def action_suspend(self) -> None:
        """Lets the shell have the terminal."""
        with suppress(SuspendNotSupported):
            self._suspension.now()

    def on_face_click(self) -> None:
        """A click on the face starts a new game."""
        self.action_new()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Allows undo and mines after a loss only, advice during a game only."""
        if action in ("take_back", "mines"):
            return self.session.game.status == "lost"
        return action not in ("want", "probabilities", "watch", "knowledge") or self.session.playing

    def action_watch(self) -> None:
        """Lets the strategy play on, or takes the game back from it."""
        self._bot_plays = not self._bot_plays
        name = self._strategy.name
        self._say(f"{name} plays on. w takes the game back." if self._bot_plays else "You play on.")
        self._bot_goes_on()

    def _bot_goes_on(self) -> None:
        if self._bot_plays and self.session.playing:
            self._bot.ask(self._position)

    def _bot_chose(self, position: Position, choice: Choice | SapperError) -> None:
        """Does what the strategy chose, if it still plays."""
        if position is not self._position or not self._bot_plays:
            return
        if isinstance(choice, SapperError):
            self._bot_plays = False
            self._say(f"{choice}.")
            return
        caption = choice_caption(choice, begins=not self.session.under_way)
        self._play_help(choice.cells, choice.flags)
        self._bot_plays = self._position is not position and self.session.playing
        if self._bot_plays:
            self._say(f"{caption} {self._strategy.name} plays: w takes the game back.")
            self.set_timer(_PACE, self._bot_goes_on)

    def action_knowledge(self) -> None:
        """Says all that the strategy knows."""
        self._in_full = True
        if self._beliefs is None:
            self._say("Thinking...")
            self._witness.ask(self._position)
        else:
            self._show_beliefs(self._position, self._beliefs)

    def action_times(self) -> None:
        """Says how the games of all sessions came out."""
        file = self.session.record_file
        self._say("\n".join([file.text(self.session.setup), *([file.trouble] * bool(file.trouble))]))

    def action_want(self, wish: Wish) -> None:
        """Does what is wanted, as soon as the advice on the position is there."""
        self._bot_plays = False
        self._wish = wish
        self._take_advice()

    def action_probabilities(self) -> None:
        """Switches the risks on or off: the mine probabilities, or those that the strategy tells."""
        self._odds = not self._odds
        self._say("")
        if self._odds:
            self._take_risks()
        self._show()

    def action_take_back(self) -> None:
        """Takes back the action that lost."""
        if self.session.take_back():
            self._on_change()
            self._say("Taken back. This game no longer counts as won.")

    def action_mines(self) -> None:
        """Shows where the mines were."""
        self._mines = True
        self._show()

    def action_new(self) -> None:
        """Starts the next game."""
        self.session.new()
        self._on_new_game()

    def action_again(self) -> None:
        """Starts the same board over."""
        self.session.again()
        self._on_new_game()
        self._say("The same board again. This game does not count.")

    def action_level(self, level: Level) -> None:
        """Starts the next game on the board of a level."""
        self.session.at_level(level)
        self._on_new_game()

    def action_tiles(self) -> None:
        """Changes the size of the cells."""
        self._area.turn_cells()

    def action_numbers(self) -> None:
        """Switches the numbers of rows and columns on or off."""
        self._board.rule(not self._board.has_edges)
        self._area.fit()

    def action_scroll(self, pages: int) -> None:
        """Scrolls the sentences."""
        self._area.sentences.turn(pages)

    def action_open(self) -> None:
        """Opens the cell under the cursor."""
        self._board.action_play("open")

    def action_flag(self) -> None:
        """Flags the cell under the cursor."""
        self._board.action_play("flag")

    def action_help(self) -> None:
        """Lists the keys."""
        self.push_screen(HelpScreen())

    def action_interrupt(self) -> None:
        """Quits as other programs do at Ctrl-C."""
        self.exit(return_code=ExitCode.INTERRUPTED)

    def _on_new_game(self) -> None:
        """Shows another game."""
        self._bot_plays = False
        self._on_change()
        self._area.fit()
        self._board.centre()

    def _forget(self) -> None:
        """Forgets all advice on the position before an action."""
        self._position = self.session.game.position
        self._advice = self._beliefs = None
        self._chance, self._in_full = "", False
        self._wish, self._hint_view, self._mines = None, None, False

    def _on_change(self) -> None:
        """Shows what an action changed."""
        self._forget()
        self._say("" if self.session.playing else ending(self.session))
        if self._odds and self.session.playing:
            self._take_risks()
        self._show()
        self._foot.offer(keys_at(self.session.game.status))

    def _take_risks(self) -> None:
        """Shows the risks in the current position, or asks for them."""
        if not self._believes:
            self._take_advice()
        elif self._beliefs is None:
            self._say("Thinking...")
            self._witness.ask(self._position)
        else:
            self._show_beliefs(self._position, self._beliefs)

    def _show_beliefs(self, position: Position, beliefs: Beliefs | SapperError) -> None:
        """Shows what the strategy believes, or why it does not say, if the player still wants that."""
        if position is not self._position or not (self._in_full or (self._odds and self._believes)):
            return
        in_full, self._in_full = self._in_full, False
        if isinstance(beliefs, SapperError):
            self._beliefs = None
            self._say(f"{beliefs}.")
        else:
            self._beliefs = beliefs
            if in_full:
                self._say(knowledge_text(self._strategy.name, beliefs))
            else:
                self._say_beliefs()
        self._show()

    def _say_beliefs(self) -> None:
        """Says what the strategy knows, at most about the cells around the cursor."""
        if not self._believes or self._beliefs is None or self._hint_view is not None or not self._odds:
            return
        text = beliefs_text(self._strategy.name, self._beliefs)
        topology = self.session.game.topology
        around = statements_around(self._beliefs, topology, self._board.cursor, 1)
        self._say(" ".join([text, *(statement_text(each) for each in around)]))

    def on_board_view_pointer_move(self) -> None:
        """Tells what the strategy knows around the cursor."""
        if self.session.playing:
            self._say_beliefs()

    def _take_advice(self) -> None:
        """Shows advice on the current position, or asks for it."""
        game = self.session.game
        if self._advice is None and not self.session.under_way and game.rules.first_click != "any":
            self._advice = Advice.to_begin(hint(game))
        if self._advice is None:
            self._say("Thinking...")
            self._adviser.ask(self._position)
        else:
            self._on_advice(self._position, self._advice)

    def _look(self, position: Position, cancel: Cancel) -> Advice:
        """The advice on a position. Nobody would see reasons of moves that are made at once."""
        return advice_on(position, cancel, reasons=self._wish not in ("move", "go on"))

    def _on_advice(self, position: Position, advice: Advice | SapperError) -> None:
        """Shows an answer, if it is about the current position and still wanted."""
        if position is not self._position or not (self._wish or (self._odds and not self._believes)):
            return
        wish, self._wish = self._wish, None
        if isinstance(advice, SapperError):
            self._say(f"{advice}")
            return
        self._advice = advice
        if self._odds and not self._believes and not self._chance:
            self._oracle.ask(position)
        if wish == "hint":
            self._hint_view = advice.after(self._hint_view)
        elif wish == "all hints":
            self._hint_view = "all"
        elif wish is not None:
            if self._follow(wish, advice):
                return
            self._hint_view = len(advice.turns)  # the advice on a guess
        self._say(advice.text(self._hint_view))
        self._show()
        goal = advice.goal(self._hint_view)
        if wish and isinstance(goal, tuple):
            self._board.go(*goal)

    def _on_evaluation(self, position: Position, evaluation: Evaluation | SapperError) -> None:
        """Shows the chance to win from the current position. It stays unknown if it takes too long."""
        if position is not self._position or isinstance(evaluation, SapperError):
            return
        error = "" if evaluation.exact else f" +- {percent(evaluation.error, 0)}"
        self._chance = f", chance to win {percent(evaluation.win_probability, 0)}{error}"
        self._show()

    def _follow(self, wish: Wish, advice: Advice) -> bool:
        """Does what the player wants to be done by the advice. Returns whether anything changed."""
        if wish == "guess":
            return self._play_guess(advice)
        if wish == "step":
            opens, flags = advice.step(self._hint_view)
        else:
            opens, flags = advice.safe, advice.to_flag(self._position)
        if wish == "go on":
            return self._went_on(opens, flags)
        return self._play_help(opens, flags)

    def _went_on(self, opens: Sequence[Cell], flags: Sequence[Cell]) -> bool:
        """Opens and flags, then looks for more. Draws only now and then. Returns whether anything changed."""
        draws = time.monotonic() >= self._look_at
        has_effect = self._play_help(opens, flags, draws=draws)
        if has_effect and self.session.playing:
            if draws:
                self._look_at = time.monotonic() + _GLANCE
                self._say(f"Going on: {quantity(self.session.game.safe_left, 'safe cell')} left.")
            self._wish = "go on"
            self._adviser.ask(self._position)
        return has_effect

    def _play_guess(self, advice: Advice) -> bool:
        """Opens the best cell and says why. Returns whether anything changed."""
        if advice.best is None:
            return False
        has_effect = self._play_help([advice.best], [])
        if has_effect and self.session.under_way:
            why = advice.because
            self._say(why if self.session.playing else f"{ending(self.session)}\n{why}")
        return has_effect

    def _play_help(self, opens: Sequence[Cell], flags: Sequence[Cell], *, draws: bool = True) -> bool:
        """Opens and flags, and says so if it `draws`. Returns whether anything changed."""
        error: SapperError | None = None
        open_count = flag_count = 0
        try:
            open_count, flag_count = self.session.assist(opens, flags)
        except GenerationError as none_is_fair:
            self._say(f"{none_is_fair}.".capitalize())
            return True  # of the screen
        except FormatError as failure:  # the game was played all the same
            error = failure
        if not (open_count or flag_count or error):
            return False
        if not draws and error is None and self.session.playing:
            self._forget()
            return True
        self._on_change()
        if error is not None:
            self._say(f"{error}.")
        elif self.session.playing:
            summary = f"Opened {quantity(open_count, 'safe cell')}, flagged {quantity(flag_count, 'mine')}"
            self._say(f"{summary}. This game does not count.")
        return True

    def _act(self, kind: ActionKind, cell: tuple[int, int]) -> None:
        self._bot_plays = False
        try:
            has_effect = self.session.act(kind, cell)
        except GenerationError as error:
            self._say(f"{error}.".capitalize())
        except FormatError as error:  # the game was played all the same
            self._on_change()
            self._say(f"{error}.")
        else:
            if has_effect:
                self._on_change()

    def _press(self, down: bool) -> None:
        self._panel.show_mood("pressed" if down and self.session.playing else self._mood())

    def _show(self) -> None:
        """Draws the current game."""
        self._board.show(self._scene(), pointing=self.session.playing)
        self._panel.show_mood(self._mood())
        chance = self._chance if self._odds and self.session.playing else ""
        self._panel.show_game(f"{self.session.setup}{chance}", standing(self.session))
        self._show_counts()

    def _scene(self) -> Scene:
        if self.session.playing:
            if self._believes and self._hint_view is None:
                beliefs = self._beliefs if self._odds else None
                return Scene(self._position, None if beliefs is None else risks_to_draw(beliefs))
            if self._advice is None or (self._hint_view is None and not self._odds):
                return Scene(self._position)
            every_risk = self._odds and not self._believes
            return self._advice.over(self._position, every_risk=every_risk, view=self._hint_view)
        reveal: Reveal = "mines" if self._mines else "wrong flags"
        if self.session.game.status != "lost":
            reveal = "flags"
        return Scene(self._position, minefield=self.session.game.minefield, reveal=reveal)

    def _mood(self) -> Mood:
        return in_words(self.session.game.status)

    def _show_counts(self) -> None:
        self._panel.show_counts(self.session.game.mines_left, self.session.seconds)

    def _say(self, text: str) -> None:
        self._area.sentences.say(text)
