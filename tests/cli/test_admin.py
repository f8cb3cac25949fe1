"""`grav admin`: statistics, bans, closing tables and quarantine, on the server's database."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.subtests import every

from grav.server.people.people_facade import People
from grav.server.people.person import Person
from grav.server.runtime.clock import SystemClock
from grav.server.runtime.ids_and_secrets import SystemIdSource
from grav.server.store import Append, Journal, Summary, open_database
from grav.server.store.migrate import migrate
from grav.server.store.quarantine import QuarantineStore
from grav.text import LANGUAGES, Language, say

Grav = Callable[..., CompletedProcess[str]]
in_every_language = pytest.mark.parametrize("language", LANGUAGES)
PASSWORD = "correct horse battery"


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with an account, a guest and a table."""
    made = f"sqlite:///{tmp_path / 'kept.sqlite'}"

    async def fill() -> None:
        database = open_database(made)
        await migrate(database)
        people = People(database, SystemClock(), SystemIdSource())
        guest = await people.accounts.create_guest()
        await people.accounts.register(None, "Keeper", PASSWORD)
        journal = Journal(database)
        summary = Summary("playing", True, False, guest.id, 1, 2, "{}", ())
        await journal.append(Append("g1", 0, (b"{}", b"{}"), 1, None, None, summary))
        await journal.close()
        await database.close()

    asyncio.run(fill())
    return made


def person(url: str, name: str) -> Person:
    async def find() -> Person | None:
        database = open_database(url)
        found = await People(database, SystemClock(), SystemIdSource()).by_name(name)
        await database.close()
        return found

    found = asyncio.run(find())
    assert found is not None
    return found


def output_lines(done: CompletedProcess[str]) -> list[str]:
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def error_message(done: CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    return done.stderr.removeprefix("grav: ").rstrip("\n")


@in_every_language
def test_everything_is_counted(grav: Grav, url: str, language: Language) -> None:
    done = grav("--lang", language, "admin", "--database", url, "stats")
    assert output_lines(done) == [
        f"{say('admin.people', language)}: 1",
        f"{say('admin.guests', language)}: 1",
        f"{say('admin.games', language, stage='playing')}: 1",
        f"{say('admin.events', language)}: 2",
    ]


def test_programs_get_json(grav: Grav, url: str) -> None:
    grav("admin", "--database", url, "ban", "203.0.113.7")
    done = grav("admin", "--database", url, "--json", "stats")
    assert json.loads(output_lines(done)[0]) == {
        "people": 1,
        "guests": 1,
        "games": {"playing": 1},
        "events": 2,
        "addresses": ["203.0.113.7/32"],
    }
    done = grav("admin", "--database", url, "--json", "people", "keeper")
    keeper = person(url, "Keeper")
    expected = [{"id": keeper.id, "name": "Keeper", "banned": False}]
    assert json.loads(output_lines(done)[0]) == expected
    done = grav("admin", "--database", url, "--json", "ban", "Keeper")
    assert json.loads(output_lines(done)[0]) == {"who": "Keeper", "banned": True}


@in_every_language
def test_an_account_is_shut_out_and_let_in_again(grav: Grav, url: str, language: Language) -> None:
    ask = ("--lang", language, "admin", "--database", url)
    out, welcome = (say(f"admin.{key}", language, who="Keeper") for key in ("banned", "free"))
    assert output_lines(grav(*ask, "ban", "ＫＥＥＰＥＲ")) == [out]
    keeper = person(url, "Keeper")
    assert keeper.banned
    assert output_lines(grav(*ask, "people", "Keeper")) == [f"{out} ({keeper.id})"]
    assert output_lines(grav(*ask, "unban", "keeper")) == [welcome]
    assert not person(url, "Keeper").banned
    assert output_lines(grav(*ask, "people", "Keeper")) == [f"{welcome} ({keeper.id})"]


@in_every_language
@pytest.mark.parametrize(
    ("given", "network"),
    [
        ("203.0.113.7", "203.0.113.7/32"),
        ("203.0.113.7/24", "203.0.113.0/24"),
        ("2001:db8::7/48", "2001:db8::/48"),
    ],
)
def test_an_address_is_shut_out_and_let_in_again(
    grav: Grav, url: str, language: Language, given: str, network: str
) -> None:
    ask = ("--lang", language, "admin", "--database", url)
    for _ in range(2):
        assert output_lines(grav(*ask, "ban", given)) == [
            say("admin.banned", language, who=network)
        ]
    assert output_lines(grav(*ask, "stats"))[-1] == f"{say('admin.addresses', language)}: {network}"
    assert output_lines(grav(*ask, "unban", given)) == [say("admin.free", language, who=network)]
    assert len(output_lines(grav(*ask, "stats"))) == 4


@in_every_language
@pytest.mark.parametrize("command", ["ban", "unban", "people"])
def test_an_unknown_name_is_reported(
    grav: Grav, url: str, language: Language, command: str
) -> None:
    done = grav("--lang", language, "admin", "--database", url, command, "Nobody")
    assert error_message(done) == say("admin.nobody", language, name="Nobody")


@in_every_language
def test_a_database_that_does_not_exist_is_not_made(
    grav: Grav, tmp_path: Path, language: Language
) -> None:
    usual = tmp_path / "data" / "grav" / "grav.sqlite"
    done = grav("--lang", language, "admin", "stats")
    assert error_message(done) == say("admin.no_database", language, file=str(usual))
    assert not usual.parent.exists()


def test_the_database_of_the_environment_is_used_and_other_settings_are_not(
    grav: Grav, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("GRAV_DATABASE", url)
    monkeypatch.setenv("GRAV_WORKERS", "3")
    monkeypatch.setenv("GRAV_PORT", "nonsense")
    assert len(output_lines(grav("admin", "stats"))) == 4


@in_every_language
def test_tables_that_cannot_be_read_are_listed_and_let_out(
    grav: Grav, url: str, language: Language
) -> None:
    ask = ("--lang", language, "admin", "--database", url)
    nothing = [say("admin.none_quarantined", language)]
    assert output_lines(grav(*ask, "quarantine")) == nothing
    error = "Traceback:\n  somewhere\nValueError: no such event\n"

    async def keep_apart() -> None:
        database = open_database(url)
        await QuarantineStore(database).put("g1", 1_800_000_000_000, error)
        await database.close()

    asyncio.run(keep_apart())
    values = {"table": "g1", "at": "2027-01-15T08:00:00Z", "error": "ValueError: no such event"}
    assert output_lines(grav(*ask, "quarantine")) == [say("admin.quarantined", language, **values)]
    whole = json.loads(output_lines(grav(*ask, "--json", "quarantine"))[0])
    assert whole == [values | {"error": error}]
    assert output_lines(grav(*ask, "lift", "g1")) == [say("admin.lifted", language, table="g1")]
    assert output_lines(grav(*ask, "quarantine")) == nothing
    assert output_lines(grav(*ask, "lift", "g1")) == [
        say("admin.not_quarantined", language, table="g1")
    ]


@in_every_language
def test_a_table_that_cannot_be_read_cannot_be_closed(
    grav: Grav, url: str, language: Language
) -> None:
    """The first row of the table is not a valid event."""
    done = grav("--lang", language, "admin", "--database", url, "close", "g1")
    assert error_message(done) == say("admin.unreadable", language, table="g1")


@in_every_language
@every("name", ["stats", "people", "ban", "unban", "close", "quarantine", "lift"])
def test_every_command_has_a_page(grav: Grav, language: Language, name: str) -> None:
    assert (
        say(f"admin.{name}_short", language) in grav("--lang", language, "admin", "--help").stdout
    )
    page = grav("--lang", language, "admin", name, "--help").stdout
    assert "".join(say(f"admin.{name}_help", language).split())[:12] in "".join(page.split())
