"""`grav join`: lets a person play at a table of a server from a terminal."""

import asyncio
import sys
from dataclasses import dataclass
from os import environ
from typing import TYPE_CHECKING, Any

import click

from grav.bots import LEVELS
from grav.cli.shared.console import has_colour
from grav.cli.shared.localised_click import Command, WholeNumber
from grav.game import Help
from grav.rules import EDITIONS, MAX_PLAYERS, MAX_SIZE, MIN_PLAYERS, MIN_SIZE
from grav.server.runtime.config import data_folder
from grav.text import Language, say

if TYPE_CHECKING:
    from grav.cli.joining.new_table_options import NewTableOptions
    from grav.client import ServerClient, SignedInAccount

SESSIONS = "sessions.json"


def join_command(language: Language) -> click.Command:
    def help_text(key: str) -> str:
        return say(f"join.{key}", language)

    def cli_text(key: str) -> str:
        return say(f"cli.{key}", language)

    @click.command(
        "join",
        cls=Command,
        needs="client",
        help=help_text("command"),
        short_help=help_text("short"),
    )
    @click.option("--as", "name", metavar="NAME", help=help_text("option_as"))
    @click.option("--guest", is_flag=True, help=help_text("option_guest"))
    @click.option("--size", type=WholeNumber(MIN_SIZE, MAX_SIZE), help=cli_text("size"))
    @click.option("--players", type=WholeNumber(MIN_PLAYERS, MAX_PLAYERS), help=cli_text("players"))
    @click.option("--setting", metavar='"3 3 4 2 4"', help=help_text("option_setting"))
    @click.option("--edition", type=click.Choice([*EDITIONS]), help=help_text("option_edition"))
    @click.option("--strict", is_flag=True, help=cli_text("play_strict"))
    @click.option(
        "--against", type=WholeNumber(min(LEVELS), max(LEVELS)), help=help_text("option_against")
    )
    @click.option(
        "--aid",
        multiple=True,
        type=click.Choice([kind.value for kind in Help]),
        help=cli_text("play_aid"),
    )
    @click.option("--clock", metavar='"300+2"|"10"|"3d"', help=help_text("option_clock"))
    @click.option("--window", type=WholeNumber(2, 1_209_600), help=help_text("option_window"))
    @click.option("--public", is_flag=True, help=help_text("option_public"))
    @click.option("--plain", is_flag=True, help=cli_text("play_plain"))
    @click.argument("url")
    def join(url: str, name: str | None, guest: bool, plain: bool, **options: Any) -> None:
        # Imported here: the other commands start without the HTTP libraries.
        from grav.cli.joining.new_table_options import NewTableOptions

        identity = Identity(name, _password(name, language), guest)
        asyncio.run(_join(url, identity, NewTableOptions(**options), plain, language))

    return join


@dataclass(frozen=True, slots=True)
class Identity:
    """The identity to use: an account, a new guest, or the stored session."""

    name: str | None
    password: str | None
    guest: bool


def _password(name: str | None, language: Language) -> str | None:
    if name is None:
        return None
    given = environ.get("GRAV_PASSWORD")
    return given or click.prompt(say("join.password", language, name=name), hide_input=True)


async def _join(
    url: str, identity: Identity, options: "NewTableOptions", plain: bool, language: Language
) -> None:
    from grav.cli.joining.screen import TableConsole, TableScreen
    from grav.cli.joining.table import JoinTable
    from grav.cli.joining.terminal import open_terminal
    from grav.client import ServerClient, SessionStore, TableClient, parse_address

    address = parse_address(url)
    table = address.table
    if table is not None:
        options.check_none_given(address.link(table))
    new = None if table is not None else options.new_table()
    sessions = SessionStore(data_folder(environ, sys.platform) / SESSIONS)
    session = None if identity.guest else sessions.load(address.origin)
    async with ServerClient(address, session=session, language=language) as server:
        account = await _authenticate(server, identity)
        if server.session is not None and not identity.guest:
            sessions.save(address.origin, server.session)
        if new is not None:
            table = await server.open_table(new)
        async with open_terminal() as terminal:
            console = TableConsole(language, has_colour(plain), terminal)
            screen = TableScreen(console, plain)
            while table is not None:
                async with TableClient(server, table) as client:
                    at = JoinTable(server, client, terminal, console, screen, account.name)
                    table = await at.play()


async def _authenticate(server: "ServerClient", identity: Identity) -> "SignedInAccount":
    if identity.name is not None and identity.password is not None:
        return await server.log_in(identity.name, identity.password)
    return await server.become_guest()
