"""Streams that reconnect with backoff: they survive drops and server restarts."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from grav.client.backoff import Backoff
from grav.client.errors import Rejected, Unreachable
from grav.client.http_client import ServerClient
from grav.client.table_replica import MissedMessage, TableReplica
from grav.server.messages.views import LobbyChange, News, Whole


async def follow_table(
    server: ServerClient, table: str, replica: TableReplica
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


async def follow_own_tables(server: ServerClient) -> AsyncGenerator[LobbyChange, None]:
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
