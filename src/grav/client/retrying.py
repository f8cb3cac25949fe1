"""Requests that are repeated with backoff until they are answered."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from grav.client.backoff import Backoff
from grav.client.errors import Rejected, Unreachable
from grav.client.http_client import ServerClient
from grav.server.messages.commands import Command
from grav.server.messages.views import Done

T = TypeVar("T")


async def deliver(server: ServerClient, table: str, command: Command) -> Done:
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
