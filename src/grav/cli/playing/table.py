"""A game of people and programs at one terminal."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from grav.bots import Player
from grav.cli.shared.console import Console
from grav.cli.shared.game_commands import Load, NotUnderstood, Quit, Save, Show, parse_command
from grav.cli.shared.game_screen import GameScreen
from grav.cli.shared.record_files import GameFiles, states_of
from grav.cli.shared.typed_words import words_for
from grav.game import (
    Accept,
    Action,
    Event,
    Grav,
    Help,
    Opening,
    Over,
    Pass,
    Penalty,
    Place,
    Placed,
    Refusal,
    Remove,
    Removed,
    Resign,
    State,
    View,
    Voided,
    Window,
    action_name,
    apply,
    view,
    view_event,
)
from grav.record import Record, event_text, report, report_text
from grav.record.notation import Word, meant_actions, meant_seats
from grav.text import Text


class TerminalGame:
    """The seats and the game so far. Prints nothing but views, so that no verdict leaks."""

    def __init__(
        self,
        record: Record,
        console: Console,
        *,
        bots: Mapping[int, Player],
        help: Collection[Help],  # noqa: A002
        plain: bool = False,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        self._console = console
        self._bots = bots
        self._help = help
        self._plain = plain
        self._pause = pause
        """Sleeps before a program answers in a window; None: no pauses."""
        self._saved = True
        self._files = GameFiles(console)
        self._replace_game(record)

    @property
    def record(self) -> Record:
        return self._record

    @property
    def is_saved(self) -> bool:
        return self._saved

    def play(self) -> None:
        """Plays until the game is over or a person quits."""
        self._screen.show_rules(self._view(None))
        self._console.show_text("play.welcome")
        self._show_board()
        while not isinstance(self._state.phase, Over):
            seats = self._people_to_act()
            if seats:
                if not self._read_command(seats):
                    return
            else:
                self._let_bot_act()
        self._finish()

    def _replace_game(self, record: Record) -> None:
        """Makes this record the current game; raises GravError if the rules refuse an action."""
        states = states_of(record)
        self._record, self._state = record, states[-1]
        self._screen = GameScreen(self._console, record.players, self._plain)
        # Replayed, so that programs know the order in which the stones came.
        for action, state in zip((None, *record.actions), states, strict=True):
            self._show_bots(state, action)

    def _show_bots(self, state: State, action: Action | None) -> None:
        for seat, bot in self._bots.items():
            if action is not None:
                bot.hear(action)
            bot.see(view(state, seat, self._help))

    def _view(self, seat: int | None) -> View:
        return view(self._state, seat, self._help)

    def _show_board(self) -> None:
        self._screen.show_board(self._view(None))

    def _people_to_act(self) -> list[int]:
        """The people who can do more than resign; in a window they answer before programs."""
        people = [seat for seat in range(self._record.rules.players) if seat not in self._bots]
        return [seat for seat in people if len(self._view(seat).may) > 1]

    def _let_bot_act(self) -> None:
        for seat, bot in self._bots.items():
            seen = self._view(seat)
            if len(seen.may) > 1:
                action = bot.act(seen)
                if self._pause is not None and seen.window is not None:
                    self._pause(bot.delay(seen))
                self._apply(action)
                return

    def _read_command(self, seats: list[int]) -> bool:
        """Reads and carries out one command of these people; returns False if they quit."""
        names: list[object] = [self._screen.name(seat) for seat in seats]
        answer = self._console.ask(f"play.prompt_{self._prompt(seats)}", players=names)
        if not answer:
            return True
        match parse_command(answer):
            case NotUnderstood(why):
                self._console.show_error(why)
            case Show("help"):
                self._show_help(seats)
            case Show("rules"):
                self._screen.show_rules(self._view(None))
            case Show():
                self._show_board()
            case Save(path):
                self._saved = self._files.save(self._record, path) or self._saved
            case Load(path):
                self._load(path)
            case Quit():
                return not self._may_leave()
            case Word() as word:
                self._carry_out(word, seats)
        return True

    def _prompt(self, seats: list[int]) -> str:
        """Returns the name of the prompt for these people."""
        phase = self._state.phase
        if isinstance(phase, Opening) and len(seats) == 1:
            return "turn"
        if isinstance(phase, Window) and "place" in self._view(seats[0]).may:
            return "window_or_place"
        return phase.name

    def _carry_out(self, word: Word, seats: list[int]) -> None:
        actions = self._meant_actions(word, seats)
        if not actions:
            self._console.show_error(Text("play.who", {"seats": [seat + 1 for seat in seats]}))
            return
        for action in actions:
            if why := self._objection(action, seats):
                self._console.show_error(why)
                return
            try:
                self._apply(action)
            except Refusal as refusal:
                self._console.show_error(refusal.text)
                return

    def _meant_actions(self, word: Word, seats: list[int]) -> list[Action]:
        """Returns the actions that a word states; without a player, for the one who is asked.

        Empty if several are asked; but `ok` holds for all of them, and the first one begins.
        """
        if word.seat is None and word.kind is Accept:
            awaited = [seat for seat in meant_seats(Accept, self._state) if seat in seats]
            return [Accept(seat) for seat in awaited or seats[:1]]
        if word.kind is Place and isinstance(self._state.phase, Penalty):
            word = replace(word, kind=Remove)  # a point alone names the stone to remove
        begins = word.kind is Place and isinstance(self._state.phase, Opening)
        if word.seat is None and (begins or len(seats) == 1):
            word = replace(word, seat=seats[0])
        return [] if word.seat is None else meant_actions(word, self._state)

    def _objection(self, action: Action, seats: list[int]) -> Text | None:
        """Returns why a person cannot do this at the table, beyond what the rules refuse."""
        if action.by in self._bots:
            return Text("play.not_a_person", {"player": self._screen.name(action.by)})
        if isinstance(action, (Accept, Grav)) and not isinstance(self._state.phase, Window):
            return Text("play.no_stone_waits")
        if isinstance(action, Resign) or action.by not in seats:
            return None
        # Whether acting would close the window can depend on the verdict, which is secret.
        in_window = isinstance(self._state.phase, Window)
        acts = isinstance(action, (Place, Pass))
        if in_window and acts and action_name(action) not in self._view(action.by).may:
            return Text("play.answer_first")
        return None

    def _apply(self, action: Action) -> None:
        self._state, events = apply(self._state, action)
        self._record = replace(self._record, actions=(*self._record.actions, action))
        self._saved = False
        self._show_bots(self._state, action)
        self._show_events(events)

    def _show_events(self, events: Sequence[Event]) -> None:
        for event in events:
            if text := event_text(view_event(event, None, self._help), self._record.players):
                self._console.show(text)
        if any(isinstance(event, (Placed, Voided, Removed)) for event in events):
            self._show_board()

    def _show_help(self, seats: list[int]) -> None:
        """Prints the actions that these seats may take, and the commands always available."""
        for seat in seats:
            may = [Text(f"play.how_{name}") for name in self._view(seat).may]
            self._console.show_text("play.can", player=self._screen.name(seat))
            for text in may:
                self._console.show(f"  {text.say(self._console.language)}")
        self._console.show_text("play.always")

    def _load(self, path: str) -> None:
        leaves = "play.really_load"
        if not self._saved and not self._console.ask_yes_or_no(leaves, otherwise=False):
            return
        record = self._files.load(path)
        if record is None:
            return
        if self._bots and record.rules.players != self._record.rules.players:
            values = {"found": record.rules.players, "expected": self._record.rules.players}
            self._console.show_error(Text("play.other_players", values))
            return
        self._replace_game(record)
        self._saved = True
        self._screen.show_rules(self._view(None))
        self._show_board()

    def _may_leave(self) -> bool:
        """Whether the table may be left; offers to save an unsaved game."""
        if self._saved:
            return True
        answer = self._console.ask("play.save_before_leaving")
        if answer and answer.lower() not in words_for("quit"):
            self._saved = self._files.save(self._record, answer)
            return self._saved
        self._saved = True  # declined: do not ask again
        return True

    def _finish(self) -> None:
        found = report(self._record)
        if self._console.ask_yes_or_no("play.show_report", otherwise=True):
            self._console.show(report_text(found, self._console.language))
        while not self._may_leave():
            pass
