"""Runs the migrations on a given connection; `grav.server.store.migrate` starts it."""

from alembic import context

from grav.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
