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
from grav.cli.bot_runner.mind import Mind
from grav.client import (
    Rejected,
    Server,
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
LAST_CHANCE = 5.0
"""Seconds to wait for the table to move on after a refused move, before the bot resigns."""
REMATCH = 600.0
"""Seconds for which a bot stays at a table whose game is over, in case of a rematch."""


@dataclass(frozen=True)
class Bot:
    """What all tables of a bot share."""

    server: Server
    name: str | None
    """Its account name at the server, for which seats are reserved."""
    sit: Callable[[str], Player]
    """Creates a player from a random seed."""
    threads: Executor
    pauses: bool
    tell: Callable[..., None]
    """Prints a text for whoever runs the bot, by key and values."""


class BotTable:
    def __init__(self, bot: Bot, table: str, *, takes_a_seat: bool = False) -> None:
        """`takes_a_seat`: whether it may take any open seat, not only one reserved for it."""
        self._bot = bot
        self._table = table
        self._takes_a_seat = takes_a_seat
        self._known = TableReplica()
        self._minds: dict[int, Mind] = {}
        self._answers: dict[int, tuple[object, asyncio.Task[None]]] = {}
        """By seat: the last question, and the task that answers it."""
        self._sitting: asyncio.Task[None] | None = None
        self._refused: set[int] = set()
        """Seats that the server refused to the bot."""

    async def play(self) -> None:
        """Plays until the table closes, a rematch follows, or REMATCH has passed since the end."""
        loop = asyncio.get_running_loop()
        try:
            async with (
                asyncio.timeout(None) as patience,
                aclosing(follow_table(self._bot.server, self._table, self._known)) as messages,
            ):
                async for message in messages:
                    await self._hear(message)
                    now = self._known.now
                    if now.stage == "closed" or now.next is not None:
                        return
                    if now.stage == "over" and patience.when() is None:
                        patience.reschedule(loop.time() + REMATCH)
                    self._wake()
        except TimeoutError:
            return
        finally:
            self._leave_all()
            if self._sitting is not None:
                self._sitting.cancel()

    async def _hear(self, message: Whole | News) -> None:
        if isinstance(message, Whole):
            self._meet(message)
            return
        for each in message.happened:
            match each:
                case PlacementTakenBack():
                    await self._look()
                    return
                case OfGame(event=GameEnded(ranking=ranking)):
                    self._tell("won" if ranking[0] in self._known.you else "lost")
                case TableClosed():
                    self._tell("closed")
                case _:
                    pass
        actions = actions_of(message.happened)
        if actions or any(isinstance(each, GameBegun) for each in message.happened):
            for seat, mind in self._minds.items():
                seen = self._known.view(seat)
                assert seen is not None
                mind.tell(actions, seen)

    async def _look(self) -> None:
        """Fetches a snapshot, for when the news alone do not lead to the current state."""
        whole = await with_retries(lambda: self._bot.server.look(self._table))
        while whole.number < self._known.whole.number:  # the snapshot is older than the news
            whole = await with_retries(lambda: self._bot.server.look(self._table))
        self._known.take(whole)
        self._meet(whole)

    def _meet(self, whole: Whole) -> None:
        """Cancels all answers, and passes a snapshot to each own seat's player (new if needed)."""
        self._leave_all()
        for seat in whole.you:
            if seat not in self._minds:
                seed = f"{self._table} {seat} {secrets.token_hex(8)}"
                self._minds[seat] = Mind(partial(self._bot.sit, seed), seat)
            self._minds[seat].meet(whole)

    def _leave_all(self) -> None:
        for _, task in self._answers.values():
            task.cancel()
        self._answers.clear()

    def _wake(self) -> None:
        """Starts tasks for new questions, and cancels those whose question has changed or gone."""
        for seat in self._minds:
            asked = self._asked(seat)
            before = self._answers.get(seat)
            if before is not None and before[0] == asked:
                continue
            if before is not None:
                before[1].cancel()
                del self._answers[seat]
            if asked is not None:
                self._answers[seat] = (asked, asyncio.create_task(self._answer(seat, asked)))
        if self._seat_to_take() is not None and (self._sitting is None or self._sitting.done()):
            self._sitting = asyncio.create_task(self._sit())

    def _seat_to_take(self) -> int | None:
        """Returns the first seat reserved for the bot, or else the first open one it may take."""
        if self._known.now.stage != "gathering":
            return None
        kept, free = [], []
        for seat, chair in enumerate(self._known.now.chairs):
            if chair.kind == "kept" and chair.name is not None and chair.name == self._bot.name:
                kept.append(seat)
            elif chair.kind == "open" and self._takes_a_seat and not self._known.you:
                free.append(seat)
        return next((seat for seat in (*kept, *free) if seat not in self._refused), None)

    async def _sit(self) -> None:
        """Takes seats until no more is reserved or open for it."""
        while (seat := self._seat_to_take()) is not None:
            if self._bot.pauses:
                await asyncio.sleep(SETTLING_PAUSE)
            try:
                done = await deliver(self._bot.server, self._table, c.Sit(id=_new_id(), seat=seat))
            except GravError as error:
                self._refused.add(seat)
                self._tell("refused", why=error.text)
                continue
            self._known.take(done)
            self._tell("sat", seat=seat + 1)
            # The game may have begun and gone on before the bot knew that the seat is its own.
            await self._look()
        self._wake()

    def _asked(self, seat: int) -> object:
        """Returns the question that the seat has to answer now: equal only to the same question."""
        now, mine = self._known.now, self._known.you
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

    async def _answer(self, seat: int, asked: object) -> None:
        began = time.monotonic()
        try:
            command, pause = await self._command(seat, asked)
            if self._bot.pauses:
                await asyncio.sleep(pause - (time.monotonic() - began))
            await deliver(self._bot.server, self._table, command)
        except Rejected as error:
            self._tell("refused", why=error.text)
            if isinstance(asked, Position):
                await self._give_up(seat)
        except GravError as error:  # raised by the player itself
            self._tell("refused", why=error.text)
            await self._give_up(seat)

    async def _give_up(self, seat: int) -> None:
        """Resigns, so that nobody waits for a player that has no answer. If the answer only came
        too late, the table goes on in the meantime, which cancels this task."""
        await asyncio.sleep(LAST_CHANCE)
        with suppress(GravError):
            await deliver(self._bot.server, self._table, c.ResignGame(id=_new_id(), seat=seat))

    async def _command(self, seat: int, asked: object) -> tuple[c.Command, float]:
        new = _new_id()
        match asked:
            case TakebackShown():
                return c.AnswerTakeback(id=new, seat=seat, agree=True), SETTLING_PAUSE
            case RematchShown():
                return c.AnswerRematch(id=new, seat=seat, agree=True), SETTLING_PAUSE
            case SettlingShown():
                return _settle(asked, seat, new), SETTLING_PAUSE
        seen, position = self._known.view(seat), self._known.now.position
        assert seen is not None
        assert position is not None
        thinking = asyncio.get_running_loop().run_in_executor(
            self._bot.threads, self._minds[seat].answer, seen
        )
        action, pause = await thinking
        placement = position.window.placement if position.window else 0
        return command_of(action, placement, new), pause

    def _tell(self, key: str, **values: object) -> None:
        self._bot.tell(f"bot.{key}", table=self._table, **values)


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
