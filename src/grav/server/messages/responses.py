"""Responses over HTTP that belong to no other topic: an error, a new table, a page of a list."""

from msgspec import Struct

from grav.server.messages.views import TableRow


class ProblemAnswer(Struct, frozen=True):
    """What went wrong: a stable error code, and a sentence in the client's language."""

    code: str
    text: str


class Made(Struct, frozen=True):
    """A table that was opened, and the path by which others find it."""

    table: str
    path: str


class Page(Struct, frozen=True):
    tables: list[TableRow]
    next: str | None
    """The cursor of the next page; None if there is none."""
