"""A bot at one table: it sits down, settles, plays, and agrees to what people ask."""

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import aclosing, suppress
from dataclasses import dataclass
from functools import partial

from grav.bots import Player
from grav.cli.bot_mind import Mind
from grav.client import (
    Rejected,
    Server,
    TableReplica,
    actions_of,
    deliver,
    follow_table,
    with_retries,
)
from grav.server.messages import commands as c
from grav.server.messages.happenings import GameBegun, GameOver, PlacementTakenBack, TableClosed
from grav.server.messages.views import (
    News,
    Position,
    RematchShown,
    SettlingShown,
    TakebackShown,
    Whole,
)
from grav.server.table.playing import command_of
from grav.text import GravError

SETTLING_PAUSE = 1.0
"""Seconds before a share, a card or a yes, so that people can follow."""
LAST_CHANCE = 5.0
"""Seconds in which a table goes on, if it does, after it refused a move."""
REMATCH = 600.0
"""Seconds for which a bot stays at a table whose game is over, in case another is wanted."""


@dataclass(frozen=True)
class Bot:
    """What all tables of a bot have in common."""

    server: Server
    name: str | None
    """As it is known to the server: seats are kept for it by this name."""
    sit: Callable[[str], Player]
    """A new player, by the seed of its chance."""
    threads: Executor
    pauses: bool
    tell: Callable[..., None]
    """Tells whoever runs it a text, by key and values."""


class BotTable:
    def __init__(self, bot: Bot, table: str, *, takes_a_seat: bool = False) -> None:
        """`takes_a_seat`: not only one that is kept for it, but any that is open."""
        self._bot = bot
        self._table = table
        self._takes_a_seat = takes_a_seat
        self._known = TableReplica()
        self._minds: dict[int, Mind] = {}
        self._answers: dict[int, tuple[object, asyncio.Task[None]]] = {}
        """By seat: what was asked last, and the work on it."""
        self._sitting: asyncio.Task[None] | None = None
        self._refused: set[int] = set()
        """Seats that the bot cannot have."""

    async def play(self) -> None:
        """Until the table is closed, or its game has been over for a while."""
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
                case GameOver(ranking=ranking):
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
        """What was told so far does not lead to where the table is: it is seen from its start."""
        whole = await with_retries(lambda: self._bot.server.look(self._table))
        while whole.number < self._known.whole.number:  # news were quicker than this answer
            whole = await with_retries(lambda: self._bot.server.look(self._table))
        self._known.take(whole)
        self._meet(whole)

    def _meet(self, whole: Whole) -> None:
        """All is to be looked at anew; a seat that is new here has its player from now on."""
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
        """Begins to answer what is asked now, and leaves what is asked no more."""
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
        """The first that is kept for the bot; or the first that is open, if it may take one."""
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
        """Until it has a seat, or there is none that it could have."""
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
            # The game may have begun, and gone on, before it was known whose seat it is.
            await self._look()
        self._wake()

    def _asked(self, seat: int) -> object:
        """What the seat is asked now, so that it can be told from all other questions."""
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
        except GravError as error:  # the player's own
            self._tell("refused", why=error.text)
            await self._give_up(seat)

    async def _give_up(self, seat: int) -> None:
        """Nobody is kept waiting for a player that knows no answer. If it was only too late, the
        table goes on meanwhile, and this is left."""
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
    """Dice are for people to throw, and proposals theirs to make."""
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
