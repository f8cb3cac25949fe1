"""All tables of a bot: those named on the command line, and those where it sits or is invited."""

import asyncio
from contextlib import aclosing

from grav.cli.bot_runner.table import Bot, BotTable
from grav.client import follow_own_tables
from grav.tasks import cancel_and_wait
from grav.text import GravError

ENDED_STAGES = ("over", "closed")


class BotTables:
    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._playing: dict[str, asyncio.Task[None]] = {}

    async def play(self, *tables: str) -> None:
        """Plays at these tables, and wherever it is invited, until it is stopped."""
        try:
            for table in tables:
                self._start(BotTable(self._bot, table, takes_a_seat=True), table)
            async with aclosing(follow_own_tables(self._bot.server)) as own:
                async for change in own:
                    row = change.row
                    if row.stage not in ENDED_STAGES and row.table not in self._playing:
                        self._start(BotTable(self._bot, row.table), row.table)
        finally:
            await cancel_and_wait(self._playing.values())

    def _start(self, at: BotTable, table: str) -> None:
        task = asyncio.create_task(self._play(at, table))
        self._playing[table] = task
        task.add_done_callback(lambda _: self._playing.pop(table, None))

    async def _play(self, at: BotTable, table: str) -> None:
        """Plays at one table; reports its errors, so that they do not end the others."""
        try:
            await at.play()
        except GravError as error:
            self._bot.print_text("bot.left", table=table, why=error.text)
