"""Streams and requests that reconnect with backoff: they survive drops and server restarts."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import TypeVar

from grav.client.backoff import Backoff
from grav.client.errors import Rejected, Unreachable
from grav.client.http_client import Server
from grav.client.table_replica import MissedMessage, TableReplica
from grav.server.messages.commands import Command
from grav.server.messages.views import Done, LobbyChange, News, Whole

T = TypeVar("T")


async def follow_table(
    server: Server, table: str, replica: TableReplica
) -> AsyncGenerator[Whole | News, None]:
    """Yields the messages of a table, each once and in order, without end.

    Applies each message to `replica` before yielding it. A `Rejected` ends the stream: there is no
    such table, or the token gives no access to it.
    """
    backoff = Backoff()
    while True:
        try:
            async with aclosing(server.stream_table(table, replica.number)) as stream:
                backoff.connected()
                async for message in stream:
                    if isinstance(message, (Whole, News)) and replica.apply(message):
                        yield message
        except (Unreachable, MissedMessage):
            pass
        except Rejected as error:
            if not error.is_retryable:
                raise
        await backoff.wait()


async def follow_own_tables(server: Server) -> AsyncGenerator[LobbyChange, None]:
    """Yields the account's tables and their changes, without end; a `Rejected` ends it.

    Tables are repeated after each reconnection.
    """
    backoff = Backoff()
    while True:
        try:
            async with aclosing(server.stream_own_tables()) as stream:
                backoff.connected()
                async for row in stream:
                    yield row
        except Unreachable:
            pass
        except Rejected as error:
            if not error.is_retryable:
                raise
        await backoff.wait()


async def deliver(server: Server, table: str, command: Command) -> Done:
    """Sends a command until it is answered; its id is the idempotency key, so it acts only once.

    :raises Rejected: if the server refuses it
    """
    return await with_retries(lambda: server.send_command(table, command))


async def with_retries(ask: Callable[[], Awaitable[T]]) -> T:
    """Repeats an idempotent request until it is answered, however long the server is down."""
    backoff = Backoff()
    while True:
        try:
            return await ask()
        except Unreachable:
            pass
        except Rejected as error:
            if not error.is_retryable:
                raise
        await backoff.wait()
