"""Migrations: atomic, idempotent, and safe when several processes start at once."""

import asyncio
import sqlite3
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, insert, inspect, select, text

from grav.server.store import Database, StoreError, open_database
from grav.server.store.migrate import migrate
from grav.server.store.schema import deadlines, events, heads, metadata

pytestmark = pytest.mark.anyio

SCRIPT = """
import asyncio, sys
from grav.server.store import open_database
from grav.server.store.migrate import migrate

async def main():
    database = open_database(sys.argv[1])
    await migrate(database)
    await database.close()

asyncio.run(main())
"""


@pytest.fixture
async def blank(blank_url: str) -> Database:
    return open_database(blank_url)


def schema_differences(connection: Connection) -> list[object]:
    found: list[object] = compare_metadata(MigrationContext.configure(connection), metadata)
    return found


def table_names(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


async def test_migrating_an_empty_database_gives_the_schema(blank: Database) -> None:
    await migrate(blank)
    assert await blank.write(schema_differences) == []
    assert await blank.write(table_names) == {*metadata.tables, "alembic_version"}
    await blank.close()


def test_migrations_and_schema_create_identical_sql(sqlite_template: Path, tmp_path: Path) -> None:
    """Includes what Alembic's comparison leaves out: names of keys, options of tables."""
    straight = create_engine(f"sqlite:///{tmp_path / 'straight.sqlite'}")
    metadata.create_all(straight)
    straight.dispose()
    assert _statements(sqlite_template) == _statements(tmp_path / "straight.sqlite")


def _statements(file: Path) -> set[str]:
    connection = sqlite3.connect(file)
    query = "SELECT sql FROM sqlite_master WHERE tbl_name <> 'alembic_version' AND sql <> ''"
    found = {" ".join(statement.split()) for (statement,) in connection.execute(query)}
    connection.close()
    return found


async def test_migrating_again_changes_nothing(blank: Database) -> None:
    await migrate(blank)
    await blank.write(
        lambda connection: connection.execute(insert(deadlines).values(game="g", due=1))
    )
    await migrate(blank)
    kept = await blank.write(lambda connection: connection.scalars(select(deadlines.c.game)).all())
    assert kept == ["g"]
    await blank.close()


async def test_three_processes_may_migrate_at_once(blank: Database, blank_url: str) -> None:
    async def start() -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", SCRIPT, blank_url, stderr=asyncio.subprocess.PIPE
        )
        _, said = await process.communicate()
        assert process.returncode == 0, said.decode()

    await asyncio.gather(*(start() for _ in range(3)))
    assert await blank.write(schema_differences) == []
    await blank.close()


async def test_three_servers_of_one_process_may_migrate_at_once(blank_url: str) -> None:
    several = [open_database(blank_url) for _ in range(3)]
    await asyncio.gather(*map(migrate, several))
    for each in several:
        assert await each.write(schema_differences) == []
        await each.close()


async def test_a_newer_database_is_refused_and_unchanged(blank: Database) -> None:
    await migrate(blank)
    newer = text("UPDATE alembic_version SET version_num = 'from the future'")
    await blank.write(lambda connection: connection.execute(newer))
    with pytest.raises(StoreError, match=r"newer version of Grav \(from the future\)"):
        await migrate(blank)
    assert await blank.write(schema_differences) == []
    await blank.close()


async def test_a_failed_migration_changes_nothing(blank: Database) -> None:
    last = list(metadata.tables)[-1]
    await blank.write(lambda connection: connection.execute(text(f"CREATE TABLE {last} (x int)")))
    with pytest.raises(StoreError, match=f'cannot be opened: .*{last}"? already exists'):
        await migrate(blank)
    assert await blank.write(table_names) == {last}
    await blank.close()


EARLIER = [
    """
    INSERT INTO games VALUES
    ('running', 'playing', true, false, 'p', 1, 1, '{}'),
    ('begins', 'settling', true, false, 'p', 1, 1, '{}'),
    ('open', 'gathering', true, false, 'p', 1, 1, '{}'),
    ('ended', 'over', true, false, 'p', 1, 1, '{}')
    """,
    """
    INSERT INTO events VALUES
    ('running', 1, 1, 'c', '{}'), ('running', 2, 1, NULL, '{}'), ('begins', 1, 1, NULL, '{}'),
    ('open', 1, 1, NULL, '{}'), ('ended', 1, 1, NULL, '{}'),
    ('alone', 1, 1, NULL, '{}'), ('alone', 2, 1, NULL, '{}'), ('alone', 3, 1, NULL, '{}')
    """,
]
"""Rows that a database of the first version may have."""


async def test_migrating_from_the_first_version_fills_the_projection(
    blank: Database,
) -> None:
    """The seats that running games wait for stay unknown: a migration folds no table."""

    def create_first_version(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", "grav.server.store:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for statement in EARLIER:
            connection.execute(text(statement))

    await blank.write(create_first_version)
    await migrate(blank)
    rows = await blank.write(lambda connection: connection.execute(select(heads)).all())
    assert {tuple(row) for row in rows} == {
        ("running", 2, None), ("begins", 1, None), ("open", 1, 0), ("ended", 1, 0), ("alone", 3, 0),
    }  # fmt: skip
    kept = select(events).where(events.c.game == "running").order_by(events.c.number)
    rows = await blank.write(lambda connection: connection.execute(kept).all())
    assert rows == [("running", 1, 1, "c", "{}"), ("running", 2, 1, None, "{}")]
    assert await blank.write(schema_differences) == []
    await blank.close()


async def test_a_file_that_is_no_database_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader, " * 100, "utf-8")
    database = open_database(f"sqlite:///{file}")
    with pytest.raises(StoreError, match="cannot be opened: file is not a database"):
        await migrate(database)
    await database.close()
