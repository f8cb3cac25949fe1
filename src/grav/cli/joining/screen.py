"""Prints a table of a server: its settings, its seats, its board."""

from collections.abc import Collection

from grav.cli.joining.happening_text import names_of
from grav.cli.joining.parsing import PHRASES
from grav.cli.joining.prompt_text import format_time
from grav.cli.joining.terminal import Terminal
from grav.cli.shared.console import Console
from grav.cli.shared.game_screen import GameScreen
from grav.client import view_of
from grav.record.text_board import ASCII_MARKS, MARKS
from grav.rules import Rules
from grav.server.messages.settings import Days, Fischer, PerMove, Settings
from grav.server.messages.views import Now, Whole
from grav.text import Language, Text, printable


class TableConsole(Console):
    """Prints above the input line."""

    def __init__(self, language: Language, colour: bool, terminal: Terminal) -> None:
        super().__init__(language, colour)
        self._terminal = terminal

    def show(self, text: str | Text = "") -> None:
        self._terminal.show(text.say(self.language) if isinstance(text, Text) else text)


class TableScreen:
    def __init__(self, console: Console, plain: bool) -> None:
        self._console = console
        self._plain = plain

    def show_introduction(self, whole: Whole, link: str) -> None:
        """Prints the link, the settings and the seats, for somebody who has just joined."""
        self._console.show_text("join.at", link=link)
        for text in _settings_text(whole.settings):
            self._console.show(f"  {text.say(self._console.language)}")
        self.show_seats(whole.now, whole.you)
        if whole.hosting and whole.now.stage == "gathering":
            self._console.show_text("join.others", link=link)

    def show_seats(self, now: Now, mine: Collection[int]) -> None:
        names = names_of(now.chairs, self._console.language)
        for seat, chair in enumerate(now.chairs):
            mark = (ASCII_MARKS if self._plain else MARKS)[seat]
            who: Text | str = printable(names[seat])
            if chair.kind in ("open", "kept"):
                who = Text(f"join.seat_{chair.kind}", {"name": chair.name})
            elif seat in mine:
                who = Text("join.seat_yours", {"name": names[seat]})
            self._console.show_text("join.seat", seat=seat + 1, mark=mark, who=who)

    def show_rules(self, now: Now, rules: Rules) -> None:
        if now.position is not None:
            self._screen(now).show_rules(view_of(now.position, rules, None))

    def show_board(self, now: Now, rules: Rules) -> None:
        """Prints the board, the stone counts, and the clocks if they differ."""
        if now.position is None:
            return
        self._screen(now).show_board(view_of(now.position, rules, None))
        if now.clock is not None and len(set(now.clock.left)) > 1:
            names = names_of(now.chairs, self._console.language)
            clocks = [
                Text("join.clock", {"player": name, "left": format_time(left)})
                for name, left in zip(names, now.clock.left, strict=True)
            ]
            self._console.show_text("join.clocks", clocks=clocks)

    def show_help(self, kinds: Collection[str]) -> None:
        """Prints the actions that are possible now, and the words that always are."""
        for kind in kinds:
            self._console.show(f"  {Text(f'play.how_{kind}').say(self._console.language)}")
        self._console.show_text("join.always")
        self._console.show_text("join.before")

    def show_phrases(self) -> None:
        for number, phrase in enumerate(PHRASES, start=1):
            self._console.show_text("join.phrase", number=number, phrase=Text(f"phrases.{phrase}"))

    def _screen(self, now: Now) -> GameScreen:
        has_names = any(chair.name or chair.level for chair in now.chairs)
        names = names_of(now.chairs, self._console.language) if has_names else None
        return GameScreen(self._console, names, self._plain)


def _settings_text(settings: Settings) -> list[Text]:
    how = Text(f"join.by_{settings.settle}", {"setting": settings.setting})
    texts = [Text("join.about", {"size": settings.size, "players": settings.seats, "how": how})]
    match settings.clock:
        case Fischer(seconds=seconds, increment=increment):
            left = format_time(seconds * 1000)
            texts.append(Text("join.clock_fischer", {"left": left, "increment": increment}))
        case PerMove(seconds=seconds):
            texts.append(Text("join.clock_per_move", {"left": format_time(seconds * 1000)}))
        case Days(days=days):
            texts.append(Text("join.clock_days", {"days": days}))
        case None:
            texts.append(Text("join.clock_none"))
    if settings.enforcement == "strict":
        texts.append(Text("join.strict"))
    elif settings.window_time is not None:
        texts.append(Text("join.window", {"left": format_time(settings.window_time)}))
    if settings.shown_help:
        kinds = [Text(f"join.help_{kind}") for kind in settings.shown_help]
        texts.append(Text("join.helps", {"kinds": kinds}))
    return texts
