"""Why a server cannot be asked, or does not do what it is asked."""

import httpx
import msgspec

from grav.text import GravError, Text

TRY_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses that say nothing about the request itself."""


class ClientError(GravError):
    """Something between a client and its server."""


class Unreachable(ClientError):
    """Nothing was answered: a line, or a server, that is down. It may be asked again."""

    def __init__(self, url: str, error: Exception) -> None:
        timed_out = isinstance(error, (httpx.TimeoutException, TimeoutError))
        why = Text("client.no_answer") if timed_out else str(error) or type(error).__name__
        super().__init__("client.unreachable", url=url, why=why)


class Rejected(ClientError):
    """The server's own no: a code for programs, and a sentence in the asker's language."""

    def __init__(self, status: int, code: str, sentence: str | Text) -> None:
        super().__init__("client.rejected", sentence=sentence)
        self.status = status
        self.code = code

    @property
    def may_try_again(self) -> bool:
        return self.status in TRY_AGAIN


class _Problem(msgspec.Struct):
    code: str
    text: str


_problem = msgspec.json.Decoder(_Problem)


def check_answer(url: str, status: int, body: bytes) -> None:
    """Passes what a server of ours answers with success, and raises all else."""
    if 200 <= status < 300:
        return
    try:
        problem = _problem.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        # A proxy before it may answer for a server that is down.
        if status in TRY_AGAIN:
            raise Rejected(status, "unavailable", Text("client.busy", {"status": status})) from None
        raise ClientError("client.not_grav", url=url, status=status) from None
    raise Rejected(status, problem.code, problem.text)
