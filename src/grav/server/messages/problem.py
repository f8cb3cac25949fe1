"""The response to a request that failed."""

from msgspec import Struct


class ProblemAnswer(Struct, frozen=True):
    """What went wrong: a stable error code, and a sentence in the client's language."""

    code: str
    text: str
