"""A table of a server at a terminal: prints what happens, and sends what is typed."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from grav.cli.forecasts.forecast_text import Outlook
from grav.cli.joining.answered_placement import Sight
from grav.cli.joining.game_commands import game_order, give_share, new_id
from grav.cli.joining.happening_text import Teller, names_of
from grav.cli.joining.my_seats import Cannot, Mine
from grav.cli.joining.parsing import Asked, read_line
from grav.cli.joining.prompt_text import Asking, told_time
from grav.cli.joining.screen import TableConsole, TableScreen
from grav.cli.joining.table_commands import table_order
from grav.cli.joining.terminal import Terminal, Typed
from grav.cli.playing.files import path_of, told_why
from grav.cli.playing.parsing import Load, NotUnderstood, Quit, Save, Show
from grav.client import Heard, Line, Server, TableClient, TableReplica, events_of
from grav.client.tasks import cancel_and_wait
from grav.game import GameEnded, Placed, Removed, Voided
from grav.record import Record, account, report, save
from grav.record.notation import Word
from grav.server.messages import commands as c
from grav.server.messages import public_events as h
from grav.server.messages.views import Done, Here, News, Refused, Whole
from grav.server.table.gathering import edition_of
from grav.text import GravError, Text, printable

LAST_WORDS = 5.0
"""Seconds to wait for the answers to the last commands before the table is left."""
DRAWN = (Placed, Voided, Removed)
"""Events after which the board is printed again."""
PEOPLE = ("person", "guest")
TAKEN = ("seat_taken", "seat_kept")
"""Refusals because somebody else took the seat; another one may be open."""


class JoinTable:
    """One visit to a table: from joining it until it is left or a rematch follows."""

    def __init__(
        self,
        server: Server,
        client: TableClient,
        terminal: Terminal,
        console: TableConsole,
        screen: TableScreen,
        name: str | None,
    ) -> None:
        self._server = server
        self._client = client
        self._known = TableReplica()
        """The table as shown so far; the client's own replica may be ahead."""
        self._mine = Mine(self._known)
        self._terminal = terminal
        self._console = console
        self._screen = screen
        self._name = name
        self._has_come = asyncio.Event()
        self._away: set[int] = set()
        self._line_is_up = True
        self._is_telling = False
        """Whether output is being printed; the prompt waits until it is complete."""
        self._sitting: str | None = None
        """The id of the command that automatically takes a seat."""
        self._shares: dict[int, str] = {}
        """The shares of the seed given from this terminal, by seat."""
        self._answers: dict[str, int] = {}
        """The placements answered from this terminal, by the ids of the commands."""
        self._sight = Sight(of_a_person=terminal.is_person)

    async def play(self) -> str | None:
        """Runs until the table is left; returns the id of the next game's table, if any."""
        hearing, *others = parts = [
            asyncio.create_task(part) for part in (self._hear(), self._listen(), self._tick())
        ]
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await cancel_and_wait(parts)
        for part in others:
            if not part.cancelled():
                part.result()
        return None if hearing.cancelled() else hearing.result()

    # Incoming messages

    async def _hear(self) -> str | None:
        async for heard in self._client.messages():
            self._is_telling = True
            await self._take(heard)
            self._is_telling = False
            if not self._has_come.is_set():
                continue
            self._do_of_itself()
            self._ask()
            if (following := self._known.now.next) is not None:
                self._console.tell("join.next", link=self._server.address.link(following))
                return following
            if self._known.now.stage == "closed":
                return None
        return None

    async def _take(self, heard: Heard) -> None:
        match heard:
            case Whole():
                await self._take_whole(heard)
            case News():
                await self._take_news(heard)
            case Done(id=id_):
                self._known.take(heard)
                if id_ in self._answers and self._answers[id_] == self._open_placement():
                    self._console.tell("join.is_in")  # the others do not see it yet
            case Refused(id=id_, code=code, text=text):
                self._answers.pop(id_ or "", None)
                if id_ != self._sitting or code not in TAKEN or not self._take_a_seat():
                    self._console.show(f"! {printable(text)}")
            case Here(seats=seats):
                self._take_presence(seats)
            case Line(up=up):
                self._line_is_up = up
                if self._has_come.is_set():
                    self._console.tell("join.line_up" if up else "join.line_down")

    async def _take_whole(self, whole: Whole) -> None:
        """Prints a snapshot: in full on joining, briefly after a long disconnection."""
        self._known.take(whole)
        if not self._has_come.is_set():
            link = self._server.address.link(whole.table)
            self._screen.introduce(whole, link)
            self._show_rules()
            self._console.tell("play.welcome")
            if whole.now.stage == "gathering" and whole.settings.mode == "online":
                self._take_a_seat()
            elif not whole.you:
                self._console.tell("join.you_watch")
            self._has_come.set()
        else:
            self._console.tell("join.as_it_is")
        self._show_board()
        if whole.now.closed is not None:
            self._console.tell(f"join.closed_{whole.now.closed}")
        if whole.now.stage == "over":
            await self._show_report()

    async def _take_news(self, news: News) -> None:
        before = self._known.now
        self._known.take(news)
        names = names_of(news.now.chairs, self._console.language)
        settings = self._known.whole.settings
        outlook = Outlook(settings.size, settings.seats, edition_of(settings))
        teller = Teller(news, before, names, self._mine.seats, self._shares, outlook)
        for text in teller.texts():
            self._console.show(text)
        events = events_of(news.happened)
        if any(isinstance(each, h.GameBegun) for each in news.happened):
            self._show_rules()
            self._show_board()
        elif any(isinstance(each, DRAWN) for each in events) or any(
            isinstance(each, h.PlacementTakenBack) for each in news.happened
        ):
            self._show_board()
        if any(isinstance(each, GameEnded) for each in events):
            await self._show_report()

    def _take_presence(self, seats: Sequence[bool]) -> None:
        """Updates presence: prints who has gone away, and who is back."""
        chairs = self._known.now.chairs
        names = names_of(chairs, self._console.language)
        people = [seat for seat, chair in enumerate(chairs) if chair.kind in PEOPLE]
        away = {seat for seat in people if not seats[seat]}
        for seat in people:
            if (seat in away) != (seat in self._away):
                key = "join.is_away" if seat in away else "join.is_back"
                self._console.tell(key, player=names[seat])
        self._away = away

    def _take_a_seat(self) -> bool:
        """Sends a command to take a reserved or open seat, unless one is already held.

        Returns whether it did.
        """
        seat = None if self._mine.seats else self._mine.seat_to_take(self._name)
        if seat is not None:
            sit = c.Sit(id=new_id(), seat=seat)
            self._sitting = sit.id
            self._client.send(sit)
        elif not self._mine.seats:
            self._console.tell("join.you_watch")
        return seat is not None

    def _do_of_itself(self) -> None:
        """Gives shares of the seed automatically, without asking."""
        settling = self._known.now.settling
        if settling is None or settling.commitment is None:
            return
        for seat in self._mine.seats:
            if settling.shares[seat] is None and seat not in self._shares:
                given = give_share(seat)
                self._shares[seat] = given.share
                self._client.send(given)

    # Output

    def _show_rules(self) -> None:
        if self._known.rules is not None:
            self._screen.rules(self._known.now, self._known.rules)

    def _show_board(self) -> None:
        if self._known.rules is None:
            return
        self._screen.board(self._known.now, self._known.rules)
        if (placement := self._open_placement()) is not None:
            self._sight.shows(placement, time.monotonic())

    async def _show_report(self) -> None:
        """Prints what was played, true and called: after the game this is public."""
        names = names_of(self._known.now.chairs, self._console.language)
        with suppress(GravError):
            record = replace(await self._record(), players=tuple(names))
            self._console.show(account(report(record), self._console.language))

    async def _record(self) -> Record:
        return await self._server.record(self._client.table)

    def _ask(self) -> None:
        if not self._has_come.is_set() or self._is_telling:
            return
        names = names_of(self._known.now.chairs, self._console.language)
        asking = Asking(self._known, names, self._answers.values())
        question = asking.question() if self._line_is_up else Text("join.prompt_down")
        ends, left = self._known.now.ends, ""
        if ends is not None and self._known.now.stage in ("settling", "playing"):
            told = told_time(ends - self._client.now())
            left = told.say(self._console.language) if isinstance(told, Text) else told
        self._terminal.ask(question.say(self._console.language), left)

    async def _tick(self) -> None:
        """Refreshes the time left in the prompt."""
        while True:
            self._ask()
            await asyncio.sleep(0.2)

    # Input

    async def _listen(self) -> None:
        await self._has_come.wait()
        while (typed := await self._terminal.line()) is not None:
            if not typed.text:
                continue
            try:
                if not await self._do(typed):
                    break
            except GravError as error:
                self._console.complain(error.text)
            self._ask()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self._client.answered()
        if self._known.now.stage in ("gathering", "settling", "playing"):
            self._console.tell("join.left", link=self._server.address.link(self._client.table))

    async def _do(self, typed: Typed) -> bool:
        """Carries out a typed line; returns False if the table is to be left."""

        def moment() -> tuple[int, int] | None:
            return self._sight.about(self._open_placement(), typed.at)

        match read_line(typed.text):
            case Word() as word:
                self._send(game_order(word, self._mine, moment))
            case Asked(name="say", rest=""):
                self._screen.phrases()
            case Asked() as asked:
                self._send(table_order(asked, self._mine, moment))
            case Show(what):
                self._show(what)
            case Save(path):
                await self._save(path)
            case Load():
                raise Cannot("join.no_load")
            case Quit():
                return False
            case NotUnderstood(why):
                self._console.complain(why)
        return True

    def _send(self, command: c.Command) -> None:
        if isinstance(command, (c.AcceptStone, c.ShoutGrav, c.LetStand)):
            self._answers[command.id] = command.placement
        self._client.send(command)
        if not self._line_is_up:
            self._console.tell("join.kept_for_later")

    def _open_placement(self) -> int | None:
        position = self._known.now.position
        return position.window.placement if position and position.window else None

    def _show(self, what: str) -> None:
        match what:
            case "seats":
                self._screen.seats(self._known.now, self._mine.seats)
            case "rules":
                self._show_rules()
            case "board":
                self._show_board()
            case _:
                may = [kind for seat in self._mine.seats for kind in self._mine.may(seat)]
                self._screen.help([*dict.fromkeys(may)])

    async def _save(self, typed: str) -> None:
        try:
            path = path_of(typed)
            if path.exists():
                raise Cannot("join.file_exists", file=str(path))
            save(await self._record(), path, self._console.language)
        except (OSError, GravError, ValueError, RuntimeError) as error:
            raise Cannot("play.cannot_save", why=told_why(error)) from error
        self._console.tell("play.saved", file=str(path))
