"""A bot at one table: takes a seat, settles, plays, and agrees to takebacks and rematches."""

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import aclosing, suppress
from dataclasses import dataclass
from functools import partial

from grav.bots import Player
from grav.cli.bot_runner.queued_player import QueuedPlayer
from grav.client import (
    Rejected,
    ServerClient,
    TableReplica,
    actions_of,
    deliver,
    follow_table,
    with_retries,
)
from grav.game import GameEnded
from grav.server.messages import commands as c
from grav.server.messages.game_events import OfGame
from grav.server.messages.move_commands import command_of
from grav.server.messages.public_events import GameBegun, PlacementTakenBack, TableClosed
from grav.server.messages.views import (
    News,
    Position,
    RematchShown,
    SettlingShown,
    TakebackShown,
    Whole,
)
from grav.text import GravError

SETTLING_PAUSE = 1.0
"""Seconds before the bot takes a seat, makes a step of settling or agrees: people can follow."""
RESIGN_DELAY = 5.0
"""Seconds to wait for the table to move on after a refused move, before the bot resigns."""
REMATCH_TIMEOUT = 600.0
"""Seconds for which a bot stays at a table whose game is over, in case of a rematch."""


@dataclass(frozen=True)
class Bot:
    """What all tables of a bot share."""

    server: ServerClient
    name: str | None
    """Its account name at the server, for which seats are reserved."""
    create_player: Callable[[str], Player]
    """Creates a player from a random seed."""
    threads: Executor
    pauses: bool
    print_text: Callable[..., None]
    """Prints a text for whoever runs the bot, by key and values."""


class BotTable:
    def __init__(self, bot: Bot, table: str, *, takes_a_seat: bool = False) -> None:
        """`takes_a_seat`: whether it may take any open seat, not only one reserved for it."""
        self._bot = bot
        self._table = table
        self._takes_a_seat = takes_a_seat
        self._replica = TableReplica()
        self._players: dict[int, QueuedPlayer] = {}
        self._answers: dict[int, tuple[object, asyncio.Task[None]]] = {}
        """By seat: the last question, and the task that answers it."""
        self._seat_task: asyncio.Task[None] | None = None
        self._refused_seats: set[int] = set()
        """Seats that the server refused to the bot."""

    async def play(self) -> None:
        """Plays until the table closes, a rematch follows, or the time for one has passed."""
        loop = asyncio.get_running_loop()
        try:
            async with (
                asyncio.timeout(None) as deadline,
                aclosing(follow_table(self._bot.server, self._table, self._replica)) as messages,
            ):
                async for message in messages:
                    await self._handle(message)
                    now = self._replica.now
                    if now.stage == "closed" or now.next is not None:
                        return
                    if now.stage == "over" and deadline.when() is None:
                        deadline.reschedule(loop.time() + REMATCH_TIMEOUT)
                    self._update_answers()
        except TimeoutError:
            return
        finally:
            self._cancel_answers()
            if self._seat_task is not None:
                self._seat_task.cancel()

    async def _handle(self, message: Whole | News) -> None:
        if isinstance(message, Whole):
            self._restart_players(message)
            return
        for each in message.happened:
            match each:
                case PlacementTakenBack():
                    await self._refresh()
                    return
                case OfGame(event=GameEnded(ranking=ranking)):
                    self._print("won" if ranking[0] in self._replica.you else "lost")
                case TableClosed():
                    self._print("closed")
                case _:
                    pass
        actions = actions_of(message.happened)
        if actions or any(isinstance(each, GameBegun) for each in message.happened):
            for seat, player in self._players.items():
                seen = self._replica.view(seat)
                assert seen is not None
                player.queue_actions(actions, seen)

    async def _refresh(self) -> None:
        """Fetches a snapshot, for when the news alone do not lead to the current state."""
        whole = await with_retries(lambda: self._bot.server.fetch_table(self._table))
        while whole.number < self._replica.whole.number:  # the snapshot is older than the news
            whole = await with_retries(lambda: self._bot.server.fetch_table(self._table))
        self._replica.apply(whole)
        self._restart_players(whole)

    def _restart_players(self, whole: Whole) -> None:
        """Cancels all answers, and passes a snapshot to each own seat's player (new if needed)."""
        self._cancel_answers()
        for seat in whole.you:
            if seat not in self._players:
                seed = f"{self._table} {seat} {secrets.token_hex(8)}"
                self._players[seat] = QueuedPlayer(partial(self._bot.create_player, seed), seat)
            self._players[seat].queue_snapshot(whole)

    def _cancel_answers(self) -> None:
        for _, task in self._answers.values():
            task.cancel()
        self._answers.clear()

    def _update_answers(self) -> None:
        """Starts tasks for new questions, and cancels those whose question has changed or gone."""
        for seat in self._players:
            question = self._question(seat)
            before = self._answers.get(seat)
            if before is not None and before[0] == question:
                continue
            if before is not None:
                before[1].cancel()
                del self._answers[seat]
            if question is not None:
                self._answers[seat] = (question, asyncio.create_task(self._answer(seat, question)))
        if self._seat_to_take() is not None and (self._seat_task is None or self._seat_task.done()):
            self._seat_task = asyncio.create_task(self._take_seats())

    def _seat_to_take(self) -> int | None:
        """Returns the first seat reserved for the bot, or else the first open one it may take."""
        if self._replica.now.stage != "gathering":
            return None
        reserved, free = [], []
        for seat, chair in enumerate(self._replica.now.chairs):
            if chair.kind == "kept" and chair.name is not None and chair.name == self._bot.name:
                reserved.append(seat)
            elif chair.kind == "open" and self._takes_a_seat and not self._replica.you:
                free.append(seat)
        return next((seat for seat in (*reserved, *free) if seat not in self._refused_seats), None)

    async def _take_seats(self) -> None:
        """Takes seats until no more is reserved or open for it."""
        while (seat := self._seat_to_take()) is not None:
            if self._bot.pauses:
                await asyncio.sleep(SETTLING_PAUSE)
            try:
                done = await deliver(self._bot.server, self._table, c.Sit(id=_new_id(), seat=seat))
            except GravError as error:
                self._refused_seats.add(seat)
                self._print("refused", why=error.text)
                continue
            self._replica.apply(done)
            self._print("sat", seat=seat + 1)
            # The game may have begun and gone on before the bot knew that the seat is its own.
            await self._refresh()
        self._update_answers()

    def _question(self, seat: int) -> object:
        """Returns the question that the seat has to answer now: equal only to the same question."""
        now, mine = self._replica.now, self._replica.you
        for wanted in (now.takeback, now.rematch):
            if wanted is not None and wanted.by not in mine and seat not in wanted.agreed:
                return wanted
        if now.settling is not None:
            return now.settling if _is_asked(now.settling, seat) else None
        position = now.position
        if now.stage != "playing" or position is None or len(position.may[seat]) < 2:
            return None
        window = position.window
        if window is None:
            return position
        return None if seat in window.answered else ("window", window.placement)

    async def _answer(self, seat: int, question: object) -> None:
        began = time.monotonic()
        try:
            command, pause = await self._command(seat, question)
            if self._bot.pauses:
                await asyncio.sleep(pause - (time.monotonic() - began))
            await deliver(self._bot.server, self._table, command)
        except Rejected as error:
            self._print("refused", why=error.text)
            if isinstance(question, Position):
                await self._give_up(seat)
        except GravError as error:  # raised by the player itself
            self._print("refused", why=error.text)
            await self._give_up(seat)

    async def _give_up(self, seat: int) -> None:
        """Resigns, so that nobody waits for a player that has no answer. If the answer only came
        too late, the table goes on in the meantime, which cancels this task."""
        await asyncio.sleep(RESIGN_DELAY)
        with suppress(GravError):
            await deliver(self._bot.server, self._table, c.ResignGame(id=_new_id(), seat=seat))

    async def _command(self, seat: int, question: object) -> tuple[c.Command, float]:
        new = _new_id()
        match question:
            case TakebackShown():
                return c.AnswerTakeback(id=new, seat=seat, agree=True), SETTLING_PAUSE
            case RematchShown():
                return c.AnswerRematch(id=new, seat=seat, agree=True), SETTLING_PAUSE
            case SettlingShown():
                return _settle(question, seat, new), SETTLING_PAUSE
        seen, position = self._replica.view(seat), self._replica.now.position
        assert seen is not None
        assert position is not None
        thinking = asyncio.get_running_loop().run_in_executor(
            self._bot.threads, self._players[seat].answer, seen
        )
        action, pause = await thinking
        placement = position.window.placement if position.window else 0
        return command_of(action, placement, new), pause

    def _print(self, key: str, **values: object) -> None:
        self._bot.print_text(f"bot.{key}", table=self._table, **values)


def _new_id() -> str:
    return secrets.token_urlsafe(9)


def _is_asked(settling: SettlingShown, seat: int) -> bool:
    """Whether the bot makes a step of settling: it leaves dice and proposals to people."""
    if seat not in settling.to_act:
        return False
    if None in settling.shares or settling.how == "cards":
        return True
    return settling.how == "agreement" and bool(settling.proposals)


def _settle(settling: SettlingShown, seat: int, new: str) -> c.Command:
    if None in settling.shares:
        return c.GiveShare(id=new, seat=seat, share=secrets.token_urlsafe(32))
    if settling.how == "agreement":
        return c.AgreeNumbers(id=new, seat=seat, setting=settling.proposals[-1]["setting"])
    if settling.hand:
        return c.KeepCard(id=new, seat=seat, index=0)
    return c.DrawCards(id=new, seat=seat)
