"""Bots at tables: they get views and give commands, as people do, and think in threads.

Everything here can be lost at any moment, and done by several processes at once: a question in play
has one name, which is the id of the command that answers it (its idempotency key), and the journal
takes one answer.
"""

import asyncio
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

import structlog

from grav.game import Accept, Action, Agreement, Cards
from grav.server.live.bot_leases import Thought, ThoughtLeases
from grav.server.live.bot_opponent import Answer, Opponent, question_of
from grav.server.live.bot_thinker import Thinker, is_long
from grav.server.live.context_builder import Arrival
from grav.server.live.quarantine import TableUnreadable
from grav.server.live.room import Room
from grav.server.live.rooms import NoSuchTable
from grav.server.live.tables import Tables
from grav.server.messages import commands as c
from grav.server.messages.move_commands import command_of
from grav.server.messages.settings import MINUTE
from grav.server.observability.metrics import Metrics
from grav.server.runtime.background import Supervisor, run_shielded
from grav.server.runtime.clock import Clock
from grav.server.runtime.ids_and_secrets import IdSource
from grav.server.store import StoreUnavailable
from grav.server.table.bot_thinking_time import (
    lease_wait_seconds,
    thinking_seconds,
    waiting_seconds,
)
from grav.server.table.command_context import Actor
from grav.server.table.deadlines import BOT_TIMEOUT
from grav.server.table.model import Play, Playing, SettlingNumbers, Table
from grav.server.table.seats_to_act import bots_to_act, people_to_answer
from grav.tasks import cancel_and_wait
from grav.text import GravError

log = structlog.get_logger(__name__)

SETTLING_PAUSE_SECONDS = 1.0
BACKOFF_SECONDS = 1.0
"""Seconds before a bot that failed is asked again; doubled each time."""
MAX_FAILURES = 3
"""Failures in a row after which the seat is played plainly while the room is in memory."""
WAKE_SECONDS = 5.0
MAX_UNATTENDED_MILLISECONDS = 3 * MINUTE
"""How long after a person's last action bots play on though nobody seems to be present."""


class HeldAnswer(NamedTuple):
    """An acceptance that is decided, but held back until all people have answered."""

    question: object
    action: Accept
    ready: float
    """When a person would have given it, by the monotonic clock."""


@dataclass(slots=True)
class BotTask:
    """The task of a bot, and what it was asked."""

    question: object
    task: asyncio.Task[None]
    is_answering: bool = False
    """Whether it is giving its answer: it then goes on, though the table may move on by that."""

    def end(self) -> None:
        """Cancels a thought that is no longer needed, so that it keeps no thread busy; but not
        while it gives its answer."""
        if not self.is_answering:
            self.task.cancel()


@dataclass(slots=True)
class BotSeat:
    """What a process knows of a bot; all of it can be recomputed."""

    opponent: Opponent | None = None
    failures: int = 0
    """Failures in a row."""
    causes: set[str] = field(default_factory=set)
    """Errors that were logged: each is logged once."""
    held: HeldAnswer | None = None

    @property
    def is_broken(self) -> bool:
        return self.failures >= MAX_FAILURES


class Bots:
    """Lets bots act when it is their turn, as long as there is somebody to play for."""

    def __init__(
        self,
        tables: Tables,
        clock: Clock,
        ids: IdSource,
        thinker: Thinker,
        metrics: Metrics,
        leases: ThoughtLeases | None = None,
        supervisor: Supervisor | None = None,
    ) -> None:
        """`leases`: where there are several processes, lets only one think about each question."""
        self._tables = tables
        self._clock = clock
        self._ids = ids
        self._thinker = thinker
        self._metrics = metrics
        self._leases = leases
        self._supervisor = supervisor or Supervisor()
        self._seats: WeakKeyDictionary[Room, dict[int, BotSeat]] = WeakKeyDictionary()
        """Weak keys: an entry goes when its room is forgotten."""
        self._current: dict[tuple[str, int], BotTask] = {}
        """The latest task by table and seat."""
        self._tasks: dict[asyncio.Task[None], BotTask] = {}
        """All tasks that have not ended, also those about what is past."""
        self._stopped = False

    async def stop(self) -> None:
        self._stopped = True  # events that are still being stored wake no bot
        await cancel_and_wait(self.busy)
        self._thinker.stop()

    @property
    def busy(self) -> list[asyncio.Task[None]]:
        """The tasks that run now; a bot that holds its answer back has none."""
        return [task for task in self._tasks if not task.done()]

    async def wake_stalled(self) -> None:
        """Periodic: wakes bots at tables where somebody listens in this process and nothing
        happens. They may have played in another one, which knows of nobody there and let them
        sleep. Also deletes expired leases."""
        overdue = self._clock.now() - BOT_TIMEOUT
        for room in tuple(self._tables.rooms.values()):
            try:
                if room.listeners and room.table is not None and room.table.changed <= overdue:
                    self.wake(room)
            except Exception as error:  # noqa: BLE001 - must not keep other tables' bots asleep
                self._supervisor.record_failure("bots", error, table=room.id)
        if self._leases is not None:
            await self._leases.sweep()

    def wake(self, room: Room) -> None:
        """Lets the bots of a table act. To be called after every event, and when somebody joins."""
        table = room.table
        if self._stopped or table is None or not any(seat.is_bot for seat in table.seats):
            return
        waiting = bots_to_act(table)
        for seat in range(len(table.seats)):
            self._cancel_outdated(room.id, seat, _asked(table) if seat in waiting else None)
        if table.stage.name in ("over", "closed"):
            self._seats.pop(room, None)
        elif waiting and self._is_awake(room, table):
            for seat in waiting:
                self._start_task(room, table, seat)

    def _cancel_outdated(self, game: str, seat: int, question: object) -> None:
        current = self._current.get((game, seat))
        if current is not None and current.question != question:
            current.end()

    def _is_awake(self, room: Room, table: Table) -> bool:
        """Whether there is somebody to play for. Bots among themselves would play on for nobody,
        and take threads from others. With a clock, a person who has a seat is never kept waiting:
        the bots then play no further than to that person's turn."""
        play = table.play
        if room.listeners or play is None:
            return True
        if self._clock.now() - _last_act_of_a_person(table, play) < MAX_UNATTENDED_MILLISECONDS:
            return True
        people = (seat for seat in play.state.active if not table.seats[seat].is_bot)
        if table.settings.clock is not None and any(True for _ in people):
            return True
        return any(room.people_present(self._clock.elapsed()))

    def _start_task(self, room: Room, table: Table, seat: int) -> None:
        question, bot = _asked(table), self._bot(room, seat)
        current = self._current.get((room.id, seat))
        if current is not None and current.question == question and not current.task.done():
            return
        if _holds(bot, question) and _waits_for_people(table):
            return
        task = asyncio.create_task(self._act_with_retries(room, seat, question, bot))
        self._current[room.id, seat] = self._tasks[task] = BotTask(question, task)
        task.add_done_callback(lambda done: self._forget((room.id, seat), done))

    def _forget(self, key: tuple[str, int], task: asyncio.Task[None]) -> None:
        current = self._tasks.pop(task)
        if self._current.get(key) is current:
            del self._current[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            self._supervisor.record_failure("bots", error, table=key[0])

    def _bot(self, room: Room, seat: int) -> BotSeat:
        return self._seats.setdefault(room, {}).setdefault(seat, BotSeat())

    async def _act_with_retries(
        self, room: Room, seat: int, question: object, bot: BotSeat
    ) -> None:
        """Does what the seat has to do, and retries with backoff if that fails; in the end plainly,
        so that nobody waits for a program that does not work. If that fails too, the table's
        deadline decides."""
        for attempt in range(MAX_FAILURES + 1):
            refused = False
            try:
                await self._act_once(room, seat, question, bot)
            except GravError as error:  # usually too late; or the database is unavailable
                log.info("bot_refused", table=room.id, seat=seat, why=error.say())
                refused = not isinstance(error, StoreUnavailable)
            except Exception as error:  # noqa: BLE001 - a bot is a program that may fail in any way
                self._failed(room, seat, bot, error)
            else:
                bot.failures = bot.failures if bot.is_broken else 0
                return
            bot.held = None
            await asyncio.sleep(self._backoff(room, attempt))
            if not await self._is_still_asked(room, seat, question):
                return
            bot.failures += refused  # it was not too late: the action itself was refused

    def _backoff(self, room: Room, attempt: int) -> float:
        """Returns the seconds before the next attempt; fewer if the table does not wait so long."""
        timeout = waiting_seconds(room.table, self._clock.now()) if room.table else 0.0
        return min(BACKOFF_SECONDS * float(2**attempt), timeout)

    def _failed(self, room: Room, seat: int, bot: BotSeat, error: Exception) -> None:
        bot.failures += 1
        self._metrics.bot_failures.inc()
        cause = repr(error)
        if cause not in bot.causes:
            bot.causes.add(cause)
            log.error("bot_failed", table=room.id, seat=seat, error=cause, exc_info=error)

    async def _is_still_asked(self, room: Room, seat: int, question: object) -> bool:
        try:
            table = (await run_shielded(self._tables.load_current(room.id))).table
        except StoreUnavailable:
            return True
        except (NoSuchTable, TableUnreadable):
            return False  # an unreadable table was logged when it was found
        return table is not None and seat in bots_to_act(table) and _asked(table) == question

    async def _act_once(self, room: Room, seat: int, question: object, bot: BotSeat) -> None:
        table = room.table
        if table is None or _asked(table) != question:
            return  # another process has answered
        match table.stage:
            case SettlingNumbers() as stage:
                if (command := self._settling_command(stage, seat)) is not None:
                    await asyncio.sleep(SETTLING_PAUSE_SECONDS)
                    await self._send(room, seat, command)
            case Playing(play) if bot.held is not None and _holds(bot, question):
                await self._answer_at(bot.held.ready, room, play, bot.held.action)
            case Playing(play):
                async with self._hold_lease(room, table, play, seat) as mine:
                    if mine:
                        await self._play(room, table, play, seat, bot)

    async def _play(self, room: Room, table: Table, play: Play, seat: int, bot: BotSeat) -> None:
        """Thinks, pauses as a person would, and answers; an acceptance may be held back."""
        began = self._clock.elapsed()
        max_pause = thinking_seconds(table, self._clock.now())
        action, pause = await self._choose_action(room.id, table, play, seat, bot)
        ready = began + min(pause, max_pause)
        # In a slow game answers are sealed: a shout and an acceptance look the same.
        if isinstance(action, Accept) and not table.settings.is_slow:
            bot.held = HeldAnswer(question_of(play), action, ready)
            if room.table is None or _asked(room.table) != bot.held.question:
                return
            if _waits_for_people(room.table):
                return
        await self._answer_at(ready, room, play, action)

    async def _answer_at(self, ready: float, room: Room, play: Play, action: Action) -> None:
        await asyncio.sleep(max(ready - self._clock.elapsed(), 0))
        # Two processes may answer the same question: by the idempotency key only one acts.
        await self._send(room, action.by, command_of(action, play.placement, question_of(play)))

    async def _send(self, room: Room, seat: int, command: c.Command) -> None:
        """Gives a command, shielded from cancellation: it is stored even if the table moves on."""
        current, arrival = self._current_task(), Arrival(self._clock.elapsed())
        current.is_answering = True
        try:
            await run_shielded(self._tables.command(room.id, Actor(None, seat), command, arrival))
        finally:
            current.is_answering = False  # if it failed, the bot may have to think again

    def _current_task(self) -> BotTask:
        """Returns the entry of the current task."""
        task = asyncio.current_task()
        assert task is not None
        return self._tasks[task]

    async def _choose_action(
        self, game: str, table: Table, play: Play, seat: int, bot: BotSeat
    ) -> Answer:
        if bot.opponent is None:
            bot.opponent = await self._thinker.create_opponent(game, table, seat)
        if bot.is_broken:
            return await self._thinker.answer_plainly(bot.opponent, play)
        return await self._thinker.answer(bot.opponent, table, play)

    def _hold_lease(
        self, room: Room, table: Table, play: Play, seat: int
    ) -> AbstractAsyncContextManager[bool]:
        """Leases a long thought, so that no other process has the same one. Yields False if the
        question has been answered."""
        level = table.seats[seat].level
        assert level is not None
        if self._leases is None or not is_long(level, play):
            return nullcontext(True)
        question = question_of(play)
        still_asked = partial(self._is_still_asked, room, seat, question)
        thought = Thought(room.id, seat, question, still_asked, self._current_task().end)
        return self._leases.hold(thought, lease_wait_seconds(table, self._clock.now()))

    def _settling_command(self, stage: SettlingNumbers, seat: int) -> c.Command | None:
        """Returns the bot's next command in settling: it gives its share, plays its cards
        and agrees to what people propose. People throw the dice."""
        new = self._ids.id()
        if stage.seed is not None and not stage.seed.is_complete:
            return c.GiveShare(id=new, seat=seat, share=self._ids.secret())
        match stage.settling:
            case Cards(hand=hand):
                if hand:
                    return c.KeepCard(id=new, seat=seat, index=0)
                return c.DrawCards(id=new, seat=seat)
            case Agreement(proposal=proposal) if proposal is not None:
                return c.AgreeNumbers(id=new, seat=seat, setting=str(proposal.setting))
            case _:
                return None


def _asked(table: Table) -> object:
    """Returns what bots are asked. Phrases that people say do not change it while they play, so no
    bot thinks again because of them."""
    match table.stage:
        case Playing(play):
            return question_of(play)
        case stage:
            return stage


def _holds(bot: BotSeat, question: object) -> bool:
    """Whether the bot has decided to accept what it is asked about."""
    return bot.held is not None and bot.held.question == question


def _waits_for_people(table: Table) -> bool:
    """Whether an acceptance must be held back. If the bot's perception is good, people learn from
    it: so it is given when nobody is left to learn. Once there was a shout, the race decides."""
    assert table.play is not None
    return bool(people_to_answer(table) or table.play.claims) and not table.settings.is_slow


def _last_act_of_a_person(table: Table, play: Play) -> int:
    """Returns when a person last acted from a seat, or when the table was opened."""
    acts = zip(play.actions, play.moments, strict=True)
    people = (at for action, at in acts if not table.seats[action.by].is_bot)
    return max(people, default=table.opened)
