"""Migrates a database to the schema of this version of the program."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError

from grav.server.store.engine import Database, StoreError, StoreUnavailable

_LOCK = 0x67726176  # key of an advisory lock that no other program on the same server uses


async def migrate(database: Database) -> None:
    """Runs all missing migrations in one transaction. Any number of processes may start at once.

    Raises StoreError if the database cannot be opened, or belongs to a newer version of the
    program.
    """
    try:
        await database.write(_upgrade)
    except StoreUnavailable as error:
        raise _store_error(error.__cause__) from error
    except DBAPIError as error:  # such as tables of another program
        raise _store_error(error) from error


def _upgrade(connection: Connection) -> None:
    # On SQLite the transaction holds the write lock from its start.
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    config = Config()
    config.set_main_option("script_location", "grav.server.store:migrations")
    config.attributes["connection"] = connection
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    for found in MigrationContext.configure(connection).get_current_heads():
        if found not in known:
            raise StoreError("store.newer", found=found)
    command.upgrade(config, "head")


def _store_error(error: BaseException | None) -> StoreError:
    """Returns an error with the database's own message."""
    return StoreError("store.unreachable", why=str(getattr(error, "orig", error)))
