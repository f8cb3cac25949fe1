"""Bots at tables: they get views and give commands, as people do, and think in threads."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from weakref import WeakKeyDictionary

import structlog

from grav.bots import Player, player
from grav.game import (
    Action,
    Agreement,
    Cards,
    Help,
    State,
    Window,
    apply,
    start,
    view,
)
from grav.server.chance import Chance
from grav.server.clock import Clock
from grav.server.live.hearing import Came
from grav.server.live.room import Room
from grav.server.live.tables import Tables
from grav.server.messages import commands as c
from grav.server.table.duties import duties
from grav.server.table.model import Play, Playing, SettlingNumbers, Table
from grav.server.table.playing import command_of
from grav.server.table.who import Who
from grav.server.tasks import ended, finished
from grav.text import GravError

log = structlog.get_logger(__name__)

THREADS = 2
"""So many bots think at the same time; the others wait."""
SETTLING_PAUSE = 1.0

Thinking = Callable[[int], None]


class Opponent:
    """The player of one seat, with all that it has seen so far."""

    def __init__(self, level: int, seat: int, seed: str, agreed: tuple[Help, ...]) -> None:
        self._level, self._seed = level, seed
        self._seat = seat
        self._help = agreed
        self._player: Player | None = None
        self._seen: tuple[Action, ...] = ()
        self._state: State | None = None
        # A thought that nobody waits for any more may still go on in another thread.
        self._one_at_a_time = threading.Lock()

    def answer(self, play: Play) -> tuple[Action, float]:
        """What it does now, and how long a person would take to."""
        with self._one_at_a_time:
            mind = self._follow(play)
            seen = view(play.state, self._seat, self._help)
            action = mind.act(seen)
            return action, mind.delay(seen)

    def _follow(self, play: Play) -> Player:
        """Tells the player what it has not seen; all, after a placement was taken back."""
        known = len(self._seen)
        if self._player is None or self._state is None or play.actions[:known] != self._seen:
            self._player, self._state, known = (
                player(str(self._level), self._seed),
                start(play.rules),
                0,
            )
            self._player.see(view(self._state, self._seat, self._help))
        for action in play.actions[known:]:
            self._state = apply(self._state, action).state
            self._player.hear(action)
            self._player.see(view(self._state, self._seat, self._help))
        self._seen = play.actions
        return self._player


class Bots:
    """Lets bots act whose turn it is. Two processes may do so: the journal takes one answer."""

    def __init__(
        self, tables: Tables, clock: Clock, chance: Chance, thinking: Thinking = lambda _: None
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._chance = chance
        self._thinking = thinking
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")
        self._opponents: WeakKeyDictionary[Room, dict[int, Opponent]] = WeakKeyDictionary()
        """By seat; gone when the room is forgotten."""
        self._tasks: dict[tuple[str, int], tuple[object, asyncio.Task[None]]] = {}
        self._stopped = False

    async def stop(self) -> None:
        self._stopped = True  # what is still being stored wakes nobody
        await ended([task for _, task in self._tasks.values()])
        self._threads.shutdown(wait=False, cancel_futures=True)

    def wake(self, room: Room) -> None:
        """To be called after everything that happens at a table."""
        table = room.table
        if self._stopped or table is None or not any(seat.is_bot for seat in table.seats):
            return
        waiting = duties(table)
        for seat, chair in enumerate(table.seats):
            if chair.is_bot and seat in waiting:
                self._begin(room, seat, _about(table))
        if table.stage.name in ("over", "closed"):
            self._opponents.pop(room, None)

    def _begin(self, room: Room, seat: int, about: object) -> None:
        key = (room.id, seat)
        known = self._tasks.get(key)
        if known is not None and not known[1].done():
            if known[0] == about:
                return
            # What it was about is past; another look at the table is needed.
            known[1].cancel()
        task = asyncio.create_task(self._act(room, seat))
        self._tasks[key] = (about, task)
        task.add_done_callback(lambda done: self._forget(key, done))

    def _forget(self, key: tuple[str, int], task: asyncio.Task[None]) -> None:
        if (known := self._tasks.get(key)) is not None and known[1] is task:
            del self._tasks[key]

    async def _act(self, room: Room, seat: int) -> None:
        table = room.table
        assert table is not None
        began = self._clock.elapsed()
        try:
            command, pause = await self._command(room, table, seat)
            if command is None:
                return
            left = pause - (self._clock.elapsed() - began)
            await asyncio.sleep(max(left, 0))
            # What was decided stays decided: the answer is stored even if the table moves on.
            answer = self._tables.command(
                room.id, Who(None, seat), command, Came(self._clock.elapsed())
            )
            await finished(answer)
        except GravError as error:
            log.info("bot_refused", table=room.id, seat=seat, why=error.say())
        except Exception as error:
            log.error("bot_failed", table=room.id, seat=seat, error=repr(error))

    async def _command(
        self,
        room: Room,
        table: Table,
        seat: int,
    ) -> tuple[c.Command | None, float]:
        match table.stage:
            case SettlingNumbers() as stage:
                return self._settle(stage, seat), SETTLING_PAUSE
            case Playing(play):
                action, pause = await self._think(room, table, play, seat)
                # Two processes may be asked the same: their answers have one id, and one acts.
                return command_of(action, play.placement, _asked(play)), pause
            case _:
                return None, 0.0

    async def _think(
        self,
        room: Room,
        table: Table,
        play: Play,
        seat: int,
    ) -> tuple[Action, float]:
        level = table.seats[seat].level
        assert level is not None
        seated = self._opponents.setdefault(room, {})
        opponent = seated.get(seat)
        if opponent is None:
            opponent = seated[seat] = Opponent(level, seat, f"{room.id} {seat}", table.help)
        loop = asyncio.get_running_loop()
        self._thinking(1)
        try:
            return await loop.run_in_executor(self._threads, opponent.answer, play)
        finally:
            self._thinking(-1)

    def _settle(self, stage: SettlingNumbers, seat: int) -> c.Command | None:
        """A bot gives its share, plays its cards and agrees to what people propose; the dice are
        theirs to throw."""
        new = self._chance.id()
        if stage.seed is not None and not stage.seed.is_complete:
            return c.GiveShare(id=new, seat=seat, share=self._chance.secret())
        match stage.settling:
            case Cards(hand=hand):
                if hand:
                    return c.KeepCard(id=new, seat=seat, index=0)
                return c.DrawCards(id=new, seat=seat)
            case Agreement(proposal=proposal) if proposal is not None:
                return c.AgreeNumbers(id=new, seat=seat, setting=str(proposal.setting))
            case _:
                return None


def _about(table: Table) -> object:
    """What a bot is asked: in a window the stone, whoever else has answered it meanwhile. What
    people say to each other does not make it think anew."""
    match table.stage:
        case Playing(play) if isinstance(play.state.phase, Window):
            return play.placement
        case Playing(play):
            return _asked(play)
        case stage:
            return stage


def _asked(play: Play) -> str:
    """A name for what the one on turn is asked: no other question of the game has it."""
    return f"{play.placements}-{len(play.actions)}"
