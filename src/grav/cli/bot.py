"""`grav bot`: runs a player on this machine at the tables of a server, over the bot API."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import click

from grav.bots import LEVELS, check_player_name, create_player
from grav.cli.shared.localised_click import Command, UsageError, WholeNumber
from grav.text import Language, say

if TYPE_CHECKING:
    from grav.client import Address

LEVEL = 5
"""The default level."""


def bot_command(language: Language) -> click.Command:
    def help_text(key: str) -> str:
        return say(f"bot.{key}", language)

    @click.command(
        "bot", cls=Command, needs="client", help=help_text("command"), short_help=help_text("short")
    )
    @click.option("--server", metavar="URL", help=help_text("option_server"))
    @click.option("--token", metavar="T", envvar="GRAV_TOKEN", help=help_text("option_token"))
    @click.option(
        "--level", type=WholeNumber(min(LEVELS), max(LEVELS)), help=help_text("option_level")
    )
    @click.option("--name", metavar="NAME", help=help_text("option_name"))
    @click.option("--table", "tables", multiple=True, metavar="ID", help=help_text("option_table"))
    @click.option("--quick", is_flag=True, help=help_text("option_quick"))
    def bot(
        server: str | None,
        token: str | None,
        level: int | None,
        name: str | None,
        tables: tuple[str, ...],
        quick: bool,
    ) -> None:
        if server is None:
            raise UsageError("cli.missing", name="--server")
        if level is not None and name is not None:
            raise UsageError("cli.stated_twice", option="--level", by="--name")
        if not token:
            raise UsageError("bot.no_token")
        who = name or str(level or LEVEL)
        check_player_name(who)  # raises for an unknown name now, not at the first stone
        # Imported here: the other commands start without the HTTP libraries.
        from grav.client import parse_address

        address = parse_address(server)
        named = [table if "/" not in table else parse_address(table).table for table in tables]
        if address.table is not None:
            named.append(address.table)
        known = [table for table in named if table is not None]
        asyncio.run(_run(address, token, who, known, not quick, language))

    return bot


async def _run(
    address: "Address", token: str, who: str, tables: list[str], pauses: bool, language: Language
) -> None:
    from grav.cli.bot_runner.table import Bot
    from grav.cli.bot_runner.tables import BotTables
    from grav.client import ServerClient

    def print_text(key: str, **values: object) -> None:
        click.echo(say(key, language, **values))

    threads = ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="bot")
    try:
        async with ServerClient(address, token=token, language=language) as connected:
            account = await connected.fetch_account()
            print_text("bot.here", name=account.name or account.id, server=address.origin)
            bot = Bot(
                connected, account.name, partial(create_player, who), threads, pauses, print_text
            )
            await BotTables(bot).play(*tables)
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
