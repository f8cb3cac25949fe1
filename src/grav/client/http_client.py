"""HTTP client of a server. Authenticates by a bearer token, or by the session cookie."""

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
TIMEOUT = 10.0
"""Request timeout, in seconds."""
READ_TIMEOUT = 40.0
"""Read timeout of a stream, in seconds: the server sends an empty line as heartbeat sooner."""

T = TypeVar("T")


class SignedInAccount(msgspec.Struct, frozen=True):
    """The account of this client."""

    id: str
    name: str | None
    """None for a guest."""


class _OpenedTable(msgspec.Struct, frozen=True):
    table: str


class ServerClient:
    """The requests that a client makes. Every failure is raised as a ClientError."""

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
        """The session secret: the value of the cookie that identifies a returning person."""
        self._token = token
        self._http = httpx.AsyncClient(
            base_url=address.origin,
            headers={"accept-language": language.value},
            limits=httpx.Limits(max_connections=None),
            timeout=TIMEOUT,
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
        """The authentication headers, and the Origin header."""
        # CSRF protection: with a cookie, the server accepts changes only from its own origin.
        own = {"origin": self.address.origin}
        if self._token:
            return own | {"authorization": f"Bearer {self._token}"}
        return own | {"cookie": f"{COOKIE}={self.session}"} if self.session else own

    async def become_guest(self) -> SignedInAccount:
        """Opens a session as a guest; with a valid session, returns the account of that session."""
        return await self._post("/api/guest", None, SignedInAccount)

    async def log_in(self, name: str, password: str) -> SignedInAccount:
        return await self._post(
            "/api/session", {"name": name, "password": password}, SignedInAccount
        )

    async def fetch_account(self) -> SignedInAccount:
        return _decode(await self._request("GET", "/api/account"), SignedInAccount)

    async def fetch_lobby(self) -> Lobby:
        return _decode(await self._request("GET", "/api/lobby"), Lobby)

    async def open_table(self, new: NewTable) -> str:
        """Opens a table whose host is this account, and returns its id."""
        return (await self._post("/api/tables", new, _OpenedTable)).table

    async def fetch_table(self, table: str) -> Whole:
        return _decode(await self._request("GET", f"/api/tables/{table}"), Whole)

    async def send_command(self, table: str, command: Command) -> Done:
        """Sends a command; its id is the idempotency key, so it acts once however often it is sent.

        :raises Rejected: if the server refuses it
        """
        return await self._post(f"/api/tables/{table}/commands", command, Done)

    async def fetch_record(self, table: str) -> Record:
        return record_from_json(
            parse_json((await self._request("GET", _record_path(table))).decode())
        )

    async def stream_table(self, table: str, since: int | None) -> AsyncGenerator[ToClient, None]:
        """Yields the messages of a table (bot API, needs a token) until the connection ends."""
        query = {} if since is None else {"since": since}
        async with aclosing(self._stream(f"/api/bot/tables/{table}", query)) as stream:
            async for message in stream:
                yield message

    async def stream_own_tables(self) -> AsyncGenerator[LobbyChange, None]:
        """Yields the account's tables that are not over, and each again when its stage changes."""
        async with aclosing(self._stream("/api/bot/stream", {})) as stream:
            async for message in stream:
                if isinstance(message, LobbyChange):
                    yield message

    async def _post(self, path: str, body: object, form: type[T]) -> T:
        return _decode(await self._request("POST", path, body), form)

    async def _request(self, method: str, path: str, body: object = None) -> bytes:
        content = None if body is None else msgspec.json.encode(body)
        headers = self.credentials
        if content is not None:
            headers["content-type"] = "application/json"
        try:
            answer = await self._http.request(method, path, content=content, headers=headers)
        except httpx.TransportError as error:
            raise Unreachable(self.address.origin, error) from error
        # `credentials` sends the only cookie: the jar would keep an old one beside the new.
        self.session = answer.cookies.get(COOKIE) or self.session
        self._http.cookies.clear()
        check_answer(self.address.origin, answer.status_code, answer.content)
        return answer.content

    async def _stream(self, path: str, query: dict[str, Any]) -> AsyncGenerator[ToClient, None]:
        timeout = httpx.Timeout(TIMEOUT, read=READ_TIMEOUT)
        try:
            async with self._http.stream(
                "GET", path, params=query, headers=self.credentials, timeout=timeout
            ) as answer:
                if not answer.is_success:
                    body = await answer.aread()
                    check_answer(self.address.origin, answer.status_code, body)
                async for line in _lines(answer.aiter_bytes()):
                    yield decode_server_message(line)
        except httpx.TransportError as error:
            raise Unreachable(self.address.origin, error) from error


def decode_server_message(text: str | bytes) -> ToClient:
    """Decodes a message.

    :raises ClientError: if it is of no known type, as from a server of a newer version
    """
    try:
        message: ToClient = decode_message(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ClientError("client.not_understood") from error
    return message


def _decode(body: bytes, form: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ClientError("client.not_understood") from error


async def _lines(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yields complete, non-empty lines. Splits at line feeds only, not at Unicode line breaks."""
    rest = b""
    async for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if line:
                yield line


def _record_path(table: str) -> str:
    return f"/api/tables/{table}/record?form=json"
