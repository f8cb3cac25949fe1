"""Brings a database to the tables that this version of the program knows."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError

from grav.server.store.engine import Database, StoreError, StoreUnavailable

_LOCK = 0x67726176  # any number that no other program on the same server locks


async def migrate(database: Database) -> None:
    """All steps that are missing, in one transaction. Any number of processes may start at once.

    StoreError if the database cannot be opened, or belongs to a newer version of the program.
    """
    try:
        await database.write(_upgrade)
    except StoreUnavailable as error:
        raise _told(error.__cause__) from error
    except DBAPIError as error:  # tables of something else are there
        raise _told(error) from error


def _upgrade(connection: Connection) -> None:
    # On SQLite the transaction has the only lock there is from its start.
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


def _told(error: BaseException | None) -> StoreError:
    """What the database said."""
    return StoreError("store.unreachable", why=str(getattr(error, "orig", error)))
