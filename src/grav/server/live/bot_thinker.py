"""Runs the bots' thinking: in threads that hosts share fairly, within the table's time limits."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import structlog

from grav.bots import LEVELS
from grav.bots.thinking_limit import ThinkingLimit
from grav.game import Penalty, Window
from grav.server.live.bot_opponent import Answer, Opponent
from grav.server.live.bot_thread_queue import NoThread, RunInThread, ThinkingQueue
from grav.server.observability.metrics import Metrics
from grav.server.runtime.background import run_shielded
from grav.server.runtime.clock import Clock
from grav.server.store.server_secret import ServerSecret
from grav.server.table.bot_thinking_time import thinking_seconds, waiting_seconds
from grav.server.table.model import Play, Table

log = structlog.get_logger(__name__)

THREADS = 2
"""Bots that think ahead at the same time; the others wait in a queue."""
QUICK_THREADS = 2
"""Threads for quick answers alone, so that no shout waits for a long thought."""
QUICK_NODES = 2_000
"""A bot that imagines no more games than this before a move is quick."""


class Thinker:
    def __init__(self, clock: Clock, secret: ServerSecret, metrics: Metrics) -> None:
        self._clock = clock
        self._secret = secret
        self._metrics = metrics
        self._long = ThinkingQueue(THREADS, "bot")
        self._quick = ThinkingQueue(QUICK_THREADS, "bot-quick")
        self._plain = ThreadPoolExecutor(1, thread_name_prefix="bot-plain")
        metrics.bots_waiting.set_function(lambda: self._long.waiting + self._quick.waiting)

    def stop(self) -> None:
        self._long.stop()
        self._quick.stop()
        self._plain.shutdown(wait=False, cancel_futures=True)

    async def create_opponent(self, game: str, table: Table, seat: int) -> Opponent:
        """Creates the bot of a seat. Its seed is derived from the server's secret, so that nobody
        can predict it from the table's name."""
        level = table.seats[seat].level
        assert level is not None
        seed = await run_shielded(self._secret.derive("bot", game, str(seat)))
        return Opponent(level, seat, seed.hex(), table.help)

    async def answer(self, opponent: Opponent, table: Table, play: Play) -> Answer:
        """Returns the bot's answer at its level; a plain one if no thread is free in time."""
        queue = self._long if is_long(opponent.level, play) else self._quick
        try:
            async with queue.turn(table.host, waiting_seconds(table, self._clock.now())) as run:
                return await self._think(run, opponent, table, play)
        except NoThread:
            log.info("bot_in_haste", host=table.host, level=opponent.level)
            return await self.answer_plainly(opponent, play)

    async def answer_plainly(self, opponent: Opponent, play: Play) -> Answer:
        self._metrics.bot_plain_answers.inc()
        loop = asyncio.get_running_loop()
        action = await loop.run_in_executor(self._plain, opponent.answer_plainly, play)
        return Answer(action, 0.0)

    async def _think(
        self, run: RunInThread, opponent: Opponent, table: Table, play: Play
    ) -> Answer:
        limit = ThinkingLimit(thinking_seconds(table, self._clock.now()))
        self._metrics.bots_thinking.inc()
        try:
            return await run(partial(opponent.answer, play, limit))
        finally:
            limit.stop()  # if the caller was cancelled, this soon frees the thread
            self._metrics.bots_thinking.dec()


def is_long(level: int, play: Play) -> bool:
    """Whether a bot of this level thinks ahead for long about what it is asked."""
    if isinstance(play.state.phase, (Penalty, Window)):
        return False
    return LEVELS[level].nodes(play.rules.size) > QUICK_NODES
