"""Streams that are followed for as long as it takes: over drops, and restarts of the server."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import TypeVar

from grav.client.backoff import Backoff
from grav.client.errors import Rejected, Unreachable
from grav.client.server import Server
from grav.client.table_replica import Missed, TableReplica
from grav.server.messages.commands import Command
from grav.server.messages.views import Done, LobbyChange, News, Whole

T = TypeVar("T")


async def follow_table(
    server: Server, table: str, known: TableReplica
) -> AsyncGenerator[Whole | News, None]:
    """What is new at a table, each thing once and in its order, without end.

    `known` is current whenever a message is given. A `Rejected` ends it: there is no such table,
    or it is not for this token.
    """
    backoff = Backoff()
    while True:
        try:
            async with aclosing(server.table_stream(table, known.number)) as stream:
                backoff.connected()
                async for message in stream:
                    if isinstance(message, (Whole, News)) and known.take(message):
                        yield message
        except (Unreachable, Missed):
            pass
        except Rejected as error:
            if not error.may_try_again:
                raise
        await backoff.wait()


async def follow_own(server: Server) -> AsyncGenerator[LobbyChange, None]:
    """One's own tables, again and again, without end; a `Rejected` ends it."""
    backoff = Backoff()
    while True:
        try:
            async with aclosing(server.own_stream()) as stream:
                backoff.connected()
                async for row in stream:
                    yield row
        except Unreachable:
            pass
        except Rejected as error:
            if not error.may_try_again:
                raise
        await backoff.wait()


async def deliver(server: Server, table: str, command: Command) -> Done:
    """Sends a command until it is answered. It acts once; a `Rejected` says that it does not."""
    return await with_retries(lambda: server.command(table, command))


async def with_retries(ask: Callable[[], Awaitable[T]]) -> T:
    """The answer to a question that may be asked again, however long the server is away."""
    backoff = Backoff()
    while True:
        try:
            return await ask()
        except Unreachable:
            pass
        except Rejected as error:
            if not error.may_try_again:
                raise
        await backoff.wait()
