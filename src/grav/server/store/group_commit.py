"""SQL statements of a group commit. Each takes all its rows as one JSON text.

Given rows one by one, SQLite's driver releases the GIL before each row and waits for a busy thread
to give it back: a hundred rows took half a second. So a statement is one step. Statements are
compiled once: looking one up in SQLAlchemy's cache takes longer than running it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    JSON,
    Column,
    Delete,
    Dialect,
    Insert,
    Select,
    Table,
    Text,
    bindparam,
    cast,
    column,
    delete,
    func,
    literal_column,
    select,
    true,
)
from sqlalchemy.dialects import postgresql, sqlite

from grav.server.store.engine import Statement
from grav.server.store.journal_entries import SUMMARY_COLUMNS, UNCHANGED, Append, SeatRow, rows_of
from grav.server.store.schema import deadlines, events, games, heads, seats

_Record = Mapping[str, object] | msgspec.Struct
"""The values of one row, by column name."""


class _Event(msgspec.Struct):
    game: str
    number: int
    form: int
    command: str | None
    event: str


def _seat(game: str, row: SeatRow) -> _Record:
    columns = {"seat": row.seat, "person": row.person, "level": row.level, "kept": row.reserved}
    return {"game": game, **columns}


class GroupWriter:
    """Builds the statements that write a group of appends in one transaction."""

    def __init__(self, dialect: Dialect) -> None:
        kind = dialect.name
        from_json = _SOURCES[kind]

        def compiled(statement: Insert | Delete) -> str:
            return str(statement.compile(dialect=dialect))

        self._events = compiled(_insert(events, from_json))
        self._heads = compiled(_upsert(kind, heads, from_json, grows=heads.c.number))
        self._set_deadlines = compiled(_upsert(kind, deadlines, from_json))
        self._clear_deadlines = compiled(_clear(deadlines, from_json))
        self._games = compiled(_upsert(kind, games, from_json))
        self._clear_seats = compiled(_clear(seats, from_json))
        self._seats = compiled(_insert(seats, from_json))

    def __call__(self, appends: Sequence[Append]) -> list[Statement]:
        """Returns the statements in the order in which they must run."""
        # Lock order: every transaction first locks its games' rows in `heads`, sorted by game, so
        # that concurrent transactions cannot deadlock, whatever else they write.
        ordered = sorted(appends, key=lambda append: append.game)
        latest = {each.game: each for each in sorted(ordered, key=lambda append: append.last)}
        dues = {each.game: each.due for each in ordered if each.due is not UNCHANGED}
        shown = {each.game: each.summary for each in ordered if each.summary is not None}
        alone: list[tuple[str, Iterable[_Record]]] = [
            (self._heads, (_head(latest[game]) for game in sorted(latest))),
            (self._events, (row for each in ordered for row in _event_rows(each))),
            (
                self._set_deadlines,
                ({"game": game, "due": due} for game, due in dues.items() if due is not None),
            ),
            (self._clear_deadlines, ({"game": game} for game, due in dues.items() if due is None)),
        ]
        one_after_the_other: list[tuple[str, Iterable[_Record]]] = [
            (
                self._games,
                (
                    {"id": game, **{name: getattr(summary, name) for name in SUMMARY_COLUMNS}}
                    for game, summary in shown.items()
                ),
            ),
            (self._clear_seats, ({"game": game} for game in shown)),
            (
                self._seats,
                (_seat(game, each) for game, summary in shown.items() for each in summary.seats),
            ),
        ]
        return [
            Statement(text, msgspec.json.encode(found).decode(), builds_on_others)
            for written, builds_on_others in ((alone, False), (one_after_the_other, True))
            for text, rows in written
            if (found := list(rows))
        ]


def _head(append: Append) -> _Record:
    return {"game": append.game, "number": append.last, "waiting": append.waiting}


def _event_rows(append: Append) -> Iterable[_Event]:
    for row in rows_of(append):
        yield _Event(append.game, row.number, row.form, row.command, row.event.decode())


_Source = Callable[[Sequence[Column[Any]]], Select[Any]]


def _sqlite_rows(columns: Sequence[Column[Any]]) -> Select[Any]:
    each = func.json_each(_GIVEN).table_valued("value")
    found = [func.json_extract(each.c.value, literal_column(f"'$.{c.name}'")) for c in columns]
    return select(*found).where(true())  # without WHERE, SQLite parses ON CONFLICT as a join


def _postgres_rows(columns: Sequence[Column[Any]]) -> Select[Any]:
    rows = func.json_to_recordset(cast(_GIVEN, JSON))
    typed = rows.table_valued(*(column(c.name, c.type) for c in columns))
    return select(*typed.render_derived(with_types=True).c)


_GIVEN = bindparam("rows", type_=Text)
_SOURCES: dict[str, _Source] = {"sqlite": _sqlite_rows, "postgresql": _postgres_rows}


def _insert(table: Table, source: _Source) -> Insert:
    columns = list(table.c)
    return table.insert().from_select(columns, source(columns))


def _upsert(kind: str, table: Table, source: _Source, grows: Column[int] | None = None) -> Insert:
    """Builds an upsert. `grows`: a column that only increases; a row that would not increase it is
    left unchanged."""
    columns, key = list(table.c), list(table.primary_key)
    if kind == "sqlite":
        insert: Any = sqlite.insert(table)
    else:
        insert = postgresql.insert(table)
    insert = insert.from_select(columns, source(columns))
    changed = {each.name: insert.excluded[each.name] for each in columns if each not in key}
    later = None if grows is None else insert.excluded[grows.name] > grows
    upsert: Insert = insert.on_conflict_do_update(index_elements=key, set_=changed, where=later)
    return upsert


def _clear(table: Table, source: _Source) -> Delete:
    return delete(table).where(table.c.game.in_(source([table.c.game])))
