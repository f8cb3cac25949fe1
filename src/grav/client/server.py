"""A server, by HTTP: who asks is known by a token, or by the cookie of a session."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
import msgspec

from grav.client.addresses import Address
from grav.client.errors import ClientError, Unreachable, check_answer
from grav.record import Record, parse_json, record_from_json
from grav.server.messages.commands import Command, NewTable
from grav.server.messages.views import Done, Lobby, LobbyChange, ToClient, Whole, decode_message
from grav.text import Language

COOKIE = "grav_session"
PATIENCE = 10.0
"""Seconds after which a question that has no answer is given up."""
SILENCE = 40.0
"""Seconds after which a stream is taken to be dead: a living one sends an empty line sooner."""

T = TypeVar("T")


class Account(msgspec.Struct, frozen=True):
    """Who asks."""

    id: str
    name: str | None
    """None: a guest."""


class _Made(msgspec.Struct, frozen=True):
    table: str


class Server:
    """All that can be asked of a server. What goes wrong is a ClientError."""

    def __init__(
        self,
        address: Address,
        *,
        token: str | None = None,
        session: str | None = None,
        language: Language = Language.EN,
    ) -> None:
        self.address = address
        self.language = language
        self.session = session
        """The secret of the session, by which the same person comes back."""
        self._token = token
        self._http = httpx.AsyncClient(
            base_url=address.origin,
            headers={"accept-language": language.value},
            limits=httpx.Limits(max_connections=None),
            timeout=PATIENCE,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    @property
    def credentials(self) -> dict[str, str]:
        """The headers that say who asks."""
        # With a cookie, whatever changes something has to say that it is no foreign page.
        own = {"origin": self.address.origin}
        if self._token:
            return own | {"authorization": f"Bearer {self._token}"}
        return own | {"cookie": f"{COOKIE}={self.session}"} if self.session else own

    async def guest(self) -> Account:
        """A guest with a session; whoever has a session already stays who they are."""
        return await self._post("/api/guest", None, Account)

    async def log_in(self, name: str, password: str) -> Account:
        return await self._post("/api/session", {"name": name, "password": password}, Account)

    async def account(self) -> Account:
        return _read(await self._ask("GET", "/api/account"), Account)

    async def lobby(self) -> Lobby:
        return _read(await self._ask("GET", "/api/lobby"), Lobby)

    async def open_table(self, new: NewTable) -> str:
        """The id of a new table, whose host is the one who asks."""
        return (await self._post("/api/tables", new, _Made)).table

    async def look(self, table: str) -> Whole:
        return _read(await self._ask("GET", f"/api/tables/{table}"), Whole)

    async def command(self, table: str, command: Command) -> Done:
        """Carries it out, once however often it is sent; a refusal is a `Rejected`."""
        return await self._post(f"/api/tables/{table}/commands", command, Done)

    async def record(self, table: str) -> Record:
        return record_from_json(parse_json((await self._ask("GET", _record(table))).decode()))

    async def table_stream(self, table: str, since: int | None) -> AsyncGenerator[ToClient, None]:
        """What happens at a table, for a token of bots; it ends when the connection does."""
        query = {} if since is None else {"since": since}
        async with aclosing(self._stream(f"/api/bot/tables/{table}", query)) as stream:
            async for message in stream:
                yield message

    async def own_stream(self) -> AsyncGenerator[LobbyChange, None]:
        """One's own tables that are not over, and each again when it changes its stage."""
        async with aclosing(self._stream("/api/bot/stream", {})) as stream:
            async for message in stream:
                if isinstance(message, LobbyChange):
                    yield message

    async def _post(self, path: str, body: object, form: type[T]) -> T:
        return _read(await self._ask("POST", path, body), form)

    async def _ask(self, method: str, path: str, body: object = None) -> bytes:
        content = None if body is None else msgspec.json.encode(body)
        headers = self.credentials
        if content is not None:
            headers["content-type"] = "application/json"
        try:
            answer = await self._http.request(method, path, content=content, headers=headers)
        except httpx.TransportError as error:
            raise Unreachable(self.address.origin, error) from error
        # The one cookie there is, is sent by us: a jar would keep an old one beside the new.
        self.session = answer.cookies.get(COOKIE) or self.session
        self._http.cookies.clear()
        check_answer(self.address.origin, answer.status_code, answer.content)
        return answer.content

    async def _stream(self, path: str, query: dict[str, Any]) -> AsyncGenerator[ToClient, None]:
        patience = httpx.Timeout(PATIENCE, read=SILENCE)
        try:
            async with self._http.stream(
                "GET", path, params=query, headers=self.credentials, timeout=patience
            ) as answer:
                if not answer.is_success:
                    body = await answer.aread()
                    check_answer(self.address.origin, answer.status_code, body)
                async for line in _lines(answer.aiter_bytes()):
                    yield read_message(line)
        except httpx.TransportError as error:
            raise Unreachable(self.address.origin, error) from error


def read_message(text: str | bytes) -> ToClient:
    """A ClientError if it is none that is known here: the server is of a newer kind."""
    try:
        message: ToClient = decode_message(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ClientError("client.not_understood") from error
    return message


def _read(body: bytes, form: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ClientError("client.not_understood") from error


async def _lines(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Whole lines that are not empty; line feeds alone end them, not all that Unicode has."""
    rest = b""
    async for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if line:
                yield line


def _record(table: str) -> str:
    return f"/api/tables/{table}/record?form=json"
