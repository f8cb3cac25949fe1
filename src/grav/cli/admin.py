"""`grav admin`: commands for the admin of a server. Work on its database, also while it runs."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TYPE_CHECKING, Any

import click

from grav.cli.shared.localised_click import Command, Group
from grav.record import format_json_line
from grav.server.runtime.config import Config, variable_of
from grav.text import GravError, Language, say

if TYPE_CHECKING:
    from grav.server.people.people_facade import People
    from grav.server.people.person import Person
    from grav.server.store import Database
    from grav.server.store.quarantine import Quarantined

DatabaseWork = Callable[["Database"], Awaitable[Any]]


class AdminError(GravError):
    """What the admin asked for cannot be done."""


def admin_command(language: Language) -> click.Group:
    def help_text(key: str) -> str:
        return say(f"admin.{key}", language)

    group = Group(
        "admin",
        help=help_text("command"),
        short_help=help_text("short"),
        params=[
            click.Option(["--database"], metavar="URL", help=help_text("database")),
            click.Option(["--json", "as_json"], is_flag=True, help=help_text("json")),
        ],
        no_args_is_help=True,
    )
    target = click.Argument(["target"], metavar="NAME|ADDRESS")
    named = click.Argument(["named"], metavar="NAME...", nargs=-1, required=True)
    table = click.Argument(["table"], metavar="TABLE")
    for name, run, arguments in (
        ("stats", _stats, []),
        ("people", _people, [named]),
        ("ban", _ban, [target]),
        ("unban", _unban, [target]),
        ("close", _close, [table]),
        ("quarantine", _quarantine, []),
        ("lift", _lift, [table]),
    ):
        group.add_command(
            Command(
                name,
                needs="server",
                callback=click.pass_context(run),
                help=help_text(f"{name}_help"),
                short_help=help_text(f"{name}_short"),
                params=[*arguments],
            )
        )
    return group


def _stats(context: click.Context) -> None:
    async def count(database: "Database") -> dict[str, Any]:
        from grav.server.store import Games

        counted = await Games(database).statistics()
        return {**asdict(counted), "addresses": await _create_people(database).bans.addresses()}

    found = _run_on_database(context, count)

    def lines(language: Language) -> list[str]:
        rows = [(say(f"admin.{key}", language), found[key]) for key in ("people", "guests")]
        for stage, games in sorted(found["games"].items()):
            rows.append((say("admin.games", language, stage=stage), games))
        rows.append((say("admin.events", language), found["events"]))
        if found["addresses"]:
            rows.append((say("admin.addresses", language), " ".join(found["addresses"])))
        return [f"{name}: {value}" for name, value in rows]

    _print(context, found, lines)


def _people(context: click.Context, named: tuple[str, ...]) -> None:
    async def look(database: "Database") -> list["Person"]:
        people = _create_people(database)
        return [await _find_person(people, name) for name in named]

    found = _run_on_database(context, look)
    shown = [{"id": each.id, "name": each.name, "banned": each.banned} for each in found]

    def lines(language: Language) -> list[str]:
        return [
            f"{say('admin.banned' if each.banned else 'admin.free', language, who=each.name)}"
            f" ({each.id})"
            for each in found
        ]

    _print(context, shown, lines)


def _ban(context: click.Context, target: str) -> None:
    _set_banned(context, target, banned=True)


def _unban(context: click.Context, target: str) -> None:
    _set_banned(context, target, banned=False)


def _set_banned(context: click.Context, target: str, *, banned: bool) -> None:
    async def shut(database: "Database") -> str:
        bans = (people := _create_people(database)).bans
        if (network := _parse_network(target)) is not None:
            await (bans.ban_address if banned else bans.lift_address)(network)
            return str(network)
        person = await _find_person(people, target)
        await (bans.ban if banned else bans.lift)(person)
        return person.name or person.id

    target_name = _run_on_database(context, shut)
    key = "admin.banned" if banned else "admin.free"
    result = {"who": target_name, "banned": banned}
    _print(context, result, lambda language: [say(key, language, who=target_name)])


def _close(context: click.Context, table: str) -> None:
    async def close(database: "Database") -> bool:
        from grav.server.live.table_closing import CannotRead, NoTable, close_table
        from grav.server.runtime.clock import SystemClock
        from grav.server.store import Journal

        journal = Journal(database)
        try:
            return await close_table(journal, table, SystemClock())
        except NoTable:
            raise AdminError("admin.no_table", table=table) from None
        except CannotRead as error:
            raise AdminError("admin.unreadable", table=table) from error
        finally:
            await journal.close()

    closed = _run_on_database(context, close)
    key = "admin.closed" if closed else "admin.over_already"
    found = {"table": table, "closed": closed}
    _print(context, found, lambda language: [say(key, language, table=table)])


def _quarantine(context: click.Context) -> None:
    async def look(database: "Database") -> list["Quarantined"]:
        from grav.server.store.quarantine import QuarantineStore

        return await QuarantineStore(database).all()

    found = _run_on_database(context, look)
    moments = [datetime.fromtimestamp(each.at / 1000, UTC) for each in found]
    times = [moment.strftime("%Y-%m-%dT%H:%M:%SZ") for moment in moments]
    shown = [
        {"table": each.game, "at": at, "error": each.error}
        for each, at in zip(found, times, strict=True)
    ]

    def lines(language: Language) -> list[str]:
        lines_shown = []
        for row in shown:
            last = row["error"].rstrip().rpartition("\n")[2]  # of the traceback: the error itself
            lines_shown.append(say("admin.quarantined", language, **row | {"error": last}))
        return lines_shown or [say("admin.none_quarantined", language)]

    _print(context, shown, lines)


def _lift(context: click.Context, table: str) -> None:
    async def lift(database: "Database") -> bool:
        from grav.server.store.quarantine import QuarantineStore

        return await QuarantineStore(database).release(table)

    lifted = _run_on_database(context, lift)
    key = "admin.lifted" if lifted else "admin.not_quarantined"
    found = {"table": table, "lifted": lifted}
    _print(context, found, lambda language: [say(key, language, table=table)])


def _parse_network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


async def _find_person(people: "People", name: str) -> "Person":
    person = await people.by_name(name)
    if person is None:
        raise AdminError("admin.nobody", name=name)
    return person


def _create_people(database: "Database") -> "People":
    from grav.server.people.people_facade import People
    from grav.server.runtime.clock import SystemClock
    from grav.server.runtime.ids_and_secrets import SystemIdSource

    return People(database, SystemClock(), SystemIdSource())


def _run_on_database(context: click.Context, work: DatabaseWork) -> Any:
    """Runs the work on the configured database, which must exist already."""
    assert context.parent is not None
    options = {"database": context.parent.params["database"]}
    # Other GRAV_ variables configure the server: this command ignores them, even invalid ones.
    ours = {variable_of("database")}
    environ = {n: v for n, v in os.environ.items() if n in ours or not n.startswith("GRAV_")}
    config = Config.read(options, environ)
    file = config.database_file
    if file is not None and not file.exists():
        raise AdminError("admin.no_database", file=str(file))

    async def run() -> Any:
        # Imported here: only this command and the server need the database libraries.
        from grav.server.store import open_database

        database = open_database(config.database)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())


def _print(context: click.Context, found: object, lines: Callable[[Language], list[str]]) -> None:
    assert context.parent is not None
    if context.parent.params["as_json"]:
        click.echo(format_json_line(found))
        return
    for line in lines(context.find_root().obj or Language.EN):
        click.echo(line)
