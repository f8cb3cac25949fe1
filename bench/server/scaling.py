"""Scaling: three processes with PostgreSQL and Redis against one with PostgreSQL.

No part has a core of its own here: processes, database, Redis and clients share the cores, as they
would on a machine of that size.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench.server.ours import started
from bench.server.side import Serving
from grav.testing.infrastructure.services import postgres_url, redis_url

PROCESSES = 3


@contextmanager
def one() -> Iterator[Serving]:
    with postgres_url(durable=True) as database, started(database) as serving:
        yield serving


@contextmanager
def three() -> Iterator[Serving]:
    with ExitStack() as stack:
        database = stack.enter_context(postgres_url(durable=True))
        redis = stack.enter_context(redis_url())
        options = ("--redis", redis, "--workers", str(PROCESSES))
        yield stack.enter_context(started(database, None, *options))
