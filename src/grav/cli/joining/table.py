"""A table of a server at a terminal: prints what happens, and sends what is typed."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from grav.cli.forecasts.settling_forecast import SettlingForecast
from grav.cli.joining.answered_placement import AnsweredPlacement
from grav.cli.joining.game_commands import build_game_command, build_share, new_id
from grav.cli.joining.happening_text import HappeningText, names_of
from grav.cli.joining.my_seats import ImpossibleCommand, MySeats
from grav.cli.joining.parsing import TableWord, parse_line
from grav.cli.joining.prompt_text import PromptText, format_time
from grav.cli.joining.screen import TableConsole, TableScreen
from grav.cli.joining.table_commands import build_table_command
from grav.cli.joining.terminal import Terminal, TypedLine
from grav.cli.shared.game_commands import Load, NotUnderstood, Quit, Save, Show
from grav.cli.shared.record_files import error_text, parse_path
from grav.client import (
    ConnectionChanged,
    Incoming,
    ServerClient,
    TableClient,
    TableReplica,
    events_of,
)
from grav.game import GameEnded, Placed, Removed, Voided
from grav.record import Record, report, report_text, save
from grav.record.notation import Word
from grav.server.messages import commands as c
from grav.server.messages import public_events as h
from grav.server.messages.views import Done, Here, News, Refused, Whole
from grav.server.table.gathering import edition_of
from grav.tasks import background_tasks
from grav.text import GravError, Text, printable

LAST_ANSWERS_TIMEOUT = 5.0
"""Seconds to wait for the answers to the last commands before the table is left."""
BOARD_CHANGES = (Placed, Voided, Removed)
"""Events after which the board is printed again."""
PEOPLE = ("person", "guest")
SEAT_TAKEN_CODES = ("seat_taken", "seat_kept")
"""Refusals because somebody else took the seat; another one may be open."""


class JoinTable:
    """One visit to a table: from joining it until it is left or a rematch follows."""

    def __init__(
        self,
        server: ServerClient,
        client: TableClient,
        terminal: Terminal,
        console: TableConsole,
        screen: TableScreen,
        name: str | None,
    ) -> None:
        self._server = server
        self._client = client
        self._replica = TableReplica()
        """The table as shown so far; the client's own replica may be ahead."""
        self._mine = MySeats(self._replica)
        self._terminal = terminal
        self._console = console
        self._screen = screen
        self._name = name
        self._has_joined = asyncio.Event()
        self._away: set[int] = set()
        self._is_connected = True
        self._is_printing = False
        """Whether output is being printed; the prompt waits until it is complete."""
        self._sit_command: str | None = None
        """The id of the command that automatically takes a seat."""
        self._shares: dict[int, str] = {}
        """The shares of the seed given from this terminal, by seat."""
        self._answers: dict[str, int] = {}
        """The placements answered from this terminal, by the ids of the commands."""
        self._answered_placement = AnsweredPlacement(of_a_person=terminal.is_person)

    async def play(self) -> str | None:
        """Runs until the table is left; returns the id of the next game's table, if any."""
        work = self._receive(), self._read_input(), self._refresh_prompt()
        async with background_tasks(*work) as parts:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        receiving, *others = parts
        for part in others:
            if not part.cancelled():
                part.result()
        return None if receiving.cancelled() else receiving.result()

    # Incoming messages

    async def _receive(self) -> str | None:
        async for message in self._client.messages():
            self._is_printing = True
            await self._handle(message)
            self._is_printing = False
            if not self._has_joined.is_set():
                continue
            self._give_shares()
            self._update_prompt()
            if (following := self._replica.now.next) is not None:
                self._console.show_text("join.next", link=self._server.address.link(following))
                return following
            if self._replica.now.stage == "closed":
                return None
        return None

    async def _handle(self, message: Incoming) -> None:
        match message:
            case Whole():
                await self._handle_snapshot(message)
            case News():
                await self._handle_news(message)
            case Done(id=id_):
                self._replica.apply(message)
                if id_ in self._answers and self._answers[id_] == self._open_placement():
                    self._console.show_text("join.is_in")  # the others do not see it yet
            case Refused(id=id_, code=code, text=text):
                self._answers.pop(id_ or "", None)
                if (
                    id_ != self._sit_command
                    or code not in SEAT_TAKEN_CODES
                    or not self._take_a_seat()
                ):
                    self._console.show(f"! {printable(text)}")
            case Here(seats=seats):
                self._handle_presence(seats)
            case ConnectionChanged(up=up):
                self._is_connected = up
                if self._has_joined.is_set():
                    self._console.show_text("join.line_up" if up else "join.line_down")

    async def _handle_snapshot(self, whole: Whole) -> None:
        """Prints a snapshot: in full on joining, briefly after a long disconnection."""
        self._replica.apply(whole)
        if not self._has_joined.is_set():
            link = self._server.address.link(whole.table)
            self._screen.show_introduction(whole, link)
            self._show_rules()
            self._console.show_text("play.welcome")
            if whole.now.stage == "gathering" and whole.settings.mode == "online":
                self._take_a_seat()
            elif not whole.you:
                self._console.show_text("join.you_watch")
            self._has_joined.set()
        else:
            self._console.show_text("join.as_it_is")
        self._show_board()
        if whole.now.closed is not None:
            self._console.show_text(f"join.closed_{whole.now.closed}")
        if whole.now.stage == "over":
            await self._show_report()

    async def _handle_news(self, news: News) -> None:
        before = self._replica.now
        self._replica.apply(news)
        names = names_of(news.now.chairs, self._console.language)
        settings = self._replica.whole.settings
        forecast = SettlingForecast(settings.size, settings.seats, edition_of(settings))
        happening_text = HappeningText(
            news, before, names, self._mine.seats, self._shares, forecast
        )
        for text in happening_text.texts():
            self._console.show(text)
        events = events_of(news.happened)
        if any(isinstance(each, h.GameBegun) for each in news.happened):
            self._show_rules()
            self._show_board()
        elif any(isinstance(each, BOARD_CHANGES) for each in events) or any(
            isinstance(each, h.PlacementTakenBack) for each in news.happened
        ):
            self._show_board()
        if any(isinstance(each, GameEnded) for each in events):
            await self._show_report()

    def _handle_presence(self, seats: Sequence[bool]) -> None:
        """Updates presence: prints who has gone away, and who is back."""
        chairs = self._replica.now.chairs
        names = names_of(chairs, self._console.language)
        people = [seat for seat, chair in enumerate(chairs) if chair.kind in PEOPLE]
        away = {seat for seat in people if not seats[seat]}
        for seat in people:
            if (seat in away) != (seat in self._away):
                key = "join.is_away" if seat in away else "join.is_back"
                self._console.show_text(key, player=names[seat])
        self._away = away

    def _take_a_seat(self) -> bool:
        """Sends a command to take a reserved or open seat, unless one is already held.

        Returns whether it did.
        """
        seat = None if self._mine.seats else self._mine.seat_to_take(self._name)
        if seat is not None:
            sit = c.Sit(id=new_id(), seat=seat)
            self._sit_command = sit.id
            self._client.send(sit)
        elif not self._mine.seats:
            self._console.show_text("join.you_watch")
        return seat is not None

    def _give_shares(self) -> None:
        """Gives shares of the seed automatically, without asking."""
        settling = self._replica.now.settling
        if settling is None or settling.commitment is None:
            return
        for seat in self._mine.seats:
            if settling.shares[seat] is None and seat not in self._shares:
                given = build_share(seat)
                self._shares[seat] = given.share
                self._client.send(given)

    # Output

    def _show_rules(self) -> None:
        if self._replica.rules is not None:
            self._screen.show_rules(self._replica.now, self._replica.rules)

    def _show_board(self) -> None:
        if self._replica.rules is None:
            return
        self._screen.show_board(self._replica.now, self._replica.rules)
        if (placement := self._open_placement()) is not None:
            self._answered_placement.mark_shown(placement, time.monotonic())

    async def _show_report(self) -> None:
        """Prints what was played, true and called: after the game this is public."""
        names = names_of(self._replica.now.chairs, self._console.language)
        with suppress(GravError):
            record = replace(await self._record(), players=tuple(names))
            self._console.show(report_text(report(record), self._console.language))

    async def _record(self) -> Record:
        return await self._server.fetch_record(self._client.table)

    def _update_prompt(self) -> None:
        if not self._has_joined.is_set() or self._is_printing:
            return
        names = names_of(self._replica.now.chairs, self._console.language)
        prompt = PromptText(self._replica, names, self._answers.values())
        question = prompt.question() if self._is_connected else Text("join.prompt_down")
        ends, left = self._replica.now.ends, ""
        if ends is not None and self._replica.now.stage in ("settling", "playing"):
            time_left = format_time(ends - self._client.now())
            left = (
                time_left.say(self._console.language) if isinstance(time_left, Text) else time_left
            )
        self._terminal.ask(question.say(self._console.language), left)

    async def _refresh_prompt(self) -> None:
        """Refreshes the time left in the prompt."""
        while True:
            self._update_prompt()
            await asyncio.sleep(0.2)

    # Input

    async def _read_input(self) -> None:
        await self._has_joined.wait()
        while (typed := await self._terminal.line()) is not None:
            if not typed.text:
                continue
            try:
                if not await self._carry_out(typed):
                    break
            except GravError as error:
                self._console.show_error(error.text)
            self._update_prompt()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_ANSWERS_TIMEOUT):
                await self._client.wait_until_answered()
        if self._replica.now.stage in ("gathering", "settling", "playing"):
            self._console.show_text("join.left", link=self._server.address.link(self._client.table))

    async def _carry_out(self, typed: TypedLine) -> bool:
        """Carries out a typed line; returns False if the table is to be left."""

        def get_answered_placement() -> tuple[int, int] | None:
            return self._answered_placement.measure_answer(self._open_placement(), typed.at)

        match parse_line(typed.text):
            case Word() as word:
                self._send(build_game_command(word, self._mine, get_answered_placement))
            case TableWord(name="say", rest=""):
                self._screen.show_phrases()
            case TableWord() as asked:
                self._send(build_table_command(asked, self._mine, get_answered_placement))
            case Show(what):
                self._show(what)
            case Save(path):
                await self._save(path)
            case Load():
                raise ImpossibleCommand("join.no_load")
            case Quit():
                return False
            case NotUnderstood(why):
                self._console.show_error(why)
        return True

    def _send(self, command: c.Command) -> None:
        if isinstance(command, (c.AcceptStone, c.ShoutGrav, c.LetStand)):
            self._answers[command.id] = command.placement
        self._client.send(command)
        if not self._is_connected:
            self._console.show_text("join.kept_for_later")

    def _open_placement(self) -> int | None:
        position = self._replica.now.position
        return position.window.placement if position and position.window else None

    def _show(self, what: str) -> None:
        match what:
            case "seats":
                self._screen.show_seats(self._replica.now, self._mine.seats)
            case "rules":
                self._show_rules()
            case "board":
                self._show_board()
            case _:
                may = [
                    kind for seat in self._mine.seats for kind in self._mine.possible_kinds(seat)
                ]
                self._screen.show_help([*dict.fromkeys(may)])

    async def _save(self, typed: str) -> None:
        try:
            path = parse_path(typed)
            if path.exists():
                raise ImpossibleCommand("join.file_exists", file=str(path))
            save(await self._record(), path, self._console.language)
        except (OSError, GravError, ValueError, RuntimeError) as error:
            raise ImpossibleCommand("play.cannot_save", why=error_text(error)) from error
        self._console.show_text("play.saved", file=str(path))
