"""Errors of a client: the server cannot be reached, or rejects a request."""

import httpx
import msgspec

from grav.text import GravError, Text

RETRYABLE_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504})
"""HTTP statuses that do not depend on the request itself: the same request may be retried."""


class ClientError(GravError):
    """Base class of what can go wrong between a client and its server."""


class Unreachable(ClientError):
    """No response: the network or the server is down. The request may be retried."""

    def __init__(self, url: str, error: Exception) -> None:
        timed_out = isinstance(error, (httpx.TimeoutException, TimeoutError))
        why = Text("client.no_answer") if timed_out else str(error) or type(error).__name__
        super().__init__("client.unreachable", url=url, why=why)


class Rejected(ClientError):
    """An error response of the server: a code for programs, a sentence in the client's language."""

    def __init__(self, status: int, code: str, sentence: str | Text) -> None:
        super().__init__("client.rejected", sentence=sentence)
        self.status = status
        self.code = code

    @property
    def is_retryable(self) -> bool:
        return self.status in RETRYABLE_STATUSES


class _Problem(msgspec.Struct):
    code: str
    text: str


_problem = msgspec.json.Decoder(_Problem)


def check_answer(url: str, status: int, body: bytes) -> None:
    """Raises the error that a response stands for; returns if its status is 2xx."""
    if 200 <= status < 300:
        return
    try:
        problem = _problem.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        # A reverse proxy may answer in place of a server that is down.
        if status in RETRYABLE_STATUSES:
            raise Rejected(status, "unavailable", Text("client.busy", {"status": status})) from None
        raise ClientError("client.not_grav", url=url, status=status) from None
    raise Rejected(status, problem.code, problem.text)
