"""Scaling: three processes with PostgreSQL and Redis against one with PostgreSQL.

No part has a core of its own here: processes, database, Redis and clients share the cores, as they
would on a machine of that size.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench.server.adapter import RunningServer
from bench.server.grav_server import start_grav
from grav.testing.infrastructure.services import postgres_url, redis_url

PROCESSES = 3


@contextmanager
def start_one() -> Iterator[RunningServer]:
    with postgres_url(durable=True) as database, start_grav(database) as serving:
        yield serving


@contextmanager
def start_three() -> Iterator[RunningServer]:
    with ExitStack() as stack:
        database = stack.enter_context(postgres_url(durable=True))
        redis = stack.enter_context(redis_url())
        options = ("--redis", redis, "--workers", str(PROCESSES))
        yield stack.enter_context(start_grav(database, None, *options))
