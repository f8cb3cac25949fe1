"""Responses about tables other than their views: a new table, a page of a list."""

from msgspec import Struct

from grav.server.messages.views import TableRow


class Made(Struct, frozen=True):
    """A table that was opened, and the path by which others find it."""

    table: str
    path: str


class Page(Struct, frozen=True):
    tables: list[TableRow]
    next: str | None
    """The cursor of the next page; None if there is none."""
